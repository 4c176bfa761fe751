//! Over stdin and stdout.

use mcpward_capture::{LiveTarget, Signal, Stop};
use mcpward_schemas::snapshot::{Call, ClosedBy, Dir, EventKind, Outcome, RequestId, Step};
use serde_json::{Value, json};

use crate::Test;
use crate::plan::{
    Run, ask, ask_before_ping, ask_with, handshake, open, open_modern, options, run, run_until, secret, tell,
};

pub(crate) const TESTS: &[Test] = &[
    ("stdio::a_whole_run", a_whole_run),
    ("stdio::ids_are_spelled_as_asked", ids_are_spelled_as_asked),
    (
        "stdio::ids_of_another_type_still_answer",
        ids_of_another_type_still_answer,
    ),
    ("stdio::batches_are_unpacked", batches_are_unpacked),
    (
        "stdio::silence_is_decided_by_the_barrier",
        silence_is_decided_by_the_barrier,
    ),
    (
        "stdio::requests_of_the_server_are_answered",
        requests_of_the_server_are_answered,
    ),
    ("stdio::a_late_request_is_canceled", a_late_request_is_canceled),
    ("stdio::no_first_answer", no_first_answer),
    ("stdio::the_run_is_over_time", the_run_is_over_time),
    ("stdio::a_signal_ends_it", a_signal_ends_it),
    ("stdio::a_stubborn_server_is_killed", a_stubborn_server_is_killed),
    ("stdio::it_exits_before_it_answers", it_exits_before_it_answers),
    ("stdio::it_dies_in_the_middle", it_dies_in_the_middle),
    ("stdio::the_command_is_missing", the_command_is_missing),
    ("stdio::noise_is_kept_as_it_was", noise_is_kept_as_it_was),
    ("stdio::a_long_line_is_cut", a_long_line_is_cut),
    ("stdio::stderr_is_drained_and_bounded", stderr_is_drained_and_bounded),
    ("stdio::a_flood_ends_at_its_bound", a_flood_ends_at_its_bound),
    ("stdio::a_grandchild_does_not_hold_us", a_grandchild_does_not_hold_us),
    ("stdio::survivors_are_ended_and_told", survivors_are_ended_and_told),
    (
        "stdio::what_left_the_group_is_ended_too",
        what_left_the_group_is_ended_too,
    ),
    ("stdio::secrets_are_masked_and_sent", secrets_are_masked_and_sent),
    ("stdio::a_forged_mark_is_not_unmasked", a_forged_mark_is_not_unmasked),
    (
        "stdio::the_environment_is_an_allow_list",
        the_environment_is_an_allow_list,
    ),
    (
        "stdio::modern_requests_carry_their_meta",
        modern_requests_carry_their_meta,
    ),
    ("stdio::settling_waits_for_quiet", settling_waits_for_quiet),
    (
        "stdio::a_replay_is_recorded_as_the_original",
        a_replay_is_recorded_as_the_original,
    ),
];

