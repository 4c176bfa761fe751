//! The line of a user's file that a finding points at, for formats in which every finding must have one.

use mcpward_schemas::report::{Finding, Report};

use super::escape::visible;

/// A path and a line.
pub(crate) struct Anchor {
    /// With forward slashes and without a leading `./`; not percent-encoded.
    pub(crate) path: String,
    /// From 1.
    pub(crate) line: u32,
    /// From 1.
    pub(crate) column: u32,
    /// Whether it is the finding's own place, and not the file that stands in for one.
    pub(crate) is_own: bool,
}

/// The place of a finding; else the first line of the configuration, or of the lock, that the report was made from.
pub(crate) fn anchor(report: &Report, finding: Option<&Finding>) -> Anchor {
    match finding
        .and_then(|finding| finding.place.as_ref())
        .filter(|place| !place.file.trim().is_empty())
    {
        Some(place) => Anchor {
            path: path(&place.file),
            line: place.line.max(1),
            column: place.column.max(1),
            is_own: true,
        },
        None => Anchor {
            path: stand_in(report),
            line: 1,
            column: 1,
            is_own: false,
        },
    }
}

fn stand_in(report: &Report) -> String {
    let named = |kind: &str| {
        report
            .inputs
            .iter()
            .find(|input| input.kind == kind)
            .map(|input| path(&input.name))
    };
    named("config")
        .or_else(|| named("lock"))
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "mcpward.yaml".to_owned())
}

fn path(file: &str) -> String {
    let file = file.replace('\\', "/");
    visible(file.strip_prefix("./").unwrap_or(&file)).into_owned()
}
