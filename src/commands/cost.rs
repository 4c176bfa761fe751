//! `cost`: what the tools of a snapshot cost in a model's context, the dearest first.
//!
//! ```text
//! tokens    bytes  tool            why
//!   1204     5316  scrape_page     a description of 801 tokens
//!    311     1290  search          
//!     42      180  (instructions)
//!   1557     6786  2 tools in all; tokens of o200k_base
//! ```

use anyhow::Result;
use mcpward_analyze::contract;
use mcpward_analyze::cost::{self, ENCODING};
use mcpward_analyze::report::escape::terminal;
use serde_json::json;

use crate::cli::CostArgs;
use crate::exit::Exit;
use crate::output::print;

/// Reads, measures, prints.
pub(crate) fn cost(args: &CostArgs) -> Result<Exit> {
    let (_, snapshot) = super::analyze::open(&args.file)?;
    let (contract, _) = contract::read(&[&snapshot]);
    let cost = cost::measure(&contract);
    let text = if args.json {
        json_text(&cost)?
    } else {
        table(&cost, args.top)
    };
    print(text.as_bytes())?;
    Ok(Exit::Passed)
}

fn table(cost: &cost::Cost, top: usize) -> String {
    let shown = || cost.tools.iter().take(top);
    let width = shown()
        .map(|tool| tool.name.raw().chars().count())
        .max()
        .unwrap_or_default()
        .clamp(4, 40);
    let mut text = format!("tokens    bytes  {:<width$}  why\n", "tool");
    for tool in shown() {
        let (tokens, bytes, name) = (tool.size.tokens, tool.size.bytes, terminal(tool.name.raw()));
        let line = format!("{tokens:>6} {bytes:>8}  {name:<width$}  {}", tool.causes.join(", "));
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if let Some(n_more) = cost.tools.len().checked_sub(top).filter(|&n| n > 0) {
        let rest = cost.tools.iter().skip(top);
        let (tokens, bytes) = rest.fold((0, 0), |sum, tool| (sum.0 + tool.size.tokens, sum.1 + tool.size.bytes));
        text.push_str(&format!("{tokens:>6} {bytes:>8}  ({n_more} more; --top shows them)\n"));
    }
    if cost.instructions.bytes > 0 {
        text.push_str(&format!(
            "{:>6} {:>8}  (instructions)\n",
            cost.instructions.tokens, cost.instructions.bytes
        ));
    }
    let n_tools = match cost.tools.len() {
        1 => "1 tool".to_owned(),
        n => format!("{n} tools"),
    };
    let total = cost.total;
    text.push_str(&format!(
        "{:>6} {:>8}  {n_tools} in all; tokens of {ENCODING}\n",
        total.tokens, total.bytes
    ));
    text
}

fn json_text(cost: &cost::Cost) -> Result<String> {
    let size = |size: cost::Size| json!({ "tokens": size.tokens, "bytes": size.bytes });
    let tools = cost.tools.iter().map(|tool| {
        json!({
            "name": tool.name.raw(), "size": size(tool.size), "description": size(tool.description),
            "schema": size(tool.schema), "causes": tool.causes,
        })
    });
    let all = json!({
        "encoding": ENCODING, "total": size(cost.total), "instructions": size(cost.instructions),
        "tools": tools.collect::<Vec<_>>(),
    });
    Ok(format!("{}\n", serde_json::to_string_pretty(&all)?))
}
