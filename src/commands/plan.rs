//! `plan`: who would be called and who not, and why. Calls nothing.
//!
//! ```text
//! would call
//!   read_note    missing-required/read_note   {}
//! would not call
//!   send_mail    errors   it may be destructive: it has neither readOnlyHint true nor destructiveHint false
//! ```

use std::fmt::Write as _;

use anyhow::{Result, bail};
use mcpward_analyze::report::escape::terminal;
use mcpward_analyze::{contract, plan};
use mcpward_schemas::snapshot::Step;

use crate::cli::PlanArgs;
use crate::config::{Mode, Request, Target, load};
use crate::exit::Exit;
use crate::output::print;
use crate::recording::environment;

/// Plans for the tools of a snapshot.
pub(crate) fn plan(args: &PlanArgs) -> Result<Exit> {
    let loaded = load(&Request {
        file: args.config.config.as_deref(),
        target: Target::Config { server: None },
        profile: args.config.profile,
        protocol: None,
        matrix: false,
        clients: &[],
        mode: Mode::Offline,
        environment: &environment(),
    })?;
    let (_, snapshot) = super::analyze::open(&args.file)?;
    let (contract, _) = contract::read(&[&snapshot]);
    let Some(surface) = contract.primary() else {
        bail!(
            "{} holds no server that agreed to speak, so there is nothing to plan for",
            args.file.display()
        );
    };
    let tools: Vec<_> = surface.tools().iter().map(|item| item.json.clone()).collect();
    print(text(&plan::calls(&loaded.masked, &tools)).as_bytes())?;
    Ok(Exit::Passed)
}

fn text(steps: &[Step]) -> String {
    let (mut calls, mut refusals) = (String::new(), String::new());
    for step in steps {
        match step {
            Step::Request { probe, call, .. } => {
                let params = call.params.as_ref().map(ToString::to_string).unwrap_or_default();
                writeln!(
                    calls,
                    "  {}  {}  {}",
                    call.method,
                    terminal(probe.as_str()),
                    terminal(params.as_str())
                )
                .expect("writing to a string does not fail");
            }
            Step::Refuse { tool, check, reason } => {
                writeln!(
                    refusals,
                    "  {}  {}: {}",
                    terminal(tool.as_str()),
                    terminal(check.as_str()),
                    terminal(reason.as_str())
                )
                .expect("writing to a string does not fail");
            }
            _ => {}
        }
    }
    let or_nothing = |text: String| {
        if text.is_empty() {
            "  nothing\n".to_owned()
        } else {
            text
        }
    };
    format!(
        "would call\n{}would not call\n{}",
        or_nothing(calls),
        or_nothing(refusals)
    )
}
