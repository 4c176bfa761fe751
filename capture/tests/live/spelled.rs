//! HTTP requests that the plan spells.

use std::io::Read;
use std::net::TcpStream;

use mcpward_capture::{LiveTarget, Secret};
use mcpward_schemas::snapshot::{Call, Dir, EventKind, HttpBody, HttpRequest, Outcome, Place, Spelling, Step};
use serde_json::json;

use crate::Test;
use crate::plan::{Run, ask, at, handshake, open, open_modern, options, run};
use crate::wire::{Request, begin_events, behave, send, serve};

pub(crate) const TESTS: &[Test] = &[
    ("spelled::headers_are_as_the_plan_says", headers_are_as_the_plan_says),
    ("spelled::a_stream_is_left_at_its_head", a_stream_is_left_at_its_head),
    ("spelled::nothing_is_followed_up", nothing_is_followed_up),
    ("spelled::a_session_is_ended_once", a_session_is_ended_once),
    ("spelled::not_sent_says_why", not_sent_says_why),
    (
        "spelled::credentials_stay_where_they_belong",
        credentials_stay_where_they_belong,
    ),
    ("spelled::silence_has_a_bound", silence_has_a_bound),
    ("spelled::modern_headers_can_differ", modern_headers_can_differ),
];

fn spelled(request: HttpRequest) -> Step {
    let probe = "spelled".to_owned();
    Step::Http { probe, request }
}

fn ping() -> HttpRequest {
    HttpRequest::post(HttpBody::Request(Call::new("ping")))
}

fn value(text: &str) -> Spelling {
    Spelling::Value(text.to_owned())
}

/// A server that gives a session.
fn with_session(request: &Request, stream: &mut TcpStream) {
    match request.rpc() {
        "initialize" => send(
            stream,
            "200 OK",
            "content-type: application/json\r\nmcp-session-id: abc\r\n",
            &request.result(&json!({ "protocolVersion": "2025-06-18" })),
        ),
        _ => behave(request, stream),
    }
}

/// The frames of the exchange of the last step, by their statuses.
fn statuses(run: &Run) -> Vec<u16> {
    let frames = run.frames().into_iter().filter(|frame| frame.dir == Dir::In);
    frames.filter_map(|frame| frame.http.as_ref()?.status).collect()
}

fn headers_are_as_the_plan_says() {
    let (url, seen) = serve(with_session);
    let mut steps = handshake();
    steps.extend([
        spelled(
            ping()
                .with("origin", value("http://evil.example"))
                .with("mcp-session-id", Spelling::Omitted),
        ),
        spelled(ping().with("origin", Spelling::OwnOrigin)),
        spelled(ping().with("host", value("evil.example"))),
        spelled(ping().with("mcp-protocol-version", value("1999-01-01")).in_session()),
        spelled(HttpRequest::post(HttpBody::Notification(Call::new("notifications/x")))),
        ask("ping"),
    ]);
    let run = run(&at(&url), steps);
    assert!(run.captured.complete, "{:?}", run.captured.reason);
    for answered in [3, 4, 5, 6, 8] {
        assert!(run.answer(answered).contains("result"), "step {answered}");
    }
    assert_eq!(run.ended[7].0, Outcome::Done);
    let seen = seen.lock().unwrap();
    let posts: Vec<&Request> = seen.iter().filter(|request| request.method == "POST").collect();
    let own = url.strip_suffix("/mcp").unwrap();
    let named = |post: usize, name: &str| posts[post].header(name).map(str::to_owned);
    let expected = [
        (Some("http://evil.example"), None, "2025-06-18"),
        (Some(own), Some("abc"), "2025-06-18"),
        (None, Some("abc"), "2025-06-18"),
        (None, Some("abc"), "1999-01-01"),
        (None, Some("abc"), "2025-06-18"),
        (None, Some("abc"), "2025-06-18"),
    ];
    for (post, (origin, session, version)) in (2..).zip(expected) {
        assert_eq!(named(post, "origin").as_deref(), origin, "post {post}");
        assert_eq!(named(post, "mcp-session-id").as_deref(), session, "post {post}");
        assert_eq!(
            named(post, "mcp-protocol-version").as_deref(),
            Some(version),
            "post {post}"
        );
    }
    assert_eq!(named(4, "host").as_deref(), Some("evil.example"));
    assert_eq!(named(3, "host").as_deref(), own.strip_prefix("http://"));
    // Ids go on as if the plan had spelled nothing.
    assert_eq!(posts[7].body["id"], 1006);
    assert!(posts[6].body.get("id").is_none());
}

