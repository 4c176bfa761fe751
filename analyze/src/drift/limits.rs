//! Bounds of the comparison, each with its reason. Reaching one makes the answer coarser and says so; it never hides a change.

/// Things of one kind that a text introduces and that are named; a text that brings more is refused by the first of them.
pub(crate) const INTRODUCED_MAX: usize = 8;

/// Code points of a text that a grade quotes.
pub(crate) const QUOTE_CHARS_MAX: usize = 120;

/// Pairs of a removed and an added tool that are compared for a rename: 500 of each. Beyond that only equal names but for
/// their spelling are paired.
pub(crate) const RENAME_PAIRS_MAX: usize = 250_000;

/// Characters of a description that count for its likeness to another.
pub(crate) const LIKENESS_CHARS_MAX: usize = 1_024;

/// Fuel of all schema comparisons of one diff together, in steps of `mcpward_compat`: shared out among the changed
/// schemas, so that a server of thousands of hard schemas costs seconds, not hours.
pub(crate) const FUEL_ALL: u64 = 100_000_000;

/// Least fuel that one comparison gets: enough for any schema of ordinary size.
pub(crate) const FUEL_MIN: u64 = 20_000;

/// Nesting from which a value is not copied into a finding: libraries that write reports recurse.
pub(crate) const VALUE_DEPTH_MAX: usize = 64;

/// Bytes up to which a whole schema is copied into a finding; beyond, only the fragments that changed.
pub(crate) const VALUE_BYTES_MAX: usize = 16_384;

/// Bytes up to which a text is copied whole into a finding, so that any reporter can show where it changed: longer than
/// any description in the field by a factor of thirty.
pub(crate) const TEXT_BYTES_MAX: usize = 1 << 20;

/// Edits of one schema that are told; a schema with more was written anew.
pub(crate) const EDITS_MAX: usize = 64;

/// Depth to which the shape of a result is inferred; what is deeper counts by its type.
pub(crate) const SHAPE_DEPTH_MAX: usize = 64;

/// Members of all objects in one place of a result that are told apart: more are data, not names.
pub(crate) const SHAPE_MEMBERS_MAX: usize = 1_000;

/// Items of one array that its shape is inferred from.
pub(crate) const SHAPE_ITEMS_MAX: usize = 100;

/// Size of a compiled pattern of `volatile`, in bytes: the pattern comes from the user's own file.
pub(crate) const PATTERN_BYTES_MAX: usize = 1 << 20;
