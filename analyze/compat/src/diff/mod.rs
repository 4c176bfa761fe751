//! What changed between two schemas, as edits of the old one, in document order.
//!
//! Both trees are walked side by side, keyword by keyword, with a stack of our own. Definitions are compared where they are
//! defined, so that a change is reported once, however often it is referred to. Keywords that are one rewrite together make
//! one edit. Branches of unions are paired by equality, then by what they resemble, never by place alone.

mod attribute;
mod edit;
mod maps;
mod references;
mod rows;
mod single;
mod together;
mod union;
mod whole;
mod within;

use std::collections::BTreeSet;

pub(crate) use attribute::changes;
pub use rows::{ChangeRow, Tendency, change_rows};

use crate::compile::{LIST, MAP, ONE};
use crate::limits::CHANGES_MAX;
use crate::options::Draft;
use crate::value::{Json, ValueId, Values};
use edit::Edit;
use references::{Document, reference_id};
use single::{single, type_id};
use within::{Holder, holder, within};

/// Two schemas at the same place.
struct Pair {
    old: ValueId,
    new: ValueId,
    old_path: Vec<String>,
    new_path: Vec<String>,
    /// The keyword that holds them.
    holder: Option<Holder>,
    /// Closed schemas of the new document that apply to the same instance.
    barred: Vec<ValueId>,
}

impl Pair {
    /// The pair below a keyword; the first token is the keyword.
    fn below(&self, old: ValueId, new: ValueId, tokens: &[&str], new_tokens: &[&str]) -> Self {
        let extend = |path: &[String], tokens: &[&str]| {
            let mut path = path.to_vec();
            path.extend(tokens.iter().map(|token| (*token).to_owned()));
            path
        };
        Self {
            old,
            new,
            old_path: extend(&self.old_path, tokens),
            new_path: extend(&self.new_path, new_tokens),
            holder: tokens.first().and_then(|keyword| holder(keyword)),
            barred: Vec::new(),
        }
    }

    fn edit(&self, id: &'static str, tokens: &[&str], before: Option<ValueId>, after: Option<ValueId>) -> Edit {
        let at = self.below(self.old, self.new, tokens, tokens);
        Edit {
            id,
            within: within(self.holder, id),
            steps: vec![(at.old_path.clone(), after)],
            old_path: at.old_path,
            new_path: at.new_path,
            before,
            after,
            schemas: (self.old, self.new),
            schema_paths: (self.old_path.clone(), self.new_path.clone()),
        }
    }
}

/// The walk over both documents.
struct Walk<'v> {
    values: &'v mut Values,
    old: Document,
    new: Document,
    found: Vec<Edit>,
    next: Vec<Pair>,
}

/// All edits, at most [`CHANGES_MAX`].
fn edits(values: &mut Values, (old, draft_old): (ValueId, Draft), (new, draft_new): (ValueId, Draft)) -> Vec<Edit> {
    if old == new {
        return Vec::new();
    }
    let mut walk = Walk {
        old: Document::new(values, old, draft_old),
        new: Document::new(values, new, draft_new),
        values,
        found: Vec::new(),
        next: Vec::new(),
    };
    let mut open = vec![Pair {
        old,
        new,
        old_path: Vec::new(),
        new_path: Vec::new(),
        holder: None,
        barred: Vec::new(),
    }];
    let mut seen = BTreeSet::new();
    while let Some(pair) = open.pop() {
        if pair.old == pair.new || walk.found.len() >= CHANGES_MAX {
            continue;
        }
        if seen.insert((pair.old, pair.new, pair.old_path.clone())) {
            walk.pair(&pair);
            walk.next.reverse();
            open.append(&mut walk.next);
        }
    }
    walk.found.truncate(CHANGES_MAX);
    walk.found
}

