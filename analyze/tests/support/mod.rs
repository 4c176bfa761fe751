//! A server described as data, and a recorder that plays the plan against it: snapshots without processes or time.

mod header;
mod http;
mod several;
mod spelled;

use std::collections::BTreeMap;

use mcpward_analyze::plan::{Answer, Planner};
use mcpward_schemas::config::Config;
use mcpward_schemas::snapshot::{
    Call, ClosedBy, Dir, Era, Event, EventKind, Footer, Frame, Http, Outcome, Record, RequestId, Snapshot, Step, Target,
};
use serde_json::{Value, json};

/// Steps after which a plan counts as endless.
const STEPS_MAX: usize = 20_000;

/// The first word on a subscription.
const ACKNOWLEDGED: &str = r#"{"jsonrpc":"2.0","method":"notifications/subscriptions/acknowledged","params":{"notifications":{"toolsListChanged":true},"_meta":{"io.modelcontextprotocol/subscriptionId":$ID}}}"#;

/// A server as data. All members are optional; what is missing is answered as a good server would.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Described {
    /// Lists by member name, one array of items for each page.
    pub(crate) pages: BTreeMap<String, Vec<Vec<Value>>>,
    /// The same for every listing after the first.
    pub(crate) pages_again: BTreeMap<String, Vec<Vec<Value>>>,
    /// Versions with handshake that it serves, the counter-offer last; all that are asked for, where absent.
    pub(crate) versions: Option<Vec<String>>,
    /// Whether other versions are refused with an error that names those.
    pub(crate) refuses_versions: bool,
    /// What a probe (of a scenario: `modern/ping`) or a method is answered with: `{"result": …}`, `{"error": …}`, `"silence"`,
    /// `"timeout"`, `"closed"`, `{"status": N}` for an HTTP response, without a message where it has no other member, or lines as they are, with `$ID` for the
    /// id of the request.
    pub(crate) answers: BTreeMap<String, Value>,
    /// Members of the result of `initialize` that differ from the usual; null takes one out.
    pub(crate) initialize: BTreeMap<String, Value>,
    /// Members of the result of `server/discover` that differ from the usual; null takes one out. A server without this member
    /// does not speak the era without handshake.
    pub(crate) discover: Option<BTreeMap<String, Value>>,
    /// Lines sent before the answer to a probe or method.
    pub(crate) before: BTreeMap<String, Vec<String>>,
    /// Lines sent after the answer to a probe or method, and after a notification; `$CANCELED` stands for the id of the call
    /// that was taken back.
    pub(crate) after: BTreeMap<String, Vec<String>>,
    /// Lines on stderr when a connection is opened.
    pub(crate) stderr: Vec<String>,
    /// How each connection ends, where that is not by an exit in good order.
    pub(crate) end: Option<Vec<EventKind>>,
    /// The session that it gives over HTTP.
    pub(crate) session: Option<String>,
    /// How it is reached, as in the header of a snapshot; a program without arguments where absent.
    pub(crate) target: Option<Target>,
    /// How it speaks HTTP, where it does.
    pub(crate) http: Option<http::Wire>,
}

/// Plays the plan of a configuration against the server.
pub(crate) fn capture(server: &Described, config: &Config) -> Snapshot {
    let mut planner = Planner::new(config);
    let mut recorder = Recorder {
        server,
        records: Vec::new(),
        seq: 0,
        conn: 0,
        n_ids: 0,
        n_exchanges: 0,
        closed: true,
        is_modern: false,
        scenario: String::new(),
        methods: Vec::new(),
        canceled: String::new(),
        unanswered: Vec::new(),
    };
    let mut last: Option<(Step, Outcome, Option<String>)> = None;
    for _ in 0..STEPS_MAX {
        let methods = std::mem::take(&mut recorder.methods);
        let answer = last.as_ref().map(|(step, outcome, answer)| Answer {
            step,
            outcome,
            answer: answer.as_deref(),
            unanswered: &recorder.unanswered,
            notifications: &methods,
        });
        let step = planner.next(answer);
        if step == Step::Done {
            return recorder.finish(config);
        }
        let (outcome, answer) = recorder.run(&step);
        last = Some((step, outcome, answer));
    }
    panic!("the plan does not end");
}

