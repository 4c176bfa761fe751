//! MCP over HTTP: Streamable HTTP, and HTTP with server-sent events of 2024-11-05.

mod body;
pub(crate) mod client;
mod decode;
mod exchange;
pub(crate) mod explain;
mod spelled;
mod sse;

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use mcpward_schemas::snapshot::{ClosedBy, Dir, Era, EventKind, Http};
use reqwest::Method;
use serde_json::Value;
use tokio::sync::mpsc::{Receiver, Sender, channel};
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep_until};
use url::Url;

use crate::bounded::Collected;
use crate::options::{HttpTransport, LiveTarget, Options};
use crate::redact::Known;
use crate::transport::{Haste, Incoming, Outgoing, OutgoingKind, Received};
pub(crate) use client::Account;
use client::Shared;
use exchange::{Exchange, Purpose};

/// Frames wait for the recorder; a server that sends faster than we write is held back here.
const WAITING_MAX: usize = 64;
/// The header that names a session, in lower case.
const SESSION_HEADER: &str = "mcp-session-id";
const VERSION_HEADER: &str = "mcp-protocol-version";
/// A handshake that says more than this is not read for its version.
const HANDSHAKE_BYTES_MAX: usize = 1 << 20;

/// A connection over HTTP: one session, many exchanges.
pub(crate) struct Connection {
    shared: Arc<Shared>,
    to: Sender<Incoming>,
    from: Receiver<Incoming>,
    queue: VecDeque<Incoming>,
    tasks: BTreeMap<u32, AbortHandle>,
    n_exchanges: u32,
    is_modern: bool,
    session: Option<String>,
    /// Whether the plan has ended the session itself.
    is_session_ended: bool,
    version: Option<String>,
    /// The exchange that began the session.
    initialize: Option<u32>,
    /// The exchange of `notifications/initialized`, after which the server's own stream may be opened.
    initialized: Option<u32>,
    transport: HttpTransport,
    /// Where messages go.
    endpoint: Option<Url>,
    /// The exchange whose end ends the connection.
    endpoint_stream: Option<u32>,
    stage: Stage,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Open,
    /// The session is being ended in this exchange.
    Ending {
        exchange: u32,
        until: Instant,
    },
    Gone,
}

impl Connection {
    /// Sets up the client; nothing is sent but on HTTP+SSE, whose stream is opened. The error is a sentence fragment.
    pub(crate) fn new(options: &Options, era: &Era, account: Account<'_>, known: Arc<Known>) -> Result<Self, String> {
        let mut shared = Shared::new(options, account, known)?;
        if let Account::Own { token: Some(token) } = account {
            shared.authorize(token);
        }
        let shared = Arc::new(shared);
        let transport = match &options.target {
            LiveTarget::Http { transport, .. } => *transport,
            LiveTarget::Stdio { .. } => HttpTransport::Http,
        };
        let (to, from) = channel(WAITING_MAX);
        let endpoint = (transport == HttpTransport::Http).then(|| shared.url.clone());
        let mut connection = Self {
            shared,
            to,
            from,
            queue: VecDeque::new(),
            tasks: BTreeMap::new(),
            n_exchanges: 0,
            is_modern: matches!(era, Era::Modern { .. }),
            session: None,
            is_session_ended: false,
            version: None,
            initialize: None,
            initialized: None,
            transport,
            endpoint,
            endpoint_stream: None,
            stage: Stage::Open,
        };
        if transport == HttpTransport::Sse {
            connection.endpoint_stream = Some(connection.open_stream(Purpose::Endpoint));
        }
        Ok(connection)
    }

    /// Whether messages can be sent: HTTP+SSE tells first where to.
    pub(crate) fn is_ready(&self) -> bool {
        self.endpoint.is_some()
    }

    /// On HTTP+SSE all answers come on the one stream.
    pub(crate) fn answers_elsewhere(&self) -> bool {
        self.transport == HttpTransport::Sse
    }

    pub(crate) fn has_session(&self) -> bool {
        self.session.is_some()
    }

    /// Opens the stream of HTTP+SSE at the same URL; `false` where this is that transport already.
    pub(crate) fn try_older(&mut self) -> bool {
        if self.transport == HttpTransport::Sse {
            return false;
        }
        self.transport = HttpTransport::Sse;
        self.endpoint = None;
        self.endpoint_stream = Some(self.open_stream(Purpose::Endpoint));
        true
    }

    /// It is Streamable HTTP after all, or nothing that we know.
    pub(crate) fn back_from_older(&mut self) {
        if let Some(exchange) = self.endpoint_stream.take() {
            self.abandon(exchange);
        }
        self.transport = HttpTransport::Http;
        self.endpoint = Some(self.shared.url.clone());
    }

