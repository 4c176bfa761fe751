//! Tokens by client credentials, against a server that is its own authorization server.

use std::net::{TcpListener, TcpStream};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use mcpward_capture::{LiveTarget, Options};
use mcpward_schemas::config::{ClientAuth, ClientCredentials};
use mcpward_schemas::snapshot::{EventKind, Outcome, Step};
use serde_json::{Value, json};

use crate::Test;
use crate::plan::{Run, ask, at, handshake, run, secret};
use crate::wire::{Request, Seen, behave, send, send_json, serve};

pub(crate) const TESTS: &[Test] = &[
    (
        "oauth::no_connection_begins_with_an_old_token",
        no_connection_begins_with_an_old_token,
    ),
    ("oauth::a_token_is_got_and_sent", a_token_is_got_and_sent),
    ("oauth::nothing_of_it_is_recorded", nothing_of_it_is_recorded),
    ("oauth::well_known_urls_are_tried", well_known_urls_are_tried),
    (
        "oauth::a_named_endpoint_is_all_it_takes",
        a_named_endpoint_is_all_it_takes,
    ),
    (
        "oauth::an_expired_token_is_renewed_once",
        an_expired_token_is_renewed_once,
    ),
    (
        "oauth::a_token_that_is_never_taken_is_not_renewed",
        a_token_that_is_never_taken_is_not_renewed,
    ),
    ("oauth::a_renewal_that_fails_is_told", a_renewal_that_fails_is_told),
    (
        "oauth::credentials_stay_with_their_authorization_server",
        credentials_stay_with_their_authorization_server,
    ),
    ("oauth::each_failure_names_its_step", each_failure_names_its_step),
    ("oauth::silence_ends_at_its_deadline", silence_ends_at_its_deadline),
    ("oauth::only_tls_is_spoken", only_tls_is_spoken),
];

const CLIENT_SECRET: &str = "s3cr3t-of-the-client";