fn a_stream_is_left_at_its_head() {
    let (url, _) = serve(|request, stream| match (request.method.as_str(), request.rpc()) {
        // Neither stream ends before the client leaves it.
        ("GET", _) => {
            begin_events(stream, "");
            stream.read_to_end(&mut Vec::new()).ok();
        }
        ("POST", "ping") => {
            begin_events(stream, "");
            let answer = request.result(&json!({}));
            std::io::Write::write_all(stream, format!("id: 1\ndata:\n\ndata: {answer}\n\n").as_bytes()).ok();
            stream.read_to_end(&mut Vec::new()).ok();
        }
        _ => behave(request, stream),
    });
    let steps = vec![
        open(),
        ask("initialize"),
        spelled(HttpRequest::new("GET")),
        spelled(ping()),
    ];
    let run = run(&at(&url), steps);
    assert!(run.captured.complete, "{:?}", run.captured.reason);
    assert_eq!(run.ended[2].0, Outcome::Done);
    assert!(run.answer(3).contains("result"));
    assert_eq!(statuses(&run), [200, 200, 200]);
}

fn nothing_is_followed_up() {
    let (url, seen) = serve(|request, stream| match request.header("origin") {
        Some("a") => send(stream, "307 Temporary Redirect", "location: /other\r\n", ""),
        Some("b") => send(stream, "404 Not Found", "", "no such session"),
        Some("c") => send(stream, "500 Internal Server Error", "", ""),
        Some("d") => {}
        _ => with_session(request, stream),
    });
    let mut steps = vec![open(), ask("initialize")];
    steps.extend(["a", "b", "c", "d"].map(|origin| spelled(ping().with("origin", value(origin)))));
    steps.push(ask("ping"));
    let run = run(&at(&url), steps);
    // A server that refuses what it was not to take, or breaks it off, is a whole one.
    assert!(run.captured.complete, "{:?}", run.captured.reason);
    assert_eq!(run.ended[2].0, Outcome::Done);
    assert!(matches!(&run.ended[5].0, Outcome::Failed { no_evidence: true, .. }));
    assert_eq!(statuses(&run)[1..4], [307, 404, 500]);
    let seen = seen.lock().unwrap();
    let asked: Vec<&str> = seen.iter().map(Request::rpc).collect();
    assert_eq!(
        asked,
        ["initialize", "ping", "ping", "ping", "ping", "ping", ""],
        "and the end"
    );
}

fn a_session_is_ended_once() {
    for (status, n_deletes) in [("200 OK", 1), ("405 Method Not Allowed", 1)] {
        let (url, seen) = serve(move |request, stream| match request.method.as_str() {
            "DELETE" => send(stream, status, "", ""),
            _ => with_session(request, stream),
        });
        let end = HttpRequest::new("DELETE").in_session();
        let steps = vec![
            open(),
            ask("initialize"),
            spelled(end),
            spelled(ping().in_session()),
            Step::Close,
        ];
        let run = run(&at(&url), steps);
        assert!(run.captured.complete, "{:?}", run.captured.reason);
        let seen = seen.lock().unwrap();
        let deletes: Vec<_> = seen.iter().filter(|request| request.method == "DELETE").collect();
        assert_eq!(deletes.len(), n_deletes, "{status}");
        assert_eq!(seen.last().unwrap().header("mcp-session-id"), Some("abc"), "{status}");
    }
}

fn credentials_stay_where_they_belong() {
    let (url, seen) = serve(with_session);
    let mut options = at(&url);
    if let LiveTarget::Http { headers, .. } = &mut options.target {
        headers.insert("Authorization".to_owned(), "Bearer t0ken-of-ours".to_owned());
        headers.insert("X-Key".to_owned(), "k".to_owned());
    }
    options.secrets = vec![Secret {
        name: "TOKEN".to_owned(),
        value: "t0ken-of-ours".to_owned(),
    }];
    let mut steps = handshake();
    steps.extend([
        spelled(HttpRequest::new("GET").to(Place::ResourceMetadata)),
        spelled(HttpRequest::new("GET").to(Place::ResourceMetadataOfOrigin)),
        spelled(ping().to(Place::EndpointWithToken)),
        spelled(ping().with("authorization", value("Bearer x"))),
        Step::Close,
    ]);
    let run = run(&options, steps);
    let seen = seen.lock().unwrap();
    let told = |request: &Request| {
        let header = |name| request.header(name).unwrap_or("-").to_owned();
        let names = ["authorization", "x-key", "mcp-session-id"];
        format!("{} {} {}", request.method, request.path, names.map(header).join(" "))
    };
    let well_known = "GET /.well-known/oauth-protected-resource";
    let expected = [
        format!("{well_known}/mcp - - -"),
        format!("{well_known} - - -"),
        "POST /mcp?access_token=t0ken-of-ours - k abc".to_owned(),
        "POST /mcp Bearer x k abc".to_owned(),
    ];
    let spelled: Vec<String> = seen
        .iter()
        .map(told)
        .filter(|line| !line.contains("Bearer t0ken"))
        .collect();
    assert_eq!(spelled, expected);
    let urls = run
        .frames()
        .into_iter()
        .filter_map(|frame| frame.http.as_ref()?.url.clone());
    let urls = urls.collect::<Vec<_>>().join(" ");
    assert!(urls.contains("?access_token=[redacted:TOKEN]"), "{urls}");
}

