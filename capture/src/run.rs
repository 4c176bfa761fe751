//! One capture from its header to its footer.

use std::io::Write;

use mcpward_schemas::snapshot::{FORMAT, Header, Outcome, Settings, Snapshot, SnapshotError, Step, Target, Timeouts};

use crate::error::CaptureError;
use crate::options::{LiveTarget, Options};
use crate::record::Recorder;
use crate::redact::Redactor;
use crate::session::Session;
use crate::stdio::package;
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
    /// Places of the requests of a [`Step::Requests`] that got no answer, or one that asks back.
    pub unanswered: &'a [usize],
    /// Methods of the notifications that came since the step before, in order.
    pub notifications: &'a [String],
}

/// A finished capture. Its snapshot is whole also where the server failed.
#[derive(Debug)]
pub struct Captured<W> {
    /// What the snapshot was written to.
    pub out: W,
    /// The snapshot as it would be read, where [`Options::keeps`] asked for it.
    pub snapshot: Option<Result<Snapshot, SnapshotError>>,
    /// Whether the server answered and the plan ran to its end.
    pub complete: bool,
    /// Why not, secrets masked, as a sentence fragment. It may quote the server.
    pub reason: Option<String>,
    /// The signal that ended it.
    pub interrupted: Option<Signal>,
}

/// Records what the server answers to the steps that `planner` asks for, until it asks for [`Step::Done`].
///
/// The planner is called with `None` first, and then with what became of its last step. What it leaves out of
/// `initialize` (version, capabilities, client) and the `_meta` and headers of the modern era are added to its requests.
///
/// # Errors
/// Only where no snapshot could be written; every failure of the server is in the snapshot.
pub fn capture<W: Write + Send>(
    options: &Options,
    out: W,
    planner: &mut dyn FnMut(Option<Progress<'_>>) -> Step,
    stop: &Stop,
) -> Result<Captured<W>, CaptureError> {
    let mut redactor = Redactor::new(&options.secrets);
    let header = header(options, &mut redactor);
    let mut recorder = Recorder::new(out, &header, redactor, options.limits)?;
    if let Some(limits) = options.keeps {
        recorder.keep(header, limits);
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(CaptureError::Runtime)?;
    let finished = runtime.block_on(async { Session::new(options, recorder, stop).run(planner).await });
    // A name that is still being looked up must not hold the end.
    runtime.shutdown_background();
    let finished = finished?;
    Ok(Captured {
        out: finished.written.out,
        snapshot: finished.written.snapshot,
        complete: finished.reason.is_none(),
        reason: finished.reason,
        interrupted: finished.interrupted,
    })
}

fn header(options: &Options, redactor: &mut Redactor) -> Header {
    let target = match &options.target {
        LiveTarget::Stdio { command, args, env, .. } => {
            let args = redactor.arguments(args);
            let package = package(command, &args);
            Target::Stdio {
                command: redactor.text(command),
                args,
                env: env.keys().cloned().collect(),
                package,
            }
        }
        LiveTarget::Http { url, headers, .. } => Target::Http {
            url: redactor.url(url),
            headers: headers.keys().cloned().collect(),
        },
    };
    Header {
        version: FORMAT,
        mcpward: options.mcpward.clone(),
        started_at: options.started_at.clone(),
        target,
        settings: Settings {
            protocol: options.protocol.clone(),
            client: options.client.clone(),
            capabilities: options.capabilities.clone(),
            timeouts: Timeouts {
                connect_ms: options.timeouts.connect_ms,
                call_ms: options.timeouts.call_ms,
                run_ms: options.timeouts.run_ms,
            },
            limits: options.limits.changed(),
        },
        environment: options.environment.clone(),
    }
}
