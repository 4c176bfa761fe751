//! Random schemas and mutations of them, well formed or not: what is made of a number, always the same.

use serde_json::{Map, Value, json};

/// A generator of numbers (splitmix64).
pub(crate) struct Random(pub(crate) u64);

const PATTERNS: &[&str] = &[
    "^a",
    "b$",
    "^[ab]{1,3}$",
    "(a+)+$",
    "^(?=a)b?",
    "(\\w)\\1",
    "[",
    "\\p{L}",
    "^\\d{2}-\\d{2}$",
    "",
];
const REFERENCES: &[&str] = &[
    "#",
    "#/$defs/x",
    "#/$defs/y",
    "#/definitions/x",
    "#nowhere",
    "#at",
    "https://example.com/x",
    "#/properties/a",
    "//",
];
const NUMBERS: &[&str] = &[
    "0",
    "1",
    "-1",
    "2",
    "3",
    "0.5",
    "1.0",
    "7",
    "1e2",
    "-0.25",
    "1e400",
    "1e-9",
    "9007199254740993",
    "1e99999",
];
const NAMES: &[&str] = &["a", "b", "c", "", "a/b", "~", "é"];
const TYPES: &[&str] = &["null", "boolean", "integer", "number", "string", "array", "object"];
const ONE: &[&str] = &[
    "not",
    "items",
    "contains",
    "additionalProperties",
    "propertyNames",
    "unevaluatedProperties",
    "unevaluatedItems",
    "if",
    "then",
    "else",
    "additionalItems",
];
const LISTS: &[&str] = &["allOf", "anyOf", "oneOf", "prefixItems", "items"];
const MAPS: &[&str] = &[
    "properties",
    "patternProperties",
    "dependentSchemas",
    "$defs",
    "definitions",
    "dependencies",
];
const COUNTS: &[&str] = &[
    "minLength",
    "maxLength",
    "minItems",
    "maxItems",
    "minProperties",
    "maxProperties",
    "minContains",
    "maxContains",
];
const BOUNDS: &[&str] = &[
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
];