fn json_of(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn a_whole_run() {
    let mut steps = handshake();
    steps.extend([ask("ping"), ask("nothing"), Step::Close]);
    let run = run(&options("good"), steps);
    assert!(run.captured.complete && run.interrupted().is_none());
    assert_eq!(
        run.texts(Dir::Out),
        [
            r#"{"jsonrpc":"2.0","id":1001,"method":"initialize","params":{"capabilities":{},"clientInfo":{"name":"mcpward","version":"0"},"protocolVersion":"2025-11-25"}}"#,
            r#"{"jsonrpc":"2.0","method":"notifications/initialized"}"#,
            r#"{"jsonrpc":"2.0","id":1002,"method":"ping"}"#,
            r#"{"jsonrpc":"2.0","id":1003,"method":"nothing"}"#,
        ]
    );
    assert_eq!(json_of(run.answer(1))["result"]["protocolVersion"], "2025-11-25");
    assert_eq!(json_of(run.answer(4))["error"]["code"], -32601);
    let events = run.events();
    assert_eq!(events.len(), 3);
    assert_eq!(events[0], EventKind::Spawned);
    assert!(events.contains(&EventKind::Closed { by: ClosedBy::Client }));
    assert!(events.contains(&EventKind::Exited {
        code: Some(0),
        signal: None
    }));
}

fn ids_are_spelled_as_asked() {
    let request = |id| Step::Request {
        probe: "p".to_owned(),
        call: Call::new("ping"),
        id,
        barrier: None,
    };
    let steps = vec![
        open(),
        request(RequestId::String),
        request(RequestId::Large),
        request(RequestId::Integer),
    ];
    let run = run(&options("good"), steps);
    let ids: Vec<Value> = (1..4).map(|step| json_of(run.answer(step))["id"].clone()).collect();
    assert_eq!(ids, [json!("id-1001"), json!(9_007_199_254_740_991_u64), json!(1002)]);
}

fn ids_of_another_type_still_answer() {
    let run = run(&options("loose"), vec![open(), ask("initialize")]);
    assert_eq!(json_of(run.answer(1))["id"], "1001");
}

fn batches_are_unpacked() {
    let run = run(&options("batch"), vec![open(), ask("initialize")]);
    assert_eq!(json_of(run.answer(1))[0]["id"], 1001);
}

fn silence_is_decided_by_the_barrier() {
    let mut steps = handshake();
    steps.extend([ask_before_ping("silence"), ask_before_ping("nothing"), ask("ping")]);
    let run = run(&options("good"), steps);
    assert_eq!(run.ended[3].0, Outcome::Silent);
    assert_eq!(json_of(run.answer(4))["error"]["code"], -32601);
    assert!(run.captured.complete);
    assert!(
        !run.events()
            .iter()
            .any(|kind| matches!(kind, EventKind::TimedOut { .. })),
        "no deadline was waited for"
    );
}

fn requests_of_the_server_are_answered() {
    let mut options = options("ask");
    options.capabilities = json!({ "roots": {}, "sampling": {} });
    options.answers.roots = vec!["file:///a".to_owned()];
    let mut steps = handshake();
    steps.push(ask("ping"));
    let run = run(&options, steps);
    assert_eq!(
        run.texts(Dir::Out)[3..],
        [
            r#"{"jsonrpc":"2.0","id":"s-1","result":{"roots":[{"uri":"file:///a"}]}}"#,
            r#"{"jsonrpc":"2.0","id":7,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":8,"error":{"code":-1,"message":"User rejected sampling request"}}"#,
        ]
    );
    assert_eq!(run.notifications, ["notifications/message"]);
}

fn a_late_request_is_canceled() {
    let mut options = options("late");
    options.timeouts.call_ms = 50;
    let mut steps = handshake();
    steps.extend([ask("silence"), ask("ping")]);
    let run = run(&options, steps);
    assert_eq!(run.ended[3].0, Outcome::TimedOut);
    assert!(run.events().contains(&EventKind::TimedOut {
        deadline: "call".to_owned(),
        after_ms: 50
    }));
    assert_eq!(
        run.texts(Dir::Out)[3],
        r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"no answer in time","requestId":1002}}"#
    );
    assert!(
        run.texts(Dir::In).iter().any(|text| text.contains("late")),
        "the late answer is kept"
    );
    assert_eq!(json_of(run.answer(4))["id"], 1003);
}

fn no_first_answer() {
    let mut options = options("silent");
    options.timeouts.connect_ms = 50;
    let run = run(&options, vec![open(), ask("initialize"), Step::Close]);
    assert_eq!(run.ended[1].0, Outcome::TimedOut);
    assert_eq!(run.texts(Dir::Out).len(), 1, "initialize is never canceled");
    assert_eq!(
        run.reason(),
        "no answer to initialize within 50 ms of the start (timeouts.connect_ms)"
    );
    assert!(run.ended_in_good_order());
}

fn the_run_is_over_time() {
    let mut options = options("deaf");
    options.timeouts.run_ms = 100;
    let run = run(&options, vec![open(), ask("initialize"), ask("ping")]);
    assert_eq!(run.reason(), "the capture took longer than 100 ms (timeouts.run_ms)");
    assert!(run.events().contains(&EventKind::TimedOut {
        deadline: "run".to_owned(),
        after_ms: 100
    }));
    assert!(run.events().contains(&EventKind::Exited {
        code: None,
        signal: Some(15)
    }));
}

