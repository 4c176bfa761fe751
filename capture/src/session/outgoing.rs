//! Spells messages: ids, the parameters that every client adds, and the bytes.

use mcpward_schemas::snapshot::{Call, ClientInfo, Era, RawBytes, RequestId};
use serde_json::{Map, Value};

use crate::options::Options;
use crate::transport::{Outgoing, OutgoingKind};

/// The first id of a connection: far from the small constants that broken servers answer with.
const ID_FIRST: u64 = 1001;
/// The largest integer that floating point holds exactly, 2^53 − 1.
const ID_LARGE: u64 = 9_007_199_254_740_991;

/// The member of `_meta` that names the version of a request.
const META_VERSION: &str = "io.modelcontextprotocol/protocolVersion";

/// Gives ids that are never used twice on one connection.
#[derive(Debug, Default)]
pub(super) struct Ids {
    n_given: u64,
    n_large: u64,
}

impl Ids {
    /// The next id, as JSON text.
    pub(super) fn next(&mut self, spelling: RequestId) -> String {
        match spelling {
            RequestId::Large => {
                self.n_large += 1;
                (ID_LARGE + 1 - self.n_large).to_string()
            }
            RequestId::Integer | RequestId::String => {
                let n = ID_FIRST + self.n_given;
                self.n_given += 1;
                if spelling == RequestId::String {
                    format!("\"id-{n}\"")
                } else {
                    n.to_string()
                }
            }
        }
    }
}

/// A request with everything that the era wants in it. The plan gives method and parameters; what it leaves out of
/// `initialize`, and the `_meta` of the modern era, is added here.
pub(super) fn request(call: &Call, id: &str, (era, client): (&Era, &ClientInfo), options: &Options) -> Outgoing {
    let mut params = call.params.clone();
    match era {
        Era::Handshake { version } if call.method == "initialize" => {
            add_handshake(&mut params, version, client, options)
        }
        Era::Modern { version } => add_meta(&mut params, version, client, &options.capabilities),
        Era::Handshake { .. } => {}
    }
    let headers = mirrored(call, params.as_ref(), era);
    let body = body(Some(id), &call.method, params.as_ref());
    let kind = OutgoingKind::Request {
        id: id.to_owned(),
        method: call.method.clone(),
    };
    Outgoing { body, kind, headers }
}

/// A notification.
pub(super) fn notification(call: &Call, era: &Era) -> Outgoing {
    let headers = mirrored(call, call.params.as_ref(), era);
    let body = body(None, &call.method, call.params.as_ref());
    Outgoing {
        body,
        kind: OutgoingKind::Notification {
            method: call.method.clone(),
        },
        headers,
    }
}

