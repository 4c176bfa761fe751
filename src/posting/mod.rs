//! Posts the report as one comment of a pull request or merge request, and updates that comment in every later run.
//!
//! Only where the command line asks for it. What goes wrong here is said on stderr and changes neither the reports nor the
//! exit code: a build must not fail because a fork's token may not write. The text is that of the format `pr-comment`, in
//! which the texts of servers are escaped already.

mod api;
mod github;
mod gitlab;
mod limits;
mod own;

use std::collections::BTreeMap;

use anyhow::Result;
use mcpward_analyze::report::{Format, Look, comment_marker, render};
use mcpward_schemas::report::Report;

use crate::cli::ReportArgs;
use crate::output::{note, visible};
use crate::recording::environment;

/// The comment: its text, and the line that it begins with and is found again by.
struct Comment {
    marker: String,
    text: String,
}

/// What became of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Posted {
    Created,
    Updated,
    Unchanged,
}

/// Posts where the command line asks for it.
pub(crate) fn post(args: &ReportArgs, report: &Report) {
    if !args.pr_comment && !args.mr_comment {
        return;
    }
    let look = Look {
        key: args.key(),
        ..Look::default()
    };
    let comment = Comment {
        marker: comment_marker(&look),
        text: String::from_utf8_lossy(&render(Format::PrComment, report, &look)).into_owned(),
    };
    let environment = environment();
    if args.pr_comment {
        say("pull request", github::post(&environment, &comment));
    }
    if args.mr_comment {
        say("merge request", gitlab::post(&environment, &comment));
    }
}

fn say(what: &str, posted: Result<Posted>) {
    match posted {
        Ok(Posted::Created) => note(&format!("posted a comment on the {what}")),
        Ok(Posted::Updated) => note(&format!("updated the comment on the {what}")),
        Ok(Posted::Unchanged) => note(&format!("the comment on the {what} is up to date")),
        Err(error) => note(&format!(
            "warning: no comment on the {what}: {}",
            visible(&format!("{error:#}"))
        )),
    }
}

/// The first variable that is set and not empty.
fn first<'e>(environment: &'e BTreeMap<String, String>, names: &[&str]) -> Option<&'e str> {
    let set = names.iter().filter_map(|name| environment.get(*name));
    set.map(|value| value.trim()).find(|value| !value.is_empty())
}
