//! What a writer keeps of a snapshot for one who wants to read it at once: a reader decompresses and parses what was a value
//! a moment ago.

use super::{Footer, Header, ReadLimits, Record, Snapshot, SnapshotError};

/// A snapshot that is being written, until it passes a bound of its reader.
pub(super) struct Kept {
    header: Header,
    records: Vec<Record>,
    limits: ReadLimits,
    n_bytes: u64,
    passed: Option<SnapshotError>,
}

impl Kept {
    /// `n_bytes`: length of the header's line.
    pub(super) fn new(header: Header, limits: ReadLimits, n_bytes: u64) -> Self {
        Self {
            header,
            records: Vec::new(),
            limits,
            n_bytes,
            passed: None,
        }
    }

    /// Adds a record. `n_bytes`: length of all lines so far, this one too.
    pub(super) fn add(&mut self, record: Record, n_bytes: u64) {
        let line_bytes = n_bytes - std::mem::replace(&mut self.n_bytes, n_bytes);
        if self.passed.is_some() {
            return;
        }
        let n_lines = self.records.len() as u64 + 1;
        if let Some((limit, value)) = self.limits.passed_by(line_bytes, n_bytes) {
            self.pass(limit, value, n_lines);
        } else if self.records.len() as u64 >= self.limits.records_max {
            // The reader has read this line before it counts it.
            self.pass("records_max", self.limits.records_max, n_lines + 1);
        } else {
            self.records.push(record);
        }
    }

    /// The snapshot with its last line.
    pub(super) fn whole(self, footer: Footer) -> Result<Snapshot, SnapshotError> {
        match self.passed {
            Some(error) => Err(error),
            None => Ok(Snapshot {
                header: self.header,
                records: self.records,
                footer,
            }),
        }
    }

    fn pass(&mut self, limit: &'static str, value: u64, lines: u64) {
        self.passed = Some(SnapshotError::Limit { limit, value, lines });
        self.records = Vec::new();
    }
}
