//! The command line of mcpward: reads what the user wants, lets `capture` and `analyze` do it, writes files and chooses
//! the exit code. No rule and no reporter lives here.
//!
//! It is a library so that the generator of docs/cli.md sees the same definition of the command line as the program.

mod alongside;
mod attachment;
pub mod cli;
mod client_profiles;
mod clock;
mod commands;
mod config;
mod demo;
mod detectors;
mod exit;
mod fleet;
mod goldens;
mod locking;
mod output;
mod platform;
mod posting;
mod progress;
mod recording;
mod semver;
mod sides;
mod suggest;
mod timing;
mod unstable;
mod workspace;

use std::io::{self, IsTerminal as _};
use std::process::ExitCode;

use clap::Parser as _;

use cli::Cli;
use exit::Exit;

/// First argument of a process that confines itself and then becomes the server. No command: nobody types it.
const CHILD: &str = "__child";

/// Runs the program with the arguments of this process.
pub fn main() -> ExitCode {
    let mut args = std::env::args_os().skip(1);
    if args.next().is_some_and(|first| first == CHILD) {
        let code = mcpward_capture::confine(&args.collect::<Vec<_>>());
        return u8::try_from(code).map_or(ExitCode::FAILURE, ExitCode::from);
    }
    let cli = Cli::parse();
    let look = output::Terminal::new(&cli);
    let exit = match commands::dispatch(&cli, &look) {
        Ok(exit) => exit,
        Err(error) if output::is_broken_pipe(&error) => Exit::Incomplete,
        Err(error) => {
            output::complain(&error, io::stderr().is_terminal() && look.color_on_stderr);
            Exit::Incomplete
        }
    };
    exit.into()
}
