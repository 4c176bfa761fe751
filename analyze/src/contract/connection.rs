//! One connection: its messages, exchanges and events.

use std::collections::{BTreeMap, VecDeque};

use mcpward_json::{Value, canonical};
use mcpward_schemas::report::FrameRef;
use mcpward_schemas::snapshot::{Asked, ClientInfo, Dir, Era, EventKind, Frame, Http, Outcome, RequestId, Step};

use super::anomaly::{Anomaly, AnomalyKind};
use super::exchange::Exchange;
use super::http::{Body, Collector, HttpRequest, Sent, UNAUTHORIZED};
use super::message::{Message, MessageKind};
use super::probe;
use super::spelled::Spelled;

/// Why nothing was called, where the plan was only to be shown.
pub const DRY_RUN: &str = "this is a dry run";

/// One process, or one HTTP session.
#[derive(Debug, Clone)]
pub struct Connection {
    /// Which snapshot, counted from 0.
    pub snapshot: u32,
    /// Its number in that snapshot.
    pub conn: u32,
    /// What it was for; empty where no step opened it.
    pub scenario: String,
    /// Which era was to be spoken on it.
    pub era: Option<Era>,
    /// How the client introduced itself, where it is another one than that of the settings.
    pub client: Option<ClientInfo>,
    /// Whether it is HTTP.
    pub http: bool,
    /// The HTTP side: all requests with their responses, in order.
    pub http_requests: Vec<HttpRequest>,
    /// All messages, both ways, in order.
    pub messages: Vec<Message>,
    /// The client's requests, in order.
    pub exchanges: Vec<Exchange>,
    /// What we sent that is no proper message, in order.
    pub malformed: Vec<Malformed>,
    /// HTTP requests that the plan spelled, in order.
    pub spelled: Vec<Spelled>,
    /// The frame with which the server gave a session (`Mcp-Session-Id`).
    pub session: Option<FrameRef>,
    /// What else happened, with microseconds since the start of the capture; steps are left out.
    pub events: Vec<(u64, EventKind)>,
    /// Frames on the server's stderr.
    pub stderr: Vec<FrameRef>,
    /// Lines of it in which a secret was masked, with the first mark's name.
    pub stderr_secrets: Vec<(FrameRef, String)>,
    /// Tools that the plan refused to call, by check; each with the reason that was given first.
    pub refused: BTreeMap<String, BTreeMap<String, String>>,
}

/// Something that no client may send, and what came of it.
#[derive(Debug, Clone)]
pub struct Malformed {
    /// The probe.
    pub probe: String,
    /// The frame that was sent.
    pub frame: Option<FrameRef>,
    /// What came for it: a response that answers none of our requests, before the barrier was answered.
    pub response: Option<Message>,
    /// How the step ended: done where the server lived on.
    pub outcome: Option<Outcome>,
}

impl Malformed {
    /// `error.code` of what came, where it is an integer.
    pub fn error_code(&self) -> Option<i64> {
        self.response.as_ref()?.error()?.get("code")?.as_i64()
    }

    /// Whether the server answered the request behind it.
    pub fn is_survived(&self) -> bool {
        self.outcome == Some(Outcome::Done)
    }

    /// The frames that show it.
    pub fn frames(&self) -> Vec<FrameRef> {
        let response = self.response.as_ref().map(|response| response.frame);
        self.frame.into_iter().chain(response).collect()
    }
}

impl Connection {
    /// Whether it was made to be spoiled: what is seen on it says something about its own probes only.
    pub fn is_throw_away(&self) -> bool {
        let kinds = [
            probe::MALFORMED,
            probe::FUZZ,
            probe::ONE_BY_ONE,
            probe::HTTP,
            probe::BATCH,
        ];
        kinds.iter().any(|kind| self.scenario.starts_with(kind))
    }

    /// Why a check did not call a tool, where the plan refused it.
    pub fn refusal(&self, tool: &str, check: &str) -> Option<&str> {
        self.refused.get(check)?.get(tool).map(String::as_str)
    }

    /// The exchange of a probe.
    pub fn probe(&self, name: &str) -> Option<&Exchange> {
        self.exchanges
            .iter()
            .rfind(|exchange| !exchange.is_barrier && exchange.probe.as_deref() == Some(name))
    }

