//! Requests that the plan spells: the headers of a client, with what the plan puts in their place.

use mcpward_schemas::snapshot::{Http, HttpRequest, Spelling};
use reqwest::Method;

use super::exchange::Purpose;
use super::{Connection, SESSION_HEADER, event_stream, media_types};
use crate::options::HttpTransport;
use crate::transport::{Outgoing, OutgoingKind};

impl Connection {
    /// Sends it to the endpoint. Only the plan's own headers differ, so credentials go where they always go.
    ///
    /// # Errors
    /// A sentence fragment: why it was not sent.
    pub(crate) fn send_spelled(&mut self, request: &HttpRequest, message: &Outgoing) -> Result<Http, &'static str> {
        if self.transport == HttpTransport::Sse {
            return Err("the server speaks HTTP+SSE of 2024-11-05, which has other requests");
        }
        if request.in_session && self.session.is_none() {
            return Err("the server has given no session");
        }
        let method = Method::from_bytes(request.method.as_bytes()).map_err(|_| "its method is no HTTP method")?;
        if self.is_full() {
            return Err("too many exchanges are under way");
        }
        let mut headers = match method {
            Method::POST => media_types(),
            Method::GET => vec![event_stream()],
            _ => Vec::new(),
        };
        headers.extend(message.headers.iter().cloned());
        self.add_session(&mut headers);
        for (name, spelling) in &request.headers {
            headers.retain(|(found, _)| found != name);
            match spelling {
                Spelling::Omitted => {}
                Spelling::Value(value) => headers.push((name.clone(), value.clone())),
                Spelling::OwnOrigin => headers.push((name.clone(), self.shared.url.origin().ascii_serialization())),
            }
        }
        self.is_session_ended |= method == Method::DELETE && !request.headers.contains_key(SESSION_HEADER);
        let id = match &message.kind {
            OutgoingKind::Request { id, .. } => Some(id.clone()),
            OutgoingKind::Notification { .. } | OutgoingKind::Answer | OutgoingKind::Raw => None,
        };
        let url = self.shared.url.clone();
        Ok(self.start(method, url, headers, message.body.clone(), Purpose::Spelled { id }))
    }
}
