//! Exact numbers: reading decimals into rationals and writing them again.

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::limits::EXPONENT_MAX;

/// An exact number. Every JSON number is one with a denominator that divides a power of ten.
pub(crate) type Rational = num_rational::BigRational;

/// Reads a number in JSON's grammar; `None` where the exponent passes [`EXPONENT_MAX`].
pub(crate) fn parse_decimal(text: &str) -> Option<Rational> {
    if text.len() < 18
        && let Ok(small) = text.parse::<i64>()
    {
        return Some(Rational::from_integer(small.into()));
    }
    let (mantissa, exponent) = match text.find(['e', 'E']) {
        Some(at) => (&text[..at], text[at + 1..].parse::<i64>().ok()?),
        None => (text, 0),
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{whole}{fraction}").parse::<BigInt>().ok()?;
    if digits.is_zero() {
        return Some(Rational::zero());
    }
    let exponent = exponent.checked_sub(i64::try_from(fraction.len()).ok()?)?;
    let places = u32::try_from(exponent.unsigned_abs())
        .ok()
        .filter(|&places| places <= EXPONENT_MAX)?;
    let power = BigInt::from(10).pow(places);
    Some(if exponent >= 0 {
        Rational::from_integer(digits * power)
    } else {
        Rational::new(digits, power)
    })
}

/// The shortest plain decimal of a number; `None` where it has no finite one.
pub(crate) fn decimal_text(value: &Rational) -> Option<String> {
    if value.is_integer() {
        return Some(value.numer().to_string());
    }
    let (mut twos, mut fives, mut rest) = (0_u32, 0_u32, value.denom().clone());
    for (prime, count) in [(2_u32, &mut twos), (5, &mut fives)] {
        while (&rest % prime).is_zero() {
            rest /= prime;
            *count += 1;
        }
    }
    if !rest.is_one() {
        return None;
    }
    let places = twos.max(fives);
    let scaled = value.abs() * Rational::from_integer(BigInt::from(10).pow(places));
    let places = places as usize;
    let digits = format!("{:0>width$}", scaled.to_integer().to_string(), width = places + 1);
    let (whole, fraction) = digits.split_at(digits.len() - places);
    Some(format!(
        "{}{whole}.{fraction}",
        if value.is_negative() { "-" } else { "" }
    ))
}

/// A count such as `maxLength` gives: a non-negative integer; anything larger than 64 bits counts as the largest.
pub(crate) fn count(value: &Rational) -> Option<u64> {
    if !value.is_integer() || value.is_negative() {
        return None;
    }
    Some(value.numer().to_u64().unwrap_or(u64::MAX))
}

#[cfg(test)]
mod tests {
    use super::{decimal_text, parse_decimal};

    #[test]
    fn decimals_come_back_in_one_form() {
        for (text, written) in [
            ("0", "0"),
            ("-0.0", "0"),
            ("1.50", "1.5"),
            ("-12.5e1", "-125"),
            ("1e-3", "0.001"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("10.000000000000000001", "10.000000000000000001"),
        ] {
            assert_eq!(decimal_text(&parse_decimal(text).unwrap()).unwrap(), written, "{text}");
        }
        assert_eq!(parse_decimal("1e999999999"), None);
    }
}
