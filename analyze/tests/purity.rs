//! The crate can reach nothing: neither its own code nor a dependency speaks to a network, a file, a clock or chance.

use std::process::Command;

/// Crates that speak to the network or drive an event loop.
const BARRED: [&str; 6] = ["hyper", "mio", "reqwest", "rustls", "socket2", "tokio"];

#[test]
fn no_dependency_can_reach_the_network() {
    let done = Command::new(env!("CARGO"))
        .args([
            "tree",
            "-p",
            "mcpward-analyze",
            "-e",
            "normal",
            "--prefix",
            "none",
            "--offline",
            "--locked",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    let tree = String::from_utf8(done.stdout).unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    let names: Vec<&str> = tree.lines().filter_map(|line| line.split_whitespace().next()).collect();
    assert!(names.contains(&"serde_json"), "the tree was read");
    for barred in BARRED {
        assert!(!names.contains(&barred), "mcpward-analyze depends on {barred}");
    }
}

/// Names that no source of the crate may have; clippy bars the same with reasons.
const BARRED_NAMES: [&str; 9] = [
    "std::env::",
    "std::fs",
    "std::net",
    "std::process",
    "std::time",
    "HashMap",
    "HashSet",
    "Instant",
    "SystemTime",
];

#[test]
fn no_source_names_a_file_a_clock_or_a_hash_map() {
    let src = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let files = crate::arrows::sources(&src);
    assert!(files.len() > 40, "the folder was read");
    for path in files {
        let text = std::fs::read_to_string(&path).unwrap();
        for barred in BARRED_NAMES {
            assert!(!text.contains(barred), "{} names {barred}", path.display());
        }
    }
}
