//! `compliance/cache-scope-account`: what is cached for everybody is the same for everybody.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::{Listing, Page, probe};
use crate::rules::lists_apart::differences;
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/cache-scope-account",
    title: "lists that depend on the account are not cached for everybody",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Caching, Cache scope"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
With `server.other_account`: a list with `cacheScope: \"public\"` that has other entries, or entries with other definitions, where
another account asks for it.

## Why it matters
A gateway may hand out such a list to everybody. What only one user may see is then shown to all, and who lacks a tool loses it by
whoever asked first.

## Example
```json
{ \"tools\": [{ \"name\": \"delete_user\" }], \"cacheScope\": \"public\", \"ttlMs\": 600000 }
```

## What to do
Answer `cacheScope: \"private\"` for every list that depends on who asks.

## When it is wrong
A list that changes by itself differs as well; `compliance/page-same-count` tells.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let has_other = |server: &mcpward_schemas::config::Server| !server.other_account.is_empty();
    if !cx.config().server.as_ref().is_some_and(has_other) {
        return sink.not_asked();
    }
    let surfaces = cx.contract.surfaces.iter();
    let mut modern = surfaces.filter(|surface| !surface.is_handshake() && surface.is_established());
    let is_other = |scenario: &str| scenario == probe::OTHER_ACCOUNT;
    let other = modern
        .clone()
        .find(|surface| is_other(&cx.contract.connection(surface).scenario));
    let own = modern.find(|surface| {
        let connection = cx.contract.connection(surface);
        !is_other(&connection.scenario) && connection.client.is_none() && !connection.is_throw_away()
    });
    let (Some(own), Some(other)) = (own, other) else {
        return sink.skip(
            About::server(),
            "the two accounts were not both served in the era without handshake",
        );
    };
    let mut n_public = 0;
    for (mine, theirs) in own.lists.iter().zip(&other.lists) {
        let (Some(public), Some(_)) = (public(mine).or_else(|| public(theirs)), theirs.pass().and(mine.pass())) else {
            continue;
        };
        n_public += 1;
        if let Some(what) = differences(mine.items(), theirs.items()) {
            let method = mine.kind.method();
            let message = format!("{method} is public to caches, and the other account is shown another: {what}");
            sink.found(About::server(), message).frames([public.frame]);
        }
    }
    if n_public == 0 {
        sink.skip_nothing(About::server(), "no list of both accounts is public to caches");
    }
}

/// The first page that says that everybody may have it.
fn public(list: &Listing) -> Option<&Page> {
    let is_public = |page: &&Page| {
        let scope = page.result.value().get("cacheScope");
        scope.and_then(|scope| scope.as_str()).as_deref() == Some("public")
    };
    list.pass()?.pages.iter().find(is_public)
}
