//! A large server as a snapshot in memory: distinct tools with nested schemas, listed twice.

use std::collections::BTreeMap;

use mcpward_schemas::snapshot::{
    Call, ClientInfo, Dir, Environment, Era, Event, EventKind, FORMAT, Frame, Header, Outcome, RequestId, Settings,
    Step, Target, Timeouts, Writer,
};
use serde_json::{Value, json};

/// Tools on one page of the list.
const PAGE_TOOLS: usize = 100;

/// Types of parameters, in turn.
const KINDS: [&str; 4] = ["string", "integer", "boolean", "number"];

/// The bytes of a snapshot of a server with `n_tools` tools, and the length of its text in bytes.
pub(crate) fn snapshot(n_tools: usize) -> (Vec<u8>, u64) {
    recorded(n_tools, tool)
}

/// The same server after an update that changed one tool in twenty, each in one of eight ways.
pub(crate) fn updated(n_tools: usize) -> (Vec<u8>, u64) {
    recorded(n_tools, |idx| {
        let mut tool = tool(idx);
        if idx.is_multiple_of(20) {
            update(&mut tool, idx / 20 % 8);
        }
        tool
    })
}

fn recorded(n_tools: usize, tool: impl Fn(usize) -> Value) -> (Vec<u8>, u64) {
    let mut writer = Recording {
        writer: Writer::new(Vec::new(), &header()).expect("writing to memory does not fail"),
        seq: 0,
        n_bytes: 0,
    };
    let era = Era::Handshake {
        version: "2025-11-25".to_owned(),
    };
    writer.event(EventKind::StepStarted {
        step: Step::Open {
            scenario: "main".to_owned(),
            era,
            client: None,
            other_account: false,
        },
    });
    let client = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "mcpward", "version": "0.1.0" } });
    let server = json!({
        "protocolVersion": "2025-11-25",
        "capabilities": { "tools": {} },
        "serverInfo": { "name": "inventory", "version": "1.0.0" },
    });
    writer.exchange("initialize", &Call::with("initialize", client), &server);
    writer.exchange("ping", &Call::new("ping"), &json!({}));
    let n_pages = n_tools.div_ceil(PAGE_TOOLS);
    for pass in 1..=2 {
        for page in 0..n_pages {
            let tools: Vec<Value> = (page * PAGE_TOOLS..n_tools.min((page + 1) * PAGE_TOOLS))
                .map(&tool)
                .collect();
            let mut result = json!({ "tools": tools });
            if page + 1 < n_pages {
                result["nextCursor"] = json!(format!("{}", page + 1));
            }
            let mut call = Call::new("tools/list");
            if page > 0 {
                call.params = Some(json!({ "cursor": format!("{page}") }));
            }
            writer.exchange(&format!("tools-list/{pass}/{}", page + 1), &call, &result);
        }
    }
    let n_bytes = writer.n_bytes;
    (
        writer
            .writer
            .finish(true, None)
            .expect("writing to memory does not fail")
            .out,
        n_bytes,
    )
}

/// One tool: a description of four lines, eight parameters, one of them an object, annotations, and every third an output schema.
fn tool(idx: usize) -> Value {
    let parameter = |number: usize| {
        json!({
            "type": KINDS[number % KINDS.len()],
            "description": format!("Parameter {number} of tool {idx}: narrows the records that are looked at, and is left out in most calls."),
        })
    };
    let mut properties: serde_json::Map<String, Value> = (0..8)
        .map(|number| (format!("field_{number}"), parameter(number)))
        .collect();
    properties.insert(
        "filter".to_owned(),
        json!({
            "type": "object",
            "properties": { "path": { "type": "string", "minLength": idx % 13 }, "any": { "type": "array", "items": { "$ref": "#/$defs/item" } } },
            "required": ["path"],
            "additionalProperties": false,
        }),
    );
    let mut tool = json!({
        "name": format!("records_{idx:05}_query"),
        "title": format!("Query records {idx}"),
        "description": format!("Looks up records of kind {idx} and gives them page by page.\n\nUse it for kind {idx} only; for \
            other kinds there are tools beside it with the same shape. It reads and never writes, and answers within a second or two. \
            Results are sorted by time, newest first, and hold at most a hundred records; ask again with the cursor for more."),
        "inputSchema": {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "properties": properties,
            "required": ["field_0", "filter"],
            "$defs": { "item": { "enum": ["a", "b", format!("c{idx}")] } },
        },
        "annotations": { "readOnlyHint": true, "openWorldHint": false },
    });
    if idx.is_multiple_of(3) {
        tool["outputSchema"] = json!({ "type": "object", "properties": { "records": { "type": "array", "items": { "type": "string" }, "maxItems": idx } } });
    }
    tool
}

