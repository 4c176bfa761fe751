//! Options of the commands that serve a snapshot or plan from one.

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
    /// Answer after the time that the server took, not at once (stdin and stdout only)
    #[arg(long, conflicts_with = "http")]
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
