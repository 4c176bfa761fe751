//! What a capture is doing, in one line on stderr that is drawn over and gone at the end.

use std::io::{self, Write as _};
use std::time::{Duration, Instant};

use mcpward_schemas::snapshot::Step;

/// Drawn at most so often: more can't be read, and drawing costs.
const PERIOD: Duration = Duration::from_millis(100);

/// The line; nothing is drawn where nobody looks.
#[derive(Debug)]
pub(crate) struct Progress {
    is_shown: bool,
    last: Option<Instant>,
    n_steps: u32,
}

impl Progress {
    pub(crate) fn new(is_shown: bool) -> Self {
        Self {
            is_shown,
            last: None,
            n_steps: 0,
        }
    }

    /// The next step begins.
    pub(crate) fn step(&mut self, step: &Step) {
        self.n_steps += 1;
        let is_due = self.last.is_none_or(|last| last.elapsed() >= PERIOD);
        if !self.is_shown || !is_due {
            return;
        }
        self.last = Some(Instant::now());
        let what = match step {
            Step::Open { .. } => "starting the server",
            Step::Request { probe, .. }
            | Step::Cancel { probe, .. }
            | Step::Notify { probe, .. }
            | Step::Raw { probe, .. }
            | Step::Http { probe, .. } => probe,
            Step::Requests { .. } => "calling",
            Step::Settle { .. } => "waiting until the server is quiet",
            Step::Refuse { .. } => "planning",
            Step::Close | Step::Done => "closing",
        };
        self.draw(&format!("capturing: step {}, {what}", self.n_steps));
    }

    /// So many of several servers are captured.
    pub(crate) fn servers(&mut self, n_done: usize, n_all: usize) {
        if self.is_shown {
            self.last = Some(Instant::now());
            self.draw(&format!("capturing: {n_done} of {n_all} servers"));
        }
    }

    /// Takes the line away.
    pub(crate) fn clear(&mut self) {
        if self.is_shown && self.last.is_some() {
            self.draw("");
        }
    }

    fn draw(&self, text: &str) {
        // Probe names may hold a tool's name, which is the server's text.
        let text = text.chars().filter(|c| !c.is_control()).take(78).collect::<String>();
        let mut err = io::stderr().lock();
        // Progress that can't be drawn is no loss.
        drop(write!(err, "\r\u{1b}[2K{text}"));
        drop(err.flush());
    }
}
