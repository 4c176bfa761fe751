//! The requests of the era without handshake, where each header mirrors a member of the body (2026-07-28, Transports, Streamable
//! HTTP).

use std::collections::BTreeSet;

use mcpward_schemas::snapshot::{Call, HttpRequest, Spelling, Step};
use serde_json::json;

use super::super::tasks::discover;
use super::handshake::{SESSION, UNKNOWN_SESSION, VERSION};
use super::{Tokens, asking, of_web_pages, step, value};
use crate::contract::probe;
use crate::protocol;

const METHOD: &str = "mcp-method";
const NAME: &str = "mcp-name";

/// The requests that name nothing.
pub(super) fn all() -> Vec<Step> {
    let discovery = || asking(discover());
    vec![
        step(probe::HTTP_METHOD_OTHER, discovery().with(METHOD, value("tools/list"))),
        step(
            probe::HTTP_VERSION_OTHER,
            discovery().with(VERSION, value(protocol::HANDSHAKE_NEWEST)),
        ),
        step(probe::HTTP_METHOD_MISSING, discovery().with(METHOD, Spelling::Omitted)),
        step(
            probe::HTTP_METHOD_CASE,
            discovery().with(METHOD, value("Server/Discover")),
        ),
        step(
            probe::HTTP_SESSION_STRANGE,
            discovery().with(SESSION, value(UNKNOWN_SESSION)),
        ),
    ]
}

/// What a server of both eras is asked with handshake.
pub(super) fn without_handshake(tokens: Tokens, is_local: bool) -> Vec<Step> {
    let mut steps = vec![
        step(probe::HTTP_GET_MODERN, HttpRequest::new("GET")),
        step(probe::HTTP_DELETE_MODERN, HttpRequest::new("DELETE")),
    ];
    steps.extend(of_web_pages(discover, is_local));
    steps.extend(tokens.steps(discover));
    steps
}

/// The requests that name something: a tool that there is not, so that nothing is called whatever the server looks at.
pub(in crate::plan) fn naming(tools: &BTreeSet<String>) -> Vec<Step> {
    let unused = |name: &str| {
        let mut name = name.to_owned();
        while tools.contains(&name) {
            name.push_str("_x");
        }
        name
    };
    let call = |name: &str| {
        asking(Call::with(
            "tools/call",
            json!({ "name": unused(name), "arguments": {} }),
        ))
    };
    let (plain, other) = ("mcpward_no_such_tool", unused("mcpward_no_other_tool"));
    vec![
        step(probe::HTTP_NAME_OTHER, call(plain).with(NAME, value(&other))),
        step(probe::HTTP_NAME_MISSING, call(plain).with(NAME, Spelling::Omitted)),
        step(probe::HTTP_NAME_ENCODED, call("mcpward_no_such_t\u{f6}\u{f6}l")),
    ]
}
