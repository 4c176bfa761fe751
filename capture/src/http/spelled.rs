//! Requests that the plan spells: the headers of a client, with what the plan puts in their place.

use mcpward_schemas::snapshot::{Http, HttpRequest, Place, Spelling};
use reqwest::Method;
use url::Url;

use super::client::AUTHORIZATION;
use super::exchange::Purpose;
use super::{Connection, SESSION_HEADER, event_stream, media_types};
use crate::oauth;
use crate::options::HttpTransport;
use crate::transport::{Outgoing, OutgoingKind};

impl Connection {
    /// Sends it to a URL of the server's own origin. At the endpoint only the plan's own headers differ, so credentials go where
    /// they always go; what is public is asked for without any.
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
        let Some(url) = self.place(request.to) else {
            return Err("there is no such URL, or no Bearer token to send there");
        };
        let mut headers = match method {
            _ if is_public(request.to) => vec![("accept".to_owned(), "application/json".to_owned())],
            Method::POST => media_types(),
            Method::GET => vec![event_stream()],
            _ => Vec::new(),
        };
        if !is_public(request.to) {
            headers.extend(message.headers.iter().cloned());
            self.add_session(&mut headers);
        }
        if request.to == Place::EndpointWithToken {
            headers.retain(|(name, _)| name != AUTHORIZATION);
        }
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
        Ok(self.start(method, url, headers, message.body.clone(), Purpose::Spelled { id }))
    }

    /// The URL of a place; `None` where it has none.
    fn place(&self, place: Place) -> Option<Url> {
        let mut url = self.shared.url.clone();
        match place {
            Place::Endpoint => Some(url),
            Place::EndpointWithToken => {
                url.query_pairs_mut().append_pair("access_token", self.bearer()?);
                Some(url)
            }
            Place::ResourceMetadata => oauth::resource_urls(&url).into_iter().next(),
            Place::ResourceMetadataOfOrigin => oauth::resource_urls(&url).into_iter().nth(1),
        }
    }

    /// The token that goes with each request; the newest, where several do.
    fn bearer(&self) -> Option<&str> {
        let mut headers = self.shared.headers.iter().rev();
        let (_, value) = headers.find(|(name, _)| name == AUTHORIZATION)?;
        let (scheme, token) = value.trim().split_once(' ')?;
        scheme.eq_ignore_ascii_case("bearer").then(|| token.trim())
    }
}

/// Whether no credentials go there.
fn is_public(place: Place) -> bool {
    matches!(place, Place::ResourceMetadata | Place::ResourceMetadataOfOrigin)
}
