//! `compliance/http-session-entropy`: session ids cannot be guessed.

use std::collections::BTreeSet;

use mcpward_schemas::report::{FrameRef, Severity, SubjectKind};

use crate::rules::http_reply::is_over_http;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/http-session-entropy",
    title: "session ids cannot be guessed",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2025-11-25, Transports, Session Management"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Session ids of one capture that come twice, that are too short to hold 64 bits, or that differ from each other in a few characters
only, as numbers do that are counted up. A capture over HTTP begins three sessions or more.

## Why it matters
Who guesses the id of a session speaks as its user, and reads what the server sends to it.

## Example
```http
mcp-session-id: session-000017
mcp-session-id: session-000018
```

## What to do
Take a random UUID (version 4), or 128 random bits in hex. Check who sends a request besides: a session id is no credential.

## When it is wrong
It is reckoned from few ids, and can only show that they are weak, not that they are strong. A server behind a proxy that gives every
client one session has the proxy's ids.
";

/// Bits that an id can hold at least (2025-11-25: globally unique and cryptographically secure).
const BITS_MIN: f64 = 64.0;
/// Bits that the part can hold in which two ids differ; chance makes the ends of random ones equal, seldom by more than this.
const DIFFERENT_BITS_MIN: f64 = 40.0;

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !is_over_http(cx, sink) {
        return;
    }
    let ids: Vec<(&str, FrameRef)> = cx
        .contract
        .connections
        .iter()
        .filter_map(|connection| {
            let responses = connection
                .http_requests
                .iter()
                .filter_map(|request| request.response.as_ref());
            let mut ids = responses.filter_map(|response| Some((response.header("mcp-session-id")?, response.frame())));
            ids.next()
        })
        .collect();
    if ids.is_empty() {
        return sink.skip_nothing(About::server(), "the server begins no session");
    }
    if ids.len() == 1 {
        return sink.skip(
            About::server(),
            "one session id does not tell whether it can be guessed",
        );
    }
    if let Some(message) = weakness(&ids.iter().map(|(id, _)| *id).collect::<Vec<_>>()) {
        let frames = ids.iter().map(|(_, frame)| *frame);
        sink.found(About::server(), message).frames(frames);
    }
}

/// Why they can be guessed.
fn weakness(ids: &[&str]) -> Option<String> {
    let mut seen = BTreeSet::new();
    if !ids.iter().all(|id| seen.insert(*id)) {
        return Some("two sessions have the same id".to_owned());
    }
    let bits_max = ids.iter().map(|id| bits(id)).fold(0.0, f64::max);
    if bits_max < BITS_MIN {
        return Some(format!("the session ids hold {bits_max:.0} bits at most, and not 64"));
    }
    // Sorted, those that differ least stand beside each other.
    let sorted: Vec<&str> = seen.into_iter().collect();
    let different = sorted.windows(2).map(|pair| different(pair[0], pair[1]));
    let (n, bits) = different.min_by(|one, other| one.1.total_cmp(&other.1))?;
    (bits < DIFFERENT_BITS_MIN).then(|| {
        let plural = if n == 1 { "" } else { "s" };
        format!("session ids differ in {n} character{plural} only")
    })
}

/// Bits that a text of such characters can hold.
fn bits(id: &str) -> f64 {
    let has = |is: fn(char) -> bool| id.chars().any(is);
    let is_hex = !has(|letter| !letter.is_ascii_hexdigit() && letter != '-');
    let size: f64 = match () {
        () if !has(|letter| !letter.is_ascii_digit()) => 10.0,
        () if is_hex => 16.0,
        () if has(|letter| letter.is_ascii_uppercase()) => 64.0,
        () => 36.0,
    };
    let n = id.chars().filter(|letter| *letter != '-').count();
    f64::from(u32::try_from(n).unwrap_or(u32::MAX)) * size.log2()
}

/// Characters between the parts that two ids have in common at both ends, of the longer one, and the bits that they can hold.
fn different(one: &str, other: &str) -> (usize, f64) {
    let (one, other): (Vec<char>, Vec<char>) = (one.chars().collect(), other.chars().collect());
    let n_begin = one
        .iter()
        .zip(&other)
        .take_while(|(mine, theirs)| mine == theirs)
        .count();
    let (rest, other_rest) = (&one[n_begin..], &other[n_begin..]);
    let n_end = rest
        .iter()
        .rev()
        .zip(other_rest.iter().rev())
        .take_while(|(mine, theirs)| mine == theirs)
        .count();
    let parts = [&rest[..rest.len() - n_end], &other_rest[..other_rest.len() - n_end]];
    let of = |part: &[char]| (part.len(), bits(&part.iter().collect::<String>()));
    let [mine, theirs] = parts.map(of);
    if mine.1 >= theirs.1 { mine } else { theirs }
}