impl Walk<'_> {
    fn pair(&mut self, pair: &Pair) {
        if self.values.members(pair.old).is_some() && self.values.members(pair.new).is_some() {
            self.objects(pair);
            return;
        }
        let id = boolean_id(self.values, pair.old, pair.new);
        self.found.push(pair.edit(id, &[], Some(pair.old), Some(pair.new)));
    }

    /// Compares two schema objects; pairs of subschemas go to `next`.
    fn objects(&mut self, pair: &Pair) {
        let mut changed = changed_keywords(self.values, pair.old, pair.new);
        let is_root = pair.old_path.is_empty() && pair.new_path.is_empty();
        for group in together::groups(self.values, (pair.old, pair.new), is_root) {
            let keywords: Vec<String> = group
                .keywords
                .into_iter()
                .filter(|keyword| changed.remove(keyword))
                .collect();
            if !keywords.is_empty() {
                self.group(pair, group.id, &keywords);
            }
        }
        let old_references = self.old.draft <= Draft::Draft7 && self.new.draft <= Draft::Draft7;
        let refers = |side| self.values.field(side, "$ref").is_some();
        let ignores = old_references && refers(pair.old) && refers(pair.new);
        for keyword in changed {
            if ignores && keyword != "$ref" {
                let (before, after) = self.fields(pair, &keyword);
                self.found
                    .push(pair.edit("ref.sibling_semantics", &[&keyword], before, after));
            } else {
                self.keyword(pair, &keyword, is_root);
            }
        }
    }

    fn fields(&self, pair: &Pair, keyword: &str) -> (Option<ValueId>, Option<ValueId>) {
        (
            self.values.field(pair.old, keyword),
            self.values.field(pair.new, keyword),
        )
    }

    /// One edit that sets several keywords of a schema.
    fn group(&mut self, pair: &Pair, id: &'static str, keywords: &[String]) {
        let parts = |values: &mut Values, side: ValueId| {
            let members = keywords
                .iter()
                .filter_map(|keyword| Some((keyword, values.field(side, keyword)?)));
            let members: Vec<_> = members.collect();
            let members = members
                .into_iter()
                .map(|(keyword, value)| (values.string(keyword), value))
                .collect();
            values.object(members)
        };
        let (before, after) = (parts(self.values, pair.old), parts(self.values, pair.new));
        let mut edit = pair.edit(id, &[], Some(before), Some(after));
        let step = |keyword: &String| {
            let path = [pair.old_path.as_slice(), std::slice::from_ref(keyword)].concat();
            (path, self.values.field(pair.new, keyword))
        };
        edit.steps = keywords.iter().map(step).collect();
        self.found.push(edit);
    }

    fn keyword(&mut self, pair: &Pair, keyword: &str, is_root: bool) {
        let (before, after) = self.fields(pair, keyword);
        let is_map = |side: Option<ValueId>| side.is_none_or(|side| self.values.members(side).is_some());
        let both = before.zip(after);
        let can_be_absent = matches!(
            keyword,
            "properties" | "patternProperties" | "dependentRequired" | "$defs" | "definitions"
        );
        if (MAP.contains(&keyword) || keyword == "dependentRequired")
            && is_map(before)
            && is_map(after)
            && (both.is_some() || can_be_absent)
        {
            self.map(pair, keyword, before, after);
            return;
        }
        if let Some((a, b)) = both {
            let is_list = self.values.items(a).is_some() && self.values.items(b).is_some();
            if LIST.contains(&keyword) && is_list {
                self.branches(pair, keyword, a, b);
                return;
            }
            if ONE.contains(&keyword)
                && is_schema(self.values, a)
                && is_schema(self.values, b)
                && !is_flag(keyword, a, b)
            {
                self.next.push(pair.below(a, b, &[keyword], &[keyword]));
                return;
            }
        }
        let id = match keyword {
            "required" => return self.required(pair, before, after),
            "type" => type_id(self.values, (pair.old, pair.new), is_root),
            "if" if self.is_alone(pair.new, after) && self.is_alone(pair.old, before) => {
                if before.is_none() {
                    "if.added_alone"
                } else {
                    "if.removed_alone"
                }
            }
            "$ref" => {
                let text = |side: Option<ValueId>| side.and_then(|side| self.values.as_str(side)).map(|text| &**text);
                reference_id(self.values, (&self.old, &self.new), text(before), text(after))
            }
            _ => single(self.values, keyword, (pair.old, pair.new)),
        };
        self.found.push(pair.edit(id, &[keyword], before, after));
    }

    /// Whether a schema has no `then` and no `else` to go with an `if`.
    fn is_alone(&self, schema: ValueId, test: Option<ValueId>) -> bool {
        let has = |keyword| self.values.field(schema, keyword).is_some();
        test.is_none() || !has("then") && !has("else")
    }

    /// Branches of `allOf` that are closed.
    fn closed_branches(&self, schema: ValueId) -> Vec<ValueId> {
        let branches = self
            .values
            .field(schema, "allOf")
            .and_then(|list| self.values.items(list));
        let branches = branches.unwrap_or_default();
        branches
            .iter()
            .copied()
            .filter(|&branch| is_closed(self.values, branch))
            .collect()
    }
}

fn changed_keywords(values: &Values, old: ValueId, new: ValueId) -> BTreeSet<String> {
    let members = [old, new].map(|side| values.members(side).unwrap_or_default());
    let names = members.iter().flat_map(|members| members.iter()).map(|&(name, _)| name);
    let changed = names.filter(|&name| values.member(old, name) != values.member(new, name));
    changed
        .filter_map(|name| Some(values.as_str(name)?.to_string()))
        .collect()
}

fn boolean_id(values: &Values, old: ValueId, new: ValueId) -> &'static str {
    let is_empty = |schema| values.members(schema).is_some_and(|members| members.is_empty());
    let bars_all = |schema| {
        let inner = values.field(schema, "not");
        inner.is_some_and(|inner| is_empty(inner) || inner == Values::TRUE)
    };
    match (values.get(old), values.get(new)) {
        (_, Json::Bool(false)) if bars_all(old) => "type.boolean_schema",
        (Json::Bool(false), _) if bars_all(new) => "type.boolean_schema",
        (_, Json::Bool(true)) if is_empty(old) => "type.boolean_schema",
        (_, Json::Bool(false)) => "schema.became_unsatisfiable",
        (_, Json::Bool(true)) => "schema.became_universal",
        _ if is_empty(new) && values.get(old) == &Json::Bool(false) => "schema.became_universal",
        _ => "type.boolean_schema",
    }
}

/// Keywords for which `false` and `true` have rows of their own.
fn is_flag(keyword: &str, a: ValueId, b: ValueId) -> bool {
    let is_bool = |value| value == Values::FALSE || value == Values::TRUE;
    let own = [
        "additionalProperties",
        "unevaluatedProperties",
        "unevaluatedItems",
        "additionalItems",
        "items",
    ];
    own.contains(&keyword) && (is_bool(a) || is_bool(b))
}

fn is_schema(values: &Values, a: ValueId) -> bool {
    matches!(values.get(a), Json::Object(_) | Json::Bool(_))
}

fn is_closed(values: &Values, schema: ValueId) -> bool {
    values.field(schema, "additionalProperties") == Some(Values::FALSE)
}
