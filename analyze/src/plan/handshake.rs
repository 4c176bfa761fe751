//! A connection of the handshake era: `initialize`, then what the server declares, then a shutdown in good order.

use std::collections::VecDeque;

use mcpward_json::{Doc, Limits, Value};
use mcpward_schemas::snapshot::{Call, Era, Outcome, Step};

use super::calls::Calls;
use super::paging::{self, Paging};
use super::probes::{self, Agreed};
use super::tasks::{self, Task};
use super::{Answer, Learned, Settings};
use crate::contract::{ListKind, probe};
use crate::limits::{PASSES_MAX, SETTLE_MAX_MS, SETTLE_QUIET_MS, UNANSWERED_MAX};

/// The state of one connection.
#[derive(Debug)]
pub(super) struct Handshake {
    scenario: String,
    version: String,
    /// Whether the connection ends after the handshake.
    greets_only: bool,
    stage: Stage,
    tasks: VecDeque<Task>,
    paging: Option<Paging>,
    calls: Option<Calls>,
    /// Lists that the server declares.
    declared: Vec<ListKind>,
    /// Whether the server announced a change since the last listing began.
    changed: bool,
    /// Requests in a row without an answer.
    n_unanswered: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Unopened,
    Opening,
    Greeting,
    Working,
    Closing,
    Closed,
}

impl Handshake {
    /// The connection that all lists come from.
    pub(super) fn main(scenario: &str, version: &str) -> Self {
        Self {
            scenario: scenario.to_owned(),
            version: version.to_owned(),
            greets_only: false,
            stage: Stage::Unopened,
            tasks: VecDeque::new(),
            paging: None,
            calls: None,
            declared: Vec::new(),
            changed: false,
            n_unanswered: 0,
        }
    }

    /// A connection that only asks whether a version is served.
    pub(super) fn greeting(scenario: &str, version: &str) -> Self {
        Self {
            greets_only: true,
            ..Self::main(scenario, version)
        }
    }

    /// The next step; `None` where the connection is closed.
    pub(super) fn next(
        &mut self,
        last: Option<Answer<'_>>,
        settings: &Settings,
        learned: &mut Learned,
    ) -> Option<Step> {
        match self.stage {
            Stage::Unopened => {
                self.stage = Stage::Opening;
                let era = Era::Handshake {
                    version: self.version.clone(),
                };
                Some(Step::Open {
                    scenario: self.scenario.clone(),
                    era,
                })
            }
            // Without a connection there is nothing to close.
            Stage::Opening if !last.is_some_and(is_done) => {
                self.stage = Stage::Closed;
                None
            }
            Stage::Opening => {
                self.stage = Stage::Greeting;
                Some(tasks::request(probe::INITIALIZE, self.initialize(settings)))
            }
            Stage::Greeting => {
                let answer = last.and_then(|last| last.answer);
                if answer.is_some_and(|answer| self.greeted(answer, settings, learned)) {
                    self.stage = Stage::Working;
                }
                Some(self.work(settings, learned))
            }
            Stage::Working => {
                if let Some(last) = last {
                    self.absorb(last, learned);
                }
                Some(self.work(settings, learned))
            }
            Stage::Closing | Stage::Closed => {
                self.stage = Stage::Closed;
                None
            }
        }
    }

    fn initialize(&self, settings: &Settings) -> Call {
        let mut params = settings.client.clone();
        params.insert("protocolVersion".to_owned(), self.version.clone().into());
        Call::with("initialize", params.into())
    }

    /// Reads the answer to `initialize` and plans the rest; `false` where the server did not agree.
    fn greeted(&mut self, answer: &str, settings: &Settings, learned: &mut Learned) -> bool {
        let Ok(doc) = Doc::parse(answer, &Limits::default()) else {
            return false;
        };
        let Some(result) = paging::response(doc.root()).and_then(|response| response.get("result")) else {
            return false;
        };
        if !result.is_object() {
            return false;
        }
        let version = result
            .get("protocolVersion")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .into_owned();
        let declares = |capability: &str| {
            // A server without a `capabilities` object is asked for everything: there is nothing to go by.
            let Some(all) = result.get("capabilities").filter(|all| all.is_object()) else {
                return true;
            };
            all.get(capability).is_some_and(|value| !value.is_null())
        };
        self.declared = ListKind::ALL
            .into_iter()
            .filter(|kind| declares(kind.capability()))
            .collect();
        let initialized = Step::Notify {
            probe: probe::INITIALIZED.to_owned(),
            call: Call::new("notifications/initialized"),
        };
        self.tasks.push_back(Task::Step(Box::new(initialized)));
        if self.greets_only {
            return true;
        }
        self.tasks
            .push_back(Task::Step(Box::new(tasks::request(probe::PING, Call::new("ping")))));
        self.tasks.extend([Task::Lists(1), Task::Lists(2)]);
        if settings.errors && declares("tools") {
            self.tasks.push_back(Task::UnknownTool);
        }
        if settings.compliance {
            let agreed = Agreed {
                version: &version,
                lists: &self.declared,
                declares: &declares,
            };
            self.tasks.extend(probes::all(&agreed));
        }
        learned.version = Some(version);
        if settings.wanted.is_any() {
            self.tasks.push_back(Task::Calls);
        }
        true
    }

