//! One child process and its three pipes, read and written side by side in one task.

use std::collections::VecDeque;
use std::process::ExitStatus;
use std::time::Duration;

use mcpward_schemas::snapshot::{ClosedBy, Dir, EventKind};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::time::{Instant, sleep_until};

use super::lines::{Line, Lines};
use super::process::{Ask, Process};
use crate::bounded::Bounded;
use crate::limits::Limits;
use crate::redact::Redactor;
use crate::sandbox::Scratch;
use crate::transport::{Haste, Incoming, Received};

/// A read takes what a pipe holds at most.
const READ_BYTES: usize = 64 << 10;
/// While orphans end, the group is looked at this often; nobody tells us when a process ends that is not our child.
const ORPHAN_LOOK_MS: u64 = 5;

/// A connection over stdin and stdout.
pub(crate) struct Connection {
    stdin: Option<Box<dyn AsyncWrite + Send + Unpin>>,
    stdout: Option<Box<dyn AsyncRead + Send + Unpin>>,
    stderr: Option<Box<dyn AsyncRead + Send + Unpin>>,
    /// `None` for pipes without a process, as in tests.
    process: Option<Process>,
    unsent: VecDeque<u8>,
    out_lines: Lines,
    /// When the first byte of the line came that is not whole yet.
    out_began: Option<std::time::Instant>,
    err_lines: Lines,
    err_bytes_left: u64,
    queue: VecDeque<Incoming>,
    limits: Limits,
    stage: Stage,
    /// When the next stage begins.
    deadline: Option<Instant>,
    /// Whether the process was waited for.
    is_ended: bool,
    /// How it is being closed, once it is.
    haste: Option<Haste>,
    out_buffer: Vec<u8>,
    err_buffer: Vec<u8>,
    /// Goes away with the connection.
    scratch: Option<Scratch>,
}

/// How far the end of a connection is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    Open,
    /// Stdin is closed, or about to be.
    StdinClosed,
    Terminated,
    Killed,
    /// The process has ended; the pipes may be held open by others.
    Draining,
    /// The process and the pipes have ended, others of its group have not.
    Orphans {
        asked: Option<Ask>,
        until: Instant,
    },
    Gone,
}

impl Connection {
    pub(super) fn new(
        stdin: impl AsyncWrite + Send + Unpin + 'static,
        stdout: impl AsyncRead + Send + Unpin + 'static,
        stderr: impl AsyncRead + Send + Unpin + 'static,
        process: Option<Process>,
        limits: Limits,
        redactor: &Redactor,
    ) -> Self {
        Self {
            stdin: Some(Box::new(stdin)),
            stdout: Some(Box::new(stdout)),
            stderr: Some(Box::new(stderr)),
            process,
            unsent: VecDeque::new(),
            out_lines: Lines::new(Bounded::new(limits.line_bytes_max, &limits, redactor.known())),
            out_began: None,
            err_lines: Lines::new(Bounded::new(limits.cut_kept_bytes(), &limits, redactor.known())),
            err_bytes_left: limits.stderr_bytes_max,
            queue: VecDeque::new(),
            limits,
            stage: Stage::Open,
            deadline: None,
            is_ended: false,
            haste: None,
            out_buffer: vec![0; READ_BYTES],
            err_buffer: vec![0; READ_BYTES / 8],
            scratch: None,
        }
    }

    /// Keeps the folder that the server may write to for as long as there is somebody to write.
    pub(super) fn keep(&mut self, scratch: Option<Scratch>) {
        self.scratch = scratch;
    }

    /// Queues one message; `false` where the server does not read and too much waits already.
    pub(crate) fn send(&mut self, body: &[u8]) -> bool {
        if self.unsent.len() as u64 + body.len() as u64 > self.limits.unsent_bytes_max && !self.unsent.is_empty() {
            self.reached("unsent_bytes_max", self.limits.unsent_bytes_max);
            return false;
        }
        if self.stdin.is_some() {
            self.unsent.extend(body);
            self.unsent.push_back(b'\n');
        }
        true
    }

