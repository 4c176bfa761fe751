//! What the rules about clients have in common: who minds what was found, how much it weighs, and how it is said.

use std::collections::BTreeMap;

use mcpward_compat::Draft;
use mcpward_schemas::report::{ClientConcern, Fix};
use serde_json::json;

use super::rewrite::{self, Rewrite};
use super::sink::Found;
use super::tell::{Group, grouped};
use super::{Context, Level, Sink};
use crate::clients::{Client, Construct, Effect, Minded, SchemaRule, Trust};
use crate::contract::{Item, ListKind};
use crate::limits::{FIXES_MAX, GROUP_FROM, RECURSION_DEPTH_MAX};

/// One construct and how a rule speaks of it.
pub(super) struct Kind {
    /// The construct.
    pub(super) construct: Construct,
    /// What was found, as the beginning of a sentence.
    pub(super) what: &'static str,
    /// What helps, where something does.
    pub(super) fix: Option<Rewrite>,
    /// The draft that a schema with it is written in, where it names none.
    pub(super) was: Draft,
}

/// Tools with one habit, each with what it has of it, and the clients that mind it.
pub(super) struct Habit<'a, T> {
    pub(super) clients: Vec<Client<'a>>,
    pub(super) tools: Vec<(&'a Item, T)>,
}

impl<'a, T> Habit<'a, T> {
    /// No tools yet.
    pub(super) fn of(clients: Vec<Client<'a>>) -> Self {
        Self {
            clients,
            tools: Vec::new(),
        }
    }
}

/// One tool with the construct.
struct Hit<'a> {
    item: &'a Item,
    pointers: Vec<&'a str>,
    n_places: usize,
    details: Vec<&'a str>,
    first: &'a str,
}

/// Tells who minds a construct, for each tool that has it.
pub(super) fn tell(cx: &Context<'_>, sink: &mut Sink, kind: &Kind) {
    let items = cx.items(ListKind::Tools);
    let mut by_habit: BTreeMap<String, (Vec<Client<'_>>, Vec<Hit<'_>>)> = BTreeMap::new();
    for (item, minded) in items.iter().zip(&cx.lints.minded) {
        let Some(hit) = hit(item, minded, kind.construct) else {
            continue;
        };
        let clients = cx.chosen.minding::<SchemaRule>(|_, rule| {
            rule.construct == kind.construct && hit.details.iter().any(|detail| rule.covers(detail))
        });
        if !clients.is_empty() {
            by_habit
                .entry(who(&clients))
                .or_insert_with(|| (clients, Vec::new()))
                .1
                .push(hit);
        }
    }
    let mut n_fixes = 0;
    for (who, (clients, hits)) in by_habit {
        if hits.len() >= GROUP_FROM {
            let fix = fix(kind, &hits[0], &mut n_fixes);
            let values: std::collections::BTreeSet<&str> = hits
                .iter()
                .flat_map(|hit| hit.details.iter().copied())
                .filter(|detail| !detail.is_empty())
                .collect();
            let values = match values.is_empty() {
                true => String::new(),
                false => format!(" ({})", values.into_iter().collect::<Vec<_>>().join(", ")),
            };
            let group = Group {
                items: hits.into_iter().map(|hit| (hit.item, hit.pointers)).collect(),
            };
            dress(
                grouped(sink, &group, &format!("{}{values}: {who}", kind.what), items.len()),
                cx,
                &clients,
                fix,
            );
            continue;
        }
        for hit in hits {
            let fix = fix(kind, &hit, &mut n_fixes);
            let found = sink.found(hit.item, format!("{}{}: {who}", kind.what, more(&hit)));
            found
                .at(hit.pointers.first().copied().unwrap_or_default())
                .frames([hit.item.frame]);
            if hit.n_places > 1 {
                found.actual(json!({ "places": hit.n_places, "pointers": hit.pointers }));
            }
            dress(found, cx, &clients, fix);
        }
    }
}

fn hit<'a>(item: &'a Item, minded: &'a Minded, construct: Construct) -> Option<Hit<'a>> {
    let mut hit = Hit {
        item,
        pointers: Vec::new(),
        n_places: 0,
        details: Vec::new(),
        first: "",
    };
    for ((_, detail), places) in minded.places.iter().filter(|((of, _), _)| *of == construct) {
        if hit.n_places == 0 {
            hit.first = &places.first;
        }
        hit.details.push(detail);
        hit.pointers.extend(places.pointers.iter().map(String::as_str));
        hit.n_places += places.n_all;
    }
    (hit.n_places > 0).then_some(hit)
}

/// What a sentence adds about one tool: the values, where they differ, and the number of places.
fn more(hit: &Hit<'_>) -> String {
    let details: Vec<&str> = hit
        .details
        .iter()
        .copied()
        .filter(|detail| !detail.is_empty())
        .collect();
    match (details.is_empty(), hit.n_places) {
        (true, 1) => String::new(),
        (true, n) => format!(" ({n} places)"),
        (false, 1) => format!(" ({})", details.join(", ")),
        (false, n) => format!(" ({}; {n} places)", details.join(", ")),
    }
}