fn a_signal_ends_it() {
    for (signal, code) in [(Signal::Interrupt, 130), (Signal::Terminate, 143)] {
        let stop = Stop::new();
        let run = run_until(&options("deaf"), vec![open(), ask("initialize")], &stop, |step| {
            if step == 1 {
                stop.trigger(signal);
            }
        });
        assert_eq!(run.interrupted().map(Signal::exit_code), Some(code));
        assert!(!run.captured.complete);
        assert!(run.events().contains(&EventKind::Exited {
            code: None,
            signal: Some(15)
        }));
    }
}

fn a_stubborn_server_is_killed() {
    let mut options = options("stubborn");
    options.limits.stdin_closed_ms = 50;
    options.limits.terminated_ms = 50;
    let mut steps = handshake();
    steps.push(Step::Close);
    let run = run(&options, steps);
    let killed = |how: &str| EventKind::Killed { how: how.to_owned() };
    let mut asked = run.events();
    asked.retain(|kind| matches!(kind, EventKind::Killed { .. }));
    assert_eq!(asked, [killed("terminate"), killed("kill")]);
    assert!(run.events().contains(&EventKind::Exited {
        code: None,
        signal: Some(9)
    }));
    assert!(
        run.captured.complete,
        "how a server ends is no reason to distrust what it said"
    );
}

fn it_exits_before_it_answers() {
    let variable = std::env::vars()
        .map(|(name, _)| name)
        .find(|name| name.starts_with("CARGO_PKG_NAME"));
    let variable = variable.expect("cargo sets it");
    let run = run(
        &options(&format!("exit:{variable}")),
        vec![open(), ask("initialize"), Step::Close],
    );
    assert_eq!(run.ended[1].0, Outcome::Closed);
    assert_eq!(
        run.reason(),
        format!(
            "the server exited with code 3 before it answered initialize; its last words on stderr: Error: {variable} is required; {variable} was withheld from it: set it under server.env, or name it in server.inherit_env"
        )
    );
    assert!(run.events().contains(&EventKind::Withheld {
        variables: vec![variable]
    }));
}

fn it_dies_in_the_middle() {
    let mut steps = handshake();
    steps.extend([ask("tools/list"), ask("ping"), Step::Close]);
    let run = run(&options("dies"), steps);
    assert_eq!(run.ended[3].0, Outcome::Closed);
    assert_eq!(
        run.reason(),
        "the server exited with code 7 during tools/list; its last words on stderr: fatal: out of memory"
    );
    let last = run.frames().into_iter().rfind(|frame| frame.dir == Dir::In).unwrap();
    assert!(last.unterminated && last.text() == Some("{\"jsonrpc\":\"2.0\",\"id\":10"));
    assert!(run.events().contains(&EventKind::Closed { by: ClosedBy::Server }));
}

fn the_command_is_missing() {
    let mut options = options("good");
    if let LiveTarget::Stdio { command, .. } = &mut options.target {
        *command = "mcpward-no-such-command".to_owned();
    }
    let run = run(&options, vec![open(), ask("initialize"), open(), Step::Close]);
    let reason = "command not found: mcpward-no-such-command is not on PATH; install it or give its path";
    assert_eq!(run.reason(), reason);
    assert_eq!(
        run.events(),
        vec![
            EventKind::StartFailed {
                reason: reason.to_owned()
            };
            2
        ]
    );
}

fn noise_is_kept_as_it_was() {
    let run = run(&options("noise"), handshake());
    let inward: Vec<_> = run.frames().into_iter().filter(|frame| frame.dir == Dir::In).collect();
    assert_eq!(inward[0].text(), Some("Server listening on stdio"));
    assert_eq!(inward[1].text(), Some("\u{feff}"));
    assert_eq!(inward[2].bytes().unwrap(), b"{\"x\":\"\xC3\x28\"}\r");
    assert!(inward[2].raw.is_none());
    assert_eq!(json_of(inward[3].text().unwrap())["id"], 1001);
    assert!(inward.last().unwrap().unterminated);
    assert!(run.captured.complete);
}

