//! `clients/property-name`: the names of properties fit the clients.

use std::collections::BTreeMap;

use mcpward_schemas::report::{Severity, SubjectKind};
use regex::Regex;
use serde_json::json;

use crate::clients::{Key, KeyRule, KeyScope};
use crate::contract::{ListKind, beginning};
use crate::limits::GROUP_FROM;
use crate::rules::minded::{Habit, dress, who};
use crate::rules::tell::{Group, grouped};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "clients/property-name",
    title: "property names fit the clients",
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
A property of an input schema whose name a client refuses, such as `filter[id]`, `$top` or one longer than 64 characters.

## Why it matters
Anthropic refuses the whole request for one such name at the first level: \"Property keys should match pattern\".

## Example
```json
{\"properties\": {\"filter[name]\": {\"type\": \"string\"}}}
```

## What to do
Use letters, digits and `_`, and translate to the names of the service in the server.

## When it is wrong
Clients that rename properties before they send them do not mind; those named were seen to send them as they are.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let rules = cx
        .chosen
        .clients()
        .flat_map(|client| cx.chosen.concerns::<KeyRule>(client));
    let patterns: BTreeMap<&str, Regex> = rules
        .filter_map(|concern| Some((concern.rule.pattern.as_str(), Regex::new(&concern.rule.pattern).ok()?)))
        .collect();
    if patterns.is_empty() {
        return;
    }
    let items = cx.items(ListKind::Tools);
    let mut habits: BTreeMap<String, Habit<'_, Vec<&Key>>> = BTreeMap::new();
    for (item, minded) in items.iter().zip(&cx.lints.minded) {
        let odd = |rule: &KeyRule, key: &Key| {
            (key.is_top || rule.scope == KeyScope::All)
                && patterns
                    .get(rule.pattern.as_str())
                    .is_some_and(|pattern| !pattern.is_match(&key.name))
        };
        let clients = cx
            .chosen
            .minding::<KeyRule>(|_, rule| minded.keys.iter().any(|key| odd(rule, key)));
        if clients.is_empty() {
            continue;
        }
        let rules: Vec<_> = clients
            .iter()
            .flat_map(|client| cx.chosen.concerns::<KeyRule>(client.profile))
            .collect();
        let refused: Vec<&Key> = minded
            .keys
            .iter()
            .filter(|key| rules.iter().any(|concern| odd(concern.rule, key)))
            .collect();
        let message = format!("{}: {}", named(&refused), who(&clients));
        habits
            .entry(message)
            .or_insert_with(|| Habit::of(clients))
            .tools
            .push((item, refused));
    }
    for (message, Habit { clients, tools }) in habits {
        if tools.len() >= GROUP_FROM {
            let group = Group {
                items: tools
                    .iter()
                    .map(|(item, keys)| (*item, keys.iter().map(|key| key.pointer.as_str()).collect()))
                    .collect(),
            };
            dress(grouped(sink, &group, &message, items.len()), cx, &clients, None);
            continue;
        }
        for (item, keys) in tools {
            let found = sink
                .found(item, message.clone())
                .at(&keys[0].pointer)
                .frames([item.frame]);
            if keys.len() > 1 {
                let pointers: Vec<&str> = keys.iter().map(|key| key.pointer.as_str()).collect();
                found.actual(json!({ "places": keys.len(), "pointers": pointers }));
            }
            dress(found, cx, &clients, None);
        }
    }
}

/// The names, the first of them in full.
fn named(keys: &[&Key]) -> String {
    let names: Vec<String> = keys.iter().take(NAMED_MAX).map(|key| beginning(&key.name)).collect();
    let more = match keys.len().saturating_sub(NAMED_MAX) {
        0 => String::new(),
        n => format!(" and {n} more"),
    };
    let noun = if keys.len() == 1 { "name" } else { "names" };
    format!("the property {noun} {}{more}", names.join(", "))
}

/// Names that a message lists.
const NAMED_MAX: usize = 3;
