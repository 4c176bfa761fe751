//! One listing, page by page, until it ends, fails, goes in circles or passes a bound.

use std::collections::BTreeSet;

use mcpward_json::{Doc, Json, Limits, Value};
use mcpward_schemas::snapshot::{Call, Step};

use super::{Bounds, tasks};
use crate::contract::{ListKind, linked_pages, probe};

/// The state of one listing.
#[derive(Debug)]
pub(super) struct Paging {
    kind: ListKind,
    pass: u32,
    page: u32,
    cursors: BTreeSet<String>,
    /// Names of the items seen.
    pub(super) names: BTreeSet<String>,
    /// The items seen, where their definitions are needed later.
    pub(super) items: Option<Vec<Json>>,
    n_items: u64,
    /// The first cursor that came.
    pub(super) first_cursor: Option<String>,
    /// The first prompt that requires arguments.
    pub(super) needy: Option<String>,
    /// URIs of the resources seen in their order, each once.
    pub(super) uris: Vec<String>,
    /// Pages that the tools seen link.
    pub(super) pages: BTreeSet<String>,
    /// Whether it ended by itself: with a list, and without a cursor.
    pub(super) is_whole: bool,
    bounds: Bounds,
}

impl Paging {
    pub(super) fn new(kind: ListKind, pass: u32, keeps_items: bool, bounds: Bounds) -> Self {
        Self {
            kind,
            pass,
            page: 1,
            cursors: BTreeSet::new(),
            names: BTreeSet::new(),
            items: keeps_items.then(Vec::new),
            n_items: 0,
            first_cursor: None,
            needy: None,
            uris: Vec::new(),
            pages: BTreeSet::new(),
            is_whole: false,
            bounds,
        }
    }

    pub(super) fn kind(&self) -> ListKind {
        self.kind
    }

    pub(super) fn first(&self) -> Step {
        self.step(Call::new(self.kind.method()))
    }

    fn step(&self, call: Call) -> Step {
        tasks::request(&probe::page(self.kind, self.pass, self.page), call)
    }

    /// The request for the next page; `None` where the listing is over. What stands in the same place of the listing `before`
    /// is kept as that one has it, so that a list which is asked for twice is held once.
    ///
    /// A cursor that comes again proves nothing, since a server may keep its place by itself; together with a page that
    /// brings nothing new it does. The empty string is a cursor (2026-07-28, Pagination), but one repeat of it is enough.
    pub(super) fn next(&mut self, answer: &str, before: &[Json]) -> Option<Step> {
        let held = usize::try_from(self.n_items).ok().and_then(|place| before.get(place));
        let doc = match held.and_then(|held| same_page(held, answer)) {
            Some(page) => page,
            None => Json::root(Doc::parse(answer, &Limits::default()).ok()?),
        };
        let result = response(doc.value())?.get("result")?;
        let mut brings_new = false;
        for item in result.get(self.kind.member())?.items() {
            self.n_items += 1;
            let name = item.get(self.kind.key()).unwrap_or(item).raw();
            let is_new = self.names.insert(unquoted(name));
            brings_new |= is_new;
            if is_new && self.kind == ListKind::Resources {
                self.uris.extend(item.get("uri").and_then(sendable));
            }
            if self.kind == ListKind::Prompts && self.needy.is_none() && tasks::requires_arguments(item) {
                self.needy = item.get("name").and_then(Value::as_str).map(|name| name.into_owned());
            }
            if self.kind == ListKind::Tools {
                self.pages.extend(linked_pages(item));
            }
            if let Some(items) = &mut self.items {
                let same = before.get(items.len()).filter(|held| held.value().raw() == item.raw());
                items.push(same.cloned().unwrap_or_else(|| doc.child(item)));
            }
        }
        let cursor = result.get("nextCursor").filter(|cursor| !cursor.is_null());
        self.is_whole = cursor.is_none();
        // Half of a surrogate pair can't be sent back as it came, and what we could send is another cursor.
        let cursor = cursor.filter(|cursor| !cursor.has_lone_surrogate());
        let cursor = cursor?.as_str()?.into_owned();
        self.first_cursor.get_or_insert_with(|| cursor.clone());
        let repeated = !self.cursors.insert(cursor.clone());
        let circles = repeated && (!brings_new || cursor.is_empty());
        if circles || u64::from(self.page) >= self.bounds.pages_max || self.n_items >= self.bounds.items_max {
            return None;
        }
        self.page += 1;
        Some(self.step(Call::with(self.kind.method(), serde_json::json!({ "cursor": cursor }))))
    }
}

