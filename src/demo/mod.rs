//! The server that the demo tests: an orchard in three releases, on stdio.
//!
//! Release 1 keeps the contract. Release 2 breaks the protocol. Release 3 calls itself 1.0.0 too and is an update that nobody
//! announced: five changes, four of which matter to callers.

mod orchard;

use std::io::{self, BufRead as _, Write as _};

use anyhow::{Result, bail};
use serde_json::{Value, json};

use crate::exit::Exit;

/// Serves a release until stdin ends.
pub(crate) fn serve(release: u8) -> Result<Exit> {
    if !matches!(release, 1..=3) {
        bail!("the demo server has releases 1 to 3, not {release}");
    }
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let message = serde_json::from_str::<Value>(&line?)?;
        if let (Some(method), Some(id)) = (message["method"].as_str(), message.get("id")) {
            let mut answer = answer(release, method, &message["params"]);
            answer["jsonrpc"] = json!("2.0");
            answer["id"] = id.clone();
            writeln!(out, "{answer}")?;
            out.flush()?;
        }
    }
    Ok(Exit::Passed)
}

fn answer(release: u8, method: &str, params: &Value) -> Value {
    let result = match method {
        "initialize" => json!({
            "protocolVersion": version(&params["protocolVersion"]),
            "capabilities": { "tools": {}, "prompts": {}, "resources": {} },
            "serverInfo": { "name": "orchard", "title": "Orchard", "version": if release == 2 { "2.0.0" } else { "1.0.0" } },
            "instructions": "Weigh a crate before you label it.",
        }),
        "ping" => json!({}),
        "tools/list" => json!({ "tools": orchard::tools(release) }),
        "prompts/list" => json!({ "prompts": orchard::prompts() }),
        "resources/list" => json!({ "resources": orchard::resources() }),
        "resources/templates/list" => json!({ "resourceTemplates": orchard::templates() }),
        "tools/call" => match orchard::call(params) {
            Ok(result) => result,
            Err(message) => return json!({ "error": { "code": -32602, "message": message } }),
        },
        "prompts/get" | "resources/read" => {
            return json!({ "error": { "code": -32602, "message": format!("{method}: there is none of that name") } });
        }
        _ => return json!({ "error": { "code": -32601, "message": format!("method not found: {method}") } }),
    };
    json!({ "result": result })
}

/// The version that is asked for where the orchard speaks it, else its latest.
fn version(asked: &Value) -> &str {
    match asked.as_str() {
        Some(asked @ ("2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25")) => asked,
        _ => "2025-11-25",
    }
}
