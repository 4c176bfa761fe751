//! The console report: for a person who has a minute.
//!
//! ```text
//! mcpward 0.1.0 · weather 2.0.0 · protocol 2025-11-25
//!
//! DRIFT (1 failed, 3 passed)
//!   ✗ tool "echo": description changed  [drift/description_changed]
//!       at       tool "echo" /description · mcpward.lock.json:12:5 · change 3f2a90c1d4e5
//!       diff     [-Original-]{+Modified+} description: echoes the message
//!
//! Summary: 9 passed | 1 failed | 0 warnings | 0 skipped
//!   next: mcpward explain drift/description_changed
//! ```

mod detail;
mod footer;
mod paint;

use mcpward_schemas::report::{Finding, Input, Report, ServerInfo};
use unicode_width::UnicodeWidthStr as _;

use self::detail::details;
use self::paint::{Page, Span, Style};
use super::escape;
use super::excerpt::more;
use super::limits::{
    CONSOLE_FINDINGS_PER_RULE, CONSOLE_LINES, FOLDED_NAMES_MAX, MESSAGE_CHARS_MAX, NAME_CHARS_MAX, SERVERS_LISTED_MAX,
};
use super::look::{Look, Verbosity};
use super::outline::{Family, Group, Outline, Skips, Tier, count, inventory, outline, subject_name};
use super::rows::about;
use super::sides::{Side, sides};

/// The report for a terminal.
pub(super) fn render(report: &Report, look: &Look) -> Vec<u8> {
    let mut page = Page::new(look.width, look.colour);
    let Outline { families, skips } = outline(report);
    header(&mut page, report, look.verbosity);
    let last_shown = match look.verbosity {
        Verbosity::Quiet => Tier::Fail,
        Verbosity::Normal => Tier::Change,
        Verbosity::Verbose => Tier::Accepted,
    };
    for family in &families {
        section(&mut page, family, last_shown, look.verbosity);
    }
    if look.verbosity > Verbosity::Quiet {
        quiet_families(&mut page, &families, last_shown);
        skipped(&mut page, &skips, look.verbosity);
    }
    footer::footer(&mut page, report, &families, look.verbosity);
    page.into_bytes()
}

fn header(page: &mut Page, report: &Report, verbosity: Verbosity) {
    let server = &report.server;
    let mut line = vec![
        (Style::Plain, format!("mcpward {}", escape::terminal(&report.version))),
        (Style::Plain, " · ".to_owned()),
    ];
    let is_evidence = |input: &Input| input.kind == "snapshot" || input.kind == "lock";
    if !report.inputs.iter().any(is_evidence) {
        line.push((Style::Plain, "no server was asked".to_owned()));
        page.put(0, 2, &line, CONSOLE_LINES);
        return;
    }
    if report.servers.is_empty() {
        line.extend(introduced(server));
    } else {
        line.push((Style::Bold, count(report.servers.len() as u64, "server", "servers")));
    }
    page.put(0, 2, &line, CONSOLE_LINES);
    if verbosity == Verbosity::Quiet {
        return;
    }
    servers(page, report, verbosity);
    page.put(2, 4, &[(Style::Plain, inventory(&report.inventory))], CONSOLE_LINES);
    if !server.target.is_empty() {
        page.put(
            2,
            4,
            &[(Style::Dim, escape::terminal(&server.target).into_owned())],
            CONSOLE_LINES,
        );
    }
    if verbosity == Verbosity::Verbose {
        for input in &report.inputs {
            let [kind, file, sha256] = [&input.kind, &input.name, &input.sha256].map(escape::terminal);
            page.put(
                2,
                4,
                &[(Style::Dim, format!("{kind} {file} sha256:{sha256}"))],
                CONSOLE_LINES,
            );
        }
        let [rule_set, profile, as_of] = [&report.rule_set, &report.profile, &report.timestamp].map(escape::terminal);
        page.put(
            2,
            4,
            &[(
                Style::Dim,
                format!("rules {rule_set}, profile {profile}, as of {as_of}"),
            )],
            CONSOLE_LINES,
        );
    }
}

/// How a server introduced itself.
fn introduced(server: &ServerInfo) -> Vec<Span> {
    let name = format!("{} {}", name(&server.name), name(&server.version));
    let mut line = vec![match name.trim() {
        "" => (Style::Plain, "a server that gave no name".to_owned()),
        name => (Style::Bold, name.to_owned()),
    }];
    if !server.protocol_version.is_empty() {
        line.push((
            Style::Plain,
            format!(" · protocol {}", self::name(&server.protocol_version)),
        ));
    }
    line
}

