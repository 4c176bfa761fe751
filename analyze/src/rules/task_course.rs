//! The course of the one task that a capture begins, for the rules that judge it (2025-11-25, Tasks).

use mcpward_json::Value;

use super::{About, Context, Sink, one_tool};
use crate::contract::{Connection, Exchange, Item, Surface, probe};

/// Statuses that a task never leaves.
pub(crate) const TERMINAL: [&str; 3] = ["completed", "failed", "cancelled"];

/// The surface of a server that runs tools as tasks; where it does not, the reason is said.
pub(crate) fn surface<'a>(cx: &Context<'a>, sink: &mut Sink) -> Option<&'a Surface> {
    let surface = cx.main().filter(|surface| surface.runs_tools_as_tasks());
    if surface.is_none() {
        sink.skip_nothing(About::server(), "the server does not run tools as tasks");
    }
    surface
}

/// Whether a tool has to run as a task, by its definition.
pub(crate) fn is_required(item: &Item) -> bool {
    let support = item.value().pointer("/execution/taskSupport");
    support.is_some_and(|support| support.is_text("required"))
}

/// What was asked about one task.
pub(crate) struct TaskCourse<'a> {
    /// The tool, as messages give it.
    pub(crate) tool: String,
    pub(crate) create: &'a Exchange,
    /// `tasks/get`, in order.
    pub(crate) gets: Vec<&'a Exchange>,
    pub(crate) result: Option<&'a Exchange>,
    pub(crate) cancel: Option<&'a Exchange>,
}

impl<'a> TaskCourse<'a> {
    /// The course; `None` where there is none, with the reason said.
    pub(crate) fn of(cx: &Context<'a>, sink: &mut Sink) -> Option<Self> {
        let surface = surface(cx, sink)?;
        let (item, create, _) = one_tool::asked(cx, sink, probe::TASK_CREATE)?;
        let connection = cx.contract.connection(surface);
        Some(Self {
            tool: one_tool::name(item),
            create,
            gets: of_kind(connection, probe::TASK_GET).collect(),
            result: of_kind(connection, probe::TASK_RESULT).next(),
            cancel: of_kind(connection, probe::TASK_CANCEL).next(),
        })
    }

    /// The task as it was created.
    pub(crate) fn created(&self) -> Option<Value<'a>> {
        self.create.result()?.get("task").filter(|task| task.is_object())
    }

    /// Says that the task has not come to an end.
    pub(crate) fn skip_unfinished(&self, sink: &mut Sink) {
        sink.skip_nothing(
            About::server(),
            match self.created() {
                Some(_) => "the task had not ended when it was given up",
                None => "no task was created",
            },
        );
    }
}

fn of_kind<'a>(connection: &'a Connection, kind: &'static str) -> impl Iterator<Item = &'a Exchange> {
    connection
        .exchanges
        .iter()
        .filter(move |exchange| exchange.kind() == kind)
}
