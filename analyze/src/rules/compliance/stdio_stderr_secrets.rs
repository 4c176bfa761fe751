//! `compliance/stdio-stderr-secrets`: no secret is written to stderr.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::beginning;
use crate::rules::http_reply::is_over_stdio;
use crate::rules::{About, Context, Level, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/stdio-stderr-secrets",
    title: "stderr holds no secrets",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, stdio"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A line on stderr in which the capture masked a token of a known shape, or a value of the configuration whose name says that it is secret.
Whatever else stands there is no finding: stderr is for logs of any kind.

## Why it matters
Clients keep the stderr of their servers in log files, which end up in bug reports and in the output of builds.

## Example
```text
connecting with API_TOKEN=[redacted:API_TOKEN]
```

## What to do
Leave secrets out of what is logged, in errors of libraries and dumps of the environment too.

## When it is wrong
A value that is no secret, in a variable whose name sounds like one.
";

/// What is masked in a copy that is shared, and is no secret or only called one.
const OF_A_COPY: [&str; 5] = ["email", "user", "host", "named-secret", "url-password"];
/// Words in the name of a variable that holds a secret.
const WORDS: [&str; 6] = ["token", "secret", "password", "passwd", "credential", "api_key"];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_stdio(cx, sink) {
        return;
    }
    let connections = cx.contract.connections.iter();
    let masked = connections.flat_map(|connection| &connection.stderr_secrets);
    let mut secrets = masked.filter(|(_, name)| is_secret(name)).peekable();
    if secrets.peek().is_none() && cx.surface.is_none() {
        return sink.skip(About::server(), cx.why_no_contract());
    }
    let secrets = secrets.map(|(frame, name)| {
        let message = format!("a line on stderr holds a secret: {}", beginning(name));
        (Level::Warn, message, *frame)
    });
    said::about_server(sink, secrets);
}

/// Whether what a mark stands for is secret by its shape or by its name.
fn is_secret(name: &str) -> bool {
    match name.split_once('#') {
        Some((shape, _)) => !OF_A_COPY.contains(&shape),
        None => {
            let name = name.to_ascii_lowercase().replace('-', "_");
            WORDS.iter().any(|word| name.contains(word))
        }
    }
}
