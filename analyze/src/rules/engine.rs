//! Runs the rules and counts what they did not say.

use std::collections::BTreeMap;

use mcpward_schemas::config::{Config, Switch};
use mcpward_schemas::report::{Finding, Severity, Status, SubjectKind};
use rayon::prelude::*;

use super::drift_weight::Weight;
use super::needs::Lack;
use super::sink::{Sink, blank};
use super::{Context, Level, RuleMeta, all};

/// What a rule said, before policy.
#[derive(Debug, Clone)]
pub(crate) struct Judged {
    /// The result; policy sets its status and severity where `level` is there.
    pub(crate) finding: Finding,
    /// How much a finding weighs by itself; `None` for passes and skips.
    pub(crate) level: Option<Level>,
    /// The rule.
    pub(crate) rule: &'static RuleMeta,
    /// A skip for want of evidence that there should be.
    pub(crate) is_gap: bool,
    /// What it weighs, where it is a change: then the policy of drift decides instead of `level`.
    pub(crate) drift: Option<Weight>,
}

/// Runs every rule that the configuration asks for, a comparison those about changes; the order is by rule, subject,
/// pointer and frame.
pub(crate) fn run(cx: &Context<'_>) -> Vec<Judged> {
    let is_wanted = |rule: &&RuleMeta| match rule.family() {
        "drift" if cx.is_comparison => true,
        family => is_on(cx.config(), family) && (!cx.is_comparison || family == "security"),
    };
    let wanted: Vec<&'static RuleMeta> = all().iter().filter(is_wanted).collect();
    if wanted.iter().any(|rule| rule.family() == "security") {
        // Here and not in a rule: the scan runs in parallel itself, and rules that wait for it would hold its threads.
        cx.scan();
    }
    let judged: Vec<Vec<Judged>> = wanted.into_par_iter().map(|rule| judge(rule, cx)).collect();
    let mut judged: Vec<Judged> = judged.into_iter().flatten().collect();
    add_durations(&mut judged, cx);
    sort(&mut judged);
    judged
}

/// Gives findings about an exchange the time that the server took for it.
fn add_durations(judged: &mut [Judged], cx: &Context<'_>) {
    let exchanges = cx
        .contract
        .connections
        .iter()
        .flat_map(|connection| &connection.exchanges);
    let took: BTreeMap<_, _> = exchanges
        .filter_map(|exchange| Some((exchange.response.as_ref()?.frame, exchange.took_us()?)))
        .collect();
    for judged in judged {
        let times = judged.finding.evidence.iter().filter_map(|frame| took.get(frame));
        judged.finding.duration_us = times.copied().reduce(u64::saturating_add);
    }
}

/// Sorts by rule, server, subject, pointer, frame and message; passes and skips come before the findings of their rule.
pub(crate) fn sort(judged: &mut [Judged]) {
    judged.sort_by(|a, b| {
        let (a, b) = (&a.finding, &b.finding);
        let head = a.id.cmp(&b.id).then_with(|| a.server.cmp(&b.server));
        let head = head.then_with(|| a.subject.cmp(&b.subject));
        head.then_with(|| a.pointer.cmp(&b.pointer))
            .then_with(|| a.evidence.cmp(&b.evidence))
            .then_with(|| a.message.cmp(&b.message))
    });
}

/// Whether a family is switched on.
fn is_on(config: &Config, family: &str) -> bool {
    let checks = &config.checks;
    match family {
        "compliance" => checks.compliance,
        "schema" | "resources" | "prompts" => checks.schema,
        "security" => checks.security,
        "errors" => matches!(checks.errors, Switch::On(_)),
        "drift" => checks.drift.is_some(),
        "collision" => checks.collision.enabled,
        "latency" => checks.latency.is_some(),
        "fuzz" => checks.fuzz.is_some(),
        "clients" => checks.clients.is_some(),
        "cost" => checks.cost.is_some(),
        "behavioral" => !config.suites.is_empty(),
        _ => true,
    }
}

