//! The JSON report: the report itself. Texts of the server stand in fields of their own, and control and format characters
//! are `\u` escapes. So is the second `#` of what build logs take for a command wherever it stands in a line (`##[`), since this
//! report may well go to a log.
//!
//! ```json
//! {
//!   "schemaVersion": 2,
//!   "results": [{ "id": "schema/tool-description", "status": "fail", "message": "tool \"sum\" has no description" }]
//! }
//! ```

use mcpward_schemas::report::{Report, to_json};

use super::escape::is_log_command;

/// The report as JSON.
pub(super) fn render(report: &Report) -> Vec<u8> {
    let text = to_json(report);
    let mut out = String::with_capacity(text.len());
    let mut rest = text.as_str();
    // Two number signs stand side by side only inside strings.
    while let Some(at) = rest.find("##") {
        let (before, after) = rest.split_at(at + 1);
        out.push_str(before);
        rest = if is_log_command(&after[1..]) {
            out.push_str("\\u0023");
            &after[1..]
        } else {
            after
        };
    }
    out.push_str(rest);
    out.into_bytes()
}
