//! Says in one sentence why an HTTP exchange failed, and what to do.

use std::error::Error;
use std::io;

use crate::transport::Failure;

/// What a response was, as far as a sentence needs it.
pub(crate) struct Response<'r> {
    pub(crate) status: u16,
    pub(crate) content_type: &'r str,
    pub(crate) www_authenticate: Option<&'r str>,
    pub(crate) body: &'r [u8],
    pub(crate) url: &'r str,
    /// Whether the request named the session.
    pub(crate) in_session: bool,
    /// Whether the request had a token that was got for the server.
    pub(crate) has_token: bool,
}

/// Statuses of a gateway or server that is down or busy: they say nothing of the protocol.
const OUTAGES: &[u16] = &[429, 502, 503, 504];
/// Characters of a body that a sentence quotes.
const QUOTED_CHARS_MAX: usize = 200;

/// Why a response is no proper answer; `None` where it may be one.
pub(crate) fn response(response: &Response<'_>) -> Option<Failure> {
    let Response { status, url, .. } = response;
    let is_html = response.content_type.starts_with("text/html");
    let reason = match status {
        200..=299 if is_html => format!(
            "{url} answered with an HTML page (HTTP {status}): it is not the MCP endpoint, which often ends in /mcp"
        ),
        200..=299 => return None,
        300..=399 => format!("{url} answered with a redirect (HTTP {status}) that is not followed: give the final URL"),
        401 => {
            let challenge = response
                .www_authenticate
                .map(|text| format!(" ({})", quoted(text.as_bytes())))
                .unwrap_or_default();
            match response.has_token {
                true => format!(
                    "{url} refuses the token that was got for it (HTTP 401){challenge}: check scope and issuer of server.auth.client_credentials, and whether the server takes tokens of that issuer"
                ),
                false => format!(
                    "{url} wants authorization (HTTP 401){challenge}: send a token with -H 'Authorization: Bearer ${{TOKEN}}' or server.headers, or let one be got with server.auth"
                ),
            }
        }
        403 => format!(
            "{url} forbids access (HTTP 403): check the token and its permissions{}",
            said(response)
        ),
        404 => format!(
            "there is no MCP endpoint at {url} (HTTP 404): check the path, which often ends in /mcp{}",
            said(response)
        ),
        405 => format!(
            "{url} does not take POST (HTTP 405): it is not a Streamable HTTP endpoint; one of HTTP+SSE needs transport sse"
        ),
        429 => format!("{url} has had too many requests (HTTP 429): try again later"),
        502..=504 => format!(
            "{url} is down or busy (HTTP {status}): try again later{}",
            said(response)
        ),
        500..=599 => format!(
            "{url} failed (HTTP {status}): look into the server's log{}",
            said(response)
        ),
        _ => format!(
            "{url} refused the request (HTTP {status}){}{}",
            said(response),
            dropped(response)
        ),
    };
    Some(Failure {
        reason,
        is_outage: OUTAGES.contains(status),
        no_evidence: matches!(status, 401 | 403 | 429 | 500..),
    })
}

/// A session that was named and is missed got lost on the way.
fn dropped(response: &Response<'_>) -> &'static str {
    let body = response.body.to_ascii_lowercase();
    let names = |word: &[u8]| body.windows(word.len()).any(|found| found == word);
    match response.status == 400 && response.in_session && names(b"session") && names(b"missing") {
        true => "; the session id that it gave was sent: a proxy on the way may drop the header Mcp-Session-Id",
        false => "",
    }
}

fn said(response: &Response<'_>) -> String {
    let is_html = response.content_type.starts_with("text/html");
    let text = quoted(response.body);
    if is_html || text.is_empty() {
        String::new()
    } else {
        format!("; it said: {text}")
    }
}

/// Words of a text of elsewhere, for a sentence.
pub(crate) fn quoted(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(&bytes[..bytes.len().min(4 * QUOTED_CHARS_MAX)]);
    let words = text
        .split(|c: char| c.is_whitespace() || c.is_control())
        .filter(|word| !word.is_empty());
    words
        .collect::<Vec<_>>()
        .join(" ")
        .chars()
        .take(QUOTED_CHARS_MAX)
        .collect()
}

/// What a server that does not take our certificate says (RFC 8446 section 6.2), as the library spells it.
const ALERTS: &[&str] = &[
    "alert: BadCertificate",
    "alert: UnsupportedCertificate",
    "alert: CertificateRevoked",
    "alert: CertificateExpired",
    "alert: CertificateUnknown",
    "alert: UnknownCA",
    "alert: AccessDenied",
];

/// Why there was no response at all.
pub(crate) fn no_response(error: &reqwest::Error, url: &str) -> Failure {
    let chain = chain(error);
    let all = chain.join(": ");
    let last = chain.last().map_or("", String::as_str);
    let kind = io_kind(error);
    let reason = if all.contains("CertificateRequired") {
        format!("{url} wants a certificate of ours: name it under server.cert_file, and its key under server.key_file")
    } else if ALERTS.iter().any(|alert| all.contains(alert)) {
        format!(
            "{url} does not take our certificate ({last}): check server.cert_file, and whether the server knows its authority"
        )
    } else if all.contains("certificate") || all.contains("invalid peer") {
        format!(
            "the certificate of {url} is not trusted ({last}): name its authority under server.ca_file, or accept any with server.insecure: true"
        )
    } else if all.contains("HandshakeFailure")
        || all.contains("InvalidContentType")
        || all.contains("received corrupt message")
    {
        format!("{url} does not speak TLS ({last}): is it http:// instead of https://?")
    } else if all.contains("dns error") || all.contains("failed to lookup") {
        format!("the host of {url} was not found ({last}): check its name and the network")
    } else if kind == Some(io::ErrorKind::ConnectionRefused) {
        format!("nothing listens at {url} (connection refused): is the server running, and is the port right?")
    } else if error.is_timeout() || kind == Some(io::ErrorKind::TimedOut) {
        format!("{url} can't be reached in time: check host, port and proxy")
    } else if error.is_connect() {
        format!("{url} can't be reached: {last}")
    } else {
        format!("{url} broke the connection off: {last}")
    };
    Failure {
        reason,
        is_outage: true,
        no_evidence: true,
    }
}

fn chain(error: &reqwest::Error) -> Vec<String> {
    let mut chain = vec![error.to_string()];
    let mut source = error.source();
    while let Some(error) = source {
        chain.push(error.to_string());
        source = error.source();
    }
    chain
}

fn io_kind(error: &reqwest::Error) -> Option<io::ErrorKind> {
    let mut source = error.source();
    while let Some(error) = source {
        if let Some(error) = error.downcast_ref::<io::Error>() {
            return Some(error.kind());
        }
        source = error.source();
    }
    None
}
