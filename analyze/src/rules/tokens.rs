//! What came of the requests about tokens, for the rules that judge them.

use super::Context;
use super::http_reply::{Reply, reply_in, was_asked};
use super::sink::{About, Sink};
use crate::contract::probe;

const UNAUTHORIZED: u16 = 401;

/// The response to a probe of a connection that has a token, from this version on; `None` where there is none, and then the sink
/// knows why.
pub(super) fn reply_since<'a>(cx: &Context<'a>, sink: &mut Sink, name: &str, first: &str) -> Option<Reply<'a>> {
    if cx.contract.is_over_http() && !was_asked(cx, probe::HTTP_TOKEN_MISSING) {
        sink.skip_nothing(
            About::server(),
            "no token is sent to the server, so nothing is asked about them",
        );
        return None;
    }
    reply_in(cx, sink, name, [first, "9999-12-31"])
}

/// The refusals, HTTP 401, of the requests without a token and with one that nobody gave; where the server lets both in, or
/// nothing came back, the sink knows it.
pub(super) fn refusals<'a>(cx: &Context<'a>, sink: &mut Sink, first: &str) -> Vec<Reply<'a>> {
    let mut refusals = Vec::new();
    for name in [probe::HTTP_TOKEN_MISSING, probe::HTTP_TOKEN_INVALID] {
        match reply_since(cx, sink, name, first) {
            Some(reply) if reply.status == UNAUTHORIZED => refusals.push(reply),
            Some(_) => {}
            None => return Vec::new(),
        }
    }
    if refusals.is_empty() {
        sink.skip_nothing(About::server(), "the server refuses no request with HTTP 401");
    }
    refusals
}

/// The parameter of a Bearer challenge, where one has it; a header may come several times, and hold several challenges (RFC 9110
/// section 11.6.1). Quotes are taken off, spaces end the value.
pub(super) fn challenge<'h>(headers: &'h [(String, String)], parameter: &str) -> Option<&'h str> {
    let mut headers = headers.iter().filter(|(name, _)| name == "www-authenticate");
    headers.find_map(|(_, value)| {
        let mut words = value.split([' ', ',', '\t']);
        words.find_map(|word| {
            let (name, value) = word.split_once('=')?;
            let value = value.trim_matches('"');
            (name.eq_ignore_ascii_case(parameter) && !value.is_empty()).then_some(value)
        })
    })
}