fn judge(rule: &'static RuleMeta, cx: &Context<'_>) -> Vec<Judged> {
    if let Some(Lack { reason, is_gap }) = rule.needs.iter().find_map(|needs| needs.lack(cx)) {
        return vec![skip(rule, reason, is_gap)];
    }
    let mut sink = Sink::new(rule);
    (rule.check)(cx, &mut sink);
    if sink.not_asked && sink.found.is_empty() {
        return Vec::new();
    }
    let mut judged: Vec<Judged> = Vec::new();
    judged.extend(skips(rule, &sink));
    // Where the rule did not ask about every subject, the others did not pass.
    if !sink.not_asked {
        judged.extend(pass(rule, cx, &sink));
    }
    judged.extend(sink.found.into_iter().map(|mut found| {
        name_server(&mut found.finding, cx);
        Judged {
            finding: found.finding,
            level: Some(found.level),
            rule,
            is_gap: false,
            drift: found.drift,
        }
    }));
    judged
}

/// Gives findings about the server the name that it calls itself.
fn name_server(finding: &mut Finding, cx: &Context<'_>) {
    let Some(subject) = finding
        .subject
        .as_mut()
        .filter(|subject| subject.kind == SubjectKind::Server)
    else {
        return;
    };
    if let Some(surface) = cx.surface {
        subject.name = surface.server_name();
    }
}

/// One skip for each reason, since a server of a thousand tools would else fill the report with one sentence.
fn skips(rule: &'static RuleMeta, sink: &Sink) -> Vec<Judged> {
    let mut by_reason: BTreeMap<(&str, bool), usize> = BTreeMap::new();
    for lack in &sink.skips {
        *by_reason.entry((&lack.reason, lack.is_gap)).or_insert(0) += 1;
    }
    let text = |reason: &str, n: usize| {
        if n == 1 {
            reason.to_owned()
        } else {
            format!("{reason} ({n} times)")
        }
    };
    by_reason
        .into_iter()
        .map(|((reason, is_gap), n)| skip(rule, text(reason, n), is_gap))
        .collect()
}

fn skip(rule: &'static RuleMeta, reason: String, is_gap: bool) -> Judged {
    let mut finding = blank(rule, reason);
    finding.status = Status::Skip;
    finding.severity = Severity::Info;
    Judged {
        finding,
        level: None,
        rule,
        is_gap,
        drift: None,
    }
}

/// The pass that stands for all subjects without finding and without skip.
fn pass(rule: &'static RuleMeta, cx: &Context<'_>, sink: &Sink) -> Option<Judged> {
    let n_all: usize = rule.subjects.iter().map(|&kind| cx.n_subjects(kind)).sum();
    if n_all == 0 {
        return Some(skip(
            rule,
            format!("the server has no {}", plural(rule.subjects)),
            false,
        ));
    }
    let n_seen = sink
        .seen
        .iter()
        .filter(|(kind, _)| rule.subjects.contains(kind))
        .count();
    let n_passed = n_all.saturating_sub(n_seen);
    if n_passed == 0 {
        return None;
    }
    let message = match &sink.pass_message {
        Some(message) => message.clone(),
        None if rule.subjects == [SubjectKind::Server] => rule.title.to_owned(),
        None if n_passed == n_all => format!("holds for {}", count(n_all, rule.subjects)),
        None => format!("holds for {n_passed} of {}", count(n_all, rule.subjects)),
    };
    let mut finding = blank(rule, message);
    // Severity info would make it a note.
    finding.severity = rule.severity.min(Severity::Warning);
    Some(Judged {
        finding,
        level: None,
        rule,
        is_gap: false,
        drift: None,
    })
}

fn count(n: usize, kinds: &[SubjectKind]) -> String {
    match (n, kinds) {
        (1, [kind]) => format!("1 {}", kind.word()),
        _ => format!("{n} {}", plural(kinds)),
    }
}

fn plural(kinds: &[SubjectKind]) -> String {
    match kinds {
        [kind] => format!("{}s", kind.word()),
        _ => "subjects".to_owned(),
    }
}
