//! `inspect`: what a snapshot holds, also the good part of a damaged one.
//!
//! ```text
//! snapshot   server.mcpsnap, format 1.0, written by mcpward 0.1.0
//! target     stdio: npx -y @scope/server@1.2.0
//! started    2026-12-01T08:00:00.000Z on linux x86_64
//! asked      protocol auto, as mcpward 0.1.0 with capabilities {}
//! traffic    9 messages out, 8 in, 1 line of stderr; 24 events; 41.2 kB
//! waits      103 ms of ours (quiet 103)
//! state      whole and complete
//!
//! connection 0: main
//!     0.000 s  initialize                answered after 131.4 ms
//! ```

use std::collections::BTreeMap;
use std::fmt::Write as _;

use anyhow::{Context as _, Result};
use mcpward_schemas::snapshot::{
    self, ClosedBy, Dir, Event, EventKind, Frame, Header, Outcome, ReadLimits, Reading, Record, Step, Target,
};

use crate::cli::InspectArgs;
use crate::exit::Exit;
use crate::output::{print, visible};

/// Longest text of a message that `--frames` shows, in characters.
const FRAME_CHARS: usize = 160;

/// Shows the file; exit code 2 where it is damaged.
pub(crate) fn inspect(args: &InspectArgs) -> Result<Exit> {
    let name = args.file.display().to_string();
    let reading =
        snapshot::read(super::analyze::file(&args.file)?, &ReadLimits::default()).with_context(|| name.clone())?;
    let mut text = head(&name, &reading);
    text.push_str(&story(&reading, args.frames));
    let shown = print(text.as_bytes());
    if !shown.as_ref().is_err_and(crate::output::is_broken_pipe) {
        shown?;
    }
    Ok(if reading.error.is_some() {
        Exit::Incomplete
    } else {
        Exit::Passed
    })
}

fn head(name: &str, reading: &Reading) -> String {
    let Header {
        version,
        mcpward,
        started_at,
        target,
        settings,
        environment,
    } = &reading.header;
    let ci = if environment.ci { ", in CI" } else { "" };
    let state = match (&reading.error, &reading.footer) {
        (Some(error), _) => format!("damaged: {error}"),
        (None, Some(footer)) if !footer.complete => {
            format!(
                "whole, but the capture is not complete: {}",
                footer.reason.as_deref().unwrap_or("no reason is given")
            )
        }
        _ => "whole and complete".to_owned(),
    };
    let client = &settings.client;
    let rows = [
        (
            "snapshot",
            format!("{name}, format {version}, written by mcpward {mcpward}"),
        ),
        ("target", self::target(target)),
        (
            "started",
            format!("{started_at} on {} {}{ci}", environment.os, environment.arch),
        ),
        (
            "asked",
            format!(
                "protocol {}, as {} {} with capabilities {}",
                settings.protocol, client.name, client.version, settings.capabilities
            ),
        ),
        ("traffic", traffic(reading)),
        ("waits", super::waits::told(reading)),
        ("state", state),
    ];
    rows.iter().fold(String::new(), |mut text, (key, value)| {
        writeln!(text, "{key:<10} {}", visible(value)).expect("writing to a string does not fail");
        text
    })
}

/// How the server was reached.
pub(super) fn target(target: &Target) -> String {
    match target {
        Target::Stdio { command, args, .. } => format!(
            "stdio: {}",
            [command.as_str()]
                .into_iter()
                .chain(args.iter().map(String::as_str))
                .collect::<Vec<_>>()
                .join(" ")
        ),
        Target::Http { url, .. } => format!("http: {url}"),
    }
}

