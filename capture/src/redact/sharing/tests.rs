//! Snapshots made fit for others: what goes, what stays, and when there is none.

use base64::engine::general_purpose::STANDARD;
use mcpward_schemas::snapshot::{
    ClientInfo, Cut, Dir, Environment, FORMAT, Frame, Header, Http, Record, Settings, Target, Timeouts, Writer,
};

use super::*;

const TOKEN: &str = "ghp_0123456789abcdefghijABCDEFGHIJ012345";

fn header() -> Header {
    Header {
        version: FORMAT,
        mcpward: "0.1.0".to_owned(),
        started_at: "2026-01-02T03:04:05.006Z".to_owned(),
        target: Target::Stdio {
            command: "/home/ada/bin/server".to_owned(),
            args: vec![
                "--root=/home/ada/notes".to_owned(),
                "[redacted:github-token#7]".to_owned(),
            ],
            env: vec![],
            package: None,
        },
        settings: Settings {
            protocol: "auto".to_owned(),
            client: ClientInfo {
                name: "mcpward".to_owned(),
                version: "0.1.0".to_owned(),
            },
            capabilities: serde_json::json!({}),
            timeouts: Timeouts {
                connect_ms: 1,
                call_ms: 2,
                run_ms: 3,
            },
            limits: BTreeMap::new(),
        },
        environment: Environment {
            os: "linux".to_owned(),
            arch: "x86_64".to_owned(),
            ci: false,
        },
    }
}

/// A snapshot of these frames.
fn snapshot(frames: Vec<Frame>) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), &header()).unwrap();
    for frame in frames {
        writer.frame(frame).unwrap();
    }
    writer.finish(true, None).unwrap().out
}

fn frame(seq: u64, bytes: &[u8]) -> Frame {
    Frame::new(seq, 0, seq, Dir::In, bytes.to_vec())
}

fn frames(file: &[u8]) -> (Header, Vec<Frame>) {
    let snapshot = read(file, &ReadLimits::default()).unwrap().whole().unwrap();
    let frames = snapshot.records.into_iter().filter_map(|record| match record {
        Record::Frame(frame) => Some(frame),
        _ => None,
    });
    (snapshot.header, frames.collect())
}

fn kinds(redacted: &Redacted) -> Vec<(&str, u64, u64)> {
    let kinds = redacted.masked.iter();
    kinds
        .map(|(kind, masked)| (kind.as_str(), masked.n_values, masked.n_places))
        .collect()
}

