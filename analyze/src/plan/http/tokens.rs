//! The requests about tokens, for a server that is sent one: whether it looks at them, and what it tells a client without.

use mcpward_schemas::config::Config;
use mcpward_schemas::snapshot::{Call, HttpRequest, Place, Spelling, Step};

use super::{asking, step, value};
use crate::contract::probe;

const AUTHORIZATION: &str = "authorization";
/// A token that nobody gives: it is spelled as RFC 6750 section 2.1 wants, and it says what it is.
const INVALID: &str = "Bearer mcpward-no-such-token";

/// Which of them are sent.
#[derive(Debug, Clone, Copy, Default)]
pub(in crate::plan) struct Tokens {
    /// Whether the configuration sends a token.
    has_one: bool,
    /// Whether it may be sent in a URL as well.
    may_be_in_query: bool,
}

impl Tokens {
    /// Reads the masked view.
    pub(in crate::plan) fn of(config: &Config) -> Self {
        let is_token = |name: &String| name.eq_ignore_ascii_case(AUTHORIZATION);
        let has_one = config
            .server
            .as_ref()
            .is_some_and(|server| server.auth.is_some() || server.headers.keys().any(is_token));
        Self {
            has_one,
            may_be_in_query: config.probes.query_token,
        }
    }

    /// The requests; `call` is what any server answers that lets us in.
    pub(super) fn steps(self, call: fn() -> Call) -> Vec<Step> {
        if !self.has_one {
            return Vec::new();
        }
        let get = |place| HttpRequest::new("GET").to(place);
        let mut steps = vec![
            step(
                probe::HTTP_TOKEN_MISSING,
                asking(call()).with(AUTHORIZATION, Spelling::Omitted),
            ),
            step(
                probe::HTTP_TOKEN_INVALID,
                asking(call()).with(AUTHORIZATION, value(INVALID)),
            ),
            step(probe::HTTP_METADATA, get(Place::ResourceMetadata)),
            step(probe::HTTP_METADATA_OF_ORIGIN, get(Place::ResourceMetadataOfOrigin)),
        ];
        if self.may_be_in_query {
            let request = asking(call()).to(Place::EndpointWithToken);
            steps.push(step(probe::HTTP_TOKEN_IN_QUERY, request));
        }
        steps
    }
}
