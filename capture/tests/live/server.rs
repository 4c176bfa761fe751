//! Servers for tests: one well-behaved, and many that are not.

use std::io::{BufRead, Read, Write};
use std::process::{Command, Stdio};
use std::time::Duration;

use mcpward_capture::replay::{Replay, Timing};
use mcpward_schemas::snapshot::{ReadLimits, read};
use serde_json::{Value, json};

/// The argument that makes this program a server.
pub(crate) const FLAG: &str = "--serve";

/// Serves until stdin ends, or as badly as the name says.
pub(crate) fn serve(behavior: &str) {
    let name = behavior.split(':').next().unwrap_or_default();
    let value = behavior.split_once(':').map_or("", |(_, value)| value);
    match name {
        "good" | "ask" | "echo" | "loose" | "batch" | "late" | "forge" => good(name),
        "exit" => {
            eprintln!("Error: {value} is required");
            std::process::exit(3);
        }
        "silent" => {
            std::io::stdin().read_to_end(&mut Vec::new()).ok();
        }
        "deaf" => sleep_forever(),
        #[cfg(target_os = "linux")]
        "escaped" => escaped(),
        "stubborn" => stubborn(),
        "dies" => dies(),
        "noise" => noise(),
        "long" => long(value.parse().unwrap()),
        "stderr" => stderr_flood(),
        "flood" => flood(),
        "grandchild" => grandchild(false),
        #[cfg(target_os = "linux")]
        "escapes" => escapes(),
        "detached" => grandchild(true),
        "environment" => environment(),
        "replay" => replay(value),
        other => panic!("no behavior {other}"),
    }
}

fn write(text: &str) {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes()).unwrap();
    out.flush().unwrap();
}

fn lines() -> impl Iterator<Item = Value> {
    std::io::stdin()
        .lock()
        .lines()
        .map_while(Result::ok)
        .filter_map(|line| serde_json::from_str(&line).ok())
}

fn result(id: &Value, result: &Value) -> String {
    format!("{}\n", json!({ "jsonrpc": "2.0", "id": id, "result": result }))
}

/// Answers to a method; `None` is silence.
fn reply(message: &Value) -> Option<String> {
    let id = message.get("id")?;
    Some(match message["method"].as_str()? {
        "initialize" => result(
            id,
            &json!({ "protocolVersion": message["params"]["protocolVersion"], "capabilities": {}, "serverInfo": { "name": "s", "version": "1" } }),
        ),
        "ping" => result(id, &json!({})),
        "silence" => return None,
        "subscriptions/listen" => return None,
        "show" => result(id, message),
        "discover" | "server/discover" => result(id, message),
        "tools/call" => result(
            id,
            &json!({ "resultType": "input_required", "requestState": "s1", "inputRequests": { "a": { "method": "elicitation/create", "params": {} } } }),
        ),
        _ => format!(
            "{}\n",
            json!({ "jsonrpc": "2.0", "id": id, "error": { "code": -32601, "message": "Method not found" } })
        ),
    })
}

fn good(name: &str) {
    let mut unanswered = Value::Null;
    for message in lines() {
        let method = message["method"].as_str().unwrap_or_default().to_owned();
        if name == "ask" && method == "notifications/initialized" {
            write(
                "{\"jsonrpc\":\"2.0\",\"id\":\"s-1\",\"method\":\"roots/list\"}\n{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\",\"params\":{}}\n",
            );
            write(
                "{\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"ping\"}\n{\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"sampling/createMessage\"}\n",
            );
        }
        if name == "forge" && method == "list" {
            write(&result(&message["id"], &json!({ "nextCursor": "[redacted:OTHER]" })));
            continue;
        }
        if message["params"]["inputResponses"].is_object() {
            write(&result(&message["id"], &message));
            continue;
        }
        match (name, reply(&message)) {
            ("loose", Some(text)) => write(&text.replace("\"id\":1001", "\"id\":\"1001\"")),
            ("batch", Some(text)) => write(&format!("[{}]\n", text.trim())),
            ("late", None) if method == "silence" => unanswered = message["id"].clone(),
            // Answers once it is told that nobody waits any more.
            ("late", None) if method == "notifications/cancelled" => {
                write(&result(&unanswered, &json!({ "late": true })))
            }
            (_, Some(text)) => write(&text),
            (_, None) => {}
        }
    }
}

