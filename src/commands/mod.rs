//! The commands, one a file. Each returns how the program ends.

mod analyze;
mod capture;
mod completions;
mod demo;
mod explain;
mod init;
mod inspect;
mod man;
mod report;
mod rules;
mod run;

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
        Command::Inspect(args) => inspect::inspect(args),
        Command::Report(args) => report::report(args, terminal),
        Command::Rules(args) => rules::rules(args),
        Command::Explain(args) => explain::explain(args),
        Command::Demo(args) => demo::demo(args, terminal),
        Command::Completions(args) => completions::completions(args),
        Command::Man => man::man(),
        Command::DemoServer { release } => crate::demo::serve(*release),
    }
}
