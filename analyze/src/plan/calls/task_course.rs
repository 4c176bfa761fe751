//! One task from its beginning to its end (2025-11-25, Tasks): a tool that is called anyway is called as a task, which is asked for
//! until it has ended; then its result is taken, and it is canceled, which must be refused.
//!
//! A task that takes too long is canceled and given up: the questions are counted, and each wait between them is bounded.

use mcpward_schemas::snapshot::{Call, Step};
use serde_json::{Value, json};

use super::once::Called;
use super::request;
use crate::contract::probe;
use crate::limits::{TASK_POLL_MAX_MS, TASK_POLL_MS, TASK_POLLS_MAX};
use crate::plan::{Answer, paging};

/// Milliseconds that the task is to be kept. A minute: longer than the course takes.
const TTL_MS: u64 = 60_000;

/// Statuses that a task never leaves.
const TERMINAL: [&str; 3] = ["completed", "failed", "cancelled"];

/// Where the course stands.
#[derive(Debug)]
pub(super) struct TaskCourse {
    tool: String,
    arguments: Value,
    stage: Stage,
    /// `taskId`, once it is known.
    id: String,
    poll_ms: u64,
    n_polls: u32,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Create,
    Get,
    Wait,
    Result,
    GetAfter,
    Cancel,
    Abandon,
    /// Something was asked whose answer decides.
    Asked,
    Over,
}

impl TaskCourse {
    pub(super) fn new(called: &Called) -> Self {
        Self {
            tool: called.tool.clone(),
            arguments: called.arguments.clone(),
            stage: Stage::Create,
            id: String::new(),
            poll_ms: TASK_POLL_MS,
            n_polls: 0,
        }
    }

    /// The next step; `None` where the course is over, or waits for an answer.
    pub(super) fn next(&mut self) -> Option<Step> {
        let about = |method: &str| Call::with(method, json!({ "taskId": self.id }));
        let (probe, call, stage) = match self.stage {
            Stage::Asked | Stage::Over => return None,
            Stage::Wait => {
                self.stage = Stage::Get;
                return Some(Step::Settle {
                    quiet_ms: self.poll_ms,
                    max_ms: self.poll_ms,
                });
            }
            Stage::Create => {
                let task = json!({ "ttl": TTL_MS });
                let params = json!({ "name": self.tool, "arguments": self.arguments, "task": task });
                (
                    probe::TASK_CREATE.to_owned(),
                    Call::with("tools/call", params),
                    Stage::Asked,
                )
            }
            Stage::Get => {
                self.n_polls += 1;
                let probe = format!("{}/{}", probe::TASK_GET, self.n_polls);
                (probe, about("tasks/get"), Stage::Asked)
            }
            Stage::Result => (probe::TASK_RESULT.to_owned(), about("tasks/result"), Stage::GetAfter),
            Stage::GetAfter => (format!("{}/after", probe::TASK_GET), about("tasks/get"), Stage::Cancel),
            Stage::Cancel => (probe::TASK_CANCEL.to_owned(), about("tasks/cancel"), Stage::Over),
            Stage::Abandon => (probe::TASK_ABANDON.to_owned(), about("tasks/cancel"), Stage::Over),
        };
        self.stage = stage;
        Some(request(format!("{probe}/{}", self.tool), call))
    }

    /// Learns from an answer, where one decides how it goes on.
    pub(super) fn absorb(&mut self, last: Answer<'_>) {
        if self.stage != Stage::Asked {
            return;
        }
        let is_its = matches!(last.step, Step::Request { probe, .. }
            if probe.starts_with(probe::TASK_CREATE) || probe.starts_with(probe::TASK_GET));
        let result = last.answer.filter(|_| is_its).and_then(result);
        self.stage = result.map_or(Stage::Over, |result| self.went_on(&result));
    }

    /// What follows on a task that the server tells of.
    fn went_on(&mut self, result: &Value) -> Stage {
        let is_created = self.id.is_empty();
        let task = if is_created { &result["task"] } else { result };
        if is_created {
            let Some(id) = task["taskId"].as_str().filter(|id| !id.is_empty()) else {
                return Stage::Over;
            };
            id.clone_into(&mut self.id);
        }
        if let Some(poll_ms) = task["pollInterval"].as_u64() {
            self.poll_ms = poll_ms.clamp(1, TASK_POLL_MAX_MS);
        }
        match task["status"].as_str() {
            // What it was made with is asked for at once, also where it has ended already.
            _ if is_created => Stage::Get,
            Some(status) if TERMINAL.contains(&status) => Stage::Result,
            Some("working") if self.n_polls < TASK_POLLS_MAX => Stage::Wait,
            _ => Stage::Abandon,
        }
    }
}

/// The result in an answer.
fn result(answer: &str) -> Option<Value> {
    let mut message: Value = serde_json::from_str(answer).ok()?;
    let result = paging::is_response(&message).then(|| message["result"].take())?;
    result.is_object().then_some(result)
}