/// A configuration written as JSON.
pub(crate) fn config(value: &Value) -> Config {
    serde_json::from_value(value.clone()).unwrap()
}

struct Recorder<'s> {
    server: &'s Described,
    records: Vec<Record>,
    seq: u64,
    conn: u32,
    n_ids: i64,
    n_exchanges: u32,
    closed: bool,
    /// Whether the connection is of the era without handshake.
    is_modern: bool,
    /// What the connection is for.
    scenario: String,
    methods: Vec<String>,
    /// Id of the last request that was taken back.
    canceled: String,
    /// Of the last requests at once: places of those without an answer.
    unanswered: Vec<usize>,
}

impl<'s> Recorder<'s> {
    fn next_seq(&mut self) -> u64 {
        self.seq += 1;
        self.seq
    }

    fn event(&mut self, event: EventKind) {
        let seq = self.next_seq();
        self.records.push(Record::Event(Event {
            seq,
            conn: self.conn,
            at_us: seq * 100,
            event,
        }));
    }

    /// A line as it is; `hex:` stands before bytes, `unterminated:` before a line without its end.
    fn frame(&mut self, dir: Dir, text: &str) -> u64 {
        let seq = self.next_seq();
        let (text, unterminated) = match text.strip_prefix("unterminated:") {
            Some(text) => (text, true),
            None => (text, false),
        };
        let bytes = match text.strip_prefix("hex:") {
            Some(hex) => hex
                .split(' ')
                .map(|byte| u8::from_str_radix(byte, 16).unwrap())
                .collect(),
            None => text.as_bytes().to_vec(),
        };
        let mut frame = Frame::new(seq, self.conn, seq * 100, dir, bytes);
        frame.unterminated = unterminated;
        self.records.push(Record::Frame(frame));
        if let Some(method) = serde_json::from_str::<Value>(text).ok().and_then(|message| {
            let is_notification = dir == Dir::In && message.get("id").is_none();
            message
                .get("method")
                .filter(|_| is_notification)?
                .as_str()
                .map(str::to_owned)
        }) {
            self.methods.push(method);
        }
        seq
    }

    fn run(&mut self, step: &Step) -> (Outcome, Option<String>) {
        if let Step::Open { scenario, era, .. } = step {
            self.scenario.clone_from(scenario);
            self.is_modern = matches!(era, Era::Modern { .. });
            self.conn += u32::from(!self.records.is_empty());
            self.closed = false;
        }
        self.unanswered.clear();
        self.event(EventKind::StepStarted { step: step.clone() });
        let (probe, (outcome, answer)) = match step {
            Step::Open { scenario, .. } => {
                self.event(EventKind::Spawned);
                for line in &self.server.stderr {
                    self.frame(Dir::Err, line);
                }
                (scenario.clone(), (Outcome::Done, None))
            }
            Step::Request {
                probe,
                call,
                id,
                barrier,
            } => {
                let first = self.request(probe, call, *id, barrier.as_ref());
                (probe.clone(), self.again(probe, call).unwrap_or(first))
            }
            Step::Requests { requests } => ("requests".to_owned(), (self.at_once(requests), None)),
            Step::Cancel { probe, call, barrier } => (
                probe.clone(),
                self.request(probe, call, RequestId::Integer, Some(barrier)),
            ),
            Step::Notify { probe, call } => {
                self.frame(
                    Dir::Out,
                    &json!({ "jsonrpc": "2.0", "method": call.method }).to_string(),
                );
                self.lines(&self.server.after, probe, &call.method, "");
                (probe.clone(), (Outcome::Done, None))
            }
            Step::Raw { probe, bytes, barrier } => (probe.clone(), (self.raw(probe, &bytes.bytes(), barrier), None)),
            Step::Http { probe, request } => (probe.clone(), (self.exchange(probe, request), None)),
            Step::Close => {
                self.closed = true;
                let good_order = || {
                    let (code, signal) = (Some(0), None);
                    vec![
                        EventKind::Closed { by: ClosedBy::Client },
                        EventKind::Exited { code, signal },
                    ]
                };
                for event in self.server.end.clone().unwrap_or_else(good_order) {
                    self.event(event);
                }
                ("close".to_owned(), (Outcome::Done, None))
            }
            Step::Settle { .. } | Step::Refuse { .. } | Step::Done => (String::new(), (Outcome::Done, None)),
        };
        self.event(EventKind::StepEnded {
            probe,
            outcome: outcome.clone(),
        });
        (outcome, answer)
    }

