//! Reports as their readers see them: goldens reviewed by eye, and hostile texts read back by real parsers.

mod console;
mod docs;
mod html;
mod json;
mod junit;
mod lists;
mod markdown;
mod sample;
mod sarif;

use mcpward_analyze::report::{Format, Look, render};
use mcpward_schemas::report::Report;

/// A report in a format, as text.
fn text(format: Format, report: &Report) -> String {
    let look = Look {
        key: "build".to_owned(),
        ..Look::default()
    };
    String::from_utf8(render(format, report, &look)).expect("every format is UTF-8")
}

/// The reports that every format must survive.
fn all() -> [Report; 7] {
    [
        sample::story(),
        sample::hostile(),
        sample::nothing(),
        sample::clean(),
        sample::broken(),
        sample::many(200),
        sample::several(),
    ]
}
