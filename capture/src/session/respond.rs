//! Answers the server's own requests, at once and always in the same way.

use serde_json::{Value, json};

use crate::options::Options;

/// JSON-RPC 2.0 section 5.1.
const METHOD_NOT_FOUND: i64 = -32601;
/// The code of the specification's example for a person who rejects sampling.
const REJECTED: i64 = -1;

/// The answer: a result, or an error with code and message.
pub(super) fn answer(method: &str, params: &Value, options: &Options) -> Result<Value, (i64, &'static str)> {
    let declares = |capability: &str| options.capabilities.get(capability).is_some();
    match method {
        "ping" => Ok(json!({})),
        "roots/list" if declares("roots") => {
            let roots: Vec<Value> = options.answers.roots.iter().map(|uri| json!({ "uri": uri })).collect();
            Ok(json!({ "roots": roots }))
        }
        "sampling/createMessage" if declares("sampling") => match &options.answers.sampling {
            Some(text) => Ok(json!({
                "role": "assistant",
                "content": { "type": "text", "text": text },
                "model": options.client.name,
                "stopReason": "endTurn",
            })),
            None => Err((REJECTED, "User rejected sampling request")),
        },
        "elicitation/create" if declares("elicitation") => match &options.answers.elicitation {
            // A URL is never opened, so what would be done there has not been done.
            Some(content) if params.get("mode").and_then(Value::as_str) != Some("url") => {
                Ok(json!({ "action": "accept", "content": content }))
            }
            _ => Ok(json!({ "action": "decline" })),
        },
        _ => Err((METHOD_NOT_FOUND, "Method not found")),
    }
}

/// The member of the response that holds the answer.
pub(super) fn member(answer: &Result<Value, (i64, &'static str)>) -> String {
    match answer {
        Ok(result) => format!(r#""result":{result}"#),
        Err((code, message)) => format!(r#""error":{}"#, json!({ "code": code, "message": message })),
    }
}

/// The parameters of a request; null where they can't be read.
pub(super) fn params_of(text: &str) -> Value {
    let message: Option<Value> = serde_json::from_str(text.trim_start_matches('\u{feff}')).ok();
    message
        .and_then(|mut message| message.get_mut("params").map(Value::take))
        .unwrap_or(Value::Null)
}
