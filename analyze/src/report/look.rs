//! How a report should look: all that a reporter knows beside the report.

use super::limits::KEY_CHARS_MAX;

/// How a report should look. Only the console uses width, colour and verbosity; the bytes of a format depend on nothing
/// else but the report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Look {
    /// Columns of the terminal. Narrower than 40 counts as 40.
    pub width: usize,
    /// Whether to write colours (ANSI escape sequences).
    pub colour: bool,
    /// How much to say.
    pub verbosity: Verbosity,
    /// What tells one job's pull-request comment and SARIF category from another's: `--comment-key`, else `GITHUB_JOB`.
    /// Characters other than letters, digits, `.`, `_` and `-` become `-`.
    pub key: String,
}

impl Look {
    /// The key with nothing in it that a marker or a category minds; `default` where there is none.
    pub(crate) fn category(&self) -> String {
        let safe = |c: char| {
            if c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-') {
                c
            } else {
                '-'
            }
        };
        let key: String = self.key.chars().take(KEY_CHARS_MAX).map(safe).collect();
        // `--` would end an HTML comment in old parsers.
        let mut key = key.trim_matches('-').to_owned();
        while key.contains("--") {
            key = key.replace("--", "-");
        }
        if key.is_empty() { "default".to_owned() } else { key }
    }
}

impl Default for Look {
    /// A build log: 100 columns, no colour.
    fn default() -> Self {
        Self {
            width: 100,
            colour: false,
            verbosity: Verbosity::Normal,
            key: String::new(),
        }
    }
}

/// How much the console says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    /// Failures and the summary.
    Quiet,
    /// Failures, warnings and changes; the rest folded.
    #[default]
    Normal,
    /// Everything, nothing folded.
    Verbose,
}

#[cfg(test)]
mod tests {
    use super::Look;

    #[test]
    fn keys_are_harmless() {
        let table = [
            ("", "default"),
            ("build", "build"),
            ("a b/--> c", "a-b-c"),
            ("---", "default"),
            ("é\u{200b}x", "x"),
        ];
        for (key, category) in table {
            assert_eq!(
                Look {
                    key: key.to_owned(),
                    ..Look::default()
                }
                .category(),
                category
            );
        }
    }
}
