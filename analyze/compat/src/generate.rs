//! Instances of one schema: the smallest, a typical one, and those at its edges. Deterministic, and each one checked.

use mcpward_json::Value;

use crate::compare::bounded;
use crate::engine::Side;
use crate::formula::{F, Node, Span, Types, World};
use crate::limits::{EDGE_DEPTH_MAX, INSTANCES_MAX, STRING_BUILT_MAX, VALIDATOR_DEPTH_MAX};
use crate::options::{Model, Options};
use crate::solve::{Answer, Solver};
use crate::value::ValueId;
use crate::verdict::Reason;

/// Whether a schema has an instance.
#[derive(Debug, Clone, PartialEq)]
pub enum Satisfiable {
    /// It has this one.
    Yes(serde_json::Value),
    /// It has none; proved.
    No,
    /// Neither was shown.
    Unknown(Reason),
}

/// What an instance is an example of.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum InstanceKind {
    /// As little as the schema allows.
    Minimal,
    /// With every declared member that can be there, and defaults and examples where they are valid.
    Typical,
    /// At a bound, with a certain constant, with or without a certain member, or in a certain branch.
    Edge,
}

/// An instance of a schema.
#[derive(Debug, Clone, PartialEq)]
pub struct Instance {
    /// The value.
    pub value: serde_json::Value,
    /// What it is an example of.
    pub kind: InstanceKind,
}

/// Whether the schema has an instance. The draft and the content model are those of the old side.
pub fn satisfiable(schema: Value<'_>, options: &Options) -> Satisfiable {
    let found = bounded(|frames_max| {
        let (mut world, side) = read(schema, options, frames_max);
        let answer = Solver::new(&mut world).solve(side.as_left(options.model));
        let sure = world.steps <= world.fuel && !world.too_deep;
        let found = match answer {
            Answer::Some(value) if world.values.depth(value) > VALIDATOR_DEPTH_MAX => {
                Satisfiable::Unknown(Reason::Limit("instance-depth"))
            }
            Answer::Some(value) => world
                .values
                .to_serde_exact(value)
                .map_or(Satisfiable::Unknown(Reason::Limit("number")), Satisfiable::Yes),
            Answer::None if sure => Satisfiable::No,
            Answer::None => Satisfiable::Unknown(Reason::Fuel),
            Answer::Unknown(reason) => Satisfiable::Unknown(reason),
        };
        let again = world.too_deep && matches!(found, Satisfiable::Unknown(_));
        (found, again)
    });
    found.unwrap_or(Satisfiable::Unknown(Reason::Limit("stack")))
}

/// Instances of the schema: minimal first, then a typical one, then edges, without repetitions; empty where none was found.
pub fn instances(schema: Value<'_>, options: &Options) -> Vec<Instance> {
    bounded(|frames_max| {
        let (mut world, side) = read(schema, options, frames_max);
        let found = generate(&mut world, side.as_left(options.model), side.schema);
        let again = world.too_deep && found.is_empty();
        let list = found
            .into_iter()
            .filter(|&(value, _)| world.values.depth(value) <= VALIDATOR_DEPTH_MAX)
            .filter_map(|(value, kind)| {
                let value = world.values.to_serde_exact(value)?;
                Some(Instance { value, kind })
            })
            .collect();
        (list, again)
    })
    .unwrap_or_default()
}

fn read(schema: Value<'_>, options: &Options, frames_max: u32) -> (World, Side) {
    let mut world = World::new(options.fuel, frames_max);
    let id = world.values.read(schema);
    let side = Side::new(
        &mut world,
        id,
        options.draft_old,
        options,
        options.model != Model::Strict,
    );
    (world, side)
}