/// Adds clients, level and fix to a finding.
pub(super) fn dress(found: &mut Found, cx: &Context<'_>, clients: &[Client<'_>], fix: Option<Fix>) {
    let level = clients
        .iter()
        .map(|client| level(client, cx.chosen.is_survey))
        .max()
        .unwrap_or(Level::Note);
    found.level(level);
    found.clients(clients.iter().map(concern).collect());
    if let Some(fix) = fix {
        found.fix(fix);
    }
}

fn concern(client: &Client<'_>) -> ClientConcern {
    ClientConcern {
        name: client.profile.id.clone(),
        effect: client.effect.name().to_owned(),
        trust: client.evidence.trust.name().to_owned(),
        via: client.via.map(str::to_owned),
        when: client.when.map(str::to_owned),
        source: client.evidence.source.clone(),
        date: client.evidence.date.clone(),
    }
}

/// How much it weighs. What a vendor says or its error text says fails, where the client was named and minds it by itself
/// and always; a survey of all clients names nobody who must be served.
fn level(client: &Client<'_>, is_survey: bool) -> Level {
    let is_hard = client.effect < Effect::Weakened;
    let is_certain = client.via.is_none() && client.when.is_none() && !is_survey;
    match client.evidence.trust {
        Trust::Vendor | Trust::Error if is_hard && is_certain => Level::Fail,
        Trust::Vendor | Trust::Error => Level::Warn,
        Trust::Reported if is_hard => Level::Warn,
        Trust::Reported | Trust::SecondHand | Trust::Old => Level::Note,
    }
}

/// Who minds it, worst effect first: `anthropic-api refuses the whole request (through it also cursor and zed); claude-code
/// drops the tool`.
pub(super) fn who(clients: &[Client<'_>]) -> String {
    let mut by_effect: BTreeMap<Effect, Vec<&Client<'_>>> = BTreeMap::new();
    for client in clients {
        by_effect.entry(client.effect).or_default().push(client);
    }
    let parts: Vec<String> = by_effect
        .into_iter()
        .map(|(effect, clients)| clause(effect, &clients))
        .collect();
    parts.join("; ")
}

fn clause(effect: Effect, clients: &[&Client<'_>]) -> String {
    let mut own: Vec<String> = Vec::new();
    let mut through: BTreeMap<String, Vec<String>> = BTreeMap::new();
    let with = |name: &str, when: Option<&str>| match when {
        Some(when) => format!("{name} ({when})"),
        None => name.to_owned(),
    };
    for client in clients {
        match client.via {
            // What holds for the model holds for its clients, with the same condition, which is said once.
            Some(via) => {
                let is_said = clients
                    .iter()
                    .any(|client| client.via.is_none() && client.profile.id == via);
                let via = with(via, client.when.filter(|_| !is_said));
                through.entry(via).or_default().push(client.profile.id.clone());
            }
            None => own.push(with(&client.profile.id, client.when)),
        }
    }
    let also = |own_too: bool| -> Vec<String> {
        let also = if own_too { "also " } else { "" };
        through
            .iter()
            .map(|(via, names)| format!("through {via} {also}{}", list(names)))
            .collect()
    };
    match (own.is_empty(), through.is_empty()) {
        (true, _) => format!("{} {}", also(false).join(", "), verb(effect, clients.len())),
        (false, true) => format!("{} {}", list(&own), verb(effect, own.len())),
        (false, false) => format!("{} {} ({})", list(&own), verb(effect, own.len()), also(true).join(", ")),
    }
}

fn list(names: &[String]) -> String {
    match names {
        [init @ .., last] if !init.is_empty() => format!("{} and {last}", init.join(", ")),
        _ => names.concat(),
    }
}

fn verb(effect: Effect, n: usize) -> &'static str {
    match (effect, n) {
        (Effect::RequestRefused, 1) => "refuses the whole request",
        (Effect::RequestRefused, _) => "refuse the whole request",
        (Effect::ServerHidden, 1) => "drops all tools of the server",
        (Effect::ServerHidden, _) => "drop all tools of the server",
        (Effect::ToolHidden, 1) => "drops the tool",
        (Effect::ToolHidden, _) => "drop the tool",
        (Effect::Weakened, 1) => "loses part of it",
        (Effect::Weakened, _) => "lose part of it",
    }
}

/// The rewrite of the first place, proven by the schema engine; only for the first findings of a rule, since proofs cost.
fn fix(kind: &Kind, hit: &Hit<'_>, n_fixes: &mut usize) -> Option<Fix> {
    let rewrite = kind.fix.filter(|_| *n_fixes < FIXES_MAX)?;
    *n_fixes += 1;
    let member = kind.construct.member();
    let schema = hit.item.value().get(member)?.to_serde(RECURSION_DEPTH_MAX)?;
    let mut at = hit.first.to_owned();
    // Any keyword may be one that is not known, so the place names it.
    if kind.construct == Construct::UnknownKeyword {
        mcpward_json::push_token(&mut at, hit.details.first()?);
    }
    rewrite::fix(&schema, (member, &at), rewrite, kind.was)
}
