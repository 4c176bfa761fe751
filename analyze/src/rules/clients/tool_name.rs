//! `clients/tool-name`: a tool's name, with what the client puts before it, fits the client.

use std::collections::BTreeMap;

use mcpward_schemas::report::{Severity, SubjectKind};
use regex::Regex;

use crate::clients::{Chosen, NameRule, Odd, Prefix, Profile};
use crate::contract::{Item, ListKind, beginning};
use crate::limits::GROUP_FROM;
use crate::rules::minded::{Habit, dress, who};
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
    let mut habits: BTreeMap<(String, String), Habit<'_, Odd>> = BTreeMap::new();
    for item in items.iter().filter(|item| !item.name.is_empty()) {
        let clients = cx
            .chosen
            .minding::<NameRule>(|client, rule| breaks(rule, &full(client, item)));
        let odd = clients.iter().fold(Odd::default(), |odd, client| {
            let rules = cx.chosen.concerns::<NameRule>(client.profile);
            let fits = |name: &str| !rules.iter().any(|concern| breaks(concern.rule, name));
            odd.and(Odd::of(&full(client.profile, item), fits))
        });
        if !clients.is_empty() {
            habits
                .entry((who(&clients), many(&odd)))
                .or_insert_with(|| Habit::of(clients))
                .tools
                .push((item, odd));
        }
    }
    for ((who, habit), Habit { clients, tools }) in habits {
        if tools.len() >= GROUP_FROM {
            let group = Group {
                items: tools.into_iter().map(|(item, _)| (item, vec!["/name"])).collect(),
            };
            let message = format!("names that {habit}: {who}");
            dress(grouped(sink, &group, &message, items.len()), cx, &clients, None);
            continue;
        }
        for (item, odd) in tools {
            let longest = clients.iter().map(|client| full(client.profile, item));
            let name = longest.max_by_key(|name| name.chars().count()).unwrap_or_default();
            // Only where it is too long does it matter what stands before it.
            let sent = match odd.long && name != item.name.raw() {
                true => format!(", sent as {},", beginning(&name)),
                false => String::new(),
            };
            let message = format!("the name{sent} {}: {who}", one(&odd, name.chars().count()));
            let found = sink.found(item, message).at("/name").frames([item.frame]);
            dress(found, cx, &clients, None);
        }
    }
}

/// What is odd about one name, after "the name".
fn one(odd: &Odd, n_chars: usize) -> String {
    let parts = [
        odd.start.then(|| "does not begin with a letter".to_owned()),
        (!odd.chars.is_empty()).then(|| format!("has {}", spelled(odd))),
        odd.long.then(|| format!("has {n_chars} characters")),
    ];
    listed(parts).unwrap_or_else(|| "is not what they take".to_owned())
}

/// What is odd about many names, after "names that".
fn many(odd: &Odd) -> String {
    let parts = [
        odd.start.then(|| "do not begin with a letter".to_owned()),
        (!odd.chars.is_empty()).then(|| format!("have {}", spelled(odd))),
        odd.long.then(|| "are too long".to_owned()),
    ];
    listed(parts).unwrap_or_else(|| "are not what they take".to_owned())
}

fn spelled(odd: &Odd) -> String {
    let chars: Vec<String> = odd
        .chars
        .iter()
        .map(|&c| match c {
            c if c == ' ' || c.is_ascii_graphic() => format!("\"{c}\""),
            c => format!("U+{:04X}", u32::from(c)),
        })
        .collect();
    let noun = if chars.len() == 1 { "character" } else { "characters" };
    format!("the {noun} {}", chars.join(" "))
}

fn listed(parts: [Option<String>; 3]) -> Option<String> {
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    (!parts.is_empty()).then(|| parts.join(" and "))
}

/// The patterns of the chosen clients, compiled; those that don't compile were refused with their profile.
fn patterns(chosen: &Chosen) -> BTreeMap<&str, Regex> {
    let rules = chosen.clients().flat_map(|client| chosen.concerns::<NameRule>(client));
    let patterns = rules.filter_map(|concern| concern.rule.pattern.as_deref());
    patterns
        .filter_map(|pattern| Some((pattern, Regex::new(pattern).ok()?)))
        .collect()
}
