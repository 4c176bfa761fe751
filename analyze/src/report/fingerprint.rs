//! What makes a finding the same finding in the next run.

use std::collections::BTreeMap;

use mcpward_schemas::report::Finding;
use sha2::{Digest as _, Sha256};

use super::hex::hex;

/// Gives fingerprints: rule, server, subject and pointer, and which of several that share these. Neither wording nor line goes in,
/// so a better message or a moved line does not make an old finding new.
#[derive(Default)]
pub(crate) struct Fingerprints(BTreeMap<String, u32>);

impl Fingerprints {
    /// 32 hex digits and, from the second of its like on, `:2` and so on.
    pub(crate) fn of(&mut self, finding: &Finding) -> String {
        let mut digest = Sha256::new();
        let subject = finding.subject.as_ref();
        let parts = [
            finding.id.as_str(),
            subject.map_or("", |subject| subject.kind.word()),
            subject.map_or("", |subject| subject.name.raw()),
            finding.pointer.as_ref().map_or("", |pointer| pointer.raw()),
        ];
        for part in parts {
            digest.update((part.len() as u64).to_le_bytes());
            digest.update(part);
        }
        // Only where there are several, so that the fingerprints of one server stay what they were.
        if let Some(server) = &finding.server {
            digest.update(server);
        }
        let base = hex(&digest.finalize()[..16]);
        let n = self.0.entry(base.clone()).or_default();
        *n += 1;
        if *n == 1 { base } else { format!("{base}:{n}") }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use mcpward_schemas::report::{Finding, Severity, Status, Subject, SubjectKind};

    use super::Fingerprints;

    fn finding(id: &str, tool: &str, pointer: &str, message: &str) -> Finding {
        let json = serde_json::json!({
            "id": id, "family": "x", "status": Status::Fail, "severity": Severity::Error, "message": message,
            "subject": Subject { kind: SubjectKind::Tool, name: tool.into() }, "pointer": pointer,
        });
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn wording_does_not_count_and_everything_else_does() {
        let base = Fingerprints::default().of(&finding("a/b", "t", "/p", "one"));
        assert_eq!(Fingerprints::default().of(&finding("a/b", "t", "/p", "two")), base);
        let mut all = Fingerprints::default();
        let different = [
            ("a/b", "t", "/p"),
            ("a/b", "t", "/p"),
            ("a/c", "t", "/p"),
            ("a/b", "t/p", ""),
            ("a/b", "u", "/p"),
        ];
        let set: BTreeSet<_> = different
            .map(|(id, tool, pointer)| all.of(&finding(id, tool, pointer, "")))
            .into();
        assert_eq!(set.len(), different.len());
        assert!(set.contains(&format!("{base}:2")));
    }
}
