//! What the YAML reader says, in our words and at its place.

use std::ops::Range;

use serde_saphyr::{Error, Location};

use super::diagnostic::ConfigError;
use crate::suggest;

/// The problem, at its place in the text.
pub(super) fn from_yaml(file: &str, text: &str, error: &Error) -> ConfigError {
    let error = error.without_snippet();
    let span = error.location().and_then(|place| span(text, place));
    let (title, label, help) = match error {
        Error::SerdeUnknownField { field, expected, .. } => {
            let near = suggest::nearest(field, expected.iter().copied());
            let known = (!expected.is_empty()).then(|| format!("known keys here: {}", expected.join(", ")));
            (
                format!("unknown key `{field}`"),
                near.map(|near| format!("did you mean `{near}`?")),
                known,
            )
        }
        Error::SerdeUnknownVariant { variant, expected, .. } => {
            let near = suggest::nearest(variant, expected.iter().copied());
            let known = format!("it takes one of: {}", expected.join(", "));
            (
                format!("unknown value `{variant}`"),
                near.map(|near| format!("did you mean `{near}`?")),
                Some(known),
            )
        }
        Error::SerdeInvalidType {
            unexpected, expected, ..
        }
        | Error::SerdeInvalidValue {
            unexpected, expected, ..
        } => (format!("expected {expected}, found {unexpected}"), None, None),
        Error::SerdeMissingField { field, .. } => (format!("the key `{field}` is missing"), None, None),
        Error::DuplicateMappingKey { key: Some(key), .. } => (format!("the key `{key}` is there twice"), None, None),
        Error::InvalidScalar { ty: "boolean", .. } | Error::InvalidBooleanStrict { .. } => {
            ("expected true or false".to_owned(), None, None)
        }
        Error::InvalidScalar {
            ty: "u8" | "u16" | "u32" | "u64" | "usize",
            ..
        } => ("expected a whole number, 0 or more".to_owned(), None, None),
        Error::Unexpected { expected, .. } => (format!("expected {}", in_words(expected)), None, None),
        other => (sentence(&other.render()), None, None),
    };
    ConfigError {
        file: file.to_owned(),
        text: text.to_owned(),
        span,
        title,
        label,
        help,
    }
}

/// What the reader expected, without the terms of a parser.
fn in_words(expected: &str) -> &str {
    match expected {
        "mapping start" => "a map of keys and values",
        "sequence start" => "a list",
        "string scalar" | "scalar" => "a single text or number",
        other => other,
    }
}

/// The reader's own sentence without the place, which the marks show.
fn sentence(rendered: &str) -> String {
    let first = rendered
        .lines()
        .next()
        .unwrap_or_default()
        .trim_start_matches("error: ");
    let without_place = match first.split_once(": ") {
        Some((place, rest)) if place.starts_with("line ") => rest,
        _ => first,
    };
    match without_place.rfind(" at line ") {
        Some(at) => without_place[..at].to_owned(),
        None => without_place.to_owned(),
    }
}

/// The bytes of a place: what the reader marks, at least one character, within one line.
pub(super) fn span(text: &str, place: Location) -> Option<Range<usize>> {
    let line = usize::try_from(place.line()).ok()?.checked_sub(1)?;
    let column = usize::try_from(place.column()).ok()?.checked_sub(1)?;
    let line_start = if line == 0 {
        0
    } else {
        text.match_indices('\n').nth(line - 1)?.0 + 1
    };
    let line_text = text[line_start..].lines().next().unwrap_or_default();
    let start = line_text
        .char_indices()
        .nth(column)
        .map_or(line_text.len(), |(at, _)| at);
    let marked = line_text[start..]
        .chars()
        .take(usize::try_from(place.span().len()).unwrap_or(usize::MAX).max(1));
    let end = start + marked.map(char::len_utf8).sum::<usize>();
    Some(line_start + start..line_start + end)
}
