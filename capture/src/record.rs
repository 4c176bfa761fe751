//! Writes frames and events as they happen, after masking. Nothing else in this crate writes to the snapshot.

use std::io::Write;
use std::time::{Duration, Instant};

use mcpward_schemas::snapshot::{
    Dir, Event, EventKind, Frame, Header, Http, Outcome, ReadLimits, Record, SnapshotError, Step, Writer, Written,
};

use crate::limits::Limits;
use crate::redact::Redactor;
use crate::transport::Received;

/// Lines are made readable in the file at most this often: a flush ends a zstd block and costs size and time, and what came
/// since is lost where the process is killed.
const FLUSH_EACH: Duration = Duration::from_millis(100);
/// 4 MiB: more than this does not wait to be written. Few pages of a list are longer.
const WAITING_BYTES_MAX: usize = 4 << 20;
/// What a record takes besides the text of its frame, roughly.
const RECORD_BYTES: usize = 256;

/// The writer of one snapshot, its clock and its redactor.
pub(crate) struct Recorder<W: Write> {
    writer: Writer<W>,
    /// What is still to be written: a server that waits for the next request is not kept waiting for this.
    waiting: Vec<Record>,
    waiting_bytes: usize,
    pub(crate) redactor: Redactor,
    started: Instant,
    flushed: Instant,
    seq: u64,
    n_frames: u64,
    n_bytes: u64,
    limits: Limits,
    /// The bound that was reached; nothing more is kept after it.
    reached: Option<&'static str>,
}

/// A frame as it was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Kept {
    pub(crate) seq: u64,
    /// Its text, secrets masked, where it was asked for; what is not UTF-8 is replaced.
    pub(crate) text: Option<String>,
}

/// Whether it is UTF-8 is found much quicker than what has to be replaced.
fn as_text(bytes: &[u8]) -> String {
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes).into_owned(), str::to_owned)
}

impl<W: Write> Recorder<W> {
    pub(crate) fn new(out: W, header: &Header, redactor: Redactor, limits: Limits) -> Result<Self, SnapshotError> {
        let now = Instant::now();
        let writer = Writer::new(out, header)?;
        Ok(Self {
            writer,
            waiting: Vec::new(),
            waiting_bytes: 0,
            redactor,
            started: now,
            flushed: now,
            seq: 0,
            n_frames: 0,
            n_bytes: 0,
            limits,
            reached: None,
        })
    }

    /// Keeps the snapshot for one who wants to read it at once.
    pub(crate) fn keep(&mut self, header: Header, limits: ReadLimits) {
        self.writer.keep(header, limits);
    }

