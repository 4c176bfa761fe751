//! `compliance/ui-resolves`: pages that tools link can be read.

use std::collections::BTreeMap;

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Exchange, ListKind, Surface, beginning, linked_pages, probe};
use crate::limits::UI_PAGES_MAX;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/ui-resolves",
    title: "pages that tools link can be read",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("MCP Apps, Resource discovery"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `ui://` resource that `_meta.ui.resourceUri` of a tool names and that the server does not have when it is read, or gives without
contents. As a warning: another error, and links of a server that declares no resources. At most 20 pages are read, which a note says.

## Why it matters
A host shows the result of such a tool in its page. Without the page the user sees an error, or nothing.

## Example
```json
{\"name\": \"show_map\", \"_meta\": {\"ui\": {\"resourceUri\": \"ui://map\"}}}
{\"error\": {\"code\": -32002, \"message\": \"Resource not found\"}}
```

## What to do
Register the page as a resource under the very URI that the tool names, or take the link out.

## When it is wrong
A server may have pages for clients that declare the extension only; then it should link them for those only.
";

/// Errors by which a server says that it does not have what is asked for.
const UNKNOWN: [i64; 3] = [-32002, -32602, -32601];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.surface else { return };
    let linked = linked(surface);
    if linked.is_empty() {
        return sink.skip_nothing(About::server(), "no tool links a ui:// resource");
    }
    let read: BTreeMap<String, &Exchange> = reads(cx).collect();
    let mut n_left = 0;
    for (uri, by) in &linked {
        let Some(exchange) = read.get(uri) else {
            n_left += 1;
            continue;
        };
        if exchange.response.is_none() {
            sink.skip(About::server(), exchange.why_no_result());
            continue;
        }
        let Some((level, what)) = fault(exchange) else { continue };
        let message = format!("{by} links the page {}, and {what}", beginning(uri));
        sink.found(About::server(), message)
            .level(level)
            .frames(exchange.frames());
    }
    if n_left == 0 {
        return;
    }
    if !surface.declares("resources") {
        let message = "tools link ui:// resources, and the server declares no resources";
        sink.found(About::server(), message).level(Level::Warn);
    } else if read.len() >= UI_PAGES_MAX {
        let message = format!("of the {} pages that tools link {UI_PAGES_MAX} were read", linked.len());
        sink.found(About::server(), message).level(Level::Note);
    } else {
        sink.skip_nothing(About::server(), "the pages that tools link were not read");
    }
}

/// Pages by their URI, each with the first tool that links it.
fn linked(surface: &Surface) -> BTreeMap<String, String> {
    let mut linked = BTreeMap::new();
    for tool in surface.tools() {
        for uri in linked_pages(tool.value()) {
            linked.entry(uri).or_insert_with(|| beginning(tool.name.raw()));
        }
    }
    linked
}

/// The reads of the plan, by URI.
fn reads<'a>(cx: &Context<'a>) -> impl Iterator<Item = (String, &'a Exchange)> {
    let connections = cx.eras().map(|surface| cx.contract.connection(surface));
    let exchanges = connections.flat_map(|connection| &connection.exchanges);
    let of_plan = exchanges.filter(|exchange| exchange.kind() == probe::UI_PAGE);
    of_plan.filter_map(|exchange| Some((exchange.page_read()?.into_owned(), exchange)))
}

/// What is wrong with an answer; `None` where it has contents, or asks for more before it gives them.
fn fault(exchange: &Exchange) -> Option<(Level, String)> {
    if exchange.result().is_none() {
        let is_unknown = exchange.error_code().is_some_and(|code| UNKNOWN.contains(&code));
        let level = if is_unknown { Level::Fail } else { Level::Warn };
        return Some((level, exchange.why_no_result()));
    }
    let is_empty = exchange.lacks_contents();
    is_empty.then(|| (Level::Fail, "resources/read gives no contents".to_owned()))
}
