//! Shrinks a witness to something that a person takes in at a glance: fewer members and elements, shorter texts, rounder
//! numbers.
//!
//! A step replaces one place by something simpler and is kept where the whole is still a witness, by the judgement of whoever
//! asks. Every step makes the witness strictly simpler, so shrinking ends by itself; the bound is for large ones.

use std::ops::Range;

use num_bigint::BigInt;
use num_traits::{One, Signed, Zero};

use crate::formula::World;
use crate::limits::{SHRINK_LETTERS_MAX, SHRINK_STEPS, SHRINK_TRIES_MAX};
use crate::value::{Json, Rational, ValueId, Values, decimal_text};

/// The simplest witness that single steps lead to from this one.
pub(crate) fn shrink(
    world: &mut World,
    witness: ValueId,
    is_witness: &mut dyn FnMut(&mut World, ValueId) -> bool,
) -> ValueId {
    let mut shrinking = Shrinking {
        world,
        best: witness,
        n_left: SHRINK_TRIES_MAX,
        is_witness,
    };
    loop {
        let before = shrinking.best;
        // What a place holds is dropped before it is looked into.
        let mut open: Vec<Vec<String>> = vec![Vec::new()];
        while let Some(path) = open.pop() {
            let below = shrinking.drop_parts(&path);
            shrinking.simplify(&path);
            open.extend(
                below
                    .into_iter()
                    .rev()
                    .map(|token| [path.as_slice(), &[token]].concat()),
            );
        }
        if shrinking.best == before {
            return before;
        }
    }
}

struct Shrinking<'w> {
    world: &'w mut World,
    best: ValueId,
    n_left: u32,
    is_witness: &'w mut dyn FnMut(&mut World, ValueId) -> bool,
}

impl Shrinking<'_> {
    /// Puts a part at its place, if the whole is still a witness.
    fn keeps(&mut self, path: &[String], part: ValueId) -> bool {
        if self.n_left == 0 || !self.world.charge(SHRINK_STEPS) {
            self.n_left = 0;
            return false;
        }
        self.n_left -= 1;
        let Some(whole) = self.world.values.replaced(self.best, path, Some(part)) else {
            return false;
        };
        let kept = (self.is_witness)(self.world, whole);
        if kept {
            self.best = whole;
        }
        kept
    }

    /// Drops members or elements, many at a time and then fewer; gives the places that are left.
    fn drop_parts(&mut self, path: &[String]) -> Vec<String> {
        let Some(at) = self.world.values.at(self.best, path) else {
            return Vec::new();
        };
        let mut parts = Parts::of(&self.world.values, at);
        let mut size = parts.len();
        while size > 0 && self.n_left > 0 {
            // From the end, so that what stands first stays.
            let mut end = parts.len();
            while end > 0 {
                let start = end.saturating_sub(size);
                let fewer = parts.without(start..end);
                let part = fewer.build(&mut self.world.values);
                if self.keeps(path, part) {
                    parts = fewer;
                }
                end = start;
            }
            size /= 2;
        }
        parts.tokens()
    }

    /// Takes simpler texts and numbers for as long as there are any.
    fn simplify(&mut self, path: &[String]) {
        'again: while let Some(at) = self.world.values.at(self.best, path) {
            let simpler: Vec<ValueId> = match self.world.values.get(at).clone() {
                Json::String(text) => {
                    let texts = simpler_texts(&text);
                    texts.iter().map(|text| self.world.values.string(text)).collect()
                }
                Json::Number(number) => {
                    let numbers = simpler_numbers(&number);
                    numbers
                        .into_iter()
                        .map(|number| self.world.values.number(number))
                        .collect()
                }
                _ => Vec::new(),
            };
            for part in simpler {
                if self.keeps(path, part) {
                    continue 'again;
                }
            }
            return;
        }
    }
}

/// What an array or object is made of; members in the order of their names.
enum Parts {
    Items(Vec<ValueId>),
    Members(Vec<(String, (ValueId, ValueId))>),
}

impl Parts {
    fn of(values: &Values, at: ValueId) -> Self {
        if let Some(items) = values.items(at) {
            return Self::Items(items.to_vec());
        }
        let members = values.members(at).unwrap_or_default();
        let mut members: Vec<_> = members
            .iter()
            .filter_map(|&member| Some((values.as_str(member.0)?.to_string(), member)))
            .collect();
        members.sort();
        Self::Members(members)
    }

    fn len(&self) -> usize {
        match self {
            Self::Items(items) => items.len(),
            Self::Members(members) => members.len(),
        }
    }

    fn without(&self, range: Range<usize>) -> Self {
        match self {
            Self::Items(items) => Self::Items([&items[..range.start], &items[range.end..]].concat()),
            Self::Members(members) => Self::Members([&members[..range.start], &members[range.end..]].concat()),
        }
    }

    fn build(&self, values: &mut Values) -> ValueId {
        match self {
            Self::Items(items) => values.array(items.clone()),
            Self::Members(members) => values.object(members.iter().map(|&(_, member)| member).collect()),
        }
    }

    /// The places below.
    fn tokens(self) -> Vec<String> {
        match self {
            Self::Items(items) => (0..items.len()).map(|at| at.to_string()).collect(),
            Self::Members(members) => members.into_iter().map(|(name, _)| name).collect(),
        }
    }
}