fn not_sent_says_why() {
    let reason = |run: &Run, step: usize| match &run.ended[step].0 {
        Outcome::Failed { reason, no_evidence } => (reason.clone(), *no_evidence),
        other => panic!("it was sent: {other:?}"),
    };
    let (url, seen) = serve(behave);
    let steps = vec![
        open(),
        ask("initialize"),
        spelled(ping().in_session()),
        spelled(HttpRequest::new("no method")),
    ];
    let over_http = run(&at(&url), steps);
    assert_eq!(
        reason(&over_http, 2),
        ("the server has given no session".to_owned(), true)
    );
    assert_eq!(reason(&over_http, 3), ("its method is no HTTP method".to_owned(), true));
    assert_eq!(seen.lock().unwrap().len(), 1);
    let over_stdio = run(&options("good"), vec![open(), ask("initialize"), spelled(ping())]);
    assert!(over_stdio.captured.complete);
    let text = "it is an HTTP request, and the server is reached over stdio";
    assert_eq!(reason(&over_stdio, 2), (text.to_owned(), true));
}

fn silence_has_a_bound() {
    let (url, _) = serve(
        |request, stream| match (request.method.as_str(), request.header("origin")) {
            ("GET", _) | ("POST", Some(_)) => drop(stream.read_to_end(&mut Vec::new())),
            _ => behave(request, stream),
        },
    );
    let mut options = at(&url);
    options.timeouts.call_ms = 300;
    options.limits.set("head_ms", 20).unwrap();
    let steps = vec![
        open(),
        ask("initialize"),
        spelled(HttpRequest::new("GET")),
        spelled(ping().with("origin", value("x"))),
        ask("ping"),
    ];
    let run = run(&options, steps);
    assert!(run.captured.complete, "{:?}", run.captured.reason);
    assert_eq!(run.ended[2].0, Outcome::TimedOut);
    assert_eq!(run.ended[3].0, Outcome::TimedOut);
    assert!(run.answer(4).contains("result"));
    let told = [
        EventKind::LimitReached {
            limit: "head_ms".to_owned(),
            value: 20,
        },
        EventKind::TimedOut {
            deadline: "call".to_owned(),
            after_ms: 300,
        },
    ];
    assert_eq!(run.events()[..2], told);
}

fn modern_headers_can_differ() {
    let (url, seen) = serve(behave);
    let discover = || HttpRequest::post(HttpBody::Request(Call::new("server/discover")));
    let steps = vec![
        open_modern(),
        ask("server/discover"),
        spelled(discover().with("mcp-method", value("Server/Discover"))),
        spelled(discover().with("mcp-protocol-version", Spelling::Omitted)),
        spelled(HttpRequest::new("GET")),
    ];
    let run = run(&at(&url), steps);
    assert!(run.captured.complete, "{:?}", run.captured.reason);
    assert_eq!(run.ended[4].0, Outcome::Done);
    let seen = seen.lock().unwrap();
    let named = |request: usize, name: &str| seen[request].header(name).map(str::to_owned);
    assert_eq!(named(1, "mcp-method").as_deref(), Some("Server/Discover"));
    assert_eq!(named(1, "mcp-protocol-version").as_deref(), Some("2026-07-28"));
    assert_eq!(named(2, "mcp-method").as_deref(), Some("server/discover"));
    assert_eq!(named(2, "mcp-protocol-version"), None);
    assert_eq!(named(3, "mcp-protocol-version").as_deref(), Some("2026-07-28"));
    assert!(seen[1].body["params"]["_meta"].is_object());
}
