//! What stands at the end: counts, verdict, what to do next.

use mcpward_schemas::report::Report;

use super::paint::{Page, Style};
use crate::report::escape;
use crate::report::limits::CONSOLE_LINES;
use crate::report::look::Verbosity;
use crate::report::outline::{Family, Next, count};

/// The end of the report.
pub(super) fn footer(page: &mut Page, report: &Report, families: &[Family<'_>], verbosity: Verbosity) {
    page.gap();
    let n = report.summary;
    let colour_if = |n: u64, style: Style| if n > 0 { style } else { Style::Plain };
    let mut line = vec![
        (Style::Bold, "Summary: ".to_owned()),
        (colour_if(n.passed, Style::Green), format!("{} passed", n.passed)),
        (Style::Plain, " | ".to_owned()),
        (colour_if(n.failed, Style::RedBold), format!("{} failed", n.failed)),
        (Style::Plain, " | ".to_owned()),
        (
            colour_if(n.warnings, Style::YellowBold),
            count(n.warnings, "warning", "warnings"),
        ),
        (Style::Plain, format!(" | {} skipped", n.skipped)),
    ];
    let extra = [
        (n.notes, count(n.notes, "note", "notes")),
        (n.suppressed, format!("{} accepted", n.suppressed)),
    ];
    let extra: Vec<_> = extra
        .into_iter()
        .filter(|&(n, _)| n > 0)
        .map(|(_, words)| words)
        .collect();
    if !extra.is_empty() {
        line.push((Style::Dim, format!(" ({})", extra.join(", "))));
    }
    page.put(0, 2, &line, CONSOLE_LINES);
    outcome(page, report);
    if verbosity > Verbosity::Quiet {
        next(page, families);
    }
}

/// What it comes to, where the counts do not say it.
fn outcome(page: &mut Page, report: &Report) {
    let verdict = &report.verdict;
    if verdict.exit_code >= 2 || !verdict.complete {
        let reason = verdict
            .reason
            .as_deref()
            .unwrap_or("the capture did not run to its end");
        let line = [
            (Style::RedBold, "Incomplete: ".to_owned()),
            (
                Style::Plain,
                format!("not everything could be tested: {}", escape::terminal(reason)),
            ),
        ];
        page.put(0, 2, &line, CONSOLE_LINES);
    } else if report.results.is_empty() {
        page.put(
            0,
            2,
            &[(Style::YellowBold, "Nothing was checked.".to_owned())],
            CONSOLE_LINES,
        );
    }
}

/// The next command: what the worst finding means, and how to accept an intended change.
fn next(page: &mut Page, families: &[Family<'_>]) {
    let Some(Next { rule, change }) = Next::of(families) else {
        return;
    };
    let mut commands = vec![format!("mcpward explain {}", escape::terminal(rule))];
    if let Some(change) = change {
        commands.push(format!(
            "mcpward accept {} --reason …   (if the change is intended)",
            escape::terminal(change)
        ));
    }
    for (at, command) in commands.into_iter().enumerate() {
        let label = if at == 0 { "next: " } else { "      " };
        page.put(
            0,
            8,
            &[(Style::Dim, label.to_owned()), (Style::Cyan, command)],
            CONSOLE_LINES,
        );
    }
}
