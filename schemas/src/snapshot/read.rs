//! The reader: bounded, and it says how far a damaged file is good.

use std::io::{BufRead as _, BufReader, ErrorKind, Read};

use serde_json::{Map, Value};
use sha2::{Digest, Sha256};

use super::write::hex;
use super::{Footer, Header, ReadLimits, Record, SnapshotError, version};

/// A whole snapshot whose digest and counts fit.
#[derive(Debug, Clone, PartialEq)]
pub struct Snapshot {
    /// Line 1.
    pub header: Header,
    /// Frames and events in file order.
    pub records: Vec<Record>,
    /// The last line.
    pub footer: Footer,
}

/// What could be read of a file: the good part, and what is wrong with the rest.
#[derive(Debug)]
pub struct Reading {
    /// Line 1.
    pub header: Header,
    /// The good frames and events.
    pub records: Vec<Record>,
    /// The last line, where the file has it.
    pub footer: Option<Footer>,
    /// What is wrong, if anything.
    pub error: Option<SnapshotError>,
}

impl Reading {
    /// The snapshot, where it is whole.
    ///
    /// # Errors
    /// What [`read`] found wrong with the file after its header.
    pub fn whole(self) -> Result<Snapshot, SnapshotError> {
        match (self.error, self.footer) {
            (Some(error), _) => Err(error),
            (None, Some(footer)) => Ok(Snapshot {
                header: self.header,
                records: self.records,
                footer,
            }),
            (None, None) => Err(SnapshotError::CutOff {
                lines: self.records.len() as u64 + 1,
            }),
        }
    }
}

/// Reads a snapshot file.
///
/// # Errors
/// Only where there is no good part at all: no zstd stream, no header, or a newer major version.
pub fn read(file: impl Read, limits: &ReadLimits) -> Result<Reading, SnapshotError> {
    let mut lines = Lines::new(file, limits)?;
    let header = match lines.next() {
        Ok(Some(Record::Header(header))) => header,
        Ok(_) => return Err(not_a_snapshot("its first line is no header")),
        Err(SnapshotError::Damaged { reason, .. }) => return Err(not_a_snapshot(&reason)),
        Err(SnapshotError::CutOff { .. }) => return Err(not_a_snapshot("it ends before its header")),
        Err(error) => return Err(error),
    };
    if !header.version.is_readable() {
        return Err(SnapshotError::NewerMajor {
            found: header.version.to_string(),
            readable: version::FORMAT.major.0,
            writer: header.mcpward,
        });
    }
    let mut reading = Reading {
        header,
        records: Vec::new(),
        footer: None,
        error: None,
    };
    if let Err(error) = read_body(&mut lines, &mut reading) {
        reading.error = Some(error);
    }
    Ok(reading)
}

fn not_a_snapshot(reason: &str) -> SnapshotError {
    SnapshotError::NotASnapshot {
        reason: reason.to_owned(),
    }
}

fn read_body<R: Read>(lines: &mut Lines<'_, R>, reading: &mut Reading) -> Result<(), SnapshotError> {
    let (mut n_frames, mut n_events) = (0, 0);
    loop {
        let n_bytes = lines.n_bytes;
        let sha256 = lines.sha256.clone();
        match lines.next()? {
            None => return Err(SnapshotError::CutOff { lines: lines.n_lines }),
            Some(Record::Header(_)) => {
                return Err(SnapshotError::Damaged {
                    line: lines.n_lines,
                    reason: "a second header".to_owned(),
                });
            }
            Some(Record::Footer(footer)) => {
                let checks = [
                    ("sha256", footer.sha256 == hex(&sha256.finalize())),
                    ("bytes", footer.bytes == n_bytes),
                    ("frames", footer.frames == n_frames),
                    ("events", footer.events == n_events),
                ];
                reading.footer = Some(footer);
                if let Some((what, _)) = checks.into_iter().find(|(_, fits)| !fits) {
                    return Err(SnapshotError::Altered { what });
                }
                return match lines.next()? {
                    None => Ok(()),
                    Some(_) => Err(SnapshotError::Damaged {
                        line: lines.n_lines,
                        reason: "a line after the footer".to_owned(),
                    }),
                };
            }
            Some(record) => {
                match record {
                    Record::Frame(_) => n_frames += 1,
                    _ => n_events += 1,
                }
                if n_frames + n_events > lines.limits.records_max {
                    return Err(lines.limit("records_max", lines.limits.records_max));
                }
                reading.records.push(record);
            }
        }
    }
}

