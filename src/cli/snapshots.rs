//! Options of the commands that serve a snapshot, plan from one, or hand one on.

use std::path::PathBuf;

use clap::Args;

use super::{CallArgs, ConfigArgs, TargetArgs};

/// `replay`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward replay server.mcpsnap                     a server on stdin and stdout, for a client's configuration
  mcpward replay server.mcpsnap --http 127.0.0.1:0  over Streamable HTTP; the address is printed on stderr
  mcpward run -- mcpward replay server.mcpsnap      the recorded server once more through every check")]
pub(crate) struct ReplayArgs {
    /// The snapshot
    #[arg(value_name = "FILE", default_value = crate::workspace::LAST)]
    pub(crate) file: PathBuf,
    /// Serve over Streamable HTTP at this address instead of stdin and stdout
    #[arg(long, value_name = "ADDRESS:PORT")]
    pub(crate) http: Option<String>,
    /// Answer after the time that the server took, not at once
    #[arg(long)]
    pub(crate) recorded_timing: bool,
}

/// `plan`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward plan                                      for the server of mcpward.yaml
  mcpward plan -- npx -y @scope/server@1.2.0        for any server
  mcpward plan --from server.mcpsnap                for the tools of a snapshot
  mcpward plan --json | jq '.calls[].name'

The server is started and asked for its lists; no tool is called, no resource read, no prompt got.")]
pub(crate) struct PlanArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Snapshot that lists the tools, in place of a server
    #[arg(long, value_name = "FILE", conflicts_with_all = ["url", "command", "mcp_json"])]
    pub(crate) from: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) calls: CallArgs,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `share`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward share                                     the last capture of this folder
  mcpward share server.mcpsnap --hosts              without names of hosts
  mcpward inspect --frames server.mcpsnap.zip       see what you are about to attach

Secrets are masked at capture already. E-mail addresses, names of users in home paths and values that their
name makes secret are masked here, equal ones by equal marks. Every command that reads a snapshot reads the
zip file too.

Exit codes: 0 written, 2 not: the snapshot is not whole, or something that looks like a secret would remain.")]
pub(crate) struct ShareArgs {
    /// The snapshot
    #[arg(value_name = "FILE", default_value = crate::workspace::LAST)]
    pub(crate) file: PathBuf,
    /// Zip file to write; beside the snapshot by default
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) mask: MaskArgs,
}

/// `redact`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward redact server.mcpsnap -o public.mcpsnap
  mcpward redact server.mcpsnap -o public.mcpsnap --secret OLD_TOKEN

The same as `share`, without the zip file.

Exit codes: 0 written, 2 not: the snapshot is not whole, or something that looks like a secret would remain.")]
pub(crate) struct RedactArgs {
    /// The snapshot
    #[arg(value_name = "FILE", default_value = crate::workspace::LAST)]
    pub(crate) file: PathBuf,
    /// Snapshot to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: PathBuf,
    #[command(flatten)]
    pub(crate) mask: MaskArgs,
}

/// What to mask besides.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Masking")]
pub(crate) struct MaskArgs {
    /// Mask names of hosts too
    #[arg(long)]
    pub(crate) hosts: bool,
    /// Mask the value of this variable of our environment too; may be given many times
    #[arg(long = "secret", value_name = "VARIABLE")]
    pub(crate) secrets: Vec<String>,
    /// Mask whole texts in which something that looks like a secret would remain, in place of refusing
    #[arg(long)]
    pub(crate) blank: bool,
    /// Of a snapshot that was cut off or damaged, take the part before that, in place of refusing
    #[arg(long, help_heading = None)]
    pub(crate) good_part: bool,
}
