//! Rules about the error contract: which failures are JSON-RPC errors, and which are results that the model can read.
//!
//! The verdicts follow the tables of each protocol version: before 2025-11-25 bad arguments may be answered either way,
//! since then a result with `isError` is preferred, so that the model can correct itself.

mod error_in_success;
mod is_error_without_text;
mod malformed_request;
mod missing_required;
mod protocol_error_in_text;
mod tool_exception;
mod unknown_tool;
mod wrong_type;

use super::{Context, Level, RuleMeta, Sink, task_course};
use crate::contract::{Answered, Exchange, HEADER_MISMATCH, Item, ListKind, Surface, probe};

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[
    error_in_success::RULE,
    is_error_without_text::RULE,
    malformed_request::RULE,
    missing_required::RULE,
    protocol_error_in_text::RULE,
    tool_exception::RULE,
    unknown_tool::RULE,
    wrong_type::RULE,
];

/// What the tables of a version say about bad arguments.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wanted {
    /// Before 2025-11-25: a protocol error and a result with `isError` are as good.
    Either,
    /// 2025-11-25, after SEP-1303: a result with `isError`.
    ToolError,
    /// 2026-07-28: the prose wants a result, the schema names −32602 for invalid arguments too.
    ToolErrorRather,
}

/// First version whose text says that bad arguments belong into a result (SEP-1303).
const SINCE_TOOL_ERRORS: &str = "2025-11-25";

/// First version whose schema says what −32602 stands for.
const SINCE_NAMED_CODES: &str = "2026-07-28";

impl Wanted {
    /// By the surface that was asked; versions are dates, so they compare as text.
    fn of(cx: &Context<'_>) -> Self {
        match cx.main().map(Surface::version).unwrap_or_default().as_str() {
            version if version >= SINCE_NAMED_CODES => Self::ToolErrorRather,
            version if version >= SINCE_TOOL_ERRORS => Self::ToolError,
            _ => Self::Either,
        }
    }

    /// What an answer to bad arguments comes to; `None` where it is right. `what` begins the sentence; `taken` is what it
    /// comes to that the call succeeded.
    fn judge(
        self,
        exchange: &Exchange,
        what: &str,
        taken: impl FnOnce() -> (Level, String),
    ) -> Option<(Level, String)> {
        let unseen = format!("{what} answered with a protocol error, which the model does not see");
        Some(match (exchange.answered(), self) {
            (Answered::ToolError, _) | (Answered::InvalidParams, Self::Either) => return None,
            // A header mirrors the argument, and has nothing to say of one that is wrong or missing.
            (Answered::ProtocolError(Some(HEADER_MISMATCH)), Self::ToolErrorRather) => return None,
            (Answered::InvalidParams, Self::ToolError) => {
                let since = format!("since {SINCE_TOOL_ERRORS} a result with isError is right");
                (Level::Warn, format!("{unseen}; {since}"))
            }
            (Answered::InvalidParams, Self::ToolErrorRather) => (
                Level::Note,
                format!("{unseen}; a result with isError is as good, and lets it mend the call"),
            ),
            (Answered::InputRequired, Self::ToolErrorRather) => {
                (Level::Note, format!("{what} answered with a request for more input"))
            }
            (Answered::ProtocolError(code), _) => {
                (Level::Warn, format!("{what} answered with an error of {}", word(code)))
            }
            (Answered::Success | Answered::InputRequired, _) => taken(),
            (Answered::Nothing, _) => (Level::Fail, exchange.why_no_result()),
        })
    }
}

/// A code of an error in words.
fn word(code: Option<i64>) -> String {
    code.map_or("no code".to_owned(), |code| format!("code {code}"))
}

/// Why an unanswered probe is not judged.
const AMONG_OTHERS: &str = "other probes were under way when the connection ended, so which one ended it is not known";

/// Gives each tool to `judge` with the exchange of its probe; the others are skipped with the reason.
fn for_each_probe(cx: &Context<'_>, sink: &mut Sink, kind: &str, judge: &mut dyn FnMut(&Item, &Exchange, &mut Sink)) {
    let Some(surface) = cx.main() else { return };
    let connection = cx.contract.connection(surface);
    let mut probes = connection.probes();
    let connections = cx.contract.connections.iter();
    for alone in
        connections.filter(|other| other.snapshot == connection.snapshot && other.scenario == probe::ONE_BY_ONE)
    {
        probes.extend(alone.probes());
    }
    let runs_tasks = surface.runs_tools_as_tasks();
    for item in cx.items(ListKind::Tools) {
        let name = item.name.raw();
        if runs_tasks && task_course::is_required(item) {
            sink.skip_nothing(
                item,
                "the tool has to run as a task, so that a plain call says nothing about arguments",
            );
            continue;
        }
        let exchange = probes.get(format!("{kind}/{name}").as_str());
        match (exchange, connection.refusal(name, "errors")) {
            (Some(exchange), _) if exchange.at_once && exchange.response.is_none() => {
                sink.skip_nothing(item, AMONG_OTHERS);
            }
            (Some(exchange), _) => judge(item, exchange, sink),
            (None, Some(reason)) => sink.skip_nothing(item, format!("not called: {reason}")),
            (None, None) => sink.skip_nothing(item, "nothing was sent that the tool must refuse"),
        }
    }
}

/// The `tools/call` exchanges of the main connection that reached a tool, each with the tool's entry where it was listed.
fn calls<'a>(cx: &Context<'a>) -> Vec<(Option<&'a Item>, String, &'a Exchange)> {
    let Some(surface) = cx.main() else {
        return Vec::new();
    };
    let all = cx.contract.connection(surface).tool_calls();
    all.map(|(name, exchange)| (cx.item(ListKind::Tools, &name), name, exchange))
        .collect()
}

/// Whether the call was made to be refused, so that an error is what it is for.
fn is_provocation(exchange: &Exchange) -> bool {
    [
        probe::UNKNOWN_TOOL,
        probe::MISSING_REQUIRED,
        probe::WRONG_TYPE,
        probe::MALFORMED_REQUEST,
        probe::NO_ARGUMENTS,
        probe::TASK_FORBIDDEN,
        probe::TASK_CREATE,
        probe::NO_CAPABILITIES,
        probe::CANCELED,
    ]
    .contains(&exchange.kind())
}
