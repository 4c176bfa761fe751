//! Whether tools with nearly the same description want different arguments.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::Value;

use super::identifier;
use super::near::{Asker, Pair, Scorer, normal};

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
            description: text("description"),
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
    /// Least similarity of the pairs that brought them together, in thousandths.
    pub thousandths: u32,
}

/// All clusters, in order of their first tool.
pub fn clusters(tools: &[Tool], thousandths_min: u32, criterion: Criterion, scorer: Scorer) -> Vec<Cluster> {
    let traits = contested(tools, criterion);
    // A tool that differs from no other in anything can't collide.
    if traits.iter().all(Vec::is_empty) {
        return Vec::new();
    }
    let descriptions: Vec<String> = tools.iter().map(|tool| normal(&tool.description)).collect();
    let mut by_text: BTreeMap<&str, Vec<usize>> = BTreeMap::new();
    for (idx, description) in descriptions.iter().enumerate() {
        if !description.is_empty() && !traits[idx].is_empty() {
            by_text.entry(description).or_default().push(idx);
        }
    }
    let (texts, groups): (Vec<String>, Vec<Vec<usize>>) = by_text
        .into_iter()
        .map(|(text, group)| (text.to_owned(), group))
        .unzip();
    let mut sets = Sets::new(tools.len());
    for group in groups.iter().filter(|group| group.len() > 1) {
        sets.join(group, &traits, 1000);
    }
    let nouns = Nouns::of(tools, &descriptions);
    let mut meeting = Meeting {
        partners: nouns.partners(&groups),
        traits_of_groups: groups.iter().map(|group| traits_of(group, &traits)).collect(),
        groups,
        traits,
        nouns,
        sets,
    };
    scorer(&texts, thousandths_min, &mut meeting);
    meeting.sets.clusters()
}

/// What sets a tool apart: a key, and the number of its value.
type Trait = (u32, u32);

/// The traits of each tool, sorted, as far as another tool has another value for the key.
fn contested(tools: &[Tool], criterion: Criterion) -> Vec<Vec<Trait>> {
    let keys: Vec<BTreeMap<String, String>> = tools.iter().map(|tool| tool.keys(criterion)).collect();
    let mut values: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (key, value) in keys.iter().flatten() {
        values.entry(key).or_default().insert(value);
    }
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX);
    let numbers: BTreeMap<&str, (u32, BTreeMap<&str, u32>)> = values
        .into_iter()
        .filter(|(_, values)| values.len() > 1)
        .enumerate()
        .map(|(n, (key, values))| {
            let values = values.into_iter().enumerate().map(|(n, value)| (value, number(n)));
            (key, (number(n), values.collect()))
        })
        .collect();
    let traits = |keys: &BTreeMap<String, String>| {
        let known = keys.iter().filter_map(|(key, value)| {
            let (key, values) = numbers.get(key.as_str())?;
            Some((*key, *values.get(value.as_str())?))
        });
        known.collect()
    };
    keys.iter().map(traits).collect()
}

/// The traits of the tools of one text, sorted.
fn traits_of(group: &[usize], traits: &[Vec<Trait>]) -> Vec<Trait> {
    let all: BTreeSet<Trait> = group.iter().flat_map(|idx| &traits[*idx]).copied().collect();
    all.into_iter().collect()
}

/// Whether two sorted lists of traits share a key whose values are not one and the same.
fn could_differ(a: &[Trait], b: &[Trait]) -> bool {
    let (mut a, mut b) = (a, b);
    while let (Some(x), Some(y)) = (a.first(), b.first()) {
        let (n_x, n_y) = (n_of_key(a), n_of_key(b));
        match x.0.cmp(&y.0) {
            std::cmp::Ordering::Less => a = &a[n_x..],
            std::cmp::Ordering::Greater => b = &b[n_y..],
            std::cmp::Ordering::Equal => {
                if n_x > 1 || n_y > 1 || x.1 != y.1 {
                    return true;
                }
                (a, b) = (&a[1..], &b[1..]);
            }
        }
    }
    false
}