fn a_long_line_is_cut() {
    let mut options = options(&format!("long:{}", 40 << 20));
    options.limits.line_bytes_max = 4 << 20;
    let mut steps = handshake();
    steps.extend([ask("tools/list"), ask("ping")]);
    let run = run(&options, steps);
    assert!(matches!(run.ended[3].0, Outcome::Answered { .. }));
    let cut = run.frames().into_iter().find(|frame| frame.cut.is_some()).unwrap();
    assert_eq!(cut.cut.as_ref().unwrap().bytes, (40 << 20) + 23);
    assert!(run.events().contains(&EventKind::LimitReached {
        limit: "line_bytes_max".to_owned(),
        value: 4 << 20
    }));
    assert_eq!(cut.raw.as_ref().unwrap().len(), 64 << 10);
    assert_eq!(json_of(run.answer(4))["id"], 1003, "the next line is found");
}

fn stderr_is_drained_and_bounded() {
    let run = run(&options("stderr"), handshake());
    let n_bytes: usize = run.texts(Dir::Err).iter().map(|text| text.len() + 1).sum();
    assert!(((1 << 20) - 1024..=(1 << 20) + 1).contains(&n_bytes));
    assert!(run.events().contains(&EventKind::LimitReached {
        limit: "stderr_bytes_max".to_owned(),
        value: 1 << 20
    }));
    assert!(run.captured.complete);
}

fn a_flood_ends_at_its_bound() {
    let mut options = options("flood");
    options.limits.frames_max = 1_000;
    let mut steps = handshake();
    steps.push(ask("tools/list"));
    let run = run(&options, steps);
    assert_eq!(run.reason(), "the server sent more than the bound frames_max allows");
    assert_eq!(run.frames().len(), 1_000);
    assert!(run.events().contains(&EventKind::LimitReached {
        limit: "frames_max".to_owned(),
        value: 1_000
    }));
}

fn grandchild_of(run: &Run) -> String {
    run.texts(Dir::Err)
        .iter()
        .find_map(|line| line.strip_prefix("grandchild "))
        .unwrap()
        .to_owned()
}

fn is_running(pid: &str) -> bool {
    // A dead process may wait for somebody to ask for its status.
    std::fs::read_to_string(format!("/proc/{pid}/stat")).is_ok_and(|stat| !stat.contains(") Z "))
}

fn a_grandchild_does_not_hold_us() {
    let mut options = options("grandchild");
    options.limits.eof_ms = 50;
    options.limits.forced_ms = 50;
    let run = run(&options, handshake());
    assert!(run.events().contains(&EventKind::Survivors { n: 1 }));
    assert!(run.events().iter().any(|kind| matches!(kind, EventKind::Note { .. })));
    assert!(!is_running(&grandchild_of(&run)));
    assert!(run.captured.complete);
}

fn survivors_are_ended_and_told() {
    let mut options = options("detached");
    options.limits.forced_ms = 50;
    let run = run(&options, handshake());
    assert!(run.events().contains(&EventKind::Survivors { n: 1 }));
    assert!(!is_running(&grandchild_of(&run)));
}

fn what_left_the_group_is_ended_too() {
    let mut options = options("escapes");
    options.limits.forced_ms = 50;
    let run = run(&options, handshake());
    if cfg!(target_os = "linux") {
        assert!(run.events().contains(&EventKind::Survivors { n: 1 }));
        assert!(!is_running(&grandchild_of(&run)));
    }
}

fn secrets_are_masked_and_sent() {
    let mut options = options("good");
    options.secrets = vec![secret("API_KEY", "hunter2-hunter2")];
    let run = run(
        &options,
        vec![open(), ask_with("show", json!({ "key": "[redacted:API_KEY]" }))],
    );
    assert!(!run.captured.out.windows(9).any(|window| window == b"hunter2-h"));
    assert_eq!(json_of(run.answer(1))["result"]["params"]["key"], "[redacted:API_KEY]");
    let n_masked: Vec<u32> = run.frames().into_iter().map(|frame| frame.redacted).collect();
    assert_eq!(n_masked, [1, 1], "it was sent as a value and came back as one");
}

