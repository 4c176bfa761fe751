//! The course of the one task that a capture begins in each era, for the rules that judge it (2025-11-25, Tasks; without handshake the
//! extension `io.modelcontextprotocol/tasks`).

use mcpward_json::Value;

use super::{About, Context, Sink, one_tool};
use crate::contract::{Connection, Exchange, Item, Surface, beginning, probe};

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
    created: Option<Value<'a>>,
    /// `tasks/get`, in order.
    pub(crate) gets: Vec<&'a Exchange>,
    /// `tasks/result`, which the extension does not have.
    pub(crate) result: Option<&'a Exchange>,
    pub(crate) cancel: Option<&'a Exchange>,
}

impl<'a> TaskCourse<'a> {
    /// The course; `None` where there is none, with the reason said.
    pub(crate) fn of(cx: &Context<'a>, sink: &mut Sink) -> Option<Self> {
        let surface = surface(cx, sink)?;
        let (item, create, _) = one_tool::asked(cx, sink, probe::TASK_CREATE)?;
        let connection = cx.contract.connection(surface);
        let created = create.result().and_then(|result| result.get("task"));
        let created = created.filter(|task| task.is_object());
        Some(Self::on(connection, one_tool::name(item), create, created))
    }

    /// The course of the task that a server without handshake made of a call; `None` where it made none, with the reason said.
    pub(crate) fn of_extension(cx: &Context<'a>, sink: &mut Sink) -> Option<Self> {
        let Some(surface) = cx.modern().filter(|surface| surface.has_task_extension()) else {
            sink.skip_nothing(About::server(), "the server does not declare the extension for tasks");
            return None;
        };
        if !one_tool::are_called(cx) {
            sink.not_asked();
            return None;
        }
        let connection = cx.contract.connection(surface);
        let creations = || of_kind(connection, probe::TASK_CREATE);
        let Some(create) = creations().find(|exchange| exchange.is_task()) else {
            match creations().last() {
                Some(last) if last.response.is_none() => sink.skip(About::server(), last.why_no_result()),
                Some(_) => sink.skip_nothing(About::server(), "none of the tools that were called began a task"),
                None => sink.skip_nothing(
                    About::server(),
                    "no tool was asked, since none is called anyway that it could be asked of",
                ),
            }
            return None;
        };
        let name = create.request.params().and_then(|params| params.get("name"));
        let tool = name.map_or_else(String::new, |name| beginning(name.raw()));
        Some(Self::on(connection, tool, create, create.result()))
    }

    fn on(connection: &'a Connection, tool: String, create: &'a Exchange, created: Option<Value<'a>>) -> Self {
        Self {
            tool,
            create,
            created,
            gets: of_kind(connection, probe::TASK_GET).collect(),
            result: of_kind(connection, probe::TASK_RESULT).next(),
            cancel: of_kind(connection, probe::TASK_CANCEL).next(),
        }
    }

    /// The task as it was created.
    pub(crate) fn created(&self) -> Option<Value<'a>> {
        self.created
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
