//! JUnit XML: a suite a family, a case a check and subject, for GitLab, Jenkins, Azure and the test reporters of GitHub.
//!
//! `classname` and `name` are the same in every run, whatever is found, so that histories hold: never a message in them, and
//! several findings of one rule about one subject are one case. Only what the strictest schema (Jenkins xUnit's) knows is
//! written. Warnings and notes are `system-out` of a passed case; accepted findings are skipped, with their reason. The suite
//! `capture` is always there: it errors where not everything could be tested, and no reader meets a file without a case.
//!
//! ```xml
//! <testsuites name="mcpward" tests="2" failures="1" errors="0" time="0.012">
//!   <testsuite name="drift" tests="1" failures="1" errors="0" skipped="0" time="0.012" timestamp="2026-11-30T12:00:00Z">
//!     <testcase classname="drift.description_changed" name="tool echo" time="0.012">
//!       <failure type="drift/description_changed" message="description of tool &quot;echo&quot; changed">at: …</failure>
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use mcpward_schemas::report::{Finding, Report, SubjectKind, Verdict};
use sha2::{Digest as _, Sha256};

use super::escape::xml;
use super::hex::hex;
use super::limits::{JUNIT_FINDINGS_PER_CASE, MESSAGE_CHARS_MAX, NAME_CHARS_MAX};
use super::outline::Tier;
use super::rows::{cut, rows};

/// Rule, server, kind and name of the subject: what makes a case the same case in the next run.
type Key<'a> = (&'a str, &'a str, SubjectKind, &'a str);

/// One `testcase`.
struct Case<'a> {
    findings: Vec<(Tier, &'a Finding)>,
}

/// The report as JUnit XML.
pub(super) fn render(report: &Report) -> Vec<u8> {
    let mut families: BTreeMap<&str, BTreeMap<Key<'_>, Case<'_>>> = BTreeMap::new();
    for finding in &report.results {
        let subject = finding.subject.as_ref();
        let (kind, name) = subject.map_or((SubjectKind::Server, ""), |subject| (subject.kind, subject.name.raw()));
        let name = if kind == SubjectKind::Server { "" } else { name };
        let family = families.entry(&finding.family).or_default();
        let case = family
            .entry((&finding.id, finding.server.as_deref().unwrap_or(""), kind, name))
            .or_insert_with(|| Case { findings: Vec::new() });
        case.findings.push((Tier::of(finding), finding));
    }
    let (mut suites, mut all) = (String::new(), Counts::default());
    capture_suite(&mut suites, &mut all, report);
    for (family, cases) in &families {
        suite(&mut suites, &mut all, family, cases, &report.timestamp);
    }
    let mut out = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites name=\"mcpward\"".to_owned();
    // The schema of the root knows no `skipped`.
    let _infallible = writeln!(
        out,
        " tests=\"{}\" failures=\"{}\" errors=\"{}\" time=\"{}\">",
        all.tests,
        all.failures,
        all.errors,
        seconds(all.time_us)
    );
    out.push_str(&suites);
    out.push_str("</testsuites>\n");
    out.into_bytes()
}

#[derive(Default)]
struct Counts {
    tests: usize,
    failures: usize,
    errors: usize,
    skipped: usize,
    time_us: u64,
}

impl Counts {
    fn add(&mut self, other: &Self) {
        self.tests += other.tests;
        self.failures += other.failures;
        self.errors += other.errors;
        self.skipped += other.skipped;
        self.time_us = self.time_us.saturating_add(other.time_us);
    }

    fn open(&self, out: &mut String, name: &str, timestamp: &str) {
        let [name, timestamp] = [xml(name), xml(timestamp)];
        let Self {
            tests,
            failures,
            errors,
            skipped,
            time_us,
        } = self;
        let time = seconds(*time_us);
        let _infallible = writeln!(
            out,
            "  <testsuite name=\"{name}\" tests=\"{tests}\" failures=\"{failures}\" errors=\"{errors}\" skipped=\"{skipped}\" \
             time=\"{time}\" timestamp=\"{timestamp}\">"
        );
    }
}

/// Whether the capture ran to its end and everything could be tested.
fn capture_suite(out: &mut String, all: &mut Counts, report: &Report) {
    let time_us = report.duration_us.unwrap_or(0);
    let servers = report
        .servers
        .iter()
        .map(|server| (server.name.as_str(), &server.verdict));
    let mut verdicts: Vec<(&str, &Verdict)> = servers.collect();
    let is_alone = verdicts.is_empty();
    // What no server is to blame for, such as a check that does not exist yet, needs a case of its own.
    if is_alone || report.verdict.exit_code >= 2 && verdicts.iter().all(|(_, verdict)| verdict.exit_code < 2) {
        verdicts.push(("", &report.verdict));
    }
    let is_incomplete = |verdict: &Verdict| verdict.exit_code >= 2 || !verdict.complete;
    let counts = Counts {
        tests: verdicts.len(),
        errors: verdicts.iter().filter(|(_, verdict)| is_incomplete(verdict)).count(),
        time_us,
        ..Counts::default()
    };
    counts.open(out, "capture", &report.timestamp);
    for (server, verdict) in verdicts {
        // The time is that of the run: captures of several servers run beside each other.
        let time = seconds(if is_alone { time_us } else { 0 });
        let name = xml(&case_name(server, SubjectKind::Server, ""));
        let _infallible = write!(
            out,
            "    <testcase classname=\"capture.complete\" name=\"{name}\" time=\"{time}\""
        );
        if is_incomplete(verdict) {
            let reason = verdict
                .reason
                .as_deref()
                .unwrap_or("the capture did not run to its end");
            let reason = xml(&cut(reason, MESSAGE_CHARS_MAX));
            let _infallible = write!(
                out,
                ">\n      <error type=\"capture/complete\" message=\"{reason}\"/>\n    </testcase>\n"
            );
        } else {
            out.push_str("/>\n");
        }
    }
    out.push_str("  </testsuite>\n");
    all.add(&counts);
}