/// Shorter texts, and those of the same length with a plain letter for another sign.
fn simpler_texts(text: &str) -> Vec<String> {
    let chars: Vec<char> = text.chars().collect();
    let mut lens = vec![
        0,
        1,
        chars.len() / 4,
        chars.len() / 2,
        chars.len() / 4 * 3,
        chars.len().saturating_sub(1),
    ];
    lens.retain(|&len| len < chars.len());
    lens.dedup();
    let mut found: Vec<String> = lens.into_iter().map(|len| chars[..len].iter().collect()).collect();
    if chars.len() > SHRINK_LETTERS_MAX {
        return found;
    }
    for at in 0..chars.len() {
        found.push([&chars[..at], &chars[at + 1..]].concat().into_iter().collect());
    }
    for at in 0..chars.len() {
        if !chars[at].is_ascii_alphanumeric() {
            found.push([&chars[..at], &['a'], &chars[at + 1..]].concat().into_iter().collect());
        }
    }
    found
}

/// Numbers that are written with fewer digits, or stand nearer to zero with as many.
fn simpler_numbers(number: &Rational) -> Vec<Rational> {
    let one = Rational::one();
    let half = Rational::new(BigInt::one(), BigInt::from(2));
    let (whole, sign) = (number.trunc(), number.signum());
    let mut found = vec![Rational::zero(), one.clone(), -one, -number.clone(), whole.clone()];
    found.extend([&half * &sign, &whole + &half * &sign]);
    if let Some(digits) = digits(&whole).filter(|&digits| digits > 1) {
        // One leading digit, then zeros; a smaller one; and fewer zeros.
        let power = Rational::from_integer(BigInt::from(10).pow(u32::try_from(digits - 1).unwrap_or(0)));
        let leading = (&whole / &power).trunc() * &power;
        found.extend([
            &power / Rational::from_integer(10.into()) * &sign,
            leading.clone(),
            leading - power * &sign,
        ]);
    }
    found.push((&whole * half).trunc());
    if digits(&whole).is_some_and(|digits| digits < 3) {
        found.push(whole - sign);
    }
    let weight = |number: &Rational| {
        (
            !number.is_integer(),
            digits(number).unwrap_or(usize::MAX),
            number.abs(),
            number.is_negative(),
        )
    };
    let given = weight(number);
    found.retain(|other| weight(other) < given);
    found
}

/// How many digits a number is written with.
fn digits(number: &Rational) -> Option<usize> {
    decimal_text(number).map(|text| text.trim_start_matches('-').len())
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::shrink;
    use crate::formula::World;
    use crate::limits::{FRAMES_MAX, FUEL};

    fn shrunk(witness: &Value, is_witness: fn(&Value) -> bool) -> Value {
        let mut world = World::new(FUEL, FRAMES_MAX);
        let doc = mcpward_json::Doc::parse(witness.to_string(), &mcpward_json::Limits::default()).unwrap();
        let id = world.values.read(doc.root());
        let small = shrink(&mut world, id, &mut |world, id| is_witness(&world.values.to_serde(id)));
        world.values.to_serde(small)
    }

    #[test]
    fn what_does_not_matter_goes() {
        let large = json!({"a": [1, 2, {"b": "some long text", "c": -12345.678}], "d": {"e": null}, "f": "x"});
        assert_eq!(shrunk(&large, |_| true), json!({}));
        assert_eq!(shrunk(&large, |value| value["a"].is_array()), json!({"a": []}));
        let is_deep = |value: &Value| {
            value["a"]
                .as_array()
                .is_some_and(|list| list.iter().any(|item| item["b"].is_string()))
        };
        assert_eq!(shrunk(&large, is_deep), json!({"a": [{"b": ""}]}));
    }

    #[test]
    fn texts_get_shorter_and_plainer() {
        assert_eq!(
            shrunk(&json!("\u{7}{}long text"), |value| value
                .as_str()
                .unwrap()
                .chars()
                .count()
                >= 3),
            json!("aaa")
        );
        assert_eq!(
            shrunk(&json!("xxyxx"), |value| value.as_str().unwrap().contains('y')),
            json!("y")
        );
        let long = "ab".repeat(5_000);
        assert_eq!(
            shrunk(&json!(long), |value| value.as_str().unwrap().len() >= 40),
            json!("ab".repeat(20))
        );
    }

    #[test]
    fn numbers_get_rounder() {
        let above = |value: &Value| value.as_f64().unwrap() > 10.0;
        assert_eq!(shrunk(&json!(123_456.789), above), json!(11));
        assert_eq!(shrunk(&json!(-7.25), |value| value.as_f64().unwrap() < 0.0), json!(-1));
        assert_eq!(
            shrunk(&json!(7.125), |value| value.as_f64().unwrap().fract() != 0.0),
            json!(0.5)
        );
        assert_eq!(
            shrunk(&json!(98_765), |value| value.as_i64().unwrap() >= 70_001),
            json!(80_000)
        );
    }

    #[test]
    fn shrinking_stops_at_its_bound() {
        let wide: Value = (0..1_000)
            .map(|n| (format!("m{n}"), json!(n)))
            .collect::<serde_json::Map<_, _>>()
            .into();
        let kept = shrunk(&wide, |value| value.as_object().unwrap().len() > 990);
        assert!(kept.as_object().unwrap().len() < 1_000);
    }
}
