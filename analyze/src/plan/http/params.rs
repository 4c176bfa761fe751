//! Calls whose headers say something else about an argument than the body, or nothing (2026-07-28, Transports, Custom headers from
//! tool parameters). Only of a tool that is called anyway, since a server that does not look at them does what it is asked.

use mcpward_json::Json;
use mcpward_schemas::snapshot::{Call, Spelling, Step};
use serde_json::{Value, json};

use super::super::calls::Called;
use super::super::mirrors::{Mark, marks};
use super::{asking, step, value};
use crate::contract::probe;

/// The requests, for the first of the tools that has such an argument. All other headers are right, so that nothing else can be
/// what is refused.
pub(in crate::plan) fn mirroring(called: &[Called], tools: &[Json]) -> Vec<Step> {
    let Some((tool, header, arguments, other)) = called.iter().find_map(|called| {
        let mut tools = tools.iter().map(Json::value);
        let definition = tools.find(|tool| tool.get("name").is_some_and(|name| name.is_text(&called.tool)))?;
        let (mark, arguments) = marked(marks(definition), &called.arguments)?;
        let other = other(arguments.pointer(&mark.pointer())?);
        Some((&called.tool, mark.header, arguments, other))
    }) else {
        return Vec::new();
    };
    let request = |spelling: Spelling| {
        let call = Call::with("tools/call", json!({ "name": tool, "arguments": arguments }));
        asking(call).with(&header, spelling)
    };
    vec![
        step(probe::HTTP_PARAM_OTHER, request(value(&other))),
        step(probe::HTTP_PARAM_MISSING, request(Spelling::Omitted)),
    ]
}

/// An argument that the call has, or else one that it is given, with the arguments then.
fn marked(marks: Vec<Mark>, arguments: &Value) -> Option<(Mark, Value)> {
    let at = |mark: &Mark| arguments.pointer(&mark.pointer());
    let is_plain = |argument: &Value| argument.is_string() || argument.is_number() || argument.is_boolean();
    let given = marks.iter().position(|mark| at(mark).is_some_and(is_plain));
    if let Some(place) = given {
        return Some((marks.into_iter().nth(place)?, arguments.clone()));
    }
    // An object further down may need more than this property.
    let is_free = |mark: &Mark| mark.path.len() == 1 && at(mark).is_none();
    let mut absent = marks.into_iter().filter(is_free);
    absent.find_map(|mark| {
        let argument = match mark.kind.as_str() {
            "string" => json!("mcpward"),
            "integer" => json!(1),
            "boolean" => json!(true),
            _ => return None,
        };
        let mut arguments = arguments.clone();
        arguments.as_object_mut()?.insert(mark.path[0].clone(), argument);
        Some((mark, arguments))
    })
}

/// What the header says of an argument that the body says otherwise.
fn other(argument: &Value) -> String {
    match argument {
        Value::Bool(is_so) => (!is_so).to_string(),
        Value::Number(_) => "7919".to_owned(),
        _ => "mcpward-no-such-value".to_owned(),
    }
}