    /// The request behind a probe, whose answer is known.
    pub fn barrier(&self, name: &str) -> Option<&Exchange> {
        let mut exchanges = self.exchanges.iter();
        exchanges.rfind(|exchange| exchange.is_barrier && exchange.probe.as_deref() == Some(name))
    }

    /// The exchanges of all probes, by name; the last of equal names.
    pub fn probes(&self) -> BTreeMap<&str, &Exchange> {
        let probes = self.exchanges.iter().filter(|exchange| !exchange.is_barrier);
        probes
            .filter_map(|exchange| Some((exchange.probe.as_deref()?, exchange)))
            .collect()
    }

    /// The `tools/call` exchanges of probes, each with the name of the tool asked for.
    pub fn tool_calls(&self) -> impl Iterator<Item = (String, &Exchange)> {
        let calls = self
            .exchanges
            .iter()
            .filter(|exchange| exchange.probe.is_some() && !exchange.is_barrier);
        calls
            .filter(|exchange| exchange.method() == "tools/call")
            .filter_map(|exchange| {
                let name = exchange.request.params()?.get("name")?.as_str()?.into_owned();
                Some((name, exchange))
            })
    }

    /// The method of the client's notification that was the last thing it sent before a frame, the barrier behind it left out;
    /// `None` where it sent something else.
    pub fn notified(&self, frame: FrameRef) -> Option<&str> {
        let sent = self
            .messages
            .iter()
            .filter(|message| message.dir == Dir::Out && message.frame < frame);
        let mut sent = sent.filter(|message| {
            message
                .method()
                .is_none_or(|method| method != "ping" && method != "server/discover")
        });
        let last = sent.next_back()?;
        let method = last
            .json
            .value()
            .get("method")
            .filter(|_| last.kind == MessageKind::Notification)?;
        Some(method.raw().trim_matches('"'))
    }

    /// Messages from the server.
    pub fn from_server(&self) -> impl Iterator<Item = &Message> {
        self.messages.iter().filter(|message| message.dir == Dir::In)
    }

    /// Notifications from the server, with that method.
    pub fn notifications<'c>(&'c self, method: &'c str) -> impl Iterator<Item = &'c Message> {
        self.from_server().filter(move |message| {
            message.kind == MessageKind::Notification && message.method().is_some_and(|own| own == method)
        })
    }
}

/// Builds a connection from its records in order.
pub(super) struct Builder {
    pub(super) connection: Connection,
    idx: usize,
    /// The step that runs.
    step: Option<Running>,
    /// Whether a raw step runs.
    is_raw: bool,
    /// Whether an HTTP request of the plan is under way.
    is_spelled: bool,
    /// The step that runs, where it is several requests at once.
    at_once: Option<AtOnce>,
    /// Open and answered requests by canonical id; the latest of equal ids.
    by_id: BTreeMap<String, usize>,
    /// Puts the frames of HTTP together.
    collector: Collector,
}

/// Several requests at once: those still to be seen, and the exchanges of those that were.
struct AtOnce {
    asked: VecDeque<Asked>,
    sent: Vec<usize>,
}

/// One request: its probe, its call's method, and the exchange once it was seen.
struct Running {
    probe: String,
    method: String,
    id: RequestId,
    has_barrier: bool,
    sent: Option<usize>,
}

impl Builder {
    pub(super) fn new(snapshot: u32, conn: u32, http: bool, idx: usize) -> Self {
        let connection = Connection {
            snapshot,
            conn,
            scenario: String::new(),
            era: None,
            client: None,
            http,
            http_requests: Vec::new(),
            messages: Vec::new(),
            exchanges: Vec::new(),
            malformed: Vec::new(),
            spelled: Vec::new(),
            session: None,
            events: Vec::new(),
            stderr: Vec::new(),
            stderr_secrets: Vec::new(),
            refused: BTreeMap::new(),
        };
        Self {
            connection,
            idx,
            step: None,
            is_raw: false,
            is_spelled: false,
            at_once: None,
            by_id: BTreeMap::new(),
            collector: Collector::default(),
        }
    }

    pub(super) fn message(&mut self, message: Message, anomalies: &mut Vec<Anomaly>) {
        match (message.dir, message.kind) {
            (Dir::Out, MessageKind::Request) => self.request(&message),
            (Dir::In, MessageKind::Response) => self.response(&message, anomalies),
            _ => {}
        }
        self.connection.messages.push(message);
    }