/// One line. To read a tagged type, all of its members are kept until the tag is known, and a frame can have megabytes;
/// where the line starts as ours do, the tag is known.
fn parse(line: &[u8]) -> Result<Record, serde_json::Error> {
    const FRAME: &[u8] = br#"{"type":"frame","#;
    if line.starts_with(FRAME) {
        serde_json::from_slice(line).map(Record::Frame)
    } else {
        serde_json::from_slice(line)
    }
}

/// 1 MiB: the room for one line that is kept for the next; that of a longer one is given back.
const LINE_BYTES_KEPT: usize = 1 << 20;

/// The lines of the stream, each bounded before it is kept.
pub(super) struct Lines<'l, R: Read> {
    stream: BufReader<zstd::Decoder<'static, BufReader<R>>>,
    limits: &'l ReadLimits,
    line: Vec<u8>,
    sha256: Sha256,
    n_bytes: u64,
    n_lines: u64,
}

impl<'l, R: Read> Lines<'l, R> {
    pub(super) fn new(file: R, limits: &'l ReadLimits) -> Result<Self, SnapshotError> {
        let mut decoder = zstd::Decoder::new(file)?;
        decoder.window_log_max(limits.window_log_max)?;
        Ok(Self {
            stream: BufReader::with_capacity(64 << 10, decoder),
            limits,
            line: Vec::new(),
            sha256: Sha256::new(),
            n_bytes: 0,
            n_lines: 0,
        })
    }

    /// The next record; `None` at the end of the stream.
    pub(super) fn next(&mut self) -> Result<Option<Record>, SnapshotError> {
        match self.line.capacity() > LINE_BYTES_KEPT {
            true => self.line = Vec::new(),
            false => self.line.clear(),
        }
        // One byte more than is allowed tells a line that is too long from one that just fits.
        let bytes_max = (self.limits.line_bytes_max as u64).saturating_add(1);
        let taken = (&mut self.stream).take(bytes_max).read_until(b'\n', &mut self.line);
        if let Err(error) = taken {
            return Err(match error.kind() {
                _ if self.n_lines > 0 || !self.line.is_empty() => match error.kind() {
                    ErrorKind::UnexpectedEof => SnapshotError::CutOff { lines: self.n_lines },
                    _ => self.damaged(&error.to_string()),
                },
                _ if error.raw_os_error().is_some() => SnapshotError::Io(error),
                ErrorKind::UnexpectedEof => not_a_snapshot("it ends before its header"),
                // The only word that zstd has for a window above the bound.
                _ if error.to_string().contains("too much memory") => {
                    self.limit("window_log_max", self.limits.window_log_max.into())
                }
                _ => not_a_snapshot("it is no zstd stream, or a damaged one"),
            });
        }
        self.n_bytes += self.line.len() as u64;
        if let Some((limit, value)) = self.limits.passed_by(self.line.len() as u64, self.n_bytes) {
            return Err(self.limit(limit, value));
        }
        match self.line.last() {
            None => return Ok(None),
            Some(b'\n') => {}
            Some(_) => return Err(SnapshotError::CutOff { lines: self.n_lines }),
        }
        self.sha256.update(&self.line);
        let record = parse(&self.line).map_err(|error| self.damaged(&error.to_string()))?;
        self.n_lines += 1;
        Ok(Some(record))
    }

    /// Digest of the lines so far, in hex.
    pub(super) fn sha256(&self) -> String {
        hex(&self.sha256.clone().finalize())
    }

    /// The last line with all of its members, also those that this release does not know.
    pub(super) fn object(&self) -> Result<Map<String, Value>, SnapshotError> {
        serde_json::from_slice(&self.line).map_err(|error| self.damaged(&error.to_string()))
    }

    pub(super) fn cut_off(&self) -> SnapshotError {
        SnapshotError::CutOff { lines: self.n_lines }
    }

    fn damaged(&self, reason: &str) -> SnapshotError {
        SnapshotError::Damaged {
            line: self.n_lines + 1,
            reason: reason.to_owned(),
        }
    }

    fn limit(&self, limit: &'static str, value: u64) -> SnapshotError {
        SnapshotError::Limit {
            limit,
            value,
            lines: self.n_lines,
        }
    }
}
