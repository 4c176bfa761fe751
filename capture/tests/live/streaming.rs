//! What was recorded leaves for its file at once: a capture of any length holds as much as a short one.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use mcpward_capture::{Stop, capture};
use mcpward_schemas::snapshot::Step;
use serde_json::json;

use crate::Test;
use crate::plan::{ask_with, handshake, options};

pub(crate) const TESTS: &[Test] = &[(
    "streaming::frames_are_written_as_they_come",
    frames_are_written_as_they_come,
)];

const N_FRAMES: u64 = 400;
const FRAME_BYTES: u64 = 16 << 10;
/// What compression and the writer may hold back: two of its blocks, and the piece of a line.
const HELD_BYTES_MAX: u64 = 512 << 10;

/// A file of which only the length is known.
struct Counted(Arc<AtomicU64>);

impl Write for Counted {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.fetch_add(bytes.len() as u64, Ordering::Relaxed);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Text of which no two pieces are alike: six bits of chance in each character, so that compression leaves three quarters.
fn noise(frame: u64) -> String {
    const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut state = frame + 1;
    let mut digit = || {
        // Xorshift (Marsaglia 2003).
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        char::from(DIGITS[usize::try_from(state >> 58).unwrap()])
    };
    (0..FRAME_BYTES).map(|_| digit()).collect()
}

fn frames_are_written_as_they_come() {
    let written = Arc::new(AtomicU64::new(0));
    let mut steps = handshake().into_iter();
    let mut n_sent = 0;
    let mut held_max = 0;
    let captured = capture(
        &options("good"),
        Counted(Arc::clone(&written)),
        &mut |_| {
            let came = n_sent * FRAME_BYTES * 3 / 4;
            held_max = held_max.max(came.saturating_sub(written.load(Ordering::Relaxed)));
            if let Some(step) = steps.next() {
                return step;
            }
            if n_sent == N_FRAMES {
                return Step::Done;
            }
            n_sent += 1;
            // The answer is the request once more, which takes no room.
            ask_with("show", json!({ "noise": noise(n_sent) }))
        },
        &Stop::new(),
    )
    .unwrap();
    assert!(captured.complete, "{:?}", captured.reason);
    assert!(written.load(Ordering::Relaxed) >= N_FRAMES * FRAME_BYTES * 3 / 4);
    assert!(held_max <= HELD_BYTES_MAX, "{held_max} bytes were held back");
}
