//! Marks in a text: where they go, and which are there already.

use std::ops::Range;

use mcpward_schemas::snapshot::REDACTION_MARK_START;

/// A range of bytes and the mark that replaces it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Mask {
    pub(super) range: Range<usize>,
    pub(super) mark: String,
}

impl Mask {
    pub(super) fn shifted(self, by: usize) -> Self {
        Self {
            range: self.range.start + by..self.range.end + by,
            mark: self.mark,
        }
    }
}

/// Orders masks by place and drops one that overlaps an earlier one after joining their ranges, so no byte of either stays.
pub(super) fn disjoint(mut masks: Vec<Mask>) -> Vec<Mask> {
    masks.sort_by_key(|mask| (mask.range.start, mask.range.end));
    let mut out: Vec<Mask> = Vec::with_capacity(masks.len());
    for mask in masks {
        match out.last_mut() {
            Some(last) if mask.range.start < last.range.end => last.range.end = last.range.end.max(mask.range.end),
            _ => out.push(mask),
        }
    }
    out
}

/// `masks` must be disjoint and in order.
pub(super) fn apply(bytes: &[u8], masks: &[Mask]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    for mask in masks {
        out.extend_from_slice(&bytes[at..mask.range.start]);
        out.extend_from_slice(mask.mark.as_bytes());
        at = mask.range.end;
    }
    out.extend_from_slice(&bytes[at..]);
    out
}

/// Names of variables and shapes are shorter; a longer text between the brackets is no mark.
const MARK_BYTES_MAX: usize = 256;

/// The marks that a text holds already.
pub(super) fn marks_in(bytes: &[u8]) -> Vec<String> {
    let marks = memchr::memmem::find_iter(bytes, REDACTION_MARK_START).filter_map(|open| {
        let rest = &bytes[open..bytes.len().min(open + MARK_BYTES_MAX)];
        let close = memchr::memchr(b']', rest)?;
        Some(String::from_utf8_lossy(&rest[..=close]).into_owned())
    });
    marks.collect()
}

/// What a mark names: a variable, or a shape with its number.
pub(super) fn name_of(mark: &str) -> &str {
    mark.trim_start_matches(REDACTION_MARK_START).trim_end_matches(']')
}

/// The places of marks in a text of ours.
pub(super) fn mark_ranges(text: &str) -> Vec<Range<usize>> {
    let starts = text.match_indices(REDACTION_MARK_START);
    starts
        .filter_map(|(open, _)| text[open..].find(']').map(|close| open..open + close + 1))
        .collect()
}
