//! The cases of the suites with what was recorded of them, for the rules of family `behavioral`.

use std::collections::BTreeMap;

use mcpward_schemas::config::{Config, Expect};
use mcpward_schemas::report::{Subject, SubjectKind, Untrusted};

use super::{About, Context, Sink};
use crate::contract::{Contract, Exchange};
use crate::limits::RECURSION_DEPTH_MAX;
use crate::suites::{self, CaseRun, Golden, NotRun, Recorded, Target};

/// One case of the suites, or one call around them.
pub(super) struct Case<'a> {
    pub(super) run: CaseRun,
    /// Its place among the cases, from 0; calls around them have none.
    idx: Option<usize>,
    /// What was recorded, or why nothing was.
    pub(super) exchange: Result<&'a Exchange, NotRun>,
}

impl Case<'_> {
    /// The tool, resource or prompt, and the name of the case.
    pub(super) fn title(&self) -> String {
        format!("{}: {}", self.run.target.name(), self.run.name)
    }

    pub(super) fn about(&self) -> About {
        let subject = Subject {
            kind: SubjectKind::Case,
            name: Untrusted::new(self.title()),
        };
        About::new(subject, self.idx.unwrap_or(usize::MAX))
    }

    /// The result as a library value; `None` where there is none, or it is nested too deep.
    pub(super) fn result(&self) -> Option<serde_json::Value> {
        self.exchange.as_ref().ok()?.result()?.to_serde(RECURSION_DEPTH_MAX)
    }

    /// Whether it calls a tool.
    pub(super) fn is_tool(&self) -> bool {
        matches!(self.run.target, Target::Tool(_))
    }
}

/// All chosen cases and calls around them, in order. Suites that do not expand give none: loading a configuration refuses them.
pub(super) fn matched<'a>(config: &Config, contract: &'a Contract) -> Vec<Case<'a>> {
    let runs = suites::chosen(config).unwrap_or_default();
    let mut recorded = contract
        .main()
        .map(|surface| Recorded::of(contract.connection(surface)));
    let mut n_cases = 0;
    let cases = runs.into_iter().map(|run| {
        let exchange = match &mut recorded {
            Some(recorded) => recorded.find(&run),
            None => Err(NotRun::NotRecorded),
        };
        let idx = run.expect.as_ref().map(|_| {
            n_cases += 1;
            n_cases - 1
        });
        Case { run, idx, exchange }
    });
    cases.collect()
}

/// Gives `judge` each case that has the expectation; the others are left out, and those without a recorded answer are skipped:
/// `behavioral/case` says why.
pub(super) fn for_each(
    cx: &Context<'_>,
    sink: &mut Sink,
    has: fn(&Expect) -> bool,
    judge: &mut dyn FnMut(&Case<'_>, &mut Sink),
) {
    let mut is_any = false;
    for case in &cx.cases {
        let Some(expect) = &case.run.expect else { continue };
        if !has(expect) {
            sink.seen(case.about());
            continue;
        }
        is_any = true;
        match &case.exchange {
            Ok(exchange) if exchange.response.is_some() => judge(case, sink),
            Ok(exchange) => sink.skip_nothing(case.about(), exchange.why_no_result()),
            Err(reason) => sink.skip_nothing(case.about(), reason.describe()),
        }
    }
    if !is_any {
        sink.not_asked();
    }
}

/// What a golden leaves out.
pub(super) fn golden_of(expect: &Expect) -> Result<Golden, String> {
    let masks = expect
        .mask
        .iter()
        .map(|mask| suites::Mask::parse(mask).map_err(|error| error.to_string()));
    let unordered = expect
        .unordered
        .iter()
        .map(|path| suites::Path::parse(path).map_err(|error| error.to_string()));
    Ok(Golden {
        masks: masks.collect::<Result<_, _>>()?,
        unordered: unordered.collect::<Result<_, _>>()?,
    })
}

/// The golden files of all cases that name one and have a result, by path; of several cases the last.
pub(crate) fn goldens(config: &Config, contract: &Contract) -> BTreeMap<String, String> {
    let cases = matched(config, contract);
    let made = cases.iter().filter_map(|case| {
        let expect = case.run.expect.as_ref()?;
        let golden = golden_of(expect).ok()?;
        Some((expect.golden.clone()?, suites::render(&golden, &case.result()?)))
    });
    made.collect()
}
