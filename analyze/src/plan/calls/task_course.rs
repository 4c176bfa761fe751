//! One task from its beginning to its end: a tool that is called anyway is called so that it becomes a task, which is asked for until
//! it has ended; then it is canceled, which comes too late.
//!
//! In 2025-11-25 the client asks for a task, whose result is taken by a request of its own (Tasks). Without handshake the server makes
//! one of a call as it likes, for clients that declare the extension; so a few tools are called until one becomes a task.
//!
//! A task that takes too long is canceled and given up: the questions are counted, and each wait between them is bounded.

use std::collections::VecDeque;

use mcpward_schemas::snapshot::{Call, Step};
use serde_json::{Map, Value, json};

use super::once::Called;
use super::request;
use crate::contract::probe;
use crate::limits::{TASK_POLL_MAX_MS, TASK_POLL_MS, TASK_POLLS_MAX, TASK_TOOLS_MAX};
use crate::plan::{Answer, paging};
use crate::protocol::{CLIENT_CAPABILITIES, TASK_ENDS, TASKS_EXTENSION};

/// Milliseconds that the task is to be kept. A minute: longer than the course takes.
const TTL_MS: u64 = 60_000;

/// How a call becomes a task.
#[derive(Debug)]
enum Way {
    /// It asks for one (2025-11-25).
    Asked,
    /// The client declares the extension among these capabilities.
    Declared(Value),
}

/// Where the course stands.
#[derive(Debug)]
pub(in crate::plan) struct TaskCourse {
    way: Way,
    /// The call, and those that are made where it begins no task.
    calls: VecDeque<Called>,
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
    /// The task that a call of 2025-11-25 asks for.
    pub(super) fn asked(called: &Called) -> Self {
        Self::new(Way::Asked, std::slice::from_ref(called))
    }

    /// The task that a server makes of a call, where the client declares that it knows tasks besides what it declares anyway.
    pub(in crate::plan) fn declared(called: &[Called], capabilities: &Value) -> Self {
        let mut all = capabilities.as_object().cloned().unwrap_or_default();
        let extensions = all.entry("extensions").or_insert_with(|| Value::Object(Map::new()));
        if let Some(extensions) = extensions.as_object_mut() {
            extensions.insert(TASKS_EXTENSION.to_owned(), json!({}));
        }
        let few = &called[..called.len().min(TASK_TOOLS_MAX)];
        Self::new(Way::Declared(all.into()), few)
    }

    fn new(way: Way, called: &[Called]) -> Self {
        Self {
            way,
            calls: called.iter().cloned().collect(),
            stage: Stage::Create,
            id: String::new(),
            poll_ms: TASK_POLL_MS,
            n_polls: 0,
        }
    }

    /// The calls that are made, as long as none of them begins a task.
    pub(super) fn creations(&self) -> impl Iterator<Item = Step> {
        self.calls.iter().map(|Called { tool, arguments }| {
            let call = Call::with("tools/call", self.way.call(tool, arguments));
            request(format!("{}/{tool}", probe::TASK_CREATE), call)
        })
    }

    /// The next step; `None` where the course is over, or waits for an answer.
    pub(in crate::plan) fn next(&mut self) -> Option<Step> {
        let after = |asked: Stage, declared: Stage| match self.way {
            Way::Asked => asked,
            Way::Declared(_) => declared,
        };
        let (probe, method, stage) = match self.stage {
            Stage::Asked | Stage::Over => return None,
            Stage::Wait => {
                self.stage = Stage::Get;
                return Some(Step::Settle {
                    quiet_ms: self.poll_ms,
                    max_ms: self.poll_ms,
                });
            }
            Stage::Create => {
                let step = self.creations().next();
                self.stage = if step.is_some() { Stage::Asked } else { Stage::Over };
                return step;
            }
            Stage::Get => {
                self.n_polls += 1;
                let probe = format!("{}/{}", probe::TASK_GET, self.n_polls);
                (probe, "tasks/get", Stage::Asked)
            }
            Stage::Result => (probe::TASK_RESULT.to_owned(), "tasks/result", Stage::GetAfter),
            Stage::GetAfter => {
                let probe = format!("{}/after", probe::TASK_GET);
                (probe, "tasks/get", after(Stage::Cancel, Stage::Over))
            }
            // The extension acknowledges it and says nothing of the task, which is asked for once more.
            Stage::Cancel => {
                let probe = probe::TASK_CANCEL.to_owned();
                (probe, "tasks/cancel", after(Stage::Over, Stage::GetAfter))
            }
            Stage::Abandon => (probe::TASK_ABANDON.to_owned(), "tasks/cancel", Stage::Over),
        };
        self.stage = stage;
        let tool = &self.calls.front()?.tool;
        let call = Call::with(method, self.way.about(&self.id));
        Some(request(format!("{probe}/{tool}"), call))
    }

