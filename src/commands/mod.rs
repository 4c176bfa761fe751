//! The commands, one a file. Each returns how the program ends.

mod accept;
mod analyze;
mod baseline;
mod capture;
mod clients;
mod completions;
mod cost;
mod demo;
mod diff;
mod explain;
mod init;
mod inspect;
mod man;
mod plan;
mod replay;
mod report;
mod rules;
mod run;
mod share;
mod waits;

pub(crate) use analyze::open as open_snapshot;

use anyhow::Result;

use crate::cli::{Cli, Command};
use crate::exit::Exit;
use crate::output::Terminal;

/// Does what the command line says.
pub(crate) fn dispatch(cli: &Cli, terminal: &Terminal) -> Result<Exit> {
    match &cli.command {
        Command::Init(args) => init::init(args),
        Command::Capture(args) => capture::capture(args, terminal),
        Command::Analyze(args) => analyze::analyze(args, terminal),
        Command::Run(args) => run::run(args, terminal),
        Command::Baseline(args) => baseline::baseline(args, terminal),
        Command::Diff(args) => diff::diff(args, terminal),
        Command::Accept(args) => accept::accept(args),
        Command::Plan(args) => plan::plan(args, terminal),
        Command::Replay(args) => replay::replay(args),
        Command::Inspect(args) => inspect::inspect(args),
        Command::Share(args) => share::share(args),
        Command::Redact(args) => share::redact_file(args),
        Command::Report(args) => report::report(args, terminal),
        Command::Rules(args) => rules::rules(args),
        Command::Explain(args) => explain::explain(args),
        Command::Clients(args) => clients::clients(args),
        Command::Cost(args) => cost::cost(args),
        Command::Demo(args) => demo::demo(args, terminal),
        Command::Completions(args) => completions::completions(args),
        Command::Man => man::man(),
        Command::DemoServer { release } => crate::demo::serve(*release),
    }
}
