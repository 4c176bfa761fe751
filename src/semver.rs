//! Which part of a version the changes ask for.

use mcpward_schemas::report::{Finding, Report};

/// Classes that break callers.
const MAJOR: [&str; 12] = [
    "drift/all-tools-removed",
    "drift/breaking_schema_change",
    "drift/breaking_output_shape_change",
    "drift/schema_change_unproven",
    "drift/tool_removed",
    "drift/tool_renamed",
    "drift/prompt_removed",
    "drift/prompt_breaking",
    "drift/resource_removed",
    "drift/resource_breaking",
    "drift/template_removed",
    "drift/template_breaking",
];

/// Classes that say nothing about the version: who answers is no part of what is released.
const NONE: [&str; 3] = [
    "drift/identity_changed",
    "drift/server_changed",
    "drift/schema_rewritten",
];

/// Parts of a version, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Bump {
    Nothing,
    Patch,
    Minor,
    Major,
}

impl Bump {
    fn word(self) -> &'static str {
        match self {
            Self::Nothing => "no",
            Self::Patch => "a patch",
            Self::Minor => "a minor",
            Self::Major => "a major",
        }
    }
}

/// One sentence: the bump that the changes need, and whether the server's version did it.
pub(crate) fn advice(report: &Report) -> String {
    let needed = report
        .results
        .iter()
        .filter(|finding| finding.change.is_some())
        .map(bump)
        .max()
        .unwrap_or(Bump::Nothing);
    let version = report.results.iter().find(|finding| is_version(finding));
    let text = |value: &Option<serde_json::Value>| value.as_ref().and_then(|value| value.as_str()).map(str::to_owned);
    let done = version.and_then(|finding| Some((text(&finding.before)?, text(&finding.after)?)));
    let mut out = format!("semver: the changes need {} release", needed.word());
    match done
        .as_ref()
        .and_then(|(before, after)| Some((before, after, step(before, after)?)))
    {
        Some((before, after, step)) if step >= needed => {
            out.push_str(&format!("; the version went from {before} to {after}: enough"))
        }
        Some((before, after, _)) => out.push_str(&format!("; the version went from {before} to {after}: too little")),
        None if needed > Bump::Nothing && done.is_none() => {
            out.push_str(&format!("; the version {} did not change", report.server.version.raw()));
        }
        None => {}
    }
    crate::output::visible(&out)
}

fn is_version(finding: &Finding) -> bool {
    let at = finding.pointer.as_ref().map(|pointer| pointer.raw());
    finding.id == "drift/server_changed" && at == Some("/serverInfo/version")
}

fn bump(finding: &Finding) -> Bump {
    let id = finding.id.as_str();
    if NONE.contains(&id) {
        Bump::Nothing
    } else if MAJOR.contains(&id) || (id == "drift/capability_changed" && finding.after.is_none()) {
        Bump::Major
    } else if id.ends_with("_added")
        || id.ends_with("nonbreaking")
        || id.ends_with("nonbreaking_schema_change")
        || id == "drift/capability_changed"
    {
        Bump::Minor
    } else if finding.drift_severity.as_deref() == Some("low") {
        Bump::Patch
    } else {
        Bump::Minor
    }
}

/// What changed between two versions of the form 1.2.3; `None` where one is not of that form.
fn step(before: &str, after: &str) -> Option<Bump> {
    let parts = |version: &str| -> Option<[u64; 3]> {
        let core = version.trim_start_matches('v').split(['-', '+']).next()?;
        let mut parts = core.split('.').map(|part| part.parse().ok());
        let version = [parts.next()??, parts.next()??, parts.next()??];
        parts.next().is_none().then_some(version)
    };
    let (before, after) = (parts(before)?, parts(after)?);
    Some(match () {
        () if after <= before => Bump::Nothing,
        () if after[0] > before[0] => Bump::Major,
        // Before 1.0 the second number stands for the first.
        () if after[1] > before[1] && after[0] == 0 => Bump::Major,
        () if after[1] > before[1] => Bump::Minor,
        () => Bump::Patch,
    })
}

#[cfg(test)]
mod tests {
    use super::{Bump, step};

    #[test]
    fn steps_of_versions() {
        for (before, after, expected) in [
            ("1.2.3", "2.0.0", Some(Bump::Major)),
            ("1.2.3", "1.3.0", Some(Bump::Minor)),
            ("1.2.3", "1.2.4", Some(Bump::Patch)),
            ("0.2.3", "0.3.0", Some(Bump::Major)),
            ("1.2.3", "1.2.2", Some(Bump::Nothing)),
            ("1.2", "1.3", None),
        ] {
            assert_eq!(step(before, after), expected);
        }
    }
}
