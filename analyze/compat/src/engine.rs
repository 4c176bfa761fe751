//! One comparison: both schemas read, and the questions asked of them.

use crate::compile::{Reading, compile};
use crate::confirm::Confirmer;
use crate::formula::{F, Types, World};
use crate::generate::generate;
use crate::limits::{
    EDIT_FUEL, SCHEMA_DEPTH_MAX, VALIDATOR_DEEP_MAX, VALIDATOR_DEPTH_MAX, VALIDATOR_HERE_MAX, WITNESSES_MAX,
};
use crate::options::{Draft, Formats, Model, Options};
use crate::shrink::shrink;
use crate::solve::{Answer, Solver};
use crate::value::ValueId;
use crate::verdict::{Effect, Reason, Verdict};

/// One of the two schemas.
pub(crate) struct Side {
    pub(crate) schema: ValueId,
    pub(crate) draft: Draft,
    /// As it stands.
    strict: F,
    /// With undeclared members barred.
    closed: F,
    confirmer: Option<Option<Confirmer>>,
}

impl Side {
    /// Reads a schema; `closable` says whether a content model will close it.
    pub(crate) fn new(world: &mut World, schema: ValueId, draft: Draft, options: &Options, closable: bool) -> Self {
        let own = world
            .values
            .field(schema, "$schema")
            .and_then(|uri| world.values.as_str(uri));
        let draft = own.and_then(|uri| Draft::from_schema_uri(uri)).unwrap_or(draft);
        if world.values.depth(schema) > SCHEMA_DEPTH_MAX {
            let f = world.opaque(Reason::Limit("schema-depth"));
            return Self {
                schema,
                draft,
                strict: f,
                closed: f,
                confirmer: None,
            };
        }
        let mut read = |closed| {
            let f = compile(
                world,
                schema,
                Reading {
                    draft,
                    formats: options.formats,
                    closed,
                },
            );
            if options.root_object {
                let object = world.types(Types::OBJECT);
                world.all(vec![f, object])
            } else {
                f
            }
        };
        let strict = read(false);
        let closed = if closable { read(true) } else { strict };
        Self {
            schema,
            draft,
            strict,
            closed,
            confirmer: None,
        }
    }

    /// The formula that the left side has in a content model.
    pub(crate) fn as_left(&self, model: Model) -> F {
        if model == Model::Strict {
            self.strict
        } else {
            self.closed
        }
    }

    /// The formula that the right side has in a content model.
    pub(crate) fn as_right(&self, model: Model) -> F {
        if model == Model::Understood {
            self.closed
        } else {
            self.strict
        }
    }

    fn accepts(&mut self, world: &mut World, formats: Formats, instance: &serde_json::Value) -> Option<bool> {
        let (schema, draft) = (self.schema, self.draft);
        let depth = world.values.depth(schema);
        let confirmer = self.confirmer.get_or_insert_with(|| {
            let readable = depth <= VALIDATOR_DEEP_MAX && !world.has_endless_reference();
            if readable {
                Confirmer::new(&world.values.to_serde(schema), draft, formats)
            } else {
                None
            }
        });
        confirmer.as_ref()?.accepts(instance)
    }
}

/// Whether every instance of `left` is one of `right`.
pub(crate) fn decide(world: &mut World, left: &mut Side, right: &mut Side, options: &Options) -> Verdict {
    if left.schema == right.schema && left.draft == right.draft {
        return Verdict::Included;
    }
    if world.values.depth(left.schema).max(world.values.depth(right.schema)) > SCHEMA_DEPTH_MAX {
        return Verdict::Unknown {
            reason: Reason::Limit("schema-depth"),
        };
    }
    let (l, r) = (left.as_left(options.model), right.as_right(options.model));
    if r != right.strict {
        // What the right side rejects as it stands is worth more than what it only fails to understand.
        if let found @ Verdict::NotIncluded { .. } = search(world, left, right, l, right.strict, options) {
            return found;
        }
    }
    search(world, left, right, l, r, options)
}

/// Whether the inclusion holds, without a witness; None where that is not known.
pub(crate) fn holds(world: &mut World, left: &Side, right: &Side, options: &Options) -> Option<bool> {
    let fuel = world.fuel;
    world.fuel = fuel.min(world.steps.saturating_add(EDIT_FUEL));
    let goal = world.all(vec![left.as_left(options.model), right.as_right(options.model).not()]);
    let answer = Solver::new(world).solve(goal);
    let answer = guarded(world, answer);
    world.fuel = fuel;
    match answer {
        Answer::None => Some(true),
        Answer::Some(_) => Some(false),
        Answer::Unknown(_) => None,
    }
}

