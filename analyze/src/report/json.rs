//! The JSON report: the report itself. Texts of the server stand in fields of their own, and control and format characters
//! are `\u` escapes.
//!
//! ```json
//! {
//!   "schemaVersion": 2,
//!   "results": [{ "id": "schema/tool-description", "status": "fail", "message": "tool \"sum\" has no description" }]
//! }
//! ```

use mcpward_schemas::report::{Report, to_json};

/// The report as JSON.
pub(super) fn render(report: &Report) -> Vec<u8> {
    to_json(report).into_bytes()
}
