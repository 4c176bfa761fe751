//! Writes a snapshot anew with its lines edited, e.g. by one who masks more than was masked at capture.

use std::io::{Read, Write};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::read::Lines;
use super::write::{ZSTD_LEVEL, hex};
use super::{ReadLimits, Reading, Record, SnapshotError, Writer};

/// Copies a whole snapshot line by line, each as an object that `edit` may change. What a newer release wrote stays, and
/// the footer gets the length and the digest of the new lines.
///
/// # Errors
/// What is wrong with the snapshot: one that is cut off, damaged or altered is not copied.
pub fn rewrite<W: Write>(
    file: impl Read,
    out: W,
    limits: &ReadLimits,
    edit: &mut dyn FnMut(&mut Map<String, Value>),
) -> Result<W, SnapshotError> {
    let mut lines = Lines::new(file, limits)?;
    let mut encoder = zstd::Encoder::new(out, ZSTD_LEVEL)?;
    encoder.include_checksum(true)?;
    let mut written = Sha256::new();
    let mut n_bytes = 0;
    loop {
        let before = lines.sha256();
        let Some(record) = lines.next()? else {
            return Err(lines.cut_off());
        };
        let mut object = lines.object()?;
        edit(&mut object);
        let is_last = if let Record::Footer(footer) = record {
            if footer.sha256 != before {
                return Err(SnapshotError::Altered { what: "sha256" });
            }
            object.insert("bytes".to_owned(), Value::from(n_bytes));
            object.insert("sha256".to_owned(), Value::from(hex(&written.clone().finalize())));
            true
        } else {
            false
        };
        let line = spelled(object)?;
        written.update(&line);
        n_bytes += line.len() as u64;
        encoder.write_all(&line)?;
        if is_last {
            return Ok(encoder.finish()?);
        }
    }
}

/// The good part of a snapshot that was cut off or damaged, as a snapshot that says so in its footer. Of lines that a newer
/// release wrote it has what this one knows.
///
/// # Errors
/// What is wrong with a snapshot that has nothing to be made of its good part: one that is whole, was altered or passes a limit.
pub fn good_part(reading: Reading) -> Result<Vec<u8>, SnapshotError> {
    let reason = match reading.error {
        Some(SnapshotError::CutOff { lines }) => format!("the snapshot was cut off after line {lines}"),
        Some(SnapshotError::Damaged { line, .. }) => format!("the snapshot was damaged from line {line} on"),
        Some(error) => return Err(error),
        None => {
            return Err(SnapshotError::CutOff {
                lines: reading.records.len() as u64 + 1,
            });
        }
    };
    let mut writer = Writer::new(Vec::new(), &reading.header)?;
    for record in reading.records {
        match record {
            Record::Frame(frame) => writer.frame(frame)?,
            Record::Event(event) => writer.event(event)?,
            // They stand at the ends only.
            Record::Header(_) | Record::Footer(_) => {}
        }
    }
    Ok(writer.finish(false, Some(reason))?.out)
}

/// The line of an object, its type first: readers look there.
fn spelled(mut object: Map<String, Value>) -> Result<Vec<u8>, SnapshotError> {
    let kind = object.remove("type").unwrap_or_default();
    let mut line = format!("{{\"type\":{kind}").into_bytes();
    let rest = serde_json::to_vec(&object).map_err(std::io::Error::from)?;
    if !object.is_empty() {
        line.push(b',');
    }
    line.extend_from_slice(&rest[1..]);
    line.push(b'\n');
    Ok(line)
}
