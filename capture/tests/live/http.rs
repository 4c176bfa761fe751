//! Over HTTP, against a socket that answers as the test says.

use std::io::Write;
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex};

use mcpward_capture::replay::{Replay, Timing};
use mcpward_capture::{HttpTransport, LiveTarget, Stop};
use mcpward_schemas::snapshot::{Dir, EventKind, Outcome, Step};
use serde_json::{Value, json};

use crate::Test;
use crate::plan::{Run, ask, ask_with, at, handshake, http_options, open, open_modern, run, secret, tell};
use crate::wire::{Request, Seen, begin_events, behave, send, serve};

pub(crate) const TESTS: &[Test] = &[
    ("http::a_whole_run_with_json", a_whole_run_with_json),
    ("http::answers_in_event_streams", answers_in_event_streams),
    ("http::a_broken_stream_is_resumed", a_broken_stream_is_resumed),
    ("http::refusals_are_explained", refusals_are_explained),
    ("http::a_closed_port_is_explained", a_closed_port_is_explained),
    ("http::no_tls_is_explained", no_tls_is_explained),
    (
        "http::an_unchecked_certificate_is_told",
        an_unchecked_certificate_is_told,
    ),
    ("http::redirects_keep_to_the_origin", redirects_keep_to_the_origin),
    ("http::busy_servers_are_tried_again", busy_servers_are_tried_again),
    (
        "http::a_foreign_id_answers_in_its_own_exchange",
        a_foreign_id_answers_in_its_own_exchange,
    ),
    (
        "http::requests_of_the_server_are_answered",
        requests_of_the_server_are_answered,
    ),
    (
        "http::modern_headers_mirror_the_request",
        modern_headers_mirror_the_request,
    ),
    ("http::headers_are_masked", headers_are_masked),
    ("http::the_old_transport", the_old_transport),
    ("http::the_old_transport_is_found", the_old_transport_is_found),
    (
        "http::a_lost_session_is_begun_again_once",
        a_lost_session_is_begun_again_once,
    ),
    ("http::a_replay_has_the_same_answers", a_replay_has_the_same_answers),
    ("http::compressed_bodies_are_read", compressed_bodies_are_read),
    (
        "http::an_endpoint_of_another_origin_is_refused",
        an_endpoint_of_another_origin_is_refused,
    ),
];

fn failed(run: &Run, step: usize) -> &str {
    match &run.ended[step].0 {
        Outcome::Failed { reason, .. } => reason,
        other => panic!("step {step} did not fail: {other:?}"),
    }
}

fn a_whole_run_with_json() {
    let (url, seen) = serve(|request, stream| match (request.method.as_str(), request.rpc()) {
        ("POST", "initialize") => send(
            stream,
            "200 OK",
            "content-type: application/json\r\nMcp-Session-Id: abc\r\n",
            &request.result(&json!({ "protocolVersion": "2025-06-18" })),
        ),
        ("DELETE", _) => send(stream, "204 No Content", "", ""),
        _ => behave(request, stream),
    });
    let mut steps = handshake();
    steps.extend([ask("ping"), Step::Close]);
    let run = run(&at(&url), steps);
    assert!(run.captured.complete, "{:?}", run.captured.reason);
    assert!(matches!(run.ended[3].0, Outcome::Answered { .. }));
    let seen = seen.lock().unwrap();
    let posts: Vec<&Request> = seen.iter().filter(|request| request.method == "POST").collect();
    assert_eq!(posts.len(), 3);
    assert_eq!(
        (
            posts[0].header("mcp-session-id"),
            posts[0].header("mcp-protocol-version")
        ),
        (None, None)
    );
    for request in &seen[1..] {
        assert_eq!(request.header("mcp-session-id"), Some("abc"));
        assert_eq!(request.header("mcp-protocol-version"), Some("2025-06-18"));
    }
    assert_eq!(posts[2].header("accept"), Some("application/json, text/event-stream"));
    assert_eq!(posts[2].header("content-type"), Some("application/json"));
    assert_eq!(posts[2].header("user-agent"), Some("mcpward/0"));
    // The GET that asks for a stream goes out beside the others, so the server may see it behind the last of them.
    let last = seen.iter().rfind(|request| request.method != "GET");
    assert_eq!(last.unwrap().method, "DELETE");
    let http = run
        .frames()
        .iter()
        .filter_map(|frame| frame.http.clone())
        .collect::<Vec<_>>();
    assert_eq!(
        (http[0].exchange, http[0].method.as_deref(), http[0].url.as_deref()),
        (0, Some("POST"), Some(url.as_str()))
    );
    assert_eq!((http[1].exchange, http[1].status), (0, Some(200)));
    assert!(
        http[1]
            .headers
            .contains(&("mcp-session-id".to_owned(), "abc".to_owned()))
    );
}

