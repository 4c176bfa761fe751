//! Requests to an API with JSON: bounded, retried where that helps, and with the token in one header.

use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use reqwest::{Method, StatusCode, Url};
use serde_json::Value;
use tokio::runtime::{Builder, Runtime};

use super::limits::{ANSWER_BYTES_MAX, POSTING_SECONDS, REQUEST_MS, TRIES, WAIT_MS};
use crate::clock;
use crate::recording::VERSION;

/// An API. All that is asked of it takes [`POSTING_SECONDS`] at most.
pub(super) struct Api {
    base: String,
    client: reqwest::Client,
    runtime: Runtime,
    ends: Instant,
}

/// An answer.
pub(super) struct Answer {
    pub(super) status: StatusCode,
    /// Null where it is no JSON.
    pub(super) json: Value,
}

impl Answer {
    /// The JSON of an answer that says all went well.
    ///
    /// # Errors
    /// The status, and what the API says about it.
    pub(super) fn good(self, what: &str) -> Result<Value> {
        if self.status.is_success() {
            return Ok(self.json);
        }
        let said = self.json.get("message").or_else(|| self.json.get("error"));
        let said = said.and_then(Value::as_str).unwrap_or_default();
        let said: String = said.chars().take(200).collect();
        let colon = if said.is_empty() { "" } else { ": " };
        bail!("{what} was answered with {}{colon}{said}", self.status.as_u16())
    }
}

