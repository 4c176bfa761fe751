//! The command line: what may be said, and the help that teaches it. What it does is in `commands`.

mod calls;
mod drift;
mod output;
mod snapshots;
mod target;

use std::path::PathBuf;

use clap::{Args, Parser, Subcommand, ValueEnum};
use mcpward_schemas::config;

pub(crate) use calls::CallArgs;
pub(crate) use drift::{AcceptArgs, BaselineArgs, DiffArgs};
pub(crate) use output::{Out, ReportArgs, ReportSpec};
pub(crate) use snapshots::{MaskArgs, PlanArgs, RedactArgs, ReplayArgs, ShareArgs};
pub(crate) use target::{TargetArgs, headers};

/// Contract testing for MCP servers.
///
/// mcpward records what a server says into a snapshot, and judges the snapshot offline: protocol, tools and their schemas.
/// It runs on this machine and sends nothing anywhere but to the server under test.
#[derive(Debug, Parser)]
#[command(name = "mcpward", version, propagate_version = true, max_term_width = 100, after_help = EXAMPLES)]
pub struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Show more: passes and skips in reports, steps of a capture
    #[arg(short, long, global = true, conflicts_with = "quiet", help_heading = "Output")]
    pub(crate) verbose: bool,
    /// Show less: no progress, only failures and the summary on the console, and no console report beside others
    #[arg(short, long, global = true, help_heading = "Output")]
    pub(crate) quiet: bool,
    /// When to use color; `auto` also obeys NO_COLOR
    #[arg(long, global = true, value_enum, default_value_t = Color::Auto, value_name = "WHEN", help_heading = "Output")]
    pub(crate) color: Color,
    /// Say on stderr how long each part took
    #[arg(long, global = true, help_heading = "Output")]
    pub(crate) timing: bool,
}

const EXAMPLES: &str = "\
Examples:
  mcpward demo                                      see it work; needs nothing installed
  mcpward run -- npx -y @scope/server@1.2.0         test a server that npx starts
  mcpward run https://example.com/mcp -H 'Authorization: Bearer …'
  mcpward init && mcpward run                       write mcpward.yaml once, then test by it
  mcpward capture -o today.mcpsnap -- ./server      record now …
  mcpward analyze today.mcpsnap --report json=r.json  … and judge later, without the server

Exit codes:
  0  nothing fails
  1  something fails
  2  not everything could be tested: a mistake in the configuration, or a server that did not answer
  130, 143  ended by Ctrl-C or SIGTERM";

/// When to use color.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Color {
    Auto,
    Always,
    Never,
}

/// What to do.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write a commented mcpward.yaml
    Init(InitArgs),
    /// Record a live server into a snapshot, judging nothing
    Capture(CaptureArgs),
    /// Judge snapshots, without a server and without a network
    Analyze(AnalyzeArgs),
    /// Capture and analyze in one go
    Run(RunArgs),
    /// Pin the contract of a server in a lock file
    Baseline(BaselineArgs),
    /// Show what changed against the lock file, or between any two contracts
    Diff(DiffArgs),
    /// Take chosen changes into the lock file, or excuse them until a day
    Accept(AcceptArgs),
    /// Show who would be called and who not, and why; calls nothing
    Plan(PlanArgs),
    /// Show what a snapshot holds, also the good part of a damaged one
    Inspect(InspectArgs),
    /// Make a snapshot fit for others: masked once more, checked, and zipped for an issue tracker
    Share(ShareArgs),
    /// Mask a snapshot once more, into another snapshot
    Redact(RedactArgs),
    /// Serve a snapshot as a server, for clients and tests
    Replay(ReplayArgs),
    /// Make any other format from a JSON report
    Report(ReportCommandArgs),
    /// List the rules
    Rules(RulesArgs),
    /// Explain a rule: what it finds, why it matters, what to do
    Explain(ExplainArgs),
    /// List the client profiles, or show one with the source of each figure
    Clients(ClientsArgs),
    /// Show what the tools of a snapshot cost in a model's context
    Cost(CostArgs),
    /// Tell the whole story on a server built into this program
    Demo(DemoArgs),
    /// Print a completion script for a shell
    Completions(CompletionsArgs),
    /// Print the manual page
    Man,
    /// The server that the demo tests
    #[command(name = "__demo-server", hide = true)]
    DemoServer {
        /// Which release of it
        release: u8,
    },
}

