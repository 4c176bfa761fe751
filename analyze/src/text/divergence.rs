//! Whether tools with nearly the same description want different arguments.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::Value;

use super::identifier;
use super::near::{Scorer, normal};

/// When schemas count as different.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Criterion {
    /// A parameter of the same name has another type.
    ParameterType,
    /// The types of the required parameters differ, names aside, or the nesting of objects does; what the described system asks.
    Described,
}

/// A tool as the lint sees it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tool {
    name: String,
    description: String,
    parameters: BTreeMap<String, String>,
    shape: (Vec<String>, usize),
}

impl Tool {
    /// Reads a tool.
    pub fn read(tool: Value<'_>) -> Self {
        let text = |member: &str| {
            tool.get(member)
                .and_then(Value::as_str)
                .unwrap_or_default()
                .into_owned()
        };
        let schema = tool.get("inputSchema");
        let properties: Vec<(String, Value<'_>)> = schema
            .and_then(|s| s.get("properties"))
            .map(|p| {
                p.entries()
                    .map(|(name, value)| (name.as_str().unwrap_or_default().into_owned(), value))
                    .collect()
            })
            .unwrap_or_default();
        let parameters: BTreeMap<String, String> = properties
            .iter()
            .map(|(name, value)| (name.clone(), kind(*value)))
            .collect();
        let required = schema.and_then(|s| s.get("required"));
        let mut types: Vec<String> = required
            .into_iter()
            .flat_map(|list| list.items())
            .filter_map(|name| parameters.get(name.as_str()?.as_ref()).cloned())
            .collect();
        types.sort();
        let depth = schema.map_or(0, nesting);
        Self {
            name: text("name"),
            description: normal(&text("description")),
            parameters,
            shape: (types, depth),
        }
    }

    /// What must differ, as keys of which two tools share one and differ in its value.
    fn keys(&self, criterion: Criterion) -> BTreeMap<String, String> {
        match criterion {
            Criterion::ParameterType => self.parameters.clone(),
            Criterion::Described => BTreeMap::from([(String::new(), format!("{:?}", self.shape))]),
        }
    }
}

/// The type or types that a schema names; `any` where it names none.
fn kind(schema: Value<'_>) -> String {
    match schema.get("type") {
        Some(kind) if kind.is_string() => kind.as_str().unwrap_or_default().into_owned(),
        Some(kinds) if kinds.is_array() => {
            let names: BTreeSet<String> = kinds
                .items()
                .filter_map(|k| Some(k.as_str()?.into_owned()))
                .filter(|k| k != "null")
                .collect();
            names.into_iter().collect::<Vec<_>>().join("|")
        }
        _ => "any".to_owned(),
    }
}

/// Levels of properties within properties.
fn nesting(schema: Value<'_>) -> usize {
    let walk = schema.walk();
    let mut levels: Vec<usize> = Vec::new();
    let mut max = 0;
    for step in walk {
        levels.truncate(step.depth);
        let here = levels.last().copied().unwrap_or(0) + usize::from(step.name.as_deref() == Some("properties"));
        max = max.max(here);
        levels.push(here);
    }
    max
}

/// A set of tools of which each has a near twin with another schema in the set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cluster {
    /// Indexes of the tools, ascending.
    pub tools: Vec<usize>,
    /// Least similarity among the twins, in thousandths.
    pub thousandths: u32,
}

/// All clusters, in order of their first tool.
pub fn clusters(tools: &[Tool], thousandths_min: u32, criterion: Criterion, scorer: Scorer) -> Vec<Cluster> {
    let mut by_text: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (idx, tool) in tools
        .iter()
        .enumerate()
        .filter(|(_, tool)| !tool.description.is_empty())
    {
        by_text.entry(&tool.description).or_default().push(idx);
    }
    let groups: Vec<Vec<usize>> = by_text.values().cloned().collect();
    let texts: Vec<String> = by_text.keys().map(|text| (*text).to_owned()).collect();
    let mut sets = Sets {
        parent: (0..tools.len()).collect(),
        score: BTreeMap::new(),
    };
    let keys: Vec<BTreeMap<String, String>> = tools.iter().map(|tool| tool.keys(criterion)).collect();
    for group in groups.iter().filter(|group| group.len() > 1) {
        sets.join(group, &keys, 1000);
    }
    // Once for each tool: a catalogue of one generator has as many pairs as it has tools, squared.
    let words: Vec<Words> = tools.iter().map(Words::of).collect();
    for pair in scorer(&texts, thousandths_min) {
        let both: Vec<usize> = groups[pair.a].iter().chain(&groups[pair.b]).copied().collect();
        let told_apart = groups[pair.a].iter().all(|a| {
            groups[pair.b]
                .iter()
                .take(TWINS_MAX)
                .all(|b| differ_by_noun(&words[*a], &words[*b]))
        });
        if !told_apart {
            sets.join(&both, &keys, pair.thousandths);
        }
    }
    sets.clusters()
}