/// How many traits at the front have the key of the first.
fn n_of_key(traits: &[Trait]) -> usize {
    traits.iter().take_while(|known| known.0 == traits[0].0).count()
}

/// Tools of one text that are asked whether a noun tells them apart from those of another.
const TWINS_MAX: usize = 100;

/// Joins the tools of texts that are nearly the same.
struct Meeting {
    /// The tools of each text.
    groups: Vec<Vec<usize>>,
    /// The texts that a noun does not tell apart from each text, and some more; `None` for any.
    partners: Vec<Option<Vec<usize>>>,
    traits_of_groups: Vec<Vec<Trait>>,
    traits: Vec<Vec<Trait>>,
    nouns: Nouns,
    sets: Sets,
}

impl Asker for Meeting {
    fn partners(&self, text: usize) -> Option<&[usize]> {
        self.partners[text].as_deref()
    }

    fn wants(&self, a: usize, b: usize) -> bool {
        could_differ(&self.traits_of_groups[a], &self.traits_of_groups[b])
            && !self.sets.are_one(self.groups[a].iter().chain(&self.groups[b]).copied())
    }

    fn found(&mut self, pair: Pair) {
        let (of_a, of_b) = (&self.groups[pair.a], &self.groups[pair.b]);
        let told_apart = of_a
            .iter()
            .all(|a| of_b.iter().take(TWINS_MAX).all(|b| self.nouns.differ(*a, *b)));
        if !told_apart {
            let both: Vec<usize> = of_a.iter().chain(of_b).copied().collect();
            self.sets.join(&both, &self.traits, pair.thousandths);
        }
    }
}

/// Stems of the names and descriptions of tools, as sorted numbers.
struct Nouns {
    names: Vec<Vec<u32>>,
    texts: Vec<Vec<u32>>,
}

impl Nouns {
    fn of(tools: &[Tool], descriptions: &[String]) -> Self {
        let mut numbers: BTreeMap<String, u32> = BTreeMap::new();
        let mut stems = |text: &str| {
            let mut stems: Vec<u32> = text
                .split(' ')
                .map(|word| {
                    let n = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
                    let stem = word.strip_suffix('s').unwrap_or(word);
                    *numbers.entry(stem.to_owned()).or_insert(n)
                })
                .collect();
            stems.sort_unstable();
            stems.dedup();
            stems
        };
        Self {
            names: tools.iter().map(|tool| stems(&identifier::words(&tool.name))).collect(),
            texts: descriptions.iter().map(|text| stems(text)).collect(),
        }
    }

    /// For each group of tools the groups with a tool that no noun tells apart from one of it, and some more: those that have
    /// the rarest word which name and text share. `None` for any.
    fn partners(&self, groups: &[Vec<usize>]) -> Vec<Option<Vec<usize>>> {
        let mut by_word: BTreeMap<u32, Vec<usize>> = BTreeMap::new();
        for (group, tools) in groups.iter().enumerate() {
            for word in tools
                .iter()
                .flat_map(|tool| self.names[*tool].iter().chain(&self.texts[*tool]))
            {
                let with_word = by_word.entry(*word).or_default();
                if with_word.last() != Some(&group) {
                    with_word.push(group);
                }
            }
        }
        let of_tool = |tool: &usize| {
            let texts = &self.texts[*tool];
            let shared = self.names[*tool]
                .iter()
                .filter(|word| texts.binary_search(word).is_ok());
            shared
                .filter_map(|word| by_word.get(word))
                .min_by_key(|groups| groups.len())
        };
        let of_group = |tools: &Vec<usize>| {
            let lists: Option<Vec<&Vec<usize>>> = tools.iter().map(of_tool).collect();
            let all: BTreeSet<usize> = lists?.into_iter().flatten().copied().collect();
            Some(all.into_iter().collect())
        };
        groups.iter().map(of_group).collect()
    }

