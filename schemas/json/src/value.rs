//! A handle on one value of a [`Doc`].

use std::borrow::Cow;
use std::ops::Range;

use crate::doc::{Doc, Node, NodeKind};
use crate::number::Decimal;

/// The six types of JSON, with the value where it costs nothing to say.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// `null`
    Null,
    /// `true` or `false`
    Bool(bool),
    /// A number; see [`Value::raw`] and [`Value::decimal`].
    Number,
    /// A string; see [`Value::as_str`].
    String,
    /// An array; see [`Value::items`].
    Array,
    /// An object; see [`Value::entries`].
    Object,
}

impl Kind {
    /// The name that JSON Schema gives the type: `null`, `boolean`, `number`, `string`, `array`, `object`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Null => "null",
            Self::Bool(_) => "boolean",
            Self::Number => "number",
            Self::String => "string",
            Self::Array => "array",
            Self::Object => "object",
        }
    }
}

/// One value, cheap to copy. Comparing two values compares what they mean: see [`Value::same`].
#[derive(Clone, Copy)]
pub struct Value<'d> {
    doc: &'d Doc,
    idx: u32,
}

impl std::fmt::Debug for Value<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.raw())
    }
}

impl<'d> Value<'d> {
    pub(crate) fn new(doc: &'d Doc, idx: u32) -> Self {
        Self { doc, idx }
    }

