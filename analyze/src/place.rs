//! The line of a user's file that a finding is about: the entry of the lock file, else the key of the configuration.

use mcpward_schemas::config::Suite;
use mcpward_schemas::report::{Finding, Place, Severity, Status, SubjectKind};

use crate::analysis::Inputs;
use crate::drift::Compared;

/// Gives results that people look at a place, where they have none and a file is known. Plain passes and skips need none.
pub(crate) fn fill(results: &mut [Finding], inputs: &Inputs, compared: &[(Option<&str>, Option<&Compared>)]) {
    for finding in results
        .iter_mut()
        .filter(|finding| finding.place.is_none() && is_looked_at(finding))
    {
        let own = compared.iter().find(|(server, _)| *server == finding.server.as_deref());
        let locked = own.and_then(|(_, compared)| in_lock(finding, (*compared)?));
        finding.place = locked.or_else(|| in_configuration(finding, inputs));
    }
}

fn is_looked_at(finding: &Finding) -> bool {
    match finding.status {
        Status::Fail | Status::Warn => true,
        Status::Pass => {
            finding.suppressed.is_some() || finding.severity == Severity::Info && !finding.message.is_empty()
        }
        Status::Skip => false,
    }
}

fn in_lock(finding: &Finding, compared: &Compared) -> Option<Place> {
    let (line, column) = compared.place(finding.subject.as_ref()?)?;
    Some(Place {
        file: compared.file.clone(),
        line,
        column,
    })
}

fn in_configuration(finding: &Finding, inputs: &Inputs) -> Option<Place> {
    let at = |pointer: &str| inputs.places.get(pointer).cloned();
    // What is said about the policy points into the configuration itself.
    let own = finding.pointer.as_ref().filter(|_| finding.family == "policy");
    let of_server = || match &finding.server {
        Some(server) => at(&format!("/servers/{server}")),
        None => at("/server"),
    };
    let of_check = || {
        let is_measured = MEASURED.contains(&finding.family.as_str()) && is_about_server(finding);
        is_measured
            .then(|| at(&format!("/checks/{}", finding.family)))
            .flatten()
    };
    own.and_then(|pointer| at(pointer.raw()))
        .or_else(|| of_case(finding, &inputs.config.suites).and_then(|pointer| at(&pointer)))
        .or_else(of_check)
        .or_else(of_server)
}

/// Families that hold the whole server against a figure or a file that the configuration names: its line is what a reader would
/// change.
const MEASURED: [&str; 3] = ["cost", "drift", "latency"];

fn is_about_server(finding: &Finding) -> bool {
    let subject = finding.subject.as_ref();
    subject.is_none_or(|subject| subject.kind == SubjectKind::Server)
}

/// The case of a suite, by the name under which it is reported: its tool, resource or prompt, a colon, its own.
fn of_case(finding: &Finding, suites: &[Suite]) -> Option<String> {
    let subject = finding
        .subject
        .as_ref()
        .filter(|subject| subject.kind == SubjectKind::Case)?;
    let title = subject.name.raw();
    suites.iter().enumerate().find_map(|(at, suite)| {
        let target = [&suite.tool, &suite.resource, &suite.prompt]
            .into_iter()
            .flatten()
            .next()?;
        let name = title.strip_prefix(target.as_str())?.strip_prefix(": ")?;
        // One entry may stand for several cases, which have its name and more.
        let of_name = |case: &&mcpward_schemas::config::Case| name.starts_with(case.name.as_str());
        let best = suite.cases.iter().filter(of_name).max_by_key(|case| case.name.len())?;
        let idx = suite.cases.iter().position(|case| case.name == best.name)?;
        Some(format!("/suites/{at}/cases/{idx}"))
    })
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::report::Finding;

    use super::of_case;

    #[test]
    fn cases_are_found_by_their_titles() {
        let suites: Vec<mcpward_schemas::config::Suite> = serde_json::from_value(serde_json::json!([
            { "tool": "add", "cases": [{ "name": "one" }] },
            { "tool": "sum", "cases": [{ "name": "one" }, { "name": "one more" }] },
        ]))
        .unwrap();
        let table = [
            ("sum: one", Some("/suites/1/cases/0")),
            ("sum: one more [2]", Some("/suites/1/cases/1")),
            ("add: one", Some("/suites/0/cases/0")),
            ("add: two", None),
        ];
        for (title, expected) in table {
            let finding: Finding = serde_json::from_value(serde_json::json!({
                "id": "a/b", "family": "a", "status": "fail", "severity": "error", "message": "",
                "subject": { "kind": "case", "name": title },
            }))
            .unwrap();
            assert_eq!(of_case(&finding, &suites).as_deref(), expected, "{title}");
        }
    }
}
