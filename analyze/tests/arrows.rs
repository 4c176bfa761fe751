//! Who may use whom inside the crate, read from the imports.

use std::path::{Path, PathBuf};

/// Each module and the modules of the crate that it may name. `limits` is free for all.
const ARROWS: [(&str, &[&str]); 16] = [
    ("clients", &["pattern", "subschema", "user_toml"]),
    ("cost", &["contract", "subschema"]),
    ("text", &["contract", "user_toml"]),
    ("contract", &[]),
    ("drift", &["contract", "text"]),
    ("look", &["clients", "contract", "pattern", "subschema"]),
    ("plan", &["contract", "protocol", "suites", "validity"]),
    ("policy", &["contract", "drift", "rules"]),
    ("protocol", &["contract"]),
    ("report", &[]),
    (
        "rules",
        &[
            "analysis",
            "clients",
            "contract",
            "cost",
            "drift",
            "look",
            "pattern",
            "plan",
            "protocol",
            "servers",
            "subschema",
            "suites",
            "text",
            "validity",
        ],
    ),
    ("servers", &["contract", "text"]),
    ("subschema", &[]),
    ("suites", &["contract"]),
    ("user_toml", &[]),
    ("validity", &["contract"]),
];

/// All Rust files below a folder, sorted.
pub(crate) fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(sources(&path));
        } else if path.extension().is_some_and(|ext| ext == "rs") {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Names that follow `crate::` in a text, those of a braced list included.
fn named(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for rest in text.split("crate::").skip(1) {
        let list = rest
            .strip_prefix('{')
            .map_or(rest, |list| list.split('}').next().unwrap_or(list));
        let parts = if rest.starts_with('{') {
            list.split(',').collect()
        } else {
            vec![rest]
        };
        names.extend(parts.into_iter().map(|part| {
            let part = part.trim();
            part.split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
                .next()
                .unwrap_or(part)
        }));
    }
    names
}

#[test]
fn names_are_read_from_imports() {
    assert_eq!(
        named("use crate::limits::A;\nuse crate::{policy, rules::x};"),
        ["limits", "policy", "rules"]
    );
}

#[test]
fn imports_follow_the_arrows() {
    let src = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut n_read = 0;
    for (module, allowed) in ARROWS {
        let folder = src.join(module);
        if !folder.is_dir() {
            continue;
        }
        for path in sources(&folder) {
            n_read += 1;
            let text = std::fs::read_to_string(&path).unwrap();
            for name in named(&text) {
                let fine = name == module || name == "limits" || allowed.contains(&name);
                assert!(
                    fine,
                    "{} names crate::{name}; {module} may name {allowed:?}",
                    path.display()
                );
            }
        }
    }
    assert!(n_read > 30, "the folder was read");
    for entry in std::fs::read_dir(&src).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        let known = name.ends_with(".rs") || ARROWS.iter().any(|(module, _)| *module == name);
        assert!(known, "{name} has no arrows");
    }
}

#[test]
fn files_are_short() {
    for path in sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src")) {
        let n_lines = std::fs::read_to_string(&path).unwrap().lines().count();
        assert!(n_lines <= 600, "{} has {n_lines} lines", path.display());
    }
}
