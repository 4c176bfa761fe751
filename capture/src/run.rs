//! One capture from its header to its footer.

use std::io::Write;

use mcpward_schemas::snapshot::{Header, Outcome, Settings, Step, Target, Timeouts, Writer};

use crate::error::CaptureError;
use crate::options::{LiveTarget, Options};
use crate::stop::{Signal, Stop};

/// What became of the last step, for the plan.
#[derive(Debug, Clone, Copy)]
pub struct Progress<'a> {
    /// The step.
    pub step: &'a Step,
    /// How it ended.
    pub outcome: &'a Outcome,
    /// Text of the frame that answered, as recorded.
    pub answer: Option<&'a str>,
    /// Methods of the notifications that came since the step before, in order.
    pub notifications: &'a [String],
}

/// A finished capture. Its snapshot is whole also where the server failed.
#[derive(Debug)]
pub struct Captured<W> {
    /// What the snapshot was written to.
    pub out: W,
    /// Whether the server answered and the plan ran to its end.
    pub complete: bool,
    /// Why not, secrets masked, as a sentence fragment.
    pub reason: Option<String>,
    /// The signal that ended it.
    pub interrupted: Option<Signal>,
}

/// Records what the server answers to the steps that `planner` asks for, until it asks for [`Step::Done`].
///
/// The planner is called with `None` first, and then with what became of its last step.
///
/// # Errors
/// Only where no snapshot could be written; every failure of the server is in the snapshot.
pub fn capture<W: Write + Send>(
    options: &Options,
    out: W,
    planner: &mut dyn FnMut(Option<Progress<'_>>) -> Step,
    stop: &Stop,
) -> Result<Captured<W>, CaptureError> {
    let header = Header {
        version: mcpward_schemas::snapshot::FORMAT,
        mcpward: options.mcpward.clone(),
        started_at: options.started_at.clone(),
        target: match &options.target {
            LiveTarget::Stdio { command, args, env, .. } => Target::Stdio {
                command: command.clone(),
                args: args.clone(),
                env: env.keys().cloned().collect(),
                package: None,
            },
            LiveTarget::Http { url, headers, .. } => Target::Http {
                url: url.clone(),
                headers: headers.keys().cloned().collect(),
            },
        },
        settings: Settings {
            protocol: options.protocol.clone(),
            client: options.client.clone(),
            capabilities: options.capabilities.clone(),
            timeouts: Timeouts {
                connect_ms: options.timeouts.connect_ms,
                call_ms: options.timeouts.call_ms,
                run_ms: options.timeouts.run_ms,
            },
            limits: std::collections::BTreeMap::new(),
        },
        environment: options.environment.clone(),
    };
    let writer = Writer::new(out, &header)?;
    let _first = planner(None);
    let reason = "capture is not built yet".to_owned();
    let out = writer.finish(false, Some(reason.clone()))?;
    Ok(Captured {
        out,
        complete: false,
        reason: Some(reason),
        interrupted: stop.signal(),
    })
}
