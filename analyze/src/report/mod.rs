//! Reporters: bytes from a report. They see nothing but the report and a [`Look`].

use mcpward_schemas::report::{Report, to_json};

/// How a report is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Format {
    /// For terminals.
    Console,
    /// The report itself.
    Json,
}

/// What a reporter may know besides the report.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// Columns of the terminal.
    pub width: usize,
    /// Whether colour is wanted.
    pub colour: bool,
    /// 0 findings only, 1 passes too.
    pub verbosity: u8,
}

/// The bytes of a report.
pub fn render(format: Format, report: &Report, _look: &Look) -> Vec<u8> {
    match format {
        Format::Console => format!("{} results\n", report.results.len()).into_bytes(),
        Format::Json => to_json(report).into_bytes(),
    }
}
