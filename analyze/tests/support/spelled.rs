//! HTTP requests that the plan spells, against a described server.

use mcpward_schemas::snapshot::{Dir, Frame, Http, HttpBody, HttpRequest, Outcome, Record};
use serde_json::{Value, json};

use super::Recorder;

impl Recorder<'_> {
    /// One exchange. What the server is described to answer is `{"status": …, "headers": {…}, "body": …}`, of which a text is
    /// sent as it is, with `$ID` for the id of the request; or `"timeout"`, or `"closed"`.
    pub(super) fn exchange(&mut self, probe: &str, request: &HttpRequest) -> Outcome {
        if request.in_session && self.server.session.is_none() {
            return failed("the server has given no session");
        }
        self.n_exchanges += 1;
        let id = 1000 + self.n_ids + 1;
        let sent = match &request.body {
            None => String::new(),
            Some(HttpBody::Request(call)) => {
                self.n_ids += 1;
                json!({ "jsonrpc": "2.0", "id": id, "method": call.method }).to_string()
            }
            Some(HttpBody::Notification(call)) => json!({ "jsonrpc": "2.0", "method": call.method }).to_string(),
        };
        let method = Some(request.method.clone());
        self.http_frame(Dir::Out, &sent, method, None, Vec::new());
        let answer = self.server.answers.get(&format!("{}/{probe}", self.scenario));
        let answer = answer.or_else(|| self.server.answers.get(probe)).cloned();
        let answer = answer.unwrap_or_else(|| usual(probe));
        match answer.as_str() {
            Some("timeout") => return Outcome::TimedOut,
            Some(_) => return failed("the connection was broken off"),
            None => {}
        }
        let body = match &answer["body"] {
            Value::String(text) => text.replace("$ID", &id.to_string()),
            Value::Null => String::new(),
            message => message.to_string().replace("\"$ID\"", &id.to_string()),
        };
        let headers = answer["headers"].as_object().into_iter().flatten();
        let headers = headers.map(|(name, value)| (name.clone(), value.as_str().unwrap().to_owned()));
        let status = u16::try_from(answer["status"].as_u64().unwrap()).unwrap();
        let frame = self.http_frame(Dir::In, &body, None, Some(status), headers.collect());
        match body.contains("jsonrpc") {
            true => Outcome::Answered { frame },
            false => Outcome::Done,
        }
    }

    /// Puts the request of that id and the answer that was the last frame into an HTTP exchange.
    pub(super) fn over_http(&mut self, id: &str, status: u64, mut headers: Vec<(String, String)>) {
        self.n_exchanges += 1;
        headers.push(("content-type".to_owned(), "application/json".to_owned()));
        let of = |status, headers| Http {
            exchange: self.n_exchanges,
            status,
            headers,
            ..Http::default()
        };
        let status = u16::try_from(status).unwrap();
        let (sent, received) = (of(None, Vec::new()), of(Some(status), headers));
        let frames = self.records.iter_mut().rev().filter_map(|record| match record {
            Record::Frame(frame) => Some(frame),
            _ => None,
        });
        let mut frames = frames;
        if let Some(answer) = frames.next() {
            answer.http = Some(received);
        }
        let id = format!("\"id\":{id},");
        let is_asked = |frame: &&mut Frame| frame.dir == Dir::Out && frame.text().unwrap().contains(&id);
        if let Some(asked) = frames.find(is_asked) {
            asked.http = Some(sent);
        }
    }

    fn http_frame(
        &mut self,
        dir: Dir,
        text: &str,
        method: Option<String>,
        status: Option<u16>,
        headers: Vec<(String, String)>,
    ) -> u64 {
        let seq = self.frame(dir, text);
        if let Some(Record::Frame(frame)) = self.records.last_mut() {
            frame.http = Some(Http {
                exchange: self.n_exchanges,
                method,
                status,
                headers,
                ..Http::default()
            });
        }
        seq
    }
}

fn failed(reason: &str) -> Outcome {
    let reason = reason.to_owned();
    Outcome::Failed {
        reason,
        no_evidence: true,
    }
}

/// What a good server answers.
fn usual(probe: &str) -> Value {
    let refused = |status: u16, code: i32| json!({ "status": status, "body": { "jsonrpc": "2.0", "id": "$ID", "error": { "code": code, "message": "refused" } } });
    match probe {
        "http-initialized" => json!({ "status": 202 }),
        "http-get" => json!({ "status": 405, "headers": { "allow": "POST, DELETE" } }),
        "http-origin" | "http-host" => json!({ "status": 403 }),
        "http-version-bad" | "http-session-missing" => refused(400, -32600),
        "http-session-unknown" | "http-session-ended" => refused(404, -32600),
        "http-notification-refused" => json!({ "status": 404 }),
        "http-event-unknown" => json!({ "status": 405, "headers": { "allow": "POST, DELETE" } }),
        "http-method-other"
        | "http-version-other"
        | "http-name-other"
        | "http-method-missing"
        | "http-name-missing"
        | "http-method-case" => refused(400, -32020),
        "http-name-encoded" => refused(200, -32602),
        "http-get-modern" | "http-delete-modern" => json!({ "status": 405, "headers": { "allow": "POST" } }),
        "http-token-missing" | "http-token-invalid" | "http-token-in-query" => json!({
            "status": 401,
            "headers": { "www-authenticate": "Bearer resource_metadata=\"https://mcp.example/metadata\", scope=\"all\"" },
        }),
        "http-metadata" | "http-metadata-of-origin" => json!({ "status": 404 }),
        "http-delete" => json!({ "status": 204 }),
        _ => json!({ "status": 200, "body": { "jsonrpc": "2.0", "id": "$ID", "result": {} } }),
    }
}