impl Random {
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) >> 33).unwrap_or(0) % n
    }

    pub(crate) fn pick<'t>(&mut self, list: &[&'t str]) -> &'t str {
        list[self.below(list.len())]
    }

    fn number(&mut self) -> Value {
        let text = self.pick(NUMBERS);
        serde_json::from_str(text).unwrap_or_else(|_| json!(format!("\u{1}{text}\u{1}")))
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 5 } else { 7 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => self.number(),
            3 | 4 => json!(self.pick(&["", "a", "ab", "b", "\u{7f}", "long text"])),
            5 => (0..self.below(3)).map(|_| self.value(depth - 1)).collect(),
            _ => (0..self.below(3))
                .map(|_| (self.pick(NAMES).to_owned(), self.value(depth - 1)))
                .collect::<Map<_, _>>()
                .into(),
        }
    }

    fn names(&mut self) -> Value {
        (0..=self.below(2)).map(|_| json!(self.pick(NAMES))).collect()
    }

    /// The value of a keyword; rarely one that is not allowed there.
    fn keyword(&mut self, depth: usize) -> (String, Value) {
        let (keyword, value) = match self.below(if depth == 0 { 11 } else { 17 }) {
            0 | 1 => ("type", json!(self.pick(TYPES))),
            2 => ("type", (0..=self.below(2)).map(|_| json!(self.pick(TYPES))).collect()),
            3 => ("enum", (0..self.below(4)).map(|_| self.value(1)).collect()),
            4 => ("const", self.value(1)),
            5 => (self.pick(COUNTS), json!(self.below(4))),
            6 => (self.pick(BOUNDS), self.number()),
            7 => ("pattern", json!(self.pick(PATTERNS))),
            8 => ("required", self.names()),
            9 => ("uniqueItems", json!(self.below(3) > 0)),
            10 => (
                self.pick(&["$ref", "$ref", "$dynamicRef", "$recursiveRef"]),
                json!(self.pick(REFERENCES)),
            ),
            11 | 12 => (self.pick(ONE), self.schema(depth - 1)),
            13 => (
                self.pick(LISTS),
                (0..=self.below(2)).map(|_| self.schema(depth - 1)).collect(),
            ),
            14 | 15 => {
                let keyword = self.pick(MAPS);
                let names = if keyword == "patternProperties" {
                    PATTERNS
                } else {
                    &["a", "b", "x", "y"]
                };
                let map: Map<_, _> = (0..=self.below(2))
                    .map(|_| (self.pick(names).to_owned(), self.schema(depth - 1)))
                    .collect();
                (keyword, map.into())
            }
            _ => match self.below(5) {
                0 => ("dependentRequired", json!({ "a": self.names() })),
                1 => (self.pick(&["$anchor", "$dynamicAnchor"]), json!("at")),
                2 => ("$id", json!(self.pick(&["https://example.com/x", "x", "#at", ""]))),
                3 => ("default", self.value(1)),
                _ => ("format", json!(self.pick(&["date", "email", "unknown"]))),
            },
        };
        let value = if self.below(60) == 0 { self.value(1) } else { value };
        (keyword.to_owned(), value)
    }

    /// A schema of at most that many levels.
    pub(crate) fn schema(&mut self, depth: usize) -> Value {
        if self.below(12) == 0 {
            return json!(self.below(3) > 0);
        }
        (0..=self.below(4))
            .map(|_| self.keyword(depth))
            .collect::<Map<_, _>>()
            .into()
    }

    /// A whole document: mostly with the definitions that references lead to.
    pub(crate) fn document(&mut self, depth: usize) -> Value {
        let mut schema = self.schema(depth);
        if let (Value::Object(members), true) = (&mut schema, self.below(4) > 0) {
            let definitions = json!({"x": self.schema(1), "y": self.schema(1)});
            members.entry("$defs").or_insert(definitions);
        }
        schema
    }

    /// One place of a schema changed: a keyword added, dropped or replaced, a value set, a branch taken twice.
    pub(crate) fn mutated(&mut self, schema: &Value) -> Value {
        let mut whole = schema.clone();
        let mut at = &mut whole;
        // A walk down to a random place.
        for _ in 0..self.below(6) {
            let n = match &*at {
                Value::Object(members) => members.len(),
                Value::Array(items) => items.len(),
                _ => 0,
            };
            if n == 0 {
                break;
            }
            let chosen = self.below(n);
            at = match at {
                Value::Object(members) => members
                    .values_mut()
                    .nth(chosen)
                    .expect("chosen below the number of members"),
                Value::Array(items) => &mut items[chosen],
                _ => break,
            };
        }
        match at {
            Value::Object(members) => match self.below(3) {
                0 if !members.is_empty() => {
                    let name = members.keys().nth(self.below(members.len())).cloned();
                    members.remove(&name.unwrap_or_default());
                }
                _ => {
                    let (keyword, value) = self.keyword(1);
                    members.insert(keyword, value);
                }
            },
            Value::Array(items) => match self.below(3) {
                0 if !items.is_empty() => {
                    let at = self.below(items.len());
                    items.remove(at);
                }
                1 if !items.is_empty() => items.push(items[0].clone()),
                _ => items.push(self.schema(1)),
            },
            other => {
                *other = if self.below(2) == 0 {
                    self.value(1)
                } else {
                    self.schema(1)
                }
            }
        }
        whole
    }

    /// The text of a schema: now and then wrapped in many levels, or with a byte changed.
    pub(crate) fn text(&mut self, schema: &Value) -> String {
        // Numbers that no floating point holds are put in by their marks.
        let mut text = schema.to_string().replace("\"\\u0001", "").replace("\\u0001\"", "");
        if self.below(200) == 0 {
            let levels = [50, 120, 500, 3_000][self.below(4)];
            let (open, close) = [
                ("{\"items\":", "}"),
                ("{\"not\":", "}"),
                ("{\"properties\":{\"a\":", "}}"),
            ][self.below(3)];
            text = format!("{}{text}{}", open.repeat(levels), close.repeat(levels));
        }
        if self.below(20) == 0 && text.is_ascii() {
            let at = self.below(text.len());
            let byte = ["0", "1", "a", "\"", "{", "}", ",", "-", "9"][self.below(9)];
            text.replace_range(at..=at, byte);
        }
        text
    }
}
