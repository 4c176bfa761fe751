//! `clients/property-name`: the names of properties fit the clients.

use std::collections::BTreeMap;

use mcpward_schemas::report::{Severity, SubjectKind};
use regex::Regex;
use serde_json::json;

use crate::clients::{KeyRule, KeyScope};
use crate::contract::{ListKind, beginning};
use crate::rules::minded::{dress, who};
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
    for (item, minded) in cx.items(ListKind::Tools).iter().zip(&cx.lints.minded) {
        let odd = |rule: &KeyRule, is_top: bool, name: &str| {
            (is_top || rule.scope == KeyScope::All)
                && patterns
                    .get(rule.pattern.as_str())
                    .is_some_and(|pattern| !pattern.is_match(name))
        };
        let clients = cx
            .chosen
            .minding::<KeyRule>(|_, rule| minded.keys.iter().any(|key| odd(rule, key.is_top, &key.name)));
        if clients.is_empty() {
            continue;
        }
        let refused: Vec<_> = minded
            .keys
            .iter()
            .filter(|key| {
                let rules = cx
                    .chosen
                    .clients()
                    .flat_map(|client| cx.chosen.concerns::<KeyRule>(client));
                rules
                    .into_iter()
                    .any(|concern| odd(concern.rule, key.is_top, &key.name))
            })
            .collect();
        let names: Vec<String> = refused.iter().take(NAMED_MAX).map(|key| beginning(&key.name)).collect();
        let more = match refused.len().saturating_sub(NAMED_MAX) {
            0 => String::new(),
            n => format!(" and {n} more"),
        };
        let what = if refused.len() == 1 {
            "the property name"
        } else {
            "the property names"
        };
        let message = format!("{what} {}{more}: {}", names.join(", "), who(&clients));
        let found = sink.found(item, message).at(&refused[0].pointer).frames([item.frame]);
        if refused.len() > 1 {
            let pointers: Vec<&str> = refused.iter().map(|key| key.pointer.as_str()).collect();
            found.actual(json!({ "places": refused.len(), "pointers": pointers }));
        }
        dress(found, cx, &clients, None);
    }
}

/// Names that a message lists.
const NAMED_MAX: usize = 3;
