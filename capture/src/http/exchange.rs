//! One HTTP exchange: a request, and all that comes back for it.

use std::sync::Arc;
use std::time::Duration;

use mcpward_schemas::snapshot::{ClosedBy, Dir, EventKind, Http};
use reqwest::{Method, Response};
use tokio::sync::mpsc::Sender;
use tokio::time::{Instant, sleep, timeout_at};
use url::Url;

use super::body::Body;
use super::client::{Shared, header_map};
use super::explain;
use super::sse::{Event, Parser};
use crate::bounded::{Bounded, Collected};
use crate::envelope::{Message, is_same_id, messages};
use crate::transport::{Failure, Incoming, Received};

/// The first wait before another try, where the server names none; it doubles.
const RETRY_WAIT_MS: u64 = 250;
/// Before a broken stream is resumed, where the server names no time. The value of browsers is a few seconds.
const RESUME_WAIT_MS: u64 = 1_000;
/// Characters of a failed response's body that a sentence may need.
const SAID_BYTES_MAX: usize = 4096;

/// What a request is for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Purpose {
    /// A JSON-RPC request with this id; `is_repeatable` where sending it twice does no harm.
    Request { id: String, is_repeatable: bool },
    /// A notification, or an answer to the server.
    Message,
    /// The stream that the server may send on by itself; it has no answer, and failing is its right.
    Stream,
    /// The end of the session.
    Delete,
    /// The stream of HTTP+SSE, on which all answers come.
    Endpoint,
    /// A request that the plan spells; its id, where its body is a request. What comes back is evidence whatever it is.
    Spelled { id: Option<String> },
}

/// One exchange, ready to go.
pub(crate) struct Exchange {
    pub(crate) shared: Arc<Shared>,
    pub(crate) n: u32,
    pub(crate) method: Method,
    pub(crate) url: Url,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Vec<u8>,
    pub(crate) purpose: Purpose,
    pub(crate) to: Sender<Incoming>,
}

/// The connection is gone; nobody listens to the exchange any more.
struct Unheard;

impl Exchange {
    /// The HTTP side of the request's frame.
    pub(crate) fn http(&self) -> Http {
        Http {
            exchange: self.n,
            method: Some(self.method.to_string()),
            url: Some(self.url.to_string()),
            headers: self.headers.clone(),
            ..Http::default()
        }
    }

    /// Runs to its end and says how it ended.
    pub(crate) async fn run(mut self) {
        let Ok(failure) = self.talk().await else { return };
        let failure = match self.purpose {
            Purpose::Stream | Purpose::Delete => None,
            // A server that breaks off an odd request is not down.
            Purpose::Spelled { .. } => failure.map(|failure| Failure {
                is_outage: false,
                ..failure
            }),
            _ => failure,
        };
        // The session may have closed meanwhile; then nobody needs to know.
        self.tell(Incoming::Ended {
            exchange: self.n,
            failure,
        })
        .await
        .ok();
    }

    async fn talk(&mut self) -> Result<Option<Failure>, Unheard> {
        let (mut n_retries, mut n_redirects) = (0, 0);
        loop {
            let request = self
                .shared
                .client
                .request(self.method.clone(), self.url.clone())
                .headers(header_map(&self.headers));
            let response = match request.body(self.body.clone()).send().await {
                Ok(response) => response,
                Err(error) => {
                    let failure = explain::no_response(&error, self.url.as_str());
                    // A stream that does not open is no outage of the server.
                    return Ok(Some(failure));
                }
            };
            let status = response.status().as_u16();
            let limits = self.shared.limits;
            if let Some(wait_ms) = self.retry_wait_ms(&response, n_retries) {
                if n_retries < limits.retries_max {
                    n_retries += 1;
                    self.body_of(response).await?;
                    self.wait(wait_ms).await?;
                    self.tell_again().await?;
                    continue;
                }
                self.tell_reached("retries_max", limits.retries_max).await?;
            }
            if let Some(url) = self.redirect(&response) {
                if n_redirects < limits.redirects_max {
                    n_redirects += 1;
                    self.body_of(response).await?;
                    self.url = url;
                    self.tell_again().await?;
                    continue;
                }
                self.tell_reached("redirects_max", limits.redirects_max).await?;
            }
            if is_event_stream(&response) && (200..300).contains(&status) {
                return self.events(response).await;
            }
            return self.body(response).await;
        }
    }

