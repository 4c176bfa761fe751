//! HTML: one self-contained page that needs nothing and asks nobody.
//!
//! Its content security policy allows exactly our style and our script, by their hashes, and nothing else: no request, no
//! inline handler, no form. Without script everything can be read; with it, findings can be searched and filtered. Texts of
//! the server are isolated (`bdi`), and what could not be seen is marked.
//!
//! ```html
//! <details class="f is-fail" data-tier="fail" id="f-0123…" open>
//!   <summary><span class="mark fail">✗ fail</span> <bdi>description of tool "echo" changed</bdi> <code>drift/description_changed</code></summary>
//!   <div class="body">…<div class="sides">…</div></div>
//! </details>
//! ```

mod finding;
mod help;
mod latency;
mod tools;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mcpward_schemas::report::Report;
use sha2::{Digest as _, Sha256};

use self::finding::{Detail, finding, tier_word};
use self::help::rules;
use self::latency::latency;
use self::tools::tools;
use super::escape::html;
use super::fingerprint::Fingerprints;
use super::limits::{
    FOLDED_NAMES_MAX, HTML_BRIEF_MAX, HTML_FINDINGS_MAX, HTML_OPEN_MAX, MESSAGE_CHARS_MAX, NAME_CHARS_MAX,
    VALUE_CHARS_MAX,
};
use super::outline::{Family, Outline, Skips, Tier, count, inventory, outline, verdict};
use super::rows::cut;
use super::sides::sides;

const STYLE: &str = include_str!("style.css");
const SCRIPT: &str = include_str!("script.js");

/// The report as a page.
pub(super) fn render(report: &Report) -> Vec<u8> {
    let Outline { families, skips } = outline(report);
    let mut out = String::new();
    head(&mut out, report);
    header(&mut out, report);
    out.push_str("<main id=\"main\">\n");
    filter(&mut out, &families);
    let n_left = sections(&mut out, &families);
    if n_left > 0 {
        out.push_str(&format!(
            "<p class=\"alert\">{n_left} more findings are left out here; the JSON report has all.</p>\n"
        ));
    }
    rules(&mut out, report, &families);
    latency(&mut out, report);
    tools(&mut out, report);
    skipped(&mut out, &skips);
    passed(&mut out, &families);
    out.push_str("</main>\n");
    footer(&mut out, report);
    out.extend(["<script>", SCRIPT, "</script>\n</body>\n</html>\n"]);
    out.into_bytes()
}

fn head(out: &mut String, report: &Report) {
    let [style, script] = [STYLE, SCRIPT].map(|text| STANDARD.encode(Sha256::digest(text)));
    let name = match report.servers.len() {
        0 => cut(&report.server.name, NAME_CHARS_MAX),
        n => count(n as u64, "server", "servers"),
    };
    let title = format!("{name} {}", verdict(&report.verdict));
    out.push_str(&format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'sha256-{style}'; \
         script-src 'sha256-{script}'; base-uri 'none'; form-action 'none'\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"referrer\" content=\"no-referrer\">\n\
         <title>mcpward: {}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <a class=\"skip-link\" href=\"#main\">Skip to the findings</a>\n",
        html(&title)
    ));
}

