//! The writer: lines go out as they happen, so a capture of any length needs no memory.

use std::io::{self, Write};

use sha2::{Digest, Sha256};

use super::kept::Kept;
use super::{Event, Footer, Frame, Header, ReadLimits, Record, Snapshot, SnapshotError};

/// Level 3 is zstd's default: 270 MB/s a thread, and JSON text shrinks to a tenth.
pub(super) const ZSTD_LEVEL: i32 = 3;

/// Writes one snapshot.
pub struct Writer<W: Write> {
    out: zstd::Encoder<'static, W>,
    piece: Vec<u8>,
    sha256: Sha256,
    footer: Footer,
    kept: Option<Kept>,
}

/// A snapshot that was written.
pub struct Written<W> {
    /// What it was written to.
    pub out: W,
    /// What [`read`](super::read()) would find there, where [`Writer::keep`] asked for it.
    pub snapshot: Option<Result<Snapshot, SnapshotError>>,
}

impl<W: Write> Writer<W> {
    /// Starts a snapshot with its header.
    ///
    /// # Errors
    /// [`SnapshotError::Io`] where `out` fails.
    pub fn new(out: W, header: &Header) -> Result<Self, SnapshotError> {
        let mut encoder = zstd::Encoder::new(out, ZSTD_LEVEL)?;
        encoder.include_checksum(true)?;
        let footer = Footer {
            frames: 0,
            events: 0,
            bytes: 0,
            complete: false,
            reason: None,
            sha256: String::new(),
        };
        let mut writer = Self {
            out: encoder,
            piece: Vec::with_capacity(2 * PIECE_BYTES),
            sha256: Sha256::new(),
            footer,
            kept: None,
        };
        writer.line(&Record::Header(header.clone()))?;
        Ok(writer)
    }

    /// Keeps what is written from now on, as a reader with these bounds would have it. To be called before the first frame.
    pub fn keep(&mut self, header: Header, limits: ReadLimits) {
        self.kept = Some(Kept::new(header, limits, self.footer.bytes));
    }

    /// Adds a frame.
    ///
    /// # Errors
    /// [`SnapshotError::Io`] where the medium fails, e.g. a full disk.
    pub fn frame(&mut self, frame: Frame) -> Result<(), SnapshotError> {
        self.footer.frames += 1;
        self.add(Record::Frame(frame))
    }

    /// Adds an event.
    ///
    /// # Errors
    /// As [`Writer::frame`].
    pub fn event(&mut self, event: Event) -> Result<(), SnapshotError> {
        self.footer.events += 1;
        self.add(Record::Event(event))
    }

    /// Makes all lines so far readable in the file, at some cost in size.
    ///
    /// # Errors
    /// As [`Writer::frame`].
    pub fn flush(&mut self) -> Result<(), SnapshotError> {
        Ok(self.out.flush()?)
    }

    /// Writes the footer and ends the stream. `reason` says why a capture is not complete.
    ///
    /// # Errors
    /// As [`Writer::frame`].
    pub fn finish(mut self, complete: bool, reason: Option<String>) -> Result<Written<W>, SnapshotError> {
        let mut footer = self.footer.clone();
        footer.complete = complete;
        footer.reason = reason;
        footer.sha256 = hex(&self.sha256.clone().finalize());
        self.line(&Record::Footer(footer.clone()))?;
        Ok(Written {
            out: self.out.finish()?,
            snapshot: self.kept.map(|kept| kept.whole(footer)),
        })
    }

    fn add(&mut self, record: Record) -> Result<(), SnapshotError> {
        self.line(&record)?;
        if let Some(kept) = &mut self.kept {
            kept.add(record, self.footer.bytes);
        }
        Ok(())
    }

    fn line(&mut self, record: &Record) -> Result<(), SnapshotError> {
        let mut line = Line {
            out: &mut self.out,
            piece: &mut self.piece,
            sha256: &mut self.sha256,
            n_bytes: &mut self.footer.bytes,
        };
        serde_json::to_writer(&mut line, record).map_err(io::Error::from)?;
        line.write_all(b"\n")?;
        Ok(line.flush()?)
    }
}

/// 64 KiB: what is gathered of a line before it goes on. Written with escapes, a frame can be six times as long as it is.
const PIECE_BYTES: usize = 64 << 10;

/// One line on its way into the stream, its digest and its length.
struct Line<'w, W: Write> {
    out: &'w mut zstd::Encoder<'static, W>,
    piece: &'w mut Vec<u8>,
    sha256: &'w mut Sha256,
    n_bytes: &'w mut u64,
}

impl<W: Write> Write for Line<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.write_all(bytes)?;
        Ok(bytes.len())
    }

    /// Between two escapes of a JSON text are a few bytes: this is the short way for them.
    #[inline]
    fn write_all(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.piece.extend_from_slice(bytes);
        if self.piece.len() < PIECE_BYTES {
            return Ok(());
        }
        self.flush()
    }

    /// Empties the piece into the stream, which keeps it until its block is full.
    fn flush(&mut self) -> io::Result<()> {
        self.sha256.update(&*self.piece);
        *self.n_bytes += self.piece.len() as u64;
        self.out.write_all(self.piece)?;
        self.piece.clear();
        Ok(())
    }
}

pub(super) fn hex(digest: &[u8]) -> String {
    use std::fmt::Write as _;
    digest
        .iter()
        .fold(String::with_capacity(digest.len() * 2), |mut out, byte| {
            write!(out, "{byte:02x}").expect("writing to a string does not fail");
            out
        })
}
