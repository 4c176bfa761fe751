//! `compliance/life-discover-survival`: a server that knows no `server/discover` answers it with an error.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::Outcome;

use crate::contract::{Surface, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/life-discover-survival",
    title: "server/discover is answered, also by servers that do not know it",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("JSON-RPC 2.0, section 5.1; 2026-07-28, Versioning, Backward compatibility"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server with handshake that ends when `server/discover` is its first request, or that does not answer it.

## Why it matters
Clients of 2026-07-28 send it first. A server that dies of it never gets the handshake, and one that stays silent costs each
client a timeout.

## Example
The process exits with code 1 and says `expected initialize`.

## What to do
Answer requests that have no handler with -32601, also before `initialize`. Newer releases of the SDKs do.

## When it is wrong
A server that needs longer to start than the probe waits looks silent; the snapshot shows the times.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let discover = |surface| cx.contract.connection(surface).probe(probe::DISCOVER);
    let Some(exchange) = cx.modern().and_then(discover) else {
        sink.skip_nothing(About::server(), "server/discover was not sent");
        return;
    };
    if !cx.surface.is_some_and(Surface::is_handshake) || exchange.response.is_some() {
        return;
    }
    let what = match exchange.outcome {
        Some(Outcome::Closed) => "the server ends when it is asked server/discover before initialize",
        Some(Outcome::Silent | Outcome::TimedOut) => {
            "the server does not answer server/discover, not even with an error"
        }
        // An HTTP server refused it in its own words, which is an answer.
        Some(Outcome::Failed { no_evidence: false, .. }) => return,
        _ => return sink.skip(About::server(), exchange.why_no_result()),
    };
    sink.found(About::server(), what).frames(exchange.frames());
}
