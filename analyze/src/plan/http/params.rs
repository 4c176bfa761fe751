//! Calls whose headers say something else about an argument than the body, or nothing (2026-07-28, Transports, Custom headers from
//! tool parameters). Only of a tool that is called anyway, since a server that does not look at them does what it is asked.

use mcpward_json::{Json, Value};
use mcpward_schemas::snapshot::{Call, HttpRequest, Spelling, Step};
use serde_json::json;

use super::super::calls::Called;
use super::{asking, step, value};
use crate::contract::{is_token, probe};

/// An argument that a header mirrors.
struct Mirrored {
    header: String,
    /// The argument, where the call has none.
    argument: serde_json::Value,
    property: String,
}

/// The requests, for the first of the tools that has such an argument.
pub(in crate::plan) fn mirroring(called: &[Called], tools: &[Json]) -> Vec<Step> {
    let definition = |called: &Called| {
        let mut tools = tools.iter().map(Json::value);
        tools.find(|tool| tool.get("name").is_some_and(|name| name.is_text(&called.tool)))
    };
    let found = called.iter().find_map(|called| {
        let mirrored = mirrored(definition(called)?);
        (!mirrored.is_empty()).then_some((called, mirrored))
    });
    let Some((called, mirrored)) = found else {
        return Vec::new();
    };
    let mut arguments = called.arguments.clone();
    for own in &mirrored {
        if arguments[&own.property].is_null() {
            arguments[&own.property] = own.argument.clone();
        }
    }
    // All others are right, so that nothing else can be what is refused.
    let request = |first: Spelling| {
        let call = Call::with("tools/call", json!({ "name": called.tool, "arguments": arguments }));
        let mut spellings = mirrored.iter().map(|own| value(&text(&arguments[&own.property])));
        spellings.next();
        let spellings = std::iter::once(first).chain(spellings);
        let named = mirrored.iter().zip(spellings);
        named.fold(asking(call), |request: HttpRequest, (own, spelling)| {
            request.with(&own.header, spelling)
        })
    };
    let other = match &arguments[&mirrored[0].property] {
        serde_json::Value::Bool(is_so) => (!is_so).to_string(),
        serde_json::Value::Number(_) => "7919".to_owned(),
        _ => "mcpward-no-such-value".to_owned(),
    };
    vec![
        step(probe::HTTP_PARAM_OTHER, request(value(&other))),
        step(probe::HTTP_PARAM_MISSING, request(Spelling::Omitted)),
    ]
}

/// The arguments of a tool that headers mirror, as far as they stand at the root of its schema.
fn mirrored(tool: Value<'_>) -> Vec<Mirrored> {
    let properties = tool
        .pointer("/inputSchema/properties")
        .into_iter()
        .flat_map(Value::entries);
    let mirrored = properties.filter_map(|(property, schema)| {
        let header = schema.get("x-mcp-header")?.as_str().filter(|name| is_token(name))?;
        let argument = match &*schema.get("type")?.as_str()? {
            "string" => json!("mcpward"),
            "integer" => json!(1),
            "boolean" => json!(true),
            _ => return None,
        };
        Some(Mirrored {
            header: format!("mcp-param-{}", header.to_ascii_lowercase()),
            argument,
            property: property.as_str()?.into_owned(),
        })
    });
    mirrored.collect()
}

/// An argument as a header gives it.
fn text(argument: &serde_json::Value) -> String {
    match argument {
        serde_json::Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}
