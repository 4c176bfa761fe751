//! Writes a snapshot of a large server to stdout, for measuring the whole program:
//! `cargo run --release -p mcpward-analyze --example inventory -- 5000 > large.mcpsnap`; with `updated` behind the number,
//! of the same server after an update.

#![expect(
    clippy::disallowed_methods,
    reason = "a program for people, not a part of the analysis"
)]

use std::io::Write as _;

#[path = "../benches/inventory.rs"]
mod inventory;

fn main() -> std::io::Result<()> {
    let n_tools = std::env::args().nth(1).and_then(|n| n.parse().ok()).unwrap_or(5_000);
    let (bytes, _) = match std::env::args().nth(2).as_deref() {
        Some("updated") => inventory::updated(n_tools),
        _ => inventory::snapshot(n_tools),
    };
    std::io::stdout().write_all(&bytes)
}