    /// Whether the words that tell the names apart also tell the descriptions apart: `delete_label`, "Delete a label."
    fn differ(&self, a: usize, b: usize) -> bool {
        self.has_own(a, b) && self.has_own(b, a)
    }

    /// Whether a word of this name and text alone tells it from the other.
    fn has_own(&self, this: usize, other: usize) -> bool {
        let has = |list: &[u32], word: &u32| list.binary_search(word).is_ok();
        self.names[this].iter().any(|word| {
            !has(&self.names[other], word) && has(&self.texts[this], word) && !has(&self.texts[other], word)
        })
    }
}

struct Sets {
    parent: Vec<usize>,
    score: BTreeMap<usize, u32>,
}

impl Sets {
    fn new(n: usize) -> Self {
        Self {
            parent: (0..n).collect(),
            score: BTreeMap::new(),
        }
    }

    fn root(&mut self, mut idx: usize) -> usize {
        while self.parent[idx] != idx {
            self.parent[idx] = self.parent[self.parent[idx]];
            idx = self.parent[idx];
        }
        idx
    }

    /// Whether all of these tools are together already.
    fn are_one(&self, mut tools: impl Iterator<Item = usize>) -> bool {
        let root = |mut idx: usize| {
            while self.parent[idx] != idx {
                idx = self.parent[idx];
            }
            idx
        };
        let Some(first) = tools.next().map(root) else {
            return true;
        };
        tools.all(|other| root(other) == first)
    }

    /// Joins the tools that share a key and differ in its value: all of that key, if it has two values.
    fn join(&mut self, tools: &[usize], traits: &[Vec<Trait>], thousandths: u32) {
        let mut by_key: BTreeMap<u32, (BTreeSet<u32>, Vec<usize>)> = BTreeMap::new();
        for &idx in tools {
            for &(key, value) in &traits[idx] {
                let entry = by_key.entry(key).or_default();
                entry.0.insert(value);
                entry.1.push(idx);
            }
        }
        for (_, members) in by_key.values().filter(|(values, _)| values.len() > 1) {
            let first = self.root(members[0]);
            for &member in &members[1..] {
                let root = self.root(member);
                let known = [first, root].into_iter().filter_map(|root| self.score.get(&root));
                let score = known.copied().min().unwrap_or(1000);
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

    use super::super::near::{Asker, Pair, lexical};
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

    /// Tells every pair that is similar enough, wanted or not.
    fn every_pair(texts: &[String], thousandths_min: u32, asker: &mut dyn Asker) {
        struct All<'a>(&'a mut dyn Asker);
        impl Asker for All<'_> {
            fn partners(&self, _: usize) -> Option<&[usize]> {
                None
            }
            fn wants(&self, _: usize, _: usize) -> bool {
                true
            }
            fn found(&mut self, pair: Pair) {
                self.0.found(pair);
            }
        }
        lexical(texts, thousandths_min, &mut All(asker));
    }

    #[test]
    fn pairs_that_are_not_asked_for_would_change_nothing() {
        let (verbs, nouns, kinds) = (
            ["get", "list"],
            ["label", "branch", "label"],
            ["string", "number", "string"],
        );
        let tools: Vec<_> = (0..60)
            .map(|n| {
                let (verb, noun) = (verbs[n % 2], nouns[n / 2 % 3]);
                let description = format!("{verb} the {noun} of project {}", n * n % 11);
                tool(&format!("{verb}_{noun}_{n}"), &description, kinds[n / 4 % 3])
            })
            .collect();
        for min in [500, 800, 950] {
            let by = |scorer| {
                let found = clusters(&tools, min, Criterion::ParameterType, scorer);
                found.into_iter().map(|cluster| cluster.tools).collect::<Vec<_>>()
            };
            let found = by(lexical);
            assert_eq!(found, by(every_pair), "{min}");
            assert!(!found.is_empty(), "{min}");
        }
    }
}
