//! Questions in a short form.

use mcpward_compat::{Comparison, Options, Verdict, compare, included};
use mcpward_json::{Doc, Limits};

pub(crate) fn doc(text: &str) -> Doc {
    Doc::parse(text, &Limits::default()).expect("tests ask about JSON texts")
}

pub(crate) fn ask(old: &str, new: &str, options: &Options) -> Verdict {
    included(doc(old).root(), doc(new).root(), options)
}

pub(crate) fn both(old: &str, new: &str, options: &Options) -> Comparison {
    compare(doc(old).root(), doc(new).root(), options)
}

/// `yes`, `no` or the reason.
pub(crate) fn word(verdict: &Verdict) -> String {
    match verdict {
        Verdict::Included => "yes".to_owned(),
        Verdict::NotIncluded { .. } => "no".to_owned(),
        Verdict::Unknown { reason } => reason.to_string(),
    }
}

/// Both directions in one word each.
pub(crate) fn words(old: &str, new: &str) -> String {
    let options = Options::default();
    format!("{} {}", word(&ask(old, new, &options)), word(&ask(new, old, &options)))
}