    pub(crate) fn is_flushed(&self) -> bool {
        self.unsent.is_empty()
    }

    /// Begins the end; [`Connection::next`] reports what happens until [`Incoming::Gone`].
    pub(crate) fn close(&mut self, haste: Haste) {
        if self.haste == Some(Haste::Forced) || self.haste == Some(haste) {
            return;
        }
        self.haste = Some(haste);
        if haste == Haste::Forced || self.unsent.is_empty() {
            self.stdin = None;
            self.unsent.clear();
        }
        match (self.stage, haste) {
            (Stage::Open, _) if self.process.is_none() => self.drain(),
            (Stage::Open, Haste::Orderly) => {
                self.stage = Stage::StdinClosed;
                self.deadline = Some(after(self.limits.stdin_closed_ms));
            }
            (Stage::Open | Stage::StdinClosed, Haste::Forced) => {
                self.ask(Ask::Terminate);
                self.stage = Stage::Terminated;
                self.deadline = Some(after(self.limits.forced_ms));
            }
            (_, Haste::Forced) => {
                let forced = after(self.limits.forced_ms);
                self.deadline = self.deadline.map(|deadline| deadline.min(forced));
            }
            (_, Haste::Orderly) => {}
        }
    }

    /// What the pipes still hold is read, for a while.
    fn drain(&mut self) {
        let is_forced = self.haste == Some(Haste::Forced);
        self.stage = Stage::Draining;
        self.deadline = Some(after(if is_forced {
            self.limits.forced_ms
        } else {
            self.limits.eof_ms
        }));
    }

    /// What happens next. Cancel-safe: what was read is never lost.
    pub(crate) async fn next(&mut self) -> Incoming {
        loop {
            if let Some(incoming) = self.queue.pop_front() {
                return incoming;
            }
            if self.stage == Stage::Gone {
                return Incoming::Gone;
            }
            if self.stage == Stage::Draining && self.stdout.is_none() && self.stderr.is_none() {
                self.end();
                continue;
            }
            self.turn().await;
        }
    }

    async fn turn(&mut self) {
        enum Turn {
            Out(Option<usize>),
            Err(Option<usize>),
            Wrote(Option<usize>),
            Exited(Option<ExitStatus>),
            Overdue,
        }
        let (front, _) = self.unsent.as_slices();
        let turn = tokio::select! {
            n = read(&mut self.stdout, &mut self.out_buffer) => Turn::Out(n),
            n = read(&mut self.stderr, &mut self.err_buffer) => Turn::Err(n),
            n = write(&mut self.stdin, front) => Turn::Wrote(n),
            status = wait(&mut self.process), if !self.is_ended => Turn::Exited(status),
            () = sleep(self.deadline) => Turn::Overdue,
        };
        match turn {
            Turn::Out(n) => {
                let buffer = std::mem::take(&mut self.out_buffer);
                self.out(n.map(|n| &buffer[..n]));
                self.out_buffer = buffer;
            }
            Turn::Err(n) => {
                let buffer = std::mem::take(&mut self.err_buffer);
                self.err(n.map(|n| &buffer[..n]));
                self.err_buffer = buffer;
            }
            Turn::Wrote(n) => self.wrote(n),
            Turn::Exited(status) => self.exited(status),
            Turn::Overdue => self.overdue(),
        }
    }

    fn out(&mut self, bytes: Option<&[u8]>) {
        let queue = &mut self.queue;
        match bytes {
            Some(bytes) => {
                let mut began = self.out_began.take();
                self.out_lines
                    .feed(bytes, |line| queue.push_back(frame(Dir::In, line, began.take())));
                if !self.out_lines.is_empty() {
                    self.out_began = began.or_else(|| Some(std::time::Instant::now()));
                }
            }
            None => {
                self.stdout = None;
                let began = self.out_began.take();
                queue.extend(self.out_lines.finish().map(|line| frame(Dir::In, line, began)));
                let by = if self.haste.is_none() {
                    ClosedBy::Server
                } else {
                    ClosedBy::Client
                };
                queue.push_back(Incoming::Event(EventKind::Closed { by }));
                queue.push_back(Incoming::Eof);
            }
        }
    }

