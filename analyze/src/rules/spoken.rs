//! What a server says while it is used: answers of tools, errors, messages of prompts, and what it asks of the client.

use std::collections::BTreeSet;

use mcpward_json::Value;
use mcpward_schemas::report::FrameRef;
use mcpward_schemas::snapshot::Dir;

use super::{Context, security};
use crate::contract::{Exchange, ListKind, Message, MessageKind};
use crate::text::clean::Clean;
use crate::text::detector::Detectors;
use crate::text::leaf::Role;
use crate::text::scan::TextFinding;
use crate::text::{request, subject};

/// A message with findings.
#[derive(Debug)]
pub(crate) struct Spoken {
    /// Place in the list of tools, where it is the answer of one.
    pub(crate) tool: Option<usize>,
    /// Where it was said.
    pub(crate) frame: FrameRef,
    /// What is wrong with it; pointers are into the message.
    pub(crate) found: Vec<TextFinding>,
}

/// Everything that was said with something wrong in it; the same said again counts once.
pub(crate) fn spoken(cx: &Context<'_>, set: &Detectors) -> Vec<Spoken> {
    let mut seen = BTreeSet::new();
    let mut spoken = Vec::new();
    let clean = Clean::default();
    for connection in &cx.contract.connections {
        let answers = connection
            .exchanges
            .iter()
            .filter_map(|exchange| answer(cx, set, exchange, &clean));
        let asked = connection.messages.iter().filter_map(|message| asked(set, message));
        let questions = connection
            .exchanges
            .iter()
            .flat_map(|exchange| questions(set, exchange));
        for mut said in answers.chain(asked).chain(questions) {
            said.found
                .retain(|found| seen.insert((said.tool, found.rule, found.pointer.clone(), found.text.clone())));
            if !said.found.is_empty() {
                spoken.push(said);
            }
        }
    }
    spoken
}

fn answer<'c>(cx: &Context<'_>, set: &Detectors, exchange: &'c Exchange, clean: &Clean<'c>) -> Option<Spoken> {
    let frame = exchange.response.as_ref()?.frame;
    let method = exchange.method();
    let (at, value, role) = match (exchange.error(), exchange.result(), method.as_ref()) {
        (Some(error), _, _) => ("/error", error, Role::Error),
        (None, Some(result), "tools/call") => {
            let is_error = result.get("isError").and_then(Value::as_bool) == Some(true);
            ("/result", result, if is_error { Role::Error } else { Role::Result })
        }
        (None, Some(result), "prompts/get") => ("/result", result, Role::Message),
        // A page runs apart from the model, which reads none of its script.
        (None, Some(result), "resources/read") if exchange.page_read().is_none() => ("/result", result, Role::Result),
        _ => return None,
    };
    let name = exchange.request.params().and_then(|params| params.get("name"));
    let name = name.and_then(Value::as_str).filter(|_| method == "tools/call");
    let tool = name.and_then(|name| cx.place_of(ListKind::Tools, &name));
    Some(Spoken {
        tool,
        frame,
        found: security::at(at, subject::text_among(set, value, role, clean)).collect(),
    })
}

/// What a result asks in return, which without handshake takes the place of a request (2026-07-28, Multi round-trip requests).
fn questions(set: &Detectors, exchange: &Exchange) -> Vec<Spoken> {
    let questions = exchange.result().and_then(|result| result.get("inputRequests"));
    let (Some(questions), Some(response)) = (questions, &exchange.response) else {
        return Vec::new();
    };
    let judged = questions.entries().filter_map(|(name, question)| {
        let mut at = "/result/inputRequests".to_owned();
        mcpward_json::push_token(&mut at, &name.as_str()?);
        Some(Spoken {
            tool: None,
            frame: response.frame,
            found: security::at(&at, request::judge(set, question)).collect(),
        })
    });
    judged.collect()
}

fn asked(set: &Detectors, message: &Message) -> Option<Spoken> {
    if message.dir != Dir::In || message.kind != MessageKind::Request {
        return None;
    }
    Some(Spoken {
        tool: None,
        frame: message.frame,
        found: request::judge(set, message.json.value()),
    })
}