/// The page that a definition stands on, where an answer says the same but for its id: most lists are long, and most come again
/// as they were.
fn same_page(held: &Json, answer: &str) -> Option<Json> {
    let page = held.value().doc().root();
    let (raw, at) = (page.raw(), page.span().start);
    let id = page.get("id")?.span();
    let number = answer
        .strip_prefix(&raw[..id.start - at])?
        .strip_suffix(&raw[id.end - at..])?;
    let is_number = number.bytes().all(|byte| byte.is_ascii_digit()) && !number.starts_with('0') && !number.is_empty();
    is_number.then(|| held.child(page))
}

/// A URI that can be sent as it came; half of a surrogate pair can't.
pub(super) fn sendable(uri: Value<'_>) -> Option<String> {
    let uri = Some(uri).filter(|uri| !uri.has_lone_surrogate());
    uri?.as_str().map(|uri| uri.into_owned())
}

fn unquoted(raw: &str) -> String {
    raw.strip_prefix('"')
        .and_then(|rest| rest.strip_suffix('"'))
        .unwrap_or(raw)
        .to_owned()
}

/// The response in a frame, which may be an array of messages.
pub(crate) fn response(root: Value<'_>) -> Option<Value<'_>> {
    let is_response = |message: &Value<'_>| message.get("result").is_some() || message.get("error").is_some();
    if root.is_array() {
        root.items().find(is_response)
    } else {
        Some(root)
    }
}

/// Whether a message is a response.
pub(super) fn is_response(message: &serde_json::Value) -> bool {
    message.get("result").is_some() || message.get("error").is_some()
}

#[cfg(test)]
#[path = "../../../fixtures/hostile/corpus.rs"]
#[expect(clippy::disallowed_methods, reason = "tests read their fixtures")]
mod corpus;

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;

    use super::*;

    const PAGES_MAX: u32 = 20;

    fn paging() -> Paging {
        let limits = BTreeMap::from([
            ("pages_max".to_owned(), u64::from(PAGES_MAX)),
            ("items_max".to_owned(), 30),
        ]);
        Paging::new(ListKind::Tools, 1, false, Bounds::new(&limits, false))
    }

    /// Cursors that are sent to a server that gives these pages, and then the last one again and again.
    fn sent(pages: &[u8]) -> Vec<String> {
        let text = String::from_utf8_lossy(pages);
        let pages: Vec<&str> = text.lines().collect();
        let mut paging = paging();
        let mut cursors = Vec::new();
        let Some(last) = pages.last() else { return cursors };
        for page in pages.iter().chain(std::iter::repeat(last)) {
            let Some(Step::Request { call, .. }) = paging.next(page, &[]) else {
                break;
            };
            cursors.push(call.params.unwrap()["cursor"].to_string());
        }
        cursors
    }

    #[test]
    fn each_hostile_listing_comes_to_what_the_index_says() {
        corpus::play("cursors", |pages| {
            let cursors = sent(pages);
            let visible = |c: char| match c {
                ' '..='~' => c.to_string(),
                c => c.escape_unicode().to_string(),
            };
            let short = |cursor: &String| cursor.chars().take(40).map(visible).collect::<String>();
            let shown: Vec<_> = cursors.iter().take(3).map(short).collect();
            match cursors.len() {
                0 => "sends no cursor".to_owned(),
                n @ 1..=3 => format!("sends {n}: {}", shown.join(" ")),
                n => format!("sends {n}, the first {}", shown.join(" ")),
            }
        });
    }

    /// The definitions on two pages, the second listing of them given the first.
    fn listed(pages: [&str; 2], before: &[Json]) -> Vec<Json> {
        let mut paging = Paging::new(ListKind::Tools, 1, true, Bounds::new(&BTreeMap::new(), false));
        for page in pages {
            paging.next(page, before);
        }
        paging.items.unwrap()
    }

    #[test]
    fn a_list_that_comes_twice_is_held_once() {
        let first = r#"{"result":{"tools":[{"name":"a"},{"name":"b"}],"nextCursor":"2"}}"#;
        let last = r#"{"result":{"tools":[{"name":"c"}]}}"#;
        let changed = r#"{"result":{"tools":[{"name":"c","title":"C"},{"name":"d"}]}}"#;
        let before = listed([first, last], &[]);
        let is_held = |item: &Json| {
            let at = |json: &Json| json.value().raw().as_ptr();
            before.iter().any(|held| at(held) == at(item))
        };
        let again = listed([first, last], &before);
        assert_eq!(again.iter().map(is_held).collect::<Vec<_>>(), [true; 3]);
        let other = listed([first, changed], &before);
        assert_eq!(
            other.iter().map(is_held).collect::<Vec<_>>(),
            [true, true, false, false]
        );
        assert_eq!(other[2].value().raw(), r#"{"name":"c","title":"C"}"#);
    }

    #[test]
    fn a_page_that_differs_in_its_id_only_is_not_read_again() {
        let page = r#"{"id":9,"result":{"tools":[{"name":"a"}]}}"#;
        let held = listed([page, page], &[]).remove(0);
        let is_same = |answer: &str| same_page(&held, answer).is_some();
        assert!(is_same(page) && is_same(r#"{"id":10,"result":{"tools":[{"name":"a"}]}}"#));
        for other in [
            r#"{"id":9,"result":{"tools":[{"name":"b"}]}}"#,
            r#"{"id":9,"result":{"tools":[{"name":"a"}]}},"#,
            r#"{"id":07,"result":{"tools":[{"name":"a"}]}}"#,
            r#"{"id":,"result":{"tools":[{"name":"a"}]}}"#,
            r#"{"id":9,"id":9,"result":{"tools":[{"name":"a"}]}}"#,
            r#"{"id":"9","result":{"tools":[{"name":"a"}]}}"#,
            r#"{"id":9"#,
            "",
        ] {
            assert!(!is_same(other), "{other}");
        }
    }

    proptest! {
        #[test]
        fn every_hostile_listing_ends(pages in corpus::changed("cursors")) {
            prop_assert!(sent(&pages).len() < PAGES_MAX as usize);
        }

        /// Whatever cursors and entries come, a listing ends, and each cursor is sent back as it came.
        #[test]
        fn every_listing_ends(pages in proptest::collection::vec(("[ab]{0,1}", 0..3_usize), 1..40)) {
            let mut paging = paging();
            let mut n_asked = 1;
            for (cursor, n_items) in pages.iter().cycle() {
                let tools: Vec<_> = (0..*n_items).map(|n| serde_json::json!({ "name": format!("{cursor}{n}") })).collect();
                let result = serde_json::json!({ "tools": tools, "nextCursor": cursor });
                let answer = serde_json::json!({ "jsonrpc": "2.0", "id": 1, "result": result });
                match paging.next(&answer.to_string(), &[]) {
                    Some(Step::Request { call, .. }) => {
                        prop_assert_eq!(call.params, Some(serde_json::json!({ "cursor": cursor })));
                    }
                    Some(_) => prop_assert!(false, "only requests page"),
                    None => break,
                }
                n_asked += 1;
                prop_assert!(n_asked <= PAGES_MAX);
            }
        }

        #[test]
        fn any_answer_may_come(answer in ".{0,60}") {
            drop(paging().next(&answer, &[]));
        }
    }
}
