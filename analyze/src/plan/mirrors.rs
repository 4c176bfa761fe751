//! Headers that mirror arguments of tools, as every call of 2026-07-28 over HTTP carries them (Transports, Streamable HTTP, Custom
//! headers from tool parameters).

use std::collections::BTreeMap;

use mcpward_json::{Json, Value};
use mcpward_schemas::snapshot::{Call, HttpBody, Step};

use crate::contract::is_token;
use crate::protocol::PARAM_HEADER;

/// A property that a header mirrors.
#[derive(Debug)]
pub(super) struct Mark {
    /// Name of the header in lower case.
    pub(super) header: String,
    /// Names of properties from the root of the arguments to it.
    pub(super) path: Vec<String>,
    /// The type that its schema names; empty where there is none.
    pub(super) kind: String,
}

impl Mark {
    /// The JSON Pointer into the arguments (RFC 6901).
    pub(super) fn pointer(&self) -> String {
        let mut pointer = String::new();
        for name in &self.path {
            mcpward_json::push_token(&mut pointer, name);
        }
        pointer
    }
}

/// The properties of a tool that headers mirror. Those that can't be reached through properties alone are none.
pub(super) fn marks(tool: Value<'_>) -> Vec<Mark> {
    let mut marks = Vec::new();
    if tool.raw().contains(PARAM_HEADER)
        && let Some(schema) = tool.get("inputSchema")
    {
        look(schema, &mut Vec::new(), &mut marks);
    }
    marks
}

fn look(schema: Value<'_>, path: &mut Vec<String>, marks: &mut Vec<Mark>) {
    let properties = schema.get("properties").into_iter().flat_map(Value::entries);
    for (name, property) in properties.filter(|(_, property)| property.raw().contains(PARAM_HEADER)) {
        let Some(name) = name.as_str() else { continue };
        path.push(name.into_owned());
        let text = |keyword: &str| property.get(keyword).and_then(Value::as_str).unwrap_or_default();
        let header = text(PARAM_HEADER);
        if is_token(&header) {
            marks.push(Mark {
                header: format!("mcp-param-{}", header.to_ascii_lowercase()),
                path: path.clone(),
                kind: text("type").into_owned(),
            });
        }
        look(property, path, marks);
        path.pop();
    }
}

/// The headers of each tool that has such properties.
#[derive(Debug, Default)]
pub(super) struct Mirrors(BTreeMap<String, BTreeMap<String, String>>);

impl Mirrors {
    /// Those of the tools listed; of a name that stands twice, of the first.
    pub(super) fn of(tools: &[Json]) -> Self {
        let mut mirrors = BTreeMap::new();
        for tool in tools {
            let headers: BTreeMap<_, _> = marks(tool.value())
                .into_iter()
                .map(|mark| (mark.header.clone(), mark.pointer()))
                .collect();
            let name = tool.value().get("name").and_then(Value::as_str);
            if let Some(name) = name.filter(|_| !headers.is_empty()) {
                mirrors.entry(name.into_owned()).or_insert(headers);
            }
        }
        Self(mirrors)
    }

    /// The step with the headers that its calls have to carry.
    pub(super) fn on(&self, mut step: Step) -> Step {
        match &mut step {
            Step::Request { call, .. } | Step::Cancel { call, .. } => self.mirror(call),
            Step::Requests { requests } => requests.iter_mut().for_each(|asked| self.mirror(&mut asked.call)),
            Step::Http { request, .. } => {
                if let Some(HttpBody::Request(call)) = &mut request.body {
                    self.mirror(call);
                }
            }
            Step::Open { .. }
            | Step::Notify { .. }
            | Step::Raw { .. }
            | Step::Settle { .. }
            | Step::Refuse { .. }
            | Step::Close
            | Step::Done => {}
        }
        step
    }

    fn mirror(&self, call: &mut Call) {
        if self.0.is_empty() || call.method != "tools/call" {
            return;
        }
        let name = call.params.as_ref().and_then(|params| params.get("name")?.as_str());
        if let Some(headers) = name.and_then(|name| self.0.get(name)) {
            call.mirrored.clone_from(headers);
        }
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};
    use serde_json::json;

    use super::*;

    fn tool(properties: &serde_json::Value) -> Json {
        let tool = json!({ "name": "query", "inputSchema": { "type": "object", "properties": properties } });
        Json::root(Doc::parse(tool.to_string(), &Limits::default()).unwrap())
    }

    #[test]
    fn a_header_is_found_where_properties_lead_to_it() {
        let tool = tool(&json!({
            "region": { "type": "string", "x-mcp-header": "Region" },
            "a/b": { "properties": { "~": { "type": "integer", "x-mcp-header": "X" } } },
            "list": { "items": { "x-mcp-header": "Unreached" } },
            "odd": { "x-mcp-header": "no token" },
        }));
        let found: Vec<_> = marks(tool.value())
            .iter()
            .map(|mark| format!("{} {} {}", mark.header, mark.pointer(), mark.kind))
            .collect();
        let expected = ["mcp-param-region /region string", "mcp-param-x /a~1b/~0 integer"];
        assert!(
            expected.iter().all(|line| found.iter().any(|one| one == line)),
            "{found:?}"
        );
        assert_eq!(found.len(), 2, "{found:?}");
    }

    #[test]
    fn only_calls_of_the_tool_carry_them() {
        let mirrors = Mirrors::of(&[tool(
            &json!({ "region": { "type": "string", "x-mcp-header": "Region" } }),
        )]);
        let step = |method: &str, name: &str| {
            let step = Step::Request {
                probe: "p".to_owned(),
                call: Call::with(method, json!({ "name": name })),
                id: Default::default(),
                barrier: None,
            };
            match mirrors.on(step) {
                Step::Request { call, .. } => call.mirrored,
                _ => BTreeMap::new(),
            }
        };
        let region = BTreeMap::from([("mcp-param-region".to_owned(), "/region".to_owned())]);
        assert_eq!(step("tools/call", "query"), region);
        assert_eq!(step("prompts/get", "query"), BTreeMap::new());
        assert_eq!(step("tools/call", "other"), BTreeMap::new());
    }
}