/// What the authorization server says in the place of what it should.
type Said = fn(&Request, &str) -> Option<(&'static str, String)>;

/// A server that takes the token of the number that is its count of renewals, and gives it.
#[derive(Clone)]
struct Issuer {
    /// What the challenge holds, URL for the server.
    challenge: &'static str,
    /// Replies that differ.
    said: Said,
    /// Requests that each token is good for.
    n_uses: usize,
    /// `expires_in` of each.
    lasts: u64,
}

impl Default for Issuer {
    fn default() -> Self {
        Self {
            challenge: r#"Bearer resource_metadata="ORIGIN/meta", scope="tools:read""#,
            said: |_, _| None,
            n_uses: usize::MAX,
            lasts: 300,
        }
    }
}

impl Issuer {
    fn serve(self) -> (String, Seen) {
        let n_tokens = AtomicUsize::new(0);
        let n_uses = AtomicUsize::new(0);
        serve(move |request, stream| {
            let origin = format!("http://{}", request.header("host").unwrap());
            if let Some((status, body)) = (self.said)(request, &origin) {
                return send(stream, status, "content-type: application/json\r\n", &body);
            }
            match request.path.as_str() {
                "/meta" => send_json(stream, &resource(&origin)),
                "/.well-known/oauth-authorization-server/tenant" => send_json(stream, &metadata(&origin)),
                "/token" => {
                    let n = n_tokens.fetch_add(1, Ordering::Relaxed) + 1;
                    n_uses.store(0, Ordering::Relaxed);
                    send_json(stream, &token(&format!("access-token-{n}"), self.lasts));
                }
                "/mcp" => {
                    let valid = format!("Bearer access-token-{}", n_tokens.load(Ordering::Relaxed));
                    let is_valid = request.header("authorization") == Some(&valid);
                    if is_valid && n_uses.fetch_add(1, Ordering::Relaxed) < self.n_uses {
                        return behave(request, stream);
                    }
                    let challenge = self.challenge.replace("ORIGIN", &origin);
                    send(
                        stream,
                        "401 Unauthorized",
                        &format!("www-authenticate: {challenge}\r\n"),
                        "{}",
                    );
                }
                _ => send(stream, "404 Not Found", "", ""),
            }
        })
    }
}

fn resource(origin: &str) -> String {
    let (resource, issuer) = (format!("{origin}/mcp"), format!("{origin}/tenant"));
    json!({ "resource": resource, "authorization_servers": [issuer], "scopes_supported": ["a", "b"] }).to_string()
}

fn metadata(origin: &str) -> String {
    json!({ "issuer": format!("{origin}/tenant"), "token_endpoint": format!("{origin}/token") }).to_string()
}

fn token(token: &str, lasts: u64) -> String {
    json!({ "access_token": token, "token_type": "Bearer", "expires_in": lasts }).to_string()
}

fn credentials() -> ClientCredentials {
    ClientCredentials {
        client_id: "ci".to_owned(),
        client_secret: CLIENT_SECRET.to_owned(),
        scope: None,
        issuer: None,
        token_url: None,
        client_auth: None,
    }
}

fn with(url: &str, credentials: ClientCredentials) -> Options {
    let mut options = at(url);
    options.secrets = vec![secret("CLIENT_SECRET", CLIENT_SECRET)];
    if let LiveTarget::Http { credentials: slot, .. } = &mut options.target {
        *slot = Some(credentials);
    }
    options
}

fn asking(methods: &[&str]) -> Vec<Step> {
    let mut steps = handshake();
    steps.extend(methods.iter().map(|method| ask(method)));
    steps.push(Step::Close);
    steps
}

fn paths(seen: &Seen) -> Vec<String> {
    let seen = seen.lock().unwrap();
    seen.iter()
        .map(|request| format!("{} {}", request.method, request.path))
        .collect()
}

fn notes(run: &Run, url: &str) -> Vec<String> {
    let mut notes = Vec::new();
    for event in run.events() {
        if let EventKind::Note { text } = event {
            notes.push(text.replace(url.trim_end_matches("/mcp"), "ORIGIN"));
        }
    }
    notes
}

/// Why the capture is not complete, the origin of the server left out.
fn reason(run: &Run, url: &str) -> String {
    run.reason().replace(url.trim_end_matches("/mcp"), "ORIGIN")
}

fn a_token_is_got_and_sent() {
    let (url, seen) = Issuer::default().serve();
    let run = run(&with(&url, credentials()), asking(&["ping"]));
    assert!(run.captured.complete, "{:?}", run.captured.reason);
    let expected = [
        "POST /mcp",
        "GET /meta",
        "GET /.well-known/oauth-authorization-server/tenant",
        "POST /token",
        "POST /mcp",
    ];
    assert_eq!(paths(&seen)[..5], expected);
    let seen = seen.lock().unwrap();
    let form = format!(
        "grant_type=client_credentials&resource={}%2Fmcp&scope=tools%3Aread",
        url.trim_end_matches("/mcp").replace(':', "%3A").replace('/', "%2F")
    );
    assert_eq!(seen[3].text, form);
    // base64 of ci:s3cr3t-of-the-client
    assert_eq!(
        seen[3].header("authorization"),
        Some("Basic Y2k6czNjcjN0LW9mLXRoZS1jbGllbnQ=")
    );
    for request in &seen[..3] {
        assert_eq!(request.header("authorization"), None, "{}", request.path);
    }
    for request in &seen[4..] {
        assert_eq!(
            request.header("authorization"),
            Some("Bearer access-token-1"),
            "{}",
            request.path
        );
    }
}

fn nothing_of_it_is_recorded() {
    let (url, _) = Issuer {
        // It repeats the token in an answer.
        said: |request, _| {
            let token = request.header("authorization").unwrap_or_default().to_owned();
            let body = request.result(&json!({ "you": token }));
            (request.rpc() == "whoami").then_some(("200 OK", body))
        },
        ..Issuer::default()
    }
    .serve();
    let run = run(&with(&url, credentials()), asking(&["whoami"]));
    let expected = ["a token was obtained from ORIGIN/token with the client credentials of the configuration"];
    assert_eq!(notes(&run, &url), expected);
    assert_eq!(
        serde_json::from_str::<Value>(run.answer(3)).unwrap()["result"]["you"],
        "Bearer [redacted:oauth-access-token]"
    );
    let all = format!("{:?}", run.snapshot);
    for hidden in [
        "access-token-1",
        CLIENT_SECRET,
        "Y2k6czNj",
        "expires_in",
        "token_endpoint",
    ] {
        assert!(!all.contains(hidden), "{hidden}");
    }
}

fn well_known_urls_are_tried() {
    let (url, seen) = Issuer {
        challenge: "Bearer",
        said: |request, origin| match request.path.as_str() {
            // A page for everything that is not there.
            "/.well-known/oauth-protected-resource/mcp" => Some(("200 OK", "<html>".to_owned())),
            "/.well-known/oauth-protected-resource" => Some(("200 OK", resource(origin))),
            "/.well-known/oauth-authorization-server/tenant" => Some(("404 Not Found", String::new())),
            "/tenant/.well-known/openid-configuration" => {
                let mut found: Value = serde_json::from_str(&metadata(origin)).unwrap();
                found["token_endpoint_auth_methods_supported"] = json!(["client_secret_post"]);
                Some(("200 OK", found.to_string()))
            }
            _ => None,
        },
        ..Issuer::default()
    }
    .serve();
    let run = run(&with(&url, credentials()), asking(&["ping"]));
    assert!(run.captured.complete, "{:?}", run.captured.reason);
    let expected = [
        "POST /mcp",
        "GET /.well-known/oauth-protected-resource/mcp",
        "GET /.well-known/oauth-protected-resource",
        "GET /.well-known/oauth-authorization-server/tenant",
        "GET /.well-known/openid-configuration/tenant",
        "GET /tenant/.well-known/openid-configuration",
        "POST /token",
    ];
    assert_eq!(paths(&seen)[..7], expected);
    let form = seen.lock().unwrap()[6].text.clone();
    assert!(
        form.ends_with("&scope=a+b&client_id=ci&client_secret=s3cr3t-of-the-client"),
        "{form}"
    );
}

fn a_named_endpoint_is_all_it_takes() {
    let (url, seen) = Issuer::default().serve();
    let credentials = ClientCredentials {
        token_url: Some(url.replace("/mcp", "/token")),
        client_auth: Some(ClientAuth::Post),
        scope: Some("own".to_owned()),
        ..credentials()
    };
    let run = run(&with(&url, credentials), asking(&[]));
    assert!(run.captured.complete, "{:?}", run.captured.reason);
    assert_eq!(paths(&seen)[..2], ["POST /token", "POST /mcp"]);
    let form = seen.lock().unwrap()[0].text.clone();
    assert!(
        form.ends_with("%2Fmcp&scope=own&client_id=ci&client_secret=s3cr3t-of-the-client"),
        "{form}"
    );
}

fn an_expired_token_is_renewed_once() {
    // Each is good for initialize, initialized, its stream, and two more.
    let (url, seen) = Issuer {
        n_uses: 5,
        ..Issuer::default()
    }
    .serve();
    let run = run(&with(&url, credentials()), asking(&["ping"; 6]));
    assert!(run.captured.complete, "{:?}", run.captured.reason);
    assert!(
        run.ended[3..9]
            .iter()
            .all(|(outcome, _)| matches!(outcome, Outcome::Answered { .. })),
        "{:?}",
        run.ended
    );
    assert_eq!(paths(&seen).iter().filter(|path| *path == "POST /token").count(), 2);
    let obtained = "a token was obtained from ORIGIN/token with the client credentials of the configuration";
    let expired = "the server takes the token no more (HTTP 401); a new one is asked for, once";
    assert_eq!(notes(&run, &url), [obtained, expired, obtained]);
    assert!(!format!("{:?}", run.snapshot).contains("access-token-2"));
}

fn no_connection_begins_with_an_old_token() {
    for (lasts, n_expected) in [(300, 1), (30, 2)] {
        let (url, seen) = Issuer {
            lasts,
            ..Issuer::default()
        }
        .serve();
        let steps = [asking(&[]), asking(&["ping"])].concat();
        let run = run(&with(&url, credentials()), steps);
        assert!(run.captured.complete, "{:?}", run.captured.reason);
        let n_tokens = paths(&seen).iter().filter(|path| *path == "POST /token").count();
        assert_eq!(n_tokens, n_expected, "{lasts} s");
    }
}

fn a_token_that_is_never_taken_is_not_renewed() {
    let (url, seen) = Issuer {
        n_uses: 0,
        ..Issuer::default()
    }
    .serve();
    let run = run(&with(&url, credentials()), asking(&["ping"]));
    assert_eq!(paths(&seen).iter().filter(|path| *path == "POST /token").count(), 1);
    assert_eq!(
        reason(&run, &url),
        "ORIGIN/mcp refuses the token that was got for it (HTTP 401) (Bearer resource_metadata=\"ORIGIN/meta\", scope=\"tools:read\"): check scope and issuer of server.auth.client_credentials, and whether the server takes tokens of that issuer"
    );
}

fn a_renewal_that_fails_is_told() {
    let n_tokens = Arc::new(Mutex::new(0));
    let (url, _) = serve(move |request, stream| {
        let origin = format!("http://{}", request.header("host").unwrap());
        let mut n_tokens = n_tokens.lock().unwrap();
        match (request.path.as_str(), request.rpc()) {
            ("/token", _) => {
                *n_tokens += 1;
                match *n_tokens {
                    1 => send_json(stream, &token("access-token-1", 300)),
                    _ => send(
                        stream,
                        "401 Unauthorized",
                        "",
                        r#"{"error":"invalid_client","error_description":"gone"}"#,
                    ),
                }
            }
            (_, "late") => send(stream, "401 Unauthorized", &format!("x-origin: {origin}\r\n"), ""),
            _ => behave(request, stream),
        }
    });
    let credentials = ClientCredentials {
        token_url: Some(url.replace("/mcp", "/token")),
        ..credentials()
    };
    let run = run(&with(&url, credentials), asking(&["ping", "late"]));
    let expected = "no token for ORIGIN/mcp: the token endpoint ORIGIN/token said invalid_client: check client_id and client_secret of server.auth.client_credentials, and whether it wants them otherwise (client_auth)";
    assert_eq!(reason(&run, &url), expected);
    assert_eq!(notes(&run, &url)[2], expected);
}

fn credentials_stay_with_their_authorization_server() {
    let (elsewhere, asked) = serve(|request, stream| {
        let origin = format!("http://{}", request.header("host").unwrap());
        match request.path.as_str() {
            "/token" => send_json(stream, &token("access-token-0", 300)),
            _ => send_json(stream, &metadata(&origin)),
        }
    });
    let issuer = elsewhere.replace("/mcp", "/tenant");
    let named = issuer.clone();
    let (url, seen) = serve(move |request, stream| {
        let origin = format!("http://{}", request.header("host").unwrap());
        let resource = json!({ "resource": format!("{origin}/mcp"), "authorization_servers": [named] });
        match (request.method.as_str(), request.header("authorization")) {
            ("GET", None) => send_json(stream, &resource.to_string()),
            ("POST", None) => send(stream, "401 Unauthorized", "www-authenticate: Bearer\r\n", ""),
            _ => behave(request, stream),
        }
    });
    // The server alone names it.
    let unnamed = run(&with(&url, credentials()), asking(&[]));
    assert_eq!(
        reason(&unnamed, &url),
        format!(
            "no token for ORIGIN/mcp: ORIGIN/.well-known/oauth-protected-resource/mcp names the authorization server {issuer}, which is of another origin: if the credentials are of that one, say so with server.auth.client_credentials.issuer: {issuer}"
        )
    );
    assert!(asked.lock().unwrap().is_empty());
    // It is named in the configuration, a slash apart.
    let credentials_of = |issuer: &str| ClientCredentials {
        issuer: Some(issuer.to_owned()),
        ..credentials()
    };
    let other = run(&with(&url, credentials_of(&url.replace("/mcp", "/other"))), asking(&[]));
    assert_eq!(
        reason(&other, &url),
        format!(
            "no token for ORIGIN/mcp: ORIGIN/.well-known/oauth-protected-resource/mcp names {issuer} as its authorization server, and not ORIGIN/other, which the credentials are of: check server.auth.client_credentials.issuer"
        )
    );
    assert!(asked.lock().unwrap().is_empty());
    let mut options = with(&url, credentials_of(&format!("{issuer}/")));
    if let LiveTarget::Http { headers, .. } = &mut options.target {
        headers.insert("X-Gate".to_owned(), "open".to_owned());
        headers.insert("Accept".to_owned(), "image/png".to_owned());
    }
    let right = run(&options, asking(&[]));
    assert!(right.captured.complete, "{:?}", right.captured.reason);
    // Headers of the server go to the server alone, and take no other's place on the way to a token.
    let asked = asked.lock().unwrap();
    assert_eq!(asked.len(), 2);
    assert!(asked.iter().all(|request| request.header("x-gate").is_none()));
    let seen = seen.lock().unwrap();
    let mut for_metadata = seen
        .iter()
        .filter(|request| request.method == "GET" && request.header("authorization").is_none());
    let last = for_metadata.next_back().unwrap();
    assert_eq!(
        (last.header("x-gate"), last.header("accept")),
        (Some("open"), Some("application/json"))
    );
}

fn each_failure_names_its_step() {
    let table: [(Said, &str); 10] = [
        (
            |request, _| (request.path == "/meta").then_some(("404 Not Found", String::new())),
            "it does not say which authorization server is its own (HTTP 404 at ORIGIN/meta): name yours under server.auth.client_credentials.issuer, or its token endpoint under server.auth.client_credentials.token_url",
        ),
        (
            |request, _| (request.path == "/meta").then_some(("200 OK", resource("https://a.example"))),
            "the metadata at ORIGIN/meta are about the resource \"https://a.example/mcp\", which it is not: they may not be used; name the token endpoint under server.auth.client_credentials.token_url",
        ),
        (
            |request, _| {
                request
                    .path
                    .starts_with("/.well-known")
                    .then_some(("302 Found", String::new()))
            },
            "the authorization server ORIGIN/tenant has no metadata (HTTP 302 at ORIGIN/.well-known/oauth-authorization-server/tenant, HTTP 302 at ORIGIN/.well-known/openid-configuration/tenant, HTTP 404 at ORIGIN/tenant/.well-known/openid-configuration): check it, or name the token endpoint under server.auth.client_credentials.token_url",
        ),
        (
            |request, _| {
                let foreign = metadata("https://a.example");
                (request.path.starts_with("/.well-known")).then_some(("200 OK", foreign))
            },
            "the metadata at ORIGIN/.well-known/oauth-authorization-server/tenant are of the issuer \"https://a.example/tenant\", and not of \"ORIGIN/tenant\": they may not be used",
        ),
        (
            |request, origin| {
                let plain = metadata(origin).replace(&format!("{origin}/token"), "http://a.example/token");
                (request.path.starts_with("/.well-known")).then_some(("200 OK", plain))
            },
            "http://a.example/token is not reached by https: tokens and credentials go over TLS only, but for a server on this machine",
        ),
        (
            |request, _| {
                let refused = json!({ "error": "invalid_scope", "error_description": CLIENT_SECRET });
                (request.path == "/token").then_some(("400 Bad Request", refused.to_string()))
            },
            "the token endpoint ORIGIN/token said invalid_scope: name scopes that the client may have under server.auth.client_credentials.scope",
        ),
        (
            |request, _| (request.path == "/token").then_some(("307 Temporary Redirect", String::new())),
            "the token endpoint ORIGIN/token answered with a redirect (HTTP 307), which is not followed: give the final URL under server.auth.client_credentials.token_url",
        ),
        (
            |request, _| (request.path == "/token").then_some(("503 Service Unavailable", "<html>".to_owned())),
            "the token endpoint ORIGIN/token answered HTTP 503 without saying why: check it and the credentials, or try again later",
        ),
        (
            |request, _| (request.path == "/token").then_some(("200 OK", "x".repeat(70_000))),
            "ORIGIN/token answered more than 65536 bytes",
        ),
        (
            |request, _| (request.path == "/token").then_some(("200 OK", token("a\nb", 300))),
            "the token endpoint ORIGIN/token gave a token that no header can hold: it is empty, longer than 16384 bytes, or not visible ASCII",
        ),
    ];
    for (said, expected) in table {
        let (url, seen) = Issuer {
            said,
            ..Issuer::default()
        }
        .serve();
        let run = run(&with(&url, credentials()), asking(&[]));
        assert_eq!(reason(&run, &url), format!("no token for ORIGIN/mcp: {expected}"));
        assert!(matches!(run.ended[0].0, Outcome::Failed { .. }));
        // Nothing but the question for the challenge reached the server.
        assert_eq!(paths(&seen).iter().filter(|path| *path == "POST /mcp").count(), 1);
        assert!(!format!("{:?}", run.snapshot).contains(CLIENT_SECRET));
    }
}

fn silence_ends_at_its_deadline() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let token_url = format!("http://{}/token", listener.local_addr().unwrap());
    let held: Arc<Mutex<Vec<TcpStream>>> = Arc::default();
    std::thread::spawn(move || held.lock().unwrap().extend(listener.incoming().flatten()));
    let mut options = with(
        "http://127.0.0.1:1/mcp",
        ClientCredentials {
            token_url: Some(token_url.clone()),
            ..credentials()
        },
    );
    options.timeouts.connect_ms = 50;
    let run = run(&options, asking(&[]));
    assert_eq!(
        run.reason(),
        format!("no token for http://127.0.0.1:1/mcp: {token_url} did not answer within 50 ms (timeouts.connect_ms)")
    );
}

fn only_tls_is_spoken() {
    for (url, token_url, told) in [
        (
            "http://a.example/mcp",
            "https://a.example/token",
            "http://a.example/mcp",
        ),
        (
            "https://a.example/mcp",
            "http://a.example/token",
            "http://a.example/token",
        ),
        // What a server of elsewhere names is not this machine.
        (
            "https://a.example/mcp",
            "http://127.0.0.1:1/token",
            "http://127.0.0.1:1/token",
        ),
    ] {
        let credentials = ClientCredentials {
            token_url: Some(token_url.to_owned()),
            ..credentials()
        };
        let run = run(&with(url, credentials), asking(&[]));
        let expected = format!(
            "no token for {url}: {told} is not reached by https: tokens and credentials go over TLS only, but for a server on this machine"
        );
        assert_eq!(run.reason(), expected);
    }
}
