//! `baseline`, `diff` and `accept`.

use std::path::PathBuf;

use clap::Args;

use super::{ConfigArgs, ReportArgs, TargetArgs};

/// `baseline`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward baseline                                  pin the server of mcpward.yaml
  mcpward baseline -- npx -y @scope/server@1.2.0
  mcpward baseline --from server.mcpsnap            pin what was recorded
  mcpward baseline --reason \"release 2, reviewed\"   over a lock file whose changes would fail

What is about to be trusted is shown first, findings included. Commit the file and review its changes like code.
A live server is started twice, and what differs from start to start is named.

Exit codes: 0 written, 1 not written because the changes need --reason, 2 nothing to pin.")]
pub(crate) struct BaselineArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    /// Pin what this snapshot holds, without asking the server
    #[arg(long, value_name = "FILE")]
    pub(crate) from: Option<PathBuf>,
    /// Lock file to write, in place of the configuration's
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Why the changes against the lock file that is there are fine
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: Option<String>,
    /// Write in a CI job too: a job that pins what it finds accepts every change
    #[arg(long)]
    pub(crate) allow_ci: bool,
    /// Start a live server only once
    #[arg(long, conflicts_with = "from")]
    pub(crate) once: bool,
    /// Where to keep the snapshot of a live server
    #[arg(long, value_name = "FILE", default_value = crate::workspace::LAST, help_heading = "Output")]
    pub(crate) snapshot: PathBuf,
}

/// `diff`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward diff                                      the lock file against the server of mcpward.yaml
  mcpward diff server.mcpsnap                       the lock file against what was recorded
  mcpward diff old.mcpsnap new.mcpsnap
  mcpward diff git:main                             the lock file of a branch against the server
  mcpward diff git:v1.0.0 mcpward.lock.json         what changed in the lock file since a release
  mcpward diff 'npx -y pkg@1.2.0' 'npx -y pkg@1.3.0'

A side is a lock file or snapshot that exists, git:REF, a URL, or a quoted command. One side alone is the newer one, unless
it is a lock file or git:REF. Where changes of a live server fail it is started again, and what differs from start to start is named.

Exit codes: 0 no change fails, 1 some do, 2 something could not be compared.")]
pub(crate) struct DiffArgs {
    /// What was trusted, and what is there now
    #[arg(value_name = "SIDE", num_args = 0..=2)]
    pub(crate) sides: Vec<String>,
    /// Command that starts the server, as the newer side
    #[arg(last = true, value_name = "COMMAND")]
    pub(crate) command: Vec<String>,
    /// Header for URLs, `NAME: VALUE`; may be given many times
    #[arg(short = 'H', long = "header", value_name = "HEADER")]
    pub(crate) headers: Vec<String>,
    /// Protocol to speak: auto, legacy, modern, or a version such as 2025-11-25
    #[arg(long, value_name = "PROTOCOL")]
    pub(crate) protocol: Option<String>,
    /// Start a live server only once, also where changes fail
    #[arg(long)]
    pub(crate) once: bool,
    /// Say which part of the server's version the changes ask for
    #[arg(long, help_heading = "Output")]
    pub(crate) semver: bool,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
    /// Where to keep the snapshot of a live server
    #[arg(long, value_name = "FILE", default_value = crate::workspace::LAST, help_heading = "Output")]
    pub(crate) snapshot: PathBuf,
}

/// `accept`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward accept 3f2a91c07be4 --reason \"reviewed with the vendor\"
  mcpward accept --tool search --reason \"we don't use limit\"
  mcpward accept --all --reason \"release 2\"
  mcpward accept 3f2a91c07be4 --until 2026-12-31 --reason \"mended next month\"

The ids are in the report of `mcpward diff`. A schema is accepted as a whole; texts inside it one by one.
With --until the lock file stays as it is: mcpward.waivers.yaml excuses the changes until that day, then they count again.

Exit codes: 0 accepted, 2 nothing was accepted.")]
pub(crate) struct AcceptArgs {
    /// Ids of changes, at least 6 digits each
    #[arg(value_name = "CHANGE")]
    pub(crate) changes: Vec<String>,
    /// All changes of this tool; may be given many times
    #[arg(long = "tool", value_name = "NAME")]
    pub(crate) tools: Vec<String>,
    /// All changes
    #[arg(long, conflicts_with_all = ["changes", "tools"])]
    pub(crate) all: bool,
    /// Why they are fine
    #[arg(long, value_name = "TEXT")]
    pub(crate) reason: String,
    /// Excuse them until this day (YYYY-MM-DD) in place of taking them into the lock file
    #[arg(long, value_name = "DATE")]
    pub(crate) until: Option<String>,
    /// Snapshot that shows them
    #[arg(long, value_name = "FILE", default_value = crate::workspace::LAST)]
    pub(crate) from: PathBuf,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
}
