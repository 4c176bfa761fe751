//! Numbers: a range, a common step, steps to avoid, values to avoid. All arithmetic is exact.

use std::collections::BTreeSet;
use std::rc::Rc;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use super::facts::Facts;
use super::{Answer, Solver};
use crate::formula::{Range, lcm};
use crate::limits::NUMBERS_TRIED_MAX;
use crate::value::Rational;
use crate::verdict::Reason;

/// A number that satisfies the facts.
pub(super) fn decide(solver: &mut Solver<'_>, facts: &Facts) -> Answer {
    if facts.range.is_empty() {
        return Answer::None;
    }
    let excluded: BTreeSet<Rc<Rational>> = facts
        .excluded
        .iter()
        .filter_map(|&value| solver.world.values.as_number(value).cloned())
        .collect();
    let found = match &facts.step {
        Some(step) => on_steps(facts, step, &excluded),
        None => anywhere(facts, &excluded),
    };
    match found {
        Ok(Some(number)) => Answer::Some(solver.world.values.number(number)),
        Ok(None) => Answer::None,
        Err(reason) => Answer::Unknown(reason),
    }
}

fn fits(facts: &Facts, excluded: &BTreeSet<Rc<Rational>>, number: &Rational) -> bool {
    facts.range.contains(number)
        && !facts.not_steps.iter().any(|step| (number / &**step).is_integer())
        && !excluded.contains(number)
}

/// Multiples of a step. Whether one is a multiple of an avoided step repeats with their common period, so that many multiples
/// in a row are enough.
fn on_steps(facts: &Facts, step: &Rational, excluded: &BTreeSet<Rc<Rational>>) -> Result<Option<Rational>, Reason> {
    let mut period = BigInt::one();
    for avoided in &facts.not_steps {
        let every = (lcm(step, avoided) / step).to_integer();
        if every.is_one() {
            return Ok(None);
        }
        period = lcm(&Rational::from_integer(period), &Rational::from_integer(every)).to_integer();
    }
    let low = facts
        .range
        .low
        .as_ref()
        .map(|low| (&*low.at / step).ceil().to_integer());
    let high = facts
        .range
        .high
        .as_ref()
        .map(|high| (&*high.at / step).floor().to_integer());
    let zero = BigInt::zero();
    let (start, forward) = match (&low, &high) {
        (Some(low), _) if *low > zero => (low.clone(), true),
        (_, Some(high)) if *high < zero => (high.clone(), false),
        (None, Some(_)) => (zero.clone(), false),
        _ => (zero.clone(), true),
    };
    let tried = period
        .to_usize()
        .unwrap_or(usize::MAX)
        .saturating_mul(excluded.len() + 1);
    // Both directions from the start, the liked one first; one period, and one more for each excluded value, is exhaustive.
    let limit = tried.min(NUMBERS_TRIED_MAX);
    for towards in [forward, !forward] {
        let mut n = start.clone();
        for _ in 0..limit {
            if low.as_ref().is_some_and(|low| n < *low) || high.as_ref().is_some_and(|high| n > *high) {
                break;
            }
            let number = Rational::from_integer(n.clone()) * step;
            if fits(facts, excluded, &number) {
                return Ok(Some(number));
            }
            n += if towards { 1 } else { -1 };
        }
    }
    let span = match (&low, &high) {
        (Some(low), Some(high)) => (high - low).to_usize().unwrap_or(usize::MAX),
        _ => usize::MAX,
    };
    if tried <= NUMBERS_TRIED_MAX || span < NUMBERS_TRIED_MAX {
        Ok(None)
    } else {
        Err(Reason::Limit("numbers-tried"))
    }
}

/// Any number: a range with more than one number holds infinitely many that no step hits.
fn anywhere(facts: &Facts, excluded: &BTreeSet<Rc<Rational>>) -> Result<Option<Rational>, Reason> {
    for candidate in liked(&facts.range) {
        if fits(facts, excluded, &candidate) {
            return Ok(Some(candidate));
        }
    }
    let (low, high) = ends(&facts.range);
    if low == high {
        return Ok(None);
    }
    // Decimals with ever more places, from a fine grid between the ends.
    let mut grain = Rational::new(BigInt::one(), BigInt::from(2));
    while &high - &low <= grain {
        grain /= Rational::from_integer(BigInt::from(10));
    }
    for _ in 0..24 {
        let first = (&low / &grain).floor() + Rational::one();
        for n in 0..16_i64 {
            let candidate = (&first + Rational::from_integer(n.into())) * &grain;
            if fits(facts, excluded, &candidate) {
                return Ok(Some(candidate));
            }
        }
        grain /= Rational::from_integer(BigInt::from(10));
    }
    Err(Reason::Limit("numbers-tried"))
}

/// Finite ends: those of the range, or some way beyond the other one.
fn ends(range: &Range) -> (Rational, Rational) {
    let far = Rational::from_integer(BigInt::from(1_000_000));
    let low = range.low.as_ref().map(|low| (*low.at).clone());
    let high = range.high.as_ref().map(|high| (*high.at).clone());
    match (low, high) {
        (Some(low), Some(high)) => (low, high),
        (Some(low), None) => (low.clone(), low + far),
        (None, Some(high)) => (&high - far, high),
        (None, None) => (Rational::zero(), far),
    }
}

/// Numbers that people like, then the ends.
fn liked(range: &Range) -> Vec<Rational> {
    let mut list: Vec<Rational> = [0, 1, -1, 2]
        .into_iter()
        .map(|n| Rational::from_integer(BigInt::from(n)))
        .collect();
    list.push(Rational::new(BigInt::one(), BigInt::from(2)));
    list.push(Rational::new(BigInt::from(3), BigInt::from(2)));
    let one = Rational::one();
    for bound in [&range.low, &range.high].into_iter().flatten() {
        let at = &*bound.at;
        list.extend([at.clone(), at.floor() + &one, at.ceil() - &one]);
    }
    if let (Some(low), Some(high)) = (&range.low, &range.high) {
        list.push((&*low.at + &*high.at) / Rational::from_integer(BigInt::from(2)));
    }
    if let Some(low) = &range.low
        && low.at.is_positive()
    {
        list.push(&*low.at * Rational::from_integer(BigInt::from(2)));
    }
    list
}
