//! From what was seen to findings: one for each tool and habit, one for the server where many tools share a habit.

use std::collections::BTreeMap;

use serde_json::{Value as Json, json};

use super::{About, Context, Level, Sink};
use crate::contract::{Item, ListKind};
use crate::limits::{GROUP_FROM, POINTERS_MAX};
use crate::look::{Seen, Weight};

/// Tools that a message names before it says how many more there are.
const NAMED_MAX: usize = 3;

/// One habit of one tool.
struct Habit<'s> {
    item: &'s Item,
    seen: Vec<&'s Seen>,
}

/// Tells what a rule saw.
pub(crate) fn tell(cx: &Context<'_>, sink: &mut Sink, rule: &str) {
    let items = cx.items(ListKind::Tools);
    let mut habits: BTreeMap<(&str, Option<Weight>), Vec<Habit<'_>>> = BTreeMap::new();
    for (idx, all) in cx.lints.seen(rule) {
        let Some(item) = items.get(*idx) else { continue };
        for seen in all {
            let of_habit = habits.entry((&seen.habit, seen.level)).or_default();
            match of_habit.last_mut().filter(|habit| std::ptr::eq(habit.item, item)) {
                Some(habit) => habit.seen.push(seen),
                None => of_habit.push(Habit { item, seen: vec![seen] }),
            }
        }
    }
    for ((habit, level), tools) in habits {
        if tools.len() >= GROUP_FROM {
            let group = Group {
                tools: tools
                    .iter()
                    .map(|tool| (tool.item, tool.seen.iter().map(|seen| seen.pointer.as_str()).collect()))
                    .collect(),
            };
            let found = grouped(sink, &group, habit, items.len());
            if let Some(level) = level {
                found.level(weigh(level));
            }
            continue;
        }
        for tool in tools {
            let first = tool.seen[0];
            let message = match tool.seen.len() {
                1 => first.message.clone(),
                n => format!("{}; so in {}", first.message, places(n - 1)),
            };
            let found = sink
                .found(tool.item, message)
                .at(&first.pointer)
                .frames([tool.item.frame]);
            if tool.seen.len() > 1 {
                found.actual(pointers(tool.seen.iter().map(|seen| seen.pointer.as_str())));
            }
            if let Some(level) = level {
                found.level(weigh(level));
            }
        }
    }
}

/// Tools that share a habit, each with its places.
pub(crate) struct Group<'s> {
    /// The tools, in the order of the list.
    pub(crate) tools: Vec<(&'s Item, Vec<&'s str>)>,
}

/// One finding about the server for a habit of many tools.
pub(crate) fn grouped<'k>(
    sink: &'k mut Sink,
    group: &Group<'_>,
    habit: &str,
    n_all: usize,
) -> &'k mut super::sink::Found {
    for (item, _) in &group.tools {
        sink.seen(*item);
    }
    let n_tools = group.tools.len();
    let of_all = if n_tools == n_all {
        format!("all {n_all} tools")
    } else {
        format!("{n_tools} of {n_all} tools")
    };
    let names: Vec<&str> = group
        .tools
        .iter()
        .take(NAMED_MAX)
        .map(|(item, _)| item.name.raw())
        .collect();
    let message = format!("{habit}; {of_all}, such as {}", names.join(", "));
    let places: serde_json::Map<String, Json> = group
        .tools
        .iter()
        .map(|(item, all)| (item.name.raw().to_owned(), pointers(all.iter().copied())))
        .collect();
    let frames: std::collections::BTreeSet<_> = group.tools.iter().map(|(item, _)| item.frame).collect();
    sink.found(About::server(), message)
        .actual(json!({ "tools": places }))
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

fn weigh(weight: Weight) -> Level {
    match weight {
        Weight::Note => Level::Note,
        Weight::Warn => Level::Warn,
        Weight::Fail => Level::Fail,
    }
}
