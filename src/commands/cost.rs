//! `cost`: what the tools of a snapshot cost in a model's context, the dearest first.
//!
//! ```text
//! tokens    bytes  tool            why
//!   1204     5316  scrape_page     a description of 801 tokens
//!    311     1290  search
//!     42      180  (instructions)
//!   1557     6786  2 tools in all; tokens of o200k_base
//!
//! since mcpward.lock.json
//!   +304    +1270  scrape_page
//!    -88     -340  fetch           gone
//!   +216     +930  in all
//! ```

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use mcpward_analyze::contract;
use mcpward_analyze::cost::{self, ENCODING, Growth, Side as On};
use mcpward_analyze::report::escape::terminal;
use mcpward_analyze::{contract_of, read_lock};
use mcpward_schemas::config::{Config, Drift};
use mcpward_schemas::snapshot::Snapshot;
use serde_json::{Value, json};

use crate::cli::CostArgs;
use crate::exit::Exit;
use crate::output::print;
use crate::sides::{Side, side};

/// Reads, measures, prints.
pub(crate) fn cost(args: &CostArgs) -> Result<Exit> {
    let (name, snapshot) = super::analyze::open(&args.file)?;
    let (contract, _) = contract::read(&[&snapshot]);
    let cost = cost::measure(&contract);
    let growth = match &args.against {
        Some(against) => Some((against.as_str(), growth(against, &name, &snapshot)?)),
        None => None,
    };
    let text = if args.json {
        json_text(&cost, growth.as_ref())?
    } else {
        let since = growth
            .as_ref()
            .map(|(against, growth)| since(against, growth, args.top));
        format!("{}{}", table(&cost, args.top), since.unwrap_or_default())
    };
    print(text.as_bytes())?;
    Ok(Exit::Passed)
}

/// What it costs more than the other side.
fn growth(against: &str, name: &str, snapshot: &Snapshot) -> Result<Growth> {
    let config = Config::default();
    let lock = Drift::default().baseline;
    let contract = |name: &str, snapshot: &Snapshot| {
        contract_of(snapshot, &config)
            .with_context(|| format!("{name} holds no contract: the server did not agree to speak"))
    };
    let old = match side(against, &BTreeMap::new(), Path::new(&lock))? {
        Side::Lock(file) => read_lock(&file.text).with_context(|| format!("{} can't be read", file.name))?,
        Side::Recorded(recorded) => contract(&recorded.0, &recorded.1)?,
        Side::Live(_) => {
            bail!("a cost is compared with what is pinned or recorded: a lock file, git:REF or a snapshot")
        }
    };
    match cost::growth(&old, &contract(name, snapshot)?) {
        Ok(growth) => Ok(growth),
        Err(reason) => bail!("{against} can't be compared with: {reason}"),
    }
}

fn table(cost: &cost::Cost, top: usize) -> String {
    let shown = || cost.tools.iter().take(top);
    let width = width(shown().map(|tool| tool.name.raw()));
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

/// The difference, tool by tool.
fn since(against: &str, growth: &Growth, top: usize) -> String {
    let mut text = format!("\nsince {}\n", terminal(against));
    let shown = || growth.tools.iter().take(top);
    let width = width(shown().map(|tool| tool.name.raw()));
    for tool in shown() {
        let line = format!(
            "{:>+6} {:>+8}  {:<width$}  {}",
            tool.tokens,
            tool.bytes,
            terminal(tool.name.raw()),
            word(tool.side)
        );
        text.push_str(line.trim_end());
        text.push('\n');
    }
    if let Some(n_more) = growth.tools.len().checked_sub(top).filter(|&n| n > 0) {
        text.push_str(&format!("                 ({n_more} more; --top shows them)\n"));
    }
    if growth.instructions != 0 {
        text.push_str(&format!("{:>+6}           (instructions)\n", growth.instructions));
    }
    text.push_str(&format!("{:>+6} {:>+8}  in all\n", growth.tokens, growth.bytes));
    text
}

fn word(side: On) -> &'static str {
    match side {
        On::Both => "",
        On::New => "new",
        On::Gone => "gone",
    }
}

/// Columns for names.
fn width<'n>(names: impl Iterator<Item = &'n str>) -> usize {
    let longest = names.map(|name| name.chars().count()).max();
    longest.unwrap_or_default().clamp(4, 40)
}

fn json_text(cost: &cost::Cost, growth: Option<&(&str, Growth)>) -> Result<String> {
    let size = |size: cost::Size| json!({ "tokens": size.tokens, "bytes": size.bytes });
    let tools = cost.tools.iter().map(|tool| {
        json!({
            "name": tool.name.raw(), "size": size(tool.size), "description": size(tool.description),
            "schema": size(tool.schema), "causes": tool.causes,
        })
    });
    let mut all = json!({
        "encoding": ENCODING, "total": size(cost.total), "instructions": size(cost.instructions),
        "tools": tools.collect::<Vec<_>>(),
    });
    if let Some((against, growth)) = growth {
        all["growth"] = grown(against, growth);
    }
    Ok(format!("{}\n", serde_json::to_string_pretty(&all)?))
}

fn grown(against: &str, growth: &Growth) -> Value {
    let tools = growth.tools.iter().map(
        |tool| json!({ "name": tool.name.raw(), "tokens": tool.tokens, "bytes": tool.bytes, "side": word(tool.side) }),
    );
    json!({
        "against": against, "tokens": growth.tokens, "bytes": growth.bytes, "instructions": growth.instructions,
        "tools": tools.collect::<Vec<_>>(),
    })
}
