//! Serves a snapshot as a server: for clients that are to meet a recorded server again, and for our own tests.
//!
//! A request is answered as the same request was, in the order recorded; what the server said by itself follows the
//! message that it followed then. Recording a replay gives the same contract again.

mod http;
mod player;
mod tape;

use std::io::{self, BufRead, Write};
use std::thread::sleep;
use std::time::Duration;

use mcpward_schemas::snapshot::{Dir, Snapshot};

use player::Player;
use tape::Tape;

/// A longer line of a client is no message.
const LINE_BYTES_MAX: u64 = 64 << 20;

/// When a replay answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// At once.
    AtOnce,
    /// After the time that the server took when it was recorded.
    AsRecorded,
}

/// A snapshot, ready to be served.
#[derive(Debug)]
pub struct Replay {
    tape: Tape,
}

impl Replay {
    /// Prepares a snapshot, recorded over any transport.
    pub fn new(snapshot: &Snapshot) -> Self {
        Self {
            tape: Tape::new(snapshot),
        }
    }

    /// Serves one connection over a line-delimited stream until its input ends, or until the server ended when it was
    /// recorded. Gives the exit code of the recorded process, 0 where none is known.
    ///
    /// # Errors
    /// Where a stream fails.
    pub fn serve(
        &self,
        mut input: impl BufRead,
        mut output: impl Write,
        mut err: impl Write,
        timing: Timing,
    ) -> io::Result<i32> {
        let mut player = Player::new(&self.tape);
        let mut line = Vec::new();
        loop {
            line.clear();
            let n = io::Read::take(&mut input, LINE_BYTES_MAX).read_until(b'\n', &mut line)?;
            let is_end = n == 0;
            let said = if is_end {
                player.end()
            } else {
                player.hear(line.strip_suffix(b"\n").unwrap_or(&line))
            };
            let mut waited_us = 0;
            for saying in said {
                if timing == Timing::AsRecorded && saying.after_us > waited_us {
                    sleep(Duration::from_micros(saying.after_us - waited_us));
                    waited_us = saying.after_us;
                }
                let end: &[u8] = if saying.is_unterminated { b"" } else { b"\n" };
                match saying.dir {
                    Dir::Err => {
                        err.write_all(&saying.text)?;
                        err.write_all(end)?;
                    }
                    Dir::In | Dir::Out => {
                        output.write_all(&saying.text)?;
                        output.write_all(end)?;
                        output.flush()?;
                    }
                }
            }
            if is_end || player.has_ended() {
                return Ok(player.exit_code());
            }
        }
    }
}

#[cfg(test)]
mod tests;
