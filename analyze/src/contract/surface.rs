//! What one client saw of the server on one connection.

use mcpward_json::{Json, Value};
use mcpward_schemas::report::{FrameRef, Untrusted};
use mcpward_schemas::snapshot::{ClientInfo, Era};

use super::listing::{Item, ListKind, Listing};

/// What was offered to one client, in one era, on one start of the server.
#[derive(Debug, Clone)]
pub struct Surface {
    /// Its connection, counted in [`Contract::connections`](super::Contract::connections).
    pub connection: usize,
    /// Which era was spoken.
    pub era: Era,
    /// How the client introduced itself.
    pub client: ClientInfo,
    /// The result of `initialize` or `server/discover`; `None` where there was none.
    pub hello: Option<Json>,
    /// The frame that holds it.
    pub hello_frame: Option<FrameRef>,
    /// The four lists, in the order of [`ListKind::ALL`].
    pub lists: [Listing; 4],
}

/// Whether a result is one of `server/discover` from a server that serves `version`: it lists it, or has what only such results
/// have. A server that answers every method with an empty object does not speak that era.
pub(crate) fn is_discovery(result: Value<'_>, version: &str) -> bool {
    let has = |member: &str| result.get(member).is_some_and(|value| !value.is_null());
    let Some(versions) = result.get("supportedVersions").filter(|versions| !versions.is_null()) else {
        return has("resultType") && has("capabilities");
    };
    versions.items().any(|listed| listed.is_text(version))
}

impl Surface {
    /// Whether the server agreed to speak.
    pub fn is_established(&self) -> bool {
        self.hello.as_ref().is_some_and(|hello| hello.value().is_object())
    }

    /// Whether it speaks an era with handshake.
    pub fn is_handshake(&self) -> bool {
        matches!(self.era, Era::Handshake { .. })
    }

    /// The version that was asked for.
    pub fn asked(&self) -> &str {
        match &self.era {
            Era::Handshake { version } | Era::Modern { version } => version,
        }
    }

    /// The version spoken: what the server answered, in the era without handshake what was asked; empty where unknown.
    pub fn version(&self) -> String {
        match &self.era {
            Era::Handshake { .. } => self.text("/protocolVersion").raw().to_owned(),
            Era::Modern { version } => version.clone(),
        }
    }

    /// Whether the server runs tools as tasks in the way of 2025-11-25, which is the only version that has it.
    pub fn runs_tools_as_tasks(&self) -> bool {
        let calls = self.hello_at("/capabilities/tasks/requests/tools/call");
        calls.is_some_and(|value| !value.is_null()) && self.version() == "2025-11-25"
    }

    /// Whether the server declares the extension for tasks, which is one of the era without handshake.
    pub fn has_task_extension(&self) -> bool {
        let tasks = self.hello_at("/capabilities/extensions/io.modelcontextprotocol~1tasks");
        !self.is_handshake() && tasks.is_some_and(|value| !value.is_null())
    }

    /// A member of the hello.
    pub fn hello_at(&self, pointer: &str) -> Option<Value<'_>> {
        self.hello.as_ref()?.value().pointer(pointer)
    }

    /// A text of the hello; empty where it is missing or of another type.
    pub fn text(&self, pointer: &str) -> Untrusted {
        self.hello_at(pointer)
            .and_then(Value::as_str)
            .map(|text| Untrusted::new(text.into_owned()))
            .unwrap_or_default()
    }

    /// `serverInfo`; the era without handshake carries it in `_meta`.
    pub fn server_info(&self) -> Option<Value<'_>> {
        let meta = || self.hello_at("/_meta")?.get("io.modelcontextprotocol/serverInfo");
        self.hello_at("/serverInfo").or_else(meta)
    }

    /// The name that the server calls itself; empty where it gives none.
    pub fn server_name(&self) -> Untrusted {
        self.server_text("name")
    }

    /// The version that the server gives itself; empty where it gives none.
    pub fn server_version(&self) -> Untrusted {
        self.server_text("version")
    }

    fn server_text(&self, member: &str) -> Untrusted {
        let text = self
            .server_info()
            .and_then(|info| info.get(member))
            .and_then(Value::as_str);
        text.map(|text| Untrusted::new(text.into_owned())).unwrap_or_default()
    }

    /// Whether the server's capabilities have that member, other than null.
    pub fn declares(&self, capability: &str) -> bool {
        self.hello_at("/capabilities")
            .and_then(|all| all.get(capability))
            .is_some_and(|value| !value.is_null())
    }

    /// One of the lists.
    pub fn list(&self, kind: ListKind) -> &Listing {
        let idx = ListKind::ALL
            .iter()
            .position(|&known| known == kind)
            .unwrap_or_default();
        &self.lists[idx]
    }

    /// The tools that count.
    pub fn tools(&self) -> &[Item] {
        self.list(ListKind::Tools).items()
    }
}
