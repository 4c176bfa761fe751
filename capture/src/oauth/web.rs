//! The requests that lead to a token: short, bounded, over TLS, and without redirects.

use std::collections::BTreeMap;

use reqwest::{Client, Method};
use serde_json::Value;
use tokio::time::{Instant, timeout_at};
use url::{Origin, Url};

use super::challenge::Challenge;
use super::metadata::canonical;
use crate::http::client::{Tls, client, header_map, is_local};
use crate::http::explain::{no_response, quoted};
use crate::limits::OAUTH_BYTES_MAX;
use crate::options::{LiveTarget, Options};

/// What the server is asked without a token: it answers with the challenge, and where it needs none, it does nothing.
const PING: &str = r#"{"jsonrpc":"2.0","id":"mcpward-auth","method":"ping"}"#;

/// A response, as far as it matters.
pub(super) struct Reply {
    pub(super) status: u16,
    pub(super) body: Vec<u8>,
}

/// The client of one authorization.
pub(super) struct Web<'o> {
    options: &'o Options,
    /// Whether the server under test is on this machine.
    is_local: bool,
    /// The origin of that server.
    own: Origin,
    until: Instant,
    /// Clients by scheme, by whether the host is this machine, and by whether it is the server: making one reads the certificates
    /// of the system.
    clients: BTreeMap<(bool, bool, bool), Client>,
}

impl<'o> Web<'o> {
    pub(super) fn new(options: &'o Options, server: &Url, until: Instant) -> Self {
        Self {
            options,
            is_local: is_local(server),
            own: server.origin(),
            until,
            clients: BTreeMap::new(),
        }
    }

    /// A URL that may be reached.
    pub(super) fn parse(&self, text: &str) -> Result<Url, String> {
        let url = Url::parse(text).map_err(|error| format!("{:?} is no URL: {error}", quoted(text.as_bytes())))?;
        self.check(&url)?;
        Ok(url)
    }

    /// Whether a URL may be reached: over TLS, or on this machine where the server is there too, so that none of elsewhere
    /// can make us ask what listens here (2026-07-28, Communication Security).
    pub(super) fn check(&self, url: &Url) -> Result<(), String> {
        let is_plain = url.scheme() == "http" && is_local(url) && self.is_local;
        if url.has_host() && (url.scheme() == "https" || is_plain) {
            return Ok(());
        }
        let url = canonical(url);
        Err(format!(
            "{url} is not reached by https: tokens and credentials go over TLS only, but for a server on this machine"
        ))
    }

    /// What the server asks for when there is no token. One that does not answer is no server to get a token for.
    pub(super) async fn challenge(&mut self, server: &Url) -> Result<Challenge, String> {
        let headers = [
            ("content-type", "application/json"),
            ("accept", "application/json, text/event-stream"),
        ];
        let headers = headers.map(|(name, value)| (name.to_owned(), value.to_owned()));
        let (challenge, _) = self
            .exchange(Method::POST, server, &headers, PING.to_owned(), false)
            .await?;
        Ok(challenge)
    }

    /// The first of these URLs that has a JSON object, and that; the inner error says what was there instead.
    pub(super) async fn first_json(&mut self, urls: &[Url]) -> Result<Result<(Url, Value), String>, String> {
        let headers = [("accept".to_owned(), "application/json".to_owned())];
        let mut instead = Vec::new();
        for url in urls {
            let (_, reply) = self.exchange(Method::GET, url, &headers, String::new(), true).await?;
            match serde_json::from_slice::<Value>(&reply.body) {
                Ok(document) if reply.status == 200 && document.is_object() => return Ok(Ok((url.clone(), document))),
                _ if reply.status == 200 => instead.push(format!("no JSON object at {url}")),
                _ => instead.push(format!("HTTP {} at {url}", reply.status)),
            }
        }
        Ok(Err(instead.join(", ")))
    }

    /// A form to the token endpoint.
    pub(super) async fn post(
        &mut self,
        url: &Url,
        headers: &[(String, String)],
        body: String,
    ) -> Result<Reply, String> {
        let mut headers = headers.to_vec();
        headers.push(("accept".to_owned(), "application/json".to_owned()));
        let (_, reply) = self.exchange(Method::POST, url, &headers, body, true).await?;
        Ok(reply)
    }

    async fn exchange(
        &mut self,
        method: Method,
        url: &Url,
        headers: &[(String, String)],
        body: String,
        wants_body: bool,
    ) -> Result<(Challenge, Reply), String> {
        self.check(url)?;
        let client = self.client(url)?;
        let name = canonical(url);
        let headers = self.with_own(url, headers);
        let talk = async {
            let request = client.request(method, url.clone()).headers(header_map(&headers));
            let told = |error| no_response(&error, &name).reason;
            let mut response = request.body(body).send().await.map_err(told)?;
            let challenges = response.headers().get_all("www-authenticate").iter();
            let challenge = Challenge::of(challenges.filter_map(|value| value.to_str().ok()));
            let mut reply = Reply {
                status: response.status().as_u16(),
                body: Vec::new(),
            };
            while wants_body && let Some(chunk) = response.chunk().await.map_err(told)? {
                reply.body.extend_from_slice(&chunk);
                if reply.body.len() > OAUTH_BYTES_MAX {
                    return Err(format!("{name} answered more than {OAUTH_BYTES_MAX} bytes"));
                }
            }
            Ok((challenge, reply))
        };
        let after_ms = self.options.timeouts.connect_ms;
        let late = |_| format!("{name} did not answer within {after_ms} ms (timeouts.connect_ms)");
        timeout_at(self.until, talk).await.map_err(late)?
    }

    /// At the origin of the server its own headers go along: a gateway may want them.
    fn with_own(&self, url: &Url, headers: &[(String, String)]) -> Vec<(String, String)> {
        let mut all = headers.to_vec();
        if let LiveTarget::Http { headers: own, .. } = &self.options.target
            && url.origin() == self.own
        {
            let own = own
                .iter()
                .map(|(name, value)| (name.to_ascii_lowercase(), value.clone()));
            all.extend(own.filter(|(name, _)| !headers.iter().any(|(set, _)| set == name)));
        }
        all
    }

    fn client(&mut self, url: &Url) -> Result<Client, String> {
        let is_own = url.origin() == self.own;
        let key = (url.scheme() == "https", is_local(url), is_own);
        if let Some(client) = self.clients.get(&key) {
            return Ok(client.clone());
        }
        let (ca_file, identity) = match &self.options.target {
            LiveTarget::Http { ca_file, identity, .. } => (ca_file.as_deref(), identity.as_ref()),
            LiveTarget::Stdio { .. } => (None, None),
        };
        // Credentials never go to a certificate that was not checked, and ours is for the server alone.
        let tls = Tls {
            ca_file,
            identity: identity.filter(|_| is_own),
            insecure: false,
        };
        let client = client(self.options, url, &tls)?;
        self.clients.insert(key, client.clone());
        Ok(client)
    }
}
