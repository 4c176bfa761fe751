//! `completions`: for shells.

use anyhow::Result;
use clap::CommandFactory as _;

use crate::cli::{Cli, CompletionsArgs};
use crate::exit::Exit;
use crate::output::print;

/// Prints the script.
pub(crate) fn completions(args: &CompletionsArgs) -> Result<Exit> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "mcpward", &mut script);
    print(&script)?;
    Ok(Exit::Passed)
}
