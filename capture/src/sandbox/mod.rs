//! Confines a server: no network, no writing (Linux). A program of ours is started in its place, gives up what the server
//! is not to have, and then becomes the server.
//!
//! Whether the kernel allows it is found out by trying, once, before the first start; what it does not allow is told, and
//! the server runs without it.

#[cfg(target_os = "linux")]
mod linux;
mod scratch;

use std::ffi::{OsStr, OsString};
use std::process::{Command, Stdio};

use mcpward_schemas::config::Sandbox;
use mcpward_schemas::snapshot::EventKind;

pub(crate) use scratch::Scratch;

/// Between what to give up and what to become.
const SEPARATOR: &str = "--";
/// Gives up and ends, to see whether it can.
const CHECK: &str = "--check";
/// Ends what the helper says where it can't do what it was to do, as `env` and `nohup` end.
const REFUSED: i32 = 125;
const NOT_FOUND: i32 = 127;

/// One thing to give up, and by what.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Means {
    /// A network namespace without any interface that is up.
    NetworkNamespace,
    /// Neither connecting nor listening over TCP.
    NetworkLandlock,
    /// Writing only below one folder, and to devices.
    FsLandlock,
}

impl Means {
    const ALL: [Self; 3] = [Self::NetworkNamespace, Self::NetworkLandlock, Self::FsLandlock];

    fn word(self) -> &'static str {
        match self {
            Self::NetworkNamespace => "network-namespace",
            Self::NetworkLandlock => "network-landlock",
            Self::FsLandlock => "fs-landlock",
        }
    }

    fn part(self) -> &'static str {
        match self {
            Self::NetworkNamespace | Self::NetworkLandlock => "network",
            Self::FsLandlock => "fs",
        }
    }

    fn by(self) -> &'static str {
        match self {
            Self::NetworkNamespace => "namespace",
            Self::NetworkLandlock | Self::FsLandlock => "landlock",
        }
    }

    /// What it leaves open.
    fn gap(self) -> Option<&'static str> {
        match self {
            Self::NetworkLandlock => Some("only TCP could be forbidden, not UDP"),
            Self::NetworkNamespace | Self::FsLandlock => None,
        }
    }
}

/// What this machine can take from a server, of what was asked for.
#[derive(Debug, Default)]
pub(crate) struct Confinement {
    means: Vec<Means>,
    /// What holds, and what does not.
    pub(crate) events: Vec<EventKind>,
}

impl Confinement {
    /// Tries it.
    pub(crate) fn settle(asked: &Sandbox, helper: &[OsString]) -> Self {
        let mut confinement = Self::default();
        if asked.network.is_some() {
            confinement.try_each(&[Means::NetworkNamespace, Means::NetworkLandlock], helper);
        }
        if asked.fs.is_some() {
            confinement.try_each(&[Means::FsLandlock], helper);
        }
        confinement
    }

    /// The first that works.
    fn try_each(&mut self, means: &[Means], helper: &[OsString]) {
        let mut reasons = Vec::new();
        for one in means {
            match check(*one, helper) {
                Ok(()) => {
                    self.means.push(*one);
                    return self.tell(*one, Some(one.by()), one.gap().map(str::to_owned));
                }
                Err(reason) => reasons.push(reason),
            }
        }
        reasons.dedup();
        if let Some(one) = means.first() {
            self.tell(*one, None, Some(reasons.join("; ")));
        }
    }

    fn tell(&mut self, means: Means, by: Option<&str>, reason: Option<String>) {
        self.events.push(EventKind::Sandbox {
            part: means.part().to_owned(),
            by: by.map(str::to_owned),
            reason,
        });
    }

    /// Whether the server may write to a folder of its own only.
    pub(crate) fn needs_scratch(&self) -> bool {
        self.means.contains(&Means::FsLandlock)
    }

    /// The words that start the helper, to stand before those that start the server; none where nothing is given up.
    pub(crate) fn words(&self, helper: &[OsString], scratch: Option<&Scratch>) -> Vec<OsString> {
        if self.means.is_empty() {
            return Vec::new();
        }
        let mut words = helper.to_vec();
        words.extend(self.means.iter().map(|means| OsString::from(means.word())));
        words.extend(scratch.map(|scratch| scratch.path().as_os_str().to_owned()));
        words.push(SEPARATOR.into());
        words
    }
}