impl Api {
    /// An API below `base`, with these headers on each request.
    ///
    /// # Errors
    /// A sentence, where the address would carry the token in the open or a header can't be sent.
    pub(super) fn new(base: &str, headers: &[(&'static str, String)]) -> Result<Self> {
        let url = Url::parse(base).with_context(|| format!("{base:?} is no address of an API"))?;
        let is_here = url
            .host_str()
            .is_some_and(|host| matches!(host, "127.0.0.1" | "[::1]" | "localhost"));
        if url.scheme() != "https" && !is_here {
            bail!("{base:?} is not https, and the token would be sent in the open");
        }
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            let mut value = HeaderValue::from_str(value).with_context(|| format!("the {name} can't be sent"))?;
            value.set_sensitive(true);
            map.insert(HeaderName::from_static(name), value);
        }
        // Fails where a provider is installed already, and then it is this one.
        let _is_first = rustls::crypto::ring::default_provider().install_default();
        let mut client = reqwest::Client::builder()
            .user_agent(format!("mcpward/{VERSION}"))
            .default_headers(map)
            // A token goes to the address that was named and nowhere else.
            .redirect(reqwest::redirect::Policy::none())
            .retry(reqwest::retry::never());
        if is_here {
            client = client.no_proxy();
        }
        if url.scheme() == "http" {
            client = client.tls_certs_only([]);
        }
        Ok(Self {
            base: base.trim_end_matches('/').to_owned(),
            client: client.build().context("the HTTP client can't be set up")?,
            runtime: Builder::new_current_thread().enable_all().build()?,
            ends: Instant::now() + Duration::from_secs(POSTING_SECONDS),
        })
    }

    /// Sends a request, again where the API is down or wants us to wait.
    ///
    /// # Errors
    /// A sentence, where no answer came.
    pub(super) fn send(&self, method: &Method, path: &str, body: Option<&Value>) -> Result<Answer> {
        let mut n_tries = 0;
        loop {
            n_tries += 1;
            let (wait, outcome) = match self.runtime.block_on(self.once(method, path, body)) {
                Ok((answer, headers)) => (wait_asked(answer.status, &headers, n_tries), Ok(answer)),
                // A comment that was made though the answer was lost would be made twice.
                Err(error) if *method == Method::POST => (None, Err(error)),
                Err(error) => (Some(backoff(n_tries)), Err(error)),
            };
            match wait.filter(|wait| n_tries < TRIES && *wait < self.left()) {
                Some(wait) => std::thread::sleep(wait),
                None => return outcome,
            }
        }
    }

    /// The time that is left.
    fn left(&self) -> Duration {
        self.ends.saturating_duration_since(Instant::now())
    }

    async fn once(&self, method: &Method, path: &str, body: Option<&Value>) -> Result<(Answer, HeaderMap)> {
        let timeout = self.left().min(Duration::from_millis(REQUEST_MS));
        let url = format!("{}{path}", self.base);
        let mut request = self.client.request(method.clone(), url).timeout(timeout);
        if let Some(body) = body {
            request = request
                .header("content-type", "application/json")
                .body(serde_json::to_vec(body)?);
        }
        // The address is ours, but the library would print it with whatever a proxy did to it.
        let mut response = request.send().await.map_err(reqwest::Error::without_url)?;
        let (status, headers) = (response.status(), response.headers().clone());
        let mut bytes = Vec::new();
        while let Some(chunk) = response.chunk().await.map_err(reqwest::Error::without_url)? {
            if bytes.len() + chunk.len() > ANSWER_BYTES_MAX {
                bail!("the answer is longer than {ANSWER_BYTES_MAX} bytes");
            }
            bytes.extend_from_slice(&chunk);
        }
        let json = serde_json::from_slice(&bytes).unwrap_or_default();
        Ok((Answer { status, json }, headers))
    }
}

/// How long to wait before another try; `None` where another would end the same.
fn wait_asked(status: StatusCode, headers: &HeaderMap, n_tries: u32) -> Option<Duration> {
    let number = |name: &str| headers.get(name)?.to_str().ok()?.trim().parse::<u64>().ok();
    let asked = number("retry-after");
    let is_spent = number("x-ratelimit-remaining").or_else(|| number("ratelimit-remaining")) == Some(0);
    let is_limited = status == StatusCode::TOO_MANY_REQUESTS
        // GitHub says 403 for its limits too.
        || status == StatusCode::FORBIDDEN && (asked.is_some() || is_spent);
    if !status.is_server_error() && !is_limited {
        return None;
    }
    let reset = number("x-ratelimit-reset")
        .or_else(|| number("ratelimit-reset"))
        .filter(|_| is_spent);
    let until_reset = reset.map(|at| at.saturating_sub(clock::unix_seconds()));
    Some(
        asked
            .or(until_reset)
            .map_or_else(|| backoff(n_tries), Duration::from_secs),
    )
}

fn backoff(n_tries: u32) -> Duration {
    Duration::from_millis(WAIT_MS << n_tries.saturating_sub(1).min(8))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use reqwest::StatusCode;
    use reqwest::header::{HeaderMap, HeaderName, HeaderValue};

    use super::{Api, wait_asked};

    #[test]
    fn only_what_may_pass_is_waited_for() {
        type Headers = &'static [(&'static str, &'static str)];
        let table: &[(u16, Headers, Option<u64>)] = &[
            (200, &[], None),
            (404, &[], None),
            (403, &[], None),
            (422, &[], None),
            (403, &[("retry-after", "7")], Some(7)),
            (429, &[("retry-after", "0")], Some(0)),
            (
                403,
                &[("x-ratelimit-remaining", "0"), ("x-ratelimit-reset", "1")],
                Some(0),
            ),
            (502, &[], Some(2)),
            (503, &[("retry-after", "3")], Some(3)),
        ];
        for (status, headers, expected) in table {
            let pairs = headers
                .iter()
                .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
            let map: HeaderMap = pairs.collect();
            let wait = wait_asked(StatusCode::from_u16(*status).unwrap(), &map, 2);
            assert_eq!(wait, expected.map(Duration::from_secs), "{status} {headers:?}");
        }
    }

    #[test]
    fn a_token_is_never_sent_in_the_open() {
        for base in ["http://api.example", "ftp://127.0.0.1.example", "nothing"] {
            assert!(Api::new(base, &[]).is_err(), "{base}");
        }
        assert!(Api::new("http://127.0.0.1:1", &[]).is_ok());
    }
}