fn answers_in_event_streams() {
    let (url, _) = serve(|request, stream| match request.rpc() {
        "tools/list" => {
            begin_events(stream, "");
            let answer = request.result(&json!({ "tools": [] }));
            let (start, end) = answer.split_at(1);
            write!(stream, "id: 1\r\ndata: \r\n\r\n: alive\r\n\r\nevent: message\r\ndata: {{\"method\":\"notifications/message\"}}\r\n\r").ok();
            stream.flush().ok();
            write!(stream, "\ndata: {start}\r\ndata: {end}\r\n\r\n").ok();
        }
        _ => behave(request, stream),
    });
    let mut steps = handshake();
    steps.push(ask("tools/list"));
    let run = run(&at(&url), steps);
    assert!(run.captured.complete);
    assert_eq!(run.notifications, ["notifications/message"]);
    let answer: Value = serde_json::from_str(run.answer(3)).unwrap();
    assert_eq!(answer["result"]["tools"], json!([]));
    let events: Vec<_> = run
        .frames()
        .into_iter()
        .filter(|frame| frame.http.as_ref().is_some_and(|http| http.sse.is_some()))
        .collect();
    assert_eq!(events.len(), 3);
    assert_eq!(events[0].text(), Some(""));
    let http: Vec<_> = events.iter().map(|frame| frame.http.as_ref().unwrap()).collect();
    assert_eq!((http[0].status, http[1].status), (Some(200), None));
    assert_eq!(http[0].sse.as_ref().unwrap().id.as_deref(), Some("1"));
    assert_eq!(http[1].sse.as_ref().unwrap().event.as_deref(), Some("message"));
}

fn a_broken_stream_is_resumed() {
    let (url, seen) = serve(|request, stream| match (request.method.as_str(), request.rpc()) {
        ("POST", "tools/list") => {
            begin_events(stream, "");
            write!(stream, "id: 41\nretry: 1\ndata:\n\n").ok();
        }
        ("GET", _) if request.header("last-event-id") == Some("41") => {
            begin_events(stream, "");
            write!(stream, "data: {{\"id\":1002,\"result\":{{}}}}\n\n").ok();
        }
        _ => behave(request, stream),
    });
    let mut steps = handshake();
    steps.push(ask("tools/list"));
    let run = run(&at(&url), steps);
    assert!(matches!(run.ended[3].0, Outcome::Answered { .. }), "{:?}", run.ended[3]);
    assert!(
        seen.lock()
            .unwrap()
            .iter()
            .any(|request| request.header("last-event-id") == Some("41"))
    );
}

fn refusals_are_explained() {
    for (status, headers, body, expected) in [
        (
            "401 Unauthorized",
            "www-authenticate: Bearer realm=\"x\"\r\n",
            "{\"error\":\"no\"}",
            " wants authorization (HTTP 401) (Bearer realm=\"x\"): send a token with -H 'Authorization: Bearer ${TOKEN}' or server.headers, or let one be got with server.auth",
        ),
        (
            "421 Misdirected Request",
            "content-type: text/plain\r\n",
            "Invalid Host header",
            " refused the request (HTTP 421); it said: Invalid Host header",
        ),
        (
            "403 Forbidden",
            "",
            "no",
            " forbids access (HTTP 403): check the token and its permissions; it said: no",
        ),
        (
            "404 Not Found",
            "content-type: text/html\r\n",
            "<html>",
            "there is no MCP endpoint at URL (HTTP 404): check the path, which often ends in /mcp",
        ),
        (
            "500 Internal Server Error",
            "content-type: text/plain\r\n",
            "a\n  b",
            " failed (HTTP 500): look into the server's log; it said: a b",
        ),
        (
            "200 OK",
            "content-type: text/html\r\n",
            "<html>hello",
            " answered with an HTML page (HTTP 200): it is not the MCP endpoint, which often ends in /mcp",
        ),
        (
            "200 OK",
            "content-type: application/json\r\n",
            "{\"hello\":1}",
            " answered HTTP 200 with a body that is no JSON-RPC answer: is it the MCP endpoint?",
        ),
    ] {
        let (url, _) = serve(move |_, stream| send(stream, status, headers, body));
        let run = run(&at(&url), vec![open(), ask("initialize"), Step::Close]);
        let expected = if expected.starts_with(' ') {
            format!("{url}{expected}")
        } else {
            expected.replace("URL", &url)
        };
        assert_eq!(failed(&run, 1), expected);
        assert_eq!(run.reason(), expected);
        let frame = run.frames().into_iter().find(|frame| frame.dir == Dir::In).unwrap();
        assert_eq!(frame.text(), Some(body));
    }
}