    /// The bound on the whole capture that was reached, if any.
    pub(crate) fn reached(&self) -> Option<&'static str> {
        self.reached
    }

    /// Keeps a frame. After a bound was reached nothing more is kept, and nothing said.
    pub(crate) fn frame(&mut self, conn: u32, received: Received, wants_text: bool) -> Result<Kept, SnapshotError> {
        self.n_frames += 1;
        self.n_bytes += received
            .text
            .cut
            .as_ref()
            .map_or(received.text.bytes.len() as u64, |cut| cut.bytes);
        let over = match () {
            () if self.n_frames > self.limits.frames_max => Some(("frames_max", self.limits.frames_max)),
            () if self.n_bytes > self.limits.received_bytes_max => {
                Some(("received_bytes_max", self.limits.received_bytes_max))
            }
            () => None,
        };
        if let Some((limit, value)) = over {
            if self.reached.is_none() {
                self.reached = Some(limit);
                self.event(
                    conn,
                    EventKind::LimitReached {
                        limit: limit.to_owned(),
                        value,
                    },
                )?;
            }
            return Ok(Kept {
                seq: self.seq,
                text: None,
            });
        }
        if received.dir != Dir::Out {
            self.redactor.notice_forged(&received.text.bytes);
        }
        let masked = match &received.text.cut {
            None => self.redactor.frame(received.text.bytes),
            Some(_) => self.redactor.cut_frame(received.text.bytes),
        };
        let text = wants_text.then(|| as_text(&masked.bytes));
        self.seq += 1;
        let mut frame = Frame::new(self.seq, conn, self.at_us(), received.dir, masked.bytes);
        frame.cut = received.text.cut;
        if let Some(cut) = frame.cut.as_mut().filter(|_| masked.n_secrets > 0) {
            cut.sha256 = None;
        }
        frame.redacted = masked.n_secrets;
        frame.unterminated = received.unterminated;
        frame.began_us = received.began.map(|began| self.us_until(began));
        frame.http = received.http.map(|http| self.masked_http(http));
        let is_cut = frame.cut.is_some() && frame.dir == Dir::In;
        let seq = self.seq;
        self.add(Record::Frame(frame))?;
        if is_cut {
            let limit = "line_bytes_max".to_owned();
            self.event(
                conn,
                EventKind::LimitReached {
                    limit,
                    value: self.limits.line_bytes_max,
                },
            )?;
        }
        Ok(Kept { seq, text })
    }

    /// Keeps an event; texts in it are masked here.
    pub(crate) fn event(&mut self, conn: u32, kind: EventKind) -> Result<(), SnapshotError> {
        let event = match kind {
            EventKind::StartFailed { reason } => EventKind::StartFailed {
                reason: self.redactor.text(&reason),
            },
            EventKind::Sandbox { part, by, reason } => EventKind::Sandbox {
                part,
                by,
                reason: reason.map(|reason| self.redactor.text(&reason)),
            },
            EventKind::Note { text } => EventKind::Note {
                text: self.redactor.text(&text),
            },
            EventKind::StepStarted { step } => EventKind::StepStarted {
                step: self.masked_step(step),
            },
            // The name may be that of a tool.
            EventKind::StepEnded { probe, outcome } => EventKind::StepEnded {
                probe: self.redactor.text(&probe),
                outcome: match outcome {
                    Outcome::Failed { reason, no_evidence } => Outcome::Failed {
                        reason: self.redactor.text(&reason),
                        no_evidence,
                    },
                    other => other,
                },
            },
            other => other,
        };
        self.seq += 1;
        let at_us = self.at_us();
        self.add(Record::Event(Event {
            seq: self.seq,
            conn,
            at_us,
            event,
        }))
    }

    fn add(&mut self, record: Record) -> Result<(), SnapshotError> {
        let text = match &record {
            Record::Frame(frame) => frame.text(),
            _ => None,
        };
        self.waiting_bytes += text.map_or(0, str::len) + RECORD_BYTES;
        self.waiting.push(record);
        if self.waiting_bytes > WAITING_BYTES_MAX {
            return self.write_waiting();
        }
        Ok(())
    }

    /// Writes what was kept, and makes it readable in the file now and then. To be called when the server has work to do.
    pub(crate) fn write_waiting(&mut self) -> Result<(), SnapshotError> {
        self.waiting_bytes = 0;
        for record in self.waiting.drain(..) {
            match record {
                Record::Frame(frame) => self.writer.frame(frame)?,
                Record::Event(event) => self.writer.event(event)?,
                // These are the writer's own.
                Record::Header(_) | Record::Footer(_) => {}
            }
        }
        if self.flushed.elapsed() < FLUSH_EACH {
            return Ok(());
        }
        self.flushed = Instant::now();
        self.writer.flush()
    }

    pub(crate) fn finish(mut self, complete: bool, reason: Option<String>) -> Result<Written<W>, SnapshotError> {
        self.write_waiting()?;
        self.writer.finish(complete, reason)
    }

    fn at_us(&self) -> u64 {
        self.us_until(Instant::now())
    }

    fn us_until(&self, then: Instant) -> u64 {
        u64::try_from(then.saturating_duration_since(self.started).as_micros()).unwrap_or(u64::MAX)
    }

    fn masked_http(&mut self, mut http: Http) -> Http {
        http.url = http.url.map(|url| self.redactor.url(&url));
        for (name, value) in &mut http.headers {
            *value = self.redactor.header(name, value);
        }
        if let Some(sse) = &mut http.sse {
            sse.event = sse.event.take().map(|event| self.redactor.text(&event));
            sse.id = sse.id.take().map(|id| self.redactor.text(&id));
        }
        http
    }

    /// A plan speaks in marks, but it may also have taken a value from an answer.
    fn masked_step(&mut self, step: Step) -> Step {
        let Ok(text) = serde_json::to_vec(&step) else {
            return step;
        };
        let masked = self.redactor.frame(text);
        if masked.n_secrets == 0 {
            return step;
        }
        match serde_json::from_slice(&masked.bytes) {
            Ok(masked) => masked,
            Err(_) => step,
        }
    }
}
