//! Reports to render, as users meet them; [`hostile`] has those that no server should send.

mod hostile;
mod several;

use mcpward_schemas::report::{
    Class, Effect, Finding, FrameRef, Input, Inventory, Place, Quantile, Report, RuleCard, SCHEMA_VERSION, ServerInfo,
    Severity, Status, Subject, SubjectKind, Summary, Suppression, Times, ToolCard, Verdict,
};
use serde_json::json;

pub(crate) use hostile::{hostile, many};
pub(crate) use several::several;

/// A report with these results; the counts follow from them.
pub(crate) fn report(results: Vec<Finding>) -> Report {
    let n = |status: Status| results.iter().filter(|f| f.status == status).count() as u64;
    let is_note = |f: &&Finding| f.status == Status::Pass && f.severity == Severity::Info && f.suppressed.is_none();
    let notes = results.iter().filter(is_note).count() as u64;
    let summary = Summary {
        total: results.len() as u64,
        passed: n(Status::Pass),
        failed: n(Status::Fail),
        warnings: n(Status::Warn),
        skipped: n(Status::Skip),
        notes,
        suppressed: results.iter().filter(|f| f.suppressed.is_some()).count() as u64,
    };
    Report {
        schema_version: SCHEMA_VERSION,
        version: "0.1.0".to_owned(),
        rule_set: "7".to_owned(),
        timestamp: "2026-11-30T12:00:00Z".to_owned(),
        profile: "default".to_owned(),
        server: ServerInfo {
            name: "weather".into(),
            version: "2.0.0".into(),
            protocol_version: "2025-11-25".into(),
            target: "node weather.js --token [redacted:WEATHER_TOKEN]".to_owned(),
        },
        servers: Vec::new(),
        inputs: vec![
            input("snapshot", "last.mcpsnap", "11"),
            input("config", "mcpward.yaml", "22"),
            input("lock", "mcpward.lock.json", "33"),
        ],
        inventory: Inventory {
            tools: 6,
            prompts: 1,
            resources: 0,
            resource_templates: 0,
        },
        verdict: Verdict {
            exit_code: u8::from(summary.failed > 0),
            complete: true,
            reason: None,
        },
        summary,
        results,
        duration_us: Some(1_234_567),
        tools: tools(),
        rules: cards(),
    }
}

fn input(kind: &str, name: &str, digit: &str) -> Input {
    Input {
        kind: kind.to_owned(),
        name: name.to_owned(),
        sha256: digit.repeat(32),
    }
}

fn cards() -> Vec<RuleCard> {
    let card = |id: &str, title: &str, level, security: Option<&str>| RuleCard {
        id: id.to_owned(),
        title: title.to_owned(),
        summary: format!("Finds this: {}.", title.to_lowercase()),
        help: format!("## Why it matters\n\nA client trusts it.\n\n## What to do\n\nRead `{id}` again."),
        level,
        confidence: "high".to_owned(),
        security_severity: security.map(str::to_owned),
    };
    vec![
        card("compliance/ping", "Ping is not answered", Severity::Error, None),
        card(
            "drift/annotation_changed",
            "An annotation changed",
            Severity::Error,
            None,
        ),
        card(
            "drift/breaking_schema_change",
            "A schema refuses what it took",
            Severity::Warning,
            None,
        ),
        card(
            "drift/description_changed",
            "A description changed",
            Severity::Error,
            None,
        ),
        card("drift/tool_added", "A tool was added", Severity::Info, None),
        card(
            "schema/tool-description",
            "A tool has no description",
            Severity::Error,
            None,
        ),
        card(
            "security/hidden-unicode",
            "Text holds hidden characters",
            Severity::Error,
            Some("8.6"),
        ),
    ]
}

/// A line of the inventory.
fn tool(name: &str, bytes: u64, tokens: u64, read_only: bool, legs: &[&str]) -> ToolCard {
    ToolCard {
        name: name.into(),
        bytes,
        tokens: Some(tokens),
        read_only,
        destructive: !read_only,
        legs: legs.iter().map(|leg| (*leg).to_owned()).collect(),
        ..ToolCard::default()
    }
}

fn times() -> Times {
    let quantile = |us, low_us, high_us| Quantile { us, low_us, high_us };
    let classes = [(9_000, 8), (18_000, 14), (27_000, 0), (36_000, 1), (45_000, 1)];
    Times {
        calls: 24,
        failed: 1,
        p50: quantile(12_100, Some(8_000), Some(15_900)),
        p95: quantile(40_200, Some(17_300), None),
        first_byte_us: Some(11_400),
        cold_start_us: None,
        histogram: classes.map(|(up_to_us, calls)| Class { up_to_us, calls }).into(),
    }
}

fn tools() -> Vec<ToolCard> {
    vec![
        tool("echo", 180, 41, true, &[]),
        tool("fetch_forecast", 812, 190, true, &["untrusted input", "a way out"]),
        tool("<b>|`\u{202e}@all", 90, 22, false, &[]),
    ]
}

