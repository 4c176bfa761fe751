//! `compliance/tools-list-side-effect`: calls do not change what tools there are.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{ListKind, Pass, PassEnd, Surface};
use crate::rules::lists_apart::differences;
use crate::rules::needs::Lack;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/tools-list-side-effect",
    title: "calls leave the list of tools as it was",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Tools, Listing tools"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
Tools that are listed behind the calls of a capture, be they only of a tool that does not exist, and that differ from those listed
before, while the server announced no change. Before 2026-07-28, which forbids it, it is a warning.

## Why it matters
What a user approved is not what the model is shown after the first call: a server that behaves until it is used, and then rewrites
a description, is hostile. Clients that keep the list work with tools that are gone.

## Example
After a call of `search_notes` the tools are listed once more: `read_keys` came with it.

## What to do
Decide what tools there are when a connection begins. With handshake, send `notifications/tools/list_changed` where a call has to
change them; without, let another tool take an argument.

## When it is wrong
A list that follows live data may change between the two by itself. Before 2026-07-28 servers that load groups of tools on request
mean well: declare `listChanged`, and announce it.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let lacks: Vec<Option<Lack>> = cx.eras().map(|surface| compared(cx, surface, sink).err()).collect();
    if let Some(lacks) = lacks.into_iter().collect::<Option<Vec<Lack>>>() {
        let gap = lacks.iter().find(|lack| lack.is_gap);
        match (gap, lacks.first()) {
            (Some(gap), _) => sink.skip(About::server(), gap.reason.clone()),
            (None, Some(lack)) => sink.skip_nothing(About::server(), lack.reason.clone()),
            (None, None) => {}
        }
    }
}

/// Compares the tools behind the calls with those before.
///
/// # Errors
/// Why they can't be compared.
fn compared(cx: &Context<'_>, surface: &Surface, sink: &mut Sink) -> Result<(), Lack> {
    let lack = |is_gap: bool, reason: String| Lack { reason, is_gap };
    let list = surface.list(ListKind::Tools);
    let whole: Vec<&Pass> = list.passes.iter().filter(|pass| pass.end == PassEnd::Whole).collect();
    let (Some(before), Some(after)) = (whole.last(), &list.after) else {
        return Err(lack(false, "the tools were not listed again behind a call".to_owned()));
    };
    let first = |pass: &Pass| pass.pages.first().map(|page| page.frame);
    let connection = cx.contract.connection(surface);
    let mut announced = connection.notifications(list.kind.changed());
    if announced.any(|message| Some(message.frame) > first(before)) {
        return Ok(());
    }
    let what = match &after.end {
        PassEnd::Whole => differences(&before.items, &after.items),
        PassEnd::Failed { code: Some(code), .. } => Some(format!("error {code}")),
        PassEnd::Failed { reason, .. } => return Err(lack(true, format!("behind the calls {reason}"))),
        PassEnd::Stopped => Some("more pages than before".to_owned()),
    };
    let Some(what) = what else { return Ok(()) };
    // A list that changes while nothing is called shows nothing about calls.
    if whole
        .iter()
        .any(|pass| differences(&pass.items, &before.items).is_some())
    {
        return Err(lack(false, "the list changes while nothing is called".to_owned()));
    }
    let (level, era) = match surface.is_handshake() {
        true => (Level::Warn, ""),
        false => (Level::Fail, " in 2026-07-28"),
    };
    let message = format!("after calls tools/list gives another list{era}: {what}");
    sink.found(About::server(), message)
        .level(level)
        .frames(first(before).into_iter().chain(first(after)));
    Ok(())
}
