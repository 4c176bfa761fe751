//! From what was seen to findings: one for each item and habit, one for the server where many items share a habit.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::{About, Context, Level, Sink};
use crate::contract::{Item, ListKind};
use crate::limits::{GROUP_FROM, POINTERS_MAX};
use crate::look::{Seen, Weight};

/// Items that a message names before it says how many more there are.
const NAMED_MAX: usize = 3;

/// One habit of one item.
struct Habit<'s> {
    item: &'s Item,
    seen: Vec<&'s Seen>,
}

/// Tells what a rule saw of the tools.
pub(crate) fn tell(cx: &Context<'_>, sink: &mut Sink, rule: &str) {
    tell_seen(cx.items(ListKind::Tools), sink, cx.lints.seen(rule));
}

/// Tells what a look sees of each item of a list.
pub(crate) fn tell_items<'c>(
    cx: &'c Context<'_>,
    sink: &mut Sink,
    kind: ListKind,
    mut look: impl FnMut(&'c Item, &mut Vec<Seen>),
) {
    let items = cx.items(kind);
    let mut all = Vec::new();
    for (idx, item) in items.iter().enumerate() {
        let mut seen = Vec::new();
        look(item, &mut seen);
        all.push((idx, seen));
    }
    tell_seen(items, sink, &all);
}

/// Tells what was seen of the items of one list, each by its place in the list.
fn tell_seen(items: &[Item], sink: &mut Sink, seen: &[(usize, Vec<Seen>)]) {
    let mut habits: BTreeMap<(&str, Option<Weight>), Vec<Habit<'_>>> = BTreeMap::new();
    for (idx, all) in seen {
        let Some(item) = items.get(*idx) else { continue };
        for seen in all {
            let of_habit = habits.entry((&seen.habit, seen.level)).or_default();
            match of_habit.last_mut().filter(|habit| std::ptr::eq(habit.item, item)) {
                Some(habit) => habit.seen.push(seen),
                None => of_habit.push(Habit { item, seen: vec![seen] }),
            }
        }
    }
    for ((habit, level), sharing) in habits {
        if sharing.len() >= GROUP_FROM {
            let group = Group {
                items: sharing
                    .iter()
                    .map(|one| (one.item, one.seen.iter().map(|seen| seen.pointer.as_str()).collect()))
                    .collect(),
            };
            let found = grouped(sink, &group, habit, items.len());
            if let Some(level) = level {
                found.level(level.into());
            }
            continue;
        }
        for one in sharing {
            let first = one.seen[0];
            let message = match one.seen.len() {
                1 => first.message.clone(),
                n => format!("{}; so in {}", first.message, places(n - 1)),
            };
            let found = sink.found(one.item, message).frames([one.item.frame]);
            if !first.pointer.is_empty() {
                found.at(&first.pointer);
            }
            if one.seen.len() > 1 {
                found.actual(pointers(one.seen.iter().map(|seen| seen.pointer.as_str())));
            }
            if let Some(level) = level {
                found.level(level.into());
            }
        }
    }
}

/// Items of one list that share a habit, each with its places.
pub(crate) struct Group<'s> {
    /// The items, in the order of the list.
    pub(crate) items: Vec<(&'s Item, Vec<&'s str>)>,
}

/// One finding about the server for a habit of many items.
pub(crate) fn grouped<'k>(
    sink: &'k mut Sink,
    group: &Group<'_>,
    habit: &str,
    n_all: usize,
) -> &'k mut super::sink::Found {
    for (item, _) in &group.items {
        sink.seen(*item);
    }
    let kind = group.items.first().map_or("item", |(item, _)| item.kind.word());
    let n_items = group.items.len();
    let of_all = if n_items == n_all {
        format!("all {n_all} {kind}s")
    } else {
        format!("{n_items} of {n_all} {kind}s")
    };
    let names: Vec<&str> = group
        .items
        .iter()
        .take(NAMED_MAX)
        .map(|(item, _)| item.name.raw())
        .collect();
    let message = format!("{habit}; {of_all}, such as {}", names.join(", "));
    let places: serde_json::Map<String, Json> = group
        .items
        .iter()
        .map(|(item, all)| (item.name.raw().to_owned(), pointers(all.iter().copied())))
        .collect();
    let frames: std::collections::BTreeSet<_> = group.items.iter().map(|(item, _)| item.frame).collect();
    sink.found(About::server(), message)
        .actual(json!({ format!("{kind}s"): places }))
        .frames(frames)
}

/// Places as JSON: the first of them, and how many more.
fn pointers<'p>(all: impl Iterator<Item = &'p str>) -> Json {
    let all: Vec<&str> = all.collect();
    let mut listed: Vec<Json> = all.iter().take(POINTERS_MAX).map(|pointer| json!(pointer)).collect();
    if let Some(n_more) = all.len().checked_sub(POINTERS_MAX).filter(|&n| n > 0) {
        listed.push(json!(format!("{n_more} more")));
    }
    Json::Array(listed)
}

fn places(n: usize) -> String {
    if n == 1 {
        "1 more place".to_owned()
    } else {
        format!("{n} more places")
    }
}

impl From<Weight> for Level {
    fn from(weight: Weight) -> Self {
        match weight {
            Weight::Note => Self::Note,
            Weight::Warn => Self::Warn,
            Weight::Fail => Self::Fail,
        }
    }
}