/// A result without details.
pub(crate) fn finding(id: &str, status: Status, severity: Severity, message: &str) -> Finding {
    Finding {
        id: id.to_owned(),
        family: id.split('/').next().unwrap_or_default().to_owned(),
        status,
        severity,
        confidence: None,
        message: message.into(),
        server: None,
        subject: None,
        pointer: None,
        location: None,
        expected: None,
        actual: None,
        spec: None,
        before: None,
        after: None,
        change: None,
        drift_severity: None,
        direction: None,
        witness: None,
        effect: None,
        policy: None,
        evidence: Vec::new(),
        duration_us: None,
        times: None,
        reproducer: None,
        place: None,
        text_hash: None,
        clients: Vec::new(),
        fix: None,
        suppressed: None,
    }
}

/// A result about a tool.
pub(crate) fn about_tool(id: &str, status: Status, severity: Severity, tool: &str, message: &str) -> Finding {
    let subject = Subject {
        kind: SubjectKind::Tool,
        name: tool.into(),
    };
    Finding {
        subject: Some(subject),
        ..finding(id, status, severity, message)
    }
}

fn at(finding: Finding, pointer: &str, file: &str, line: u32) -> Finding {
    let place = Place {
        file: file.to_owned(),
        line,
        column: 5,
    };
    Finding {
        pointer: Some(pointer.into()),
        place: Some(place),
        ..finding
    }
}

/// A report as users meet it: drift, a hidden character, a habit that repeats, skips, an accepted finding.
pub(crate) fn story() -> Report {
    use Severity::{Error, Info, Warning};
    use Status::{Fail, Pass, Skip, Warn};
    let change = |id: &str, finding: Finding| Finding {
        change: Some(id.to_owned()),
        ..finding
    };
    let mut results = vec![
        Finding {
            duration_us: Some(812),
            ..finding("compliance/ping", Pass, Error, "")
        },
        Finding {
            expected: Some(json!("a member of 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25")),
            actual: Some(json!("2025-11-25")),
            evidence: vec![FrameRef { snapshot: 0, frame: 2 }],
            ..finding(
                "compliance/protocol-version",
                Pass,
                Info,
                "the server negotiated the newest version",
            )
        },
        change(
            "3f2a90c1d4e5",
            Finding {
                before: Some(json!("Original description: echoes back the message.")),
                after: Some(json!("Modified description: now it also logs the message internally.")),
                drift_severity: Some("high".to_owned()),
                policy: Some("fails: the class fails by default".to_owned()),
                confidence: Some("high".to_owned()),
                ..at(
                    about_tool(
                        "drift/description_changed",
                        Fail,
                        Error,
                        "echo",
                        "description of tool \"echo\" changed",
                    ),
                    "/description",
                    "mcpward.lock.json",
                    12,
                )
            },
        ),
        change(
            "77aa01b2c3d4",
            Finding {
                before: Some(json!(
                    "Returns the forecast for a city. Give the city as free text; the country is optional and guessed from \
                the city where it is missing. The forecast covers five days in steps of three hours, in metric units."
                )),
                after: Some(json!(
                    "Returns the forecast for a city. Give the city as free text; the country is optional and guessed from \
                the city where it is missing. The forecast covers seven\u{200b} days in steps of three hours, in metric units."
                )),
                drift_severity: Some("high".to_owned()),
                ..at(
                    about_tool(
                        "drift/description_changed",
                        Fail,
                        Error,
                        "forecast",
                        "description of tool \"forecast\" changed",
                    ),
                    "/description",
                    "mcpward.lock.json",
                    31,
                )
            },
        ),
        change(
            "0b1c2d3e4f50",
            Finding {
                before: Some(json!({"required": ["value"]})),
                after: Some(json!({"required": ["multiplier", "value"]})),
                witness: Some(json!({"value": 1})),
                effect: Some(Effect::Rejected),
                direction: Some("input".to_owned()),
                drift_severity: Some("medium".to_owned()),
                ..at(
                    about_tool(
                        "drift/breaking_schema_change",
                        Fail,
                        Warning,
                        "compute",
                        "input schema of tool \"compute\" requires a new property \"multiplier\"",
                    ),
                    "/inputSchema/required",
                    "mcpward.lock.json",
                    50,
                )
            },
        ),
        change(
            "99887766aabb",
            Finding {
                before: Some(json!(true)),
                after: Some(json!(false)),
                ..at(
                    about_tool(
                        "drift/annotation_changed",
                        Fail,
                        Error,
                        "read_data",
                        "readOnlyHint of tool \"read_data\" changed from true to false: clients may stop asking",
                    ),
                    "/annotations/readOnlyHint",
                    "mcpward.lock.json",
                    71,
                )
            },
        ),
        change(
            "c0ffee123456",
            about_tool("drift/tool_added", Pass, Info, "alerts", "tool \"alerts\" was added"),
        ),
        Finding {
            actual: Some(json!("Reads\u{200b} a file \u{202e}elif")),
            confidence: Some("high".to_owned()),
            spec: Some("MCP 2025-11-25, Tools, Security considerations".to_owned()),
            evidence: vec![FrameRef { snapshot: 0, frame: 6 }],
            ..at(
                about_tool(
                    "security/hidden-unicode",
                    Fail,
                    Error,
                    "read_data",
                    "description of tool \"read_data\" holds 2 hidden characters: U+200B ZERO WIDTH SPACE, U+202E RIGHT-TO-LEFT OVERRIDE",
                ),
                "/description",
                "mcpward.yaml",
                3,
            )
        },
        Finding {
            suppressed: Some(Suppression {
                by: "ignore".to_owned(),
                reason: "the vendor fixes it in 2.1".to_owned(),
                expires: Some("2027-01-31".to_owned()),
            }),
            ..about_tool(
                "security/secret-in-schema",
                Pass,
                Warning,
                "login",
                "input schema of tool \"login\" asks for \"password\"",
            )
        },
        finding("latency/summary", Skip, Info, "no call was measured"),
        Finding {
            times: Some(times()),
            ..about_tool(
                "latency/tool",
                Pass,
                Info,
                "forecast",
                "p50 12.1 ms (8.0 to 15.9), p95 40.2 ms over 24 calls",
            )
        },
    ];
    for tool in ["alerts", "compute", "echo", "forecast", "login", "read_data"] {
        results.push(Finding {
            expected: Some(json!("a non-empty string")),
            ..at(
                about_tool(
                    "schema/tool-description",
                    Warn,
                    Warning,
                    tool,
                    &format!("property \"id\" of tool \"{tool}\" has no description"),
                ),
                "/inputSchema/properties/id",
                "mcpward.yaml",
                1,
            )
        });
        results.push(about_tool("schema/tool-name", Pass, Error, tool, ""));
        results.push(about_tool(
            "errors/invalid-params",
            Skip,
            Warning,
            tool,
            &format!("tool \"{tool}\" is not read-only, so it was not called"),
        ));
    }
    Report { ..report(results) }
}

