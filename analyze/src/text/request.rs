//! What a server asks of the client during a session: samplings and elicitations.

use mcpward_json::Value;

use super::detector::Detectors;
use super::leaf::Role;
use super::scan::{Options, Part, TextFinding, scan};
use super::schema::{parameters, secrecy};
use super::walk::data;

/// Public id: an elicitation that asks for a secret, which the protocol forbids.
pub const ELICITATION: &str = "security/elicitation-secret";
/// Public id: a sampling that reaches for other servers' context.
pub const SAMPLING: &str = "security/sampling-reach";

/// Judges one request (`method` and `params`).
pub fn judge(set: &Detectors, request: Value<'_>) -> Vec<TextFinding> {
    let method = request.get("method").and_then(Value::as_str).unwrap_or_default();
    let Some(params) = request.get("params") else {
        return Vec::new();
    };
    let mut found = scan(set, &data(params, Role::Request), Options::default()).findings;
    match method.as_ref() {
        "elicitation/create" => {
            if let Some(schema) = params.get("requestedSchema") {
                for parameter in parameters(schema, "/params/requestedSchema")
                    .iter()
                    .filter(|p| secrecy(&p.name) > 0)
                {
                    found.push(finding(
                        ELICITATION,
                        &parameter.pointer,
                        "secret-elicitation",
                        "asks the user for a secret in a form",
                        10,
                        &parameter.name,
                    ));
                }
            }
            let message = params
                .get("message")
                .and_then(Value::as_str)
                .unwrap_or_default()
                .to_lowercase();
            let asks = [
                "your password",
                "the password",
                "api key",
                "your pin",
                "passphrase",
                "seed phrase",
                "private key",
                "one-time code",
                "access token",
                "card number",
                "recovery phrase",
                "secret key",
            ];
            if found.iter().all(|f| f.rule != ELICITATION)
                && asks.iter().any(|ask| message.contains(ask))
                && params.get("url").is_none()
            {
                found.push(finding(
                    ELICITATION,
                    "/params/message",
                    "secret-elicitation",
                    "asks the user for a secret in a message",
                    10,
                    &message,
                ));
            }
            if let Some(url) = params.get("url").and_then(Value::as_str) {
                let lower = url.to_lowercase();
                if !lower.starts_with("http://") && !lower.starts_with("https://") {
                    found.push(finding(
                        ELICITATION,
                        "/params/url",
                        "odd-elicitation",
                        "sends the user to what is no page",
                        10,
                        &url,
                    ));
                }
                if lower.starts_with("http://")
                    && !lower.starts_with("http://localhost")
                    && !lower.starts_with("http://127.")
                {
                    found.push(finding(
                        ELICITATION,
                        "/params/url",
                        "plain-elicitation",
                        "sends the user to a page without encryption",
                        10,
                        &url,
                    ));
                }
            }
        }
        "sampling/createMessage" if params.get("includeContext").is_some_and(|c| c.is_text("allServers")) => {
            found.push(finding(
                SAMPLING,
                "/params/includeContext",
                "all-servers",
                "wants the context of all servers",
                10,
                "allServers",
            ));
        }
        _ => {}
    }
    found
}

fn finding(rule: &'static str, pointer: &str, name: &str, title: &str, tenths: i32, text: &str) -> TextFinding {
    TextFinding::of_whole(rule, pointer, vec![Part::new(name, title, tenths)], text)
}