fn update(tool: &mut Value, way: usize) {
    let name = tool["name"].as_str().unwrap_or_default().replace("query", "fetch");
    let schema = &mut tool["inputSchema"];
    match way {
        0 => tool["description"] = json!("Looks up records, and writes a log of who asked."),
        1 => {
            schema["properties"]["multiplier"] = json!({ "type": "number" });
            schema["required"] = json!(["field_0", "filter", "multiplier"]);
        }
        2 => schema["properties"]["note"] = json!({ "type": "string", "description": "A remark of your own." }),
        3 => schema["$defs"]["item"]["enum"] = json!(["a", "b"]),
        4 => schema["properties"]["field_1"]["maximum"] = json!(100),
        5 => tool["annotations"] = json!({ "openWorldHint": false }),
        6 => tool["name"] = json!(name),
        _ => schema["properties"]["field_0"]["type"] = json!(["string", "null"]),
    }
}

struct Recording {
    writer: Writer<Vec<u8>>,
    seq: u64,
    n_bytes: u64,
}

impl Recording {
    fn next(&mut self) -> u64 {
        self.seq += 1;
        self.seq
    }

    fn event(&mut self, event: EventKind) {
        let seq = self.next();
        self.writer
            .event(Event {
                seq,
                conn: 0,
                at_us: seq * 100,
                event,
            })
            .expect("writing to memory does not fail");
    }

    fn frame(&mut self, dir: Dir, text: String) -> u64 {
        let seq = self.next();
        self.n_bytes += text.len() as u64;
        self.writer
            .frame(Frame::new(seq, 0, seq * 100, dir, text.into_bytes()))
            .expect("writing to memory does not fail");
        seq
    }

    fn exchange(&mut self, probe: &str, call: &Call, result: &Value) {
        let id = self.seq;
        let step = Step::Request {
            probe: probe.to_owned(),
            call: call.clone(),
            id: RequestId::Integer,
            barrier: None,
        };
        self.event(EventKind::StepStarted { step });
        let mut request = json!({ "jsonrpc": "2.0", "id": id, "method": call.method });
        if let Some(params) = &call.params {
            request["params"] = params.clone();
        }
        self.frame(Dir::Out, request.to_string());
        let frame = self.frame(
            Dir::In,
            json!({ "jsonrpc": "2.0", "id": id, "result": result }).to_string(),
        );
        self.event(EventKind::StepEnded {
            probe: probe.to_owned(),
            outcome: Outcome::Answered { frame },
        });
    }
}

fn header() -> Header {
    Header {
        version: FORMAT,
        mcpward: "0.1.0".to_owned(),
        started_at: "2026-06-01T12:00:00.000Z".to_owned(),
        target: Target::Stdio {
            command: "inventory".to_owned(),
            args: Vec::new(),
            env: Vec::new(),
            package: None,
        },
        settings: Settings {
            protocol: "legacy".to_owned(),
            client: ClientInfo {
                name: "mcpward".to_owned(),
                version: "0.1.0".to_owned(),
            },
            capabilities: json!({}),
            timeouts: Timeouts {
                connect_ms: 1,
                call_ms: 1,
                run_ms: 1,
            },
            limits: BTreeMap::new(),
        },
        environment: Environment {
            os: "none".to_owned(),
            arch: "none".to_owned(),
            ci: false,
        },
    }
}