    fn request(&mut self, message: &Message) {
        let exchange_idx = self.connection.exchanges.len();
        let mut exchange = Exchange {
            probe: None,
            is_barrier: false,
            at_once: false,
            id: RequestId::Integer,
            request: message.clone(),
            response: None,
            further: Vec::new(),
            outcome: None,
            http_status: None,
        };
        if let Some(step) = &mut self.step {
            let method = message.method();
            let is_same = method.as_deref() == Some(step.method.as_str());
            // What was sent with a token that had expired is not what the probe is about.
            let mut before = step.sent.and_then(|sent| self.connection.exchanges.get_mut(sent));
            let turned_away = before.take_if(|before| is_same && before.was_turned_away());
            if let Some(before) = turned_away {
                before.probe = None;
                step.sent = None;
            }
            if is_same && (step.sent.is_none() || !step.has_barrier) {
                exchange.probe = Some(step.probe.clone());
                exchange.id = step.id;
                step.sent = Some(exchange_idx);
            } else if step.has_barrier && step.sent.is_some() {
                exchange.probe = Some(step.probe.clone());
                exchange.is_barrier = true;
            }
        }
        if let Some(at_once) = &mut self.at_once {
            let next = at_once.asked.front();
            if next.is_some_and(|asked| message.method().as_deref() == Some(asked.call.method.as_str())) {
                exchange.probe = at_once.asked.pop_front().map(|asked| asked.probe);
                exchange.at_once = true;
                at_once.sent.push(exchange_idx);
            }
        }
        if let Some(id) = message.id() {
            self.by_id.insert(canonical(id), exchange_idx);
        }
        self.connection.exchanges.push(exchange);
    }

    /// A frame of ours. The first one of a raw step is what the step is about, and no request.
    pub(super) fn is_malformed(&mut self, frame: FrameRef) -> bool {
        match self.connection.malformed.last_mut().filter(|_| self.is_raw) {
            Some(malformed) if malformed.frame.is_none() => {
                malformed.frame = Some(frame);
                true
            }
            _ => false,
        }
    }

    /// The HTTP request of the plan that a frame belongs to, where one is under way: the first request that goes out, and what
    /// comes in its exchange; where its token had expired, the same once more.
    pub(super) fn spelled(&mut self, dir: Dir, http: &Http) -> Option<&mut Spelled> {
        let spelled = self.connection.spelled.last_mut().filter(|_| self.is_spelled)?;
        let is_its = match spelled.http {
            Some(exchange) if exchange == http.exchange => true,
            Some(_) => dir == Dir::Out && spelled.status == Some(UNAUTHORIZED),
            None => dir == Dir::Out,
        };
        is_its.then_some(spelled)
    }

    fn response(&mut self, message: &Message, anomalies: &mut Vec<Anomaly>) {
        let mut anomaly = |kind, detail: &str| {
            anomalies.push(Anomaly {
                kind,
                frame: message.frame,
                connection: self.idx,
                dir: Dir::In,
                detail: detail.to_owned(),
            });
        };
        let id = message.id();
        let exact = id.and_then(|id| self.by_id.get(&canonical(id)).copied());
        if let Some(malformed) = self
            .connection
            .malformed
            .last_mut()
            .filter(|_| self.is_raw && exact.is_none())
        {
            malformed.response.get_or_insert_with(|| message.clone());
            return;
        }
        let found = exact.or_else(|| {
            let loose = self.by_id.get(&other_type(id?)?).copied()?;
            anomaly(AnomalyKind::IdTypeChanged, id.map_or("", Value::raw));
            Some(loose)
        });
        // An HTTP response belongs to its request whatever id it names; the outcome says so below.
        let found = found.or_else(|| {
            let http = message.http?;
            let same = |exchange: &Exchange| exchange.request.http == Some(http);
            let place = self.connection.exchanges.iter().rposition(same);
            // What refuses a notification may say why, without an id (2025-11-25, Transports, Sending messages).
            let refuses =
                || message.error().is_some() && self.collector.is_refused(&self.connection.http_requests, http);
            let is_refusal = place.is_none() && id.is_none_or(Value::is_null) && refuses();
            if !is_refusal {
                anomaly(AnomalyKind::UnknownId, id.map_or("no id", Value::raw));
            }
            place
        });
        match found.map(|idx| &mut self.connection.exchanges[idx]) {
            Some(exchange) if exchange.response.is_none() => exchange.response = Some(message.clone()),
            Some(exchange) => {
                anomaly(AnomalyKind::SecondResponse, &exchange.method());
                exchange.further.push(message.clone());
            }
            None if message.http.is_none() => anomaly(AnomalyKind::UnknownId, id.map_or("no id", Value::raw)),
            None => {}
        }
    }

