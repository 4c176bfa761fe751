//! `clients/tool-name`: a tool's name, with what the client puts before it, fits the client.

use std::collections::BTreeMap;

use mcpward_schemas::report::{Severity, SubjectKind};
use regex::Regex;

use crate::clients::{Chosen, Client, NameRule, Prefix, Profile};
use crate::contract::{Item, ListKind, beginning};
use crate::limits::GROUP_FROM;
use crate::rules::minded::{dress, who};
use crate::rules::tell::{Group, grouped};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/tool-name",
    title: "tool names fit the clients",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A tool whose name is too long for a client, or has characters that it refuses, after the client has put its own prefix before it:
`mcp__weather__get_forecast`. The server's own name stands in for the key that users give it in their settings.

## Why it matters
One refused name ends the whole request with some providers; other clients leave the tool out, often without a word.

## Example
```json
{\"name\": \"admin.tools.list_all_of_the_things_that_were_changed_since_yesterday\"}
```

## What to do
Letters, digits, `_` and `-`, beginning with a letter, at most 40 characters: that leaves room for every prefix known.

## When it is wrong
Users may choose a shorter key for the server than its own name.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let server = cx.surface.map(|surface| surface.server_name()).unwrap_or_default();
    let server = if server.is_empty() { "server" } else { server.raw() };
    let prefixes: BTreeMap<&str, Prefix> = cx
        .chosen
        .clients()
        .map(|client| (client.id.as_str(), Prefix::of(&client.prefix, server)))
        .collect();
    let patterns = patterns(&cx.chosen);
    let items = cx.items(ListKind::Tools);
    let full = |client: &Profile, item: &Item| prefixes[client.id.as_str()].full_name(item.name.raw());
    let breaks = |rule: &NameRule, name: &str| {
        let pattern = rule.pattern.as_ref().and_then(|pattern| patterns.get(pattern.as_str()));
        pattern.is_some_and(|pattern| !pattern.is_match(name)) || rule.max.is_some_and(|max| name.chars().count() > max)
    };
    let mut by_who: BTreeMap<String, (Vec<Client<'_>>, Vec<&Item>)> = BTreeMap::new();
    for item in items.iter().filter(|item| !item.name.is_empty()) {
        let clients = cx
            .chosen
            .minding::<NameRule>(|client, rule| breaks(rule, &full(client, item)));
        if !clients.is_empty() {
            by_who
                .entry(who(&clients))
                .or_insert_with(|| (clients, Vec::new()))
                .1
                .push(item);
        }
    }
    for (who, (clients, named)) in by_who {
        if named.len() >= GROUP_FROM {
            let group = Group {
                tools: named.into_iter().map(|item| (item, vec!["/name"])).collect(),
            };
            dress(
                grouped(sink, &group, &format!("names: {who}"), items.len()),
                cx,
                &clients,
                None,
            );
            continue;
        }
        for item in named {
            let shown = clients
                .iter()
                .find(|client| client.via.is_none())
                .unwrap_or(&clients[0]);
            let name = full(shown.profile, item);
            let sent = if name == item.name.raw() {
                String::new()
            } else {
                format!(", sent as {}", beginning(&name))
            };
            let message = format!("the name{sent} with {} characters: {who}", name.chars().count());
            let found = sink.found(item, message).at("/name").frames([item.frame]);
            dress(found, cx, &clients, None);
        }
    }
}

/// The patterns of the chosen clients, compiled; those that don't compile were refused with their profile.
fn patterns(chosen: &Chosen) -> BTreeMap<&str, Regex> {
    let rules = chosen.clients().flat_map(|client| chosen.concerns::<NameRule>(client));
    let patterns = rules.filter_map(|concern| concern.rule.pattern.as_deref());
    patterns
        .filter_map(|pattern| Some((pattern, Regex::new(pattern).ok()?)))
        .collect()
}
