//! The child process and everything that it started: one process group on Unix, one job object on Windows.

use std::io;
use std::process::ExitStatus;

use tokio::process::{ChildStderr, ChildStdin, ChildStdout, Command};

/// How hard a process is asked to end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ask {
    /// SIGTERM; nothing on Windows, which knows no such thing.
    Terminate,
    /// SIGKILL, or the end of the job object.
    Kill,
}

/// The three pipes of a child.
pub(super) struct Pipes {
    pub(super) stdin: ChildStdin,
    pub(super) stdout: ChildStdout,
    pub(super) stderr: ChildStderr,
}

pub(super) use platform::Process;

fn pipes(stdin: Option<ChildStdin>, stdout: Option<ChildStdout>, stderr: Option<ChildStderr>) -> io::Result<Pipes> {
    match (stdin, stdout, stderr) {
        (Some(stdin), Some(stdout), Some(stderr)) => Ok(Pipes { stdin, stdout, stderr }),
        _ => Err(io::Error::other("the child has no pipes")),
    }
}

#[cfg(unix)]
mod platform {
    use super::{Ask, Command, ExitStatus, Pipes, io, pipes};

    use rustix::process::{Pid, Signal, kill_process_group, test_kill_process_group};
    use tokio::process::Child;

    #[cfg(target_os = "linux")]
    use crate::stdio::orphans;

    /// A child that leads its own process group. Dropping it kills the group.
    pub(in crate::stdio) struct Process {
        child: Child,
        group: Option<Pid>,
        /// Whether the group is known to be empty; its number may then belong to others.
        is_empty: bool,
    }

    impl Process {
        pub(in crate::stdio) fn spawn(mut command: Command) -> io::Result<(Self, Pipes)> {
            #[cfg(target_os = "linux")]
            orphans::adopt();
            let mut child = command.process_group(0).kill_on_drop(true).spawn()?;
            let group = child.id().and_then(|id| i32::try_from(id).ok()).and_then(Pid::from_raw);
            let pipes = pipes(child.stdin.take(), child.stdout.take(), child.stderr.take())?;
            let process = Self {
                child,
                group,
                is_empty: false,
            };
            process.note(true);
            Ok((process, pipes))
        }

        pub(in crate::stdio) async fn wait(&mut self) -> io::Result<ExitStatus> {
            let status = self.child.wait().await?;
            self.note(false);
            Ok(status)
        }

        /// Asks the whole group; `false` where there is nobody to ask.
        pub(in crate::stdio) fn ask(&mut self, ask: Ask) -> bool {
            let signal = match ask {
                Ask::Terminate => Signal::TERM,
                Ask::Kill => Signal::KILL,
            };
            !self.is_empty
                && self
                    .group
                    .is_some_and(|group| kill_process_group(group, signal).is_ok())
        }

        /// Asks those that left the group.
        #[cfg(target_os = "linux")]
        pub(in crate::stdio) fn ask_orphans(&mut self, ask: Ask) -> bool {
            orphans::end(Some(if ask == Ask::Kill { Signal::KILL } else { Signal::TERM })) > 0
        }

        #[cfg(not(target_os = "linux"))]
        pub(in crate::stdio) fn ask_orphans(&mut self, _ask: Ask) -> bool {
            false
        }

        /// Number of processes of the server that still run, the leader not counted once it was waited for.
        pub(in crate::stdio) fn n_left(&mut self) -> u32 {
            #[cfg(target_os = "linux")]
            let n_orphans = orphans::end(None);
            #[cfg(not(target_os = "linux"))]
            let n_orphans = 0;
            // An orphan may still be in the group.
            n_orphans.max(self.n_in_group())
        }

        fn n_in_group(&mut self) -> u32 {
            let Some(group) = self.group.filter(|_| !self.is_empty) else {
                return 0;
            };
            // EPERM means that somebody is there.
            if test_kill_process_group(group) == Err(rustix::io::Errno::SRCH) {
                self.is_empty = true;
                return 0;
            }
            // A dead process stays in its group until somebody waits for it, and in a container nobody may.
            let n = super::n_running(group.as_raw_nonzero().get()).unwrap_or(1);
            self.is_empty = n == 0;
            n
        }

        #[cfg(target_os = "linux")]
        fn note(&self, is_waited_for: bool) {
            if let Some(group) = self.group {
                orphans::of_ours(group.as_raw_nonzero().get(), is_waited_for);
            }
        }

        #[cfg(not(target_os = "linux"))]
        fn note(&self, _is_waited_for: bool) {}
    }

    impl Drop for Process {
        /// A panic or an error must leave nothing running.
        fn drop(&mut self) {
            self.ask(Ask::Kill);
            self.note(false);
        }
    }
}

/// Number of processes of a group that are not dead, where the system tells.
#[cfg(target_os = "linux")]
fn n_running(group: i32) -> Option<u32> {
    let mut n = 0;
    for entry in std::fs::read_dir("/proc").ok()?.flatten() {
        let is_process = entry
            .file_name()
            .to_string_lossy()
            .bytes()
            .all(|byte| byte.is_ascii_digit());
        let Ok(stat) = std::fs::read_to_string(entry.path().join("stat")) else {
            continue;
        };
        // proc_pid_stat(5): "pid (comm) state ppid pgrp …"; comm may hold spaces and brackets.
        let Some((_, rest)) = stat.rsplit_once(')').filter(|_| is_process) else {
            continue;
        };
        let mut fields = rest.split_ascii_whitespace();
        let state = fields.next();
        let is_member = fields.nth(1).and_then(|pgrp| pgrp.parse::<i32>().ok()) == Some(group);
        n += u32::from(is_member && !matches!(state, Some("Z" | "X")));
    }
    Some(n)
}

#[cfg(all(unix, not(target_os = "linux")))]
fn n_running(_group: i32) -> Option<u32> {
    None
}

#[cfg(windows)]
mod platform {
    use super::{Ask, Command, ExitStatus, Pipes, io, pipes};

    use process_wrap::tokio::{ChildWrapper, CommandWrap, JobObject, KillOnDrop};

    /// A child in its own job object, which ends with us.
    pub(in crate::stdio) struct Process {
        child: Box<dyn ChildWrapper>,
        is_ended: bool,
    }

    impl Process {
        pub(in crate::stdio) fn spawn(command: Command) -> io::Result<(Self, Pipes)> {
            let mut wrap = CommandWrap::from(command);
            wrap.wrap(KillOnDrop).wrap(JobObject);
            let mut child = wrap.spawn()?;
            let pipes = pipes(child.stdin().take(), child.stdout().take(), child.stderr().take())?;
            Ok((Self { child, is_ended: false }, pipes))
        }

        /// Waits for every process of the job.
        pub(in crate::stdio) async fn wait(&mut self) -> io::Result<ExitStatus> {
            let status = self.child.wait().await;
            self.is_ended = status.is_ok();
            status
        }

        pub(in crate::stdio) fn ask(&mut self, ask: Ask) -> bool {
            ask == Ask::Kill && !self.is_ended && self.child.start_kill().is_ok()
        }

        pub(in crate::stdio) fn ask_orphans(&mut self, _ask: Ask) -> bool {
            false
        }

        pub(in crate::stdio) fn n_left(&mut self) -> u32 {
            0
        }
    }
}
