//! Named bounds, each with its reason. Reaching one gives the verdict unknown with that bound's name, never a wrong answer.

/// Steps of one direction. About a tenth of a second of release code on the slowest pairs that we know; typical tool schemas
/// take a few hundred.
pub const FUEL: u64 = 400_000;
