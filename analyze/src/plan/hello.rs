//! The result that a server introduces itself with, in either era, as far as the plan depends on it.

use mcpward_json::{Doc, Json, Limits, Value};

use super::paging;
use crate::contract::{ListKind, is_discovery};

/// The version that the refusal of another one offers (`error.data.supported`), where we speak it: the newest of them.
///
/// 2026-07-28 gives such an error the code -32022, the versions before -32602; what is offered counts, not the code.
pub(super) fn offered(answer: &str, asked: &str, spoken: &[&'static str]) -> Option<&'static str> {
    let doc = Json::root(Doc::parse(answer, &Limits::default()).ok()?);
    let supported = paging::response(doc.value())?.pointer("/error/data/supported")?;
    let is_offered = |version: &&&str| supported.items().any(|item| item.is_text(version));
    let others = spoken.iter().filter(|version| **version != asked);
    others.filter(is_offered).max().copied()
}

/// The `result` of `initialize` or `server/discover`.
pub(super) struct Hello {
    result: Json,
}

impl Hello {
    /// In the text of an answer; `None` where it holds no result that is an object.
    pub(super) fn read(answer: &str) -> Option<Self> {
        let doc = Json::root(Doc::parse(answer, &Limits::default()).ok()?);
        let result = paging::response(doc.value())?.get("result")?;
        result.is_object().then(|| Self {
            result: doc.child(result),
        })
    }

    /// A member; empty where it is no string.
    pub(super) fn text(&self, member: &str) -> String {
        let text = self.result.value().get(member).and_then(Value::as_str);
        text.unwrap_or_default().into_owned()
    }

    /// Whether it is the result of `server/discover` from a server that serves that version.
    pub(super) fn is_discovery(&self, version: &str) -> bool {
        is_discovery(self.result.value(), version)
    }

    /// Whether the server declares a capability. One without a `capabilities` object is asked for everything: there is
    /// nothing to go by.
    pub(super) fn declares(&self, capability: &str) -> bool {
        let Some(all) = self.result.value().get("capabilities").filter(|all| all.is_object()) else {
            return true;
        };
        all.get(capability).is_some_and(|value| !value.is_null())
    }

    /// Whether the server declares tasks in so many words.
    pub(super) fn has_tasks(&self) -> bool {
        let tasks = self.result.value().pointer("/capabilities/tasks");
        tasks.is_some_and(|value| !value.is_null())
    }

    /// Whether the server declares logging in so many words.
    pub(super) fn has_logging(&self) -> bool {
        let logging = self.result.value().pointer("/capabilities/logging");
        logging.is_some_and(|logging| !logging.is_null())
    }

    /// Whether the server runs tools as tasks in the way of 2025-11-25, which is the only version that has it.
    pub(super) fn runs_tools_as_tasks(&self) -> bool {
        let calls = self.result.value().pointer("/capabilities/tasks/requests/tools/call");
        calls.is_some_and(|value| !value.is_null()) && self.text("protocolVersion") == "2025-11-25"
    }

    /// Whether resources can be subscribed to, in so many words.
    pub(super) fn has_subscriptions(&self) -> bool {
        let subscribe = self.result.value().pointer("/capabilities/resources/subscribe");
        subscribe.and_then(Value::as_bool) == Some(true)
    }

    /// Whether the server declares an extension.
    pub(super) fn has_extension(&self, name: &str) -> bool {
        let extensions = self.result.value().pointer("/capabilities/extensions");
        extensions
            .and_then(|all| all.get(name))
            .is_some_and(|value| !value.is_null())
    }

    /// The lists that it declares.
    pub(super) fn lists(&self) -> Vec<ListKind> {
        let kinds = ListKind::ALL.into_iter();
        kinds.filter(|kind| self.declares(kind.capability())).collect()
    }
}