/// How much was said.
pub(super) fn traffic(reading: &Reading) -> String {
    let frames = || {
        reading.records.iter().filter_map(|record| {
            if let Record::Frame(frame) = record {
                Some(frame)
            } else {
                None
            }
        })
    };
    let count = |dir: Dir| frames().filter(|frame| frame.dir == dir).count();
    let n_events = reading
        .records
        .iter()
        .filter(|record| matches!(record, Record::Event(_)))
        .count();
    let n_bytes = frames()
        .map(|frame| frame.raw.as_ref().or(frame.b64.as_ref()).map_or(0, String::len))
        .sum::<usize>();
    let n_masked = frames().map(|frame| u64::from(frame.redacted)).sum::<u64>();
    let masked = if n_masked > 0 {
        format!(
            "; {} masked",
            counted(usize::try_from(n_masked).unwrap_or(usize::MAX), "secret")
        )
    } else {
        String::new()
    };
    format!(
        "{} out, {} in, {} of stderr; {}; {}{masked}",
        counted(count(Dir::Out), "message"),
        count(Dir::In),
        counted(count(Dir::Err), "line"),
        counted(n_events, "event"),
        size(n_bytes)
    )
}

pub(super) fn counted(n: usize, what: &str) -> String {
    format!("{n} {what}{}", if n == 1 { "" } else { "s" })
}

pub(super) fn size(bytes: usize) -> String {
    match bytes {
        0..1_000 => format!("{bytes} bytes"),
        1_000..1_000_000 => format!("{}.{} kB", bytes / 1_000, bytes / 100 % 10),
        _ => format!("{}.{} MB", bytes / 1_000_000, bytes / 100_000 % 10),
    }
}

/// What happened, connection by connection, in order.
fn story(reading: &Reading, with_frames: bool) -> String {
    let mut connections: BTreeMap<u32, Connection> = BTreeMap::new();
    for record in &reading.records {
        match record {
            Record::Event(event) => connections.entry(event.conn).or_default().event(event),
            Record::Frame(frame) if with_frames => connections.entry(frame.conn).or_default().frame(frame),
            _ => {}
        }
    }
    connections
        .into_iter()
        .fold(String::new(), |mut text, (number, connection)| {
            let scenario = visible(&connection.scenario);
            write!(
                text,
                "\nconnection {number}: {scenario}\n{}\n",
                connection.lines.join("\n")
            )
            .expect("writing to a string does not fail");
            text
        })
}

#[derive(Default)]
struct Connection {
    scenario: String,
    lines: Vec<String>,
    /// Name and start of the step that runs, and the line that waits for its end.
    running: Option<(String, u64, usize)>,
}

impl Connection {
    fn line(&mut self, at_us: u64, what: &str, how: &str) {
        self.lines.push(line(at_us, what, how));
    }

    fn event(&mut self, event: &Event) {
        let at = event.at_us;
        match &event.event {
            EventKind::StepStarted { step } => self.started(at, step),
            EventKind::StepEnded { probe, outcome } => {
                let Some((name, since, place)) = self.running.take() else {
                    // The end of the plan is a step without a start of its own to show.
                    if *outcome == Outcome::Done {
                        return;
                    }
                    return self.line(at, probe, &ended(outcome, 0));
                };
                self.lines[place] = line(since, &name, &ended(outcome, at.saturating_sub(since)));
            }
            EventKind::Spawned => self.line(at, "the server runs", ""),
            EventKind::StartFailed { reason } => self.line(at, "the server did not start", reason),
            EventKind::Exited { code: Some(code), .. } => {
                self.line(at, "the server exited", &format!("with code {code}"))
            }
            EventKind::Exited { signal, .. } => {
                let signal = signal.map_or_else(String::new, |signal| format!("by signal {signal}"));
                self.line(at, "the server ended", &signal);
            }
            EventKind::Closed { by: ClosedBy::Client } => self.line(at, "closed", "by mcpward"),
            EventKind::Closed { by: ClosedBy::Server } => self.line(at, "closed", "by the server"),
            EventKind::StreamEnded { exchange, by } => {
                let whose = if *by == ClosedBy::Client {
                    "mcpward"
                } else {
                    "the server"
                };
                self.line(at, "stream ended", &format!("by {whose}, of HTTP request {exchange}"));
            }
            EventKind::Killed { how } => self.line(at, "had to be ended", how),
            EventKind::Survivors { n } => self.line(at, "left behind", &format!("{n} processes of the server")),
            EventKind::TimedOut { deadline, after_ms } => {
                self.line(at, "timed out", &format!("{deadline}, {after_ms} ms"))
            }
            EventKind::LimitReached { limit, value } => self.line(at, "limit reached", &format!("{limit} = {value}")),
            EventKind::Withheld { variables } => self.line(at, "variables withheld", &variables.join(", ")),
            EventKind::Sandbox { part, by, reason } => {
                let how = [by.as_deref().map(|by| format!("by {by}")), reason.clone()];
                let how = how.into_iter().flatten().collect::<Vec<_>>().join(", ");
                let what = if by.is_some() { "confined" } else { "not confined" };
                self.line(at, &format!("{what}: {part}"), &how);
            }
            EventKind::Note { text } => self.line(at, "note", text),
            EventKind::Unknown => self.line(at, "an event of a newer release", ""),
        }
    }

