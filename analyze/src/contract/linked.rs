//! Pages of MCP Apps that tools link: what a host loads to show a result.

use std::collections::BTreeSet;

use mcpward_json::Value;

/// What the URI of a page begins with (MCP Apps, UI resources).
pub(super) const UI_SCHEME: &str = "ui://";

/// The page that the definition of a tool links, under the name of the extension and under the older one.
pub(crate) fn linked_pages(tool: Value<'_>) -> BTreeSet<String> {
    let meta = tool.get("_meta");
    let named = [
        meta.and_then(|meta| meta.get("ui")?.get("resourceUri")),
        meta.and_then(|meta| meta.get("ui/resourceUri")),
    ];
    let uris = named.into_iter().flatten().filter_map(Value::as_str);
    uris.filter(|uri| uri.starts_with(UI_SCHEME))
        .map(|uri| uri.into_owned())
        .collect()
}