    /// The document that holds this value.
    pub fn doc(self) -> &'d Doc {
        self.doc
    }

    /// The place in the arena; a key for tables about one document.
    pub fn index(self) -> u32 {
        self.idx
    }

    #[inline]
    fn node(self) -> &'d Node {
        &self.doc.nodes[self.idx as usize]
    }

    #[inline]
    pub(crate) fn after(self) -> u32 {
        self.node().next
    }

    /// The value's type.
    pub fn kind(self) -> Kind {
        match self.node().kind {
            NodeKind::Null => Kind::Null,
            NodeKind::False => Kind::Bool(false),
            NodeKind::True => Kind::Bool(true),
            NodeKind::Number => Kind::Number,
            NodeKind::Plain | NodeKind::Escaped => Kind::String,
            NodeKind::Array => Kind::Array,
            NodeKind::Object => Kind::Object,
        }
    }

    /// The text of the value as it was sent.
    pub fn raw(self) -> &'d str {
        &self.doc.text[self.span()]
    }

    /// Byte offsets of the value in the text.
    pub fn span(self) -> Range<usize> {
        let node = self.node();
        node.start as usize..node.end as usize
    }

    /// `true` for `null`.
    pub fn is_null(self) -> bool {
        self.kind() == Kind::Null
    }

    /// `true` for an object.
    pub fn is_object(self) -> bool {
        self.kind() == Kind::Object
    }

    /// `true` for an array.
    pub fn is_array(self) -> bool {
        self.kind() == Kind::Array
    }

    /// `true` for a string.
    pub fn is_string(self) -> bool {
        self.kind() == Kind::String
    }

    /// The boolean, where it is one.
    pub fn as_bool(self) -> Option<bool> {
        match self.kind() {
            Kind::Bool(value) => Some(value),
            _ => None,
        }
    }

    /// The string with its escapes decoded; a surrogate without its partner becomes U+FFFD (see [`Value::has_lone_surrogate`]).
    pub fn as_str(self) -> Option<Cow<'d, str>> {
        let inner = || {
            let span = self.span();
            &self.doc.text[span.start + 1..span.end - 1]
        };
        match self.node().kind {
            NodeKind::Plain => Some(Cow::Borrowed(inner())),
            NodeKind::Escaped => Some(Cow::Owned(unescape(inner()).0)),
            _ => None,
        }
    }

    /// Whether the string escapes a surrogate without its partner, which no Unicode text can hold.
    pub fn has_lone_surrogate(self) -> bool {
        let span = self.span();
        self.node().kind == NodeKind::Escaped && unescape(&self.doc.text[span.start + 1..span.end - 1]).1
    }

    /// The number, exactly, where it is one and its exponent fits 64 bits.
    pub fn decimal(self) -> Option<Decimal> {
        if self.node().kind == NodeKind::Number {
            Decimal::parse(self.raw())
        } else {
            None
        }
    }

    /// The number as a 64-bit integer, where it is mathematically one (`1`, `1.0`, `1e0`).
    pub fn as_i64(self) -> Option<i64> {
        self.decimal().and_then(|decimal| decimal.to_i64())
    }

    /// Members of an object in the order sent, duplicates included; empty for other types.
    pub fn entries(self) -> Entries<'d> {
        Entries {
            rest: self.children(NodeKind::Object),
        }
    }

    /// Elements of an array; empty for other types.
    pub fn items(self) -> Items<'d> {
        self.children(NodeKind::Array)
    }

    fn children(self, kind: NodeKind) -> Items<'d> {
        let node = self.node();
        let end = if node.kind == kind { node.next } else { self.idx + 1 };
        Items {
            doc: self.doc,
            idx: self.idx + 1,
            end,
        }
    }

    /// Number of members or elements; 0 for other types. Linear in that number.
    pub fn n_children(self) -> usize {
        match self.kind() {
            Kind::Object => self.entries().count(),
            Kind::Array => self.items().count(),
            _ => 0,
        }
    }

    /// The member of that name; the last one of several, as common readers take it. Linear in the number of members.
    pub fn get(self, name: &str) -> Option<Value<'d>> {
        let Range { start, end } = self.children(NodeKind::Object).range();
        let mut found = None;
        let mut idx = start;
        // Written out, since this is asked more often than anything else.
        while idx < end {
            let (key, value) = (Value::new(self.doc, idx), Value::new(self.doc, idx + 1));
            if key.is_text(name) {
                found = Some(value);
            }
            idx = value.after();
        }
        found
    }

    /// The element at a place counted from 0.
    pub fn at(self, idx: usize) -> Option<Value<'d>> {
        self.items().nth(idx)
    }

    /// Whether this is the string `text`.
    #[inline]
    pub fn is_text(self, text: &str) -> bool {
        match self.node().kind {
            NodeKind::Plain => {
                let Range { start, end } = self.span();
                // Most strings differ in length already, which needs no look at the text.
                end - start == text.len() + 2 && self.doc.text.as_bytes()[start + 1..end - 1] == *text.as_bytes()
            }
            _ => self.as_str().is_some_and(|own| own == text),
        }
    }

    /// The value at a JSON Pointer (RFC 6901), where there is one.
    pub fn pointer(self, pointer: &str) -> Option<Value<'d>> {
        if pointer.is_empty() {
            return Some(self);
        }
        let mut value = self;
        for token in pointer.strip_prefix('/')?.split('/') {
            value = match value.kind() {
                Kind::Object => value.get(&token.replace("~1", "/").replace("~0", "~"))?,
                Kind::Array => value.at(token.parse().ok()?)?,
                _ => return None,
            };
        }
        Some(value)
    }

    /// Whether two values mean the same: member order and the spelling of numbers and escapes do not count.
    pub fn same(self, other: Value<'_>) -> bool {
        self.raw() == other.raw() || crate::canonical(self) == crate::canonical(other)
    }

    /// The value for libraries that want `serde_json`; `None` where it is nested deeper than `depth_max` levels.
    /// Of duplicate members the last one counts, numbers beyond 64 bits become floating point, and numbers beyond that the
    /// largest there is: whoever asks for their type must not be told that they are none.
    pub fn to_serde(self, depth_max: usize) -> Option<serde_json::Value> {
        if self.depth() > depth_max {
            return None;
        }
        Some(self.to_serde_unbounded())
    }

    /// Recursive, so only below a depth that the caller has checked.
    fn to_serde_unbounded(self) -> serde_json::Value {
        match self.kind() {
            Kind::Null => serde_json::Value::Null,
            Kind::Bool(value) => serde_json::Value::Bool(value),
            Kind::Number => serde_json::from_str(self.raw()).unwrap_or_else(|_| {
                let sign = if self.raw().starts_with('-') { -1.0 } else { 1.0 };
                serde_json::json!(sign * f64::MAX)
            }),
            Kind::String => serde_json::Value::String(self.as_str().unwrap_or_default().into_owned()),
            Kind::Array => self.items().map(Value::to_serde_unbounded).collect(),
            Kind::Object => serde_json::Value::Object(
                self.entries()
                    .map(|(name, value)| {
                        (
                            name.as_str().unwrap_or_default().into_owned(),
                            value.to_serde_unbounded(),
                        )
                    })
                    .collect(),
            ),
        }
    }

    /// Levels of arrays and objects, this one included; 0 for a scalar.
    pub fn depth(self) -> usize {
        let mut open: Vec<u32> = Vec::new();
        let mut deepest = 0;
        for idx in self.idx..self.after() {
            while open.last().is_some_and(|&end| end <= idx) {
                open.pop();
            }
            let node = &self.doc.nodes[idx as usize];
            if matches!(node.kind, NodeKind::Array | NodeKind::Object) {
                open.push(node.next);
                deepest = deepest.max(open.len());
            }
        }
        deepest
    }

    /// Member names that stand more than once in this object, each once, in the order of their second appearance.
    pub fn duplicate_names(self) -> Vec<Cow<'d, str>> {
        let mut seen = std::collections::BTreeMap::new();
        let mut duplicates = Vec::new();
        for (name, _) in self.entries() {
            let name = name.as_str().unwrap_or_default();
            let n_seen = seen.entry(name.clone()).or_insert(0_u32);
            *n_seen += 1;
            if *n_seen == 2 {
                duplicates.push(name);
            }
        }
        duplicates
    }
}

/// Elements of an array.
#[derive(Clone)]
pub struct Items<'d> {
    doc: &'d Doc,
    idx: u32,
    end: u32,
}

impl Items<'_> {
    fn range(&self) -> Range<u32> {
        self.idx..self.end
    }
}

impl<'d> Iterator for Items<'d> {
    type Item = Value<'d>;

