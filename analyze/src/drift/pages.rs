//! Pages of MCP Apps that tools link: a digest of the page, and what it asks the host for.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::{Value, canonical, push_token, quote};
use mcpward_schemas::lockfile::text_digest;

use super::change::{Detail, Severity};
use super::class::Class;
use super::explain::cut;
use super::texts::Side;
use crate::contract::{Contract, Exchange, Surface, probe};

/// The member of the server block that holds them. A server without it has no pages, or was pinned by who did not read them.
pub(super) const PAGES: &str = "pages";

/// The pages that were read, as JSON: by URI the digest of the text, and `_meta.ui` where the page has one. `None` where none
/// was. Pages are read in one era, which need not be that of the surface.
pub(super) fn pinned(contract: &Contract, surface: &Surface) -> Option<String> {
    let others = contract.surfaces.iter().filter(|other| other.is_established());
    let mut pages = BTreeMap::new();
    for surface in std::iter::once(surface).chain(others) {
        for exchange in &contract.connection(surface).exchanges {
            if let Some((uri, page)) = read(exchange) {
                pages.entry(uri).or_insert(page);
            }
        }
    }
    let mut members = Vec::new();
    for (uri, page) in &pages {
        let mut member = String::new();
        quote(uri, &mut member);
        members.push(format!("{member}:{page}"));
    }
    (!members.is_empty()).then(|| format!("{{{}}}", members.join(",")))
}

/// A page that the plan read, and what is pinned of it.
fn read(exchange: &Exchange) -> Option<(String, String)> {
    let uri = exchange.page_read().filter(|_| exchange.kind() == probe::UI_PAGE)?;
    let page = exchange.result()?.get("contents")?.items().next()?;
    let text = page.get("text").or_else(|| page.get("blob")).and_then(Value::as_str)?;
    let mut pinned = format!("{{\"text\":\"{}\"", text_digest(&text));
    if let Some(ui) = page.pointer("/_meta/ui").filter(|ui| ui.is_object()) {
        pinned.push_str(&format!(",\"ui\":{}", canonical(ui)));
    }
    pinned.push('}');
    Some((uri.into_owned(), pinned))
}

/// Compares the pages that both sides hold; a link that came or went is a change of its tool.
pub(super) fn compare(side: &Side<'_>, out: &mut Vec<super::Change>) {
    let (Some(before), Some(after)) = (side.old.value().get(PAGES), side.new.value().get(PAGES)) else {
        return;
    };
    for (name, page) in before.entries() {
        let uri = name.as_str().unwrap_or_default();
        let Some(other) = after.get(&uri) else { continue };
        let mut at = format!("/{PAGES}");
        push_token(&mut at, &uri);
        one(side, &at, &uri, (page, other), out);
    }
}

fn one(side: &Side<'_>, at: &str, uri: &str, (before, after): (Value<'_>, Value<'_>), out: &mut Vec<super::Change>) {
    let mut add = |member: &str, severity, fails, words| {
        let (was, is) = (before.get(member), after.get(member));
        let detail = Detail::Weighed { severity, fails, words };
        out.push(side.change(Class::PageChanged, &format!("{at}/{member}"), was, is, detail));
    };
    let differs = |member: &str| match (before.get(member), after.get(member)) {
        (Some(was), Some(is)) => !was.same(is),
        (was, is) => was.is_some() != is.is_some(),
    };
    if differs("text") {
        add(
            "text",
            Severity::Medium,
            false,
            format!("the page {} has another text", cut(uri)),
        );
    }
    if !differs("ui") {
        return;
    }
    let (was, is) = (grants(before.get("ui")), grants(after.get("ui")));
    let more: Vec<&str> = is.difference(&was).map(String::as_str).collect();
    match more.is_empty() {
        true => add(
            "ui",
            Severity::Low,
            false,
            format!("the page {} asks the host for something else", cut(uri)),
        ),
        false => {
            let words = format!("the page {} asks for more: {}", cut(uri), cut(&more.join(", ")));
            add("ui", Severity::High, true, words);
        }
    }
}

/// What a page asks the host for: permissions, and the origins of its policy.
fn grants(ui: Option<Value<'_>>) -> BTreeSet<String> {
    let member = |name: &str| ui.and_then(|ui| ui.get(name)).into_iter().flat_map(Value::entries);
    let permissions = member("permissions").filter_map(|(name, _)| name.as_str());
    let origins = member("csp").flat_map(|(name, origins)| {
        let name = name.as_str().unwrap_or_default();
        let origins = origins.items().filter_map(Value::as_str);
        origins.map(move |origin| format!("{name} {origin}"))
    });
    permissions.map(|name| name.into_owned()).chain(origins).collect()
}
