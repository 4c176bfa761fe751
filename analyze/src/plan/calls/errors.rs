//! The error contract: real tools with arguments that they must refuse.

use std::collections::VecDeque;

use mcpward_json::Json;
use mcpward_schemas::config::{Errors, ErrorsCall};
use mcpward_schemas::snapshot::{Asked, Call, Step};
use rayon::prelude::*;
use serde_json::json;

use super::{Tool, UNSAFE, arguments, at_once, refuse, request, required, tool_call, tools};
use crate::contract::probe;
use crate::protocol::PARAM_HEADER;

/// Adds the probes, at most so many under way at a time. Tools without required parameters accept no arguments, so there is
/// nothing that they must refuse.
pub(super) fn plan(errors: Errors, listed: &[Json], at_once_max: usize, steps: &mut VecDeque<Step>) {
    let mut malformed = None;
    // Each schema becomes a validator, which is most of the work, and the server waits for it.
    let probed: Vec<_> = tools(listed)
        .into_par_iter()
        .filter(|tool| !required(tool).is_empty())
        .map(|tool| {
            let is_called = errors.call != ErrorsCall::Safe || tool.annotations.is_safe();
            let wrong_type = is_called.then(|| wrong_type(&tool)).flatten();
            (tool, wrong_type)
        })
        .collect();
    let mut probes = Vec::new();
    for (tool, wrong_type) in probed {
        if errors.call == ErrorsCall::Safe && !tool.annotations.is_safe() {
            steps.push_back(refuse(&tool.name, "errors", UNSAFE));
            continue;
        }
        let mut add = |kind: &str, arguments: &serde_json::Value| {
            probes.push(Asked {
                probe: format!("{kind}/{}", tool.name),
                call: tool_call(&tool.name, arguments),
            });
        };
        add(probe::MISSING_REQUIRED, &json!({}));
        if let Some(arguments) = wrong_type {
            add(probe::WRONG_TYPE, &arguments);
        }
        malformed.get_or_insert(tool.name);
    }
    steps.extend(at_once::grouped(probes, at_once_max));
    // No tool is reached by it, and a server may die of it: it stands by itself.
    if let Some(tool) = malformed {
        let call = Call::with("tools/call", json!({ "name": tool, "arguments": "x" }));
        steps.push_back(request(format!("{}/{tool}", probe::MALFORMED_REQUEST), call));
    }
}

/// Arguments that are right but for the type of the first required parameter with one single type, if possible one that no header
/// mirrors: of those a server may look no further than the header.
fn wrong_type(tool: &Tool<'_>) -> Option<serde_json::Value> {
    let schema = tool.json.value().get("inputSchema")?;
    let properties = schema.get("properties")?;
    let is_mirrored = |name: &String| {
        properties
            .get(name)
            .is_some_and(|property| property.get(PARAM_HEADER).is_some())
    };
    let (mirrored, plain): (Vec<_>, Vec<_>) = required(tool).into_iter().partition(is_mirrored);
    let (name, wrong) = plain.into_iter().chain(mirrored).find_map(|name| {
        let word = properties.get(&name)?.get("type")?;
        // A text that reads as a number would be taken by lax servers, so the wrong value is of another kind altogether.
        let wrong = match &*word.as_str()? {
            "string" | "number" | "integer" | "boolean" => json!({ "mcpward": [] }),
            "array" | "object" => json!(7),
            _ => return None,
        };
        Some((name, wrong))
    })?;
    let mut arguments = arguments::arguments_but(schema, &name)?;
    arguments.insert(name, wrong);
    Some(arguments.into())
}
