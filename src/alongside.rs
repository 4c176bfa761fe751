//! What `run` does while the server is still being asked, on a thread of its own: the analysis gets ready and reads what was
//! listed. Nothing of it changes a result.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Sender, channel};
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