fn sleep_forever() {
    loop {
        std::thread::sleep(Duration::from_secs(3600));
    }
}

/// Ignores the end of stdin and SIGTERM.
fn stubborn() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .unwrap();
    runtime.block_on(async {
        #[cfg(unix)]
        let _handler = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).unwrap();
        good("good");
        sleep_forever();
    });
}

fn dies() {
    for message in lines() {
        if message["method"] == "tools/list" {
            write("{\"jsonrpc\":\"2.0\",\"id\":10");
            eprintln!("fatal: out of memory");
            std::process::exit(7);
        }
        reply(&message).iter().for_each(|text| write(text));
    }
}

fn noise() {
    write("Server listening on stdio\n\u{feff}");
    for message in lines() {
        let text = reply(&message).unwrap_or_default();
        let mut out = std::io::stdout().lock();
        out.write_all(b"\n{\"x\":\"\xC3\x28\"}\r\n").unwrap();
        out.write_all(text.as_bytes()).unwrap();
        out.flush().unwrap();
    }
    write("goodbye");
}

/// Answers `tools/list` with a line of that many bytes, and a bit.
fn long(n_bytes: usize) {
    for message in lines() {
        if message["method"] == "tools/list" {
            let mut out = std::io::stdout().lock();
            write!(out, "{{\"result\":\"").unwrap();
            let block = [b'a'; 1 << 16];
            (0..n_bytes.div_ceil(block.len())).for_each(|_| out.write_all(&block).unwrap());
            writeln!(out, "\",\"id\":{}}}", message["id"]).unwrap();
            out.flush().unwrap();
            continue;
        }
        reply(&message).iter().for_each(|text| write(text));
    }
}

fn stderr_flood() {
    let line = [b'e'; 1024];
    let mut err = std::io::stderr().lock();
    for _ in 0..5_000 {
        err.write_all(&line).unwrap();
        err.write_all(b"\n").unwrap();
    }
    drop(err);
    good("good");
}

fn flood() {
    for message in lines() {
        if message["method"] == "tools/list" {
            while std::io::stdout()
                .write_all(b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}\n")
                .is_ok()
            {}
            return;
        }
        reply(&message).iter().for_each(|text| write(text));
    }
}

/// Leaves a process behind that holds the pipes.
fn grandchild(is_detached: bool) {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command.args([FLAG, "deaf"]);
    if is_detached {
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    }
    let mut child = command.spawn().unwrap();
    eprintln!("grandchild {}", child.id());
    good("good");
    // Ends without it, as launchers do.
    child.try_wait().unwrap();
}

/// Leaves a process behind that is in no group of ours.
#[cfg(target_os = "linux")]
fn escapes() {
    let mut command = Command::new(std::env::current_exe().unwrap());
    command
        .args([FLAG, "escaped"])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    let mut child = command.spawn().unwrap();
    // It says so once it has left.
    child.stdout.take().unwrap().read_exact(&mut [0]).unwrap();
    eprintln!("grandchild {}", child.id());
    good("good");
    child.try_wait().unwrap();
}

#[cfg(target_os = "linux")]
fn escaped() {
    rustix::process::setsid().unwrap();
    write("x");
    sleep_forever();
}

/// Serves the snapshot in that file.
fn replay(path: &str) {
    let bytes = std::fs::read(path).unwrap();
    let snapshot = read(bytes.as_slice(), &ReadLimits::default()).unwrap().whole().unwrap();
    let (input, output, err) = (
        std::io::stdin().lock(),
        std::io::stdout().lock(),
        std::io::stderr().lock(),
    );
    let code = Replay::new(&snapshot)
        .serve(input, output, err, Timing::AtOnce)
        .unwrap();
    std::process::exit(code);
}

fn environment() {
    let names: Vec<String> = std::env::vars().map(|(name, _)| name).collect();
    for message in lines() {
        let id = &message["id"];
        write(&result(
            id,
            &json!({ "names": names, "set": std::env::var("SET_FOR_IT").ok() }),
        ));
    }
}