fn header(out: &mut String, report: &Report) {
    let short = |text: &mcpward_schemas::report::Untrusted| html(&cut(text, NAME_CHARS_MAX));
    let [name, version, protocol] = [
        &report.server.name,
        &report.server.version,
        &report.server.protocol_version,
    ]
    .map(short);
    let name = match (name.is_empty(), report.servers.len()) {
        (true, 0) => "the server".to_owned(),
        (true, n) => count(n as u64, "server", "servers"),
        (false, _) => name,
    };
    let (class, mark) = match report.verdict.exit_code {
        0 => ("pass", "✓"),
        1 => ("fail", "✗"),
        _ => ("warn", "!"),
    };
    out.push_str(&format!(
        "<header>\n<h1><bdi>{name}</bdi> <span class=\"verdict {class}\">{mark} {}</span></h1>\n",
        verdict(&report.verdict)
    ));
    let facts = [("version", version), ("protocol", protocol)];
    let mut facts: Vec<_> = facts
        .into_iter()
        .filter(|(_, text)| !text.is_empty())
        .map(|(word, text)| format!("{word} <bdi>{text}</bdi>"))
        .collect();
    facts.push(inventory(&report.inventory));
    out.push_str(&format!("<p class=\"facts\">{}</p>\n", facts.join(" · ")));
    if !report.server.target.is_empty() {
        let target = html(&cut(&report.server.target, VALUE_CHARS_MAX));
        out.push_str(&format!("<p class=\"facts\"><code>{target}</code></p>\n"));
    }
    if report.verdict.exit_code >= 2 || !report.verdict.complete {
        let reason = report
            .verdict
            .reason
            .as_deref()
            .unwrap_or("the capture did not run to its end");
        let reason = html(&cut(reason, MESSAGE_CHARS_MAX));
        out.push_str(&format!(
            "<p class=\"alert\"><b>Not everything could be tested:</b> <bdi>{reason}</bdi></p>\n"
        ));
    }
    let n = report.summary;
    let counts = [
        ("fail", n.failed, "failed"),
        ("warn", n.warnings, if n.warnings == 1 { "warning" } else { "warnings" }),
        ("pass", n.passed, "passed"),
        ("skip", n.skipped, "skipped"),
        ("note", n.notes, if n.notes == 1 { "note" } else { "notes" }),
        ("accepted", n.suppressed, "accepted"),
    ];
    out.push_str("<ul class=\"counts\">\n");
    for (class, n, word) in counts {
        let class = if n > 0 { class } else { "note" };
        out.push_str(&format!("<li class=\"{class}\"><b>{n}</b> {word}</li>\n"));
    }
    out.push_str("</ul>\n");
    if report.results.is_empty() {
        out.push_str("<p>Nothing was checked.</p>\n");
    }
    servers(out, report);
    out.push_str("</header>\n");
}

/// A table of several servers, those that need a look first.
fn servers(out: &mut String, report: &Report) {
    let all = sides(report);
    if all.is_empty() {
        return;
    }
    out.push_str(
        "<h2>Servers</h2>\n<table><thead><tr><th scope=\"col\">Server</th><th scope=\"col\">Outcome</th><th scope=\"col\">Introduces itself as</th><th scope=\"col\">Offers</th>\
         </tr></thead><tbody>\n",
    );
    for side in all.iter().take(HTML_FINDINGS_MAX) {
        let (class, mark) = [("pass", "✓"), ("fail", "✗"), ("warn", "!")][side.rank.min(2)];
        let [name, outcome] = [html(&side.name), html(&side.outcome)];
        let info = [&side.server.name, &side.server.version].map(|text| html(&cut(text, NAME_CHARS_MAX)));
        out.push_str(&format!(
            "<tr><td><bdi>{name}</bdi></td><td class=\"{class}\">{mark} <bdi>{outcome}</bdi></td><td><bdi>{}</bdi></td><td>{}</td></tr>\n",
            info.join(" ").trim(),
            inventory(side.inventory)
        ));
    }
    out.push_str("</tbody></table>\n");
}