    /// How long the server wants us to wait before another try; `None` where another try is not called for.
    fn retry_wait_ms(&self, response: &Response, n_retries: u64) -> Option<u64> {
        let after: Option<u64> = header(response, "retry-after").and_then(|value| value.parse().ok());
        let is_refused = match response.status().as_u16() {
            429 => true,
            503 if after.is_some() => true,
            // A gateway does not tell whether the server had begun.
            502..=504 => !matches!(
                self.purpose,
                Purpose::Request {
                    is_repeatable: false,
                    ..
                }
            ),
            _ => false,
        };
        if !is_refused || self.purpose == Purpose::Delete {
            return None;
        }
        let own = RETRY_WAIT_MS << n_retries.min(16);
        Some(after.map_or(own, |seconds| seconds.saturating_mul(1000)))
    }

    /// Waits as long as the server wants, within our bound.
    async fn wait(&self, ms: u64) -> Result<(), Unheard> {
        let max = self.shared.limits.retry_wait_ms_max;
        if ms > max {
            self.tell_reached("retry_wait_ms_max", max).await?;
        }
        sleep(Duration::from_millis(ms.min(max))).await;
        Ok(())
    }

    /// Where to go instead. Only 307 and 308 keep method and body, and credentials never leave their origin.
    fn redirect(&self, response: &Response) -> Option<Url> {
        if !matches!(response.status().as_u16(), 307 | 308) || matches!(self.purpose, Purpose::Spelled { .. }) {
            return None;
        }
        let url = self.url.join(header(response, "location")?).ok()?;
        (url.origin() == self.url.origin()).then_some(url)
    }

    /// Reads a response that is not the answer.
    async fn body_of(&self, response: Response) -> Result<(), Unheard> {
        self.body(response).await.map(|_| ())
    }

    async fn body(&self, response: Response) -> Result<Option<Failure>, Unheard> {
        let began = std::time::Instant::now();
        let http = self.head(&response);
        let status = response.status().as_u16();
        let content_type = header(&response, "content-type").unwrap_or("").to_ascii_lowercase();
        let www_authenticate = header(&response, "www-authenticate").map(str::to_owned);
        let mut body = Bounded::new(
            self.shared.limits.line_bytes_max,
            &self.shared.limits,
            Arc::clone(&self.shared.known),
        );
        let mut said = Vec::new();
        let mut chunks = Body::new(response, &self.shared, self.url.as_str());
        let mut broken = None;
        while let Some(chunk) = chunks.next().await {
            match chunk {
                Ok(chunk) => {
                    let n = SAID_BYTES_MAX.saturating_sub(said.len()).min(chunk.len());
                    said.extend_from_slice(&chunk[..n]);
                    body.push(&chunk);
                }
                Err(failure) => {
                    broken = Some(failure);
                    break;
                }
            }
        }
        let reached = chunks.reached();
        let is_cut = reached.is_some();
        self.tell_cut(reached).await?;
        let collected = body.take();
        let holds_answer = self.holds_answer(&collected);
        let is_empty = collected.bytes.is_empty();
        let mut frame = Received {
            http: Some(http),
            ..Received::new(Dir::In, collected)
        };
        frame.unterminated = broken.is_some() || is_cut;
        frame.began = Some(began);
        self.tell(Incoming::Frame(frame)).await?;
        if broken.is_some() || matches!(self.purpose, Purpose::Spelled { .. }) {
            return Ok(broken);
        }
        let url = self.url.as_str();
        let told = explain::Response {
            status,
            content_type: &content_type,
            www_authenticate: www_authenticate.as_deref(),
            body: &said,
            url,
            in_session: self.headers.iter().any(|(name, _)| name == super::SESSION_HEADER),
            has_token: self.shared.has_token,
        };
        let failure = explain::response(&told);
        if failure.is_none() && !is_empty && !holds_answer && matches!(self.purpose, Purpose::Request { .. }) {
            let reason =
                format!("{url} answered HTTP {status} with a body that is no JSON-RPC answer: is it the MCP endpoint?");
            return Ok(Some(Failure {
                reason,
                is_outage: false,
                no_evidence: false,
            }));
        }
        Ok(failure)
    }