    fn lines(&mut self, all: &'s BTreeMap<String, Vec<String>>, probe: &str, method: &str, id: &str) {
        let scenario = format!("{}/{probe}", self.scenario);
        let lines = all
            .get(&scenario)
            .or_else(|| all.get(probe))
            .or_else(|| all.get(method));
        for line in lines.cloned().unwrap_or_default() {
            self.frame(Dir::In, &line.replace("$ID", id).replace("$CANCELED", &self.canceled));
        }
    }

    fn request(
        &mut self,
        probe: &str,
        call: &Call,
        id: RequestId,
        barrier: Option<&Call>,
    ) -> (Outcome, Option<String>) {
        if self.closed {
            return (Outcome::Closed, None);
        }
        self.n_ids += 1;
        let id = match id {
            RequestId::Integer => json!(1000 + self.n_ids),
            RequestId::String => json!(format!("mcpward-{}", self.n_ids)),
            RequestId::Large => json!(9_007_199_254_740_991_i64),
        };
        let mut message = json!({ "jsonrpc": "2.0", "id": id, "method": call.method });
        if let Some(params) = &call.params {
            message["params"] = params.clone();
        }
        // What a request carries besides belongs to the recorder, but for probes that leave it out.
        if self.is_modern && message["params"]["_meta"].is_null() && !probe.ends_with("-missing") {
            message["params"]["_meta"] = json!({ "io.modelcontextprotocol/protocolVersion": "2026-07-28" });
        }
        self.frame(Dir::Out, &message.to_string());
        let is_canceled = probe.starts_with("canceled/");
        if is_canceled {
            self.canceled = id.to_string();
            let params = json!({ "requestId": id });
            let canceled = json!({ "jsonrpc": "2.0", "method": "notifications/cancelled", "params": params });
            self.frame(Dir::Out, &canceled.to_string());
        }
        if let Some(barrier) = barrier {
            self.n_ids += 1;
            self.frame(
                Dir::Out,
                &json!({ "jsonrpc": "2.0", "id": 1000 + self.n_ids, "method": barrier.method }).to_string(),
            );
        }
        let barrier_id = 1000 + self.n_ids;
        let id = id.to_string();
        self.lines(&self.server.before, probe, &call.method, &id);
        let answers = &self.server.answers;
        let scenario = format!("{}/{probe}", self.scenario);
        let answer = answers.get(&scenario).or_else(|| answers.get(probe));
        let answer = answer.or_else(|| answers.get(&call.method));
        // Arguments that are left out change nothing.
        let tool = probe.strip_prefix("no-arguments/");
        let answer = answer.or_else(|| answers.get(&format!("sample/0/{}", tool?))).cloned();
        let answer = answer.unwrap_or_else(|| match is_canceled {
            true => json!("silence"),
            false => self.usual(probe, call),
        });
        let mut status = None;
        let lines: Vec<String> = match &answer {
            Value::String(word) if word == "closed" => {
                self.closed = true;
                self.event(EventKind::Closed { by: ClosedBy::Server });
                return (Outcome::Closed, None);
            }
            Value::Object(members) if members.len() == 1 && members.contains_key("status") => {
                return self.refused(&members["status"]);
            }
            Value::String(word) if word == "timeout" => return (Outcome::TimedOut, None),
            Value::String(_) => Vec::new(),
            Value::Array(lines) => lines
                .iter()
                .map(|line| line.as_str().unwrap().replace("$ID", &id))
                .collect(),
            members => {
                let mut members = members.clone();
                status = members.as_object_mut().and_then(|members| members.remove("status"));
                let members = members.to_string();
                vec![format!("{{\"jsonrpc\":\"2.0\",\"id\":{id},{}", &members[1..])]
            }
        };
        let mut answered = None;
        let session = self.server.session.clone().filter(|_| call.method == "initialize");
        let session = session.map(|session| session_of(&session, self.conn));
        for line in lines {
            let frame = self.frame(Dir::In, &line);
            let is_answer = serde_json::from_str::<Value>(&line).is_ok_and(|message| {
                message.is_array() || message.get("result").is_some() || message.get("error").is_some()
            });
            answered = answered.or_else(|| is_answer.then(|| (frame, line.clone())));
        }
        if let Some(status) = status.as_ref().and_then(Value::as_u64) {
            self.over_http(&id, status, Vec::new());
        }
        if let Some(session) = session {
            self.over_http(&id, 200, vec![("mcp-session-id".to_owned(), session)]);
        }
        if let Some(barrier) = barrier {
            let members = self.usual("", barrier).to_string();
            self.frame(
                Dir::In,
                &format!("{{\"jsonrpc\":\"2.0\",\"id\":{barrier_id},{}", &members[1..]),
            );
        }
        self.lines(&self.server.after, probe, &call.method, &id);
        match answered {
            Some((frame, line)) => (Outcome::Answered { frame }, Some(line)),
            None if barrier.is_some() => (Outcome::Silent, None),
            None => (Outcome::TimedOut, None),
        }
    }

