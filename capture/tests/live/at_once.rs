//! Several requests under way at a time.

use mcpward_schemas::snapshot::{Asked, Call, Dir, Outcome, Step};

use crate::Test;
use crate::plan::{Run, ask, handshake, open_modern, options, run};

pub(crate) const TESTS: &[Test] = &[
    (
        "at_once::all_are_sent_before_any_is_awaited",
        all_are_sent_before_any_is_awaited,
    ),
    (
        "at_once::those_without_an_answer_are_told",
        those_without_an_answer_are_told,
    ),
    ("at_once::those_that_ask_back_are_told", those_that_ask_back_are_told),
    ("at_once::an_end_leaves_all_open", an_end_leaves_all_open),
];

fn together(methods: &[&str]) -> Step {
    let asked = |method: &&str| Asked {
        probe: (*method).to_owned(),
        call: Call::new(method),
    };
    Step::Requests {
        requests: methods.iter().map(asked).collect(),
    }
}

fn directions(run: &Run) -> Vec<Dir> {
    run.frames().into_iter().map(|frame| frame.dir).collect()
}

fn all_are_sent_before_any_is_awaited() {
    let mut steps = handshake();
    steps.push(together(&["ping", "nothing", "ping"]));
    let run = run(&options("good"), steps);
    assert_eq!(run.ended[3], (Outcome::Done, None));
    assert_eq!(run.unanswered[3], [0; 0]);
    use Dir::{In, Out};
    assert_eq!(directions(&run)[3..], [Out, Out, Out, In, In, In]);
}

fn those_without_an_answer_are_told() {
    let mut options = options("good");
    options.timeouts.call_ms = 50;
    let mut steps = handshake();
    steps.extend([together(&["ping", "silence", "ping"]), ask("ping")]);
    let run = run(&options, steps);
    assert_eq!((&run.ended[3].0, &*run.unanswered[3]), (&Outcome::TimedOut, &[1][..]));
    let canceled = r#"{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"no answer in time","requestId":1003}}"#;
    assert_eq!(run.texts(Dir::Out)[5], canceled);
    assert!(run.answer(4).contains("1005"), "the connection lives on");
}

fn those_that_ask_back_are_told() {
    let run = run(&options("good"), vec![open_modern(), together(&["tools/call", "ping"])]);
    assert_eq!((&run.ended[1].0, &*run.unanswered[1]), (&Outcome::Done, &[0][..]));
}

fn an_end_leaves_all_open() {
    let mut steps = handshake();
    steps.push(together(&["ping", "tools/list", "ping"]));
    let run = run(&options("dies"), steps);
    assert_eq!((&run.ended[3].0, &*run.unanswered[3]), (&Outcome::Closed, &[1, 2][..]));
}
