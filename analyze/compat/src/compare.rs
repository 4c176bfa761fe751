//! The entry points.

use mcpward_json::Value;

use crate::diff::changes;
use crate::engine::{Side, decide};
use crate::formula::World;
use crate::limits::{FRAMES_DEEP_MAX, FRAMES_MAX, STACK_BYTES};
use crate::options::{Model, Options};
use crate::verdict::{Comparison, Reason, Verdict};

/// Whether every instance of `old` is an instance of `new`.
pub fn included(old: Value<'_>, new: Value<'_>, options: &Options) -> Verdict {
    included_with_steps(old, new, options).0
}

/// As [`included`], with the fuel used.
pub fn included_with_steps(old: Value<'_>, new: Value<'_>, options: &Options) -> (Verdict, u64) {
    bounded(|frames_max| {
        let mut world = World::new(options.fuel, frames_max);
        let (mut left, mut right) = sides(&mut world, old, new, options, false);
        let verdict = decide(&mut world, &mut left, &mut right, options);
        let again = world.too_deep && matches!(verdict, Verdict::Unknown { .. });
        ((verdict, world.steps), again)
    })
    .unwrap_or((
        Verdict::Unknown {
            reason: Reason::Limit("stack"),
        },
        0,
    ))
}

/// Both directions, with what changed.
pub fn compare(old: Value<'_>, new: Value<'_>, options: &Options) -> Comparison {
    bounded(|frames_max| {
        let mut world = World::new(options.fuel, frames_max);
        let (mut left, mut right) = sides(&mut world, old, new, options, true);
        let forward = decide(&mut world, &mut left, &mut right, options);
        world.fuel = world.steps.saturating_add(options.fuel);
        let backward = decide(&mut world, &mut right, &mut left, options);
        let again = world.too_deep
            && (matches!(forward, Verdict::Unknown { .. }) || matches!(backward, Verdict::Unknown { .. }));
        let again = again && !world.is_deep();
        let changes = if again {
            Vec::new()
        } else {
            changes(&mut world, &left, &right, options, &forward, &backward)
        };
        (
            Comparison {
                forward,
                backward,
                changes,
                steps: world.steps,
            },
            again,
        )
    })
    .unwrap_or_else(|| {
        let unknown = Verdict::Unknown {
            reason: Reason::Limit("stack"),
        };
        Comparison {
            forward: unknown.clone(),
            backward: unknown,
            changes: Vec::new(),
            steps: 0,
        }
    })
}

fn sides(world: &mut World, old: Value<'_>, new: Value<'_>, options: &Options, both: bool) -> (Side, Side) {
    let left = world.values.read(old);
    let right = world.values.read(new);
    let (close_left, close_right) = (
        options.model != Model::Strict,
        options.model == Model::Understood || both && options.model != Model::Strict,
    );
    let left = Side::new(world, left, options.draft_old, options, close_left);
    let right = Side::new(world, right, options.draft_new, options, close_right);
    (left, right)
}

/// Runs with few frames on the caller's stack and, where these do not suffice, again with many on a large stack of its own.
/// None where no such stack can be had.
pub(crate) fn bounded<T: Send>(run: impl Fn(u32) -> (T, bool) + Sync) -> Option<T> {
    let (result, too_deep) = run(FRAMES_MAX);
    if !too_deep {
        return Some(result);
    }
    std::thread::scope(|scope| {
        let deep = std::thread::Builder::new()
            .stack_size(STACK_BYTES)
            .spawn_scoped(scope, || run(FRAMES_DEEP_MAX).0);
        deep.ok().and_then(|handle| handle.join().ok())
    })
}
