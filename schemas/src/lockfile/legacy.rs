//! Versions 1 and 2 of the described system: tools only, no digests of blocks.

use mcpward_json::{Doc, Json, Limits, Value, canonical};

use super::error::LockError;
use super::read::not_a_lock;
use super::{Entries, Entry, LockFile, SCHEMA_VERSION, Texts};

/// Reads a file without `schemaVersion` at its root.
pub(super) fn read(root: &Json) -> Result<LockFile, LockError> {
    let value = root.value();
    let Some(tools) = value.get("tools").filter(|tools| tools.is_object()) else {
        return Err(not_a_lock("it has no `tools`"));
    };
    let Some(meta) = value.get("meta").filter(|meta| meta.is_object()) else {
        return Err(not_a_lock("it has neither `schemaVersion` nor `meta`"));
    };
    let version = match meta.get("schemaVersion") {
        None => 1,
        Some(stated) => match stated.as_i64() {
            Some(1) => 1,
            Some(2) => 2,
            Some(newer) if newer > 2 => {
                return Err(LockError::Newer {
                    found: newer.to_string(),
                    readable: SCHEMA_VERSION,
                });
            }
            _ => return Err(not_a_lock("`meta.schemaVersion` is neither 1 nor 2")),
        },
    };
    let keeps_words = version == 2
        && tools
            .entries()
            .any(|(_, tool)| tool.get("description").is_some_and(Value::is_string));
    let texts = match (version, keeps_words) {
        (1, _) => Texts::Digests,
        (_, true) => Texts::Unified,
        (_, false) => Texts::UnifiedDigests,
    };
    let mut entries = Entries::new();
    for (name, tool) in tools.entries() {
        let name_text = name.as_str().unwrap_or_default().into_owned();
        let Some(json) = tool_definition(&name_text, tool, keeps_words) else {
            return Err(not_a_lock(&format!(
                "tool {name_text:?} is not described as version {version} has it"
            )));
        };
        let shape = tool
            .get("outputShape")
            .filter(|shape| shape.is_object())
            .map(|shape| root.child(shape));
        entries.insert(
            name_text,
            Entry {
                json,
                shape,
                offset: Some(name.span().start),
            },
        );
    }
    Ok(LockFile {
        version,
        texts,
        tools: Some(entries),
        client: client(meta),
        server: server(value, meta),
        ..LockFile::default()
    })
}

/// A definition as the server would send it, of what the old versions kept. `null` stands for absent in them.
fn tool_definition(name: &str, tool: Value<'_>, keeps_words: bool) -> Option<Json> {
    if !tool.is_object() {
        return None;
    }
    let hash = tool.get("descriptionHash").and_then(Value::as_str)?;
    let mut members = vec![("name", quoted(name))];
    match tool.get("description").filter(|words| words.is_string()) {
        Some(words) => members.push(("description", words.raw().to_owned())),
        None if keeps_words => {}
        None if hash == super::text_digest("") => {}
        None => members.push(("description", quoted(&hash))),
    }
    for member in ["inputSchema", "outputSchema", "annotations"] {
        if let Some(value) = tool.get(member).filter(|value| !value.is_null()) {
            members.push((member, canonical(value)));
        }
    }
    object(&members)
}

fn client(meta: Value<'_>) -> Option<Entry> {
    let auth = meta.get("authContext")?;
    let keys: Vec<String> = auth
        .get("keys")
        .into_iter()
        .flat_map(Value::items)
        .map(canonical)
        .collect();
    let json = object(&[("credentials", format!("[{}]", keys.join(",")))])?;
    Some(Entry::new(json))
}

fn server(value: Value<'_>, meta: Value<'_>) -> Option<Entry> {
    let text = |value: Option<Value<'_>>| value.and_then(Value::as_str).map(|text| quoted(&text));
    let mut members = Vec::new();
    if let Some(version) = text(value.get("protocolVersion")) {
        members.push(("protocolVersion", version));
    }
    let info: Vec<_> = [
        ("name", text(meta.get("serverName"))),
        ("version", text(meta.get("serverVersion"))),
    ]
    .into_iter()
    .filter_map(|(name, value)| value.map(|value| (name, value)))
    .collect();
    if !info.is_empty() {
        members.push(("serverInfo", object(&info)?.value().raw().to_owned()));
    }
    (!members.is_empty())
        .then(|| object(&members))
        .flatten()
        .map(Entry::new)
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    mcpward_json::quote(text, &mut out);
    out
}

/// An object of members that are JSON already.
fn object(members: &[(&str, String)]) -> Option<Json> {
    let members: Vec<String> = members
        .iter()
        .map(|(name, value)| format!("{}:{value}", quoted(name)))
        .collect();
    Doc::parse(format!("{{{}}}", members.join(",")), &Limits::default())
        .ok()
        .map(Json::root)
}
