use mcpward_schemas::snapshot::{
    ClientInfo, ClosedBy, Dir, Environment, Event, EventKind, FORMAT, Footer, Frame, Header, Record, Settings,
    Snapshot, Target, Timeouts,
};

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
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let replay = Replay::new(&snapshot(conns));
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
