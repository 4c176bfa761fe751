//! `drift/cost-changed`: what the server costs in the context of a model is what it was.

use mcpward_schemas::report::{Severity, SubjectKind};
use serde_json::json;

use crate::contract::beginning;
use crate::cost::{self, ENCODING, Growth, Side, ToolGrowth};
use crate::drift::{self, pin_words};
use crate::rules::drift_report::ready;
use crate::rules::{About, Context, Level, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "drift/cost-changed",
    title: "the server costs what it did",
    severity: Severity::Info,
    level: Level::Note,
    confidence: "high",
    since: "0.1.0",
    needs: &[],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Tools and instructions that take at least 100 tokens more, or less, than when the contract was pinned, with the tools that
make the difference. Counted where the configuration has `checks.cost`.

## Why it matters
Each request pays for every tool. Growth comes in small steps that nobody decides on: a paragraph here, a parameter there.

## Example
tools and instructions take 412 tokens more than in mcpward.lock.json (1834 then, 2246 now): export_page +240 (new), scrape_page +172

## What to do
Look whether the new text is worth it. `checks.cost` sets a budget that fails the run; `mcpward cost --against` shows every tool.

## When it is wrong
Never by itself: it counts. A hint, since a new tool has its price.
";

/// Tokens from which on a difference is a line: one sentence in each of a handful of descriptions. Less is rewording.
const TOKENS_MIN: u64 = 100;

/// Tools that the message names.
const NAMED_MAX: usize = 3;

/// Tools that the finding lists.
const LISTED_MAX: usize = 10;

fn check(cx: &Context<'_>, sink: &mut Sink) {
    // Counting takes longer than comparing, so only where the cost is asked for.
    if cx.config().checks.cost.is_none() {
        return sink.not_asked();
    }
    let Some(compared) = ready(cx, sink) else { return };
    let (Some(surface), Some(seen)) = (cx.surface, pin_words(cx.contract, cx.config())) else {
        sink.not_asked();
        return;
    };
    let growth = match cost::growth(&compared.trusted, &seen) {
        Ok(growth) => growth,
        Err(reason) => {
            sink.skip(About::server(), reason);
            return;
        }
    };
    if growth.tokens.unsigned_abs() < TOKENS_MIN {
        // `drift/no-changes` is the one row of the family that passes.
        sink.not_asked();
        return;
    }
    let now = cost::of_surface(surface).total.tokens;
    let then = now.saturating_add_signed(-growth.tokens);
    let word = if growth.tokens > 0 { "more" } else { "less" };
    let message = format!(
        "tools and instructions take {} tokens {word} than in {} ({then} then, {now} now){}",
        growth.tokens.unsigned_abs(),
        compared.file,
        named(&growth)
    );
    let listed: Vec<_> = growth
        .tools
        .iter()
        .take(LISTED_MAX)
        .map(|tool| json!({ "tool": tool.name.raw(), "tokens": tool.tokens, "bytes": tool.bytes }))
        .collect();
    let found = sink.found(About::server(), message);
    found.finding_mut().drift_severity = Some(drift::Severity::Low.name().to_owned());
    found.frames(surface.hello_frame).actual(json!({
        "tokens": growth.tokens, "bytes": growth.bytes, "instructions": growth.instructions,
        "encoding": ENCODING, "tools": listed,
    }));
}

/// The tools that make most of it.
fn named(growth: &Growth) -> String {
    let one = |tool: &ToolGrowth| {
        let side = match tool.side {
            Side::Both => "",
            Side::New => " (new)",
            Side::Gone => " (gone)",
        };
        format!("{} {:+}{side}", beginning(tool.name.raw()), tool.tokens)
    };
    let mut parts: Vec<String> = growth.tools.iter().take(NAMED_MAX).map(one).collect();
    if growth.instructions.unsigned_abs() >= TOKENS_MIN {
        parts.push(format!("instructions {:+}", growth.instructions));
    }
    if let Some(n_more) = growth.tools.len().checked_sub(NAMED_MAX).filter(|&n| n > 0) {
        parts.push(format!("{n_more} more tools"));
    }
    match parts.is_empty() {
        true => String::new(),
        false => format!(": {}", parts.join(", ")),
    }
}
