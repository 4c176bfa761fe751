//! `plan`: who would be called and who not, and why. Calls nothing.
//!
//! ```text
//! would call (7 calls)
//!   read_note
//!     1×  errors: without the required arguments  {}
//!     5×  latency  {"title":"x"}
//! would not call
//!   send_mail
//!     errors  it may be destructive: it has neither readOnlyHint true nor destructiveHint false
//! ```

use std::fmt::Write as _;

use anyhow::{Result, bail};
use mcpward_analyze::contract;
use mcpward_analyze::plan::{self, Planned, PlannedCall};
use mcpward_analyze::report::escape::terminal;
use mcpward_schemas::snapshot::Snapshot;
use serde_json::json;

use super::analyze;
use crate::cli::PlanArgs;
use crate::config::{Loaded, Request, load};
use crate::exit::Exit;
use crate::output::{Terminal, print};
use crate::recording::{self, environment};
use crate::workspace;

/// Plans for the tools of a server or of a snapshot.
pub(crate) fn plan(args: &PlanArgs, terminal: &Terminal) -> Result<Exit> {
    let mut loaded = match &args.from {
        None => recording::configure(&args.target, &args.config)?,
        Some(_) => load(&Request::offline(
            args.config.config.as_deref(),
            args.config.profile,
            &environment(),
        ))?,
    };
    args.calls.apply(&mut loaded)?;
    let (name, snapshot) = match &args.from {
        Some(file) => analyze::open(file)?,
        None => match listed(&loaded, terminal)? {
            Ok(snapshot) => ("the server".to_owned(), snapshot),
            Err(exit) => return Ok(exit),
        },
    };
    let (contract, _) = contract::read(&[&snapshot]);
    let established = contract.primary().filter(|surface| surface.is_established());
    if established.is_none() {
        let reason = snapshot.footer.reason.as_deref().unwrap_or("it did not agree to speak");
        bail!(
            "there is nothing to plan for: {name}: {}",
            crate::output::visible(reason)
        );
    }
    let planned = plan::planned(&loaded.masked, &contract);
    let text = if args.json {
        format!("{}\n", serde_json::to_string_pretty(&value(&planned))?)
    } else {
        text(&planned)
    };
    print(text.as_bytes())?;
    Ok(Exit::Passed)
}

/// Asks the server for its lists, and for nothing else; how the program ends where it was interrupted.
fn listed(loaded: &Loaded, terminal: &Terminal) -> Result<Result<Snapshot, Exit>> {
    let mut quiet = loaded.masked.clone();
    quiet.dry_run = true;
    quiet.checks.compliance = false;
    let stop = recording::stop_on_signal()?;
    let captured = recording::record_as(loaded, &quiet, Vec::new(), &stop, terminal)?;
    if let Some(signal) = captured.interrupted {
        return Ok(Err(Exit::Signal(signal)));
    }
    let (_, snapshot) = analyze::read(workspace::LAST.as_ref(), captured.out.as_slice())?;
    Ok(Ok(snapshot))
}

fn value(planned: &Planned) -> serde_json::Value {
    let calls = planned.calls.iter().map(|call| {
        json!({
            "method": call.method, "name": call.name, "arguments": call.arguments, "purpose": call.purpose,
            "times": call.times, "mayBeDestructive": call.may_be_destructive,
        })
    });
    let refusals = planned
        .refusals
        .iter()
        .map(|refusal| json!({ "tool": refusal.tool, "check": refusal.check, "reason": refusal.reason }));
    json!({
        "opened": planned.opened, "calls": calls.collect::<Vec<_>>(), "refusals": refusals.collect::<Vec<_>>(),
    })
}

fn text(planned: &Planned) -> String {
    let mut out = String::new();
    for sentence in &planned.opened {
        line(&mut out, &format!("! {sentence}"));
    }
    let n = planned.n_calls();
    line(
        &mut out,
        &format!("would call ({n} call{})", if n == 1 { "" } else { "s" }),
    );
    let mut last = None;
    for call in &planned.calls {
        let head = (call.method.as_str(), call.name.as_str());
        if last != Some(head) {
            line(&mut out, &heading(call));
            last = Some(head);
        }
        let arguments = match &call.arguments {
            serde_json::Value::Null => String::new(),
            arguments => format!("  {}", terminal(arguments.to_string().as_str())),
        };
        let purpose = terminal(call.purpose.as_str());
        line(&mut out, &format!("    {}×  {purpose}{arguments}", call.times));
    }
    if planned.calls.is_empty() {
        line(&mut out, "  nothing");
    }
    line(&mut out, "would not call");
    let mut last = "";
    for refusal in &planned.refusals {
        if last != refusal.tool {
            line(&mut out, &format!("  {}", terminal(refusal.tool.as_str())));
            last = &refusal.tool;
        }
        let (check, reason) = (terminal(refusal.check.as_str()), terminal(refusal.reason.as_str()));
        line(&mut out, &format!("    {check}  {reason}"));
    }
    if planned.refusals.is_empty() {
        line(&mut out, "  nothing");
    }
    out
}

fn heading(call: &PlannedCall) -> String {
    let method = match call.method.as_str() {
        "tools/call" => String::new(),
        other => format!("{other} "),
    };
    let destructive = if call.may_be_destructive {
        "  ! it may be destructive"
    } else {
        ""
    };
    format!("  {method}{}{destructive}", terminal(call.name.as_str()))
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("writing to a string does not fail");
}
