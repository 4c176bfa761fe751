use mcpward_schemas::snapshot::{
    ClientInfo, ClosedBy, Dir, Environment, Event, EventKind, FORMAT, Footer, Frame, Header, Http, Record, Settings,
    Snapshot, Target, Timeouts,
};
use proptest::prelude::*;

use super::{Replay, Timing};

/// A snapshot of one connection; lines begin with `>` (client), `<` (server) or `!` (stderr), `.` is its end by the server.
fn snapshot(conns: &[&[&str]]) -> Snapshot {
    let mut records = Vec::new();
    for (conn, lines) in conns.iter().enumerate() {
        let conn = u32::try_from(conn).unwrap();
        for line in *lines {
            let dir = match &line[..1] {
                ">" => Dir::Out,
                "<" => Dir::In,
                "!" => Dir::Err,
                _ => {
                    for event in [
                        EventKind::Closed { by: ClosedBy::Server },
                        EventKind::Exited {
                            code: Some(3),
                            signal: None,
                        },
                    ] {
                        records.push(Record::Event(Event {
                            seq: 0,
                            conn,
                            at_us: 0,
                            event,
                        }));
                    }
                    continue;
                }
            };
            records.push(Record::Frame(Frame::new(
                0,
                conn,
                0,
                dir,
                line.as_bytes()[1..].to_vec(),
            )));
        }
    }
    whole(records)
}

/// A snapshot of these records.
fn whole(records: Vec<Record>) -> Snapshot {
    let footer = Footer {
        frames: 0,
        events: 0,
        bytes: 0,
        complete: true,
        reason: None,
        sha256: String::new(),
    };
    Snapshot {
        header: header(),
        records,
        footer,
    }
}

fn header() -> Header {
    Header {
        version: FORMAT,
        mcpward: "0".to_owned(),
        started_at: "2026-01-01T00:00:00.000Z".to_owned(),
        target: Target::Http {
            url: "http://localhost/".to_owned(),
            headers: Vec::new(),
        },
        settings: Settings {
            protocol: "auto".to_owned(),
            client: ClientInfo {
                name: "c".to_owned(),
                version: "0".to_owned(),
            },
            capabilities: serde_json::json!({}),
            timeouts: Timeouts {
                connect_ms: 1,
                call_ms: 1,
                run_ms: 1,
            },
            limits: std::collections::BTreeMap::new(),
        },
        environment: Environment {
            os: "linux".to_owned(),
            arch: "x86_64".to_owned(),
            ci: false,
        },
    }
}

/// Output, stderr and exit code for this input.
fn served(conns: &[&[&str]], input: &str) -> (String, String, i32) {
    played(&snapshot(conns), input)
}

fn played(snapshot: &Snapshot, input: &str) -> (String, String, i32) {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let replay = Replay::new(snapshot);
    let code = replay
        .serve(input.as_bytes(), &mut out, &mut err, Timing::AtOnce)
        .unwrap();
    (String::from_utf8(out).unwrap(), String::from_utf8(err).unwrap(), code)
}

const MAIN: &[&str] = &[
    "!banner",
    r#">{"id":1001,"method":"initialize","params":{"v":1}}"#,
    r#"<{"result":{"a":1},"id":1001}"#,
    r#">{"method":"notifications/initialized"}"#,
    r#"<{"id":7,"method":"ping"}"#,
    r#">{"id":7,"result":{}}"#,
    r#">{"id":1002,"method":"list"}"#,
    r#"<{"id":1002,"result":1}"#,
    r#">{"id":1003,"method":"list"}"#,
    r#"<{"id":"1003","result":2}"#,
    r#">{"id":1004,"method":"list","params":{"cursor":"x","n":1.0}}"#,
    r#"<{"id":1004,"result":3}"#,
    r#">{"id":1005,"method":"silent"}"#,
    r#">{"id":1006,"method":"ping"}"#,
    r#"<{"id":1006,"result":{}}"#,
];

#[test]
fn what_was_asked_is_answered_as_it_was() {
    let input = r#"{"id":1,"method":"initialize","params":{ "v":1 }}
{"method":"notifications/initialized"}
{"id":7,"result":{}}
{"id":"a","method":"list"}
{"id":3,"method":"list"}
{"id":4,"method":"list"}
{"id":5,"method":"list","params":{"n":1,"cursor":"x"}}
{"id":6,"method":"silent"}
{"id":8,"method":"ping"}
{"id":9,"method":"never"}
"#;
    let expected = r#"{"result":{"a":1},"id":1}
{"id":7,"method":"ping"}
{"id":"a","result":1}
{"id":"3","result":2}
{"id":"4","result":2}
{"id":5,"result":3}
{"id":8,"result":{}}
{"jsonrpc":"2.0","id":9,"error":{"code":-32601,"message":"Method not found"}}
"#;
    assert_eq!(served(&[MAIN], input), (expected.to_owned(), "banner\n".to_owned(), 0));
}