fn a_closed_port_is_explained() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    drop(listener);
    let run = run(&at(&url), vec![open(), ask("initialize"), Step::Close]);
    assert_eq!(
        run.reason(),
        format!("nothing listens at {url} (connection refused): is the server running, and is the port right?")
    );
}

fn no_tls_is_explained() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/mcp", listener.local_addr().unwrap());
    std::thread::spawn(move || send(&mut listener.accept().unwrap().0, "400 Bad Request", "", ""));
    let run = run(&at(&url), vec![open(), ask("initialize"), Step::Close]);
    assert!(
        run.reason().starts_with(&format!("{url} does not speak TLS")),
        "{}",
        run.reason()
    );
}

fn an_unchecked_certificate_is_told() {
    let (url, _) = serve(behave);
    let mut options = at(&url);
    if let LiveTarget::Http { insecure, .. } = &mut options.target {
        *insecure = true;
    }
    let run = run(&options, vec![open(), ask("initialize")]);
    assert!(matches!(&run.events()[0], EventKind::Note { text } if text.contains("was not checked")));
}

fn redirects_keep_to_the_origin() {
    let (other, other_seen) = serve(behave);
    let (url, seen) = serve(move |request, stream| match (request.path.as_str(), request.rpc()) {
        ("/mcp", "away") => send(stream, "307 Temporary Redirect", &format!("location: {other}\r\n"), ""),
        ("/mcp", _) => send(stream, "307 Temporary Redirect", "location: /mcp/\r\n", ""),
        _ => behave(request, stream),
    });
    let run = run(&at(&url), vec![open(), ask("initialize"), ask("away")]);
    assert!(matches!(run.ended[1].0, Outcome::Answered { .. }));
    assert_eq!(
        failed(&run, 2),
        format!("{url} answered with a redirect (HTTP 307) that is not followed: give the final URL")
    );
    assert!(other_seen.lock().unwrap().is_empty());
    assert_eq!(seen.lock().unwrap()[1].path, "/mcp/");
    let statuses: Vec<u16> = run
        .frames()
        .iter()
        .filter_map(|frame| frame.http.as_ref()?.status)
        .collect();
    assert_eq!(statuses, [307, 200, 307], "every hop is kept");
}

fn busy_servers_are_tried_again() {
    let n_tried = Arc::new(Mutex::new(0));
    let (url, _) = serve(move |request, stream| {
        let mut n_tried = n_tried.lock().unwrap();
        *n_tried += 1;
        match *n_tried {
            1 => send(stream, "429 Too Many Requests", "retry-after: 0\r\n", ""),
            2 => send(stream, "503 Service Unavailable", "retry-after: 0\r\n", ""),
            3 => behave(request, stream),
            _ => send(stream, "503 Service Unavailable", "retry-after: 0\r\n", ""),
        }
    });
    let run = run(&at(&url), vec![open(), ask("initialize"), ask("ping"), Step::Close]);
    assert!(matches!(run.ended[1].0, Outcome::Answered { .. }));
    assert_eq!(run.texts(Dir::Out).len(), 3 + 3, "every try is kept");
    assert_eq!(
        run.reason(),
        format!("{url} is down or busy (HTTP 503): try again later"),
        "what stays down is an outage"
    );
}

fn a_foreign_id_answers_in_its_own_exchange() {
    let error = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32000,"message":"Server not initialized"}}"#;
    let (url, _) = serve(move |_, stream| send(stream, "400 Bad Request", "content-type: application/json\r\n", error));
    let run = run(&at(&url), vec![open_modern(), ask("server/discover"), Step::Close]);
    assert_eq!(run.answer(1), error);
}

fn requests_of_the_server_are_answered() {
    let answered = Arc::new((Mutex::new(false), std::sync::Condvar::new()));
    let (url, seen) = serve(move |request, stream| match request.rpc() {
        "tools/call" => {
            begin_events(stream, "");
            write!(
                stream,
                "data: {{\"jsonrpc\":\"2.0\",\"id\":\"s\",\"method\":\"ping\"}}\n\n"
            )
            .ok();
            stream.flush().ok();
            let (is_answered, told) = &*answered;
            drop(
                told.wait_while(is_answered.lock().unwrap(), |is_answered| !*is_answered)
                    .unwrap(),
            );
            write!(stream, "data: {}\n\n", request.result(&json!({}))).ok();
        }
        "" if request.body["id"] == "s" => {
            let (is_answered, told) = &*answered;
            *is_answered.lock().unwrap() = true;
            told.notify_all();
            send(stream, "202 Accepted", "", "");
        }
        _ => behave(request, stream),
    });
    let mut steps = handshake();
    steps.push(ask("tools/call"));
    let run = run(&at(&url), steps);
    assert!(matches!(run.ended[3].0, Outcome::Answered { .. }));
    let seen = seen.lock().unwrap();
    let answer = seen.iter().find(|request| request.body["id"] == "s").unwrap();
    assert_eq!(answer.body["result"], json!({}));
}