/// Our answer to a request of the server. `member` is `"result":…` or `"error":…`.
pub(super) fn answer(id: &str, member: &str) -> Outgoing {
    let body = format!(r#"{{"jsonrpc":"2.0","id":{id},{member}}}"#).into_bytes();
    Outgoing {
        body,
        kind: OutgoingKind::Answer,
        headers: Vec::new(),
    }
}

/// Bytes as they are. Over HTTP the era without handshake wants headers for every message, so only the body is wrong.
pub(super) fn raw(bytes: &RawBytes, era: Option<&Era>) -> Outgoing {
    Outgoing {
        body: bytes.bytes(),
        kind: OutgoingKind::Raw,
        headers: era.map_or(Vec::new(), |era| mirrored(&Call::new("ping"), None, era)),
    }
}

fn body(id: Option<&str>, method: &str, params: Option<&Value>) -> Vec<u8> {
    let mut body = String::from(r#"{"jsonrpc":"2.0","#);
    if let Some(id) = id {
        body.push_str(&format!(r#""id":{id},"#));
    }
    body.push_str(r#""method":"#);
    mcpward_json::quote(method, &mut body);
    if let Some(params) = params {
        body.push_str(&format!(r#","params":{params}"#));
    }
    body.push('}');
    body.into_bytes()
}

fn add_handshake(params: &mut Option<Value>, version: &str, client: &ClientInfo, options: &Options) {
    let Some(members) = members(params) else { return };
    add(members, "protocolVersion", || Value::from(version));
    add(members, "capabilities", || options.capabilities.clone());
    add(members, "clientInfo", || client_info(client));
}

/// What the plan gives as null is meant to be missing: members of `_meta`, or all of it.
fn add_meta(params: &mut Option<Value>, version: &str, client: &ClientInfo, capabilities: &Value) {
    let Some(members) = members(params) else { return };
    let meta = members.entry("_meta").or_insert_with(|| Value::Object(Map::new()));
    match meta {
        Value::Object(meta) => {
            add(meta, META_VERSION, || Value::from(version));
            add(meta, "io.modelcontextprotocol/clientInfo", || client_info(client));
            add(meta, "io.modelcontextprotocol/clientCapabilities", || {
                capabilities.clone()
            });
            meta.retain(|_, value| !value.is_null());
        }
        Value::Null => drop(members.remove("_meta")),
        _ => {}
    }
}

/// The members of the parameters. What is no object was meant so, and nothing can be added to it.
fn members(params: &mut Option<Value>) -> Option<&mut Map<String, Value>> {
    params.get_or_insert_with(|| Value::Object(Map::new())).as_object_mut()
}

fn add(members: &mut Map<String, Value>, name: &str, value: impl FnOnce() -> Value) {
    members.entry(name).or_insert_with(value);
}

fn client_info(client: &ClientInfo) -> Value {
    serde_json::json!({ "name": client.name, "version": client.version })
}

/// Headers of the modern era that mirror the message (2026-07-28, Streamable HTTP, "Request metadata headers" and "Custom headers
/// from tool parameters").
fn mirrored(call: &Call, params: Option<&Value>, era: &Era) -> Vec<(String, String)> {
    let Era::Modern { version } = era else {
        return Vec::new();
    };
    // The version that the request itself names, where that is another one, so that only the version is wrong.
    let named = params.and_then(|params| params.get("_meta")?.get(META_VERSION)?.as_str());
    let mut headers = vec![
        ("mcp-protocol-version".to_owned(), named.unwrap_or(version).to_owned()),
        ("mcp-method".to_owned(), call.method.clone()),
    ];
    let member = match call.method.as_str() {
        "tools/call" | "prompts/get" => Some("name"),
        "resources/read" => Some("uri"),
        "tasks/get" | "tasks/update" | "tasks/cancel" => Some("taskId"),
        _ => None,
    };
    let name = member.and_then(|member| params?.get(member)?.as_str());
    headers.extend(name.map(|name| ("mcp-name".to_owned(), header_value(name))));
    let arguments = params.and_then(|params| params.get("arguments"));
    headers.extend(call.mirrored.iter().filter_map(|(header, pointer)| {
        let text = argument_text(arguments?.pointer(pointer)?)?;
        Some((header.clone(), header_value(&text)))
    }));
    headers
}

/// An argument as its header gives it; `None` for what no header mirrors.
fn argument_text(argument: &Value) -> Option<String> {
    match argument {
        Value::String(text) => Some(text.clone()),
        Value::Number(_) | Value::Bool(_) => Some(argument.to_string()),
        Value::Null | Value::Array(_) | Value::Object(_) => None,
    }
}

/// A value as a header: as it is where that is safe, else in base64 between the marks that the specification reserves.
fn header_value(value: &str) -> String {
    use base64::Engine as _;
    let is_plain = value.bytes().all(|byte| (0x20..0x7F).contains(&byte)) && value.trim() == value;
    if is_plain && !(value.starts_with("=?base64?") && value.ends_with("?=")) {
        return value.to_owned();
    }
    format!("=?base64?{}?=", base64::engine::general_purpose::STANDARD.encode(value))
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::snapshot::{Call, ClientInfo, Era, RequestId};
    use serde_json::json;

    use super::{Ids, add_meta, header_value, mirrored};

    #[test]
    fn ids_are_spelled_as_asked_and_never_twice() {
        let mut ids = Ids::default();
        let spellings = [
            RequestId::Integer,
            RequestId::String,
            RequestId::Large,
            RequestId::Integer,
            RequestId::Large,
        ];
        let given = spellings.map(|spelling| ids.next(spelling));
        assert_eq!(
            given,
            ["1001", "\"id-1002\"", "9007199254740991", "1003", "9007199254740990"]
        );
    }

    #[test]
    fn what_the_plan_gives_as_null_is_left_out() {
        let client = ClientInfo {
            name: "us".to_owned(),
            version: "1".to_owned(),
        };
        let spelled = |params: serde_json::Value| {
            let mut params = Some(params);
            add_meta(&mut params, "2026-07-28", &client, &serde_json::json!({}));
            params.unwrap().to_string()
        };
        assert_eq!(spelled(serde_json::json!({ "_meta": null })), "{}");
        let whole = spelled(serde_json::json!({}));
        assert!(
            whole.contains("clientInfo") && whole.contains("clientCapabilities"),
            "{whole}"
        );
        let partial = spelled(serde_json::json!({ "_meta": { "io.modelcontextprotocol/clientInfo": null } }));
        assert!(
            !partial.contains("clientInfo") && partial.contains("2026-07-28"),
            "{partial}"
        );
    }

    #[test]
    fn header_values_are_plain_or_marked() {
        assert_eq!(header_value("get-sum"), "get-sum");
        assert_eq!(header_value("caf\u{e9}"), "=?base64?Y2Fmw6k=?=");
        assert_eq!(header_value(" x"), "=?base64?IHg=?=");
        assert_eq!(header_value("=?base64?eA==?="), "=?base64?PT9iYXNlNjQ/ZUE9PT89?=");
    }

    #[test]
    fn headers_mirror_the_arguments_that_have_a_plain_value() {
        let arguments = json!({
            "region": "z\u{fc}rich", "limit": 7, "deep": { "dry": true }, "none": null, "list": [1],
        });
        let mut call = Call::with("tools/call", json!({ "name": "query", "arguments": arguments }));
        let pointers = ["/region", "/limit", "/deep/dry", "/none", "/list", "/absent"];
        call.mirrored = pointers
            .map(|at| (format!("mcp-param-{}", &at[1..]), at.to_owned()))
            .into();
        let modern = Era::Modern {
            version: "2026-07-28".to_owned(),
        };
        let headers = mirrored(&call, call.params.as_ref(), &modern);
        let params: Vec<_> = headers
            .iter()
            .filter(|(name, _)| name.starts_with("mcp-param-"))
            .collect();
        let given: Vec<_> = params.iter().map(|(name, value)| format!("{name}: {value}")).collect();
        assert_eq!(
            given,
            [
                "mcp-param-deep/dry: true",
                "mcp-param-limit: 7",
                "mcp-param-region: =?base64?esO8cmljaA==?="
            ]
        );
    }
}