fn search(world: &mut World, left: &mut Side, right: &mut Side, l: F, r: F, options: &Options) -> Verdict {
    let mut goal = world.all(vec![l, r.not()]);
    for n_refused in 0..WITNESSES_MAX {
        let answer = if goal == F::FALSE {
            Answer::None
        } else {
            Solver::new(world).solve(goal)
        };
        let answer = guarded(world, answer);
        match answer {
            Answer::None if n_refused == 0 => return Verdict::Included,
            Answer::Unknown(reason) if n_refused == 0 => return sampled(world, left, right, (l, r), reason, options),
            Answer::None | Answer::Unknown(_) => break,
            // No other witness will be shallower by much.
            Answer::Some(value) if world.values.depth(value) > VALIDATOR_DEPTH_MAX => break,
            Answer::Some(value) => {
                if let Some(verdict) = confirm(world, left, right, (l, r), value, options) {
                    return verdict;
                }
                let other = world.constant(value).not();
                goal = world.all(vec![goal, other]);
            }
        }
    }
    Verdict::Unknown {
        reason: Reason::NoWitness,
    }
}

/// Where a bound stopped the search: instances of the left side may still show what it did not find.
fn sampled(
    world: &mut World,
    left: &mut Side,
    right: &mut Side,
    (l, r): (F, F),
    reason: Reason,
    options: &Options,
) -> Verdict {
    if !matches!(reason, Reason::Limit(_) | Reason::Irregular(_) | Reason::Ambiguous(_)) || world.too_deep {
        return Verdict::Unknown { reason };
    }
    for (value, _) in generate(world, l, left.schema) {
        if world.values.depth(value) <= VALIDATOR_DEPTH_MAX
            && world.eval(r, value) == Some(false)
            && let Some(verdict) = confirm(world, left, right, (l, r), value, options)
        {
            return verdict;
        }
    }
    Verdict::Unknown { reason }
}

/// A proof counts only if no bound was reached while reading or searching.
fn guarded(world: &World, answer: Answer) -> Answer {
    match answer {
        Answer::None if world.steps > world.fuel => Answer::Unknown(Reason::Fuel),
        Answer::None if world.too_deep => Answer::Unknown(Reason::Limit("depth")),
        other => other,
    }
}

/// The verdict on a witness, if both validators agree on it; the witness is shrunk as far as they still do.
fn confirm(
    world: &mut World,
    left: &mut Side,
    right: &mut Side,
    (l, r): (F, F),
    value: ValueId,
    options: &Options,
) -> Option<Verdict> {
    let effect = effect(world, left, right, (l, r), value, options)?;
    let shrunk = shrink(world, value, &mut |world, value| {
        self::effect(world, left, right, (l, r), value, options) == Some(effect)
    });
    let witness = world.values.to_serde_exact(shrunk)?;
    Some(Verdict::NotIncluded { witness, effect })
}

/// What the right side does with a value, if it is a witness and both validators say so.
fn effect(
    world: &mut World,
    left: &mut Side,
    right: &mut Side,
    (l, r): (F, F),
    value: ValueId,
    options: &Options,
) -> Option<Effect> {
    // Validators see the schemas as they stand; what a content model adds is ours to judge.
    let (on_left, on_right) = (world.eval(l, value), world.eval(r, value));
    if on_left == Some(false) || on_left.is_none() && l != left.strict || on_right == Some(true) {
        return None;
    }
    let schemas = world.values.depth(left.schema).max(world.values.depth(right.schema));
    if schemas.max(world.values.depth(value)) > VALIDATOR_HERE_MAX && !world.is_deep() {
        // Asks for a stack of our own.
        world.too_deep = true;
        return None;
    }
    let instance = world.values.to_serde_exact(value)?;
    if left.accepts(world, options.formats, &instance) != Some(true) {
        return None;
    }
    match right.accepts(world, options.formats, &instance) {
        Some(false) => Some(Effect::Rejected),
        Some(true) if r != right.strict && on_right == Some(false) => Some(Effect::Ignored),
        _ => None,
    }
}