    /// The second round of a call whose state is sent back altered, where its answer gives one: `again/PROBE` says how it is answered.
    fn again(&mut self, probe: &str, call: &Call) -> Option<(Outcome, Option<String>)> {
        let Some(Record::Frame(answer)) = self.records.last().filter(|_| call.alters_state) else {
            return None;
        };
        let answer: Value = serde_json::from_slice(&answer.bytes()?).ok()?;
        let state = answer.pointer("/result/requestState")?.as_str()?;
        let mut next = call.clone();
        next.params.as_mut()?["requestState"] = json!(format!("{state}-altered"));
        Some(self.request(&format!("again/{probe}"), &next, RequestId::Integer, None))
    }

    /// An HTTP response with that status and nothing else, to the request that was just sent.
    fn refused(&mut self, status: &Value) -> (Outcome, Option<String>) {
        let status = u16::try_from(status.as_u64().unwrap()).unwrap();
        let http = |status| Http {
            exchange: 0,
            method: None,
            url: None,
            status,
            headers: Vec::new(),
            sse: None,
        };
        if let Some(Record::Frame(request)) = self.records.last_mut() {
            request.http = Some(http(None));
        }
        self.frame(Dir::In, "");
        if let Some(Record::Frame(response)) = self.records.last_mut() {
            response.http = Some(http(Some(status)));
        }
        let reason = format!("HTTP {status}");
        (
            Outcome::Failed {
                reason,
                no_evidence: false,
            },
            None,
        )
    }

    /// What a good server answers.
    fn usual(&self, probe: &str, call: &Call) -> Value {
        match &self.server.discover {
            Some(members) if self.is_modern => self.usual_modern(members, probe, call),
            _ => self.usual_handshake(probe, call),
        }
    }

