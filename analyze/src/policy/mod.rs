//! The one place where severity, profile, waivers and exit codes act: from what the rules say to what it comes to.

mod date;
mod drift;
mod ignore;
mod pinned;
mod verdict;

pub(crate) use pinned::{is_pinnable, pinned};

use mcpward_schemas::config::{Config, Profile};
use mcpward_schemas::report::{Finding, Severity, Status, Summary, Verdict};

use crate::contract::Contract;
use crate::drift::Compared;
use crate::rules::{self, Judged, Level};

/// What the rules said of one server, and what it was judged by.
pub(crate) struct Side<'a> {
    /// Its name, where there are several.
    pub(crate) server: Option<&'a str>,
    pub(crate) contract: &'a Contract,
    pub(crate) compared: Option<&'a Compared>,
    pub(crate) judged: Vec<Judged>,
}

impl<'a> Side<'a> {
    /// The only server of a run.
    pub(crate) fn only(contract: &'a Contract, judged: Vec<Judged>, compared: Option<&'a Compared>) -> Self {
        Self {
            server: None,
            contract,
            compared,
            judged,
        }
    }
}

/// What a run comes to.
#[derive(Debug, Clone)]
pub(crate) struct Outcome {
    /// All results in the order of the report.
    pub(crate) results: Vec<Finding>,
    pub(crate) summary: Summary,
    pub(crate) verdict: Verdict,
    /// Counts and verdict of each server.
    pub(crate) sides: Vec<(Summary, Verdict)>,
}

/// Applies the configuration to what the rules said.
pub(crate) fn apply(config: &Config, mut sides: Vec<Side<'_>>, as_of: &str) -> Outcome {
    let judged = sides.iter_mut().flat_map(|side| std::mem::take(&mut side.judged));
    let mut judged: Vec<Judged> = judged.map(|judged| weigh(judged, config)).collect();
    let entries = ignore::apply(config, &mut judged, as_of);
    judged.extend(entries.into_iter().map(|judged| weigh(judged, config)));
    for side in &sides {
        if let Some(compared) = side.compared {
            pinned::apply(&compared.pinned, side.server, &mut judged);
            judged.extend(drift::summary(&judged, compared, side.server));
        }
    }
    rules::sort(&mut judged);
    let outcomes: Vec<(Summary, Verdict)> = sides.iter().map(|side| outcome(config, side, &judged)).collect();
    let results: Vec<Finding> = judged.into_iter().map(|judged| judged.finding).collect();
    let summary = summary(results.iter());
    let verdict = verdict::of_run(&sides, &outcomes, &summary);
    Outcome {
        results,
        summary,
        verdict,
        sides: outcomes,
    }
}

/// Counts and verdict of one server.
fn outcome(config: &Config, side: &Side<'_>, judged: &[Judged]) -> (Summary, Verdict) {
    let own = || {
        judged
            .iter()
            .filter(|judged| judged.finding.server.as_deref() == side.server)
    };
    let gap = own().find(|judged| judged.is_gap).map(|judged| &judged.finding);
    let gap = gap.filter(|_| config.profile == Profile::Strict);
    let summary = summary(own().map(|judged| &judged.finding));
    let verdict = verdict::of_server(side, &summary, gap);
    (summary, verdict)
}

/// Status and severity of a finding by its level and the profile. A note stays a note: it is a guess, not a recommendation.
fn weigh(mut judged: Judged, config: &Config) -> Judged {
    if judged.drift.is_some() {
        return drift::weigh(judged, config);
    }
    let Some(level) = judged.level else { return judged };
    let level = match (level, config.profile) {
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

fn summary<'f>(results: impl Iterator<Item = &'f Finding>) -> Summary {
    let mut summary = Summary::default();
    for finding in results {
        let is_accepted = finding.suppressed.is_some();
        let is_note = finding.status == Status::Pass && finding.severity == Severity::Info && !is_accepted;
        summary.total += 1;
        summary.passed += u64::from(finding.status == Status::Pass);
        summary.failed += u64::from(finding.status == Status::Fail);
        summary.warnings += u64::from(finding.status == Status::Warn);
        summary.skipped += u64::from(finding.status == Status::Skip);
        summary.notes += u64::from(is_note);
        summary.suppressed += u64::from(is_accepted);
    }
    summary
}
