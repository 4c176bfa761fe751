//! Plans that are lists of steps, and what became of them.

use std::collections::BTreeMap;

use mcpward_capture::{Answers, Captured, HttpTransport, Limits, LiveTarget, Options, Secret, Signal, Stop, capture};
use mcpward_schemas::config::Timeouts;
use mcpward_schemas::snapshot::{
    Call, ClientInfo, Dir, Environment, Era, Event, EventKind, Frame, Outcome, ReadLimits, Record, RequestId, Snapshot,
    Step, read,
};

use crate::server::FLAG;

/// Options for a server of this program that behaves as named.
pub(crate) fn options(behavior: &str) -> Options {
    let command = std::env::current_exe().unwrap().to_str().unwrap().to_owned();
    let args = vec![FLAG.to_owned(), behavior.to_owned()];
    let (env, inherit_env) = (BTreeMap::new(), Vec::new());
    options_for(LiveTarget::Stdio {
        command,
        args,
        env,
        inherit_env,
        cwd: None,
    })
}

/// Options for a server at a URL.
pub(crate) fn http_options(url: &str, transport: HttpTransport) -> Options {
    let url = url.to_owned();
    options_for(LiveTarget::Http {
        url,
        headers: BTreeMap::new(),
        other_account: BTreeMap::new(),
        transport,
        ca_file: None,
        identity: None,
        insecure: false,
        credentials: None,
    })
}

/// Options for a server of Streamable HTTP.
pub(crate) fn at(url: &str) -> Options {
    http_options(url, HttpTransport::Http)
}

/// Runs the handshake and a listing of tools.
pub(crate) fn handshake_and_list(options: &Options) -> Run {
    let mut steps = handshake();
    steps.extend([ask("tools/list"), Step::Close]);
    run(options, steps)
}

fn options_for(target: LiveTarget) -> Options {
    Options {
        sandbox: mcpward_schemas::config::Sandbox::default(),
        helper: Vec::new(),
        keeps: None,
        target,
        client: ClientInfo {
            name: "mcpward".to_owned(),
            version: "0".to_owned(),
        },
        capabilities: serde_json::json!({}),
        answers: Answers::default(),
        timeouts: Timeouts::default(),
        limits: Limits::default(),
        secrets: Vec::new(),
        protocol: "auto".to_owned(),
        started_at: "2026-01-01T00:00:00.000Z".to_owned(),
        environment: Environment {
            os: "linux".to_owned(),
            arch: "x86_64".to_owned(),
            ci: false,
        },
        mcpward: "0".to_owned(),
    }
}

pub(crate) fn secret(name: &str, value: &str) -> Secret {
    Secret {
        name: name.to_owned(),
        value: value.to_owned(),
    }
}

pub(crate) fn open() -> Step {
    Step::Open {
        scenario: "main".to_owned(),
        era: Era::Handshake {
            version: "2025-11-25".to_owned(),
        },
        client: None,
        other_account: false,
    }
}

pub(crate) fn open_modern() -> Step {
    Step::Open {
        scenario: "modern".to_owned(),
        era: Era::Modern {
            version: "2026-07-28".to_owned(),
        },
        client: None,
        other_account: false,
    }
}

pub(crate) fn ask(method: &str) -> Step {
    Step::Request {
        probe: method.to_owned(),
        call: Call::new(method),
        id: RequestId::Integer,
        barrier: None,
    }
}

pub(crate) fn ask_with(method: &str, params: serde_json::Value) -> Step {
    Step::Request {
        probe: method.to_owned(),
        call: Call::with(method, params),
        id: RequestId::Integer,
        barrier: None,
    }
}

pub(crate) fn ask_before_ping(method: &str) -> Step {
    let barrier = Some(Call::new("ping"));
    Step::Request {
        probe: method.to_owned(),
        call: Call::new(method),
        id: RequestId::Integer,
        barrier,
    }
}