    fn holds_answer(&self, body: &Collected) -> bool {
        body.cut.is_some()
            || messages(&body.bytes)
                .iter()
                .any(|message| matches!(message, Message::Answer { .. }))
    }

    /// Reads a stream of events until it ends, or for a moment after the answer.
    async fn events(&mut self, response: Response) -> Result<Option<Failure>, Unheard> {
        if self.purpose == (Purpose::Spelled { id: None }) {
            let http = Some(self.head(&response));
            self.tell(Incoming::Frame(Received {
                http,
                ..Received::new(Dir::In, nothing())
            }))
            .await?;
            return Ok(None);
        }
        let mut response = response;
        let (mut last_id, mut retry_ms) = (None, None);
        for n_resumed in 0.. {
            let mut head = Some(self.head(&response));
            if self.purpose == Purpose::Stream {
                // Perhaps no event ever comes, and that it was opened would not be known.
                self.tell_head(&mut head).await?;
            }
            let (is_answered, by) = self.stream(response, &mut head, &mut last_id, &mut retry_ms).await?;
            self.tell_head(&mut head).await?;
            let exchange = self.n;
            self.tell(Incoming::Event(EventKind::StreamEnded { exchange, by }))
                .await?;
            if is_answered || !matches!(self.purpose, Purpose::Request { .. }) {
                return Ok(None);
            }
            match self.resume(last_id.as_deref(), retry_ms, n_resumed).await? {
                Some(next) => response = next,
                None => break,
            }
        }
        let reason = format!("{} ended the event stream before the answer", self.url);
        Ok(Some(Failure {
            reason,
            is_outage: false,
            no_evidence: false,
        }))
    }

    /// A frame of its own for the head of a response, where no event took it.
    async fn tell_head(&self, head: &mut Option<Http>) -> Result<(), Unheard> {
        let Some(http) = head.take() else { return Ok(()) };
        self.tell(Incoming::Frame(Received {
            http: Some(http),
            ..Received::new(Dir::In, nothing())
        }))
        .await
    }

    /// Reads one response: whether it brought the answer, and who ended it.
    async fn stream(
        &self,
        response: Response,
        head: &mut Option<Http>,
        last_id: &mut Option<String>,
        retry_ms: &mut Option<u64>,
    ) -> Result<(bool, ClosedBy), Unheard> {
        let mut parser = Parser::new(&self.shared.limits, Arc::clone(&self.shared.known));
        let mut chunks = Body::new(response, &self.shared, self.url.as_str());
        let mut until = None;
        let (mut is_answered, mut by) = (false, ClosedBy::Server);
        loop {
            let chunk = match until {
                None => chunks.next().await,
                Some(until) => match timeout_at(until, chunks.next()).await {
                    Ok(chunk) => chunk,
                    Err(_) => {
                        self.tell_reached("drain_ms", self.shared.limits.drain_ms).await?;
                        by = ClosedBy::Client;
                        None
                    }
                },
            };
            let mut events = Vec::new();
            let is_over = match chunk {
                Some(Ok(chunk)) => {
                    parser.feed(&chunk, |event| events.push(event));
                    false
                }
                Some(Err(_)) | None => {
                    events.extend(parser.finish());
                    true
                }
            };
            for event in events {
                if let Some(id) = &event.fields.id {
                    *last_id = Some(id.clone());
                }
                *retry_ms = event.fields.retry_ms.or(*retry_ms);
                is_answered |= self.is_answer(&event);
                self.tell(Incoming::Frame(self.event_frame(event, head.take()))).await?;
            }
            // What comes after the answer is no matter of a request that is not followed up.
            let is_left = is_answered && matches!(self.purpose, Purpose::Spelled { .. });
            if is_over || is_left {
                self.tell_cut(chunks.reached()).await?;
                return Ok((is_answered, if is_over { by } else { ClosedBy::Client }));
            }
            if is_answered && until.is_none() {
                until = Some(Instant::now() + Duration::from_millis(self.shared.limits.drain_ms));
            }
        }
    }

