//! Ends a capture early, from a signal handler's thread or from a test.

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, Ordering};

use tokio::sync::Notify;

/// Why a capture is ended early.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Signal {
    /// SIGINT, or Ctrl-C on Windows.
    Interrupt,
    /// SIGTERM.
    Terminate,
}

impl Signal {
    /// The exit code that tells of it: 128 and the number of the signal.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Interrupt => 130,
            Self::Terminate => 143,
        }
    }
}

/// A handle that ends a capture, or all that share it: the snapshot is closed with `complete: false`, and the child is gone, within a second.
#[derive(Debug, Clone, Default)]
pub struct Stop {
    shared: Arc<Shared>,
}

#[derive(Debug, Default)]
struct Shared {
    /// 0, or the exit code of the signal.
    code: AtomicU8,
    notify: Notify,
}

impl Stop {
    /// A handle that nobody has triggered.
    pub fn new() -> Self {
        Self::default()
    }

    /// Ends the capture. May be called from any thread, also before the capture begins; only the first call counts.
    pub fn trigger(&self, signal: Signal) {
        let first = self
            .shared
            .code
            .compare_exchange(0, signal.exit_code(), Ordering::SeqCst, Ordering::SeqCst)
            .is_ok();
        if first {
            // All captures that share the handle end.
            self.shared.notify.notify_waiters();
        }
    }

    /// Waits for the signal.
    pub(crate) async fn wait(&self) -> Signal {
        loop {
            // Waits from here on, so that a signal between the look and the wait is not lost.
            let notified = self.shared.notify.notified();
            if let Some(signal) = self.signal() {
                return signal;
            }
            notified.await;
        }
    }

    /// Waits for the signal, for a thread of its own.
    pub(crate) fn wait_blocking(&self) {
        // Without drivers a runtime is a park and an unpark; one that can't be made would not have let a capture run either.
        if let Ok(runtime) = tokio::runtime::Builder::new_current_thread().build() {
            runtime.block_on(self.wait());
        }
    }

    /// The signal, once there was one.
    pub fn signal(&self) -> Option<Signal> {
        match self.shared.code.load(Ordering::SeqCst) {
            0 => None,
            130 => Some(Signal::Interrupt),
            _ => Some(Signal::Terminate),
        }
    }
}
