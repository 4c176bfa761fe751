//! Odd inputs go to connections of their own, since a server may die of them; where one ends, the next goes on.

use std::collections::VecDeque;

use mcpward_schemas::snapshot::Step;

use super::calls;
use super::{Learned, Scenario, Settings};
use crate::contract::probe;

/// Connections that a server may end. 10: it has been shown by then, and each costs a start.
const CONNECTIONS_MAX: u32 = 10;

/// What of the odd inputs is still to be sent.
#[derive(Debug, Default)]
pub(super) struct OddInputs {
    steps: VecDeque<Step>,
    is_planned: bool,
    n_connections: u32,
}

impl OddInputs {
    /// The connection that sends what remains; `None` where nothing does, or the server ended too often.
    pub(super) fn connection(&mut self, settings: &Settings, learned: &Learned) -> Option<Scenario> {
        if !std::mem::replace(&mut self.is_planned, true) {
            self.steps = settings.wanted.odd_inputs(&learned.definitions);
        }
        if self.steps.is_empty() || self.n_connections == CONNECTIONS_MAX {
            return None;
        }
        self.n_connections += 1;
        let scenario = format!("{}/{}", probe::FUZZ, self.n_connections);
        Scenario::probing(&scenario, learned, self.steps.iter().cloned().collect())
    }

    /// A step is asked: it does not remain.
    pub(super) fn asked(&mut self, step: &Step) {
        if self.steps.front() == Some(step) {
            self.steps.pop_front();
        }
    }

    /// The refusal of what remains after the last connection, once a tool.
    pub(super) fn refusal(&mut self) -> Option<Step> {
        let reason = format!("the server ended {CONNECTIONS_MAX} connections before");
        let refused = |step: Step| calls::withheld(step, &reason);
        let first = self.steps.pop_front().map(refused)?;
        self.steps.retain(|step| refused(step.clone()) != first);
        Some(first)
    }
}
