//! Tools that went and tools that came: which of them are the same tool under another name.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::Value;
use mcpward_schemas::lockfile::Entry;

use super::limits::{LIKENESS_CHARS_MAX, RENAME_PAIRS_MAX};
use super::meaning::meaning;
use super::text::unify;
use super::texts::plain;

/// Likeness, in thousandths, from which two tools count as one.
const LIKE: u32 = 700;

/// Pairs of an old and a new name, each tool in one pair at most. Only likeness decides, so the order of lists does not.
pub(super) fn pairs<'a>(gone: &[(&'a str, &Entry)], come: &[(&'a str, &Entry)]) -> Vec<(&'a str, &'a str)> {
    let looks = |tools: &[(&'a str, &Entry)]| -> Vec<Look<'a>> {
        tools.iter().map(|(name, entry)| Look::of(name, entry)).collect()
    };
    let (old, new) = (looks(gone), looks(come));
    let mut scored = Vec::new();
    if old.len().saturating_mul(new.len()) <= RENAME_PAIRS_MAX {
        for a in &old {
            scored.extend(
                new.iter()
                    .map(|b| (likeness(a, b), a.name, b.name))
                    .filter(|(score, ..)| *score >= LIKE),
            );
        }
    } else {
        let by_name: BTreeMap<&str, &Look<'_>> = new.iter().map(|look| (look.plain.as_str(), look)).collect();
        scored.extend(
            old.iter()
                .filter_map(|a| by_name.get(a.plain.as_str()).map(|b| (1_000, a.name, b.name))),
        );
    }
    scored.sort_by(|a, b| b.0.cmp(&a.0).then_with(|| (a.1, a.2).cmp(&(b.1, b.2))));
    let (mut used_old, mut used_new) = (BTreeSet::new(), BTreeSet::new());
    let mut out: Vec<(&str, &str)> = Vec::new();
    for (_, a, b) in scored {
        if !used_old.contains(a) && !used_new.contains(b) {
            used_old.insert(a);
            used_new.insert(b);
            out.push((a, b));
        }
    }
    out.sort_unstable();
    out
}

/// What of a tool is compared.
struct Look<'a> {
    name: &'a str,
    plain: String,
    words: BTreeSet<String>,
    meaning: String,
    properties: BTreeSet<String>,
    /// Three letters in a row of the description, sorted, with repetition.
    trigrams: Vec<[char; 3]>,
}

impl<'a> Look<'a> {
    fn of(name: &'a str, entry: &Entry) -> Self {
        let tool = entry.value();
        let schema = tool.get("inputSchema");
        let properties = schema.and_then(|schema| schema.get("properties"));
        Self {
            name,
            plain: plain(name),
            words: words(name),
            meaning: schema.map(meaning).unwrap_or_default(),
            properties: properties
                .into_iter()
                .flat_map(Value::entries)
                .filter_map(|(name, _)| name.as_str().map(Into::into))
                .collect(),
            trigrams: trigrams(&tool.get("description").and_then(Value::as_str).unwrap_or_default()),
        }
    }
}

/// The words of a name: `readQuery`, `read-query` and `read_query` have the same two.
fn words(name: &str) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    let mut word = String::new();
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && was_lower) {
            out.insert(std::mem::take(&mut word));
        }
        if c.is_alphanumeric() {
            word.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    out.insert(word);
    out.remove("");
    out
}

fn trigrams(text: &str) -> Vec<[char; 3]> {
    let letters: Vec<char> = unify(text)
        .chars()
        .take(LIKENESS_CHARS_MAX)
        .flat_map(char::to_lowercase)
        .collect();
    let mut out: Vec<[char; 3]> = letters
        .windows(3)
        .map(|window| [window[0], window[1], window[2]])
        .collect();
    out.sort_unstable();
    out
}

/// 0 to 1,000.
fn likeness(a: &Look<'_>, b: &Look<'_>) -> u32 {
    if a.plain == b.plain {
        return 1_000;
    }
    let name = share(&a.words, &b.words);
    let schema = match (
        a.meaning == b.meaning,
        a.properties.is_empty() && b.properties.is_empty(),
    ) {
        // That neither takes anything makes them alike only a little.
        (true, true) => 500,
        (true, false) => 1_000,
        (false, _) => share(&a.properties, &b.properties) * 8 / 10,
    };
    match (a.trigrams.is_empty(), b.trigrams.is_empty()) {
        (true, true) => (schema * 6 + name * 4) / 10,
        _ => (dice(&a.trigrams, &b.trigrams) * 45 + schema * 35 + name * 20) / 100,
    }
}

/// Common members among all, in thousandths (Jaccard).
fn share(a: &BTreeSet<String>, b: &BTreeSet<String>) -> u32 {
    let n_common = a.intersection(b).count();
    let n_all = a.len() + b.len() - n_common;
    thousandths(n_common, n_all)
}

/// Twice the common ones among both, in thousandths (Sørensen–Dice over multisets).
fn dice(a: &[[char; 3]], b: &[[char; 3]]) -> u32 {
    let (mut i, mut j, mut n_common) = (0, 0, 0);
    while i < a.len() && j < b.len() {
        match a[i].cmp(&b[j]) {
            std::cmp::Ordering::Less => i += 1,
            std::cmp::Ordering::Greater => j += 1,
            std::cmp::Ordering::Equal => (i, j, n_common) = (i + 1, j + 1, n_common + 2),
        }
    }
    thousandths(n_common, a.len() + b.len())
}

fn thousandths(part: usize, whole: usize) -> u32 {
    let share = (part * 1_000).checked_div(whole).unwrap_or(0);
    u32::try_from(share).unwrap_or(1_000)
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Json, Limits};
    use mcpward_schemas::lockfile::Entry;

    fn tool(description: &str, properties: &str) -> Entry {
        let text =
            format!(r#"{{"description":"{description}","inputSchema":{{"type":"object","properties":{properties}}}}}"#);
        Entry::new(Json::root(Doc::parse(text, &Limits::default()).unwrap()))
    }

    #[test]
    fn the_same_tool_is_found_under_its_new_name() {
        let query = r#"{"sql":{"type":"string"},"limit":{"type":"integer"}}"#;
        let read = tool("Runs a query and returns its rows.", query);
        let write = tool("Changes rows of a table and says how many there were.", query);
        let other = tool("Sends a message to a channel.", r#"{"channel":{"type":"string"}}"#);
        for (gone, come, expected) in [
            (
                vec![("read-query", &read)],
                vec![("read_query", &other)],
                vec![("read-query", "read_query")],
            ),
            (
                vec![("read_query", &read), ("write_query", &write)],
                vec![("run_write", &write), ("run_read", &read)],
                vec![("read_query", "run_read"), ("write_query", "run_write")],
            ),
            (vec![("read_query", &read)], vec![("send", &other)], vec![]),
            (vec![("read_query", &read)], vec![("delete_query", &write)], vec![]),
            (
                vec![("ping", &tool("", "{}"))],
                vec![("reset", &tool("", "{}"))],
                vec![],
            ),
        ] {
            assert_eq!(super::pairs(&gone, &come), expected);
        }
    }

    #[test]
    fn names_fall_into_words() {
        for (name, expected) in [
            ("readQuery2", "query2 read"),
            ("get-tiny_image", "get image tiny"),
            ("URL", "url"),
        ] {
            assert_eq!(super::words(name).into_iter().collect::<Vec<_>>().join(" "), expected);
        }
    }
}
