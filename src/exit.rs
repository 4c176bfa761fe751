//! Exit codes, in one place.

use std::process::ExitCode;

use mcpward_capture::Signal;

/// How a command ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Exit {
    /// Nothing fails.
    Passed,
    /// Something fails.
    Failed,
    /// Not everything could be tested, or the command line or the configuration is wrong.
    Incomplete,
    /// A signal ended it.
    Signal(Signal),
}

impl Exit {
    /// That of a report.
    pub(crate) fn of_report(code: u8) -> Self {
        match code {
            0 => Self::Passed,
            1 => Self::Failed,
            _ => Self::Incomplete,
        }
    }

    /// The number.
    pub(crate) fn code(self) -> u8 {
        match self {
            Self::Passed => 0,
            Self::Failed => 1,
            Self::Incomplete => 2,
            Self::Signal(signal) => signal.exit_code(),
        }
    }
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit.code())
    }
}