    fn next(&mut self) -> Option<Value<'d>> {
        if self.idx >= self.end {
            return None;
        }
        let value = Value::new(self.doc, self.idx);
        self.idx = value.after();
        Some(value)
    }
}

/// Members of an object: the name as a string value, and the value.
#[derive(Clone)]
pub struct Entries<'d> {
    rest: Items<'d>,
}

impl<'d> Iterator for Entries<'d> {
    type Item = (Value<'d>, Value<'d>);

    fn next(&mut self) -> Option<Self::Item> {
        let name = self.rest.next()?;
        let value = self.rest.next()?;
        Some((name, value))
    }
}

/// Decodes the inside of a string; the flag says whether a lone surrogate was replaced. The grammar was checked when reading.
fn unescape(inner: &str) -> (String, bool) {
    let mut out = String::with_capacity(inner.len());
    let mut lone = false;
    let mut rest = inner;
    while let Some(at) = rest.find('\\') {
        out.push_str(&rest[..at]);
        let escape = rest.as_bytes()[at + 1];
        rest = &rest[at + 2..];
        match escape {
            b'b' => out.push('\u{8}'),
            b'f' => out.push('\u{c}'),
            b'n' => out.push('\n'),
            b'r' => out.push('\r'),
            b't' => out.push('\t'),
            b'u' => {
                let (decoded, n_bytes) = unescape_unit(rest);
                lone |= decoded.is_none();
                out.push(decoded.unwrap_or(char::REPLACEMENT_CHARACTER));
                rest = &rest[n_bytes..];
            }
            plain => out.push(plain as char),
        }
    }
    out.push_str(rest);
    (out, lone)
}

/// One code point from `XXXX` or `XXXX\uYYYY`, and how many bytes it took.
fn unescape_unit(rest: &str) -> (Option<char>, usize) {
    let unit = |text: &str| u32::from_str_radix(text, 16).unwrap_or(0xFFFD);
    let high = unit(&rest[..4]);
    if !(0xD800..0xDC00).contains(&high) {
        return (char::from_u32(high), 4);
    }
    match rest
        .get(4..10)
        .filter(|next| next.starts_with("\\u"))
        .map(|next| unit(&next[2..]))
    {
        Some(low) if (0xDC00..0xE000).contains(&low) => {
            (char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00)), 10)
        }
        _ => (None, 4),
    }
}

#[cfg(test)]
mod tests {
    use crate::{Doc, Kind, Limits};

    fn doc(text: &str) -> Doc {
        Doc::parse(text, &Limits::default()).unwrap()
    }

    #[test]
    fn strings_decode_and_say_when_they_could_not() {
        for (text, decoded, lone) in [
            (r#""plain""#, "plain", false),
            (r#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t", false),
            (r#""\u00e9\ud83d\ude00x""#, "é😀x", false),
            (r#""\ud83dx""#, "\u{FFFD}x", true),
            (r#""\ude00""#, "\u{FFFD}", true),
            (r#""\ud83d\u0041""#, "\u{FFFD}A", true),
        ] {
            let doc = doc(text);
            assert_eq!(doc.root().as_str().unwrap(), decoded);
            assert_eq!(doc.root().has_lone_surrogate(), lone, "{text}");
        }
    }

    #[test]
    fn members_keep_order_and_duplicates() {
        let doc = doc(r#"{"b":1,"a":{"x":[true,null]},"b":2,"\u0062":3}"#);
        let root = doc.root();
        let names: Vec<_> = root
            .entries()
            .map(|(name, _)| name.as_str().unwrap().into_owned())
            .collect();
        assert_eq!(names, ["b", "a", "b", "b"]);
        assert_eq!(root.duplicate_names(), ["b"]);
        assert_eq!(root.get("b").unwrap().as_i64(), Some(3));
        assert_eq!(root.pointer("/a/x/1").unwrap().kind(), Kind::Null);
        assert_eq!(root.pointer("/a/x/2").map(|value| value.kind()), None);
        assert_eq!(root.depth(), 3);
        assert_eq!(root.get("a").unwrap().raw(), r#"{"x":[true,null]}"#);
    }

    #[test]
    fn meaning_ignores_order_and_spelling() {
        let a = doc(r#"{"x":1.0,"y":["\u0041"]}"#);
        let b = doc(r#"{ "y": ["A"], "x": 10e-1 }"#);
        let c = doc(r#"{"x":1,"y":["B"]}"#);
        assert!(a.root().same(b.root()));
        assert!(!a.root().same(c.root()));
    }

    #[test]
    fn serde_only_below_the_depth() {
        let doc = doc("[[[1]]]");
        assert_eq!(doc.root().to_serde(2), None);
        assert_eq!(doc.root().to_serde(3), Some(serde_json::json!([[[1]]])));
    }

    #[test]
    fn numbers_that_nothing_holds_stay_numbers() {
        // 1e400 became null, and a schema with it was taken for an invalid one.
        let doc = doc("[1e400, -1e400, 1e-400, 9007199254740993]");
        let expected = serde_json::json!([f64::MAX, f64::MIN, 0.0, 9_007_199_254_740_993_i64]);
        assert_eq!(doc.root().to_serde(1), Some(expected));
    }
}