    /// An HTTP response began: the number of its request, and its status.
    pub(super) fn status(&mut self, http: u32, status: u16) {
        let mut exchanges = self.connection.exchanges.iter_mut();
        if let Some(exchange) = exchanges.rfind(|exchange| exchange.request.http == Some(http)) {
            exchange.http_status = Some(status);
        }
    }

    /// The HTTP side of a frame.
    pub(super) fn http(&mut self, at: FrameRef, frame: &Frame, body: Body) {
        let mut malformed = self.connection.malformed.iter();
        let sent = match body {
            _ if malformed.any(|malformed| malformed.frame == Some(at)) => Sent::Malformed,
            Body::Message(kind) => Sent::Message(kind),
            _ => Sent::Nothing,
        };
        self.collector
            .frame(&mut self.connection.http_requests, at, frame, body, sent);
    }

    pub(super) fn event(&mut self, at_us: u64, event: &EventKind) {
        if let EventKind::StreamEnded { exchange, by } = event {
            self.collector
                .stream_ended(&mut self.connection.http_requests, *exchange, *by);
        }
        match event {
            EventKind::StepStarted { step } => self.step_started(step),
            EventKind::StepEnded { outcome, .. } => self.step_ended(outcome),
            other => self.connection.events.push((at_us, other.clone())),
        }
    }

    fn step_started(&mut self, step: &Step) {
        match step {
            Step::Open {
                scenario, era, client, ..
            } => {
                self.connection.scenario.clone_from(scenario);
                self.connection.client.clone_from(client);
                self.connection.era = Some(era.clone());
            }
            Step::Request {
                probe,
                call,
                id,
                barrier,
            } => {
                self.step = Some(Running {
                    probe: probe.clone(),
                    method: call.method.clone(),
                    id: *id,
                    has_barrier: barrier.is_some(),
                    sent: None,
                });
            }
            Step::Cancel { probe, call, .. } => {
                self.step = Some(Running {
                    probe: probe.clone(),
                    method: call.method.clone(),
                    id: RequestId::Integer,
                    has_barrier: true,
                    sent: None,
                });
            }
            Step::Raw { probe, .. } => {
                self.is_raw = true;
                self.connection.malformed.push(Malformed {
                    probe: probe.clone(),
                    frame: None,
                    response: None,
                    outcome: None,
                });
            }
            Step::Http { probe, .. } => {
                self.is_spelled = true;
                self.connection.spelled.push(Spelled::new(probe));
            }
            Step::Requests { requests } => {
                self.at_once = Some(AtOnce {
                    asked: requests.iter().cloned().collect(),
                    sent: Vec::new(),
                });
            }
            Step::Refuse { tool, check, reason } => {
                let of_check = self.connection.refused.entry(check.clone()).or_default();
                of_check.entry(tool.clone()).or_insert_with(|| reason.clone());
            }
            Step::Notify { .. } | Step::Settle { .. } | Step::Close | Step::Done => {}
        }
    }

    fn step_ended(&mut self, outcome: &Outcome) {
        if std::mem::take(&mut self.is_raw)
            && let Some(malformed) = self.connection.malformed.last_mut()
        {
            malformed.outcome = Some(outcome.clone());
        }
        if std::mem::take(&mut self.is_spelled)
            && let Some(spelled) = self.connection.spelled.last_mut()
        {
            spelled.outcome = Some(outcome.clone());
        }
        if let Some(sent) = self.step.take().and_then(|step| step.sent) {
            self.connection.exchanges[sent].outcome = Some(outcome.clone());
        }
        for sent in self.at_once.take().into_iter().flat_map(|at_once| at_once.sent) {
            let exchange = &mut self.connection.exchanges[sent];
            exchange.outcome = Some(match &exchange.response {
                Some(response) => Outcome::Answered {
                    frame: response.frame.frame,
                },
                None => outcome.clone(),
            });
        }
    }
}

/// The canonical id that a server which confuses strings and numbers would answer to.
fn other_type(id: Value<'_>) -> Option<String> {
    match id.as_str() {
        Some(text) => text.parse::<i64>().ok().map(|number| number.to_string()),
        None => Some(format!("\"{}\"", id.as_i64()?)),
    }
}
