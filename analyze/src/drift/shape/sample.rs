//! From recorded calls to shapes.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::{Doc, Json, Limits, Value};

use super::infer::Seen;
use super::maps::Declared;
use super::outline::{Outline, Source};
use crate::contract::{Answered, Connection, Exchange, probe};

/// What the samples of one tool come to.
#[derive(Debug, Clone)]
pub(crate) enum Sampled {
    /// A shape.
    Shape {
        outline: Outline,
        /// Whether results are larger or deeper than what is looked at.
        is_cut: bool,
    },
    /// Calls that gave no shape: why, as a sentence fragment after the tool.
    None(String),
    /// Calls whose results can't be compared with each other: why, as a sentence fragment after the tool.
    Disagree(String),
}

/// The samples of all tools that were called for their shape, or refused. `schema` gives a tool's `outputSchema`.
pub(crate) fn sample<'d>(
    connection: &Connection,
    schema: impl Fn(&str) -> Option<Value<'d>>,
) -> BTreeMap<String, Sampled> {
    let mut calls: BTreeMap<String, Vec<&Exchange>> = BTreeMap::new();
    for exchange in connection.exchanges.iter().filter(|exchange| !exchange.is_barrier) {
        if let Some(tool) = exchange.probe.as_deref().and_then(tool) {
            calls.entry(tool.to_owned()).or_default().push(exchange);
        }
    }
    let refused = connection.refused.get("output").into_iter().flatten();
    let mut out: BTreeMap<String, Sampled> = refused
        .map(|(tool, reason)| (tool.clone(), Sampled::None(format!("was not called: {reason}"))))
        .collect();
    for (tool, calls) in calls {
        let sampled = one(&calls, schema(&tool));
        out.insert(tool, sampled);
    }
    out
}

/// The tool of the probe of a sample, `sample/0/TOOL`.
fn tool(probe: &str) -> Option<&str> {
    let rest = probe.strip_prefix(probe::SAMPLE)?.strip_prefix('/')?;
    Some(rest.split_once('/')?.1)
}

fn one(calls: &[&Exchange], schema: Option<Value<'_>>) -> Sampled {
    let results: Vec<Found<'_>> = calls
        .iter()
        .filter(|exchange| exchange.answered() == Answered::Success)
        .filter_map(|exchange| found(exchange.result()?))
        .collect();
    let Some(first) = results.first() else {
        return Sampled::None(format!(
            "gave no result: {} of {} calls failed",
            calls.len(),
            calls.len()
        ));
    };
    if let Some(other) = results.iter().find(|other| other.source != first.source) {
        return Sampled::Disagree(format!(
            "gave its results as {} and as {}, so they have no one shape",
            first.source.name(),
            other.source.name()
        ));
    }
    let mut seen = Seen::default();
    for result in &results {
        match &result.value {
            Held::Value(value) => seen.add(*value),
            Held::Parsed(json) => seen.add(json.value()),
            Held::Nothing => {}
        }
    }
    let schema = schema.filter(|_| first.source == Source::Structured);
    Sampled::Shape {
        outline: Outline {
            source: first.source,
            n_samples: results.len() as u64,
            blocks: results
                .iter()
                .flat_map(|result| result.blocks.iter().cloned())
                .collect(),
            shape: seen.shape(Declared::of(schema)),
        },
        is_cut: seen.is_cut,
    }
}

/// One result.
struct Found<'d> {
    source: Source,
    value: Held<'d>,
    blocks: BTreeSet<String>,
}

enum Held<'d> {
    Value(Value<'d>),
    Parsed(Json),
    Nothing,
}

fn found(result: Value<'_>) -> Option<Found<'_>> {
    let of = |source, value| {
        Some(Found {
            source,
            value,
            blocks: BTreeSet::new(),
        })
    };
    if let Some(value) = result.get("structuredContent") {
        return of(Source::Structured, Held::Value(value));
    }
    let content = result.get("content").filter(|content| content.is_array())?;
    if let (Some(block), 1) = (content.at(0), content.n_children())
        && let Some(text) = block.get("text").and_then(Value::as_str)
        && text.trim_start().starts_with(['{', '['])
        && let Ok(doc) = Doc::parse(text.into_owned(), &Limits::default())
    {
        return of(Source::JsonText, Held::Parsed(Json::root(doc)));
    }
    let kinds = content.items().filter_map(|block| block.get("type")?.as_str());
    Some(Found {
        source: Source::Content,
        value: Held::Nothing,
        blocks: kinds.map(|kind| kind.into_owned()).collect(),
    })
}