#[test]
fn the_first_message_chooses_the_connection() {
    let modern: &[&str] = &[
        r#">{"id":1001,"method":"server/discover"}"#,
        r#"<{"id":1001,"result":"modern"}"#,
    ];
    let other: &[&str] = &[
        r#">{"id":1001,"method":"initialize","params":{"v":2}}"#,
        r#"<{"id":1001,"result":"two"}"#,
    ];
    let conns = [MAIN, modern, other];
    assert_eq!(
        served(&conns, r#"{"id":1,"method":"server/discover"}"#).0,
        "{\"id\":1,\"result\":\"modern\"}\n"
    );
    assert_eq!(
        served(&conns, r#"{"id":1,"method":"initialize","params":{"v":2}}"#).0,
        "{\"id\":1,\"result\":\"two\"}\n"
    );
}

#[test]
fn a_server_that_ended_ends_again() {
    let conn: &[&str] = &[
        r#">{"id":1,"method":"a"}"#,
        r#"<{"id":1,"result":1}"#,
        r#">{"id":2,"method":"b"}"#,
        ".",
    ];
    let input = "{\"id\":1,\"method\":\"a\"}\n{\"id\":2,\"method\":\"b\"}\n{\"id\":3,\"method\":\"a\"}\n";
    assert_eq!(
        served(&[conn], input),
        ("{\"id\":1,\"result\":1}\n".to_owned(), String::new(), 3)
    );
}

/// A snapshot of one connection over HTTP: number of the exchange, what was sent or the status, and the text.
fn over_http(frames: &[(u32, Option<u16>, &str)]) -> Snapshot {
    let record = |&(exchange, status, text): &(u32, Option<u16>, &str)| {
        let dir = if status.is_none() { Dir::Out } else { Dir::In };
        let mut frame = Frame::new(0, 0, 0, dir, text.as_bytes().to_vec());
        frame.http = Some(Http {
            exchange,
            status,
            ..Http::default()
        });
        Record::Frame(frame)
    };
    whole(frames.iter().map(record).collect())
}

/// Pages went out as lines, and what HTTP refused was never answered.
#[test]
fn what_only_http_says_is_no_line() {
    let recorded = over_http(&[
        (0, None, r#"{"id":1,"method":"server/discover"}"#),
        (0, Some(400), "Mcp-Session-Id is missing"),
        (1, None, r#"{"id":2,"method":"initialize"}"#),
        (1, Some(200), r#"{"id":2,"result":1}"#),
        (2, None, r#"{"method":"notifications/initialized"}"#),
        (2, Some(404), "what is that?"),
    ]);
    let input = r#"{"id":7,"method":"server/discover"}
{"id":8,"method":"initialize"}
{"method":"notifications/initialized"}
"#;
    let expected = r#"{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"HTTP 400"}}
{"id":8,"result":1}
"#;
    assert_eq!(played(&recorded, input).0, expected);
}

/// Over HTTP a barrier is left alone once the probe before it has its answer. A replay took that for silence.
#[test]
fn what_the_recorder_did_not_wait_for_is_no_silence() {
    let recorded = over_http(&[
        (0, None, r#"{"id":1,"method":"ping"}"#),
        (0, Some(200), r#"{"id":1,"result":{}}"#),
        (1, None, r#"{"id":2,"method":"ping"}"#),
        (2, None, r#"{"id":3,"method":"probe"}"#),
    ]);
    let input = "{\"id\":4,\"method\":\"ping\"}\n{\"id\":5,\"method\":\"probe\"}\n{\"id\":6,\"method\":\"ping\"}\n";
    assert_eq!(
        played(&recorded, input).0,
        "{\"id\":4,\"result\":{}}\n{\"id\":6,\"result\":{}}\n"
    );
}

/// The refusal of a GET, which has a body in the TypeScript SDK, was taken for a word about the message before it.
#[test]
fn the_refusal_of_a_stream_is_said_to_no_message() {
    let recorded = over_http(&[
        (0, None, r#"{"id":1,"method":"ping"}"#),
        (1, None, ""),
        (
            1,
            Some(405),
            r#"{"error":{"code":-32000,"message":"Method not allowed."},"id":null}"#,
        ),
        (0, Some(200), r#"{"id":1,"result":{}}"#),
    ]);
    let input = "{\"id\":4,\"method\":\"ping\"}\n";
    assert_eq!(played(&recorded, input).0, "{\"id\":4,\"result\":{}}\n");
}

/// The last response counts of what was sent again.
#[test]
fn a_refusal_that_was_overcome_is_not_played() {
    let recorded = over_http(&[
        (0, None, r#"{"id":1,"method":"ping"}"#),
        (0, Some(429), "later"),
        (0, None, r#"{"id":1,"method":"ping"}"#),
        (0, Some(200), r#"{"id":1,"result":{}}"#),
    ]);
    let input = "{\"id\":4,\"method\":\"ping\"}\n";
    assert_eq!(played(&recorded, input).0, "{\"id\":4,\"result\":{}}\n");
}

/// What names a subscription follows the request that opened it, and names that of this client.
#[test]
fn a_subscription_has_the_id_of_its_request() {
    let conn: &[&str] = &[
        r#">{"id":1,"method":"subscriptions/listen"}"#,
        r#">{"id":2,"method":"server/discover"}"#,
        r#"<{"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":1}}}"#,
        r#"<{"id":2,"result":{}}"#,
    ];
    let input = "{\"id\":\"a\",\"method\":\"subscriptions/listen\"}\n";
    assert_eq!(
        served(&[conn], input).0,
        "{\"method\":\"notifications/subscriptions/acknowledged\",\"params\":{\"_meta\":{\"io.modelcontextprotocol/subscriptionId\":\"a\"}}}\n"
    );
}

#[test]
fn an_answer_in_a_batch_has_the_id_of_its_request() {
    let conn: &[&str] = &[
        r#">{"id":1,"method":"ping"}"#,
        r#"<[{"method":"notifications/message"},{"id":1,"result":{}}]"#,
    ];
    assert_eq!(
        served(&[conn], "{\"id\":77,\"method\":\"ping\"}\n").0,
        "[{\"method\":\"notifications/message\"},{\"id\":77,\"result\":{}}]\n"
    );
}

/// What a client says of itself does not choose the answer.
#[test]
fn metadata_of_a_client_does_not_matter() {
    let conn: &[&str] = &[
        r#">{"id":1,"method":"list","params":{"cursor":"a","_meta":{"client":"one"}}}"#,
        r#"<{"id":1,"result":"a"}"#,
        r#">{"id":2,"method":"list","params":{"cursor":"b","_meta":{"client":"one"}}}"#,
        r#"<{"id":2,"result":"b"}"#,
    ];
    let input = "{\"id\":3,\"method\":\"list\",\"params\":{\"_meta\":{\"client\":\"two\"},\"cursor\":\"b\"}}\n";
    assert_eq!(served(&[conn], input).0, "{\"id\":3,\"result\":\"b\"}\n");
}

/// One request, by method, parameters, and what the server says to it with `$` for its id.
fn exchange() -> impl Strategy<Value = (&'static str, &'static str, &'static [&'static str])> {
    const PARAMS: [&str; 4] = [
        "",
        r#","params":{}"#,
        r#","params":{"cursor":"a"}"#,
        r#","params":{"cursor":""}"#,
    ];
    const SAID: [&[&str]; 7] = [
        &[r#"{"id":$,"result":{"tools":[],"nextCursor":"a"}}"#],
        &[r#"{"jsonrpc":"2.0","result":{"prompts":[{"name":"a"}]},"id":$}"#],
        &[r#"{"id":$,"error":{"code":-32602,"message":"no"}}"#],
        &[
            r#"{"method":"notifications/message"}"#,
            r#"{"id":$,"result":{"a":{"id":5}}}"#,
        ],
        &[r#"{"id":9,"method":"roots/list"}"#, r#"{"id":$,"result":{}}"#],
        &[
            r#"{"id":$,"result":1}"#,
            r#"{"method":"notifications/tools/list_changed"}"#,
        ],
        &["[{\"id\":$,\"result\":2}]"],
    ];
    let method = prop::sample::select(&["tools/list", "prompts/list", "tools/call", "ping"][..]);
    (
        method,
        prop::sample::select(&PARAMS[..]),
        prop::sample::select(&SAID[..]),
    )
}

/// The lines of a conversation with ids from `first` on: those of the client, and those of the server.
fn conversation(turns: &[(&str, &str, &[&str])], first: usize) -> Vec<(Dir, usize, String)> {
    let mut lines = Vec::new();
    for (n, (method, params, said)) in turns.iter().enumerate() {
        let id = first + n;
        lines.push((Dir::Out, n, format!(r#"{{"id":{id},"method":"{method}"{params}}}"#)));
        lines.extend(said.iter().map(|line| (Dir::In, n, line.replace('$', &id.to_string()))));
    }
    lines
}

proptest! {
    /// Whoever asks a replay what was asked hears what was said, whichever transport it was recorded over.
    #[test]
    fn a_replay_says_what_was_said(turns in prop::collection::vec(exchange(), 1..12), is_http: bool) {
        let record = |(dir, n, line): (Dir, usize, String)| {
            let mut frame = Frame::new(0, 0, 0, dir, line.into_bytes());
            let exchange = u32::try_from(n).unwrap();
            frame.http = is_http.then(|| Http { exchange, ..Http::default() });
            Record::Frame(frame)
        };
        let recorded = whole(conversation(&turns, 1001).into_iter().map(record).collect());
        let again = conversation(&turns, 50);
        let of = |wanted: Dir| -> String {
            let lines = again.iter().filter(|(dir, ..)| *dir == wanted);
            lines.map(|(_, _, line)| format!("{line}\n")).collect()
        };
        prop_assert_eq!(played(&recorded, &of(Dir::Out)).0, of(Dir::In));
    }
}