fn a_forged_mark_is_not_unmasked() {
    let mut options = options("forge");
    options.secrets = vec![secret("OTHER", "hunter2-hunter2")];
    let run = run(
        &options,
        vec![
            open(),
            ask("list"),
            ask_with("show", json!({ "cursor": "[redacted:OTHER]" })),
        ],
    );
    let n_masked: Vec<u32> = run.frames().into_iter().map(|frame| frame.redacted).collect();
    assert_eq!(n_masked, [0, 0, 0, 0], "the secret never left");
}

fn the_environment_is_an_allow_list() {
    let mut options = options("environment");
    if let LiveTarget::Stdio { env, .. } = &mut options.target {
        env.insert("SET_FOR_IT".to_owned(), "yes".to_owned());
    }
    let run = run(&options, vec![open(), ask("names")]);
    let answer = json_of(run.answer(1));
    let names: Vec<&str> = answer["result"]["names"]
        .as_array()
        .unwrap()
        .iter()
        .filter_map(Value::as_str)
        .collect();
    assert!(names.contains(&"PATH") && names.contains(&"NO_COLOR"));
    assert!(!names.contains(&"CARGO_PKG_NAME") && std::env::var("CARGO_PKG_NAME").is_ok());
    assert_eq!(answer["result"]["set"], "yes");
}

fn modern_requests_carry_their_meta() {
    let mut options = options("good");
    options.capabilities = json!({ "elicitation": {} });
    let call = ask_with("tools/call", json!({ "name": "x" }));
    let run = run(
        &options,
        vec![
            open_modern(),
            ask("server/discover"),
            ask_before_ping("subscriptions/listen"),
            call,
            tell("notifications/x"),
        ],
    );
    let meta = &json_of(run.answer(1))["result"]["params"]["_meta"];
    assert_eq!(
        *meta,
        json!({
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "mcpward", "version": "0" },
            "io.modelcontextprotocol/clientCapabilities": { "elicitation": {} },
        })
    );
    assert_eq!(run.ended[2].0, Outcome::Silent);
    assert!(
        run.texts(Dir::Out)[3].contains("notifications/cancelled"),
        "a subscription is ended by canceling it"
    );
    let answered = json_of(run.answer(3));
    assert_eq!(
        answered["result"]["params"]["inputResponses"],
        json!({ "a": { "action": "decline" } })
    );
    assert_eq!(answered["result"]["params"]["requestState"], "s1");
    assert_eq!(answered["result"]["params"]["name"], "x");
}

fn settling_waits_for_quiet() {
    let mut steps = handshake();
    steps.extend([
        Step::Settle {
            quiet_ms: 1,
            max_ms: 1_000,
        },
        Step::Settle {
            quiet_ms: 60_000,
            max_ms: 1,
        },
        ask("ping"),
    ]);
    let run = run(&options("ask"), steps);
    assert_eq!(run.ended[3].0, Outcome::Done);
    assert!(matches!(run.ended[5].0, Outcome::Answered { .. }));
}

fn a_replay_is_recorded_as_the_original() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("a.mcpsnap");
    for behavior in ["good", "ask", "noise", "dies", "batch", "loose"] {
        let plan = || {
            let mut steps = handshake();
            steps.extend([
                ask_before_ping("silence"),
                ask("nothing"),
                ask("tools/list"),
                Step::Close,
            ]);
            steps.extend([open_modern(), ask("server/discover"), Step::Close]);
            steps
        };
        let original = run(&options(behavior), plan());
        std::fs::write(&path, &original.captured.out).unwrap();
        let again = run(&options(&format!("replay:{}", path.display())), plan());
        for dir in [Dir::Out, Dir::In, Dir::Err] {
            // What the server asks and what it is asked cross each other.
            let sorted = |run: &Run| {
                let mut texts: Vec<String> = run.texts(dir).into_iter().map(str::to_owned).collect();
                texts.sort();
                texts
            };
            assert_eq!(sorted(&again), sorted(&original), "{behavior}");
        }
        assert_eq!(again.captured.reason, original.captured.reason, "{behavior}");
    }
}