#[test]
fn personal_things_go_and_equal_ones_keep_equal_marks() {
    let file = snapshot(vec![
        frame(
            1,
            br#"{"t":"ada@acme.io, eve@acme.io","p":"/home/ada/x","n":12345678901234567890,"d":1,"d":2}"#,
        ),
        frame(2, br#"{"t":"{\"m\":\"ada\\u0040acme.io\",\"password\":\"hunter2x\"}"}"#),
        frame(3, b"\xFF ada@acme.io"),
        frame(4, format!("starting with TOKEN=a1b2c3d4 and {TOKEN}").as_bytes()),
    ]);
    let redacted = redact(&file, &Sharing::default()).unwrap();
    let (header, frames) = frames(&redacted.bytes);
    let texts: Vec<_> = frames
        .iter()
        .map(|frame| String::from_utf8_lossy(&frame.bytes().unwrap()).into_owned())
        .collect();
    assert_eq!(
        texts,
        [
            r#"{"t":"[redacted:email#1], [redacted:email#2]","p":"/home/[redacted:user#1]/x","n":12345678901234567890,"d":1,"d":2}"#,
            r#"{"t":"{\"m\":\"[redacted:email#1]\",\"password\":\"[redacted:named-secret#1]\"}"}"#,
            "\u{fffd} [redacted:email#1]",
            "starting with TOKEN=[redacted:named-secret#2] and [redacted:github-token#8]",
        ]
    );
    assert_eq!(
        frames.iter().map(|frame| frame.redacted).collect::<Vec<_>>(),
        [3, 2, 1, 2]
    );
    let Target::Stdio { command, args, .. } = header.target else {
        panic!("stdio stays stdio")
    };
    assert_eq!(command, "/home/[redacted:user#1]/bin/server");
    assert_eq!(
        args,
        ["--root=/home/[redacted:user#1]/notes", "[redacted:github-token#7]"]
    );
    assert_eq!(
        kinds(&redacted),
        [
            ("email", 2, 4),
            ("github-token", 1, 1),
            ("named-secret", 2, 2),
            ("user", 1, 3)
        ]
    );
}

#[test]
fn hosts_go_where_that_is_asked_for() {
    let mut asked = frame(1, br#"{"url":"https://db.acme.io:5432/x"}"#);
    asked.http = Some(Http {
        url: Some("https://api.acme.io/mcp?key=1".to_owned()),
        headers: vec![
            ("host".to_owned(), "API.acme.io".to_owned()),
            ("authorization".to_owned(), "Basic YTpi".to_owned()),
        ],
        ..Http::default()
    });
    let file = snapshot(vec![asked, frame(2, b"connected to db.acme.io.")]);
    let masked = |hosts: bool| {
        let sharing = Sharing {
            hosts,
            ..Sharing::default()
        };
        let (_, frames) = frames(&redact(&file, &sharing).unwrap().bytes);
        let http = frames[0].http.clone().unwrap();
        let headers: Vec<_> = http.headers.into_iter().map(|(_, value)| value).collect();
        (
            http.url.unwrap(),
            headers.join(" "),
            frames[0].raw.clone().unwrap(),
            frames[1].raw.clone().unwrap(),
        )
    };
    let (url, headers, message, line) = masked(true);
    assert_eq!(message, r#"{"url":"https://[redacted:host#1]:5432/x"}"#);
    assert_eq!(line, "connected to [redacted:host#1].");
    assert_eq!(url, "https://[redacted:host#2]/mcp?key=[redacted:key]");
    assert_eq!(headers, "[redacted:host#2] Basic [redacted:authorization]");
    let (url, headers, message, line) = masked(false);
    assert_eq!(message, r#"{"url":"https://db.acme.io:5432/x"}"#);
    assert_eq!(line, "connected to db.acme.io.");
    assert_eq!(url, "https://api.acme.io/mcp?key=[redacted:key]");
    assert_eq!(headers, "API.acme.io Basic [redacted:authorization]");
}

#[test]
fn what_can_not_be_masked_without_guessing_closes_the_file() {
    let blob = STANDARD.encode(format!("machine x password {TOKEN}"));
    let file = snapshot(vec![
        frame(1, b"{}"),
        frame(2, format!(r#"{{"a":"b","blob":"{blob}"}}"#).as_bytes()),
    ]);
    let Err(SharingError::Remains(remains)) = redact(&file, &Sharing::default()) else {
        panic!("a file with a token in it is not given out");
    };
    let expected = Remains {
        line: 3,
        seq: Some(2),
        what: "github-token".to_owned(),
        how: "in base64",
    };
    assert_eq!(remains, [expected]);
    let blanked = redact(
        &file,
        &Sharing {
            blank: true,
            ..Sharing::default()
        },
    )
    .unwrap();
    assert_eq!(
        frames(&blanked.bytes).1[1].raw.as_deref(),
        Some(r#"{"a":"b","blob":"[redacted:blanked]"}"#)
    );
    assert_eq!(kinds(&blanked).last(), Some(&("user", 1, 2)));
    assert_eq!(kinds(&blanked).first(), Some(&("blanked", 1, 1)));
}

#[test]
fn further_secrets_are_masked_in_every_spelling() {
    let sharing = Sharing {
        secrets: vec![Secret {
            name: "KEY".to_owned(),
            value: "correct-horse".to_owned(),
        }],
        ..Sharing::default()
    };
    let mut cut = frame(2, b"{\"a\":\"b correct-ho");
    cut.cut = Some(Cut {
        bytes: 100,
        sha256: Some("00".to_owned()),
    });
    let text = format!("correct-horse {}", STANDARD.encode("xcorrect-horse"));
    let redacted = redact(&snapshot(vec![frame(1, text.as_bytes()), cut]), &sharing).unwrap();
    let (_, frames) = frames(&redacted.bytes);
    assert!(frames[0].raw.as_ref().unwrap().starts_with("[redacted:KEY] "));
    assert_eq!(frames[0].redacted, 2);
    assert_eq!(frames[1].raw.as_deref(), Some("{\"a\":\"b "));
    assert_eq!(frames[1].cut.as_ref().unwrap().sha256, None);
}

#[test]
fn a_file_that_is_not_whole_is_not_given_out() {
    let file = snapshot(vec![frame(1, b"{}")]);
    for broken in [&file[..file.len() - 9], &b"no snapshot"[..], b""] {
        assert!(matches!(
            redact(broken, &Sharing::default()),
            Err(SharingError::Snapshot(_))
        ));
    }
}

#[test]
fn masking_again_changes_nothing() {
    let file = snapshot(vec![frame(
        1,
        format!("ada@acme.io /home/ada {TOKEN} TOKEN=a1b2c3d4").as_bytes(),
    )]);
    let sharing = Sharing {
        hosts: true,
        ..Sharing::default()
    };
    let once = redact(&file, &sharing).unwrap();
    let again = redact(&once.bytes, &sharing).unwrap();
    assert_eq!(again.bytes, once.bytes);
    assert_eq!(again.masked, BTreeMap::new());
}