    fn started(&mut self, at: u64, step: &Step) {
        let name = match step {
            Step::Open { scenario, .. } => {
                self.scenario.clone_from(scenario);
                "open".to_owned()
            }
            Step::Request { probe, .. }
            | Step::Cancel { probe, .. }
            | Step::Notify { probe, .. }
            | Step::Raw { probe, .. }
            | Step::Http { probe, .. } => probe.clone(),
            Step::Requests { requests } => format!("{} requests at once", requests.len()),
            Step::Settle { .. } => "wait until quiet".to_owned(),
            Step::Refuse { tool, reason, .. } => return self.line(at, &format!("{tool} not called"), reason),
            Step::Close => "close".to_owned(),
            Step::Done => return,
        };
        self.running = Some((name.clone(), at, self.lines.len()));
        self.line(at, &name, "not ended");
    }

    fn frame(&mut self, frame: &Frame) {
        let arrow = match frame.dir {
            Dir::Out => "→",
            Dir::In => "←",
            Dir::Err => "!",
        };
        let text = frame
            .raw
            .clone()
            .unwrap_or_else(|| format!("base64 {}", frame.b64.as_deref().unwrap_or_default()));
        let mut shown = text.chars().take(FRAME_CHARS).collect::<String>();
        if shown.len() < text.len() {
            write!(shown, "… ({})", size(text.len())).expect("writing to a string does not fail");
        }
        let http = frame.http.as_ref().and_then(|http| match (&http.method, http.status) {
            (Some(method), _) => Some(method.clone()),
            (_, Some(status)) => Some(status.to_string()),
            _ => None,
        });
        let http = http.map(|http| format!("{http} ")).unwrap_or_default();
        let line = format!("{:>9}  {arrow} {http}{shown}", seconds(frame.at_us));
        self.lines.push(visible(&line));
    }
}

fn line(at_us: u64, what: &str, how: &str) -> String {
    let line = format!("{:>9}  {what:<28}  {how}", seconds(at_us));
    visible(line.trim_end())
}

fn seconds(us: u64) -> String {
    format!("{}.{:03} s", us / 1_000_000, us / 1_000 % 1_000)
}

fn ended(outcome: &Outcome, us: u64) -> String {
    let time = format!("{}.{} ms", us / 1_000, us / 100 % 10);
    match outcome {
        Outcome::Answered { .. } => format!("answered after {time}"),
        Outcome::Done => "done".to_owned(),
        Outcome::Silent => format!("a later request was answered before it ({time})"),
        Outcome::TimedOut => format!("timed out after {time}"),
        Outcome::Closed => format!("the connection ended after {time}"),
        Outcome::Failed { reason, .. } => format!("failed: {reason}"),
    }
}
