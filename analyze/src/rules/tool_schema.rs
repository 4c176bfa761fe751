//! What the rules about input and output schemas have in common: each distinct schema is judged once.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::Value;

use super::Context;
use crate::contract::beginning;
use crate::limits::{RECURSION_DEPTH_MAX, SCHEMA_PROBLEMS_MAX};
use crate::look::{Seen, Weight};
use crate::validity::{self, Dialect, Draft};

/// One thing that is wrong with a schema.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Problem {
    level: Weight,
    pointer: String,
    message: String,
}

/// Problems of schemas by their text.
pub(super) struct Cache<'d> {
    by_text: BTreeMap<&'d str, Vec<Problem>>,
    /// Whether a schema without `$schema` may also be draft-07: the specification named no default before 2025-11-25.
    may_be_draft7: bool,
}

impl<'d> Cache<'d> {
    pub(super) fn new(cx: &Context<'_>) -> Self {
        let may_be_draft7 = cx
            .surface
            .is_some_and(|surface| surface.version().as_str() < "2025-11-25");
        Self {
            by_text: BTreeMap::new(),
            may_be_draft7,
        }
    }

    /// What is wrong with a schema that is an object.
    pub(super) fn look(&mut self, schema: Value<'d>, pointer: &str, seen: &mut Vec<Seen>) {
        let may_be_draft7 = self.may_be_draft7;
        let problems = self
            .by_text
            .entry(schema.raw())
            .or_insert_with(|| problems(schema, may_be_draft7));
        let mut told: BTreeSet<&str> = BTreeSet::new();
        let mut untold: Vec<Weight> = Vec::new();
        for problem in problems.iter() {
            if told.len() == SCHEMA_PROBLEMS_MAX && !told.contains(problem.message.as_str()) {
                untold.push(problem.level);
                continue;
            }
            told.insert(&problem.message);
            let at = format!("{pointer}{}", problem.pointer);
            seen.push(Seen::new(at, problem.message.clone()).level(problem.level));
        }
        if let Some(&level) = untold.iter().max() {
            let message = format!("{} more problems of this schema", untold.len());
            seen.push(Seen::new(pointer, message).level(level));
        }
    }
}

fn problems(schema: Value<'_>, may_be_draft7: bool) -> Vec<Problem> {
    let mut found = Vec::new();
    let mut add = |level, pointer: String, message: String| {
        found.push(Problem {
            level,
            pointer,
            message,
        })
    };
    let draft = match validity::dialect(schema) {
        Dialect::Named(draft) => draft,
        Dialect::Unnamed if may_be_draft7 && !validity::is_valid(schema, Draft::Draft202012) => Draft::Draft7,
        Dialect::Unnamed => Draft::Draft202012,
        Dialect::Unknown => {
            let named = schema.get("$schema").map_or("", Value::raw);
            add(
                Weight::Warn,
                "/$schema".to_owned(),
                format!("no draft of JSON Schema is called {}", beginning(named)),
            );
            Draft::Draft202012
        }
    };
    match validity::breaches(schema, draft) {
        None => {
            let message =
                format!("the schema is nested deeper than {RECURSION_DEPTH_MAX} levels and was not validated");
            add(Weight::Warn, String::new(), message);
        }
        Some(breaches) => {
            for breach in breaches {
                add(
                    Weight::Fail,
                    breach.pointer,
                    format!("{} (JSON Schema {})", breach.message, draft.name()),
                );
            }
        }
    }
    for lost in validity::lost_references(schema) {
        let target = beginning(&lost.target);
        match lost.external {
            true => add(
                Weight::Warn,
                lost.pointer,
                format!("the reference {target} leads out of the schema; clients do not fetch it"),
            ),
            false => add(
                Weight::Fail,
                lost.pointer,
                format!("the reference {target} points at a place that is not there"),
            ),
        }
    }
    for (pointer, name) in validity::required_without_property(schema) {
        add(
            Weight::Warn,
            pointer,
            format!("{} is required, and no property has that name", beginning(&name)),
        );
    }
    found.sort_by(|a, b| b.level.cmp(&a.level).then_with(|| a.cmp(b)));
    found
}
