//! The one place where severity, profile, waivers and exit codes act: from what the rules say to what it comes to.

mod date;
mod ignore;

use mcpward_schemas::config::{Config, Profile};
use mcpward_schemas::report::{Finding, Severity, Status, Summary, Verdict};

use crate::contract::Contract;
use crate::rules::{self, Judged, Level};

/// What a run comes to.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    /// All results in the order of the report.
    pub(crate) results: Vec<Finding>,
    pub(crate) summary: Summary,
    pub(crate) verdict: Verdict,
}

/// Applies the configuration to what the rules said. `not_built` are rows for checks that do not exist yet.
pub(crate) fn apply(
    config: &Config,
    contract: &Contract,
    judged: Vec<Judged>,
    not_built: Vec<Finding>,
    as_of: &str,
) -> Outcome {
    let mut judged: Vec<Judged> = judged.into_iter().map(|judged| weigh(judged, config.profile)).collect();
    let entries = ignore::apply(config, &mut judged, as_of);
    judged.extend(entries.into_iter().map(|judged| weigh(judged, config.profile)));
    rules::sort(&mut judged);
    let gap = judged
        .iter()
        .find(|judged| judged.is_gap)
        .map(|judged| judged.finding.clone());
    let gap = gap.or_else(|| not_built.first().cloned());
    let mut results: Vec<Finding> = judged.into_iter().map(|judged| judged.finding).collect();
    results.extend(not_built);
    results.sort_by(|a, b| a.id.cmp(&b.id));
    let summary = summary(&results);
    let verdict = verdict(config, contract, &summary, gap.as_ref());
    Outcome {
        results,
        summary,
        verdict,
    }
}

/// Status and severity of a finding by its level and the profile. A note stays a note: it is a guess, not a recommendation.
fn weigh(mut judged: Judged, profile: Profile) -> Judged {
    let Some(level) = judged.level else { return judged };
    let level = match (level, profile) {
        (Level::Warn, Profile::Strict) => Level::Fail,
        // A rule warns for one minor release before it may fail.
        (Level::Fail, Profile::Default) if is_new(judged.rule.since) => Level::Warn,
        (level, _) => level,
    };
    let finding = &mut judged.finding;
    (finding.status, finding.severity) = match level {
        Level::Fail => (Status::Fail, judged.rule.severity.min(Severity::Warning)),
        Level::Warn => (Status::Warn, Severity::Warning),
        Level::Note => (Status::Pass, Severity::Info),
    };
    judged
}

/// Whether a rule came with this minor release. The rules of the first release have nothing before them to stay stable against.
fn is_new(since: &str) -> bool {
    let minor = |version: &str| version.rsplit_once('.').map(|(minor, _)| minor.to_owned());
    since != "0.1.0" && minor(since) == minor(env!("CARGO_PKG_VERSION"))
}

fn summary(results: &[Finding]) -> Summary {
    let count = |wanted: fn(&Finding) -> bool| results.iter().filter(|finding| wanted(finding)).count() as u64;
    Summary {
        total: results.len() as u64,
        passed: count(|finding| finding.status == Status::Pass),
        failed: count(|finding| finding.status == Status::Fail),
        warnings: count(|finding| finding.status == Status::Warn),
        skipped: count(|finding| finding.status == Status::Skip),
        notes: count(|finding| {
            finding.status == Status::Pass && finding.severity == Severity::Info && finding.suppressed.is_none()
        }),
        suppressed: count(|finding| finding.suppressed.is_some()),
    }
}

/// 2 beats 1: where not everything could be tested, what failed is not all that would.
fn verdict(config: &Config, contract: &Contract, summary: &Summary, gap: Option<&Finding>) -> Verdict {
    let incomplete = contract.captures.iter().find(|capture| !capture.complete);
    let gap = gap.filter(|_| config.profile == Profile::Strict);
    let reason = if contract.captures.is_empty() {
        Some("there is no snapshot".to_owned())
    } else if let Some(capture) = incomplete {
        Some(
            capture
                .reason
                .clone()
                .unwrap_or_else(|| "the capture did not run to its end".to_owned()),
        )
    } else if contract.primary().is_none() {
        Some("the server did not agree to speak, so there is no contract to judge".to_owned())
    } else {
        gap.map(|gap| format!("{} has no evidence: {}", gap.id, gap.message.raw()))
    };
    let exit_code = match (&reason, summary.failed) {
        (Some(_), _) => 2,
        (None, 0) => 0,
        (None, _) => 1,
    };
    Verdict {
        exit_code,
        complete: incomplete.is_none() && !contract.captures.is_empty(),
        reason,
    }
}
