//! All security findings about one definition: texts, parameters, annotations, addresses, name.

use std::collections::BTreeSet;

use mcpward_json::Value;

use super::clean::Clean;
use super::detector::Detectors;
use super::leaf::Role;
use super::scan::{Known, Options, TextFinding, scan};
use super::walk::{Leaves, data, definition};
use super::{annotation, lookalike, schema, uri};

/// The texts of an earlier definition.
#[derive(Debug)]
struct Before(BTreeSet<String>);

impl Known for Before {
    fn stood(&self, _: &str, text: &str) -> bool {
        self.0.contains(text)
    }
}

/// Judges a tool, prompt, resource, template or server object; `before` is what the lock has of it.
pub fn judge(set: &Detectors, value: Value<'_>, before: Option<Value<'_>>) -> Vec<TextFinding> {
    judge_among(set, value, before, &Clean::default())
}

/// The same for one of many: texts in which nothing was found are read once.
pub fn judge_among<'d>(
    set: &Detectors,
    value: Value<'d>,
    before: Option<Value<'_>>,
    clean: &Clean<'d>,
) -> Vec<TextFinding> {
    let leaves = definition(value);
    let known = before.map(|before| Before(definition(before).leaves.iter().map(|l| l.text.to_string()).collect()));
    let mut found = scan(
        set,
        &leaves,
        Options {
            known: known.as_ref().map(|k| k as &dyn Known),
            clean: Some(clean),
        },
    )
    .findings;
    let is_new = |pointer: &str| before.is_some_and(|before| before.pointer(pointer).is_none());
    let differs = |pointer: &str| {
        let same = |before: Value<'_>, at: &str| match (before.pointer(at), value.pointer(at)) {
            (Some(old), Some(new)) => old.same(new),
            (None, None) => true,
            // The specification's default, written out or left out.
            (Some(stated), None) | (None, Some(stated)) => {
                hint_default(at).is_some() && stated.as_bool() == hint_default(at)
            }
        };
        before.is_some_and(|before| !same(before, pointer) || !same(before, "/description"))
    };
    found.extend(schema::judge(value, &is_new));
    found.extend(annotation::judge(value, &differs));
    found.extend(uri::judge(&leaves.leaves));
    if value.get("inputSchema").is_some() {
        found.extend(lookalike::judge(value));
    }
    found
}

/// What a hint means where it is absent (MCP, Tools, ToolAnnotations).
fn hint_default(pointer: &str) -> Option<bool> {
    match pointer {
        "/annotations/readOnlyHint" | "/annotations/idempotentHint" => Some(false),
        "/annotations/destructiveHint" | "/annotations/openWorldHint" => Some(true),
        _ => None,
    }
}

/// Judges one text or any value whose texts have one role; `before` is the text that the lock has.
pub fn text(set: &Detectors, value: Value<'_>, role: Role, before: Option<&str>) -> Vec<TextFinding> {
    let known = before.map(|before| Before(BTreeSet::from([before.to_owned()])));
    let known = known.as_ref().map(|known| known as &dyn Known);
    judge_data(set, value, role, Options { known, clean: None })
}

/// The same for one of many that the lock has not: texts in which nothing was found are read once.
pub fn text_among<'d>(set: &Detectors, value: Value<'d>, role: Role, clean: &Clean<'d>) -> Vec<TextFinding> {
    let options = Options {
        known: None,
        clean: Some(clean),
    };
    judge_data(set, value, role, options)
}

fn judge_data<'d>(set: &Detectors, value: Value<'d>, role: Role, options: Options<'_, 'd>) -> Vec<TextFinding> {
    let leaves: Leaves<'d> = data(value, role);
    let mut found = scan(set, &leaves, options).findings;
    found.extend(uri::judge(&leaves.leaves));
    found
}
