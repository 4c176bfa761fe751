//! Which change is the cause: each edit is made alone on the old schema, and the question asked again.

use super::edit::{Edit, pointer};
use super::edits;
use super::whole::{extremes, invalid_defaults};
use crate::change::{Role, SchemaChange};
use crate::engine::{Side, holds};
use crate::formula::World;
use crate::limits::{ATTRIBUTED_MAX, VALIDATOR_DEPTH_MAX};
use crate::options::Options;
use crate::value::ValueId;
use crate::verdict::Verdict;

/// The changes from `old` to `new`, with their part in the two verdicts.
pub(crate) fn changes(
    world: &mut World,
    old: &Side,
    new: &Side,
    options: &Options,
    forward: &Verdict,
    backward: &Verdict,
) -> Vec<SchemaChange> {
    let mut edits = edits(&mut world.values, (old.schema, old.draft), (new.schema, new.draft));
    // Attribution may take as much as one direction, however many edits there are.
    world.fuel = world.steps.saturating_add(options.fuel);
    invalid_defaults(world, old, new, options, &mut edits);
    extremes(world, (old, new), (forward, backward), &mut edits);
    let mut roles: Vec<(Role, Role)> = Vec::with_capacity(edits.len());
    for (at, edit) in edits.iter().enumerate() {
        let alone = if at < ATTRIBUTED_MAX && world.steps < world.fuel {
            made_alone(world, old.schema, edit)
        } else {
            None
        };
        let side = alone.map(|schema| Side::new(world, schema, old.draft, options, true));
        let role = |world: &mut World, verdict: &Verdict, outwards: bool| match (verdict, &side) {
            (Verdict::Included, _) => Role::Harmless,
            (_, None) => Role::Open,
            (_, Some(side)) => {
                let held = if outwards {
                    holds(world, old, side, options)
                } else {
                    holds(world, side, old, options)
                };
                match held {
                    Some(true) => Role::Harmless,
                    Some(false) => Role::Cause,
                    None => Role::Open,
                }
            }
        };
        let out = role(world, forward, true);
        roles.push((out, role(world, backward, false)));
    }
    settle(&mut roles, |role| &mut role.0, forward);
    settle(&mut roles, |role| &mut role.1, backward);
    edits
        .into_iter()
        .zip(roles)
        .map(|(edit, roles)| change(world, &edit, roles))
        .collect()
}

/// Where no edit alone is the cause, several together are.
fn settle(roles: &mut [(Role, Role)], of: impl Fn(&mut (Role, Role)) -> &mut Role, verdict: &Verdict) {
    if *verdict == Verdict::Included || roles.iter_mut().any(|role| *of(role) == Role::Cause) {
        return;
    }
    for role in roles {
        *of(role) = Role::Open;
    }
}

fn made_alone(world: &mut World, old: ValueId, edit: &Edit) -> Option<ValueId> {
    let mut steps = edit.steps.iter();
    steps.try_fold(old, |schema, (path, value)| world.values.replaced(schema, path, *value))
}

fn change(world: &World, edit: &Edit, (forward, backward): (Role, Role)) -> SchemaChange {
    let shown = |value: Option<ValueId>| {
        let shallow = value.filter(|&value| world.values.depth(value) <= VALIDATOR_DEPTH_MAX);
        shallow.map(|value| world.values.to_serde(value))
    };
    // Only a proof tells that another pattern is the same language.
    let id = match (edit.id, forward, backward) {
        ("pattern.changed", Role::Harmless, Role::Harmless) => "pattern.rewritten",
        (id, ..) => id,
    };
    SchemaChange {
        id,
        within: edit.within.filter(|_| id == edit.id),
        old_pointer: edit.before.map(|_| pointer(&edit.old_path)),
        new_pointer: edit.after.map(|_| pointer(&edit.new_path)),
        before: shown(edit.before),
        after: shown(edit.after),
        forward,
        backward,
    }
}
