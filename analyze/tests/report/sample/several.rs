//! Three servers in one run, one of them with a name that no reader should obey.

use mcpward_schemas::report::{
    Finding, Inventory, Report, ServerInfo, ServerReport, Severity, Status, Summary, Verdict,
};

use super::{about_tool, finding, report};

/// One that passes, one that fails, one that could not be tested.
pub(crate) fn several() -> Report {
    let of = |server: &str, finding: Finding| Finding {
        server: Some(server.to_owned()),
        ..finding
    };
    let hostile = "x|`</td>]]>\u{202e}::error::@all";
    let names =
        |tool: &str, status, message: &str| about_tool("schema/tool-name", status, Severity::Error, tool, message);
    let results = vec![
        of("files", finding("compliance/ping", Status::Pass, Severity::Error, "")),
        of(
            hostile,
            finding("compliance/ping", Status::Skip, Severity::Error, "the handshake failed"),
        ),
        of(
            "mail",
            names("send email", Status::Fail, "the name has the character space"),
        ),
        of(
            "files",
            names("read email", Status::Warn, "the name has the character space"),
        ),
        // The same tool of two servers is two findings.
        of(
            "mail",
            names("read email", Status::Fail, "the name has the character space"),
        ),
    ];
    let side = |name: &str, failed: u64, warnings: u64, reason: Option<&str>| ServerReport {
        name: name.to_owned(),
        server: ServerInfo {
            name: format!("{name} server").into(),
            version: "1.0.0".into(),
            protocol_version: "2025-11-25".into(),
            target: format!("node {name}.js"),
        },
        inventory: Inventory {
            tools: 2,
            ..Inventory::default()
        },
        summary: Summary {
            failed,
            warnings,
            ..Summary::default()
        },
        verdict: Verdict {
            exit_code: if reason.is_some() { 2 } else { u8::from(failed > 0) },
            complete: reason.is_none(),
            reason: reason.map(str::to_owned),
        },
    };
    let reason = "the server exited with code 1 before it answered initialize";
    Report {
        server: ServerInfo::default(),
        servers: vec![
            side("files", 0, 1, None),
            side("mail", 2, 0, None),
            side(hostile, 0, 0, Some(reason)),
        ],
        verdict: Verdict {
            exit_code: 2,
            complete: false,
            reason: Some(format!("{hostile}: {reason}")),
        },
        ..report(results)
    }
}
