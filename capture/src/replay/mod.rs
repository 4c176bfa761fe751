//! Serves a snapshot as a server: for clients that are to meet a recorded server again, and for our own tests.
//!
//! A request is answered as the same request was, in the order recorded; what the server said by itself follows the
//! message that it followed then. Recording a replay gives the same contract again, over either transport. What belongs to the
//! other transport is left out (noise on stdout, pages that are no message), and a request that HTTP alone refused is refused
//! with an error over stdio.

mod http;
mod player;
mod request;
mod respond;
mod tape;
mod turn;

use std::io::{self, BufRead, Write};
use std::sync::Arc;
use std::thread::sleep;
use std::time::Duration;

use mcpward_schemas::snapshot::{Dir, Snapshot};

use player::{Heard, Player, error};
use tape::Tape;
use turn::Saying;

/// A longer line of a client is no message.
const LINE_BYTES_MAX: u64 = 64 << 20;
/// Code of the error that stands for a refusal by HTTP: it says nothing about the request, and no version reserves it.
const REFUSED: i32 = -32603;

/// When a replay answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timing {
    /// At once.
    AtOnce,
    /// After the time that the server took when it was recorded.
    AsRecorded,
}

/// A snapshot, ready to be served.
#[derive(Debug, Clone)]
pub struct Replay {
    tape: Arc<Tape>,
}

impl Replay {
    /// Prepares a snapshot, recorded over any transport.
    pub fn new(snapshot: &Snapshot) -> Self {
        Self {
            tape: Arc::new(Tape::new(snapshot)),
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
                lines(player.hear(line.strip_suffix(b"\n").unwrap_or(&line)))
            };
            let mut pace = Pace::new(timing);
            for saying in said {
                pace.wait(&saying);
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

/// What is said as lines. Of what HTTP carried only the messages are; where it refused a request, an error does.
fn lines(heard: Heard) -> Vec<Saying> {
    let mut said = heard.said;
    let Some(response) = heard.response else { return said };
    said.retain(|saying| saying.is_message);
    if heard.is_refused {
        let refusal = |id: &String| error(id, REFUSED, &format!("HTTP {}", response.status));
        said.extend(heard.id.as_ref().map(refusal));
    }
    said
}

/// The waits before what is said to one message.
struct Pace {
    timing: Timing,
    waited_us: u64,
}

impl Pace {
    fn new(timing: Timing) -> Self {
        Self { timing, waited_us: 0 }
    }

    fn wait(&mut self, saying: &Saying) {
        let left_us = saying.after_us.saturating_sub(self.waited_us);
        if self.timing == Timing::AsRecorded && left_us > 0 {
            sleep(Duration::from_micros(left_us));
            self.waited_us = saying.after_us;
        }
    }
}

#[cfg(test)]
mod tests;
