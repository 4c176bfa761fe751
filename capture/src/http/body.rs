//! The body of a response, chunk by chunk: decompressed and bounded.

use std::pin::Pin;

use futures_util::{Stream, StreamExt as _};
use mcpward_schemas::snapshot::EventKind;
use reqwest::Response;

use super::client::Shared;
use super::decode::Decoder;
use super::explain;
use crate::transport::Failure;

type Chunk = Result<Vec<u8>, reqwest::Error>;

/// Reads a body to its end, or to where it breaks.
pub(crate) struct Body {
    chunks: Pin<Box<dyn Stream<Item = Chunk> + Send>>,
    decoder: Option<Decoder>,
    coding: String,
    url: String,
    bytes_left: u64,
    bound: (&'static str, u64),
    reached: bool,
}

impl Body {
    pub(crate) fn new(response: Response, shared: &Shared, url: &str) -> Self {
        let coding = response
            .headers()
            .get("content-encoding")
            .and_then(|value| value.to_str().ok());
        let coding = coding.unwrap_or_default().to_owned();
        let decoder = Decoder::new(&coding);
        let limits = &shared.limits;
        let bound = match &decoder {
            Some(decoder) if decoder.is_compressed() => ("decoded_bytes_max", limits.decoded_bytes_max),
            _ => ("received_bytes_max", limits.received_bytes_max),
        };
        Self {
            decoder,
            chunks: Box::pin(response.bytes_stream().map(|chunk| chunk.map(Vec::from))),
            coding,
            url: url.to_owned(),
            bytes_left: bound.1,
            bound,
            reached: false,
        }
    }

    /// The bound that ended it.
    pub(crate) fn reached(&self) -> Option<EventKind> {
        let (limit, value) = self.bound;
        let limit = limit.to_owned();
        self.reached.then_some(EventKind::LimitReached { limit, value })
    }

    /// The next chunk of text; an error is the last one. Cancel-safe.
    pub(crate) async fn next(&mut self) -> Option<Result<Vec<u8>, Failure>> {
        let broken = |reason: String| {
            Some(Err(Failure {
                reason,
                is_outage: false,
                no_evidence: false,
            }))
        };
        let Some(decoder) = &mut self.decoder else {
            return broken(format!(
                "{} compressed its response by {:?}, which was not asked for and is not understood",
                self.url, self.coding
            ));
        };
        let text = loop {
            match decoder.piece() {
                Ok(Some(text)) => break text,
                Ok(None) => match self.chunks.next().await? {
                    Ok(chunk) => decoder.feed(chunk),
                    Err(error) => return Some(Err(explain::no_response(&error, &self.url))),
                },
                Err(_) => {
                    return broken(format!(
                        "{} says that its response is compressed by {:?}, which it is not",
                        self.url, self.coding
                    ));
                }
            }
        };
        self.bytes_left = self.bytes_left.saturating_sub(text.len() as u64);
        if self.bytes_left == 0 {
            self.reached = true;
            let (limit, value) = self.bound;
            return broken(format!(
                "the response of {} passes the bound {limit} of {value} bytes",
                self.url
            ));
        }
        Some(Ok(text))
    }
}
