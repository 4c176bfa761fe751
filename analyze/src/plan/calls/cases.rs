//! The cases of suites, in order; arguments may be taken from the results of earlier ones.

use std::collections::{BTreeMap, VecDeque};

use mcpward_schemas::snapshot::{Call, Step};
use serde_json::{Map, Value, json};

use super::{call_tool, refuse, request};
use crate::plan::{Answer, paging};
use crate::suites::{self, CaseRun, Target};

/// The state of all suites.
#[derive(Debug)]
pub(super) struct Cases {
    todo: VecDeque<CaseRun>,
    /// Whether the calls are only named, so that references stay as they are written.
    pub(super) is_dry: bool,
    /// The suite whose results are kept.
    suite: usize,
    /// Results by the name of their case.
    results: BTreeMap<String, Value>,
    /// The result of the case before.
    before: Option<Value>,
    /// Probe and case name of the call that is under way.
    current: Option<(String, String)>,
}

impl Cases {
    pub(super) fn new(cases: Vec<CaseRun>, is_dry: bool) -> Self {
        Self {
            todo: cases.into(),
            is_dry,
            suite: 0,
            results: BTreeMap::new(),
            before: None,
            current: None,
        }
    }

    pub(super) fn next(&mut self) -> Option<Step> {
        let case = self.todo.pop_front()?;
        if self.is_dry {
            return Some(call(case.probe, &case.target, case.args));
        }
        if case.suite != self.suite {
            self.suite = case.suite;
            self.results.clear();
            self.before = None;
        }
        let result_of = |name: Option<&str>| match name {
            Some(name) => self.results.get(name),
            None => self.before.as_ref(),
        };
        match suites::resolve(&case.args, &result_of) {
            Ok(args) => {
                self.current = Some((case.probe.clone(), case.name.clone()));
                Some(call(case.probe, &case.target, args))
            }
            Err(reason) => Some(refuse(case.target.name(), &case.probe, &reason)),
        }
    }

    pub(super) fn absorb(&mut self, last: Answer<'_>) {
        let Step::Request { probe, .. } = last.step else { return };
        let Some((_, name)) = self.current.take_if(|(current, _)| current == probe) else {
            return;
        };
        self.before = last.answer.and_then(result);
        if let Some(result) = &self.before {
            self.results.insert(name, result.clone());
        }
    }
}

/// The result in an answer, as a library value; nothing deeper than what `serde_json` reads.
fn result(answer: &str) -> Option<Value> {
    let message: Value = serde_json::from_str(answer).ok()?;
    paging::is_response(&message)
        .then(|| message.get("result").cloned())
        .flatten()
}

fn call(probe: String, target: &Target, args: Map<String, Value>) -> Step {
    match target {
        Target::Tool(name) => call_tool(probe, name, &args.into()),
        Target::Resource(uri) => request(probe, Call::with("resources/read", json!({ "uri": uri }))),
        Target::Prompt(name) => request(
            probe,
            Call::with("prompts/get", json!({ "name": name, "arguments": args })),
        ),
    }
}