    fn err(&mut self, bytes: Option<&[u8]>) {
        let Some(bytes) = bytes else {
            self.stderr = None;
            self.queue
                .extend(self.err_lines.finish().map(|line| frame(Dir::Err, line, None)));
            return;
        };
        if self.err_bytes_left == 0 {
            return;
        }
        let n_kept = usize::try_from(self.err_bytes_left)
            .unwrap_or(usize::MAX)
            .min(bytes.len());
        self.err_bytes_left -= n_kept as u64;
        let queue = &mut self.queue;
        self.err_lines
            .feed(&bytes[..n_kept], |line| queue.push_back(frame(Dir::Err, line, None)));
        if self.err_bytes_left == 0 {
            queue.extend(self.err_lines.finish().map(|line| frame(Dir::Err, line, None)));
            self.reached("stderr_bytes_max", self.limits.stderr_bytes_max);
        }
    }

    fn wrote(&mut self, written: Option<usize>) {
        match written {
            Some(n) => {
                self.unsent.drain(..n);
                if self.unsent.is_empty() {
                    self.queue.push_back(Incoming::Flushed);
                    if self.haste.is_some() {
                        self.stdin = None;
                    }
                }
            }
            // The server closed its stdin. It may still say something, so this is not yet the end.
            None => {
                self.stdin = None;
                self.unsent.clear();
                self.queue.push_back(Incoming::Flushed);
            }
        }
    }

    fn exited(&mut self, status: Option<ExitStatus>) {
        self.is_ended = true;
        self.stdin = None;
        self.unsent.clear();
        let (code, signal) = status.map_or((None, None), |status| (status.code(), signal_of(status)));
        self.queue
            .push_back(Incoming::Event(EventKind::Exited { code, signal }));
        self.drain();
    }

    /// The time of a stage is over.
    fn overdue(&mut self) {
        self.deadline = None;
        match self.stage {
            Stage::StdinClosed => {
                self.stdin = None;
                self.reached("stdin_closed_ms", self.limits.stdin_closed_ms);
                self.ask(Ask::Terminate);
                self.stage = Stage::Terminated;
                self.deadline = Some(after(self.limits.terminated_ms));
            }
            Stage::Terminated => {
                match self.haste {
                    Some(Haste::Forced) => self.reached("forced_ms", self.limits.forced_ms),
                    _ => self.reached("terminated_ms", self.limits.terminated_ms),
                }
                self.ask(Ask::Kill);
                self.stage = Stage::Killed;
                // SIGKILL can't be ignored, but a process in an uninterruptible call does not end by it either.
                self.deadline = Some(after(self.limits.terminated_ms));
            }
            Stage::Killed => {
                let text = "the process did not end after SIGKILL and was left behind".to_owned();
                self.queue.push_back(Incoming::Event(EventKind::Note { text }));
                self.is_ended = true;
                self.stage = Stage::Draining;
                self.drop_pipes();
            }
            Stage::Draining => self.drop_pipes(),
            Stage::Orphans { .. } => self.end(),
            Stage::Open | Stage::Gone => {}
        }
    }

    /// A grandchild holds the pipes: what it says is not waited for.
    fn drop_pipes(&mut self) {
        let was_open = self.stdout.is_some();
        if was_open || self.stderr.is_some() {
            let text = "another process held the server's pipes open after the server had ended".to_owned();
            self.queue.push_back(Incoming::Event(EventKind::Note { text }));
            if self.haste == Some(Haste::Forced) {
                self.reached("forced_ms", self.limits.forced_ms);
            } else {
                self.reached("eof_ms", self.limits.eof_ms);
            }
        }
        if was_open {
            self.out(None);
        }
        self.err(None);
    }