/// Whether it works here; why not, as a sentence fragment.
fn check(means: Means, helper: &[OsString]) -> Result<(), String> {
    if !cfg!(target_os = "linux") {
        return Err("only Linux can do this".to_owned());
    }
    let Some((program, words)) = helper.split_first() else {
        return Err("the program that starts servers confined was not named".to_owned());
    };
    let output = Command::new(program)
        .args(words)
        .args([means.word(), CHECK])
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("the program that starts servers confined can't be started: {error}"))?;
    if output.status.success() {
        return Ok(());
    }
    let said = String::from_utf8_lossy(&output.stderr);
    let reason = said
        .lines()
        .next()
        .unwrap_or("the program that starts servers confined failed");
    Err(reason.trim().to_owned())
}

/// Gives up what the arguments name, and becomes the command after `--`. It returns an exit code where it can't, and has
/// said why on stderr. To be called before any thread is started.
pub fn confine(args: &[OsString]) -> i32 {
    let end = args.iter().position(|arg| arg == SEPARATOR).unwrap_or(args.len());
    let (before, command) = (&args[..end], args.get(end + 1..).unwrap_or_default());
    let is = |means: Means| before.iter().any(|arg| arg == means.word());
    let means: Vec<Means> = Means::ALL.into_iter().filter(|means| is(*means)).collect();
    let words = means.len() + usize::from(before.iter().any(|arg| arg == CHECK));
    let scratch = before.get(words).map(OsString::as_os_str);
    if let Err(reason) = give_up(&means, scratch) {
        return end_with(&reason, REFUSED);
    }
    match command.split_first() {
        None => 0,
        Some((program, args)) => end_with(&become_server(program, args), NOT_FOUND),
    }
}

#[cfg(target_os = "linux")]
fn give_up(means: &[Means], scratch: Option<&OsStr>) -> Result<(), String> {
    // A namespace first: landlock may forbid what makes one.
    for one in means {
        match one {
            Means::NetworkNamespace => linux::leave_network()?,
            Means::NetworkLandlock => linux::forbid_tcp()?,
            Means::FsLandlock => linux::forbid_writing(scratch)?,
        }
    }
    Ok(())
}

#[cfg(not(target_os = "linux"))]
fn give_up(_means: &[Means], _scratch: Option<&OsStr>) -> Result<(), String> {
    Err("only Linux can do this".to_owned())
}

#[cfg(unix)]
fn become_server(program: &OsStr, args: &[OsString]) -> String {
    use std::os::unix::process::CommandExt as _;
    let error = Command::new(program).args(args).exec();
    format!("{} can't be started: {error}", program.display())
}

#[cfg(not(unix))]
fn become_server(program: &OsStr, _args: &[OsString]) -> String {
    format!("{} can't be started confined here", program.display())
}

#[expect(
    clippy::print_stderr,
    reason = "the one channel of a program that is about to be another"
)]
fn end_with(reason: &str, code: i32) -> i32 {
    eprintln!("{reason}");
    code
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::config::{SandboxFs, SandboxNetwork};

    use super::*;

    const ASKED: Sandbox = Sandbox {
        network: Some(SandboxNetwork::Off),
        fs: Some(SandboxFs::ReadOnly),
    };

    /// Parts that do not hold, with the reason.
    fn missing(confinement: &Confinement) -> Vec<(&str, &str)> {
        let events = confinement.events.iter().filter_map(|event| match event {
            EventKind::Sandbox { part, by: None, reason } => Some((part.as_str(), reason.as_deref()?)),
            _ => None,
        });
        events.collect()
    }

    #[test]
    fn what_can_not_be_done_is_told_once_with_its_reason() {
        let confinement = Confinement::settle(&ASKED, &[]);
        let reason = if cfg!(target_os = "linux") {
            "the program that starts servers confined was not named"
        } else {
            "only Linux can do this"
        };
        assert_eq!(missing(&confinement), [("network", reason), ("fs", reason)]);
        assert_eq!(confinement.words(&[], None), Vec::<OsString>::new());
        assert!(Confinement::settle(&Sandbox::default(), &[]).events.is_empty());
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn the_helper_is_believed() {
        let works = Confinement::settle(&ASKED, &["true".into()]);
        assert!(missing(&works).is_empty() && works.needs_scratch());
        let scratch = Scratch::new().unwrap();
        let words = works.words(&["mcpward".into(), "__child".into()], Some(&scratch));
        let folder = scratch.path().to_string_lossy().into_owned();
        let expected = ["mcpward", "__child", "network-namespace", "fs-landlock", &folder, "--"];
        assert_eq!(words, expected.map(OsString::from));
        let says_no = ["sh", "-c", "echo no such luck >&2; exit 125"].map(OsString::from);
        let fails = Confinement::settle(&ASKED, &says_no);
        assert_eq!(missing(&fails), [("network", "no such luck"), ("fs", "no such luck")]);
        drop(scratch);
        assert!(!std::path::Path::new(&folder).exists());
    }
}
