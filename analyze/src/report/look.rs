//! How a report should look: all that a reporter knows beside the report.

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