/// A few findings, for the samples of the documentation.
pub(crate) fn short() -> Report {
    let changed = Finding {
        before: Some(json!("Lists the trees of an orchard by row.")),
        after: Some(json!(
            "Lists the trees of an orchard by row,\u{200b} and the phone numbers of its pickers."
        )),
        change: Some("3f2a90c1d4e5".to_owned()),
        drift_severity: Some("high".to_owned()),
        confidence: Some("high".to_owned()),
        ..at(
            about_tool(
                "drift/description_changed",
                Status::Fail,
                Severity::Error,
                "list_trees",
                "description of tool \"list_trees\" changed",
            ),
            "/description",
            "mcpward.lock.json",
            12,
        )
    };
    let unnamed = at(
        about_tool(
            "schema/tool-description",
            Status::Warn,
            Severity::Warning,
            "count_trees",
            "property \"row\" of tool \"count_trees\" has no description",
        ),
        "/inputSchema/properties/row",
        "mcpward.yaml",
        1,
    );
    let results = vec![
        Finding {
            duration_us: Some(812),
            ..finding("compliance/ping", Status::Pass, Severity::Error, "")
        },
        changed,
        finding("latency/summary", Status::Skip, Severity::Info, "no call was measured"),
        unnamed,
    ];
    let short = report(results);
    let server = ServerInfo {
        name: "orchard".into(),
        target: "node orchard.js".to_owned(),
        ..short.server
    };
    let inventory = Inventory {
        tools: 2,
        prompts: 0,
        ..short.inventory
    };
    let rules = short
        .rules
        .into_iter()
        .filter(|card| card.id == "drift/description_changed")
        .collect();
    Report {
        server,
        inventory,
        rules,
        tools: vec![
            tool("count_trees", 211, 48, true, &[]),
            tool("list_trees", 164, 37, true, &[]),
        ],
        ..short
    }
}

/// Nothing found, nothing to say.
pub(crate) fn nothing() -> Report {
    report(Vec::new())
}

/// A clean server.
pub(crate) fn clean() -> Report {
    let names = ["echo", "sum"];
    let results = names.map(|tool| about_tool("schema/tool-name", Status::Pass, Severity::Error, tool, ""));
    report(results.into())
}

/// A capture that broke off.
pub(crate) fn broken() -> Report {
    let reason = "the server exited with code 1 before it answered initialize";
    let skip = finding("compliance/ping", Status::Skip, Severity::Error, "the handshake failed");
    Report {
        server: ServerInfo {
            target: "npx -y weather".to_owned(),
            ..ServerInfo::default()
        },
        inventory: Inventory::default(),
        verdict: Verdict {
            exit_code: 2,
            complete: false,
            reason: Some(reason.to_owned()),
        },
        ..report(vec![skip])
    }
}
