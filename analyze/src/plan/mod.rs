//! What to ask a server next: a pure state machine that the recorder drives.

use mcpward_schemas::config::Config;
use mcpward_schemas::snapshot::{Outcome, Step};

/// How the last step went.
#[derive(Debug, Clone, Copy)]
pub struct Answer<'a> {
    /// The step.
    pub step: &'a Step,
    /// How it ended.
    pub outcome: &'a Outcome,
    /// The text of the frame that answered it.
    pub answer: Option<&'a str>,
    /// Methods of the notifications that came since the step before.
    pub notifications: &'a [String],
}

/// Decides what to ask next. Give it the outcome of each step; it ends with [`Step::Done`], and repeats it when asked again.
#[derive(Debug)]
pub struct Planner {}

impl Planner {
    /// A planner for the masked view of a configuration.
    pub fn new(_config: &Config) -> Self {
        Self {}
    }

    /// The next step. `last` is `None` only on the first call.
    pub fn next(&mut self, _last: Option<Answer<'_>>) -> Step {
        Step::Done
    }
}