fn suite(out: &mut String, all: &mut Counts, family: &str, cases: &BTreeMap<Key<'_>, Case<'_>>, timestamp: &str) {
    let (mut body, mut counts) = (String::new(), Counts::default());
    for (key, case) in cases {
        testcase(&mut body, &mut counts, key, case);
    }
    counts.open(out, family, timestamp);
    out.push_str(&body);
    out.push_str("  </testsuite>\n");
    all.add(&counts);
}

fn testcase(out: &mut String, counts: &mut Counts, &(id, server, kind, name): &Key<'_>, case: &Case<'_>) {
    let time_us = case
        .findings
        .iter()
        .filter_map(|(_, finding)| finding.duration_us)
        .max()
        .unwrap_or(0);
    let worst = case.findings.iter().map(|(tier, _)| *tier).min().unwrap_or(Tier::Pass);
    counts.tests += 1;
    counts.time_us = counts.time_us.saturating_add(time_us);
    let of = |tier: Tier| -> Vec<&Finding> {
        case.findings
            .iter()
            .filter(|(its, _)| *its == tier)
            .map(|(_, finding)| *finding)
            .collect()
    };
    let mut children = String::new();
    match worst {
        Tier::Fail => {
            counts.failures += 1;
            element(&mut children, "failure", id, &of(Tier::Fail));
        }
        Tier::Skip | Tier::Accepted => {
            counts.skipped += 1;
            element(&mut children, "skipped", id, &of(worst));
        }
        _ => {}
    }
    let said: Vec<_> = [Tier::Warn, Tier::Change, Tier::Note]
        .into_iter()
        .flat_map(of)
        .collect();
    if !said.is_empty() {
        let _infallible = writeln!(
            children,
            "      <system-out>{}</system-out>",
            xml_lines(&body(&said, true))
        );
    }
    let [classname, name] = [xml(&id.replace('/', ".")), xml(&case_name(server, kind, name))];
    let time = seconds(time_us);
    let _infallible = write!(
        out,
        "    <testcase classname=\"{classname}\" name=\"{name}\" time=\"{time}\""
    );
    if children.is_empty() {
        out.push_str("/>\n");
    } else {
        out.extend([">\n", &children, "    </testcase>\n"]);
    }
}

/// The name of a case.
fn case_name(server: &str, kind: SubjectKind, name: &str) -> String {
    let kind = match (server, kind) {
        ("", kind) => kind.word().to_owned(),
        (server, SubjectKind::Server) => format!("server {}", short(server)),
        (server, kind) => format!("{}: {}", short(server), kind.word()),
    };
    if name.is_empty() {
        return kind;
    }
    format!("{kind} {}", short(name))
}

/// A name as long as names are; the digest of a longer one keeps what was cut apart.
fn short(name: &str) -> String {
    if name.chars().count() <= NAME_CHARS_MAX {
        return name.to_owned();
    }
    let start: String = name.chars().take(NAME_CHARS_MAX).collect();
    format!("{start}… {}", &hex(&Sha256::digest(name))[..12])
}

fn element(out: &mut String, element: &str, id: &str, findings: &[&Finding]) {
    let first = findings
        .first()
        .map_or(String::new(), |finding| match &finding.suppressed {
            Some(suppressed) => format!("accepted by {}: {}", suppressed.by, suppressed.reason),
            None => cut(&finding.message, MESSAGE_CHARS_MAX),
        });
    let more = if findings.len() > 1 {
        format!(" (and {} more)", findings.len() - 1)
    } else {
        String::new()
    };
    let [id, message] = [xml(id), xml(&cut(&first, MESSAGE_CHARS_MAX))];
    let text = xml_lines(&body(findings, findings.len() > 1));
    let _infallible = write!(out, "      <{element} type=\"{id}\" message=\"{message}{more}\"");
    if text.is_empty() {
        out.push_str("/>\n");
    } else {
        let _infallible = writeln!(out, ">{text}</{element}>");
    }
}

/// What stands in an element: a line a detail, findings apart.
fn body(findings: &[&Finding], with_messages: bool) -> Vec<String> {
    let mut lines = Vec::new();
    for finding in findings.iter().take(JUNIT_FINDINGS_PER_CASE) {
        if with_messages {
            lines.push(cut(&finding.message, MESSAGE_CHARS_MAX));
        }
        lines.extend(
            rows(finding)
                .into_iter()
                .map(|row| format!("{}: {}", row.label, row.text)),
        );
    }
    if findings.len() > JUNIT_FINDINGS_PER_CASE {
        lines.push(format!("… and {} more", findings.len() - JUNIT_FINDINGS_PER_CASE));
    }
    lines
}

/// Escaped line by line, since the line feeds between them are ours.
fn xml_lines(lines: &[String]) -> String {
    lines.iter().map(xml).collect::<Vec<_>>().join("\n")
}

/// Seconds with three decimals.
fn seconds(us: u64) -> String {
    let ms = us.saturating_add(500) / 1000;
    format!("{}.{:03}", ms / 1000, ms % 1000)
}
