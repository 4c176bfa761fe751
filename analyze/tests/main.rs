//! The tests of the crate from outside, in one program.

#![expect(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "tests read the tree; the crate itself may not"
)]

#[cfg(test)]
mod arrows;
#[cfg(test)]
mod at_once;
#[cfg(test)]
mod determinism;
#[cfg(test)]
mod drift;
#[cfg(test)]
mod error_contract;
#[cfg(test)]
mod fixes;
#[cfg(test)]
mod fixtures;
#[cfg(test)]
mod kinds;
mod learned;
#[cfg(test)]
mod planner;
mod planner_answers;
mod planner_http;
mod planner_reads;
#[cfg(test)]
mod policy;
#[cfg(test)]
mod purity;
#[cfg(test)]
mod registry;
#[cfg(test)]
mod security;
#[cfg(test)]
mod support;
