//! What happened besides traffic.

use serde::{Deserialize, Serialize};

use super::step::Step;

/// One event.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct Event {
    /// Place in the file among frames and events, from 1.
    pub seq: u64,
    /// The connection it belongs to, from 0.
    pub conn: u32,
    /// Microseconds since the start of the capture, on a monotonic clock.
    pub at_us: u64,
    /// What happened.
    pub event: EventKind,
}

/// Kinds of event. A reader takes a kind that it does not know as [`EventKind::Unknown`].
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "name", rename_all = "kebab-case")]
pub enum EventKind {
    /// The child process runs.
    Spawned,
    /// The child process could not be started, or the connection could not be made.
    StartFailed {
        /// Why, as the operating system or HTTP client said it, secrets masked.
        reason: String,
    },
    /// The child process ended.
    Exited {
        /// Exit code, where it exited.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        code: Option<i32>,
        /// Signal number, where one ended it.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        signal: Option<i32>,
    },
    /// The connection ended.
    Closed {
        /// Who ended it.
        by: ClosedBy,
    },
    /// A stream of server-sent events ended.
    StreamEnded {
        /// Number of the HTTP request on the connection.
        exchange: u32,
        /// Who ended it: the client leaves a stream that stays open after its answer.
        by: ClosedBy,
    },
    /// The shutdown had to be forced.
    Killed {
        /// What was sent: `terminate` or `kill`.
        how: String,
    },
    /// Processes that the server had started outlived it.
    Survivors {
        /// How many.
        n: u32,
    },
    /// A deadline passed.
    TimedOut {
        /// Which: `connect`, `call` or `run`.
        deadline: String,
        /// Its length in milliseconds.
        after_ms: u64,
    },
    /// A bound was reached, and what came after it was left out.
    LimitReached {
        /// Name of the bound.
        limit: String,
        /// Its value.
        value: u64,
    },
    /// A step of the plan begins, and what it is.
    StepStarted {
        /// The step.
        step: Step,
    },
    /// A step of the plan ended.
    StepEnded {
        /// Name of the probe, or of the scenario for `open` and `close`.
        probe: String,
        /// How it ended.
        outcome: Outcome,
    },
    /// A variable of the environment was withheld from the child and its own stderr names it.
    Withheld {
        /// Names of the variables.
        variables: Vec<String>,
    },
    /// One part of the confinement that the configuration asks for.
    Sandbox {
        /// Which part: `network` or `fs`.
        part: String,
        /// What holds it: `namespace` or `landlock`; nothing where it is not there.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<String>,
        /// Why it is not there, or less than asked for.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reason: Option<String>,
    },
    /// Something that the platform could not do, and what follows.
    Note {
        /// The sentence.
        text: String,
    },
    /// A kind of a newer release.
    #[serde(other)]
    Unknown,
}

/// Who ended a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClosedBy {
    /// We did.
    Client,
    /// The server did.
    Server,
}

/// How a step ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(tag = "how", rename_all = "kebab-case")]
pub enum Outcome {
    /// The answer came, in this frame.
    Answered {
        /// `seq` of the frame that answers.
        frame: u64,
    },
    /// Done, where no answer is awaited.
    Done,
    /// The barrier was answered, the request was not.
    Silent,
    /// The deadline passed.
    TimedOut,
    /// The connection ended first.
    Closed,
    /// The request could not be sent, or the transport refused it.
    Failed {
        /// Why, secrets masked.
        reason: String,
        /// Whether it says nothing about the protocol: the server is down or unreachable, or wants other credentials.
        #[serde(default, skip_serializing_if = "is_false")]
        no_evidence: bool,
    },
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}
