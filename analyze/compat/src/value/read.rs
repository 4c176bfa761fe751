//! Reading documents into the arena, bottom up, without recursion.

use mcpward_json::{Kind, Value};

use super::{Json, ValueId, Values, parse_decimal};

/// An array or object that is still being read.
enum Open<'d> {
    Array(Vec<ValueId>, mcpward_json::Items<'d>),
    Object(Vec<(ValueId, ValueId)>, ValueId, mcpward_json::Entries<'d>),
}

impl Values {
    /// Reads a value of a document.
    pub(crate) fn read(&mut self, value: Value<'_>) -> ValueId {
        let mut open: Vec<Open<'_>> = Vec::new();
        let mut next = Some(value);
        let mut done = Self::NULL;
        loop {
            if let Some(value) = next.take() {
                match value.kind() {
                    Kind::Array => open.push(Open::Array(Vec::new(), value.items())),
                    Kind::Object => open.push(Open::Object(Vec::new(), Self::NULL, value.entries())),
                    _ => {
                        done = self.read_scalar(value);
                        match open.last_mut() {
                            None => return done,
                            Some(top) => top.take(done),
                        }
                    }
                }
            }
            match open.last_mut() {
                None => return done,
                Some(Open::Array(_, items)) => next = items.next(),
                Some(Open::Object(_, name, entries)) => {
                    if let Some((key, value)) = entries.next() {
                        *name = self.string(&key.as_str().unwrap_or_default());
                        next = Some(value);
                    }
                }
            }
            if next.is_none() {
                done = match open.pop() {
                    Some(Open::Array(items, _)) => self.array(items),
                    Some(Open::Object(members, _, _)) => self.object(members),
                    None => return done,
                };
                match open.last_mut() {
                    None => return done,
                    Some(top) => top.take(done),
                }
            }
        }
    }

    fn read_scalar(&mut self, value: Value<'_>) -> ValueId {
        match value.kind() {
            Kind::Bool(value) => Self::boolean(value),
            Kind::Number => self.read_number(value.raw()),
            // Texts that no Unicode string can hold stay apart by their spelling.
            Kind::String if value.has_lone_surrogate() => self.string(value.raw()),
            Kind::String => self.string(&value.as_str().unwrap_or_default()),
            _ => Self::NULL,
        }
    }

    pub(crate) fn read_number(&mut self, text: &str) -> ValueId {
        match parse_decimal(text) {
            Some(value) => self.number(value),
            None => self.intern(Json::Odd(text.into())),
        }
    }
}

impl Open<'_> {
    fn take(&mut self, value: ValueId) {
        match self {
            Self::Array(items, _) => items.push(value),
            Self::Object(members, name, _) => members.push((*name, value)),
        }
    }
}
