//! Whether a capture is complete, and the one sentence that says why not.

use std::time::Duration;

use mcpward_schemas::snapshot::{Era, Outcome, Step};

use super::Ending;
use super::talk::Talk;
use crate::options::Options;
use crate::stop::Signal;

/// A line of stderr in a reason is cut here; the whole of it is in the snapshot.
const QUOTED_CHARS_MAX: usize = 300;

/// What decides whether a capture is complete.
#[derive(Debug, Default)]
pub(super) struct Story {
    n_answered: u64,
    /// The first connection that was answered on with a result: the job itself, where later ones are for probes. A server
    /// without handshake answers the first with an error.
    main: Option<u32>,
    /// How long the fastest start took until its first answer.
    start_time: Option<Duration>,
    /// What went wrong first while nothing had been answered yet.
    never_answered: Option<String>,
    /// What makes the capture incomplete though there were answers.
    broken: Option<String>,
    /// Variables that a failed start missed.
    withheld: Vec<String>,
}

impl Story {
    pub(super) fn answered(&mut self, conn: u32, is_error: bool, after: Duration) {
        self.n_answered += 1;
        if !is_error {
            self.main.get_or_insert(conn);
        }
        self.start_time.get_or_insert(after);
    }

    pub(super) fn start_time(&self) -> Option<Duration> {
        self.start_time
    }

    pub(super) fn withheld(&mut self, variables: &[String]) {
        for variable in variables {
            if !self.withheld.contains(variable) {
                self.withheld.push(variable.clone());
            }
        }
    }

    /// The server is down or unreachable.
    pub(super) fn outage(&mut self, reason: &str) {
        self.broken.get_or_insert_with(|| reason.to_owned());
    }

    /// A step ended.
    pub(super) fn step(&mut self, step: &Step, outcome: &Outcome, talk: Option<&Talk>, options: &Options) {
        let what = match step {
            Step::Request { call, .. } | Step::Cancel { call, .. } | Step::Notify { call, .. } => call.method.as_str(),
            Step::Requests { requests } => requests.first().map_or("", |asked| asked.call.method.as_str()),
            Step::Open { .. } => "start",
            Step::Raw { .. } => "a message as the plan spells it",
            _ => return,
        };
        let reason = match outcome {
            Outcome::Answered { .. } | Outcome::Done => return,
            Outcome::Silent if matches!(step, Step::Cancel { .. }) => return,
            Outcome::Failed { reason, .. } => reason.clone(),
            Outcome::Silent => format!("the server does not answer {what}"),
            Outcome::TimedOut => timed_out(what, talk, options),
            Outcome::Closed => closed(what, talk),
        };
        if self.n_answered == 0 {
            self.never_answered.get_or_insert(reason);
        } else if *outcome == Outcome::Closed && talk.is_some_and(|talk| self.main == Some(talk.conn)) {
            // A probe on a connection of its own is one that a server may die of.
            self.broken.get_or_insert(reason);
        }
    }

    /// The capture ended before its plan.
    pub(super) fn ended(&mut self, ending: &Ending, options: &Options) {
        let reason = match ending {
            Ending::Signal(Signal::Interrupt) => "interrupted".to_owned(),
            Ending::Signal(Signal::Terminate) => "terminated".to_owned(),
            Ending::Overtime => {
                format!(
                    "the capture took longer than {} ms (timeouts.run_ms)",
                    options.timeouts.run_ms
                )
            }
            Ending::Limit(limit) => format!("the server sent more than the bound {limit} allows"),
            Ending::Write(error) => error.to_string(),
        };
        // What ended it comes first, also where there was trouble before.
        self.broken = Some(match (self.n_answered, self.never_answered.take(), ending) {
            (0, Some(trouble), Ending::Overtime) => format!("{reason}; {trouble}"),
            _ => reason,
        });
    }

    /// Why the capture is not complete; `None` where it is.
    pub(super) fn reason(&self) -> Option<String> {
        let mut reason = match (&self.broken, self.n_answered) {
            (Some(broken), _) => broken.clone(),
            (None, 0) => self
                .never_answered
                .clone()
                .unwrap_or_else(|| "the server was asked nothing".to_owned()),
            (None, _) => return None,
        };
        if !self.withheld.is_empty() {
            let names = self.withheld.join(", ");
            reason.push_str(&format!(
                "; {names} was withheld from it: set it under server.env, or name it in server.inherit_env"
            ));
        }
        Some(reason)
    }
}

fn timed_out(what: &str, talk: Option<&Talk>, options: &Options) -> String {
    let Some(talk) = talk.filter(|talk| !talk.has_answered) else {
        return format!(
            "no answer to {what} within {} ms (timeouts.call_ms)",
            options.timeouts.call_ms
        );
    };
    let mut reason = format!(
        "no answer to {what} within {} ms of the start (timeouts.connect_ms)",
        talk.connect_ms()
    );
    if let crate::options::LiveTarget::Stdio { command, args, .. } = &options.target
        && crate::stdio::package(command, args).is_some()
    {
        reason.push_str("; a first start may still have been installing the package");
    }
    reason + &last_words(talk)
}

fn closed(what: &str, talk: Option<&Talk>) -> String {
    let Some(talk) = talk else {
        return format!("the connection was closed during {what}");
    };
    let how = match talk.exit {
        Some((Some(code), _)) => format!("the server exited with code {code}"),
        Some((None, Some(signal))) => format!("the server was ended by signal {signal}"),
        _ => "the server closed the connection".to_owned(),
    };
    let when = match (talk.has_answered, &talk.era) {
        (false, Era::Handshake { .. }) => format!("before it answered {what}"),
        _ => format!("during {what}"),
    };
    format!("{how} {when}{}", last_words(talk))
}

/// The last line of stderr, without what could move a cursor.
fn last_words(talk: &Talk) -> String {
    if talk.stderr.last.is_empty() {
        return String::new();
    }
    let line: String = talk
        .stderr
        .last
        .chars()
        .take(QUOTED_CHARS_MAX)
        .filter(|c| !c.is_control())
        .collect();
    format!("; its last words on stderr: {line}")
}
