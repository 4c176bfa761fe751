//! Places in file systems that a text names.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

/// Home-relative, parent-relative, drive and share paths, environment folders; absolute paths below the usual roots; and
/// names that only configuration and credential files have. Web paths (`/v1/users`) and `and/or` are none.
static PATH: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(concat!(
        r#"(?:^|[\s"'`(=:,\[<])"#,
        r"(~/[\w.\-/]*|\.\./[\w.\-/]*|file://[\w.\-/]*|\$\{?HOME\}?[\w.\-/]*|%(?:APPDATA|USERPROFILE|HOMEPATH|TEMP)%[\w.\-\\]*",
        r"|[A-Za-z]:\\[\w.\-\\]*|/(?:etc|home|root|var|usr|tmp|opt|proc|dev|mnt|srv|sys|Users|Library|private|Volumes)(?:/[\w.\-]+)*",
        r"|(?:[\w.\-]+/)*\.(?:ssh|aws|cursor|config|gnupg|kube|docker|npmrc|netrc|env|git-credentials|bash_history|zsh_history|vscode|claude)\b[\w.\-/]*)",
    ))
    .expect("the pattern is constant")
});

/// Paths, by themselves.
pub(super) fn paths(text: &str) -> BTreeMap<String, String> {
    PATH.captures_iter(text)
        .filter_map(|found| found.get(1))
        .map(|path| path.as_str().trim_end_matches(['.', '/', ' ']).to_owned())
        .filter(|path| !path.is_empty())
        .map(|path| (path.clone(), path))
        .collect()
}

/// Whether a path leads to credentials or to the settings of a client.
pub(super) fn is_credential(path: &str) -> bool {
    const PLACES: [&str; 18] = [
        ".ssh",
        ".aws",
        ".gnupg",
        ".kube",
        ".netrc",
        ".npmrc",
        ".env",
        ".git-credentials",
        "_history",
        "id_rsa",
        "id_ed25519",
        "/etc/passwd",
        "/etc/shadow",
        "/proc/",
        ".cursor",
        ".claude",
        "mcp.json",
        "keychain",
    ];
    let path = path.to_lowercase();
    PLACES.iter().any(|place| path.contains(place))
}

#[cfg(test)]
mod tests {
    #[test]
    fn places_are_told_from_other_slashes() {
        for (text, expected) in [
            ("reads ~/.ssh/id_rsa now", vec!["~/.ssh/id_rsa"]),
            (
                "in /etc/passwd, C:\\Users\\me or `.env`",
                vec!["/etc/passwd", "C:\\Users\\me", ".env"],
            ),
            ("GET /v1/users and/or /search 1/2", vec![]),
            ("from $HOME/x and ../up", vec!["$HOME/x", "../up"]),
            ("the .NET and node.env things", vec![]),
        ] {
            let mut found: Vec<_> = super::paths(text).into_keys().collect();
            let mut expected: Vec<String> = expected.into_iter().map(str::to_owned).collect();
            found.sort();
            expected.sort();
            assert_eq!(found, expected, "{text}");
        }
    }
}