fn modern_headers_mirror_the_request() {
    let (url, seen) = serve(behave);
    let steps = vec![
        open_modern(),
        ask_with("tools/call", json!({ "name": "caf\u{e9}" })),
        tell("notifications/x"),
        Step::Close,
    ];
    run(&at(&url), steps);
    let seen = seen.lock().unwrap();
    assert_eq!(seen.len(), 2, "no stream is opened and no session ended");
    assert_eq!(seen[0].header("mcp-protocol-version"), Some("2026-07-28"));
    assert_eq!(seen[0].header("mcp-method"), Some("tools/call"));
    assert_eq!(seen[0].header("mcp-name"), Some("=?base64?Y2Fmw6k=?="));
    assert_eq!(seen[1].header("mcp-method"), Some("notifications/x"));
}

fn headers_are_masked() {
    let (url, seen) = serve(|request, stream| {
        let echo = format!(
            "content-type: application/json\r\nx-echo: {}\r\n",
            request.header("authorization").unwrap()
        );
        send(stream, "200 OK", &echo, &request.result(&json!({})));
    });
    let mut options = at(&url);
    options.secrets = vec![secret("TOKEN", "hunter2-hunter2")];
    if let LiveTarget::Http { headers, .. } = &mut options.target {
        headers.insert("Authorization".to_owned(), "Bearer hunter2-hunter2".to_owned());
        headers.insert("X-Api-Key".to_owned(), "short".to_owned());
    }
    let run = run(&options, vec![open(), ask("initialize")]);
    assert_eq!(
        seen.lock().unwrap()[0].header("authorization"),
        Some("Bearer hunter2-hunter2")
    );
    let http: Vec<_> = run
        .frames()
        .into_iter()
        .map(|frame| frame.http.as_ref().unwrap())
        .collect();
    assert!(
        http[0]
            .headers
            .contains(&("authorization".to_owned(), "Bearer [redacted:TOKEN]".to_owned()))
    );
    assert!(
        http[0]
            .headers
            .contains(&("x-api-key".to_owned(), "[redacted:x-api-key]".to_owned()))
    );
    assert!(
        http[1]
            .headers
            .contains(&("x-echo".to_owned(), "Bearer [redacted:TOKEN]".to_owned()))
    );
}

/// HTTP+SSE; posts to the URL of the stream are refused.
fn serve_old_transport() -> (String, Seen) {
    let events: Arc<Mutex<Option<TcpStream>>> = Arc::default();
    serve(
        move |request, stream| match (request.method.as_str(), request.path.as_str()) {
            ("GET", _) => {
                begin_events(stream, "");
                write!(stream, "event: endpoint\ndata: /messages?session=1\n\n").ok();
                *events.lock().unwrap() = stream.try_clone().ok();
            }
            (_, "/messages?session=1") => {
                send(stream, "202 Accepted", "", "Accepted");
                if !request.body["id"].is_null() {
                    let answer = request.result(&json!({ "protocolVersion": "2024-11-05" }));
                    write!(
                        events.lock().unwrap().as_mut().unwrap(),
                        "event: message\ndata: {answer}\n\n"
                    )
                    .ok();
                }
            }
            _ => send(stream, "405 Method Not Allowed", "", ""),
        },
    )
}

fn the_old_transport() {
    let (url, _) = serve_old_transport();
    let mut steps = handshake();
    steps.extend([ask("ping"), Step::Close]);
    let run = run(&http_options(&url, HttpTransport::Sse), steps);
    assert!(run.captured.complete, "{:?}", run.captured.reason);
    assert!(matches!(run.ended[3].0, Outcome::Answered { .. }));
}

fn the_old_transport_is_found() {
    let (url, _) = serve_old_transport();
    let mut steps = handshake();
    steps.extend([ask("ping"), Step::Close]);
    let run = run(&at(&url), steps);
    assert!(run.captured.complete, "{:?}", run.captured.reason);
    assert!(matches!(run.ended[3].0, Outcome::Answered { .. }));
}