/// Options about the configuration.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Configuration")]
pub(crate) struct ConfigArgs {
    /// Configuration file; mcpward.yaml is read where it exists
    #[arg(short, long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// How strictly findings count, in place of the configuration's
    #[arg(long, value_name = "PROFILE", value_parser = profile)]
    pub(crate) profile: Option<config::Profile>,
}

fn profile(text: &str) -> Result<config::Profile, String> {
    match text {
        "default" => Ok(config::Profile::Default),
        "strict" => Ok(config::Profile::Strict),
        _ => Err("a profile is default or strict".to_owned()),
    }
}

fn jobs(text: &str) -> Result<usize, String> {
    let max = crate::fleet::JOBS_MAX;
    let jobs = text.parse().ok().filter(|jobs| (1..=max).contains(jobs));
    jobs.ok_or_else(|| format!("a number from 1 to {max}"))
}

/// `init`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward init                                      a starter file to fill in
  mcpward init -- npx -y @scope/server@1.2.0        for a server that npx starts
  mcpward init --mcp-json .mcp.json --server files  for a server that a client already uses
  mcpward init --ci github                          a workflow too

A file that exists is never overwritten.")]
pub(crate) struct InitArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// File to write
    #[arg(short, long, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Write a CI job too
    #[arg(long, value_name = "SYSTEM", value_enum)]
    pub(crate) ci: Option<Ci>,
}

/// CI systems that `init` writes a job for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Ci {
    Github,
    Gitlab,
}

/// `capture`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward capture -o server.mcpsnap -- npx -y @scope/server@1.2.0
  mcpward capture -o server.mcpsnap https://example.com/mcp
  mcpward capture                                   the server of mcpward.yaml
  mcpward capture --dry-run                         its lists, and what would be called, without calling it

Exit codes: 0 the capture is complete, 2 it is not (the snapshot says why).")]
pub(crate) struct CaptureArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    /// Snapshot to write; of several servers the folder for them
    #[arg(short, long, value_name = "FILE", default_value = crate::workspace::LAST)]
    pub(crate) out: PathBuf,
    /// Of several servers, capture so many at a time
    #[arg(long, value_name = "N", default_value_t = crate::fleet::JOBS, value_parser = jobs)]
    pub(crate) jobs: usize,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) calls: CallArgs,
    /// Call no tool, read no resource and get no prompt; record what would have been
    #[arg(long, help_heading = "Calls")]
    pub(crate) dry_run: bool,
}

/// `analyze`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward analyze server.mcpsnap
  mcpward analyze server.mcpsnap --report json=report.json --report console
  mcpward analyze files.mcpsnap mail.mcpsnap        two servers, beside each other
  mcpward analyze --json | jq .summary              the last capture of this folder")]
pub(crate) struct AnalyzeArgs {
    /// Snapshots
    #[arg(value_name = "FILE", default_value = crate::workspace::LAST)]
    pub(crate) files: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
    #[command(flatten)]
    pub(crate) calls: CallArgs,
    /// Write the golden files of the suites as the results are now; refused in CI
    #[arg(long, help_heading = "Calls")]
    pub(crate) update_golden: bool,
}

/// `run`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward run                                       the server of mcpward.yaml
  mcpward run -- npx -y @scope/server@1.2.0
  mcpward run https://example.com/mcp -H \"Authorization: Bearer $TOKEN\"
  mcpward run --mcp-json .mcp.json --server files
  mcpward run --mcp-json .mcp.json                  all of its servers, one report
  mcpward run --report json=report.json             one capture, several reports
  mcpward run --only smoke                          only suite cases with this tag