    /// In the era without handshake: other requests are served, and results say more.
    fn usual_modern(&self, members: &BTreeMap<String, Value>, probe: &str, call: &Call) -> Value {
        let error = |code: i32, message: &str| json!({ "error": { "code": code, "message": message } });
        let mut answer = match (probe, call.method.as_str()) {
            ("version-unknown", _) => json!({ "error": { "code": -32022, "message": "unsupported protocol version",
                "data": { "requested": "1900-01-01", "supported": ["2026-07-28"] } } }),
            ("meta-missing" | "capabilities-missing" | "log-level-unknown", _) => error(-32602, "invalid params"),
            (_, "ping" | "logging/setLevel" | "initialize") => error(-32601, "method not found"),
            (_, "server/discover") => json!({ "result": self.discovery(members, call) }),
            (_, "subscriptions/listen") => return Value::Array(vec![json!(ACKNOWLEDGED)]),
            _ => self.usual_handshake(probe, call),
        };
        if let Some(result) = answer.get_mut("result").and_then(Value::as_object_mut) {
            result.entry("resultType").or_insert(json!("complete"));
            if call.method.ends_with("/list") {
                result.entry("ttlMs").or_insert(json!(0));
                result.entry("cacheScope").or_insert(json!("private"));
            }
        }
        answer
    }

    fn discovery(&self, members: &BTreeMap<String, Value>, call: &Call) -> Value {
        let mut result = self.initialize(call);
        result["_meta"] = json!({ "io.modelcontextprotocol/serverInfo": result["serverInfo"].take() });
        result
            .as_object_mut()
            .unwrap()
            .retain(|name, _| !matches!(name.as_str(), "serverInfo" | "protocolVersion"));
        for (member, value) in [
            ("supportedVersions", json!(["2026-07-28"])),
            ("ttlMs", json!(0)),
            ("cacheScope", json!("private")),
        ] {
            result[member] = value;
        }
        for (member, value) in members {
            match value {
                Value::Null => drop(result.as_object_mut().unwrap().remove(member)),
                value => result[member] = value.clone(),
            }
        }
        result
    }

    fn usual_handshake(&self, probe: &str, call: &Call) -> Value {
        let list = |member: &str| self.list(probe, member, call);
        match call.method.as_str() {
            "tools/list" if probe == "list-early" => {
                json!({ "error": { "code": -32602, "message": "not initialized" } })
            }
            "initialize" => match self.refused_version(call) {
                Some(error) => json!({ "error": error }),
                None => json!({ "result": self.initialize(call) }),
            },
            "ping" => json!({ "result": {} }),
            "tools/list" => list("tools"),
            "prompts/list" => list("prompts"),
            "resources/list" => list("resources"),
            "resources/templates/list" => list("resourceTemplates"),
            "tools/call"
                if self.has_tool(call)
                    && call
                        .params
                        .as_ref()
                        .is_some_and(|params| params["arguments"].is_object() || params["arguments"].is_null()) =>
            {
                json!({ "result": { "content": [{ "type": "text", "text": "that can't be done" }], "isError": true } })
            }
            "tools/call" => json!({ "error": { "code": -32602, "message": "unknown tool or arguments" } }),
            "prompts/get" => json!({ "error": { "code": -32602, "message": "unknown prompt" } }),
            "resources/read" => json!({ "error": { "code": -32602, "message": "unknown resource" } }),
            _ => json!({ "error": { "code": -32601, "message": "method not found" } }),
        }
    }

    fn has_tool(&self, call: &Call) -> bool {
        let name = call.params.as_ref().map(|params| &params["name"]);
        let tools = self.server.pages.get("tools").into_iter().flatten().flatten();
        name.is_some_and(|name| tools.into_iter().any(|tool| tool.get("name") == Some(name)))
    }

