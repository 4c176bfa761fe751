//! `clients/schema-size`: input schemas are as large as the clients take.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::clients::{Budget, Measures, Scope};
use crate::contract::ListKind;
use crate::rules::minded::{dress, who};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/schema-size",
    title: "input schemas are as large as the clients take",
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
An input schema with more properties, levels, enum values or characters of names than a client takes; or all input schemas together,
where the limit is one of the request.

## Why it matters
Providers that compile schemas into grammars bound their size and refuse the request beyond.

## Example
A tool whose `country` property has an enum of 2,000 values.

## What to do
Let a tool look values up instead of listing them, and split tools that do everything.

## When it is wrong
The figures come from pages that cite others, and older, smaller ones still circulate.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let items = cx.items(ListKind::Tools);
    let all = cx
        .lints
        .minded
        .iter()
        .fold(Measures::default(), |sum, minded| sum.plus(minded.sizes));
    tell(cx, sink, About::server(), Scope::Server, all);
    for (item, minded) in items.iter().zip(&cx.lints.minded) {
        tell(cx, sink, item.into(), Scope::Tool, minded.sizes);
    }
}

fn tell(cx: &Context<'_>, sink: &mut Sink, about: About, scope: Scope, sizes: Measures) {
    let breaks = |rule: &Budget| rule.scope == scope && sizes.get(rule.measure) > rule.max;
    let clients = cx.chosen.minding::<Budget>(|_, rule| breaks(rule));
    if clients.is_empty() {
        return;
    }
    let mut over: Vec<String> = cx
        .chosen
        .clients()
        .flat_map(|client| cx.chosen.concerns::<Budget>(client))
        .filter(|concern| breaks(concern.rule))
        .map(|concern| format!("{} {}", sizes.get(concern.rule.measure), concern.rule.measure.words()))
        .collect();
    over.sort();
    over.dedup();
    let what = if scope == Scope::Server {
        "all input schemas together have"
    } else {
        "the input schema has"
    };
    let message = format!("{what} {}: {}", over.join(" and "), who(&clients));
    let found = sink.found(about, message).at("/inputSchema");
    dress(found, cx, &clients, None);
}
