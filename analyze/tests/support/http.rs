//! The same records over HTTP: each message in an exchange of its own, as a server answers it that is described as data.

use std::collections::BTreeMap;

use mcpward_schemas::snapshot::{ClosedBy, Dir, Event, EventKind, Frame, Http, Outcome, Record, Sse, Step, Target};
use serde_json::Value;

/// How the server speaks HTTP. What is missing is done as a good server would.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct Wire {
    /// The endpoint; one of this machine where absent.
    url: Option<String>,
    /// Headers of the configuration.
    sent: BTreeMap<String, String>,
    /// The session that `initialize` begins.
    session: Option<String>,
    /// Headers of every response.
    headers: BTreeMap<String, String>,
    /// What is special about the response to a probe (of a scenario: `modern/ping`) or a method.
    responses: BTreeMap<String, Special>,
    /// The response to the GET after the handshake, which opens the server's own stream.
    stream: Option<Special>,
}

/// A response that is not the usual one.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Special {
    status: Option<u16>,
    /// Headers beside the usual; null takes one out.
    headers: BTreeMap<String, Option<String>>,
    /// The body, `$ANSWER` for the message that answers.
    body: Option<String>,
    /// Events instead of a body.
    events: Option<Vec<Told>>,
    /// Who ended the stream of events.
    ended: Option<ClosedBy>,
    /// What the same message, sent again, or the GET that resumes a stream gets then.
    then: Option<Box<Special>>,
}

/// One event of a stream.
#[derive(Debug, Clone, Default, serde::Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Told {
    id: Option<String>,
    event: Option<String>,
    retry_ms: Option<u64>,
    data: String,
}

impl Wire {
    fn url(&self) -> &str {
        self.url.as_deref().unwrap_or("http://127.0.0.1:3000/mcp")
    }

    pub(super) fn target(&self) -> Target {
        Target::Http {
            url: self.url().to_owned(),
            headers: self.sent.keys().cloned().collect(),
        }
    }

    /// The records as they are over HTTP.
    pub(super) fn carry(&self, records: Vec<Record>) -> Vec<Record> {
        let mut carrier = Carrier {
            wire: self,
            out: Vec::new(),
            seqs: BTreeMap::new(),
            n_exchanges: 0,
            open: Vec::new(),
            step: None,
            scenario: String::new(),
        };
        for record in records {
            match record {
                Record::Event(event) => carrier.event(event),
                Record::Frame(frame) if matches!(carrier.step, Some(Step::Http { .. })) => carrier.spelled(frame),
                Record::Frame(frame) if frame.dir == Dir::Out => carrier.sent(frame),
                Record::Frame(frame) if frame.dir == Dir::In => carrier.received(frame),
                other => carrier.out.push(other),
            }
        }
        carrier.out
    }
}

/// A request under way.
struct Open {
    exchange: u32,
    id: Option<Value>,
    method: String,
    special: Special,
    is_started: bool,
}

struct Carrier<'w> {
    wire: &'w Wire,
    out: Vec<Record>,
    /// The number of each frame before, and now.
    seqs: BTreeMap<u64, u64>,
    n_exchanges: u32,
    open: Vec<Open>,
    step: Option<Step>,
    scenario: String,
}

