//! Which file a command is on Windows, where `npx` is `npx.cmd` and only a shell looks for endings.

use std::path::{Path, PathBuf};

/// The endings that are tried where the environment names none.
const ENDINGS: &str = ".COM;.EXE;.BAT;.CMD";

/// The file of a command: `path` and `endings` are the variables `PATH` and `PATHEXT`. `None` leaves the search to the
/// system. A batch file is found as well, which the standard library then runs with its arguments escaped.
pub(super) fn resolve(
    command: &str,
    path: Option<&str>,
    endings: Option<&str>,
    exists: impl Fn(&Path) -> bool,
) -> Option<PathBuf> {
    let endings: Vec<&str> = endings
        .unwrap_or(ENDINGS)
        .split(';')
        .filter(|ending| !ending.is_empty())
        .collect();
    let lower = command.to_ascii_lowercase();
    let has_ending = endings
        .iter()
        .any(|ending| lower.ends_with(&ending.to_ascii_lowercase()));
    let with_endings = |base: PathBuf| {
        let mut candidates = Vec::new();
        if has_ending {
            candidates.push(base.clone());
        }
        candidates.extend(endings.iter().map(|ending| {
            let mut name = base.clone().into_os_string();
            name.push(ending.to_ascii_lowercase());
            PathBuf::from(name)
        }));
        candidates
    };
    let folders: Vec<PathBuf> = match command.contains(['/', '\\']) {
        true => vec![PathBuf::new()],
        false => path
            .unwrap_or("")
            .split(';')
            .filter(|folder| !folder.is_empty())
            .map(PathBuf::from)
            .collect(),
    };
    let mut candidates = folders
        .into_iter()
        .flat_map(|folder| with_endings(folder.join(command)));
    candidates.find(|candidate| exists(candidate))
}

#[cfg(test)]
mod tests {
    use std::path::{Path, PathBuf};

    use super::resolve;

    #[test]
    fn commands_are_found_with_their_endings() {
        let there = ["b/npx.cmd", "a/node.exe", "c/npx.exe", "./run.bat"]
            .map(|file| file.replace('/', std::path::MAIN_SEPARATOR_STR));
        let find = |command: &str, endings: Option<&str>| {
            let exists = |file: &Path| there.iter().any(|there| Path::new(there) == file);
            resolve(command, Some("a;b;c"), endings, exists)
        };
        assert_eq!(find("npx", None), Some(Path::new("b").join("npx.cmd")));
        assert_eq!(find("npx", Some(".EXE")), Some(Path::new("c").join("npx.exe")));
        assert_eq!(find("node.exe", None), Some(Path::new("a").join("node.exe")));
        assert_eq!(find("./run", None), Some(PathBuf::from("./run.bat")));
        assert_eq!(find("deno", None), None);
    }
}
