//! Markdown: the job summary, and the text of a pull-request comment. Both are cut between findings, never inside one, and
//! say what was left out.
//!
//! ```markdown
//! ## ❌ mcpward: weather failed
//!
//! | failed | warnings | passed | skipped |
//! | ---: | ---: | ---: | ---: |
//! | 1 | 0 | 9 | 0 |
//!
//! ### drift (1 failed)
//!
//! - ❌ description of tool `"echo"` changed
//!   `drift/description_changed` · tool `echo` `/description` · `mcpward.lock.json:12` · change `3f2a90c1d4e5`
//!
//!   > `<del>`Original`</del>` `<ins>`Modified`</ins>` description: echoes the message
//! ```

mod finding;

use mcpward_schemas::report::Report;

use self::finding::{brief, finding};
use super::escape::{Raw, code, html, markdown};
use super::limits::{
    COMMENT_BYTES_MAX, FOLDED_NAMES_MAX, MARKDOWN_BYTES_MAX, MARKDOWN_FINDINGS_PER_RULE, MARKDOWN_LINES_PER_FOLD,
    MARKDOWN_RESERVE_BYTES, MESSAGE_CHARS_MAX, NAME_CHARS_MAX, SERVERS_LISTED_MAX,
};
use super::look::Look;
use super::outline::{Family, Group, Next, Outline, Skips, Tier, count, inventory, outline, verdict};
use super::rows::cut;
use super::sides::{Side, sides};

/// The report for a job summary.
pub(super) fn summary(report: &Report) -> Vec<u8> {
    document(report, String::new(), MARKDOWN_BYTES_MAX)
}

/// The text of a pull-request comment; its first line is [`marker`].
pub(super) fn comment(report: &Report, look: &Look) -> Vec<u8> {
    document(report, format!("{}\n", marker(look)), COMMENT_BYTES_MAX)
}

/// The hidden line that a comment of ours begins with, and by which it is found again.
pub(super) fn marker(look: &Look) -> String {
    format!("<!-- mcpward:report:{} -->", look.category())
}

/// Text with a bound.
struct Page {
    text: String,
    bytes_max: usize,
    n_left_out: usize,
}

impl Page {
    /// Adds a block that stands for so many findings; once one does not fit, no later one is added.
    fn push(&mut self, block: &str, n_findings: usize) -> bool {
        let fits = self.n_left_out == 0 && self.text.len() + block.len() + MARKDOWN_RESERVE_BYTES <= self.bytes_max;
        if fits {
            self.text.push_str(block);
        } else {
            self.n_left_out += n_findings;
        }
        fits
    }
}

fn document(report: &Report, start: String, bytes_max: usize) -> Vec<u8> {
    let mut page = Page {
        text: start,
        bytes_max,
        n_left_out: 0,
    };
    header(&mut page.text, report);
    let Outline { families, skips } = outline(report);
    for family in &families {
        section(&mut page, family);
    }
    if page.n_left_out > 0 {
        let n = page.n_left_out;
        let more = format!(
            "**{n} more findings are left out here**, since this page has a limit; the JSON and HTML reports have all.\n\n"
        );
        page.text.push_str(&more);
    } else {
        accepted(&mut page, &families);
        page.push(&skipped(&skips), 0);
        page.push(&passed(&families), 0);
    }
    footer(&mut page.text, report, &families);
    page.text.into_bytes()
}

fn header(out: &mut String, report: &Report) {
    let mark = match report.verdict.exit_code {
        0 => "✅",
        1 => "❌",
        _ => "⚠️",
    };
    let short = |text: &mcpward_schemas::report::Untrusted| markdown(&cut(text, NAME_CHARS_MAX));
    let server = short(&report.server.name);
    let server = match (server.is_empty(), report.servers.len()) {
        (true, 0) => "the server".to_owned(),
        (true, n) => count(n as u64, "server", "servers"),
        (false, _) => server,
    };
    out.push_str(&format!("## {mark} mcpward: {server} {}\n\n", verdict(&report.verdict)));
    if report.verdict.exit_code >= 2 || !report.verdict.complete {
        let reason = report
            .verdict
            .reason
            .as_deref()
            .unwrap_or("the capture did not run to its end");
        let reason = markdown(&cut(reason, MESSAGE_CHARS_MAX));
        out.push_str(&format!("**Not everything could be tested:** {reason}\n\n"));
    }
    let [version, protocol] = [&report.server.version, &report.server.protocol_version].map(short);
    let facts = [("version", version), ("protocol", protocol)].map(|(word, text)| (word, text));
    let mut facts: Vec<_> = facts
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(word, text)| format!("{word} {text}"))
        .collect();
    facts.push(inventory(&report.inventory));
    out.push_str(&facts.join(" · "));
    let n = report.summary;
    out.push_str("\n\n| failed | warnings | passed | skipped | notes | accepted |\n| ---: | ---: | ---: | ---: | ---: | ---: |\n");
    out.push_str(&format!(
        "| {} | {} | {} | {} | {} | {} |\n\n",
        n.failed, n.warnings, n.passed, n.skipped, n.notes, n.suppressed
    ));
    if report.results.is_empty() {
        out.push_str("Nothing was checked.\n\n");
    }
    servers(out, report);
}