    fn absorb(&mut self, last: Answer<'_>, learned: &mut Learned) {
        // What is announced while waiting for quiet comes before the listing that follows.
        let settling = matches!(last.step, Step::Settle { .. });
        self.changed |= !settling
            && last
                .notifications
                .iter()
                .any(|method| method.ends_with("/list_changed"));
        match last.outcome {
            Outcome::Answered { .. } => self.n_unanswered = 0,
            Outcome::TimedOut | Outcome::Failed { .. } => self.n_unanswered += 1,
            Outcome::Done | Outcome::Silent => {}
            Outcome::Closed => self.n_unanswered = UNANSWERED_MAX,
        }
        if let Some(mut paging) = self.paging.take() {
            let next = last.answer.and_then(|answer| paging.next(answer));
            match next {
                Some(step) => {
                    self.tasks.push_front(Task::Step(Box::new(step)));
                    self.paging = Some(paging);
                }
                None if paging.kind() == ListKind::Tools => {
                    learned.tools.append(&mut paging.names);
                    // A listing that failed half-way knows less than the one before.
                    let definitions = paging.items.unwrap_or_default();
                    if definitions.len() >= learned.definitions.len() {
                        learned.definitions = definitions;
                    }
                }
                None => {}
            }
        }
        if let Some(calls) = &mut self.calls {
            calls.absorb(last);
        }
        if self.n_unanswered >= UNANSWERED_MAX {
            self.tasks.clear();
            self.paging = None;
        }
    }

    /// The next step of the tasks that remain; closes the connection where none does.
    fn work(&mut self, settings: &Settings, learned: &Learned) -> Step {
        loop {
            match self.tasks.pop_front() {
                None => {
                    self.stage = Stage::Closing;
                    return Step::Close;
                }
                Some(Task::Step(step)) => return *step,
                Some(Task::UnknownTool) => return tasks::unknown_tool(learned),
                Some(Task::Calls) => {
                    let calls = self
                        .calls
                        .get_or_insert_with(|| Calls::new(&settings.wanted, &learned.definitions));
                    if let Some(step) = calls.next() {
                        self.tasks.push_front(Task::Calls);
                        return step;
                    }
                }
                Some(Task::List(kind, pass)) => {
                    let keeps_items = kind == ListKind::Tools && settings.wanted.is_any();
                    let paging = Paging::new(kind, pass, keeps_items);
                    let step = paging.first();
                    self.paging = Some(paging);
                    return step;
                }
                Some(Task::Lists(pass)) => {
                    if let Some(settle) = self.lists(pass) {
                        return settle;
                    }
                }
            }
        }
    }

    /// Plans listing number `pass`. Where the server has announced a change it may still be changing, so quiet comes first.
    /// The listing after the second is only made where another change was announced meanwhile.
    fn lists(&mut self, pass: u32) -> Option<Step> {
        if pass > PASSES_MAX || (pass > 2 && !self.changed) {
            return None;
        }
        let changed = std::mem::take(&mut self.changed);
        if pass >= 2 {
            self.tasks.push_front(Task::Lists(pass + 1));
        }
        for &kind in self.declared.iter().rev() {
            self.tasks.push_front(Task::List(kind, pass));
        }
        changed.then_some(Step::Settle {
            quiet_ms: SETTLE_QUIET_MS,
            max_ms: SETTLE_MAX_MS,
        })
    }
}

fn is_done(last: Answer<'_>) -> bool {
    matches!(last.outcome, Outcome::Done | Outcome::Answered { .. })
}
