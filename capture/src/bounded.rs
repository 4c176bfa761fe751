//! A text of unknown length, of which a bounded beginning is kept, and of a longer one length and digest.

use std::sync::Arc;

use mcpward_schemas::snapshot::Cut;
use sha2::{Digest, Sha256};

use crate::limits::Limits;
use crate::redact::Known;

/// Collects one line, body or event.
#[derive(Debug)]
pub(crate) struct Bounded {
    bytes: Vec<u8>,
    over: Option<Box<Over>>,
    bytes_max: usize,
    kept_max: usize,
    known: Arc<Known>,
}

/// What was collected.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Collected {
    /// The text, or its beginning.
    pub(crate) bytes: Vec<u8>,
    /// Length and digest of the whole text, where it passed its bound; no digest where a secret was in it.
    pub(crate) cut: Option<Cut>,
    /// The id of the message, looked up before the text was cut.
    pub(crate) cut_id: Option<String>,
}

/// The rest of a text that is not kept.
#[derive(Debug)]
struct Over {
    bytes: u64,
    sha256: Sha256,
    has_secret: bool,
    /// The end of what was seen, since a secret may lie across two reads.
    tail: Vec<u8>,
    id: Option<String>,
}

impl Bounded {
    /// Keeps texts up to `bytes_max` whole.
    pub(crate) fn new(bytes_max: u64, limits: &Limits, known: Arc<Known>) -> Self {
        let as_len = |n: u64| usize::try_from(n).unwrap_or(usize::MAX);
        let kept_max = as_len(limits.cut_kept_bytes().min(bytes_max));
        Self {
            bytes: Vec::new(),
            over: None,
            bytes_max: as_len(bytes_max),
            kept_max,
            known,
        }
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.bytes.is_empty() && self.over.is_none()
    }

    pub(crate) fn push(&mut self, bytes: &[u8]) {
        if let Some(over) = &mut self.over {
            over.push(bytes, &self.known);
            return;
        }
        self.bytes.extend_from_slice(bytes);
        if self.bytes.len() > self.bytes_max {
            let id = crate::envelope::id_of_beginning(&self.bytes);
            let mut over = Over {
                bytes: 0,
                sha256: Sha256::new(),
                has_secret: false,
                tail: Vec::new(),
                id,
            };
            over.push(&self.bytes, &self.known);
            self.bytes.truncate(self.kept_max);
            self.bytes.shrink_to_fit();
            self.over = Some(Box::new(over));
        }
    }

    /// Gives what was collected and begins anew.
    pub(crate) fn take(&mut self) -> Collected {
        let bytes = std::mem::take(&mut self.bytes);
        let Some(over) = self.over.take().map(|over| *over) else {
            return Collected {
                bytes,
                cut: None,
                cut_id: None,
            };
        };
        let digest = hex(&over.sha256.finalize());
        let sha256 = (!over.has_secret).then_some(digest);
        Collected {
            bytes,
            cut: Some(Cut {
                bytes: over.bytes,
                sha256,
            }),
            cut_id: over.id,
        }
    }
}

impl Over {
    fn push(&mut self, bytes: &[u8], known: &Known) {
        self.bytes += bytes.len() as u64;
        self.sha256.update(bytes);
        let overlap = known.longest().saturating_sub(1);
        if self.has_secret || overlap == 0 {
            return;
        }
        self.tail.extend_from_slice(bytes);
        self.has_secret = known.is_in(&self.tail);
        let n_old = self.tail.len().saturating_sub(overlap);
        self.tail.drain(..n_old);
    }
}

pub(crate) fn hex(digest: &[u8]) -> String {
    use std::fmt::Write as _;
    digest
        .iter()
        .fold(String::with_capacity(digest.len() * 2), |mut out, byte| {
            write!(out, "{byte:02x}").expect("writing to a string does not fail");
            out
        })
}
