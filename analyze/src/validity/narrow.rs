//! What a validator says, at the narrowest place it can be said of.

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind;

use crate::contract::beginning;

/// Characters of a value that a message repeats; of a longer one a reader would see nothing but the value.
const VALUE_CHARS_MAX: usize = 40;

/// A place where a value breaks a schema.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Breach {
    /// JSON Pointer into the value.
    pub(crate) pointer: String,
    /// What is wrong, as a sentence fragment.
    pub(crate) message: String,
}

/// The breaches behind errors, in their order.
pub(super) fn breaches<'e>(errors: impl Iterator<Item = ValidationError<'e>>) -> Vec<Breach> {
    let mut found = Vec::new();
    errors.for_each(|error| add(&error, &mut found));
    found
}

/// Where none of several schemas fits, one that fits furthest was meant, and it is told what is wrong there; where none
/// gets deeper than to the value itself, that none fits.
fn add(error: &ValidationError<'_>, found: &mut Vec<Breach>) {
    let at = n_levels(error);
    let furthest = branches(error).iter().max_by_key(|branch| reach(branch));
    match furthest.filter(|branch| reach(branch) > at) {
        Some(branch) => branch.iter().for_each(|error| add(error, found)),
        None => found.push(Breach {
            pointer: error.instance_path().to_string(),
            message: message(error),
        }),
    }
}

/// What each of the schemas has against the value, where one was to fit.
fn branches<'e>(error: &'e ValidationError<'_>) -> &'e [Vec<ValidationError<'static>>] {
    match error.kind() {
        ValidationErrorKind::AnyOf { context } | ValidationErrorKind::OneOfNotValid { context } => context,
        _ => &[],
    }
}

/// How deep a value fits a schema: the levels down to the first error.
fn reach(errors: &[ValidationError<'_>]) -> usize {
    errors.iter().map(n_levels).min().unwrap_or_default()
}

fn n_levels(error: &ValidationError<'_>) -> usize {
    error.instance_path().as_str().matches('/').count()
}

fn message(error: &ValidationError<'_>) -> String {
    let value = error.instance().to_string();
    match value.chars().nth(VALUE_CHARS_MAX) {
        Some(_) => beginning(&error.masked_with("it").to_string()),
        None => beginning(&error.to_string()),
    }
}
