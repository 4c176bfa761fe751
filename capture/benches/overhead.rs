//! What a capture costs beyond the server's own time: a compiled server of six tools and one of a thousand, each asked
//! what the default plan asks, and one of ten thousand on a hundred pages, of which each is asked for by the cursor before it.
//! `floor` and `paged_floor` start the same server and ask the same by hand; the difference is ours.

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
        Some(at) => {
            let number = |place: usize| args.get(at + place).and_then(|n| n.parse().ok());
            serve(number(1).unwrap_or(0), number(2).unwrap_or(1));
        }
        None => divan::main(),
    }
}

/// Tools and pages of a long list.
const LONG: (usize, usize) = (10_000, 100);

/// A server of `n` tools, all on one page, or on pages of which the cursor is the number.
fn serve(n: usize, n_pages: usize) {
    let schema = json!({ "type": "object", "properties": { "from": { "type": "string", "description": "Harbor of departure." }, "day": { "type": "string", "format": "date" } }, "required": ["from"] });
    let tools: Vec<Value> = (0..n)
        .map(|i| json!({ "name": format!("tool_{i}"), "description": "Returns the crossings between two harbors on a day, with departure, arrival and free places.", "inputSchema": schema }))
        .collect();
    let page = |page: usize| {
        let per_page = n / n_pages;
        let mut listing = json!({ "tools": tools[page * per_page..(page + 1) * per_page] });
        if page + 1 < n_pages {
            listing["nextCursor"] = (page + 1).to_string().into();
        }
        listing.to_string()
    };
    let pages: Vec<String> = (0..n_pages).map(page).collect();
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines().map_while(Result::ok) {
        let message: Value = serde_json::from_str(&line).unwrap_or_default();
        let (Some(id), method) = (message.get("id"), message["method"].as_str().unwrap_or_default()) else {
            continue;
        };
        let answered = match method {
            "tools/list" => {
                let cursor = message["params"]["cursor"].as_str().and_then(|page| page.parse().ok());
                let listing = &pages[cursor.unwrap_or(0)];
                writeln!(out, r#"{{"jsonrpc":"2.0","id":{id},"result":{listing}}}"#)
            }
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

fn options(n_tools: usize, n_pages: usize) -> Options {
    let args = vec![FLAG.to_owned(), n_tools.to_string(), n_pages.to_string()];
    let (env, inherit_env) = (BTreeMap::new(), Vec::new());
    Options {
        sandbox: mcpward_schemas::config::Sandbox::default(),
        helper: Vec::new(),
        keeps: None,
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
    let options = options(n_tools, 1);
    bencher.bench_local(|| follow(&options, METHODS.iter().map(|method| Call::new(method))));
}

#[divan::bench(sample_count = 10)]
fn paged(bencher: divan::Bencher<'_, '_>) {
    let (n_tools, n_pages) = LONG;
    let options = options(n_tools, n_pages);
    bencher.bench_local(|| follow(&options, paged_calls(n_pages)));
}

/// `initialize`, and the pages of a list.
fn paged_calls(n_pages: usize) -> impl Iterator<Item = Call> {
    let page = |page: usize| match page {
        0 => Call::new("tools/list"),
        page => Call::with("tools/list", json!({ "cursor": page.to_string() })),
    };
    std::iter::once(Call::new("initialize")).chain((0..n_pages).map(page))
}

/// A capture that asks these.
fn follow(options: &Options, calls: impl Iterator<Item = Call>) -> bool {
    let era = Era::Handshake {
        version: "2025-11-25".to_owned(),
    };
    let open = Step::Open {
        scenario: "main".to_owned(),
        era,
        client: None,
        other_account: false,
    };
    let requests = calls.map(|call| Step::Request {
        probe: call.method.clone(),
        call,
        id: RequestId::Integer,
        barrier: None,
    });
    let mut steps = std::iter::once(open).chain(requests).chain([Step::Close]);
    capture(
        options,
        std::io::sink(),
        &mut |_| steps.next().unwrap_or(Step::Done),
        &Stop::new(),
    )
    .is_ok_and(|captured| captured.complete)
}

#[divan::bench(args = [6, 1000])]
fn floor(bencher: divan::Bencher<'_, '_>, n_tools: usize) {
    bencher.bench_local(|| by_hand((n_tools, 1), METHODS.iter().map(|method| Call::new(method))));
}

#[divan::bench(sample_count = 10)]
fn paged_floor(bencher: divan::Bencher<'_, '_>) {
    bencher.bench_local(|| by_hand(LONG, paged_calls(LONG.1)));
}

/// The bytes that the server answers.
fn by_hand((n_tools, n_pages): (usize, usize), calls: impl Iterator<Item = Call>) -> std::io::Result<usize> {
    let mut command = Command::new(program());
    command.args([FLAG, &n_tools.to_string(), &n_pages.to_string()]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
    let (mut stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let mut line = String::new();
    let mut n_bytes = 0;
    if let (Some(stdin), Some(stdout)) = (&mut stdin, stdout) {
        let mut stdout = BufReader::new(stdout);
        for Call { method, params, .. } in calls {
            let params = params.unwrap_or_else(|| json!({}));
            writeln!(
                stdin,
                r#"{{"jsonrpc":"2.0","id":1,"method":"{method}","params":{params}}}"#
            )?;
            line.clear();
            n_bytes += stdout.read_line(&mut line)?;
        }
    }
    drop(stdin);
    child.wait()?;
    Ok(n_bytes)
}
