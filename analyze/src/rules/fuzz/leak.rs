//! `fuzz/leak`: an answer to an odd input shows the inside of the server.

use std::sync::LazyLock;

use mcpward_schemas::report::{Severity, SubjectKind};
use regex::Regex;

use crate::contract::{ListKind, beginning};
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "fuzz/leak",
    title: "answers to odd inputs keep the inside of the server to themselves",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
An answer of a read-only tool to an odd input that holds a stack trace, or a path of the machine that was not in the input.

## Why it matters
A stack trace names versions and files, which is what an attacker looks for; and it fills the context of the model with noise.

## Example
```yaml
checks:
  fuzz: { inputs: 30, seed: 1 }
```

## What to do
Answer with one sentence about the argument, and write the trace to stderr.

## When it is wrong
A tool whose job is to show code or logs. A path that the user gave to the server when it was started is no secret.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    super::for_each_tool(cx, sink, |exchange| {
        let input = super::arguments(exchange);
        let text = match exchange.error() {
            Some(error) => error.raw().to_owned(),
            None => exchange.text(),
        };
        if let Some(found) = TRACES.iter().find_map(|trace| trace.find(&text)) {
            return Some(format!(
                "the answer to an odd input holds a stack trace: {:?}",
                beginning(found.as_str())
            ));
        }
        let mut paths = PATHS.find_iter(&text).map(|found| found.as_str());
        let path = paths.find(|path| !input.contains(path))?;
        Some(format!(
            "the answer to an odd input names a path of the machine: {:?}",
            beginning(path)
        ))
    });
}

/// Beginnings of stack traces as common languages write them: JavaScript, Python, Rust, Go, Java, .NET.
static TRACES: LazyLock<Vec<Regex>> = LazyLock::new(|| {
    [
        r"\n\s+at [^\n]+:\d+:\d+\)?",
        r"Traceback \(most recent call last\)",
        r#"File "[^"\n]+", line \d+, in "#,
        r"thread '[^'\n]*' (?:\(\d+\) )?panicked at ",
        r"goroutine \d+ \[\w+\]:",
        r"\n\s+at [\w.$]+\([\w$]+\.java:\d+\)",
        r"\n\s+at [^\n]+ in [^\n]+:line \d+",
    ]
    .iter()
    .map(|pattern| Regex::new(pattern).expect("the patterns of this file compile"))
    .collect()
});

/// Paths below folders that belong to a person or to an installation.
static PATHS: LazyLock<Regex> = LazyLock::new(|| {
    Regex::new(r#"(?:/(?:home|Users|root)/|[A-Z]:\\Users\\)[^\s"'`,;:)\]]+|[^\s"'`]*/(?:node_modules|site-packages)/[^\s"'`,;:)\]]+"#)
        .expect("the pattern compiles")
});
