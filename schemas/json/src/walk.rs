//! Every value below a value, in the order sent, with its JSON Pointer.

use std::borrow::Cow;

use crate::pointer::push_token;
use crate::value::{Kind, Value};

/// One value on the walk.
#[derive(Debug, Clone)]
pub struct Step<'d> {
    /// Levels below the start, which has 0.
    pub depth: usize,
    /// The member name, where the value is an object's.
    pub name: Option<Cow<'d, str>>,
    /// The value.
    pub value: Value<'d>,
}

/// A walk in document order. After each step [`Walk::pointer`] is the pointer of the value just given.
pub struct Walk<'d> {
    open: Vec<Open<'d>>,
    start: Option<Value<'d>>,
    pointer: String,
}

/// An array or object whose children are being given; `pointer_len` is the length of its own pointer.
struct Open<'d> {
    children: Children<'d>,
    pointer_len: usize,
}

enum Children<'d> {
    Array(usize, crate::value::Items<'d>),
    Object(crate::value::Entries<'d>),
}

impl<'d> Value<'d> {
    /// Walks this value and all below it, this one first.
    pub fn walk(self) -> Walk<'d> {
        Walk {
            open: Vec::new(),
            start: Some(self),
            pointer: String::new(),
        }
    }
}

impl<'d> Walk<'d> {
    /// The pointer of the last step, relative to the start.
    pub fn pointer(&self) -> &str {
        &self.pointer
    }

    /// Leaves out what is below the value just given.
    pub fn skip_children(&mut self) {
        if self
            .open
            .last()
            .is_some_and(|open| open.pointer_len == self.pointer.len())
        {
            self.open.pop();
        }
    }

    fn enter(&mut self, value: Value<'d>) {
        let children = match value.kind() {
            Kind::Array => Children::Array(0, value.items()),
            Kind::Object => Children::Object(value.entries()),
            _ => return,
        };
        self.open.push(Open {
            children,
            pointer_len: self.pointer.len(),
        });
    }
}

impl<'d> Iterator for Walk<'d> {
    type Item = Step<'d>;

    fn next(&mut self) -> Option<Step<'d>> {
        if let Some(value) = self.start.take() {
            self.enter(value);
            return Some(Step {
                depth: 0,
                name: None,
                value,
            });
        }
        loop {
            let open = self.open.last_mut()?;
            self.pointer.truncate(open.pointer_len);
            let found = match &mut open.children {
                Children::Array(idx, items) => items.next().map(|value| {
                    push_token(&mut self.pointer, &idx.to_string());
                    *idx += 1;
                    (None, value)
                }),
                Children::Object(entries) => entries.next().map(|(name, value)| {
                    let name = name.as_str().unwrap_or_default();
                    push_token(&mut self.pointer, &name);
                    (Some(name), value)
                }),
            };
            let Some((name, value)) = found else {
                self.open.pop();
                continue;
            };
            let depth = self.open.len();
            self.enter(value);
            return Some(Step { depth, name, value });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{Doc, Limits};

    fn pointers(text: &str, skip: &str) -> Vec<String> {
        let doc = Doc::parse(text, &Limits::default()).unwrap();
        let mut walk = doc.root().walk();
        let mut seen = Vec::new();
        while let Some(step) = walk.next() {
            seen.push(format!("{}{}", "-".repeat(step.depth), walk.pointer()));
            if walk.pointer() == skip {
                walk.skip_children();
            }
        }
        seen
    }

    #[test]
    fn document_order_with_pointers() {
        let text = r#"{"a":[1,{"b/c":2}],"d":null}"#;
        assert_eq!(
            pointers(text, "none"),
            ["", "-/a", "--/a/0", "--/a/1", "---/a/1/b~1c", "-/d"]
        );
    }

    #[test]
    fn skipping_leaves_out_what_is_below() {
        assert_eq!(pointers(r#"{"a":[1,[]],"d":[]}"#, "/a"), ["", "-/a", "-/d"]);
        assert_eq!(pointers("[[[1]],2]", ""), [""]);
    }
}