/// What each of several servers comes to, those that need a look first; the rest is counted, since a run may have hundreds.
fn servers(page: &mut Page, report: &Report, verbosity: Verbosity) {
    let all = sides(report);
    let is_shown =
        |side: &Side<'_>| verbosity == Verbosity::Verbose || side.rank > 0 || all.len() <= SERVERS_LISTED_MAX;
    let (shown, rest): (Vec<&Side<'_>>, Vec<&Side<'_>>) = all.iter().partition(|side| is_shown(side));
    let columns = shown.iter().map(|side| side.name.width()).max().unwrap_or(0);
    for side in shown {
        let (style, mark) = match side.rank {
            2 => (Style::YellowBold, "!"),
            1 => (Style::RedBold, "✗"),
            _ => (Style::Green, "✓"),
        };
        let gap = columns - side.name.width() + 2;
        let name = format!(" {}{}", escape::terminal(&side.name), " ".repeat(gap));
        let outcome = escape::terminal(&side.outcome).into_owned();
        let mut line = vec![(style, mark.to_owned()), (Style::Bold, name), (style, outcome)];
        line.push((Style::Plain, " · ".to_owned()));
        line.extend(
            introduced(side.server)
                .into_iter()
                .map(|(_, text)| (Style::Plain, text)),
        );
        page.put(2, 4 + columns + 2, &line, CONSOLE_LINES);
    }
    if !rest.is_empty() {
        let n = count(rest.len() as u64, "server", "servers");
        let line = [(Style::Green, "✓".to_owned()), (Style::Plain, format!(" {n} passed"))];
        page.put(2, 4, &line, CONSOLE_LINES);
    }
}

/// A short text of the server.
fn name<'a>(text: impl Into<escape::Raw<'a>>) -> String {
    let (cut, n_more) = text.into().cut(NAME_CHARS_MAX);
    format!("{}{}", escape::terminal(cut), more(n_more))
}

fn section(page: &mut Page, family: &Family<'_>, last_shown: Tier, verbosity: Verbosity) {
    let verbose = verbosity == Verbosity::Verbose;
    let groups: Vec<_> = family.groups.iter().filter(|group| group.tier <= last_shown).collect();
    let shows_passed = verbose && !family.passed.is_empty();
    if groups.is_empty() && !shows_passed {
        return;
    }
    page.gap();
    let title = escape::terminal(family.name).to_uppercase();
    page.put(
        0,
        2,
        &[
            (Style::Bold, title),
            (Style::Plain, format!(" ({})", family.counts.text())),
        ],
        CONSOLE_LINES,
    );
    for group in groups {
        findings(page, group, verbose);
    }
    if verbose {
        for (id, n) in &family.passed {
            let times = if *n > 1 { format!(" ×{n}") } else { String::new() };
            let line = [
                (Style::Green, "✓".to_owned()),
                (Style::Plain, format!(" {}{times}", escape::terminal(*id))),
            ];
            page.put(2, 4, &line, CONSOLE_LINES);
        }
    }
}

fn mark(tier: Tier) -> (Style, &'static str) {
    match tier {
        Tier::Fail => (Style::RedBold, "✗"),
        Tier::Warn => (Style::YellowBold, "!"),
        Tier::Change => (Style::Cyan, "~"),
        Tier::Note => (Style::Cyan, "i"),
        Tier::Accepted => (Style::Dim, "-"),
        Tier::Skip | Tier::Pass => (Style::Dim, "·"),
    }
}

fn findings(page: &mut Page, group: &Group<'_>, verbose: bool) {
    // Folding one finding into a line that says so saves nothing.
    let fold = !verbose && group.findings.len() > CONSOLE_FINDINGS_PER_RULE + 1;
    let n_shown = if fold {
        CONSOLE_FINDINGS_PER_RULE
    } else {
        group.findings.len()
    };
    for finding in &group.findings[..n_shown] {
        one(page, finding, group.tier, verbose);
    }
    if fold {
        folded(page, group, n_shown);
    }
}

fn one(page: &mut Page, finding: &Finding, tier: Tier, verbose: bool) {
    let (style, mark) = mark(tier);
    let (message, n_more) = escape::Raw::from(&finding.message).cut(MESSAGE_CHARS_MAX);
    let line = [
        (style, mark.to_owned()),
        (Style::Plain, format!(" {}{}", escape::terminal(message), more(n_more))),
        (Style::Dim, format!("  [{}]", escape::terminal(&finding.id))),
    ];
    page.put(2, 4, &line, CONSOLE_LINES);
    if let Some(place) = place(finding) {
        page.put(
            6,
            15,
            &[(Style::Dim, "at       ".to_owned()), (Style::Plain, place)],
            CONSOLE_LINES,
        );
    }
    details(page, finding, verbose);
}

