//! What kind of answer a `tools/call` got: the two layers of errors told apart.

use mcpward_json::Value;

use super::exchange::Exchange;

/// Kinds of answer (MCP, Tools, Error Handling).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Answered {
    /// JSON-RPC error −32602, invalid params.
    InvalidParams,
    /// Another JSON-RPC error, with its code where it is an integer.
    ProtocolError(Option<i64>),
    /// A result with `isError`: the tool failed, and the model is told.
    ToolError,
    /// A result without `isError`.
    Success,
    /// A request for more input (2026-07-28), or a task.
    InputRequired,
    /// Nothing: silence, a deadline, a lost connection.
    Nothing,
}

impl Exchange {
    /// What kind of answer came.
    pub fn answered(&self) -> Answered {
        if self.error().is_some() {
            return match self.error_code() {
                Some(-32602) => Answered::InvalidParams,
                code => Answered::ProtocolError(code),
            };
        }
        let Some(result) = self.result() else {
            return Answered::Nothing;
        };
        let kind = result.get("resultType").and_then(Value::as_str);
        if matches!(kind.as_deref(), Some("input_required" | "task")) || self.began_task() {
            return Answered::InputRequired;
        }
        match result.get("isError").and_then(Value::as_bool) {
            Some(true) => Answered::ToolError,
            _ => Answered::Success,
        }
    }

    /// Whether the result is a request for more input (2026-07-28, Multi Round-Trip Requests).
    pub fn asks_back(&self) -> bool {
        let kind = self.result().and_then(|result| result.get("resultType"));
        kind.is_some_and(|kind| kind.is_text("input_required"))
    }

    /// Whether the result of `resources/read` has no contents, and asks for nothing before it gives them.
    pub fn lacks_contents(&self) -> bool {
        let contents = self.result().and_then(|result| result.get("contents"));
        self.result().is_some()
            && !self.asks_back()
            && contents.is_none_or(|contents| contents.items().next().is_none())
    }

    /// Whether the result is a task, in the way of 2025-11-25 or of the extension, that the request allowed.
    pub fn began_task(&self) -> bool {
        let is_asked = self.request.params().is_some_and(|params| params.get("task").is_some());
        let task = self.result().and_then(|result| result.get("task"));
        is_asked && task.is_some_and(Value::is_object) || self.declares_tasks() && self.is_task()
    }

    /// Whether the result says that it is a task (extension `io.modelcontextprotocol/tasks`), be it to a client that knows none.
    pub fn is_task(&self) -> bool {
        let kind = self.result().and_then(|result| result.get("resultType"));
        self.method() == "tools/call" && kind.is_some_and(|kind| kind.is_text("task"))
    }

    /// Whether the request came from a client that declares that extension.
    pub fn declares_tasks(&self) -> bool {
        const TASKS: &str = "/extensions/io.modelcontextprotocol~1tasks";
        let declared = self.client_capabilities().and_then(|can| can.pointer(TASKS));
        declared.is_some()
    }

    /// What the request said that its client can do (2026-07-28, Base protocol, `_meta`).
    pub fn client_capabilities(&self) -> Option<Value<'_>> {
        let params = self.request.params()?;
        params.pointer("/_meta/io.modelcontextprotocol~1clientCapabilities")
    }

    /// The text blocks of the result, joined by line feeds.
    pub fn text(&self) -> String {
        let blocks = self.result().and_then(|result| result.get("content"));
        let texts = blocks
            .into_iter()
            .flat_map(Value::items)
            .filter_map(|block| block.get("text")?.as_str());
        texts.map(|text| text.into_owned()).collect::<Vec<_>>().join("\n")
    }
}
