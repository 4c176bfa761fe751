//! Hints by effective value, as clients act on them.

use mcpward_json::Value;

use super::change::Detail;
use super::class::Class;
use super::texts::Side;
use super::tool::ToolDiff;
use crate::contract::Annotations;

/// Names of the hints that the specification gives.
pub(super) const NAMES: [&str; 4] = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"];

/// Compares the hints of two definitions. Destructive and idempotent mean nothing for a read-only tool, so they count only
/// where both sides are not; a tool that stops being read-only is one change, not three.
pub(super) fn compare(side: &Side<'_>, before: Value<'_>, after: Value<'_>, out: &mut ToolDiff) {
    let (old, new) = (Annotations::of(before), Annotations::of(after));
    let both_write = !old.read_only && !new.read_only;
    let hints = [
        (true, old.read_only, new.read_only),
        (both_write, old.destructive, new.destructive),
        (both_write, old.idempotent, new.idempotent),
        (true, old.open_world, new.open_world),
    ];
    let mut n_changed = 0;
    for (hint, (counts, was, is)) in NAMES.into_iter().zip(hints) {
        if counts && was != is {
            n_changed += 1;
            let at = format!("/annotations/{hint}");
            let detail = Detail::Hint {
                hint,
                before: was,
                after: is,
            };
            let json = |value: bool| Some(mcpward_schemas::lockfile::to_json(&value));
            let change = super::change::Change::new(
                Class::AnnotationChanged,
                side.subject.clone(),
                at,
                json(was),
                json(is),
                detail,
            );
            out.changes.push(change);
        }
    }
    let literal = |tool: Value<'_>, hint: &str| {
        tool.get("annotations")
            .and_then(|hints| hints.get(hint))
            .map(mcpward_json::canonical)
    };
    if n_changed == 0 && NAMES.iter().any(|hint| literal(before, hint) != literal(after, hint)) {
        out.ways.insert("defaults of the specification written out");
    }
}
