//! `security/capability-legs`: untrusted input, private data and a way out do not come together unseen.

use std::collections::BTreeMap;

use mcpward_schemas::config::ToxicFlow;
use mcpward_schemas::report::{Severity, SubjectKind};

use super::quoted;
use crate::contract::{Item, ListKind};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};
use crate::text::leg::{self, Leg};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "security/capability-legs",
    title: "untrusted input, private data and a way out do not come together unseen",
    severity: Severity::Warning,
    level: Level::Note,
    confidence: "low",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Whether the tools of a run together bring in what strangers write, read what is private, and send something out; told from names and
parameters. All three in one server or over the servers of one run are a note, or what `checks.toxic_flow` says (`note`, `warn`,
`fail`). A leg that the lock file does not have warns.

## Why it matters
A model that has all three can be made to leak: what it reads says what to send. Each tool alone does what it should.

## Example
`fetch_page` of one server, `read_file` of another, `send_email` of a third.

## What to do
Let no session have all three: leave one server out, or let a person approve what is sent.

## When it is wrong
Most useful sets of servers have all three, and names tell only so much. That is why it is a note unless you say otherwise.
";

/// The first tool that gives each leg.
type Legs<'a> = BTreeMap<Leg, &'a str>;

fn check(cx: &Context<'_>, sink: &mut Sink) {
    sink.not_asked();
    let own: Legs<'_> = legs(cx.items(ListKind::Tools));
    if let Some(pinned) = cx.drift.and_then(|drift| drift.legs.as_ref()) {
        for (leg, tool) in own.iter().filter(|(leg, _)| !pinned.contains(leg)) {
            let message = format!("{} is new against the lock, by tool {:?}", leg.words(), quoted(tool));
            sink.found(About::server(), message).level(Level::Warn);
        }
    }
    let level = match cx.config().checks.toxic_flow {
        ToxicFlow::Note => Level::Note,
        ToxicFlow::Warn => Level::Warn,
        ToxicFlow::Fail => Level::Fail,
    };
    if let Some(message) = together(cx, &own) {
        sink.found(About::server(), message).level(level);
    }
}

/// What is said where all three are there: by the server that has them alone, else by the first that has any.
fn together(cx: &Context<'_>, own: &Legs<'_>) -> Option<String> {
    if own.len() == Leg::ALL.len() {
        let parts = own
            .iter()
            .map(|(leg, tool)| format!("{} ({:?})", leg.words(), quoted(tool)));
        return Some(format!("one server has {}", list(parts.collect())));
    }
    let beside = cx.beside.filter(|_| !own.is_empty())?;
    let mut all: BTreeMap<Leg, (&str, &str)> = own.iter().map(|(leg, tool)| (*leg, ("", *tool))).collect();
    for (server, is_before, tools) in beside.others() {
        let theirs = legs(tools);
        if theirs.len() == Leg::ALL.len() || is_before && !theirs.is_empty() {
            return None;
        }
        for (leg, tool) in theirs {
            all.entry(leg).or_insert((server, tool));
        }
    }
    if all.len() < Leg::ALL.len() {
        return None;
    }
    let parts = all.iter().map(|(leg, (server, tool))| {
        let of = if server.is_empty() {
            String::new()
        } else {
            format!(" of server {server}")
        };
        format!("{} ({:?}{of})", leg.words(), quoted(tool))
    });
    Some(format!(
        "the servers of this run together have {}",
        list(parts.collect())
    ))
}

fn legs(tools: &[Item]) -> Legs<'_> {
    let legs = leg::of_all(tools.iter().map(Item::value)).into_iter();
    legs.map(|(leg, idx)| (leg, tools[idx].name.raw())).collect()
}

fn list(mut parts: Vec<String>) -> String {
    match parts.pop() {
        Some(last) if !parts.is_empty() => format!("{} and {last}", parts.join(", ")),
        last => last.unwrap_or_default(),
    }
}
