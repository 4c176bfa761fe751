//! Options of the commands that serve a snapshot or plan from one.

use std::path::PathBuf;

use clap::Args;

use super::ConfigArgs;

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
  mcpward plan                                      for the last capture of this folder
  mcpward plan server.mcpsnap -c mcpward.yaml       who would be called, and who not, and why; calls nothing")]
pub(crate) struct PlanArgs {
    /// Snapshot that lists the tools
    #[arg(value_name = "FILE", default_value = crate::workspace::LAST)]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
}
