//! What clients and model providers make of tools: profiles as data, and the constructs that they mind.
//!
//! A profile says what was seen to be refused, dropped or weakened, each figure with its source, date and trust. What it
//! does not name was not seen, which is no promise. Judgement is in `rules::clients`.

mod chosen;
mod construct;
mod figure;
mod find;
mod measure;
mod name;
mod profile;
mod set;
#[cfg(test)]
mod tests;

pub(crate) use chosen::{Chosen, Client, Key, Minded};
pub use construct::Construct;
pub use figure::Figure;
pub(crate) use measure::Measures;
pub(crate) use name::{Odd, Prefix};
pub use profile::{
    Budget, Effect, Evidence, Introduction, KeyRule, KeyScope, Measure, NameRule, PageCount, Profile, SchemaRule,
    Scope, Text, TextRule, ToolCount, Trust,
};
pub use set::{Concern, ProfileError, Profiles};