/// Hidden until the script shows it: without script it would do nothing.
fn filter(out: &mut String, families: &[Family<'_>]) {
    out.push_str(
        "<form class=\"filter\" role=\"search\" hidden>\n\
         <input type=\"search\" aria-label=\"Search findings\" placeholder=\"Search findings (press /)\">\n\
         <fieldset><legend>Show</legend>\n",
    );
    for tier in [Tier::Fail, Tier::Warn, Tier::Change, Tier::Note, Tier::Accepted] {
        let n: usize = families.iter().map(|family| family.counts.of(tier)).sum();
        if n > 0 {
            let word = tier_word(tier);
            out.push_str(&format!(
                "<label><input type=\"checkbox\" value=\"{word}\" checked> {word} ({n})</label>\n"
            ));
        }
    }
    out.push_str("</fieldset>\n<output aria-live=\"polite\"></output>\n</form>\n");
}

/// Findings by family; gives how many are left out.
fn sections(out: &mut String, families: &[Family<'_>]) -> usize {
    let mut fingerprints = Fingerprints::default();
    let (mut n_shown, mut n_left) = (0, 0);
    for family in families.iter().filter(|family| !family.groups.is_empty()) {
        out.push_str(&format!(
            "<section data-family>\n<h2>{} <small>{}</small></h2>\n",
            html(&cut(family.name, NAME_CHARS_MAX)),
            family.counts.text()
        ));
        for group in &family.groups {
            for one in &group.findings {
                let detail = match n_shown {
                    n if n < HTML_OPEN_MAX && group.tier == Tier::Fail => Detail::Open,
                    n if n < HTML_FINDINGS_MAX => Detail::Closed,
                    n if n < HTML_BRIEF_MAX => Detail::Brief,
                    _ => {
                        n_left += 1;
                        continue;
                    }
                };
                n_shown += 1;
                finding(out, one, group.tier, &fingerprints.of(one), detail);
            }
        }
        out.push_str("</section>\n");
    }
    n_left
}

fn skipped(out: &mut String, skips: &[Skips<'_>]) {
    if skips.is_empty() {
        return;
    }
    out.push_str("<h2>Skipped, by reason</h2>\n<table class=\"skips\"><thead><tr><th scope=\"col\" class=\"n\">Times</th><th scope=\"col\">Reason</th><th scope=\"col\">Rules</th></tr></thead><tbody>\n");
    for skips in skips.iter().take(HTML_FINDINGS_MAX) {
        let reason = html(&cut(&skips.reason, MESSAGE_CHARS_MAX));
        let mut ids: Vec<_> = skips
            .ids
            .keys()
            .take(FOLDED_NAMES_MAX)
            .map(|id| format!("<code>{}</code>", html(*id)))
            .collect();
        if ids.len() < skips.ids.len() {
            ids.push(format!("and {} more rules", skips.ids.len() - ids.len()));
        }
        let n = skips.n_skips;
        out.push_str(&format!(
            "<tr><td class=\"n\">{n}</td><td><bdi>{reason}</bdi></td><td>{}</td></tr>\n",
            ids.join(", ")
        ));
    }
    out.push_str("</tbody></table>\n");
    if skips.len() > HTML_FINDINGS_MAX {
        out.push_str(&format!(
            "<p>and {} more reasons</p>\n",
            skips.len() - HTML_FINDINGS_MAX
        ));
    }
}

/// Rules that found nothing, folded: there are many, and each is good news of a word.
fn passed(out: &mut String, families: &[Family<'_>]) {
    let n_rules: usize = families.iter().map(|family| family.passed.len()).sum();
    if n_rules == 0 {
        return;
    }
    let n: usize = families.iter().flat_map(|family| family.passed.values()).sum();
    out.push_str(&format!(
        "<h2>Passed <small>{n}</small></h2>\n<details class=\"fold\">\n<summary>{} found nothing</summary>\n<dl>\n",
        count(n_rules as u64, "rule", "rules")
    ));
    let mut left = HTML_FINDINGS_MAX;
    for family in families.iter().filter(|family| !family.passed.is_empty()) {
        let rules = family.passed.iter().take(left).map(|(id, n)| {
            let times = if *n > 1 { format!(" ×{n}") } else { String::new() };
            format!("<code>{}</code>{times}", html(*id))
        });
        let rules: Vec<_> = rules.collect();
        left -= rules.len();
        out.push_str(&format!(
            "<dt>{}</dt><dd>{}</dd>\n",
            html(&cut(family.name, NAME_CHARS_MAX)),
            rules.join(" · ")
        ));
    }
    out.push_str("</dl>\n</details>\n");
    if n_rules > HTML_FINDINGS_MAX {
        out.push_str(&format!("<p>and {} more rules</p>\n", n_rules - HTML_FINDINGS_MAX));
    }
}

fn footer(out: &mut String, report: &Report) {
    out.push_str("<footer>\n<h2>Made from</h2>\n<table><thead><tr><th scope=\"col\">Input</th><th scope=\"col\">File</th><th scope=\"col\">SHA-256</th></tr></thead><tbody>\n");
    for input in report.inputs.iter().take(HTML_FINDINGS_MAX) {
        let [kind, name, sha256] =
            [&input.kind, &input.name, &input.sha256].map(|text| html(&cut(text, VALUE_CHARS_MAX)));
        out.push_str(&format!(
            "<tr><td>{kind}</td><td>{name}</td><td><code>{sha256}</code></td></tr>\n"
        ));
    }
    let [version, rule_set, profile, time] = [&report.version, &report.rule_set, &report.profile, &report.timestamp]
        .map(|text| html(&cut(text, VALUE_CHARS_MAX)));
    out.push_str(&format!(
        "</tbody></table>\n<p class=\"facts\">mcpward {version} · rules {rule_set} · profile {profile} · as of {time}</p>\n</footer>\n"
    ));
}