/// Instances of a formula that `schema` gave: minimal, typical, at the edges.
pub(crate) fn generate(world: &mut World, f: F, schema: ValueId) -> Vec<(ValueId, InstanceKind)> {
    let mut found: Vec<(ValueId, InstanceKind)> = Vec::new();
    let mut solver = Solver::new(world);
    let Answer::Some(minimal) = solver.solve(f) else {
        return found;
    };
    found.push((minimal, InstanceKind::Minimal));
    let full = typical(&mut solver, f, schema);
    let mut goals = vec![(full, InstanceKind::Typical)];
    for probe in probes(solver.world, f, EDGE_DEPTH_MAX) {
        goals.push((solver.world.all(vec![f, probe]), InstanceKind::Edge));
    }
    for (goal, kind) in goals {
        if found.len() >= INSTANCES_MAX {
            break;
        }
        if let Answer::Some(value) = solver.solve(goal)
            && !found.iter().any(|&(known, _)| known == value)
        {
            found.push((value, kind));
        }
    }
    found
}

/// The formula with as many declared members, defaults and examples as go together.
fn typical(solver: &mut Solver<'_>, f: F, schema: ValueId) -> F {
    let mut goal = f;
    let properties = solver
        .world
        .values
        .field(schema, "properties")
        .and_then(|map| solver.world.values.members(map));
    for &(name, property) in properties.unwrap_or_default().iter() {
        let values = &solver.world.values;
        let mut liked: Vec<ValueId> = values.field(property, "default").into_iter().collect();
        let examples = values.field(property, "examples").and_then(|list| values.items(list));
        liked.extend(examples.iter().flat_map(|list| list.iter()));
        let names = solver.world.constant(name);
        let mut wishes: Vec<F> = liked.into_iter().map(|value| solver.world.constant(value)).collect();
        wishes.push(F::TRUE);
        for wish in wishes {
            let present = solver.world.members(names, wish.not()).not();
            let richer = solver.world.all(vec![goal, present]);
            if matches!(solver.solve(richer), Answer::Some(_)) {
                goal = richer;
                break;
            }
        }
    }
    goal
}

/// Formulas that pick out the edges of one.
fn probes(world: &mut World, f: F, depth: u32) -> Vec<F> {
    let mut found = Vec::new();
    match (world.node(f).clone(), f.is_negated()) {
        (Node::All(parts), false) => {
            for &part in parts.iter() {
                found.extend(probes(world, part, depth));
            }
        }
        (Node::All(parts), true) => found.extend(parts.iter().map(|part| part.not())),
        (Node::One(parts), false) => found.extend(parts.iter()),
        (Node::If(test, ..), false) => found.extend([test, test.not()]),
        (Node::Types(types), false) => {
            for each in Types::EACH {
                if types.meets(each) {
                    found.push(world.types(each));
                }
            }
        }
        (Node::Enum(values), false) => {
            for &value in values.iter().take(16) {
                found.push(world.constant(value));
            }
        }
        (Node::Range(range), false) => {
            for bound in [range.low, range.high].into_iter().flatten() {
                let value = world.values.number((*bound.at).clone());
                found.push(world.constant(value));
            }
        }
        (Node::Length(span), false) => found.extend(ends(world, span, Types::STRING)),
        (Node::ItemCount(span), false) => found.extend(ends(world, span, Types::ARRAY)),
        (Node::MemberCount(span), false) => found.extend(ends(world, span, Types::OBJECT)),
        (Node::Items { all, .. }, false) if depth > 0 => {
            for probe in probes(world, all, depth - 1) {
                found.push(world.contains(probe, Span { min: 1, ..Span::ALL }));
            }
        }
        (Node::Members { names, all }, false) if depth > 0 && world.single_name(names).is_some() => {
            let absent = world.members(names, F::FALSE);
            found.extend([absent, absent.not()]);
            for probe in probes(world, all, depth - 1) {
                found.push(world.members(names, probe.not()).not());
            }
        }
        _ => {}
    }
    found
}

fn ends(world: &mut World, span: Span, of: Types) -> Vec<F> {
    let limit = STRING_BUILT_MAX as u64;
    let counts = [span.min, span.max].into_iter().filter(|&count| count <= limit);
    counts
        .map(|count| world.span(Span { min: count, max: count }, of))
        .collect()
}
