//! The program. All of it is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    mcpward::main()
}
