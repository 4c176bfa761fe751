//! The snapshot codec: what is written is read back, and no damaged, hostile or future file is taken for a good one.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::Write as _;

use mcpward_schemas::snapshot::{
    Call, ClientInfo, ClosedBy, Dir, Environment, Era, Event, EventKind, FORMAT, Frame, Header, Outcome, ReadLimits,
    Reading, Record, Settings, Snapshot, SnapshotError, Step, Target, Timeouts, Writer, good_part, read, rewrite,
};
use proptest::prelude::*;

fn header() -> Header {
    Header {
        version: FORMAT,
        mcpward: "0.0.0".to_owned(),
        started_at: "2026-01-02T03:04:05.006Z".to_owned(),
        target: Target::Stdio {
            command: "server".to_owned(),
            args: vec!["--x".to_owned()],
            env: vec![],
            package: None,
        },
        settings: Settings {
            protocol: "auto".to_owned(),
            client: ClientInfo {
                name: "mcpward".to_owned(),
                version: "0.0.0".to_owned(),
            },
            capabilities: serde_json::json!({}),
            timeouts: Timeouts {
                connect_ms: 1,
                call_ms: 2,
                run_ms: 3,
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

fn records() -> Vec<Record> {
    let event = |seq, event| {
        Record::Event(Event {
            seq,
            conn: 0,
            at_us: seq * 10,
            event,
        })
    };
    let request = Step::Request {
        probe: "ping".to_owned(),
        call: Call::new("ping"),
        id: mcpward_schemas::snapshot::RequestId::Integer,
        barrier: None,
    };
    vec![
        event(
            1,
            EventKind::StepStarted {
                step: Step::Open {
                    scenario: "main".to_owned(),
                    era: Era::Handshake {
                        version: "2025-11-25".to_owned(),
                    },
                    client: None,
                    other_account: false,
                },
            },
        ),
        event(2, EventKind::Spawned),
        event(3, EventKind::StepStarted { step: request }),
        Record::Frame(Frame::new(
            4,
            0,
            40,
            Dir::Out,
            br#"{"jsonrpc":"2.0","id":1001,"method":"ping"}"#.to_vec(),
        )),
        Record::Frame(Frame::new(5, 0, 50, Dir::In, b"\xff\xfe junk \x00".to_vec())),
        event(
            6,
            EventKind::StepEnded {
                probe: "ping".to_owned(),
                outcome: Outcome::Answered { frame: 5 },
            },
        ),
        event(
            7,
            EventKind::Exited {
                code: Some(0),
                signal: None,
            },
        ),
        event(8, EventKind::Closed { by: ClosedBy::Client }),
    ]
}

fn file(records: &[Record]) -> Vec<u8> {
    let mut writer = Writer::new(Vec::new(), &header()).unwrap();
    for record in records {
        match record.clone() {
            Record::Frame(frame) => writer.frame(frame).unwrap(),
            Record::Event(event) => writer.event(event).unwrap(),
            Record::Header(_) | Record::Footer(_) => unreachable!("the writer makes these"),
        }
    }
    writer.finish(true, None).unwrap().out
}

/// A file with these lines and no truth behind them.
fn file_of_lines(lines: &[&str]) -> Vec<u8> {
    zstd::encode_all(
        lines
            .iter()
            .map(|line| format!("{line}\n"))
            .collect::<String>()
            .as_bytes(),
        3,
    )
    .unwrap()
}

fn text_of(file: &[u8]) -> Vec<String> {
    String::from_utf8(zstd::decode_all(file).unwrap())
        .unwrap()
        .lines()
        .map(str::to_owned)
        .collect()
}

fn sha256(text: &str) -> String {
    use sha2::Digest as _;
    let digest = sha2::Sha256::digest(text.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn error_of(file: &[u8], limits: &ReadLimits) -> String {
    match read(file, limits) {
        Err(error) => error.to_string(),
        Ok(reading) => reading
            .error
            .map_or_else(|| "no error".to_owned(), |error| error.to_string()),
    }
}

#[test]
fn what_is_written_is_read_back() {
    let snapshot = read(&file(&records())[..], &ReadLimits::default())
        .unwrap()
        .whole()
        .unwrap();
    assert_eq!(snapshot.header, header());
    assert_eq!(snapshot.records, records());
    assert!(snapshot.footer.complete);
    assert_eq!((snapshot.footer.frames, snapshot.footer.events), (2, 6));
    let Record::Frame(junk) = &snapshot.records[4] else {
        panic!("the fifth record is a frame")
    };
    assert_eq!(junk.bytes().unwrap(), b"\xff\xfe junk \x00");
    assert_eq!(junk.text(), None);
}

#[test]
fn a_reason_says_why_a_capture_is_not_complete() {
    let writer = Writer::new(Vec::new(), &header()).unwrap();
    let file = writer.finish(false, Some("interrupted".to_owned())).unwrap().out;
    let footer = read(&file[..], &ReadLimits::default()).unwrap().whole().unwrap().footer;
    assert_eq!(
        (footer.complete, footer.reason.as_deref()),
        (false, Some("interrupted"))
    );
}

#[test]
fn each_line_is_json_that_other_programs_can_read() {
    for line in text_of(&file(&records())) {
        let value: serde_json::Value = serde_json::from_str(&line).unwrap();
        assert!(["header", "frame", "event", "footer"].contains(&value["type"].as_str().unwrap()));
    }
}

#[test]
fn flushed_lines_survive_a_crash() {
    let mut writer = Writer::new(Vec::new(), &header()).unwrap();
    for record in records() {
        if let Record::Event(event) = record {
            writer.event(event).unwrap();
        }
    }
    writer.flush().unwrap();
    let whole = writer.finish(true, None).unwrap().out;
    let reading = (0..whole.len())
        .rev()
        .map(|end| read(&whole[..end], &ReadLimits::default()))
        .find_map(|reading| reading.ok().filter(|reading| reading.footer.is_none()))
        .unwrap();
    assert_eq!(reading.records.len(), 6);
    assert!(matches!(reading.error, Some(SnapshotError::CutOff { .. })));
}

#[test]
fn a_file_cut_at_any_byte_is_never_whole() {
    let whole = file(&records());
    for end in 0..whole.len() {
        let taken = read(&whole[..end], &ReadLimits::default()).and_then(mcpward_schemas::snapshot::Reading::whole);
        assert!(taken.is_err(), "cut at byte {end} of {}", whole.len());
    }
}

#[test]
fn a_file_with_any_bit_flipped_is_never_taken_for_another() {
    let whole = file(&records());
    let truth = read(&whole[..], &ReadLimits::default()).unwrap().whole().unwrap();
    for at in 0..whole.len() {
        for bit in 0..8 {
            let mut bad = whole.clone();
            bad[at] ^= 1 << bit;
            let taken = read(&bad[..], &ReadLimits::default()).and_then(mcpward_schemas::snapshot::Reading::whole);
            // A bit that the container does not use may flip without consequence; the lines must be the same then.
            assert!(
                taken.is_err() || taken.is_ok_and(|taken| taken == truth),
                "bit {bit} of byte {at}"
            );
        }
    }
}

#[test]
fn a_good_part_is_a_snapshot_that_is_not_complete() {
    let lines = text_of(&file(&records()));
    let of = |lines: &[&str]| {
        let reading = read(&file_of_lines(lines)[..], &ReadLimits::default()).unwrap();
        good_part(reading).map(|file| read(&file[..], &ReadLimits::default()).unwrap().whole().unwrap())
    };
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    let damaged = of(&[&lines[..4], &["{"], &lines[5..]].concat()).unwrap();
    let cut = of(&lines[..4]).unwrap();
    for (good, reason) in [
        (damaged, "the snapshot was damaged from line 5 on"),
        (cut, "the snapshot was cut off after line 4"),
    ] {
        assert_eq!((good.header, good.records), (header(), records()[..3].to_vec()));
        assert_eq!(
            (good.footer.complete, good.footer.reason.as_deref()),
            (false, Some(reason))
        );
    }
    // Of what was altered nobody knows which part is good, and what is whole has no part.
    let altered = lines
        .iter()
        .map(|line| line.replace("ping", "pong"))
        .collect::<Vec<_>>();
    let altered: Vec<&str> = altered.iter().map(String::as_str).collect();
    assert!(matches!(of(&altered), Err(SnapshotError::Altered { .. })));
    assert!(of(&lines).is_err());
}

#[test]
fn an_edited_line_is_found() {
    let mut lines = text_of(&file(&records()));
    lines[4] = lines[4].replace("ping", "pong");
    let lines: Vec<&str> = lines.iter().map(String::as_str).collect();
    assert_eq!(
        error_of(&file_of_lines(&lines), &ReadLimits::default()),
        "the snapshot was altered: sha256 of its footer does not fit its lines"
    );
}

#[test]
fn a_removed_or_added_line_is_found() {
    let lines = text_of(&file(&records()));
    let without: Vec<&str> = lines
        .iter()
        .enumerate()
        .filter(|(idx, _)| *idx != 3)
        .map(|(_, line)| &**line)
        .collect();
    let mut with: Vec<&str> = lines.iter().map(|line| &**line).collect();
    assert!(error_of(&file_of_lines(&without), &ReadLimits::default()).contains("altered"));
    with.push(lines[1].as_str());
    assert_eq!(
        error_of(&file_of_lines(&with), &ReadLimits::default()),
        "line 11 of the snapshot is damaged: a line after the footer; the lines before it are good"
    );
}

#[test]
fn a_file_that_is_none_says_so() {
    let expected = "not an mcpward snapshot: ";
    for (what, bytes) in [
        ("empty", Vec::new()),
        ("text", b"{\"type\":\"header\"}\n".to_vec()),
        ("zip", b"PK\x03\x04rest".to_vec()),
        ("zstd of text", file_of_lines(&["hello"])),
        (
            "zstd of other JSON",
            file_of_lines(&["{\"type\":\"frame\",\"seq\":1,\"conn\":0,\"at_us\":0,\"dir\":\"in\"}"]),
        ),
    ] {
        let error = error_of(&bytes, &ReadLimits::default());
        assert!(error.starts_with(expected), "{what}: {error}");
        assert!(
            error.ends_with("; `mcpward capture -o FILE` makes one"),
            "{what}: {error}"
        );
    }
}

#[test]
fn a_newer_major_names_the_release_that_wrote_it() {
    let lines = text_of(&file(&records()));
    let newer = lines[0].replace(
        "\"version\":\"1.0\",\"mcpward\":\"0.0.0\"",
        "\"version\":\"2.0\",\"mcpward\":\"9.9.9\"",
    );
    assert_eq!(
        error_of(&file_of_lines(&[&newer]), &ReadLimits::default()),
        "snapshot format 2.0 is newer than this release reads (up to 1.x); it was written by mcpward 9.9.9: use that release or a newer one"
    );
}

#[test]
fn a_newer_minor_is_read_and_its_additions_are_passed_over() {
    let mut writer = Writer::new(Vec::new(), &header()).unwrap();
    writer
        .event(Event {
            seq: 1,
            conn: 0,
            at_us: 0,
            event: EventKind::Spawned,
        })
        .unwrap();
    let mut lines = text_of(&writer.finish(true, None).unwrap().out);
    lines[0] = lines[0].replace("\"version\":\"1.0\"", "\"version\":\"1.7\",\"mood\":\"good\"");
    lines[1] = lines[1].replace("{\"name\":\"spawned\"}", "{\"name\":\"teleported\",\"to\":\"mars\"}");
    let body: String = lines[..2].iter().map(|line| format!("{line}\n")).collect();
    let sha256 = sha256(&body);
    let footer = format!(
        "{{\"type\":\"footer\",\"frames\":0,\"events\":1,\"bytes\":{},\"complete\":true,\"sha256\":\"{sha256}\",\"new\":1}}",
        body.len()
    );
    let snapshot = read(
        &file_of_lines(&[&lines[0], &lines[1], &footer])[..],
        &ReadLimits::default(),
    )
    .unwrap()
    .whole()
    .unwrap();
    assert_eq!(snapshot.header.version.to_string(), "1.7");
    assert!(matches!(
        &snapshot.records[0],
        Record::Event(Event {
            event: EventKind::Unknown,
            ..
        })
    ));
}

#[test]
fn bounds_hold_against_a_decompression_bomb() {
    // 81,920 blocks that each say "128 KiB of zeros": 10 GiB of text in 320 KiB of file (RFC 8878, section 3.1.1.2).
    let mut bomb = vec![0x28, 0xb5, 0x2f, 0xfd, 0x00, 0x58];
    for _ in 0..81_920 {
        let block_header: u32 = (128 << 10) << 3 | 0b010;
        bomb.extend_from_slice(&block_header.to_le_bytes()[..3]);
        bomb.push(b'0');
    }
    let limits = ReadLimits {
        line_bytes_max: 1 << 20,
        ..ReadLimits::default()
    };
    assert_eq!(
        error_of(&bomb, &limits),
        "the snapshot passes the limit line_bytes_max of 1048576 after line 0"
    );
    let limits = ReadLimits {
        text_bytes_max: 1 << 20,
        ..ReadLimits::default()
    };
    assert_eq!(
        error_of(&bomb, &limits),
        "the snapshot passes the limit text_bytes_max of 1048576 after line 0"
    );
}

#[test]
fn bounds_hold_against_many_lines_and_wide_windows() {
    let limits = ReadLimits {
        records_max: 3,
        ..ReadLimits::default()
    };
    assert_eq!(
        error_of(&file(&records()), &limits),
        "the snapshot passes the limit records_max of 3 after line 5"
    );
    let mut encoder = zstd::Encoder::new(Vec::new(), 1).unwrap();
    encoder.window_log(27).unwrap();
    encoder.write_all(&vec![b'x'; 1 << 20]).unwrap();
    let wide = encoder.finish().unwrap();
    let limits = ReadLimits {
        window_log_max: 20,
        ..ReadLimits::default()
    };
    assert_eq!(
        error_of(&wide, &limits),
        "the snapshot passes the limit window_log_max of 20 after line 0"
    );
}

#[test]
fn what_a_writer_keeps_is_what_a_reader_reads() {
    let default = ReadLimits::default();
    let long = Record::Frame(Frame::new(9, 0, 90, Dir::In, vec![b'x'; 2000]));
    let header_bytes = text_of(&file(&[]))[0].len() as u64;
    let bounds = [
        default,
        ReadLimits {
            records_max: 1,
            ..default
        },
        ReadLimits {
            text_bytes_max: header_bytes + 2,
            ..default
        },
        ReadLimits {
            line_bytes_max: 1999,
            ..default
        },
    ];
    for limits in bounds {
        let mut writer = Writer::new(Vec::new(), &header()).unwrap();
        writer.keep(header(), limits);
        for record in records().into_iter().chain([long.clone()]) {
            match record {
                Record::Frame(frame) => writer.frame(frame).unwrap(),
                Record::Event(event) => writer.event(event).unwrap(),
                _ => {}
            }
        }
        let written = writer.finish(true, None).unwrap();
        let read = read(&written.out[..], &limits).and_then(Reading::whole);
        assert_eq!(read.is_err(), limits != default);
        let said = |snapshot: Result<Snapshot, SnapshotError>| snapshot.map_err(|error| error.to_string());
        assert_eq!(said(written.snapshot.unwrap()), said(read));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_bytes_of_a_frame_come_back(bytes in prop::collection::vec(any::<u8>(), 0..200), at_us in any::<u32>()) {
        let frame = Frame::new(1, 7, u64::from(at_us), Dir::Err, bytes.clone());
        let mut writer = Writer::new(Vec::new(), &header()).unwrap();
        writer.frame(frame.clone()).unwrap();
        let snapshot = read(&writer.finish(true, None).unwrap().out[..], &ReadLimits::default()).unwrap().whole().unwrap();
        prop_assert_eq!(&snapshot.records[..], &[Record::Frame(frame.clone())]);
        prop_assert_eq!(frame.bytes().unwrap(), bytes);
    }

    #[test]
    fn any_file_is_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        let plain = read(&bytes[..], &ReadLimits::default());
        let packed = read(&zstd::encode_all(&bytes[..], 1).unwrap()[..], &ReadLimits::default());
        prop_assert!(plain.is_err() && packed.is_err());
    }
}

#[test]
fn a_rewritten_file_keeps_what_a_newer_release_wrote() {
    let mut lines = text_of(&file(&records()));
    let footer = lines.pop().unwrap();
    let newer = |line: &String| line.replacen("{\"type\":", "{\"newer\":1,\"type\":", 1);
    let body: Vec<String> = lines.iter().map(newer).collect();
    let text: String = body.iter().map(|line| format!("{line}\n")).collect();
    let mut footer: serde_json::Value = serde_json::from_str(&newer(&footer)).unwrap();
    footer["bytes"] = text.len().into();
    footer["sha256"] = sha256(&text).into();
    let file_with = |footer: &str| file_of_lines(&body.iter().map(String::as_str).chain([footer]).collect::<Vec<_>>());

    let limits = ReadLimits::default();
    let file = file_with(&footer.to_string());
    let rewritten = rewrite(&file[..], Vec::new(), &limits, &mut |line| {
        if line.contains_key("raw") {
            line.insert("raw".to_owned(), "changed".into());
        }
    });
    let rewritten = rewritten.unwrap();
    let snapshot = read(&rewritten[..], &limits).unwrap().whole().unwrap();
    let frames = snapshot.records.iter().filter_map(|record| match record {
        Record::Frame(frame) => frame.raw.as_deref(),
        _ => None,
    });
    assert!(frames.into_iter().all(|raw| raw == "changed"));
    for line in text_of(&rewritten) {
        assert!(
            line.starts_with("{\"type\":\"") && line.contains("\"newer\":1"),
            "{line}"
        );
    }

    footer["sha256"] = "0".into();
    let altered = rewrite(&file_with(&footer.to_string())[..], Vec::new(), &limits, &mut |_| {});
    assert!(matches!(altered, Err(SnapshotError::Altered { what: "sha256" })));
    let cut_off = rewrite(&file[..file.len() - 20], Vec::new(), &limits, &mut |_| {});
    assert!(cut_off.is_err());
}
