//! `man`: for packagers.

use anyhow::Result;
use clap::CommandFactory as _;

use crate::cli::Cli;
use crate::exit::Exit;
use crate::output::print;

/// Prints the page in roff.
pub(crate) fn man() -> Result<Exit> {
    let mut page = Vec::new();
    clap_mangen::Man::new(Cli::command()).render(&mut page)?;
    print(&page)?;
    Ok(Exit::Passed)
}
