//! What a capture costs beyond the server's own time: a compiled server of six tools and one of a thousand, each asked
//! what the default plan asks. `floor` starts the same server and asks the same by hand; the difference is ours.

use std::collections::BTreeMap;
use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use mcpward_capture::{Answers, Limits, LiveTarget, Options, Stop, capture};
use mcpward_schemas::config::Timeouts;
use mcpward_schemas::snapshot::{Call, ClientInfo, Environment, Era, RequestId, Step};
use serde_json::{Value, json};

const FLAG: &str = "--serve";
const METHODS: &[&str] = &[
    "initialize",
    "ping",
    "tools/list",
    "tools/list",
    "unknown",
    "tools/call",
    "ping",
];

fn main() {
    let args: Vec<String> = std::env::args().collect();
    match args.iter().position(|arg| arg == FLAG) {
        Some(at) => serve(args.get(at + 1).and_then(|n| n.parse().ok()).unwrap_or(0)),
        None => divan::main(),
    }
}

/// A server of `n` tools.
fn serve(n: usize) {
    let schema = json!({ "type": "object", "properties": { "from": { "type": "string", "description": "Harbor of departure." }, "day": { "type": "string", "format": "date" } }, "required": ["from"] });
    let tools: Vec<Value> = (0..n)
        .map(|i| json!({ "name": format!("tool_{i}"), "description": "Returns the crossings between two harbors on a day, with departure, arrival and free places.", "inputSchema": schema }))
        .collect();
    let listing = json!({ "tools": tools }).to_string();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let message: Value = serde_json::from_str(&line).unwrap_or_default();
        let (Some(id), method) = (message.get("id"), message["method"].as_str().unwrap_or_default()) else {
            continue;
        };
        let answered = match method {
            "tools/list" => writeln!(out, r#"{{"jsonrpc":"2.0","id":{id},"result":{listing}}}"#),
            "unknown" => writeln!(
                out,
                r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"Method not found"}}}}"#
            ),
            "initialize" => writeln!(
                out,
                r#"{{"jsonrpc":"2.0","id":{id},"result":{{"protocolVersion":"2025-11-25","capabilities":{{"tools":{{}}}},"serverInfo":{{"name":"s","version":"1"}}}}}}"#
            ),
            _ => writeln!(out, r#"{{"jsonrpc":"2.0","id":{id},"result":{{}}}}"#),
        };
        if answered.and_then(|()| out.flush()).is_err() {
            return;
        }
    }
}

fn program() -> String {
    std::env::current_exe()
        .ok()
        .and_then(|path| path.to_str().map(str::to_owned))
        .unwrap_or_default()
}

fn options(n_tools: usize) -> Options {
    let args = vec![FLAG.to_owned(), n_tools.to_string()];
    let (env, inherit_env) = (BTreeMap::new(), Vec::new());
    Options {
        sandbox: mcpward_schemas::config::Sandbox::default(),
        helper: Vec::new(),
        target: LiveTarget::Stdio {
            command: program(),
            args,
            env,
            inherit_env,
            cwd: None,
        },
        client: ClientInfo {
            name: "mcpward".to_owned(),
            version: "0".to_owned(),
        },
        capabilities: json!({}),
        answers: Answers::default(),
        timeouts: Timeouts::default(),
        limits: Limits::default(),
        secrets: Vec::new(),
        protocol: "2025-11-25".to_owned(),
        started_at: "2026-01-01T00:00:00.000Z".to_owned(),
        environment: Environment {
            os: "linux".to_owned(),
            arch: "x86_64".to_owned(),
            ci: false,
        },
        mcpward: "0".to_owned(),
    }
}

#[divan::bench(args = [6, 1000])]
fn captured(bencher: divan::Bencher<'_, '_>, n_tools: usize) {
    let options = options(n_tools);
    bencher.bench_local(|| {
        let era = Era::Handshake {
            version: "2025-11-25".to_owned(),
        };
        let mut steps = vec![Step::Open {
            scenario: "main".to_owned(),
            era,
            client: None,
        }];
        steps.extend(METHODS.iter().map(|method| {
            let probe = (*method).to_owned();
            Step::Request {
                probe,
                call: Call::new(method),
                id: RequestId::Integer,
                barrier: None,
            }
        }));
        steps.push(Step::Close);
        let mut steps = steps.into_iter();
        capture(
            &options,
            Vec::new(),
            &mut |_| steps.next().unwrap_or(Step::Done),
            &Stop::new(),
        )
        .is_ok_and(|captured| captured.complete)
    });
}

#[divan::bench(args = [6, 1000])]
fn floor(bencher: divan::Bencher<'_, '_>, n_tools: usize) {
    let program = program();
    bencher.bench_local(|| -> std::io::Result<usize> {
        let mut command = Command::new(&program);
        command.args([FLAG, &n_tools.to_string()]);
        let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let (mut stdin, stdout) = (child.stdin.take(), child.stdout.take());
        let mut line = String::new();
        let mut n_bytes = 0;
        if let (Some(stdin), Some(stdout)) = (&mut stdin, stdout) {
            let mut stdout = BufReader::new(stdout);
            for method in METHODS {
                writeln!(stdin, r#"{{"jsonrpc":"2.0","id":1,"method":"{method}"}}"#)?;
                line.clear();
                n_bytes += stdout.read_line(&mut line)?;
            }
        }
        drop(stdin);
        child.wait()?;
        Ok(n_bytes)
    });
}