/// Tools of one text that are asked whether a noun tells them apart from those of another.
const TWINS_MAX: usize = 100;

/// Stems of a tool's name and description.
struct Words {
    name: BTreeSet<String>,
    text: BTreeSet<String>,
}

impl Words {
    fn of(tool: &Tool) -> Self {
        let stems = |text: &str| text.split(' ').map(stem).collect();
        Self {
            name: stems(&identifier::words(&tool.name)),
            text: stems(&tool.description),
        }
    }

    /// Whether a word of this name and text alone tells it from the other.
    fn has_own(&self, other: &Self) -> bool {
        let mut own = self.name.difference(&other.name);
        own.any(|word| self.text.contains(word) && !other.text.contains(word))
    }
}

/// Whether the words that tell the names apart also tell the descriptions apart: `delete_label`, "Delete a label."
fn differ_by_noun(a: &Words, b: &Words) -> bool {
    a.has_own(b) && b.has_own(a)
}

fn stem(word: &str) -> String {
    word.strip_suffix('s').unwrap_or(word).to_owned()
}

struct Sets {
    parent: Vec<usize>,
    score: BTreeMap<usize, u32>,
}

impl Sets {
    fn root(&mut self, mut idx: usize) -> usize {
        while self.parent[idx] != idx {
            self.parent[idx] = self.parent[self.parent[idx]];
            idx = self.parent[idx];
        }
        idx
    }

    /// Joins the tools that share a key and differ in its value: all of that key, if it has two values.
    fn join(&mut self, tools: &[usize], keys: &[BTreeMap<String, String>], thousandths: u32) {
        let mut by_key: BTreeMap<&str, (BTreeSet<&str>, Vec<usize>)> = BTreeMap::new();
        for &idx in tools {
            for (key, value) in &keys[idx] {
                let entry = by_key.entry(key).or_default();
                entry.0.insert(value);
                entry.1.push(idx);
            }
        }
        for (_, members) in by_key.values().filter(|(values, _)| values.len() > 1) {
            let first = self.root(members[0]);
            for &member in &members[1..] {
                let root = self.root(member);
                let score = [first, root]
                    .iter()
                    .filter_map(|r| self.score.get(r))
                    .copied()
                    .min()
                    .unwrap_or(1000);
                self.parent[root] = first;
                self.score.insert(first, score.min(thousandths));
            }
        }
    }

    fn clusters(mut self) -> Vec<Cluster> {
        let mut all: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
        for idx in 0..self.parent.len() {
            let root = self.root(idx);
            all.entry(root).or_default().push(idx);
        }
        let mut found: Vec<Cluster> = all
            .into_iter()
            .filter(|(_, tools)| tools.len() > 1)
            .map(|(root, tools)| Cluster {
                tools,
                thousandths: self.score.get(&root).copied().unwrap_or(1000),
            })
            .collect();
        found.sort_by_key(|cluster| cluster.tools[0]);
        found
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::super::near::lexical;
    use super::{Criterion, Tool, clusters};

    fn tool(name: &str, description: &str, kind: &str) -> Tool {
        let text = format!(
            r#"{{"name":"{name}","description":"{description}","inputSchema":{{"properties":{{"x":{{"type":"{kind}"}}}},"required":["x"]}}}}"#
        );
        Tool::read(Doc::parse(text, &Limits::default()).unwrap().root())
    }

    #[test]
    fn twins_collide_and_families_do_not() {
        let same = "Move money from one account to another.";
        let tools = [
            tool("transfer", same, "number"),
            tool("transfer_money", same, "string"),
            tool("delete_label", "Delete one label of the project.", "string"),
            tool("delete_title", "Delete one title of the project.", "number"),
            tool("other", "Shows the weather.", "string"),
        ];
        let found = clusters(&tools, 800, Criterion::ParameterType, lexical);
        assert_eq!(
            found
                .iter()
                .map(|c| (c.tools.clone(), c.thousandths))
                .collect::<Vec<_>>(),
            [(vec![0, 1], 1000)]
        );
        let equal = [tool("a", same, "string"), tool("b", same, "string")];
        assert!(clusters(&equal, 800, Criterion::ParameterType, lexical).is_empty());
        assert!(clusters(&equal, 800, Criterion::Described, lexical).is_empty());
    }
}
