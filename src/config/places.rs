//! Where each value of a YAML file stands, so that a problem found later can point at its line.

use std::collections::BTreeMap;
use std::fmt;

use mcpward_analyze::SourceFile;
use mcpward_schemas::report::Place;
use serde::Deserialize;
use serde::de::{Deserializer, MapAccess, SeqAccess, Visitor};
use serde_saphyr::{Location, Spanned};

/// Entries are looked up down to this depth: `/suites/0/cases/1`.
const DEPTH_MAX: usize = 4;

/// A value, reduced to what has places inside.
#[derive(Debug, Default)]
pub(super) enum Places {
    Map(Vec<(Spanned<String>, Spanned<Places>)>),
    List(Vec<Spanned<Places>>),
    #[default]
    Scalar,
}

/// One step from a value to a value inside.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Token {
    Key(String),
    Index(usize),
}

impl Places {
    /// The places of a text; empty where it is no YAML, which is reported elsewhere.
    pub(super) fn of(text: &str) -> Self {
        serde_saphyr::from_str(text).unwrap_or_default()
    }

    /// Where the value at `path` stands; the innermost one that is there.
    pub(super) fn value(&self, path: &[Token]) -> Option<Location> {
        let mut here = self;
        let mut found = None;
        for token in path {
            let next = match (here, token) {
                (Self::Map(entries), Token::Key(key)) => entries
                    .iter()
                    .find(|(name, _)| name.value == *key)
                    .map(|(_, value)| value),
                (Self::List(items), Token::Index(at)) => items.get(*at),
                _ => None,
            };
            let Some(next) = next else { break };
            found = Some(next.referenced);
            here = &next.value;
        }
        found
    }
}

impl Places {
    /// Where the key of the value at `path` stands, or the item of a list.
    pub(super) fn key(&self, path: &[Token]) -> Option<Location> {
        let (last, above) = path.split_last()?;
        let mut here = self;
        for token in above {
            here = here
                .entries()
                .find(|(its, ..)| its == token)
                .map(|(_, _, value)| value)?;
        }
        here.entries().find(|(its, ..)| its == last).map(|(_, place, _)| place)
    }

    /// Where all entries down to [`DEPTH_MAX`] stand, by their JSON Pointers.
    fn all(&self, file: &str) -> BTreeMap<String, Place> {
        let mut all = BTreeMap::new();
        let mut open = vec![(self, String::new(), 0)];
        while let Some((here, pointer, depth)) = open.pop() {
            for (token, place, value) in here.entries() {
                let token = match token {
                    Token::Key(key) => key.replace('~', "~0").replace('/', "~1"),
                    Token::Index(at) => at.to_string(),
                };
                let pointer = format!("{pointer}/{token}");
                if depth + 1 < DEPTH_MAX {
                    open.push((value, pointer.clone(), depth + 1));
                }
                all.insert(pointer, place_in(file, place));
            }
        }
        all
    }

    /// Entries of a map or list: the step to it, where its key or item stands, and its value.
    fn entries(&self) -> Box<dyn Iterator<Item = (Token, Location, &Self)> + '_> {
        match self {
            Self::Map(entries) => Box::new(
                entries
                    .iter()
                    .map(|(name, value)| (Token::Key(name.value.clone()), name.referenced, &value.value)),
            ),
            Self::List(items) => Box::new(
                items
                    .iter()
                    .enumerate()
                    .map(|(at, item)| (Token::Index(at), item.referenced, &item.value)),
            ),
            Self::Scalar => Box::new(std::iter::empty()),
        }
    }
}

/// Where the entries of a file stand, by their JSON Pointers.
pub(crate) fn places(file: &SourceFile) -> BTreeMap<String, Place> {
    Places::of(&file.text).all(&file.name)
}

/// A location as reports have it.
pub(super) fn place_in(file: &str, location: Location) -> Place {
    let count = |n: u64| u32::try_from(n).unwrap_or(u32::MAX);
    Place {
        file: file.to_owned(),
        line: count(location.line()),
        column: count(location.column()),
    }
}

impl<'de> Deserialize<'de> for Places {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(PlacesVisitor)
    }
}

struct PlacesVisitor;

impl<'de> Visitor<'de> for PlacesVisitor {
    type Value = Places;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("any value")
    }

    fn visit_bool<E>(self, _: bool) -> Result<Places, E> {
        Ok(Places::Scalar)
    }

    fn visit_i64<E>(self, _: i64) -> Result<Places, E> {
        Ok(Places::Scalar)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Places, E> {
        Ok(Places::Scalar)
    }

    fn visit_f64<E>(self, _: f64) -> Result<Places, E> {
        Ok(Places::Scalar)
    }

    fn visit_str<E>(self, _: &str) -> Result<Places, E> {
        Ok(Places::Scalar)
    }

    fn visit_unit<E>(self) -> Result<Places, E> {
        Ok(Places::Scalar)
    }

    fn visit_none<E>(self) -> Result<Places, E> {
        Ok(Places::Scalar)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Places, A::Error> {
        let mut items = Vec::new();
        while let Some(item) = seq.next_element()? {
            items.push(item);
        }
        Ok(Places::List(items))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Places, A::Error> {
        let mut entries = Vec::new();
        while let Some(entry) = map.next_entry()? {
            entries.push(entry);
        }
        Ok(Places::Map(entries))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_the_line_of_a_value() {
        let places = Places::of("server:\n  args:\n    - a\n    - b\ntimeouts: { call_ms: 0 }\n");
        let key = |name: &str| Token::Key(name.to_owned());
        let at = |path: &[Token]| places.value(path).map(|place| (place.line(), place.column()));
        assert_eq!(at(&[key("server"), key("args"), Token::Index(1)]), Some((4, 7)));
        assert_eq!(at(&[key("timeouts"), key("call_ms")]), Some((5, 22)));
        assert_eq!(
            at(&[key("timeouts"), key("run_ms")]),
            Some((5, 11)),
            "the innermost one that is there"
        );
        assert_eq!(at(&[key("nothing")]), None);
        let all = places.all("f");
        let lines: Vec<_> = all
            .iter()
            .map(|(pointer, place)| (pointer.as_str(), place.line, place.column))
            .collect();
        assert_eq!(
            lines,
            [
                ("/server", 1, 1),
                ("/server/args", 2, 3),
                ("/server/args/0", 3, 7),
                ("/server/args/1", 4, 7),
                ("/timeouts", 5, 1),
                ("/timeouts/call_ms", 5, 13),
            ]
        );
    }
}