fn a_lost_session_is_begun_again_once() {
    let (url, seen) = serve(
        |request, stream| match (request.rpc(), request.header("mcp-session-id")) {
            ("initialize", None) => send(
                stream,
                "200 OK",
                "content-type: application/json\r\nMcp-Session-Id: abc\r\n",
                &request.result(&json!({ "protocolVersion": "2025-06-18" })),
            ),
            ("ping" | "lost", Some(_)) => {
                let error = r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}"#;
                send(stream, "404 Not Found", "content-type: application/json\r\n", error);
            }
            _ => behave(request, stream),
        },
    );
    let mut steps = handshake();
    steps.extend([ask("ping"), ask("lost"), ask("tools/list")]);
    let run = run(&at(&url), steps);
    let asked: Vec<String> = seen
        .lock()
        .unwrap()
        .iter()
        .map(|request| request.rpc().to_owned())
        .collect();
    let posts: Vec<&str> = asked
        .iter()
        .map(String::as_str)
        .filter(|method| !method.is_empty())
        .collect();
    let again = ["ping", "initialize", "notifications/initialized", "ping"];
    assert_eq!(posts[2..], [&again[..], &["lost", "tools/list"]].concat());
    assert!(run.answer(3).contains("-32001"), "what is lost again stays lost");
    assert!(matches!(run.ended[5].0, Outcome::Answered { .. }));
}

fn a_replay_has_the_same_answers() {
    let plan = || {
        let mut steps = handshake();
        steps.extend([
            ask("ping"),
            ask("nothing"),
            Step::Close,
            open_modern(),
            ask("server/discover"),
            Step::Close,
        ]);
        steps
    };
    let original = run(&crate::plan::options("good"), plan());
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("http://{}/mcp", listener.local_addr().unwrap());
    let replay = Replay::new(&original.snapshot);
    std::thread::spawn(move || replay.serve_http(&listener, Timing::AtOnce, &Stop::new()));
    let again = run(&at(&url), plan());
    assert!(again.captured.complete, "{:?}", again.captured.reason);
    let mut answers = again.texts(Dir::In);
    answers.retain(|text| !text.is_empty());
    assert_eq!(answers, original.texts(Dir::In));
}

fn compressed_bodies_are_read() {
    let (url, _) = serve(|request, stream| {
        let coding = match request.rpc() {
            "not-known" => "compress",
            "not-true" => "br",
            _ => "zstd",
        };
        let n_more = if request.rpc() == "bomb" { 100_000 } else { 0 };
        let text = request.result(&json!({ "more": " ".repeat(n_more) }));
        send_compressed(stream, coding, &zstd::encode_all(text.as_bytes(), 3).unwrap());
    });
    let mut options = at(&url);
    options.limits.decoded_bytes_max = 50_000;
    let steps = ["initialize", "not-known", "not-true", "bomb"].map(ask);
    let run = run(&options, [open()].into_iter().chain(steps).collect());
    assert!(matches!(run.ended[1].0, Outcome::Answered { .. }));
    let reasons = [
        (
            2,
            "compressed its response by \"compress\", which was not asked for and is not understood",
        ),
        (3, "says that its response is compressed by \"br\", which it is not"),
        (4, "passes the bound decoded_bytes_max of 50000 bytes"),
    ];
    for (step, reason) in reasons {
        assert!(failed(&run, step).ends_with(reason), "{:?}", run.ended[step]);
    }
    let reached = EventKind::LimitReached {
        limit: "decoded_bytes_max".to_owned(),
        value: 50_000,
    };
    assert!(run.events().contains(&reached));
}

fn send_compressed(stream: &mut TcpStream, coding: &str, body: &[u8]) {
    let n = body.len();
    let head =
        format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {n}\r\ncontent-encoding: {coding}\r\n\r\n");
    stream.write_all(head.as_bytes()).ok();
    stream.write_all(body).ok();
}

fn an_endpoint_of_another_origin_is_refused() {
    let (url, seen) = serve(|_, stream| {
        begin_events(stream, "");
        write!(stream, "event: endpoint\ndata: http://127.0.0.1:1/messages\n\n").ok();
    });
    let run = run(
        &http_options(&url, HttpTransport::Sse),
        vec![open(), ask("initialize"), Step::Close],
    );
    assert!(
        run.reason()
            .starts_with("the server did not say where to send messages"),
        "{}",
        run.reason()
    );
    assert_eq!(seen.lock().unwrap().len(), 1);
    assert!(run.events().iter().any(|kind| matches!(kind, EventKind::Note { .. })));
}