The same bytes come from `mcpward capture` and then `mcpward analyze`.")]
pub(crate) struct RunArgs {
    #[command(flatten)]
    pub(crate) target: TargetArgs,
    #[command(flatten)]
    pub(crate) config: ConfigArgs,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
    #[command(flatten)]
    pub(crate) calls: CallArgs,
    /// Call no tool, read no resource and get no prompt; report what would have been
    #[arg(long, conflicts_with = "update_golden", help_heading = "Calls")]
    pub(crate) dry_run: bool,
    /// Write the golden files of the suites as the results are now; refused in CI
    #[arg(long, help_heading = "Calls")]
    pub(crate) update_golden: bool,
    /// Of several servers, capture so many at a time
    #[arg(long, value_name = "N", default_value_t = crate::fleet::JOBS, value_parser = jobs)]
    pub(crate) jobs: usize,
    /// Where to keep the snapshot; of several servers the folder for them
    #[arg(long, value_name = "FILE", default_value = crate::workspace::LAST, help_heading = "Output")]
    pub(crate) snapshot: PathBuf,
    /// Keep no snapshot
    #[arg(long, conflicts_with = "snapshot", help_heading = "Output")]
    pub(crate) no_keep: bool,
}

/// `inspect`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward inspect server.mcpsnap                    a summary
  mcpward inspect server.mcpsnap --frames           every message too

Exit codes: 0 the snapshot is whole, 2 it is damaged (its good part is shown).")]
pub(crate) struct InspectArgs {
    /// The snapshot
    #[arg(value_name = "FILE", default_value = crate::workspace::LAST)]
    pub(crate) file: PathBuf,
    /// Show every message, each on one line, shortened
    #[arg(long)]
    pub(crate) frames: bool,
}

/// `report`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward report --from report.json                 on the terminal
  mcpward report --from report.json --report console=report.txt

Exit codes: those of the report.")]
pub(crate) struct ReportCommandArgs {
    /// A report in JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) from: PathBuf,
    #[command(flatten)]
    pub(crate) report: ReportArgs,
}

/// `rules`
#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// Only rules of this family
    #[arg(value_name = "FAMILY")]
    pub(crate) family: Option<String>,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `explain`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  mcpward explain schema/tool-name")]
pub(crate) struct ExplainArgs {
    /// Rule id, as in a report
    #[arg(value_name = "ID")]
    pub(crate) id: String,
}

/// `clients`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  mcpward clients claude-code")]
pub(crate) struct ClientsArgs {
    /// Only this profile, with all its figures
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
}

/// `cost`
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  mcpward cost                                      the last capture of this folder
  mcpward cost server.mcpsnap --json | jq .total
  mcpward cost --against mcpward.lock.json          what became dearer since it was pinned")]
pub(crate) struct CostArgs {
    /// Snapshot
    #[arg(value_name = "FILE", default_value = crate::workspace::LAST)]
    pub(crate) file: PathBuf,
    /// What it is compared with: a lock file, git:REF or a snapshot
    #[arg(long, value_name = "SIDE")]
    pub(crate) against: Option<String>,
    /// Tools to show
    #[arg(long, value_name = "N", default_value_t = 10)]
    pub(crate) top: usize,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `demo`
#[derive(Debug, Args)]
pub(crate) struct DemoArgs {
    /// Folder for snapshots and reports
    #[arg(short, long, value_name = "FOLDER", default_value = "mcpward-demo")]
    pub(crate) out: PathBuf,
    /// Serve a release of the server on stdio instead: 1, 2, or 3, which is an update that nobody announced
    #[arg(long, value_name = "RELEASE", value_parser = clap::value_parser!(u8).range(1..=3))]
    pub(crate) serve: Option<u8>,
}

/// `completions`
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  mcpward completions bash > ~/.local/share/bash-completion/completions/mcpward")]
pub(crate) struct CompletionsArgs {
    /// The shell
    pub(crate) shell: clap_complete::Shell,
}