impl Carrier<'_> {
    fn push(&mut self, mut frame: Frame, http: Http) {
        let seq = self.out.len() as u64 + 1;
        self.seqs.entry(frame.seq).or_insert(seq);
        (frame.seq, frame.http) = (seq, Some(http));
        self.out.push(Record::Frame(frame));
    }

    fn event(&mut self, mut event: Event) {
        match &mut event.event {
            EventKind::StepStarted { step } => {
                if let Step::Open { scenario, .. } = step {
                    self.scenario.clone_from(scenario);
                    self.n_exchanges = 0;
                }
                self.step = Some(step.clone());
            }
            EventKind::StepEnded { outcome, .. } => {
                self.settle(event.conn, event.at_us);
                if let Outcome::Answered { frame } = outcome {
                    // An answer that the description keeps back never came.
                    let seq = self.seqs.get(frame);
                    *outcome = seq.map_or(Outcome::Silent, |&frame| Outcome::Answered { frame });
                }
            }
            EventKind::Spawned | EventKind::Exited { .. } => return,
            _ => {}
        }
        event.seq = self.out.len() as u64 + 1;
        self.out.push(Record::Event(event));
    }

    /// What the plan spelled is described elsewhere; it gets a number of its own.
    fn spelled(&mut self, frame: Frame) {
        let mut http = frame.http.clone().unwrap_or_default();
        self.n_exchanges += u32::from(frame.dir == Dir::Out);
        http.exchange = self.n_exchanges - 1;
        self.push(frame, http);
    }

    fn sent(&mut self, frame: Frame) {
        let message: Value = frame
            .text()
            .and_then(|text| serde_json::from_str(text).ok())
            .unwrap_or_default();
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        let probe = match &self.step {
            Some(Step::Request { probe, call, .. }) if call.method == method => probe.clone(),
            Some(Step::Notify { probe, .. }) => probe.clone(),
            _ => String::new(),
        };
        let responses = &self.wire.responses;
        let special = responses.get(&format!("{}/{probe}", self.scenario));
        let special = special
            .or_else(|| responses.get(&probe))
            .or_else(|| responses.get(&method));
        let exchange = self.n_exchanges;
        self.n_exchanges += 1;
        self.open.push(Open {
            exchange,
            id: message.get("id").cloned(),
            method,
            special: special.cloned().unwrap_or_default(),
            is_started: false,
        });
        let http = self.request("POST", exchange);
        self.push(frame, http);
    }

    fn request(&self, method: &str, exchange: u32) -> Http {
        let sent = self.wire.sent.iter().map(|(name, value)| (name.clone(), value.clone()));
        Http {
            exchange,
            method: Some(method.to_owned()),
            url: Some(self.wire.url().to_owned()),
            headers: [("accept".to_owned(), "application/json, text/event-stream".to_owned())]
                .into_iter()
                .chain(sent)
                .collect(),
            ..Http::default()
        }
    }

    /// A message of the server: it goes to the request that it answers, else to the last one.
    fn received(&mut self, frame: Frame) {
        let message: Value = frame
            .text()
            .and_then(|text| serde_json::from_str(text).ok())
            .unwrap_or_default();
        let is_own = |open: &Open| open.id.is_some() && open.id.as_ref() == message.get("id");
        let place = self.open.iter().position(is_own);
        let Some(place) = place.or_else(|| self.open.len().checked_sub(1)) else {
            return;
        };
        if let Some(status) = frame.http.as_ref().and_then(|http| http.status) {
            self.open[place].special.status = Some(status);
        }
        self.answer(place, frame);
    }

    /// Sends what the description says for this message.
    fn answer(&mut self, place: usize, frame: Frame) {
        let special = self.open[place].special.clone();
        let told = special.events.clone().filter(|_| !self.open[place].is_started);
        let text = frame.text().unwrap_or_default().to_owned();
        let Some(told) = told else {
            let mut frame = frame;
            if let Some(body) = &special.body {
                frame.raw = Some(body.replace("$ANSWER", &text));
            }
            let http = self.response(place, frame.conn, "application/json");
            return self.push(frame, http);
        };
        for event in told {
            let mut http = self.response(place, frame.conn, "text/event-stream");
            http.sse = Some(Sse {
                event: event.event,
                id: event.id,
                retry_ms: event.retry_ms,
                truncated: false,
            });
            let mut part = frame.clone();
            part.raw = Some(event.data.replace("$ANSWER", &text));
            if !event.data.contains("$ANSWER") {
                part.seq = u64::MAX;
            }
            self.push(part, http);
        }
        let exchange = self.open[place].exchange;
        if let Some(by) = special.ended {
            let (conn, at_us) = (frame.conn, frame.at_us);
            let seq = self.out.len() as u64 + 1;
            let event = EventKind::StreamEnded { exchange, by };
            self.out.push(Record::Event(Event {
                seq,
                conn,
                at_us,
                event,
            }));
        }
        if let Some(then) = special.then {
            self.open[place].special = *then;
            self.open[place].is_started = false;
            let mut again = Frame::new(u64::MAX, frame.conn, frame.at_us, Dir::Out, Vec::new());
            again.raw = Some(String::new());
            let mut http = self.request("GET", exchange);
            http.headers.push(("last-event-id".to_owned(), "1".to_owned()));
            self.push(again, http);
            self.answer(place, frame);
        }
    }

    /// The HTTP side of a part of a response: its head, on the first.
    fn response(&mut self, place: usize, conn: u32, kind: &str) -> Http {
        let open = &mut self.open[place];
        let mut http = Http {
            exchange: open.exchange,
            ..Http::default()
        };
        if std::mem::replace(&mut open.is_started, true) {
            return http;
        }
        let mut headers = self.wire.headers.clone();
        headers.insert("content-type".to_owned(), kind.to_owned());
        if let Some(session) = self.wire.session.as_ref().filter(|_| open.method == "initialize") {
            headers.insert("mcp-session-id".to_owned(), super::session_of(session, conn));
        }
        for (name, value) in &open.special.headers {
            match value {
                Some(value) => headers.insert(name.clone(), value.clone()),
                None => headers.remove(name),
            };
        }
        let usual = if open.id.is_some() || open.method.is_empty() {
            200
        } else {
            202
        };
        http.status = Some(open.special.status.unwrap_or(usual));
        http.headers = headers.into_iter().collect();
        http
    }

    /// At the end of a step: what had no answer gets an empty one where it is a notification, and after the handshake the
    /// server's own stream is opened.
    fn settle(&mut self, conn: u32, at_us: u64) {
        for place in 0..self.open.len() {
            let is_notification = self.open[place].id.is_none() && !self.open[place].method.is_empty();
            if is_notification && !self.open[place].is_started {
                self.answer(place, Frame::new(u64::MAX, conn, at_us, Dir::In, Vec::new()));
            }
        }
        let is_initialized = self.open.iter().any(|open| open.method == "notifications/initialized");
        self.open.clear();
        if let Some(special) = self.wire.stream.clone().filter(|_| is_initialized) {
            let exchange = self.n_exchanges;
            self.n_exchanges += 1;
            let http = self.request("GET", exchange);
            self.push(Frame::new(u64::MAX, conn, at_us, Dir::Out, Vec::new()), http);
            self.open.push(Open {
                exchange,
                id: None,
                method: String::new(),
                special,
                is_started: false,
            });
            self.answer(0, Frame::new(u64::MAX, conn, at_us, Dir::In, Vec::new()));
            self.open.clear();
        }
    }
}
