//! The frames of a snapshot as JSON, read beside each other. A list that comes again is not read again: its values stand where
//! they stood the first time.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::{Doc, Json};
use mcpward_schemas::snapshot::{Dir, Record, Snapshot, Target};
use rayon::prelude::*;

use super::anomaly::AnomalyKind;
use super::decode::{self, Found};

/// A frame read: its JSON, where it has any, and what was odd.
pub(super) struct Decoded {
    pub(super) json: Option<Json>,
    pub(super) found: Found,
}

/// Frames from this length on are compared with one of the same length: a shorter one is read as quickly.
const LONG_BYTES: usize = 4096;

/// Reads all frames of a snapshot, each in the place of its record. `known` are texts that were read already.
pub(super) fn decode(snapshot: &Snapshot, known: &[Json]) -> Vec<Option<Decoded>> {
    let http = matches!(snapshot.header.target, Target::Http { .. });
    let length = |json: &Json| json.value().doc().text().len();
    let mut models: BTreeMap<usize, Json> = known.iter().map(|json| (length(json), json.clone())).collect();
    // The first frame of a length is read before the others, which may be like it.
    let mut lengths: BTreeSet<usize> = models.keys().copied().collect();
    let waits: Vec<Option<usize>> = snapshot
        .records
        .iter()
        .map(|record| long(record).filter(|length| !lengths.insert(*length)))
        .collect();
    let mut decoded: Vec<Option<Decoded>> = snapshot
        .records
        .par_iter()
        .zip(&waits)
        .map(|(record, waits)| waits.map_or_else(|| decode_frame(record, http, None), |_| None))
        .collect();
    for json in decoded.iter().flatten().filter_map(|decoded| decoded.json.as_ref()) {
        models.entry(length(json)).or_insert_with(|| json.clone());
    }
    let later: Vec<(usize, Option<Decoded>)> = waits
        .par_iter()
        .enumerate()
        .filter_map(|(idx, waits)| {
            let model = models.get(&(*waits)?).map(|json| json.value().doc());
            Some((idx, decode_frame(&snapshot.records[idx], http, model)))
        })
        .collect();
    for (idx, later) in later {
        decoded[idx] = later;
    }
    decoded
}

/// The length of a long frame.
fn long(record: &Record) -> Option<usize> {
    let Record::Frame(frame) = record else { return None };
    frame.text().map(str::len).filter(|length| *length >= LONG_BYTES)
}

fn decode_frame(record: &Record, http: bool, model: Option<&Doc>) -> Option<Decoded> {
    let Record::Frame(frame) = record else { return None };
    if frame.dir == Dir::Err {
        return None;
    }
    let mut found = Found::new();
    let text = decode::text(frame, &mut found)?;
    // HTTP has bodies without a message: requests that only open a stream, refusals, events that only carry an id.
    if text.trim().is_empty() {
        if !http && frame.dir == Dir::In {
            found.push((AnomalyKind::EmptyLine, String::new()));
        }
        return Some(Decoded { json: None, found });
    }
    // What the recorder cut can't be whole JSON; that it was cut is what counts.
    let json = if frame.cut.is_some() {
        None
    } else {
        decode::json(&text, model, &mut found)
    };
    Some(Decoded { json, found })
}
