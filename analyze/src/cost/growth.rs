//! What a server costs more, or less, than it did when its contract was pinned.

use std::collections::BTreeSet;

use mcpward_json::Value;
use mcpward_schemas::lockfile::{Entries, LockFile};
use mcpward_schemas::report::Untrusted;

use super::{Size, tool};

/// The difference between two contracts. Only what differs was counted.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Growth {
    /// Tokens more; less than 0 where it shrank.
    pub tokens: i64,
    /// Bytes more.
    pub bytes: i64,
    /// Tokens that the instructions take more.
    pub instructions: i64,
    /// The tools that differ, the largest difference first, among equals by name.
    pub tools: Vec<ToolGrowth>,
}

/// One tool that costs something else.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolGrowth {
    /// Its name.
    pub name: Untrusted,
    /// Tokens more.
    pub tokens: i64,
    /// Bytes more.
    pub bytes: i64,
    /// On which sides it is.
    pub side: Side,
}

/// On which sides a tool is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// On both.
    Both,
    /// It is new.
    New,
    /// It is gone.
    Gone,
}

/// Compares what two contracts cost.
///
/// # Errors
/// Why it can't be told, as a sentence fragment: what is pinned of a contract may hold no words, or no tools.
pub fn growth(old: &LockFile, new: &LockFile) -> Result<Growth, &'static str> {
    if !old.texts.are_kept() || !new.texts.are_kept() {
        return Err("the lock file keeps digests in place of texts, and a digest has no cost");
    }
    let (Some(before), Some(after)) = (&old.tools, &new.tools) else {
        return Err("one side holds no tools");
    };
    if [before, after]
        .into_iter()
        .flat_map(Entries::values)
        .any(|entry| entry.value().get("inputSchema").is_none())
    {
        return Err("one side holds no definitions of tools");
    }
    let mut growth = Growth::default();
    let names: BTreeSet<&String> = before.keys().chain(after.keys()).collect();
    for name in names {
        let (old, new) = (before.get(name), after.get(name));
        if old.zip(new).is_some_and(|(old, new)| old.value().same(new.value())) {
            continue;
        }
        let size = |entry: Option<&_>| {
            entry.map_or(Size::default(), |entry: &mcpward_schemas::lockfile::Entry| {
                tool(entry.value()).size
            })
        };
        let (tokens, bytes) = more(size(old), size(new));
        if tokens == 0 && bytes == 0 {
            continue;
        }
        let side = match (old, new) {
            (None, _) => Side::New,
            (_, None) => Side::Gone,
            _ => Side::Both,
        };
        growth.add(tokens, bytes);
        growth.tools.push(ToolGrowth {
            name: Untrusted::new(name.clone()),
            tokens,
            bytes,
            side,
        });
    }
    let text = |lock: &LockFile| {
        let text = lock.server_member("instructions").and_then(Value::as_str);
        Size::of(&text.unwrap_or_default())
    };
    let (tokens, bytes) = more(text(old), text(new));
    growth.instructions = tokens;
    growth.add(tokens, bytes);
    growth
        .tools
        .sort_by(|a, b| b.tokens.abs().cmp(&a.tokens.abs()).then_with(|| a.name.cmp(&b.name)));
    Ok(growth)
}

impl Growth {
    fn add(&mut self, tokens: i64, bytes: i64) {
        self.tokens += tokens;
        self.bytes += bytes;
    }
}

/// How much larger the second is, in tokens and bytes.
fn more(old: Size, new: Size) -> (i64, i64) {
    let less = |a: u64, b: u64| i64::try_from(b).unwrap_or(i64::MAX) - i64::try_from(a).unwrap_or(i64::MAX);
    (less(old.tokens, new.tokens), less(old.bytes, new.bytes))
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::lockfile::{Entry, LockFile, Texts, to_json};
    use serde_json::{Value as Json, json};

    use super::{Growth, Side, growth};

    fn lock(instructions: &str, tools: &[(&str, &str)]) -> LockFile {
        let entry = |name: &str, description: &str| -> Entry {
            let tool: Json = json!({ "name": name, "description": description, "inputSchema": { "type": "object" } });
            Entry::new(to_json(&tool))
        };
        LockFile {
            server: Some(Entry::new(to_json(&json!({ "instructions": instructions })))),
            tools: Some(
                tools
                    .iter()
                    .map(|(name, text)| ((*name).to_owned(), entry(name, text)))
                    .collect(),
            ),
            ..LockFile::default()
        }
    }

    #[test]
    fn what_differs_is_counted_and_the_largest_comes_first() {
        let old = lock("Be brief.", &[("add", "Adds."), ("gone", "Went."), ("same", "Stays.")]);
        let new = lock(
            "Be brief.",
            &[
                ("add", "Adds two numbers and gives their sum."),
                ("new", "Came, with a text."),
                ("same", "Stays."),
            ],
        );
        let found = growth(&old, &new).unwrap();
        let tools: Vec<(&str, Side)> = found.tools.iter().map(|tool| (tool.name.raw(), tool.side)).collect();
        assert_eq!(tools, [("new", Side::New), ("gone", Side::Gone), ("add", Side::Both)]);
        assert_eq!(found.tokens, found.tools.iter().map(|tool| tool.tokens).sum::<i64>());
        assert!(found.tools[1].tokens < 0 && found.tools[2].tokens > 0);
        assert_eq!(growth(&old, &old), Ok(Growth::default()));
    }

    #[test]
    fn instructions_count_and_digests_do_not() {
        let (old, new) = (
            lock("Be brief.", &[]),
            lock("Be brief, and ask before you delete.", &[]),
        );
        let found = growth(&old, &new).unwrap();
        assert!(found.instructions > 0 && found.tokens == found.instructions);
        let digests = LockFile {
            texts: Texts::Digests,
            ..old
        };
        assert!(growth(&digests, &new).is_err());
    }
}