    /// Sends this token from now on.
    pub(crate) fn authorize(&mut self, token: &str, known: Arc<Known>) {
        let mut shared = Shared {
            known,
            ..Shared::clone(&self.shared)
        };
        shared.authorize(token);
        self.shared = Arc::new(shared);
    }

    /// Sends a message in an exchange of its own; `None` where too many are under way.
    pub(crate) fn send(&mut self, outgoing: &Outgoing) -> Option<Http> {
        let url = self.endpoint.clone()?;
        if self.is_full() {
            return None;
        }
        let n = self.n_exchanges;
        let purpose = match &outgoing.kind {
            OutgoingKind::Request { id, method } => {
                if method == "initialize" {
                    self.initialize = Some(n);
                    self.session = None;
                    self.version = None;
                }
                match self.transport {
                    HttpTransport::Http => Purpose::Request {
                        id: id.clone(),
                        is_repeatable: method != "tools/call",
                    },
                    // The response only says that the request was taken.
                    HttpTransport::Sse => Purpose::Message,
                }
            }
            OutgoingKind::Notification { method } => {
                if method == "notifications/initialized" {
                    self.initialized = Some(n);
                }
                Purpose::Message
            }
            OutgoingKind::Answer | OutgoingKind::Raw => Purpose::Message,
        };
        let mut headers = media_types();
        headers.extend(outgoing.headers.iter().cloned());
        self.add_session(&mut headers);
        Some(self.start(Method::POST, url, headers, outgoing.body.clone(), purpose))
    }

    /// Whether too many exchanges are under way, which is kept as well.
    fn is_full(&mut self) -> bool {
        let value = self.shared.limits.exchanges_max;
        let is_full = self.tasks.len() as u64 >= value;
        if is_full {
            let limit = "exchanges_max".to_owned();
            self.queue
                .push_back(Incoming::Event(EventKind::LimitReached { limit, value }));
        }
        is_full
    }

    /// Gives up an exchange: its stream is closed.
    pub(crate) fn abandon(&mut self, exchange: u32) {
        if let Some(task) = self.tasks.remove(&exchange) {
            task.abort();
        }
    }

