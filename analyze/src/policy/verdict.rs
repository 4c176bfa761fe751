//! What a server comes to, and what all of a run come to together.

use mcpward_schemas::report::{Finding, Summary, Verdict};

use super::{Side, drift};

/// The verdict on one server; `gap` is a check without evidence where that counts. 2 beats 1: where not everything could be
/// tested, what failed is not all that would.
pub(super) fn of_server(side: &Side<'_>, summary: &Summary, gap: Option<&Finding>) -> Verdict {
    let Side { contract, compared, .. } = side;
    let no_lock = compared.and_then(drift::problem);
    // Two lock files are compared without any server.
    let needs_snapshot = !compared.is_some_and(|compared| compared.without_snapshot);
    let incomplete = contract.captures.iter().find(|capture| !capture.complete);
    let reason = if no_lock.is_some() {
        no_lock
    } else if contract.captures.is_empty() && needs_snapshot {
        Some("there is no snapshot".to_owned())
    } else if let Some(capture) = incomplete {
        let unknown = || "the capture did not run to its end".to_owned();
        Some(capture.reason.clone().unwrap_or_else(unknown))
    } else if contract.primary().is_none() && needs_snapshot {
        Some("the server did not agree to speak, so there is no contract to judge".to_owned())
    } else {
        gap.map(why)
    };
    Verdict {
        exit_code: exit_code(reason.is_some(), summary),
        complete: incomplete.is_none() && (!contract.captures.is_empty() || !needs_snapshot),
        reason,
    }
}

/// The verdict on the run. One server that could not be tested makes the run incomplete, and is named.
pub(super) fn of_run(sides: &[Side<'_>], outcomes: &[(Summary, Verdict)], summary: &Summary) -> Verdict {
    let reasons: Vec<String> = sides
        .iter()
        .zip(outcomes)
        .filter_map(|(side, (_, verdict))| {
            let reason = verdict.reason.as_deref()?;
            Some(match side.server {
                Some(server) => format!("{server}: {reason}"),
                None => reason.to_owned(),
            })
        })
        .collect();
    let reason = match reasons.as_slice() {
        [] => None,
        [only] => Some(only.clone()),
        [first, rest @ ..] => Some(format!("{first} (and {} more)", rest.len())),
    };
    Verdict {
        exit_code: exit_code(reason.is_some(), summary),
        complete: outcomes.iter().all(|(_, verdict)| verdict.complete),
        reason,
    }
}

fn why(gap: &Finding) -> String {
    format!("{} has no evidence: {}", gap.id, gap.message.raw())
}

fn exit_code(is_incomplete: bool, summary: &Summary) -> u8 {
    match (is_incomplete, summary.failed) {
        (true, _) => 2,
        (false, 0) => 0,
        (false, _) => 1,
    }
}
