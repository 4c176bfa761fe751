//! Changes that no single keyword shows: defaults that became invalid, schemas that lost every instance or every bound.

use std::collections::BTreeSet;

use super::edit::Edit;
use crate::engine::Side;
use crate::formula::{F, World};
use crate::options::{Model, Options};
use crate::solve::{Answer, Solver};
use crate::value::ValueId;
use crate::verdict::Verdict;

/// Defaults that their own schema has come to reject.
pub(super) fn invalid_defaults(world: &mut World, old: &Side, new: &Side, options: &Options, edits: &mut Vec<Edit>) {
    let schemas: BTreeSet<(ValueId, ValueId)> = edits.iter().map(|edit| edit.schemas).collect();
    let rejects = |world: &mut World, schema: ValueId, side: &Side| {
        let default = world.values.field(schema, "default")?;
        // Read by itself, so that what refers elsewhere is not known.
        let f = Side::new(world, schema, side.draft, options, false).as_left(Model::Strict);
        Some(world.eval(f, default) == Some(false))
    };
    for (before, after) in schemas {
        if rejects(world, after, new) != Some(true) || rejects(world, before, old) == Some(true) {
            continue;
        }
        let is_own = |edit: &&mut Edit| edit.schemas == (before, after) && edit.id.starts_with("default.");
        if let Some(edit) = edits.iter_mut().find(is_own) {
            edit.id = "default.now_invalid";
        } else if let Some(like) = edits.iter().find(|edit| edit.schemas == (before, after)).cloned() {
            let at = |path: &[String]| [path, &["default".to_owned()]].concat();
            edits.push(Edit {
                id: "default.now_invalid",
                within: None,
                old_path: at(&like.schema_paths.0),
                new_path: at(&like.schema_paths.1),
                before: world.values.field(before, "default"),
                after: world.values.field(after, "default"),
                steps: Vec::new(),
                ..like
            });
        }
    }
}

/// Says so where the new schema as a whole has no instance any more, or every one.
pub(super) fn extremes(
    world: &mut World,
    (old, new): (&Side, &Side),
    (forward, backward): (&Verdict, &Verdict),
    edits: &mut Vec<Edit>,
) {
    let has_none = |world: &mut World, f: F| f == F::FALSE || Solver::new(world).solve(f) == Answer::None;
    let (a, b) = (old.as_left(Model::Strict), new.as_left(Model::Strict));
    let id = if *backward == Verdict::Included && has_none(world, b) && !has_none(world, a) {
        "schema.became_unsatisfiable"
    } else if *forward == Verdict::Included && has_none(world, b.not()) && !has_none(world, a.not()) {
        "schema.became_universal"
    } else {
        return;
    };
    let is_told = edits.iter().any(|edit| edit.old_path.is_empty() && edit.id == id);
    if is_told || world.steps > world.fuel || world.too_deep {
        return;
    }
    let whole = Edit {
        id,
        within: None,
        old_path: Vec::new(),
        new_path: Vec::new(),
        before: Some(old.schema),
        after: Some(new.schema),
        steps: vec![(Vec::new(), Some(new.schema))],
        schemas: (old.schema, new.schema),
        schema_paths: (Vec::new(), Vec::new()),
    };
    edits.insert(0, whole);
}
