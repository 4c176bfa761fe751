//! What `run` does while the server is still being asked, on threads of its own: the analysis gets ready and reads what was
//! listed, and the snapshot is read back as it is written. Nothing of it changes a result.

use std::io::{self, Read, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{Builder, JoinHandle};

use mcpward_analyze::Ahead;
use mcpward_analyze::plan::Answer;

/// A thread that reads lists ahead of the analysis.
pub(crate) struct ReadAhead {
    frames: Sender<String>,
    is_over: Arc<AtomicBool>,
    thread: Option<JoinHandle<Ahead>>,
}

impl ReadAhead {
    /// Starts it; where no thread can be had, the analysis does all by itself.
    pub(crate) fn start() -> Self {
        let (frames, received) = channel::<String>();
        let is_over = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&is_over);
        let work = move || {
            mcpward_analyze::prepare();
            let mut ahead = Ahead::default();
            for frame in received {
                ahead.read(&frame, || stop.load(Ordering::Relaxed));
            }
            ahead
        };
        Self {
            frames,
            is_over,
            thread: Builder::new().spawn(work).ok(),
        }
    }

    /// Hands over what a step gave.
    pub(crate) fn take(&self, answer: Answer<'_>) {
        if let Some(frame) = Ahead::is_worth(answer) {
            // Without a thread nobody reads it.
            drop(self.frames.send(frame.to_owned()));
        }
    }

    /// What was found until now: the rest is quicker found by the analysis, which has all threads.
    pub(crate) fn found(self) -> Ahead {
        self.is_over.store(true, Ordering::Relaxed);
        drop(self.frames);
        let found = self.thread.map(JoinHandle::join);
        found.and_then(Result::ok).unwrap_or_default()
    }
}

/// A file, and a reader of what is written to it.
pub(crate) struct Tee<W> {
    out: W,
    copy: Sender<Vec<u8>>,
}

/// The other end of a [`Tee`]: it ends when the tee is dropped.
pub(crate) struct Tap {
    chunks: Receiver<Vec<u8>>,
    chunk: Vec<u8>,
    at: usize,
}

/// A tee that leads nowhere yet, and the reader of what will be written to it.
pub(crate) fn tee() -> (Tee<()>, Tap) {
    let (copy, chunks) = channel();
    let tap = Tap {
        chunks,
        chunk: Vec::new(),
        at: 0,
    };
    (Tee { out: (), copy }, tap)
}

impl Tee<()> {
    /// Leads it to a file.
    pub(crate) fn into<W: Write>(self, out: W) -> Tee<W> {
        Tee { out, copy: self.copy }
    }
}

impl<W: Write> Write for Tee<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let n = self.out.write(bytes)?;
        // A reader that is gone has found what it was looking for, or a fault that it tells.
        drop(self.copy.send(bytes[..n].to_vec()));
        Ok(n)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Read for Tap {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        while self.at == self.chunk.len() {
            let Ok(chunk) = self.chunks.recv() else { return Ok(0) };
            (self.chunk, self.at) = (chunk, 0);
        }
        let n = into.len().min(self.chunk.len() - self.at);
        into[..n].copy_from_slice(&self.chunk[self.at..self.at + n]);
        self.at += n;
        Ok(n)
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Read as _, Write as _};

    use super::tee;

    #[test]
    fn what_is_written_can_be_read() {
        let (tee, mut tap) = tee();
        let mut tee = tee.into(Vec::new());
        for part in ["one ", "", "two"] {
            tee.write_all(part.as_bytes()).unwrap();
        }
        let out = tee.out.clone();
        drop(tee);
        let mut read = String::new();
        tap.read_to_string(&mut read).unwrap();
        assert_eq!((read.as_bytes(), read.as_str()), (out.as_slice(), "one two"));
    }
}
