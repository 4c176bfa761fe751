//! What the Linux kernel takes from a process that asks for it, and from all that it starts.

use std::ffi::OsStr;
use std::fs;
use std::io;

use landlock::{
    ABI, Access as _, AccessFs, AccessNet, CompatLevel, Compatible as _, PathBeneath, PathFd, Ruleset,
    RulesetAttr as _, RulesetCreated, RulesetCreatedAttr as _, RulesetError,
};
use nix::sched::{CloneFlags, unshare};
use nix::unistd::{getegid, geteuid};

/// Devices are written to, and not changed by it: `/dev/null` above all.
const DEVICES: &str = "/dev";

/// A network namespace of our own. It takes a user namespace, in which we stay who we are.
pub(super) fn leave_network() -> Result<(), String> {
    let (user, group) = (geteuid(), getegid());
    let left = unshare(CloneFlags::CLONE_NEWUSER | CloneFlags::CLONE_NEWNET).map_err(io::Error::from);
    left.and_then(|()| fs::write("/proc/self/setgroups", "deny"))
        .and_then(|()| fs::write("/proc/self/uid_map", format!("{user} {user} 1")))
        .and_then(|()| fs::write("/proc/self/gid_map", format!("{group} {group} 1")))
        .map_err(|error| format!("the system allows no network namespace: {error}"))
}

/// TCP is what landlock knows of the network (Linux 6.7).
pub(super) fn forbid_tcp() -> Result<(), String> {
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(AccessNet::from_all(ABI::V4))
        .and_then(Ruleset::create);
    enforce(ruleset)
}

/// Reading and running stay; what changes files is left for one folder only.
pub(super) fn forbid_writing(scratch: Option<&OsStr>) -> Result<(), String> {
    let writes = AccessFs::from_write(ABI::V1);
    // Known since Linux 5.19 and 6.2. Before, no file can be moved to another folder, and one has to be opened for writing
    // to be truncated: both are forbidden then as well.
    let newer = AccessFs::Refer | AccessFs::Truncate;
    let ruleset = Ruleset::default()
        .set_compatibility(CompatLevel::HardRequirement)
        .handle_access(writes)
        .and_then(|ruleset| ruleset.set_compatibility(CompatLevel::BestEffort).handle_access(newer))
        .and_then(Ruleset::create)
        .and_then(|ruleset| allow(ruleset, OsStr::new(DEVICES), AccessFs::WriteFile | AccessFs::Truncate))
        .and_then(|ruleset| match scratch {
            Some(scratch) => allow(ruleset, scratch, writes | newer),
            None => Ok(ruleset),
        });
    enforce(ruleset)
}

/// A folder that is not there needs no leave.
fn allow(
    ruleset: RulesetCreated,
    folder: &OsStr,
    access: landlock::BitFlags<AccessFs>,
) -> Result<RulesetCreated, RulesetError> {
    match PathFd::new(folder) {
        Ok(folder) => ruleset.add_rule(PathBeneath::new(folder, access)),
        Err(_) => Ok(ruleset),
    }
}

fn enforce(ruleset: Result<RulesetCreated, RulesetError>) -> Result<(), String> {
    ruleset
        .and_then(RulesetCreated::restrict_self)
        .map(drop)
        .map_err(|error| format!("the kernel has no landlock that can do it: {error}"))
}
