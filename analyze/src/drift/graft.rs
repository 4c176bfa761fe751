//! Single values of one definition put into another. Only the way to a value is taken apart; the rest stays text.

use mcpward_json::{Doc, Json, Limits, Value, quote};

/// Steps of a pointer that is followed: deeper places than any schema has are not grafted.
const STEPS_MAX: usize = 256;

/// A value, taken apart as far as it was needed.
enum Node {
    Text(String),
    List(Vec<Node>),
    Map(Vec<(String, Node)>),
}

impl Node {
    fn open(&mut self) {
        let Self::Text(text) = self else { return };
        let Ok(doc) = Doc::parse(std::mem::take(text), &Limits::default()) else {
            return;
        };
        let root = doc.root();
        *self = if root.is_object() {
            let member = |(name, value): (Value<'_>, Value<'_>)| {
                (
                    name.as_str().unwrap_or_default().into_owned(),
                    Self::Text(value.raw().to_owned()),
                )
            };
            Self::Map(root.entries().map(member).collect())
        } else if root.is_array() {
            Self::List(root.items().map(|item| Self::Text(item.raw().to_owned())).collect())
        } else {
            Self::Text(root.raw().to_owned())
        };
    }

    /// Recursive, but only along ways that were taken apart, which are at most [`STEPS_MAX`] long.
    fn write(&self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(text),
            Self::List(items) => {
                for (idx, item) in items.iter().enumerate() {
                    out.push(if idx == 0 { '[' } else { ',' });
                    item.write(out);
                }
                out.push_str(if items.is_empty() { "[]" } else { "]" });
            }
            Self::Map(members) => {
                for (idx, (name, value)) in members.iter().enumerate() {
                    out.push(if idx == 0 { '{' } else { ',' });
                    quote(name, out);
                    out.push(':');
                    value.write(out);
                }
                out.push_str(if members.is_empty() { "{}" } else { "}" });
            }
        }
    }
}

/// A definition while it is changed.
pub(super) struct Graft(Node);

impl Graft {
    pub(super) fn of(json: &Json) -> Self {
        Self(Node::Text(json.value().raw().to_owned()))
    }

    /// Sets the value at a pointer, or takes it out; says whether the way there exists.
    pub(super) fn set(&mut self, pointer: &str, value: Option<Value<'_>>) -> bool {
        let steps: Vec<String> = pointer
            .split('/')
            .skip(1)
            .map(|step| step.replace("~1", "/").replace("~0", "~"))
            .collect();
        let Some((last, way)) = steps.split_last() else {
            if let Some(value) = value {
                self.0 = Node::Text(value.raw().to_owned());
            }
            return value.is_some();
        };
        if steps.len() > STEPS_MAX {
            return false;
        }
        let mut node = &mut self.0;
        for step in way {
            node.open();
            let next = match node {
                Node::Map(members) => members
                    .iter_mut()
                    .rfind(|(name, _)| name == step)
                    .map(|(_, value)| value),
                Node::List(items) => step.parse::<usize>().ok().and_then(|idx| items.get_mut(idx)),
                Node::Text(_) => None,
            };
            match next {
                Some(next) => node = next,
                // What is not there need not be taken out.
                None => return value.is_none(),
            }
        }
        node.open();
        let text = value.map(|value| Node::Text(value.raw().to_owned()));
        match node {
            Node::Map(members) => {
                match (members.iter().rposition(|(name, _)| name == last), text) {
                    (Some(at), Some(text)) => members[at].1 = text,
                    (Some(_), None) => members.retain(|(name, _)| name != last),
                    (None, Some(text)) => members.push((last.clone(), text)),
                    (None, None) => {}
                }
                true
            }
            Node::List(items) => match (last.parse::<usize>().ok().filter(|idx| *idx < items.len()), text) {
                (Some(idx), Some(text)) => {
                    items[idx] = text;
                    true
                }
                _ => false,
            },
            Node::Text(_) => value.is_none(),
        }
    }

    pub(super) fn json(&self) -> Option<Json> {
        let mut out = String::new();
        self.0.write(&mut out);
        Doc::parse(out, &Limits::default()).ok().map(Json::root)
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Json, Limits};

    #[test]
    fn values_are_set_added_and_taken_out() {
        let json = |text: &str| Json::root(Doc::parse(text, &Limits::default()).unwrap());
        for (base, pointer, value, expected) in [
            (
                r#"{"a":{"b":1e400}}"#,
                "/a/c",
                Some("[2]"),
                Some(r#"{"a":{"b":1e400,"c":[2]}}"#),
            ),
            (r#"{"a":{"b":1}}"#, "/a/b", Some("2"), Some(r#"{"a":{"b":2}}"#)),
            (r#"{"a":{"b":1}}"#, "/a/b", None, Some(r#"{"a":{}}"#)),
            (r#"{"a":[1,2]}"#, "/a/1", Some("3"), Some(r#"{"a":[1,3]}"#)),
            (r#"{"a~/b":1}"#, "/a~0~1b", Some("2"), Some(r#"{"a~/b":2}"#)),
            (r#"{"a":1}"#, "/b/c", Some("2"), None),
            (r#"{"a":1}"#, "/b/c", None, Some(r#"{"a":1}"#)),
            (r#"{"a":1}"#, "", Some("2"), Some("2")),
        ] {
            let mut graft = super::Graft::of(&json(base));
            let value = value.map(json);
            let done = graft.set(pointer, value.as_ref().map(Json::value));
            assert_eq!(
                done.then(|| graft.json().unwrap().value().raw().to_owned()).as_deref(),
                expected,
                "{base} {pointer}"
            );
        }
    }
}
