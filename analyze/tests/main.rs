//! The tests of the crate from outside, in one program.

#[cfg(test)]
mod planner;
#[cfg(test)]
mod support;
