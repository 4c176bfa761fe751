//! Processes that a server started and that left its process group (Linux).
//!
//! We ask the kernel to become the parent of orphans below us, so that what a server leaves behind is among our own
//! children; a mark in the environment tells it from children that others in this program started.

/// Set in the environment of every server, and inherited by what it starts.
pub(super) const MARK: (&str, &str) = ("MCPWARD", "1");

#[cfg(target_os = "linux")]
pub(super) use linux::{adopt, end, of_ours};

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeSet;
    use std::fs;
    use std::sync::{Mutex, PoisonError};

    use rustix::process::{Pid, Signal, WaitOptions, getpid, kill_process, set_child_subreaper, waitpid};

    use super::MARK;

    /// Children that captures of this process wait for themselves.
    static OURS: Mutex<BTreeSet<i32>> = Mutex::new(BTreeSet::new());

    /// Makes orphans below us our children; fails soft on kernels that can't.
    pub(in crate::stdio) fn adopt() -> bool {
        set_child_subreaper(Some(getpid())).is_ok()
    }

    /// Notes that a child is waited for, or is no more.
    pub(in crate::stdio) fn of_ours(pid: i32, is_waited_for: bool) {
        let mut ours = OURS.lock().unwrap_or_else(PoisonError::into_inner);
        match is_waited_for {
            true => ours.insert(pid),
            false => ours.remove(&pid),
        };
    }

    /// Number of orphans that still run; with a signal, each is sent it.
    pub(in crate::stdio) fn end(signal: Option<Signal>) -> u32 {
        let mut n = 0;
        for pid in adopted() {
            if let Some(signal) = signal {
                // It may have ended since we looked.
                let _is_sent = kill_process(pid, signal);
            }
            // One that is dead is taken off the list of processes by asking.
            if waitpid(Some(pid), WaitOptions::NOHANG).is_ok_and(|ended| ended.is_none()) {
                n += 1;
            }
        }
        n
    }

    fn adopted() -> Vec<Pid> {
        let Ok(tasks) = fs::read_dir("/proc/self/task") else {
            return Vec::new();
        };
        let ours = OURS.lock().unwrap_or_else(PoisonError::into_inner);
        let mut adopted = Vec::new();
        for task in tasks.flatten() {
            let children = fs::read_to_string(task.path().join("children")).unwrap_or_default();
            let children = children
                .split_ascii_whitespace()
                .filter_map(|pid| pid.parse::<i32>().ok());
            adopted.extend(
                children
                    .filter(|pid| !ours.contains(pid) && is_marked(*pid))
                    .filter_map(Pid::from_raw),
            );
        }
        adopted
    }

    fn is_marked(pid: i32) -> bool {
        let variable = format!("{}={}", MARK.0, MARK.1);
        let environment = fs::read(format!("/proc/{pid}/environ")).unwrap_or_default();
        environment
            .split(|&byte| byte == 0)
            .any(|found| found == variable.as_bytes())
    }
}