    /// What happens next. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Incoming {
        loop {
            if let Some(incoming) = self.queue.pop_front() {
                return incoming;
            }
            let until = match self.stage {
                Stage::Gone => return Incoming::Gone,
                Stage::Open => None,
                Stage::Ending { until, .. } => Some(until),
            };
            let incoming = tokio::select! {
                incoming = self.from.recv() => incoming,
                () = sleep(until) => None,
            };
            match incoming {
                Some(incoming) => self.notice(incoming),
                // Only the deadline of the end: we hold a sender ourselves.
                None => {
                    self.queue.push_back(Incoming::Event(EventKind::LimitReached {
                        limit: "delete_ms".to_owned(),
                        value: self.shared.limits.delete_ms,
                    }));
                    self.end();
                }
            }
        }
    }

    /// Begins the end; [`Connection::next`] reports what happens until [`Incoming::Gone`].
    pub(crate) fn close(&mut self, haste: Haste) {
        if self.stage == Stage::Gone {
            return;
        }
        for task in self.tasks.values() {
            task.abort();
        }
        self.tasks.clear();
        match (haste, self.stage) {
            (Haste::Orderly, Stage::Open) if self.session.is_some() && !self.is_session_ended => {
                let mut headers = Vec::new();
                self.add_session(&mut headers);
                let url = self.shared.url.clone();
                let http = self.start(Method::DELETE, url, headers, Vec::new(), Purpose::Delete);
                let exchange = http.exchange;
                self.queue.push_back(out_frame(http));
                let until = Instant::now() + Duration::from_millis(self.shared.limits.delete_ms);
                self.stage = Stage::Ending { exchange, until };
            }
            (Haste::Orderly, Stage::Ending { .. }) => {}
            _ => self.end(),
        }
    }

    fn end(&mut self) {
        for task in self.tasks.values() {
            task.abort();
        }
        self.tasks.clear();
        self.queue
            .push_back(Incoming::Event(EventKind::Closed { by: ClosedBy::Client }));
        self.stage = Stage::Gone;
    }

    /// Learns from what came what later requests need, and passes it on.
    fn notice(&mut self, incoming: Incoming) {
        match &incoming {
            Incoming::Frame(received) => self.notice_frame(received),
            Incoming::Ended { exchange, failure } => {
                let exchange = *exchange;
                self.tasks.remove(&exchange);
                let is_stream_wanted = self.initialized == Some(exchange) && failure.is_none();
                self.queue.push_back(incoming);
                if is_stream_wanted && self.transport == HttpTransport::Http && !self.is_modern {
                    self.open_stream(Purpose::Stream);
                }
                if self.endpoint_stream == Some(exchange) {
                    self.queue
                        .push_back(Incoming::Event(EventKind::Closed { by: ClosedBy::Server }));
                    self.queue.push_back(Incoming::Eof);
                }
                if matches!(self.stage, Stage::Ending { exchange: ending, .. } if ending == exchange) {
                    self.end();
                }
                return;
            }
            _ => {}
        }
        self.queue.push_back(incoming);
    }

    fn notice_frame(&mut self, received: &Received) {
        let Some(http) = received.http.as_ref().filter(|_| received.dir == Dir::In) else {
            return;
        };
        if self.initialize == Some(http.exchange)
            && let Some(session) = http.headers.iter().find(|(name, _)| name == SESSION_HEADER)
        {
            self.session = Some(session.1.clone());
        }
        let is_handshake = self.initialize == Some(http.exchange) || self.transport == HttpTransport::Sse;
        if is_handshake && self.version.is_none() {
            self.version = negotiated(&received.text);
        }
        let is_endpoint = http
            .sse
            .as_ref()
            .is_some_and(|sse| sse.event.as_deref() == Some("endpoint"));
        if is_endpoint && self.endpoint_stream == Some(http.exchange) && self.endpoint.is_none() {
            self.take_endpoint(&received.text);
        }
    }

    /// Resolved against the URL of the stream; another origin is refused, it would get our credentials.
    fn take_endpoint(&mut self, text: &Collected) {
        let text = String::from_utf8_lossy(&text.bytes).into_owned();
        match self.shared.url.join(text.trim()) {
            Ok(url) if url.origin() == self.shared.url.origin() => self.endpoint = Some(url),
            _ => {
                let text = format!("the endpoint {text} is not used: it is no URL of the server's own origin");
                self.queue.push_back(Incoming::Event(EventKind::Note { text }));
            }
        }
    }

    fn open_stream(&mut self, purpose: Purpose) -> u32 {
        let mut headers = vec![event_stream()];
        self.add_session(&mut headers);
        let http = self.start(Method::GET, self.shared.url.clone(), headers, Vec::new(), purpose);
        let exchange = http.exchange;
        self.queue.push_back(out_frame(http));
        exchange
    }

    /// After the handshake each request names its session and version (2025-06-18, Protocol Version Header).
    fn add_session(&self, headers: &mut Vec<(String, String)>) {
        if let Some(session) = &self.session {
            headers.push((SESSION_HEADER.to_owned(), session.clone()));
        }
        if let Some(version) = self.version.as_ref().filter(|_| !self.is_modern) {
            headers.push((VERSION_HEADER.to_owned(), version.clone()));
        }
        headers.extend(self.shared.headers.iter().cloned());
    }

    fn start(
        &mut self,
        method: Method,
        url: Url,
        headers: Vec<(String, String)>,
        body: Vec<u8>,
        purpose: Purpose,
    ) -> Http {
        let n = self.n_exchanges;
        self.n_exchanges += 1;
        let exchange = Exchange {
            shared: Arc::clone(&self.shared),
            n,
            method,
            url,
            headers,
            body,
            purpose,
            to: self.to.clone(),
        };
        let http = exchange.http();
        let task = tokio::spawn(exchange.run());
        self.tasks.insert(n, task.abort_handle());
        http
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        for task in self.tasks.values() {
            task.abort();
        }
    }
}

/// What a POST sends and takes.
fn media_types() -> Vec<(String, String)> {
    vec![
        ("content-type".to_owned(), "application/json".to_owned()),
        ("accept-encoding".to_owned(), "identity".to_owned()),
        ("accept".to_owned(), "application/json, text/event-stream".to_owned()),
    ]
}

/// What a GET takes.
fn event_stream() -> (String, String) {
    ("accept".to_owned(), "text/event-stream".to_owned())
}

fn out_frame(http: Http) -> Incoming {
    let nothing = Collected {
        bytes: Vec::new(),
        cut: None,
        cut_id: None,
    };
    Incoming::Frame(Received {
        http: Some(http),
        ..Received::new(Dir::Out, nothing)
    })
}

/// The version that an answer to `initialize` names.
fn negotiated(text: &Collected) -> Option<String> {
    if text.bytes.len() > HANDSHAKE_BYTES_MAX {
        return None;
    }
    let message: Value = serde_json::from_slice(&text.bytes).ok()?;
    message.pointer("/result/protocolVersion")?.as_str().map(str::to_owned)
}

async fn sleep(until: Option<Instant>) {
    match until {
        Some(until) => sleep_until(until).await,
        None => std::future::pending().await,
    }
}