/// A table of several servers; beyond [`SERVERS_LISTED_MAX`] only those that need a look.
fn servers(out: &mut String, report: &Report) {
    let all = sides(report);
    let is_shown = |side: &&Side<'_>| side.rank > 0 || all.len() <= SERVERS_LISTED_MAX;
    let shown: Vec<&Side<'_>> = all.iter().filter(is_shown).take(MARKDOWN_LINES_PER_FOLD).collect();
    if shown.is_empty() {
        return;
    }
    out.push_str("| | server | outcome | introduces itself as |\n| --- | --- | --- | --- |\n");
    for side in &shown {
        let mark = ["✅", "❌", "⚠️"][side.rank.min(2)];
        let info = [&side.server.name, &side.server.version].map(|text| markdown(&cut(text, NAME_CHARS_MAX)));
        let [name, outcome] = [markdown(&side.name), markdown(&side.outcome)];
        out.push_str(&format!(
            "| {mark} | {name} | {outcome} | {} |\n",
            info.join(" ").trim()
        ));
    }
    if shown.len() < all.len() {
        out.push_str(&format!(
            "\nand {} more\n",
            count((all.len() - shown.len()) as u64, "server", "servers")
        ));
    }
    out.push('\n');
}

fn section(page: &mut Page, family: &Family<'_>) {
    let groups: Vec<_> = family
        .groups
        .iter()
        .filter(|group| group.tier <= Tier::Change)
        .collect();
    if groups.is_empty() {
        return;
    }
    let name = markdown(&cut(family.name, NAME_CHARS_MAX));
    page.push(&format!("### {name} ({})\n\n", family.counts.text()), 0);
    for group in groups {
        findings(page, group);
    }
}

fn findings(page: &mut Page, group: &Group<'_>) {
    // Folding one finding into a line that says so saves nothing.
    let fold = group.findings.len() > MARKDOWN_FINDINGS_PER_RULE + 1;
    let n_shown = if fold {
        MARKDOWN_FINDINGS_PER_RULE
    } else {
        group.findings.len()
    };
    for one in &group.findings[..n_shown] {
        page.push(&finding(one, group.tier), 1);
    }
    if fold {
        let rest = &group.findings[n_shown..];
        let title = format!("{} more of <code>{}</code>", rest.len(), html(group.id));
        page.push(
            &folded(&title, rest.iter().map(|one| brief(one, group.tier)), rest.len()),
            rest.len(),
        );
    }
}

/// A list that is closed until it is asked for.
fn folded(title: &str, lines: impl Iterator<Item = String>, n_lines: usize) -> String {
    let mut out = format!("<details><summary>{title}</summary>\n\n");
    lines.take(MARKDOWN_LINES_PER_FOLD).for_each(|line| out.push_str(&line));
    if n_lines > MARKDOWN_LINES_PER_FOLD {
        out.push_str(&format!("- and {} more\n", n_lines - MARKDOWN_LINES_PER_FOLD));
    }
    out.push_str("\n</details>\n\n");
    out
}

fn accepted(page: &mut Page, families: &[Family<'_>]) {
    let groups = families
        .iter()
        .flat_map(|family| &family.groups)
        .filter(|group| group.tier == Tier::Accepted);
    let all: Vec<_> = groups.flat_map(|group| &group.findings).collect();
    if !all.is_empty() {
        let title = format!("{} accepted", all.len());
        page.push(
            &folded(&title, all.iter().map(|one| brief(one, Tier::Accepted)), all.len()),
            0,
        );
    }
}

fn skipped(skips: &[Skips<'_>]) -> String {
    if skips.is_empty() {
        return String::new();
    }
    let n: usize = skips.iter().map(|skips| skips.n_skips).sum();
    let lines = skips.iter().map(|skips| {
        let reason = markdown(&cut(&skips.reason, MESSAGE_CHARS_MAX));
        let mut ids: Vec<_> = skips.ids.keys().take(FOLDED_NAMES_MAX).map(|id| code(*id)).collect();
        if ids.len() < skips.ids.len() {
            ids.push(format!("{} more rules", skips.ids.len() - ids.len()));
        }
        format!("- {}× {reason} ({})\n", skips.n_skips, ids.join(", "))
    });
    folded(&format!("{n} skipped, by reason"), lines, skips.len())
}

fn passed(families: &[Family<'_>]) -> String {
    let n: usize = families.iter().flat_map(|family| family.passed.values()).sum();
    let rules: Vec<_> = families.iter().flat_map(|family| &family.passed).collect();
    if rules.is_empty() {
        return String::new();
    }
    let lines = rules.iter().map(|(id, n)| {
        format!(
            "- {}{}\n",
            code(**id),
            if **n > 1 { format!(" ×{n}") } else { String::new() }
        )
    });
    folded(&format!("{n} passed"), lines, rules.len())
}

fn footer(out: &mut String, report: &Report, families: &[Family<'_>]) {
    if let Some(Next { rule, change }) = Next::of(families) {
        out.push_str(&format!("What it means: {}", code(&format!("mcpward explain {rule}"))));
        if let Some(change) = change {
            let command = format!("mcpward accept {change} --reason …");
            out.push_str(&format!(" · to accept an intended change: {}", code(&command)));
        }
        out.push_str("\n\n");
    }
    let (version, _) = Raw::from(&report.version).cut(NAME_CHARS_MAX);
    let (time, _) = Raw::from(&report.timestamp).cut(NAME_CHARS_MAX);
    let (rule_set, _) = Raw::from(&report.rule_set).cut(NAME_CHARS_MAX);
    out.push_str(&format!(
        "<sub>mcpward {} · rules {} · as of {}</sub>\n",
        html(version),
        html(rule_set),
        html(time)
    ));
}