    fn is_answer(&self, event: &Event) -> bool {
        let (Purpose::Request { id, .. } | Purpose::Spelled { id: Some(id) }) = &self.purpose else {
            return false;
        };
        match &event.data.cut {
            Some(_) => event.data.cut_id.as_deref().is_none_or(|found| is_same_id(found, id)),
            None => messages(&event.data.bytes).iter().any(|message| match message {
                Message::Answer { id: Some(found), .. } => is_same_id(found, id),
                // An error whose request could not be read has no id.
                Message::Answer { id: None, .. } => true,
                _ => false,
            }),
        }
    }

    fn event_frame(&self, event: Event, head: Option<Http>) -> Received {
        let mut http = head.unwrap_or(Http {
            exchange: self.n,
            ..Http::default()
        });
        http.sse = Some(event.fields);
        Received {
            http: Some(http),
            ..Received::new(Dir::In, event.data)
        }
    }

    /// Opens a stream that broke before the answer again (2025-11-25, Resumability). `None` where that is not possible.
    async fn resume(
        &mut self,
        last_id: Option<&str>,
        retry_ms: Option<u64>,
        n_resumed: u64,
    ) -> Result<Option<Response>, Unheard> {
        let is_modern = self.headers.iter().any(|(name, _)| name == "mcp-method");
        let Some(last_id) = last_id.filter(|_| !is_modern) else {
            return Ok(None);
        };
        let resumes_max = self.shared.limits.resumes_max;
        if n_resumed >= resumes_max {
            self.tell_reached("resumes_max", resumes_max).await?;
            return Ok(None);
        }
        self.wait(retry_ms.unwrap_or(RESUME_WAIT_MS)).await?;
        self.method = Method::GET;
        self.body = Vec::new();
        self.headers
            .retain(|(name, _)| !matches!(name.as_str(), "content-type" | "accept" | "last-event-id"));
        self.headers.push(("accept".to_owned(), "text/event-stream".to_owned()));
        self.headers.push(("last-event-id".to_owned(), last_id.to_owned()));
        self.tell_again().await?;
        let request = self
            .shared
            .client
            .get(self.url.clone())
            .headers(header_map(&self.headers));
        match request.send().await {
            Ok(response) if response.status().is_success() && is_event_stream(&response) => Ok(Some(response)),
            Ok(response) => {
                self.body_of(response).await?;
                Ok(None)
            }
            Err(error) => {
                let text = explain::no_response(&error, self.url.as_str()).reason;
                self.tell(Incoming::Event(EventKind::Note { text })).await?;
                Ok(None)
            }
        }
    }

    async fn tell_cut(&self, reached: Option<EventKind>) -> Result<(), Unheard> {
        match reached {
            Some(reached) => self.tell(Incoming::Event(reached)).await,
            None => Ok(()),
        }
    }

    async fn tell_reached(&self, limit: &str, value: u64) -> Result<(), Unheard> {
        let limit = limit.to_owned();
        self.tell(Incoming::Event(EventKind::LimitReached { limit, value }))
            .await
    }

    fn head(&self, response: &Response) -> Http {
        let headers = response.headers().iter();
        let headers =
            headers.map(|(name, value)| (name.to_string(), String::from_utf8_lossy(value.as_bytes()).into_owned()));
        Http {
            exchange: self.n,
            status: Some(response.status().as_u16()),
            headers: headers.collect(),
            ..Http::default()
        }
    }

    /// The request goes out once more, perhaps changed.
    async fn tell_again(&self) -> Result<(), Unheard> {
        let text = Collected {
            bytes: self.body.clone(),
            cut: None,
            cut_id: None,
        };
        self.tell(Incoming::Frame(Received {
            http: Some(self.http()),
            ..Received::new(Dir::Out, text)
        }))
        .await
    }

    async fn tell(&self, incoming: Incoming) -> Result<(), Unheard> {
        self.to.send(incoming).await.map_err(|_| Unheard)
    }
}

fn nothing() -> Collected {
    Collected {
        bytes: Vec::new(),
        cut: None,
        cut_id: None,
    }
}

fn header<'r>(response: &'r Response, name: &str) -> Option<&'r str> {
    response.headers().get(name)?.to_str().ok()
}

fn is_event_stream(response: &Response) -> bool {
    header(response, "content-type")
        .is_some_and(|kind| kind.trim_start().to_ascii_lowercase().starts_with("text/event-stream"))
}