    fn initialize(&self, call: &Call) -> Value {
        let mut capabilities = json!({});
        for (member, capability) in [
            ("tools", "tools"),
            ("prompts", "prompts"),
            ("resources", "resources"),
            ("resourceTemplates", "resources"),
        ] {
            if self.server.pages.contains_key(member) {
                capabilities[capability] = json!({});
            }
        }
        let asked = call.params.as_ref().and_then(|params| params.get("protocolVersion"));
        let served = self.server.versions.as_ref();
        let version = match served.filter(|served| !served.iter().any(|version| asked == Some(&json!(version)))) {
            Some(served) => served.last().map(|version| json!(version)),
            None => asked.cloned(),
        };
        let mut result = json!({
            "protocolVersion": version,
            "capabilities": capabilities,
            "serverInfo": { "name": "described", "version": "1.0.0" },
        });
        for (member, value) in &self.server.initialize {
            match value {
                Value::Null => drop(result.as_object_mut().unwrap().remove(member)),
                value => result[member] = value.clone(),
            }
        }
        result
    }

    /// The error for a version that is not served, where versions are refused.
    fn refused_version(&self, call: &Call) -> Option<Value> {
        let served = self.server.versions.as_ref().filter(|_| self.server.refuses_versions)?;
        let asked = call.params.as_ref()?.get("protocolVersion")?;
        let is_served = served.iter().any(|version| asked == version);
        let data = json!({ "supported": served, "requested": asked });
        (!is_served).then(|| json!({ "code": -32602, "message": "Unsupported protocol version", "data": data }))
    }

    /// One page; the cursor is the number of the next.
    fn list(&self, probe: &str, member: &str, call: &Call) -> Value {
        let capability = if member == "resourceTemplates" {
            "resources"
        } else {
            member
        };
        let result = self.initialize(call);
        let declared = result.get("capabilities").filter(|all| all.is_object());
        if declared.is_some_and(|all| all.get(capability).is_none()) {
            return json!({ "error": { "code": -32601, "message": "method not found" } });
        }
        let given = call.params.as_ref().and_then(|params| params.get("cursor"));
        if given.is_some_and(|cursor| !cursor.as_str().is_some_and(|cursor| cursor.starts_with("page-"))) {
            return json!({ "error": { "code": -32602, "message": "unknown cursor" } });
        }
        let again = !probe.contains("/1/");
        let pages = self
            .server
            .pages_again
            .get(member)
            .filter(|_| again)
            .or_else(|| self.server.pages.get(member));
        let cursor = call
            .params
            .as_ref()
            .and_then(|params| params.get("cursor"))
            .and_then(Value::as_str);
        let at: usize = cursor.map_or(0, |cursor| cursor.trim_start_matches("page-").parse().unwrap_or(0));
        let mut result = json!({ member: pages.and_then(|pages| pages.get(at)).cloned().unwrap_or_default() });
        if pages.is_some_and(|pages| at + 1 < pages.len()) {
            result["nextCursor"] = json!(format!("page-{}", at + 1));
        }
        json!({ "result": result })
    }

    fn finish(mut self, config: &Config) -> Snapshot {
        if let Some(wire) = &self.server.http {
            self.records = wire.carry(self.records);
        }
        let n_frames = self
            .records
            .iter()
            .filter(|record| matches!(record, Record::Frame(_)))
            .count() as u64;
        let n_events = self.records.len() as u64 - n_frames;
        Snapshot {
            header: header::of(
                config,
                self.server
                    .http
                    .as_ref()
                    .map(http::Wire::target)
                    .or_else(|| self.server.target.clone()),
            ),
            footer: Footer {
                frames: n_frames,
                events: n_events,
                bytes: 0,
                complete: true,
                reason: None,
                sha256: "0".repeat(64),
            },
            records: self.records,
        }
    }
}

/// The first connection has the session as it is described; nobody guesses those of the others.
pub(super) fn session_of(session: &str, conn: u32) -> String {
    const GOLDEN: u128 = 0x9e37_79b9_7f4a_7c15_f39c_c060_5ced_c835;
    match conn {
        0 => session.to_owned(),
        conn => format!("{session}{:032x}", GOLDEN.wrapping_mul(u128::from(conn))),
    }
}
