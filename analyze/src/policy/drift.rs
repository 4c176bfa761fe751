//! The policy of drift: severities and `fail_on`, of all tools and of single ones, and what the caller uses.

use mcpward_schemas::config::{self, Config, FailOn, Profile};
use mcpward_schemas::report;
use mcpward_schemas::report::{Finding, Status};

use crate::drift::{Compared, Problem, Severity};
use crate::rules::{self, Judged, SUMMARY, Weight};

/// Status, severity and reason of a finding about a change.
pub(super) fn weigh(mut judged: Judged, config: &Config) -> Judged {
    let Some(weight) = &judged.drift else { return judged };
    let default = config::Drift::default();
    let drift = config.checks.drift.as_ref().unwrap_or(&default);
    let severity = severity(drift, weight);
    let (fails, policy) = decide(drift, weight, severity);
    let strict = config.profile == Profile::Strict && severity > Severity::Low && !weight.is_folded;
    let (status, level) = match (fails || strict, severity) {
        (true, Severity::High) => (Status::Fail, report::Severity::Error),
        (true, _) => (Status::Fail, report::Severity::Warning),
        (false, _) if weight.is_folded => (Status::Pass, report::Severity::Info),
        (false, Severity::Low) => (Status::Pass, report::Severity::Info),
        (false, _) => (Status::Warn, report::Severity::Warning),
    };
    let finding = &mut judged.finding;
    (finding.status, finding.severity) = (status, level);
    finding.drift_severity = Some(severity.name().to_owned());
    finding.policy = Some(match (fails, strict) {
        (true, _) => format!("fails: {policy}"),
        (false, true) => "fails: the profile is strict".to_owned(),
        (false, false) => format!("does not fail: {policy}"),
    });
    judged
}

/// The severity in force: of the tool, of the class, of the change itself.
fn severity(drift: &config::Drift, weight: &Weight) -> Severity {
    let class = weight.class.name();
    let of_tool = weight
        .tool
        .as_ref()
        .and_then(|tool| drift.tools.get(tool))
        .and_then(|tool| tool.severity.get(class));
    let set = of_tool
        .or_else(|| drift.severity.get(class))
        .and_then(|word| Severity::of(word));
    match set {
        // White space stays low whatever weight the class is given.
        Some(severity) if !weight.is_layout => severity,
        _ => weight.severity,
    }
}

/// Whether it fails, and why.
fn decide(drift: &config::Drift, weight: &Weight, severity: Severity) -> (bool, String) {
    if weight.is_folded {
        return (false, "drift/all-tools-removed speaks for it".to_owned());
    }
    if weight.always {
        return (true, weight.why.to_owned());
    }
    let of_tool = weight
        .tool
        .as_ref()
        .and_then(|tool| drift.tools.get(tool))
        .and_then(|tool| tool.fail_on.as_ref());
    let (fails, why) = match of_tool.or(drift.fail_on.as_ref()) {
        None => (weight.fails, weight.why.to_owned()),
        Some(FailOn::Severity(word)) => match Severity::of(word) {
            Some(least) if severity >= least => (true, format!("severity {}, fail_on is {word}", severity.name())),
            _ => (false, format!("severity {}, fail_on is {word}", severity.name())),
        },
        Some(FailOn::Classes(_)) if weight.is_layout => (false, weight.why.to_owned()),
        Some(FailOn::Classes(classes)) => {
            let class = weight.class.name();
            let is_listed = classes.iter().any(|listed| listed == class);
            (
                is_listed,
                format!("fail_on {} {class}", if is_listed { "lists" } else { "does not list" }),
            )
        }
    };
    if fails && weight.is_break && !is_used(drift, weight) {
        return (false, "it is nothing that `uses` names".to_owned());
    }
    (fails, why)
}

/// Whether the caller is hit.
fn is_used(drift: &config::Drift, weight: &Weight) -> bool {
    let Some(tool) = weight.tool.as_ref().filter(|_| !drift.uses.is_empty()) else {
        return true;
    };
    let Some(uses) = drift.uses.iter().find(|uses| uses.tool == *tool) else {
        return false;
    };
    match &weight.fields {
        Some(touched) if !uses.fields.is_empty() => touched.iter().any(|field| uses.fields.contains(field)),
        _ => true,
    }
}

/// Why nothing could be compared, as the reason of exit code 2.
pub(super) fn problem(compared: &Compared) -> Option<String> {
    match compared.problem.as_ref()? {
        Problem::Missing => Some(format!(
            "there is no lock file {}; `mcpward baseline` writes one",
            compared.file
        )),
        Problem::Invalid(reason) => Some(format!("{}: {reason}", compared.file)),
    }
}

/// The row that counts the changes of a server.
pub(super) fn summary(judged: &[Judged], compared: &Compared, server: Option<&str>) -> Option<Judged> {
    if compared.problem.is_some() {
        return None;
    }
    let changes: Vec<&Finding> = judged
        .iter()
        .filter(|judged| judged.drift.is_some())
        .map(|judged| &judged.finding)
        .filter(|finding| finding.server.as_deref() == server)
        .collect();
    if changes.is_empty() {
        return None;
    }
    let count = |wanted: fn(&&&Finding) -> bool| changes.iter().filter(wanted).count();
    let n_failing = count(|finding| finding.status == Status::Fail);
    let n_accepted = count(|finding| finding.suppressed.is_some());
    let noun = if changes.len() == 1 { "change" } else { "changes" };
    let mut message = match n_failing {
        0 => format!("{} {noun} against {}, none fails", changes.len(), compared.file),
        n => format!(
            "Drift detected: {n} failing of {} {noun} against {}",
            changes.len(),
            compared.file
        ),
    };
    if n_accepted > 0 {
        message.push_str(&format!(", {n_accepted} accepted"));
    }
    let mut finding = rules::blank(&SUMMARY, message);
    (finding.status, finding.severity) = (Status::Pass, report::Severity::Info);
    finding.server = server.map(str::to_owned);
    Some(Judged {
        finding,
        level: None,
        rule: &SUMMARY,
        is_gap: false,
        drift: None,
    })
}
