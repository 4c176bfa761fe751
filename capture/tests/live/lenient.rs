//! What servers and proxies do over HTTP that no specification allows, and a capture lives with.

use std::sync::{Arc, Condvar, Mutex};
use std::time::Duration;

use mcpward_schemas::snapshot::{Dir, Outcome};
use serde_json::json;

use crate::Test;
use crate::plan::{at, handshake_and_list};
use crate::wire::{behave, send, serve};

pub(crate) const TESTS: &[Test] = &[
    (
        "lenient::notifications_are_taken_by_any_success",
        notifications_are_taken_by_any_success,
    ),
    (
        "lenient::what_is_no_stream_is_asked_for_once",
        what_is_no_stream_is_asked_for_once,
    ),
    (
        "lenient::the_handshake_ends_before_the_first_request",
        the_handshake_ends_before_the_first_request,
    ),
    (
        "lenient::a_session_header_that_was_dropped_is_named",
        a_session_header_that_was_dropped_is_named,
    ),
];

fn notifications_are_taken_by_any_success() {
    let answer = r#"{"jsonrpc":"2.0","id":null,"result":{}}"#;
    for (status, body) in [
        ("200 OK", ""),
        ("200 OK", answer),
        ("204 No Content", ""),
        ("202 Accepted", "ok"),
    ] {
        let (url, _) = serve(move |request, stream| match request.rpc() {
            "notifications/initialized" => send(stream, status, "content-type: application/json\r\n", body),
            _ => behave(request, stream),
        });
        let run = handshake_and_list(&at(&url));
        assert_eq!(run.ended[2].0, Outcome::Done, "{status} {body}");
        assert!(matches!(run.ended[3].0, Outcome::Answered { .. }), "{status} {body}");
        assert!(run.captured.complete, "{:?}", run.captured.reason);
    }
}

/// The stream of the server is asked for once; what comes instead of one is recorded, and ends nothing.
fn what_is_no_stream_is_asked_for_once() {
    for (status, kind, body) in [
        ("405 Method Not Allowed", "text/plain", ""),
        ("404 Not Found", "text/html", "<html>"),
        ("406 Not Acceptable", "application/json", "{}"),
        (
            "400 Bad Request",
            "application/json",
            r#"{"jsonrpc":"2.0","id":"server-error","error":{"code":-32600,"message":"no"}}"#,
        ),
        ("500 Internal Server Error", "text/plain", "no"),
        ("200 OK", "application/json", r#"{"name":"server"}"#),
    ] {
        let told = Arc::new((Mutex::new(false), Condvar::new()));
        let (url, seen) = serve(move |request, stream| {
            let (is_asked, asked) = &*told;
            match (request.method.as_str(), request.rpc()) {
                ("GET", _) => {
                    send(stream, status, &format!("content-type: {kind}\r\n"), body);
                    *is_asked.lock().unwrap() = true;
                    asked.notify_all();
                }
                // The list waits until the stream was asked for.
                (_, "tools/list") => {
                    drop(
                        asked
                            .wait_while(is_asked.lock().unwrap(), |is_asked| !*is_asked)
                            .unwrap(),
                    );
                    behave(request, stream);
                }
                _ => behave(request, stream),
            }
        });
        let run = handshake_and_list(&at(&url));
        assert!(
            matches!(run.ended[3].0, Outcome::Answered { .. }),
            "{status}: {:?}",
            run.ended[3]
        );
        assert!(run.captured.complete, "{status}: {:?}", run.captured.reason);
        let n_gets = seen
            .lock()
            .unwrap()
            .iter()
            .filter(|request| request.method == "GET")
            .count();
        assert_eq!(n_gets, 1, "{status}");
    }
}

/// `notifications/initialized` has been taken before anything else is asked: some servers refuse what overtakes it.
fn the_handshake_ends_before_the_first_request() {
    let overtaken = Arc::new((Mutex::new(false), Condvar::new()));
    let told = Arc::clone(&overtaken);
    let (url, _) = serve(move |request, stream| {
        let (is_overtaken, came) = &*told;
        match request.rpc() {
            "notifications/initialized" => {
                let patience = Duration::from_millis(100);
                drop(
                    came.wait_timeout_while(is_overtaken.lock().unwrap(), patience, |is| !*is)
                        .unwrap(),
                );
                send(stream, "202 Accepted", "", "");
            }
            _ => {
                *is_overtaken.lock().unwrap() |= request.rpc() == "tools/list";
                came.notify_all();
                behave(request, stream);
            }
        }
    });
    let run = handshake_and_list(&at(&url));
    assert!(run.captured.complete);
    let place = |part: &str| {
        run.frames()
            .iter()
            .position(|frame| frame.text().is_some_and(|text| text.contains(part)))
            .unwrap()
    };
    let initialized = run.frames()[place("notifications/initialized")]
        .http
        .as_ref()
        .unwrap()
        .exchange;
    let taken = run
        .frames()
        .iter()
        .position(|frame| frame.dir == Dir::In && frame.http.as_ref().is_some_and(|http| http.exchange == initialized))
        .unwrap();
    assert!(
        taken < place("tools/list"),
        "the list was asked for before the notification was taken"
    );
}

/// A server that gave a session id and then misses it did not get it: something on the way drops the header.
fn a_session_header_that_was_dropped_is_named() {
    let (url, _) = serve(|request, stream| match request.rpc() {
        "initialize" => send(
            stream,
            "200 OK",
            "content-type: application/json\r\nMcp-Session-Id: abc\r\n",
            &request.result(&json!({ "protocolVersion": "2025-06-18" })),
        ),
        "tools/list" => send(
            stream,
            "400 Bad Request",
            "content-type: text/plain\r\n",
            "Bad Request: Missing session ID",
        ),
        _ => behave(request, stream),
    });
    let run = handshake_and_list(&at(&url));
    let expected = format!(
        "{url} refused the request (HTTP 400); it said: Bad Request: Missing session ID; the session id that it gave was sent: a proxy on the way may drop the header Mcp-Session-Id"
    );
    assert_eq!(
        run.ended[3].0,
        Outcome::Failed {
            reason: expected,
            no_evidence: false
        }
    );
}
