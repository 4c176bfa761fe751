//! Values with one part replaced.

use super::{Json, ValueId, Values};

impl Values {
    /// The root with the value at a path replaced, or taken away where there is none.
    pub(crate) fn replaced(&mut self, root: ValueId, path: &[String], value: Option<ValueId>) -> Option<ValueId> {
        let Some((last, above)) = path.split_last() else {
            return value;
        };
        let mut below: Vec<ValueId> = vec![root];
        for token in above {
            // A container that is itself new starts out empty.
            let next = self
                .child(*below.last()?, token)
                .unwrap_or_else(|| self.object(Vec::new()));
            below.push(next);
        }
        let mut value = self.with(below.pop()?, last, value)?;
        for (at, token) in below.into_iter().rev().zip(above.iter().rev()) {
            value = self.with(at, token, Some(value))?;
        }
        Some(value)
    }

    /// The value at a path.
    pub(crate) fn at(&self, root: ValueId, path: &[String]) -> Option<ValueId> {
        path.iter().try_fold(root, |at, token| self.child(at, token))
    }

    fn child(&self, at: ValueId, token: &str) -> Option<ValueId> {
        match self.get(at) {
            Json::Object(_) => self.field(at, token),
            Json::Array(items) => items.get(token.parse::<usize>().ok()?).copied(),
            _ => None,
        }
    }

    fn with(&mut self, at: ValueId, token: &str, value: Option<ValueId>) -> Option<ValueId> {
        if let Some(items) = self.items(at) {
            let mut items = items.to_vec();
            let index = token.parse::<usize>().ok()?;
            match value {
                Some(value) if index < items.len() => items[index] = value,
                Some(value) => items.push(value),
                None if index < items.len() => {
                    items.remove(index);
                }
                None => {}
            }
            return Some(self.array(items));
        }
        let mut members = self.members(at)?.to_vec();
        let name = self.string(token);
        members.retain(|&(known, _)| known != name);
        members.extend(value.map(|value| (name, value)));
        Some(self.object(members))
    }
}
