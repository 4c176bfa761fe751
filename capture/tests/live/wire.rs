//! HTTP servers for tests: each answers as its test says, byte for byte.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use serde_json::{Value, json};

/// A request as it came.
#[derive(Debug, Clone)]
pub(crate) struct Request {
    pub(crate) method: String,
    pub(crate) path: String,
    pub(crate) headers: Vec<(String, String)>,
    pub(crate) body: Value,
    /// The body as it came.
    pub(crate) text: String,
}

impl Request {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.headers
            .iter()
            .find(|(found, _)| found == name)
            .map(|(_, value)| value.as_str())
    }

    pub(crate) fn rpc(&self) -> &str {
        self.body["method"].as_str().unwrap_or("")
    }

    pub(crate) fn result(&self, result: &Value) -> String {
        json!({ "jsonrpc": "2.0", "id": self.body["id"], "result": result }).to_string()
    }
}

pub(crate) type Seen = Arc<Mutex<Vec<Request>>>;

/// Answers each request with the bytes that `answer` gives; the connection is closed after it, unless they are empty,
/// which holds it open.
pub(crate) fn serve(answer: impl Fn(&Request, &mut TcpStream) + Send + Sync + 'static) -> (String, Seen) {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let seen = Seen::default();
    let (told, answer) = (Arc::clone(&seen), Arc::new(answer));
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (told, answer) = (Arc::clone(&told), Arc::clone(&answer));
            std::thread::spawn(move || {
                let mut stream = stream.unwrap();
                let Some(request) = read_request(&mut stream) else {
                    return;
                };
                told.lock().unwrap().push(request.clone());
                answer(&request, &mut stream);
            });
        }
    });
    (url, seen)
}

/// One whole request; `None` where the connection ended before.
pub(crate) fn read_request(stream: &mut impl Read) -> Option<Request> {
    let mut bytes = Vec::new();
    let mut byte = [0];
    while !bytes.ends_with(b"\r\n\r\n") {
        stream.read_exact(&mut byte).ok()?;
        bytes.push(byte[0]);
    }
    let head = String::from_utf8(bytes).ok()?;
    let mut lines = head.lines();
    let mut first = lines.next()?.split(' ');
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(": "))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.to_owned()))
        .collect();
    let n = headers
        .iter()
        .find(|(name, _)| name == "content-length")
        .map_or(0, |(_, n)| n.parse().unwrap());
    let mut body = vec![0; n];
    stream.read_exact(&mut body).ok()?;
    let text = String::from_utf8_lossy(&body).into_owned();
    let body = serde_json::from_slice(&body).unwrap_or(Value::Null);
    Some(Request {
        text,
        method: first.next()?.to_owned(),
        path: first.next()?.to_owned(),
        headers,
        body,
    })
}

pub(crate) fn send(stream: &mut impl Write, status: &str, headers: &str, body: &str) {
    let n = body.len();
    write!(
        stream,
        "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: {n}\r\n{headers}\r\n{body}"
    )
    .ok();
}

pub(crate) fn send_json(stream: &mut impl Write, body: &str) {
    send(stream, "200 OK", "content-type: application/json\r\n", body);
}

/// A stream of events that ends with the connection.
pub(crate) fn begin_events(stream: &mut TcpStream, headers: &str) {
    write!(
        stream,
        "HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-type: text/event-stream\r\n{headers}\r\n"
    )
    .ok();
}

/// What a well-behaved server without sessions says.
pub(crate) fn behave(request: &Request, stream: &mut impl Write) {
    match (request.method.as_str(), request.rpc()) {
        ("POST", "initialize") => send_json(
            stream,
            &request.result(&json!({ "protocolVersion": "2025-06-18", "capabilities": {} })),
        ),
        ("POST", _) if request.body["id"].is_null() || request.body["method"].is_null() => {
            send(stream, "202 Accepted", "", "")
        }
        ("POST", _) => send_json(stream, &request.result(&json!({}))),
        _ => send(stream, "405 Method Not Allowed", "", ""),
    }
}
