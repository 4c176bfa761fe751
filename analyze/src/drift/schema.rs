//! What a changed schema means for callers and readers. The proof is `mcpward_compat`'s; this module only asks.

use mcpward_compat::{FUEL, Model, Options, Verdict, included};
use mcpward_json::{Doc, Limits, Value};

use super::change::SchemaDetail;
use super::class::Class;
use super::explain::explain;
use super::limits::{FUEL_ALL, FUEL_MIN};
use super::meaning::meaning;

/// Which way instances travel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Way {
    /// Arguments: what was valid has to stay valid.
    Input,
    /// Results: what is valid has to have been valid.
    Output,
}

impl Way {
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Output => "output",
        }
    }

    pub(crate) fn member(self) -> &'static str {
        match self {
            Self::Input => "inputSchema",
            Self::Output => "outputSchema",
        }
    }
}

/// What a change of a schema comes to.
#[derive(Debug, Clone)]
pub(crate) enum Outcome {
    /// Only texts and notes differ, or nothing.
    Same,
    /// Only `$schema` differs, and the meaning does not.
    Relabelled,
    /// Written in another way, with the same meaning: proved in both directions.
    Rewritten,
    /// It has another meaning, or nobody knows.
    Changed(Class, Box<SchemaDetail>),
}

/// Fuel for each of `n` schemas of one diff.
pub(crate) fn fuel(n: usize) -> u64 {
    let n = u64::try_from(n).unwrap_or(u64::MAX).max(1);
    (FUEL_ALL / n).clamp(FUEL_MIN, FUEL)
}

/// Compares two schemas; an absent one allows everything.
pub(crate) fn judge(way: Way, old: Option<Value<'_>>, new: Option<Value<'_>>, fuel: u64) -> Outcome {
    let everything = Doc::parse("{}", &Limits::default()).expect("an empty object is JSON");
    let (old, new) = (old.unwrap_or(everything.root()), new.unwrap_or(everything.root()));
    let (meaning_old, meaning_new) = (meaning(old), meaning(new));
    if meaning_old == meaning_new {
        return Outcome::Same;
    }
    let (model, root_object) = match way {
        Way::Input => (Model::Understood, true),
        Way::Output => (Model::Declared, false),
    };
    let options = Options {
        model,
        root_object,
        fuel,
        ..Options::default()
    };
    let strict = Options {
        model: Model::Strict,
        ..options
    };
    // Whether what travels the way stays what it was, and whether there is nothing new on it.
    let ask = |options: &Options, back: bool| match (way, back) {
        (Way::Input, false) | (Way::Output, true) => included(old, new, options),
        (Way::Input, true) | (Way::Output, false) => included(new, old, options),
    };
    match ask(&options, false) {
        Verdict::NotIncluded { witness, effect } => {
            let detail = SchemaDetail {
                witness: Some(witness),
                effect: Some(effect),
                ..detail(way, old, new)
            };
            Outcome::Changed(Class::BreakingSchemaChange, Box::new(detail))
        }
        Verdict::Unknown { reason } => {
            let detail = SchemaDetail {
                reason: Some(reason.to_string()),
                ..detail(way, old, new)
            };
            Outcome::Changed(Class::SchemaChangeUnproven, Box::new(detail))
        }
        Verdict::Included => {
            let strict_kept = ask(&strict, false);
            let same = strict_kept == Verdict::Included
                && [ask(&options, true), ask(&strict, true)]
                    .iter()
                    .all(|verdict| *verdict == Verdict::Included);
            if same {
                return if only_dialect(old, new) {
                    Outcome::Relabelled
                } else {
                    Outcome::Rewritten
                };
            }
            let strict_break = match strict_kept {
                Verdict::NotIncluded { witness, .. } => Some(witness),
                Verdict::Included | Verdict::Unknown { .. } => None,
            };
            let detail = SchemaDetail {
                strict_break,
                ..detail(way, old, new)
            };
            Outcome::Changed(Class::NonbreakingSchemaChange, Box::new(detail))
        }
    }
}

/// Arguments of which nothing can be proved, for the reason given.
pub(crate) fn refused(reason: &str) -> Box<SchemaDetail> {
    Box::new(SchemaDetail {
        direction: Way::Input.name(),
        witness: None,
        effect: None,
        strict_break: None,
        reason: Some(reason.to_owned()),
        edits: Vec::new(),
    })
}

fn detail(way: Way, old: Value<'_>, new: Value<'_>) -> SchemaDetail {
    SchemaDetail {
        direction: way.name(),
        witness: None,
        effect: None,
        strict_break: None,
        reason: None,
        edits: explain(old, new),
    }
}

/// Whether nothing but `$schema` at the root differs among what asserts.
fn only_dialect(old: Value<'_>, new: Value<'_>) -> bool {
    let without = |schema: Value<'_>| {
        let members = schema.entries().filter(|(name, _)| !name.is_text("$schema"));
        let text: Vec<String> = members
            .map(|(name, value)| format!("{}:{}", name.raw(), value.raw()))
            .collect();
        let doc = Doc::parse(format!("{{{}}}", text.join(",")), &Limits::default());
        doc.map(|doc| meaning(doc.root())).unwrap_or_default()
    };
    old.is_object() && new.is_object() && without(old) == without(new)
}
