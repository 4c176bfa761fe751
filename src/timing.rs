//! `--timing`: how long each part took, on stderr.

use std::time::Instant;

/// A running watch; silent unless asked for.
#[derive(Debug)]
pub(crate) struct Timing {
    is_wanted: bool,
    since: Instant,
}

impl Timing {
    /// Starts the watch.
    pub(crate) fn new(is_wanted: bool) -> Self {
        Self {
            is_wanted,
            since: Instant::now(),
        }
    }

    /// Ends a part and starts the next.
    pub(crate) fn part(&mut self, name: &str) {
        let now = Instant::now();
        if self.is_wanted {
            let us = (now - self.since).as_micros();
            crate::output::note(&format!("timing: {name} {}.{:03} ms", us / 1000, us % 1000));
        }
        self.since = now;
    }
}
