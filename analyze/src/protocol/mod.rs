//! What the published versions of MCP say: which there are, and the shapes of a server's messages in each.
//!
//! The shapes are tables of our own, one file for each version, each over the one before. What the specification's schema
//! leaves to annotations (formats, lengths of texts) is left out here too.

mod messages;
mod notation;
mod shape;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use mcpward_json::Value;

pub use messages::{error_of, result_of, sent_by_server};
pub use shape::Breach;

use self::notation::Declarations;
use self::shape::Table;

/// Versions that begin with `initialize`, oldest first.
pub const HANDSHAKE: [&str; 4] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];

/// The newest version that begins with `initialize`.
pub const HANDSHAKE_NEWEST: &str = "2025-11-25";

/// Versions without handshake, oldest first.
pub const MODERN: [&str; 1] = ["2026-07-28"];

/// The newest version without handshake.
pub const MODERN_NEWEST: &str = "2026-07-28";

/// The tables, oldest first.
const TABLES: [(&str, &str); 5] = [
    ("2024-11-05", include_str!("tables/2024-11-05.txt")),
    ("2025-03-26", include_str!("tables/2025-03-26.txt")),
    ("2025-06-18", include_str!("tables/2025-06-18.txt")),
    ("2025-11-25", include_str!("tables/2025-11-25.txt")),
    ("2026-07-28", include_str!("tables/2026-07-28.txt")),
];

/// What a server may ask its client for, and the capability of the client that allows it.
pub const CLIENT_REQUESTS: [(&str, &str); 3] = [
    ("roots/list", "roots"),
    ("sampling/createMessage", "sampling"),
    ("elicitation/create", "elicitation"),
];

/// The member of `_meta` that says what the client of a request can do (2026-07-28, Base protocol, `_meta`).
pub const CLIENT_CAPABILITIES: &str = "io.modelcontextprotocol/clientCapabilities";

/// The extension with which a server makes tasks of calls (2026-07-28, Extensions, Tasks).
pub const TASKS_EXTENSION: &str = "io.modelcontextprotocol/tasks";

/// The keyword of an argument that a header mirrors (2026-07-28, Transports, Custom headers from tool parameters).
pub const PARAM_HEADER: &str = "x-mcp-header";

/// Statuses that a task never leaves (2025-11-25, Tasks, Task Status Lifecycle).
pub const TASK_ENDS: [&str; 3] = ["completed", "failed", "cancelled"];

/// Whether that version was published.
pub fn is_published(version: &str) -> bool {
    HANDSHAKE.contains(&version) || MODERN.contains(&version)
}

/// What is wrong with the shape of `value` as the message `name` of a version, sorted by place; `None` where the version is
/// unknown or has no such message.
pub fn check_shape(version: &str, name: &str, value: Value<'_>) -> Option<Vec<Breach>> {
    SHAPES.get(version)?.check(name, value)
}

static SHAPES: LazyLock<BTreeMap<&'static str, Table>> =
    LazyLock::new(|| tables().expect("the tables are constants, and a test reads them"));

/// Reads the tables ahead of time.
pub(crate) fn prepare() {
    LazyLock::force(&SHAPES);
}

fn tables() -> Result<BTreeMap<&'static str, Table>, String> {
    let mut declarations = Declarations::new();
    let mut tables = BTreeMap::new();
    for (version, text) in TABLES {
        notation::read(text, &mut declarations).map_err(|error| format!("{version}: {error}"))?;
        tables.insert(
            version,
            Table::new(&declarations).map_err(|error| format!("{version}: {error}"))?,
        );
    }
    Ok(tables)
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::{check_shape, tables};

    #[test]
    fn tables_are_read_and_no_shape_contains_itself() {
        let tables = tables().unwrap();
        assert_eq!(tables.len(), 5);
        assert!(tables.values().all(|table| !table.is_circular()));
    }

    fn check(version: &str, name: &str, text: &str) -> Option<Vec<String>> {
        let doc = Doc::parse(text, &Limits::default()).unwrap();
        let breaches = check_shape(version, name, doc.root())?;
        Some(
            breaches
                .into_iter()
                .map(|breach| format!("{}: {}", breach.pointer, breach.why))
                .collect(),
        )
    }

    #[test]
    fn a_breach_says_where_and_what() {
        let tool = r#"{"tools":[{"name":7,"inputSchema":{"type":"array"}}],"nextCursor":null}"#;
        let found = check("2025-06-18", "ListToolsResult", tool).unwrap();
        let expected = [
            "/nextCursor: null instead of a string",
            "/tools/0/inputSchema/type: \"array\" instead of \"object\"",
            "/tools/0/name: 7 instead of a string",
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn what_a_value_claims_to_be_decides() {
        let image = r#"{"content":[{"type":"image","data":"aGk="}]}"#;
        assert_eq!(
            check("2025-11-25", "CallToolResult", image).unwrap(),
            ["/content/0: mimeType is missing"]
        );
        let audio = r#"{"content":[{"type":"audio","data":"aGk=","mimeType":"audio/wav"}]}"#;
        let found = check("2024-11-05", "CallToolResult", audio).unwrap();
        assert_eq!(
            found,
            ["/content/0: an object instead of TextContent or ImageContent or EmbeddedResource"]
        );
        assert_eq!(check("2025-03-26", "CallToolResult", audio).unwrap(), [""; 0]);
    }

    #[test]
    fn versions_differ() {
        let hints = r#"{"tools":[{"name":"a","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":"yes"}}]}"#;
        assert_eq!(check("2024-11-05", "ListToolsResult", hints).unwrap(), [""; 0]);
        assert_eq!(check("2025-03-26", "ListToolsResult", hints).unwrap().len(), 1);
        assert_eq!(check("2025-11-25", "DiscoverResult", "{}"), None);
        assert_eq!(check("2026-07-28", "InitializeResult", "{}"), None);
        assert_eq!(
            check("2026-07-28", "EmptyResult", "{}").unwrap(),
            [": resultType is missing"]
        );
    }
}
