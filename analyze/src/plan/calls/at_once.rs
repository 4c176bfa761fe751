//! Probes that are under way at a time, as far as one does not tell on another.

use mcpward_schemas::snapshot::{Asked, Step};

use super::request;
use crate::contract::probe;

/// Requests in groups of at most so many; one by itself stays a request.
pub(super) fn grouped(probes: Vec<Asked>, at_once_max: usize) -> impl Iterator<Item = Step> {
    let mut probes = probes.into_iter();
    std::iter::from_fn(move || {
        let mut requests: Vec<Asked> = probes.by_ref().take(at_once_max).collect();
        match requests.len() {
            0 => None,
            1 => requests.pop().map(alone),
            _ => Some(Step::Requests { requests }),
        }
    })
}

/// The requests of a step that have to be asked once more, each by itself: what became of them may be the fault of another.
/// Where times were measured together, that they were together is the point.
pub(in crate::plan) fn once_more(step: &Step, unanswered: &[usize]) -> Vec<Step> {
    let Step::Requests { requests } = step else {
        return Vec::new();
    };
    let asked = unanswered.iter().filter_map(|&place| requests.get(place));
    asked
        .filter(|asked| probe::is_of_errors(&asked.probe))
        .cloned()
        .map(alone)
        .collect()
}

fn alone(asked: Asked) -> Step {
    request(asked.probe, asked.call)
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::snapshot::Call;

    use super::*;

    fn asked(probe: &str) -> Asked {
        Asked {
            probe: probe.to_owned(),
            call: Call::new("tools/call"),
        }
    }

    fn names(steps: impl Iterator<Item = Step>) -> Vec<String> {
        let name = |step| match step {
            Step::Request { probe, .. } => probe,
            Step::Requests { requests } => {
                let names: Vec<_> = requests.into_iter().map(|asked| asked.probe).collect();
                names.join(" + ")
            }
            _ => String::new(),
        };
        steps.map(name).collect()
    }

    #[test]
    fn groups_are_full_but_for_the_last() {
        let probes = || ["a", "b", "c"].map(asked).to_vec();
        assert_eq!(names(grouped(probes(), 2)), ["a + b", "c"]);
        assert_eq!(names(grouped(probes(), 1)), ["a", "b", "c"]);
        assert_eq!(names(grouped(probes(), 9)), ["a + b + c"]);
        assert_eq!(names(grouped(Vec::new(), 2)), [""; 0]);
    }

    #[test]
    fn only_probes_of_the_error_contract_are_asked_once_more() {
        let requests = ["wrong-type/a", "missing-required/b", "latency/0/c"]
            .map(asked)
            .to_vec();
        let step = Step::Requests { requests };
        assert_eq!(names(once_more(&step, &[1, 2, 7]).into_iter()), ["missing-required/b"]);
    }
}