    /// Learns from an answer, where one decides how it goes on.
    pub(in crate::plan) fn absorb(&mut self, last: Answer<'_>) {
        if self.stage != Stage::Asked {
            return;
        }
        let is_its = matches!(last.step, Step::Request { probe, .. }
            if probe.starts_with(probe::TASK_CREATE) || probe.starts_with(probe::TASK_GET));
        // A server that does not answer is not asked once more.
        self.stage =
            last.answer
                .filter(|_| is_its)
                .map_or(Stage::Over, |answer| match (self.id.is_empty(), result(answer)) {
                    (true, result) => self.begun(&result.unwrap_or_default()),
                    (false, Some(task)) => self.went_on(&task),
                    (false, None) => Stage::Over,
                });
    }

    /// What follows on the answer to a call.
    fn begun(&mut self, result: &Value) -> Stage {
        let task = self.way.task(result);
        let Some(id) = task.and_then(|task| task["taskId"].as_str().filter(|id| !id.is_empty())) else {
            let is_nameless = task.is_some_and(Value::is_object);
            if !is_nameless {
                self.calls.pop_front();
            }
            return if is_nameless { Stage::Over } else { Stage::Create };
        };
        id.clone_into(&mut self.id);
        self.heed(task.unwrap_or(result));
        // What it was made with is asked for at once, also where it has ended already.
        Stage::Get
    }

    /// What follows on a task that the server tells of.
    fn went_on(&mut self, task: &Value) -> Stage {
        self.heed(task);
        match (task["status"].as_str(), &self.way) {
            (Some(status), Way::Asked) if TASK_ENDS.contains(&status) => Stage::Result,
            (Some(status), Way::Declared(_)) if TASK_ENDS.contains(&status) => Stage::Cancel,
            (Some("working"), _) if self.n_polls < TASK_POLLS_MAX => Stage::Wait,
            _ => Stage::Abandon,
        }
    }

    /// Takes the wait that the server suggests, within its bound.
    fn heed(&mut self, task: &Value) {
        let suggested = match self.way {
            Way::Asked => &task["pollInterval"],
            Way::Declared(_) => &task["pollIntervalMs"],
        };
        if let Some(poll_ms) = suggested.as_u64() {
            self.poll_ms = poll_ms.clamp(1, TASK_POLL_MAX_MS);
        }
    }
}

impl Way {
    /// The parameters of a call that is to become a task.
    fn call(&self, tool: &str, arguments: &Value) -> Value {
        match self {
            Self::Asked => json!({ "name": tool, "arguments": arguments, "task": { "ttl": TTL_MS } }),
            Self::Declared(can) => {
                json!({ "name": tool, "arguments": arguments, "_meta": { CLIENT_CAPABILITIES: can } })
            }
        }
    }

    /// The parameters of a request about a task.
    fn about(&self, id: &str) -> Value {
        match self {
            Self::Asked => json!({ "taskId": id }),
            Self::Declared(can) => json!({ "taskId": id, "_meta": { CLIENT_CAPABILITIES: can } }),
        }
    }

    /// The task in the result of a call.
    fn task<'r>(&self, result: &'r Value) -> Option<&'r Value> {
        match self {
            Self::Asked => result.get("task"),
            Self::Declared(_) => Some(result).filter(|result| result["resultType"] == "task"),
        }
    }
}

/// The result in an answer.
fn result(answer: &str) -> Option<Value> {
    let mut message: Value = serde_json::from_str(answer).ok()?;
    let result = paging::is_response(&message).then(|| message["result"].take())?;
    result.is_object().then_some(result)
}