pub(crate) fn tell(method: &str) -> Step {
    Step::Notify {
        probe: method.to_owned(),
        call: Call::new(method),
    }
}

/// Open, initialize, initialized.
pub(crate) fn handshake() -> Vec<Step> {
    vec![open(), ask("initialize"), tell("notifications/initialized")]
}

/// What became of a plan.
pub(crate) struct Run {
    pub(crate) snapshot: Snapshot,
    pub(crate) captured: Captured<Vec<u8>>,
    /// Outcome and answer of each step.
    pub(crate) ended: Vec<(Outcome, Option<String>)>,
    /// Of each step, the places of requests without an answer.
    pub(crate) unanswered: Vec<Vec<usize>>,
    pub(crate) notifications: Vec<String>,
}

/// Runs the steps, and `Done` after them.
pub(crate) fn run(options: &Options, steps: Vec<Step>) -> Run {
    run_until(options, steps, &Stop::new(), |_| {})
}

/// Runs the steps; `before` is called with the place of each step before it begins.
pub(crate) fn run_until(options: &Options, steps: Vec<Step>, stop: &Stop, mut before: impl FnMut(usize)) -> Run {
    let mut steps = steps.into_iter();
    let mut ended = Vec::new();
    let mut unanswered = Vec::new();
    let mut notifications = Vec::new();
    let mut n = 0;
    let captured = capture(
        options,
        Vec::new(),
        &mut |progress| {
            if let Some(progress) = progress {
                ended.push((progress.outcome.clone(), progress.answer.map(str::to_owned)));
                unanswered.push(progress.unanswered.to_vec());
                notifications.extend_from_slice(progress.notifications);
            }
            before(n);
            n += 1;
            steps.next().unwrap_or(Step::Done)
        },
        stop,
    )
    .unwrap();
    let snapshot = read(captured.out.as_slice(), &ReadLimits::default())
        .unwrap()
        .whole()
        .unwrap();
    assert_eq!(snapshot.footer.complete, captured.complete);
    assert_eq!(snapshot.footer.reason, captured.reason);
    Run {
        snapshot,
        captured,
        ended,
        unanswered,
        notifications,
    }
}

impl Run {
    pub(crate) fn frames(&self) -> Vec<&Frame> {
        let mut frames = Vec::new();
        for record in &self.snapshot.records {
            if let Record::Frame(frame) = record {
                frames.push(frame);
            }
        }
        frames
    }

    /// Texts of the frames that went one way.
    pub(crate) fn texts(&self, dir: Dir) -> Vec<&str> {
        self.frames()
            .into_iter()
            .filter(|frame| frame.dir == dir)
            .map(|frame| frame.text().unwrap_or("?"))
            .collect()
    }

    /// Events but for those of steps.
    pub(crate) fn events(&self) -> Vec<EventKind> {
        let mut events = Vec::new();
        for record in &self.snapshot.records {
            match record {
                Record::Event(Event {
                    event: EventKind::StepStarted { .. } | EventKind::StepEnded { .. },
                    ..
                }) => {}
                Record::Event(event) => events.push(event.event.clone()),
                _ => {}
            }
        }
        events
    }

    pub(crate) fn answer(&self, step: usize) -> &str {
        self.ended[step]
            .1
            .as_deref()
            .unwrap_or_else(|| panic!("step {step} has no answer: {:?}", self.ended[step].0))
    }

    pub(crate) fn reason(&self) -> &str {
        self.captured.reason.as_deref().expect("the capture is complete")
    }

    pub(crate) fn interrupted(&self) -> Option<Signal> {
        self.captured.interrupted
    }

    /// Events that a shutdown in good order leaves.
    pub(crate) fn ended_in_good_order(&self) -> bool {
        self.events().contains(&EventKind::Exited {
            code: Some(0),
            signal: None,
        }) && !self
            .events()
            .iter()
            .any(|kind| matches!(kind, EventKind::Killed { .. } | EventKind::Survivors { .. }))
    }
}
