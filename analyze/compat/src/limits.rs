//! Named bounds, each with its reason. Reaching one gives the verdict unknown with that bound's name, never a wrong answer.

/// Steps of one direction. About a tenth of a second of release code on the slowest pairs that we know; typical tool schemas
/// take a few hundred.
pub const FUEL: u64 = 250_000;

/// Largest power of ten of a number that is read exactly; larger ones are equal only as spelled. A thousand digits cost a
/// microsecond to compare; no schema that we know needs twenty.
pub(crate) const EXPONENT_MAX: u32 = 1_000;

/// Longest pattern that is read, in code points: patterns of real schemas stay below 2,000.
pub(crate) const PATTERN_CHARS_MAX: usize = 8_192;

/// Deepest nesting of groups: the reader and the automaton builder recurse on it.
pub(crate) const PATTERN_NESTING_MAX: u32 = 60;

/// Largest count in a quantifier: each repetition is a copy of states.
pub(crate) const REPEAT_MAX: u32 = 10_000;

/// Most states of one automaton: 16 bytes each, and a product walks sets of them.
pub(crate) const STATES_MAX: usize = 30_000;

/// Most pairs that a product of automata visits before it gives up.
pub(crate) const PRODUCT_MAX: usize = 20_000;

/// Steps of the backtracking matcher, which only irregular patterns need.
pub(crate) const BACKTRACK_MAX: u32 = 50_000;

/// Recursion of the backtracking matcher, which uses the host stack.
pub(crate) const BACKTRACK_DEPTH_MAX: u32 = 600;

/// Longest minimum length that a product walk counts letter by letter.
pub(crate) const LENGTH_WALK_MAX: u64 = 4_096;

/// Most branches of a `oneOf` that are compared pair by pair: 128 branches are 8,128 pairs, about a millisecond.
pub(crate) const DISJOINT_BRANCHES_MAX: usize = 128;

/// Most distinct patterns beside one `unevaluatedProperties`: each doubles the number of name classes.
pub(crate) const SEEN_PATTERNS_MAX: usize = 7;

/// Most `contains` under conditions beside one `unevaluatedItems`: each doubles the cases.
pub(crate) const SEEN_CONTAINS_MAX: usize = 5;

/// Most decisions on one path of a search: each is a frame on the host stack.
pub(crate) const DECISIONS_MAX: u32 = 200;

/// Most literals that are tried one by one before the first decision.
pub(crate) const LOOKAHEAD_FIRST_MAX: usize = 1_500;

/// The same before later decisions.
pub(crate) const LOOKAHEAD_MAX: usize = 96;

/// Most branches of a `oneOf` that are told apart by case: the cases are quadratic in size.
pub(crate) const ONE_BRANCHES_MAX: usize = 200;

/// Most members that are made up to reach `minProperties`.
pub(crate) const MEMBERS_BUILT_MAX: usize = 256;

/// Most languages of names beside each other that are told apart by case.
pub(crate) const NAME_LANGUAGES_MAX: usize = 12;

/// Most multiples of a step that are tried in a row.
pub(crate) const NUMBERS_TRIED_MAX: usize = 65_536;

/// Longest string that is made up for `minLength`.
pub(crate) const STRING_BUILT_MAX: usize = 20_000;

/// Longest array that is built.
pub(crate) const ARRAY_BUILT_MAX: u64 = 256;

/// Most formulas that elements of one array are counted for: each doubles the choices of a position.
pub(crate) const ARRAY_KINDS_MAX: usize = 10;

/// Deepest nesting of witnesses: they are for people, and for readers whose nesting is bounded.
pub(crate) const VALIDATOR_DEPTH_MAX: u32 = 100;

/// Deepest nesting of schemas and witnesses that the validators see on the caller's stack. They recurse, and the meta-schema of
/// 2019-09 takes one of them some 17 calls a level: fifty levels overflow the two megabytes of a thread.
pub(crate) const VALIDATOR_HERE_MAX: u32 = 20;

/// Deepest nesting of schemas that the validators see on our own stack.
pub(crate) const VALIDATOR_DEEP_MAX: u32 = 400;

/// Deepest nesting of schemas that are looked into at all; equal ones are equal at any depth.
pub(crate) const SCHEMA_DEPTH_MAX: u32 = 2_000;

/// Most witnesses that are offered to the validators before the verdict is `no-witness`.
pub(crate) const WITNESSES_MAX: usize = 4;

/// Most simpler values that are tried for one witness: two hundred are some milliseconds, and witnesses are small from the
/// start.
pub(crate) const SHRINK_TRIES_MAX: u32 = 200;

/// Steps that one of them costs: two validators look at it.
pub(crate) const SHRINK_STEPS: u64 = 10;

/// Longest text that is shrunk letter by letter.
pub(crate) const SHRINK_LETTERS_MAX: usize = 32;

/// Open recursive calls on the caller's stack: enough for schemas as people write them, and far below two megabytes.
pub(crate) const FRAMES_MAX: u32 = 120;

/// Open recursive calls on our own stack.
pub(crate) const FRAMES_DEEP_MAX: u32 = 24_000;

/// That stack. It is reserved, not used: the system backs only the pages that are touched.
pub(crate) const STACK_BYTES: usize = 512 << 20;

/// Most changes that are listed for one pair of schemas.
pub(crate) const CHANGES_MAX: usize = 500;

/// Most changes that are decided one by one; the others are listed with an open role.
pub(crate) const ATTRIBUTED_MAX: usize = 100;

/// Steps that deciding one edit alone may take: a hundred of them stay below the fuel of one direction.
pub(crate) const EDIT_FUEL: u64 = 4_000;

/// Most instances that are made of one schema.
pub(crate) const INSTANCES_MAX: usize = 64;

/// How deep below the root the generator looks for edges.
pub(crate) const EDGE_DEPTH_MAX: u32 = 3;

/// Steps that a goal costs which was not met before: a search is set up for it, some ten times the work of a step.
pub(crate) const GOAL_STEPS: u64 = 10;
