//! The console report.

use mcpward_analyze::report::{Format, Look, Verbosity, render};
use mcpward_schemas::report::Report;
use snapbox::{assert_data_eq, file};

use crate::sample;

fn text(report: &Report, look: &Look) -> String {
    String::from_utf8(render(Format::Console, report, look)).expect("the console report is UTF-8")
}

fn look(width: usize, colour: bool, verbosity: Verbosity) -> Look {
    Look {
        width,
        colour,
        verbosity,
        ..Look::default()
    }
}

#[test]
fn reads_well() {
    let story = sample::story();
    assert_data_eq!(
        text(&story, &look(80, false, Verbosity::Normal)),
        file!["goldens/console-80.txt"].raw()
    );
    assert_data_eq!(
        text(&story, &look(200, false, Verbosity::Normal)),
        file!["goldens/console-200.txt"].raw()
    );
    assert_data_eq!(
        text(&story, &look(100, false, Verbosity::Verbose)),
        file!["goldens/console-verbose.txt"].raw()
    );
    assert_data_eq!(
        text(&story, &look(100, false, Verbosity::Quiet)),
        file!["goldens/console-quiet.txt"].raw()
    );
    assert_data_eq!(
        text(&story, &look(100, true, Verbosity::Normal)),
        file!["goldens/console-colour.ansi"].raw()
    );
}

#[test]
fn says_so_where_there_is_nothing_to_say() {
    assert_data_eq!(
        text(&sample::clean(), &Look::default()),
        file!["goldens/console-clean.txt"].raw()
    );
    assert_data_eq!(
        text(&sample::nothing(), &Look::default()),
        file!["goldens/console-nothing.txt"].raw()
    );
    assert_data_eq!(
        text(&sample::broken(), &Look::default()),
        file!["goldens/console-broken.txt"].raw()
    );
}

#[test]
fn hostile_texts_stay_in_their_lines() {
    for verbosity in [Verbosity::Quiet, Verbosity::Normal, Verbosity::Verbose] {
        let shown = text(&sample::hostile(), &look(80, false, verbosity));
        for line in shown.lines() {
            assert!(!line.chars().any(char::is_control), "{line:?}");
            assert!(
                !line.trim_start().starts_with("::") && !line.contains("##["),
                "{line:?}"
            );
        }
        let coloured = text(&sample::hostile(), &look(80, true, verbosity));
        assert_eq!(without_colour(&coloured), shown);
    }
}

/// Removes exactly the sequences that the console writes.
fn without_colour(text: &str) -> String {
    let mut parts = text.split("\u{1b}[");
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (code, rest) = part.split_once('m').expect("a sequence ends with m");
        assert!(
            code.bytes().all(|byte| byte.is_ascii_digit() || byte == b';'),
            "{code:?}"
        );
        out.push_str(rest);
    }
    out
}

#[test]
fn many_findings_fold() {
    let shown = text(&sample::many(3_000), &Look::default());
    assert!(shown.lines().count() < 150, "{}", shown.lines().count());
}

#[test]
fn several_servers_have_a_line_each() {
    let several = sample::several();
    assert_data_eq!(
        text(&several, &look(80, false, Verbosity::Normal)),
        file!["goldens/console-several-80.txt"].raw()
    );
    assert_data_eq!(
        text(&several, &look(200, false, Verbosity::Normal)),
        file!["goldens/console-several-200.txt"].raw()
    );
}