    /// The process has ended and the pipes are closed: ends what is left of its group.
    fn end(&mut self) {
        let n = self.process.as_mut().map_or(0, Process::n_left);
        if n == 0 {
            self.stage = Stage::Gone;
            return;
        }
        let now = Instant::now();
        match self.stage {
            Stage::Orphans { asked: None, until } if now >= until => {
                self.reached("forced_ms", self.limits.forced_ms);
                self.queue.push_back(Incoming::Event(EventKind::Survivors { n }));
                self.ask(Ask::Terminate);
                self.stage = Stage::Orphans {
                    asked: Some(Ask::Terminate),
                    until: after(self.limits.forced_ms),
                };
            }
            Stage::Orphans {
                asked: Some(Ask::Terminate),
                until,
            } if now >= until => {
                self.ask(Ask::Kill);
                self.stage = Stage::Orphans {
                    asked: Some(Ask::Kill),
                    until: after(self.limits.forced_ms),
                };
            }
            Stage::Orphans {
                asked: Some(Ask::Kill),
                until,
            } if now >= until => {
                self.stage = Stage::Gone;
                return;
            }
            Stage::Orphans { .. } => {}
            _ if self.haste == Some(Haste::Forced) => {
                self.queue.push_back(Incoming::Event(EventKind::Survivors { n }));
                self.ask(Ask::Kill);
                self.stage = Stage::Orphans {
                    asked: Some(Ask::Kill),
                    until: after(self.limits.forced_ms),
                };
            }
            // A launcher may end a moment before the server that it started.
            _ => {
                self.stage = Stage::Orphans {
                    asked: None,
                    until: after(self.limits.forced_ms),
                }
            }
        }
        self.deadline = Some(after(ORPHAN_LOOK_MS));
    }

    fn reached(&mut self, limit: &str, value: u64) {
        let limit = limit.to_owned();
        self.queue
            .push_back(Incoming::Event(EventKind::LimitReached { limit, value }));
    }

    fn ask(&mut self, ask: Ask) {
        let is_last = matches!(self.stage, Stage::Draining | Stage::Orphans { .. });
        let asked = self.process.as_mut().is_some_and(|process| {
            let in_group = process.ask(ask);
            (is_last && process.ask_orphans(ask)) || in_group
        });
        if asked {
            let how = if ask == Ask::Kill { "kill" } else { "terminate" };
            self.queue
                .push_back(Incoming::Event(EventKind::Killed { how: how.to_owned() }));
        }
    }
}

fn frame(dir: Dir, line: Line, began: Option<std::time::Instant>) -> Incoming {
    Incoming::Frame(Received {
        unterminated: line.unterminated,
        began,
        ..Received::new(dir, line.text)
    })
}

fn after(ms: u64) -> Instant {
    Instant::now() + Duration::from_millis(ms)
}

#[cfg(unix)]
fn signal_of(status: ExitStatus) -> Option<i32> {
    std::os::unix::process::ExitStatusExt::signal(&status)
}

#[cfg(not(unix))]
fn signal_of(_status: ExitStatus) -> Option<i32> {
    None
}

/// Number of bytes read, `None` at the end or where the pipe broke. Waits for ever where there is no pipe.
async fn read(pipe: &mut Option<Box<dyn AsyncRead + Send + Unpin>>, buffer: &mut [u8]) -> Option<usize> {
    match pipe {
        Some(pipe) => pipe.read(buffer).await.ok().filter(|&n| n > 0),
        None => std::future::pending().await,
    }
}

/// Number of bytes written, `None` where the pipe broke. Waits for ever where there is nothing to write.
async fn write(pipe: &mut Option<Box<dyn AsyncWrite + Send + Unpin>>, bytes: &[u8]) -> Option<usize> {
    match pipe {
        Some(pipe) if !bytes.is_empty() => pipe.write(bytes).await.ok().filter(|&n| n > 0),
        _ => std::future::pending().await,
    }
}

async fn wait(process: &mut Option<Process>) -> Option<ExitStatus> {
    match process {
        Some(process) => process.wait().await.ok(),
        None => std::future::pending().await,
    }
}

async fn sleep(deadline: Option<Instant>) {
    match deadline {
        Some(deadline) => sleep_until(deadline).await,
        None => std::future::pending().await,
    }
}
