//! Captures of real child processes and real sockets. The servers are this very program, started again.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "these are tests, though cargo does not see it"
)]

mod at_once;
mod http;
mod lenient;
mod oauth;
mod plan;
mod server;
mod spelled;
mod stdio;
mod streaming;
mod tls;
mod wire;

use std::panic::catch_unwind;

/// A test and its name.
type Test = (&'static str, fn());

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    if let [flag, behavior, ..] = args.as_slice()
        && flag == server::FLAG
    {
        server::serve(behavior);
        return;
    }
    let tests = [
        stdio::TESTS,
        at_once::TESTS,
        http::TESTS,
        lenient::TESTS,
        oauth::TESTS,
        spelled::TESTS,
        streaming::TESTS,
        tls::TESTS,
    ]
    .concat();
    let filters: Vec<&String> = args.iter().filter(|arg| !arg.starts_with('-')).collect();
    let chosen = tests
        .iter()
        .filter(|(name, _)| filters.is_empty() || filters.iter().any(|part| name.contains(*part)));
    if args.iter().any(|arg| arg == "--list") {
        chosen.for_each(|(name, _)| println!("{name}: test"));
        return;
    }
    let mut failed = Vec::new();
    let mut n_passed = 0;
    for (name, test) in chosen {
        match catch_unwind(test) {
            Ok(()) => {
                n_passed += 1;
                println!("test {name} ... ok");
            }
            Err(_) => {
                failed.push(*name);
                println!("test {name} ... FAILED");
            }
        }
    }
    println!("\ntest result: {n_passed} passed; {} failed {failed:?}", failed.len());
    std::process::exit(i32::from(!failed.is_empty()));
}
