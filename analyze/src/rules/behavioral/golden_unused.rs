//! `behavioral/golden-unused`: a golden file that no case names.

use mcpward_schemas::config::Config;
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "behavioral/golden-unused",
    title: "every golden file belongs to a case",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A file beside golden files that looks like one, and that no case names. Looked into are the folders below the configuration's own
that hold golden files; the configuration's own folder is not.

## Why it matters
A case that was renamed or taken out leaves its file behind, and whoever reads it believes that it is checked.

## Example
```yaml
expect: { golden: goldens/note.json }   # goldens/notes.json is from an earlier name
```

## What to do
Delete the file, or name it in the case that it belongs to.

## When it is wrong
A file of another suite's configuration in the same folder; give each configuration a folder of its own.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    if !has_goldens(cx.config()) {
        return sink.not_asked();
    }
    for file in &cx.inputs.goldens_unused {
        sink.found(About::server(), format!("no case names the golden file {file:?}"));
    }
}

/// Whether a case names a golden file.
pub(crate) fn has_goldens(config: &Config) -> bool {
    let mut cases = config.suites.iter().flat_map(|suite| &suite.cases);
    cases.any(|case| case.expect.golden.is_some())
}
