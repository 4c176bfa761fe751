//! The JSON report, and that every format can be made from it.

use mcpward_analyze::report::{Format, Look, Verbosity, render};
use mcpward_schemas::report::Report;
use snapbox::{assert_data_eq, file};

use crate::{all, sample};

#[test]
fn is_the_report() {
    let bytes = render(Format::Json, &sample::story(), &Look::default());
    assert_data_eq!(String::from_utf8(bytes).unwrap(), file!["goldens/report.json"].raw());
}

#[test]
fn shows_what_is_hidden() {
    let bytes = render(Format::Json, &sample::hostile(), &Look::default());
    let text = String::from_utf8(bytes).unwrap();
    assert!(!text.chars().any(|c| c != '\n' && mcpward_schemas::report::is_hidden(c)));
    assert!(!text.contains("##[") && !text.contains("##vso["));
    let again: Report = serde_json::from_str(&text).unwrap();
    assert!(again == sample::hostile());
}

#[test]
fn gives_every_format_again_byte_for_byte() {
    for report in all() {
        let json = render(Format::Json, &report, &Look::default());
        let again: Report = serde_json::from_slice(&json).expect("a report reads back");
        for format in Format::ALL {
            let look = Look {
                verbosity: Verbosity::Verbose,
                ..Look::default()
            };
            assert!(
                render(format, &report, &look) == render(format, &again, &look),
                "{format}"
            );
        }
    }
}