/// Where: subject and pointer, line of a file, change.
fn place(finding: &Finding) -> Option<String> {
    let mut subject = escape::terminal(&about(finding)).into_owned();
    match (&finding.pointer, &finding.location) {
        (Some(pointer), _) => subject.push_str(&format!(" {}", name(pointer))),
        (None, Some(location)) if finding.subject.is_none() => subject.push_str(&name(location)),
        _ => {}
    }
    let file = finding.place.as_ref();
    let file = file.map(|place| format!("{}:{}:{}", escape::terminal(&place.file), place.line, place.column));
    let change = finding
        .change
        .as_ref()
        .map(|change| format!("change {}", escape::terminal(change)));
    let parts: Vec<_> = [Some(subject), file, change]
        .into_iter()
        .flatten()
        .filter(|part| !part.is_empty())
        .collect();
    // That it is about the server says nothing new.
    (!parts.is_empty() && parts != ["server"]).then(|| parts.join(" · "))
}

fn folded(page: &mut Page, group: &Group<'_>, n_shown: usize) {
    let rest = &group.findings[n_shown..];
    let mut names: Vec<String> = Vec::new();
    for finding in rest {
        let server = finding
            .server
            .as_ref()
            .map_or(String::new(), |server| format!("{}: ", name(server)));
        let named = finding
            .subject
            .as_ref()
            .and_then(subject_name)
            .map(|named| format!("{server}\"{}\"", name(named)));
        match named {
            Some(named) if !names.contains(&named) => names.push(named),
            _ => {}
        }
        if names.len() > FOLDED_NAMES_MAX {
            names.pop();
            names.push("…".to_owned());
            break;
        }
    }
    let of = if names.is_empty() {
        String::new()
    } else {
        format!(": {}", names.join(", "))
    };
    let (style, mark) = mark(group.tier);
    let line = [
        (style, mark.to_owned()),
        (Style::Plain, format!(" and {} more of the same{of}", rest.len())),
        (Style::Dim, format!("  [{}]", escape::terminal(group.id))),
    ];
    page.put(2, 4, &line, CONSOLE_LINES);
}

/// Families that have nothing to show: one line for all.
fn quiet_families(page: &mut Page, families: &[Family<'_>], last_shown: Tier) {
    let quiet = families.iter().filter(|family| {
        let shown = family.groups.iter().any(|group| group.tier <= last_shown);
        !shown && family.counts.of(Tier::Pass) > 0 && last_shown < Tier::Accepted
    });
    let parts: Vec<_> = quiet
        .map(|family| format!("{} ({})", escape::terminal(family.name), family.counts.text()))
        .collect();
    if !parts.is_empty() {
        page.gap();
        page.put(
            0,
            4,
            &[
                (Style::Green, "✓".to_owned()),
                (Style::Plain, format!(" {}", parts.join(", "))),
            ],
            CONSOLE_LINES,
        );
    }
}

/// Skips by reason.
fn skipped(page: &mut Page, skips: &[Skips<'_>], verbosity: Verbosity) {
    if skips.is_empty() {
        return;
    }
    page.gap();
    let n: usize = skips.iter().map(|skips| skips.n_skips).sum();
    page.put(
        0,
        2,
        &[
            (Style::Bold, "SKIPPED".to_owned()),
            (Style::Plain, format!(" ({n}, by reason)")),
        ],
        CONSOLE_LINES,
    );
    let n_ids = if verbosity == Verbosity::Verbose {
        usize::MAX
    } else {
        FOLDED_NAMES_MAX
    };
    for skips in skips {
        let mut ids: Vec<_> = skips
            .ids
            .keys()
            .take(n_ids)
            .map(|id| escape::terminal(*id).into_owned())
            .collect();
        if ids.len() < skips.ids.len() {
            ids.push(format!("and {} more rules", skips.ids.len() - ids.len()));
        }
        let (reason, n_more) = escape::Raw::from(&skips.reason).cut(MESSAGE_CHARS_MAX);
        let times = if skips.n_skips > 1 {
            format!("{}× ", skips.n_skips)
        } else {
            String::new()
        };
        let line = [
            (Style::Dim, "·".to_owned()),
            (
                Style::Plain,
                format!(" {times}{}{}", escape::terminal(reason), more(n_more)),
            ),
            (Style::Dim, format!("  [{}]", ids.join(", "))),
        ];
        page.put(2, 4, &line, CONSOLE_LINES);
    }
}
