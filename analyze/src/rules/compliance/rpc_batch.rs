//! `compliance/rpc-batch`: an array of requests is answered in 2025-03-26.

use mcpward_schemas::report::{Severity, SubjectKind};
use mcpward_schemas::snapshot::Outcome;

use crate::contract::{Message, probe};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-batch",
    title: "an array of requests is answered in 2025-03-26",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-03-26, Base protocol, Batching"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A server that agrees on 2025-03-26, and does not answer both pings of one array, each by itself or in an array as well. It is asked with
`protocol: 2025-03-26` or `--matrix`.

## Why it matters
Servers of that version must take arrays. A client that sends one waits for ever.

## Example
```json
[{\"jsonrpc\": \"2.0\", \"id\": 1, \"method\": \"ping\"}, {\"jsonrpc\": \"2.0\", \"id\": 2, \"method\": \"ping\"}]
```

## What to do
Take arrays where 2025-03-26 was agreed on, or do not offer that version any more.

## When it is wrong
Arrays were taken out with 2025-06-18, and SDKs refuse them in every version since; few clients ever sent one.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some((connection, line)) = cx.malformed(probe::BATCH) else {
        return sink.skip_nothing(
            About::server(),
            "no array was sent: 2025-03-26 is not spoken or not asked for",
        );
    };
    let is_ours = |message: &&Message| {
        let id = message.id();
        id.is_some_and(|id| probe::BATCH_IDS.iter().any(|own| id.is_text(own)))
    };
    // A late answer is one all the same.
    let answers: Vec<&Message> = connection.from_server().filter(is_ours).collect();
    let served = |own: &&&str| {
        let mut results = answers.iter().filter(|message| message.result().is_some());
        results.any(|message| message.id().is_some_and(|id| id.is_text(own)))
    };
    let n_served = probe::BATCH_IDS.iter().filter(served).count();
    let refusal = answers.iter().copied().chain(&line.response);
    let code = refusal
        .filter_map(|message| message.error()?.get("code")?.as_i64())
        .next();
    let message = match (n_served, code, &line.outcome) {
        (2, ..) => return,
        (_, Some(code), _) => format!("an array of two pings is answered with error {code}"),
        (1, ..) => "of two pings in an array one is answered".to_owned(),
        (_, None, Some(Outcome::Closed)) => "the connection ends after an array of two pings".to_owned(),
        (_, None, Some(Outcome::Done)) => "an array of two pings is not answered".to_owned(),
        _ => return sink.skip(About::server(), "the request behind the array was not answered"),
    };
    let frames = line
        .frame
        .into_iter()
        .chain(answers.iter().map(|message| message.frame));
    sink.found(About::server(), message).frames(frames);
}
