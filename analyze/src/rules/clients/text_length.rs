//! `clients/text-length`: descriptions and instructions are as long as the clients take.

use mcpward_json::Value;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::clients::{Text, TextRule};
use crate::contract::ListKind;
use crate::rules::minded::{dress, who};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/text-length",
    title: "texts are as long as the clients take",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server, SubjectKind::Tool],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
The description of a tool, or the instructions of the server, longer than a client passes on, or empty where it wants at least one
character.

## Why it matters
What stands beyond the limit never reaches the model, and nobody is told. Bedrock refuses a request with an empty description.

## Example
A description of 33,000 characters, of which Claude Code passes on the first 2,048.

## What to do
Say the most important first, and move manuals into a resource or a tool that returns them.

## When it is wrong
Where all that matters stands before the limit, nothing is lost.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let breaks = |rule: &TextRule, what: Text, n_chars: usize| {
        rule.what == what && (rule.min.is_some_and(|min| n_chars < min) || rule.max.is_some_and(|max| n_chars > max))
    };
    if let Some(text) = cx
        .surface
        .and_then(|surface| surface.hello_at("/instructions"))
        .and_then(Value::as_str)
    {
        let n_chars = text.chars().count();
        let clients = cx
            .chosen
            .minding::<TextRule>(|_, rule| breaks(rule, Text::ServerInstructions, n_chars));
        if !clients.is_empty() {
            let message = format!("the instructions have {n_chars} characters: {}", who(&clients));
            let found = sink.found(About::server(), message).at("/instructions");
            dress(found, cx, &clients, None);
        }
    }
    for item in cx.items(ListKind::Tools) {
        let Some(text) = item.value().get("description").and_then(Value::as_str) else {
            continue;
        };
        let n_chars = text.chars().count();
        let clients = cx
            .chosen
            .minding::<TextRule>(|_, rule| breaks(rule, Text::ToolDescription, n_chars));
        if !clients.is_empty() {
            let message = format!("the description has {n_chars} characters: {}", who(&clients));
            let found = sink.found(item, message).at("/description").frames([item.frame]);
            dress(found, cx, &clients, None);
        }
    }
}
