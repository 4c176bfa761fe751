//! What a replayed server says, as an HTTP response.

use std::io::{self, Read, Write};
use std::net::TcpStream;

use mcpward_json::{Doc, Limits};

use super::player::Heard;
use super::turn::{Response, Saying};
use super::{Pace, Timing};

/// A response without a body; `headers` end with a line feed each.
pub(super) fn refuse(stream: &mut TcpStream, status: u16, headers: &str) -> io::Result<()> {
    head(stream, status, headers, Some(0))
}

/// One answer alone is sent as JSON, several messages as events. What a snapshot recorded over HTTP holds in the place of messages
/// is sent as it was. `headers` end with a line feed each.
pub(super) fn respond(
    stream: &mut TcpStream,
    heard: &Heard,
    (is_modern, timing): (bool, Timing),
    headers: &str,
) -> io::Result<()> {
    let mut pace = Pace::new(timing);
    if let Some(response) = &heard.response
        && (!is_success(response) || (!response.is_left_open && !heard.said.iter().any(|saying| saying.is_message)))
    {
        return page(stream, response, &heard.said, &mut pace, headers);
    }
    let said: Vec<&Saying> = heard.said.iter().filter(|saying| saying.is_message).collect();
    let is_answered = said.iter().any(|saying| saying.id.is_some());
    match said.as_slice() {
        [] if heard.id.is_none() => refuse(stream, 202, headers),
        // The server was silent, and so are we until the client leaves.
        [] if heard.response.is_none() => wait_for_end(stream),
        [one] if heard.id.is_some() && is_answered => {
            pace.wait(one);
            let status = if is_modern { status_of(&one.text) } else { 200 };
            let headers = format!("{headers}content-type: application/json\r\n");
            head(stream, status, &headers, Some(one.text.len()))?;
            stream.write_all(&one.text)
        }
        _ => {
            head(
                stream,
                200,
                &format!("{headers}content-type: text/event-stream\r\n"),
                None,
            )?;
            for saying in said {
                pace.wait(saying);
                event(stream, &saying.text)?;
            }
            // A subscription lasts as long as the client wants.
            match heard.id.is_some() && !is_answered {
                true => wait_for_end(stream),
                false => Ok(()),
            }
        }
    }
}

fn is_success(response: &Response) -> bool {
    (200..300).contains(&response.status)
}

/// The response as it was recorded.
fn page(
    stream: &mut TcpStream,
    response: &Response,
    said: &[Saying],
    pace: &mut Pace,
    headers: &str,
) -> io::Result<()> {
    let mut all = headers.to_owned();
    for (name, value) in &response.headers {
        // What a header must not hold is none of the server's own: it came through a parser.
        all.push_str(&format!("{name}: {}\r\n", value.replace(['\r', '\n'], " ")));
    }
    let Some(one) = said.first() else {
        return head(stream, response.status, &all, Some(0));
    };
    pace.wait(one);
    head(stream, response.status, &all, Some(one.text.len()))?;
    stream.write_all(&one.text)
}

fn head(stream: &mut TcpStream, status: u16, headers: &str, n: Option<usize>) -> io::Result<()> {
    let reason = http_reason(status);
    let length = n.map_or(String::new(), |n| format!("content-length: {n}\r\n"));
    let head = format!("HTTP/1.1 {status} {reason}\r\nconnection: close\r\n{headers}{length}\r\n");
    stream.write_all(head.as_bytes())
}

/// The usual words for a status (RFC 9110 section 15).
fn http_reason(status: u16) -> &'static str {
    let status = reqwest::StatusCode::from_u16(status).ok();
    status.and_then(|status| status.canonical_reason()).unwrap_or_default()
}

/// The status of an answer in the era without handshake (2026-07-28, Transports, Streamable HTTP).
fn status_of(answer: &[u8]) -> u16 {
    let text = std::str::from_utf8(answer).unwrap_or_default();
    let doc = Doc::parse(text, &Limits::default()).ok();
    let code = doc.and_then(|doc| doc.root().pointer("/error/code")?.as_i64());
    match code {
        Some(-32601) => 404,
        Some(-32022..=-32020) => 400,
        _ => 200,
    }
}

/// An event; what is no single line takes several.
fn event(stream: &mut TcpStream, text: &[u8]) -> io::Result<()> {
    let mut out = b"event: message\n".to_vec();
    for line in text.split(|&byte| byte == b'\n') {
        out.extend_from_slice(b"data: ");
        out.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
        out.push(b'\n');
    }
    out.push(b'\n');
    stream.write_all(&out)
}

fn wait_for_end(stream: &mut TcpStream) -> io::Result<()> {
    stream.set_read_timeout(None)?;
    io::copy(&mut stream.take(u64::MAX), &mut io::sink()).map(drop)
}
