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
        self.line(n_bytes);
        if self.passed.is_none() && self.records.len() as u64 >= self.limits.records_max {
            self.pass("records_max", self.limits.records_max, 2);
        }
        if self.passed.is_none() {
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

    fn line(&mut self, n_bytes: u64) {
        let length = n_bytes - self.n_bytes;
        self.n_bytes = n_bytes;
        if self.passed.is_some() {
        } else if n_bytes > self.limits.text_bytes_max {
            self.pass("text_bytes_max", self.limits.text_bytes_max, 1);
        } else if length > self.limits.line_bytes_max as u64 {
            self.pass("line_bytes_max", self.limits.line_bytes_max as u64, 1);
        }
    }

    /// The reader counts the header, and the line that it could read but not keep.
    fn pass(&mut self, limit: &'static str, value: u64, more: u64) {
        self.passed = Some(SnapshotError::Limit {
            limit,
            value,
            lines: self.records.len() as u64 + more,
        });
        self.records = Vec::new();
    }
}
