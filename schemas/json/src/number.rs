//! Numbers, exactly as spelled: no rounding through floating point.

use std::cmp::Ordering;
use std::fmt;

/// A decimal number `±digits × 10^exponent` in lowest form: the digits neither start nor end with 0, and zero has none.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Decimal {
    negative: bool,
    digits: String,
    exponent: i64,
}

impl Decimal {
    /// Reads a number in JSON's grammar; `None` for other text and for exponents beyond 64 bits.
    pub fn parse(text: &str) -> Option<Self> {
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (mantissa, exponent) = match rest.find(['e', 'E']) {
            Some(at) => (&rest[..at], rest[at + 1..].parse::<i64>().ok()?),
            None => (rest, 0),
        };
        let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
        let all = [whole, fraction].concat();
        if all.is_empty() || !all.bytes().all(|byte| byte.is_ascii_digit()) {
            return None;
        }
        let trimmed = all.trim_end_matches('0');
        let n_dropped = i64::try_from(all.len() - trimmed.len()).ok()?;
        let exponent = exponent
            .checked_sub(i64::try_from(fraction.len()).ok()?)?
            .checked_add(n_dropped)?;
        let digits = trimmed.trim_start_matches('0').to_owned();
        if digits.is_empty() {
            return Some(Self {
                negative: false,
                digits,
                exponent: 0,
            });
        }
        Some(Self {
            negative,
            digits,
            exponent,
        })
    }

    /// Whether the number is below zero.
    pub fn is_negative(&self) -> bool {
        self.negative
    }

    /// Whether the number is zero, of either sign.
    pub fn is_zero(&self) -> bool {
        self.digits.is_empty()
    }

    /// Whether the number is mathematically an integer: `1.0` and `1e3` are.
    pub fn is_integer(&self) -> bool {
        self.exponent >= 0
    }

    /// The digits without leading and trailing zeros; empty for zero.
    pub fn digits(&self) -> &str {
        &self.digits
    }

    /// The power of ten of the last digit.
    pub fn exponent(&self) -> i64 {
        self.exponent
    }

    /// The number as a 64-bit integer, where it is one.
    pub fn to_i64(&self) -> Option<i64> {
        if self.is_zero() {
            return Some(0);
        }
        if !(0..=18).contains(&self.exponent) {
            return None;
        }
        let n_zeros = usize::try_from(self.exponent).ok()?;
        format!(
            "{}{}{}",
            if self.negative { "-" } else { "" },
            self.digits,
            "0".repeat(n_zeros)
        )
        .parse()
        .ok()
    }

    /// Where the leading digit stands: 1 for `7`, 3 for `700`, 0 for `0.7`.
    fn magnitude(&self) -> i64 {
        self.exponent
            .saturating_add(i64::try_from(self.digits.len()).unwrap_or(i64::MAX))
    }

    fn cmp_absolute(&self, other: &Self) -> Ordering {
        match (self.is_zero(), other.is_zero()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Less,
            (false, true) => Ordering::Greater,
            // Without leading zeros, digits of equal magnitude compare as text.
            (false, false) => self
                .magnitude()
                .cmp(&other.magnitude())
                .then_with(|| self.digits.cmp(&other.digits)),
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        match (self.negative, other.negative) {
            (false, true) => Ordering::Greater,
            (true, false) => Ordering::Less,
            (false, false) => self.cmp_absolute(other),
            (true, true) => other.cmp_absolute(self),
        }
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Plain notation while at most 21 places are needed, as JavaScript writes numbers; otherwise `digits` + `e` + `exponent`.
impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_zero() {
            return f.write_str("0");
        }
        if self.negative {
            f.write_str("-")?;
        }
        let magnitude = self.magnitude();
        match (usize::try_from(self.exponent), usize::try_from(magnitude)) {
            (Ok(n_zeros), _) if magnitude <= 21 => write!(f, "{}{}", self.digits, "0".repeat(n_zeros)),
            (Err(_), Ok(whole)) if whole > 0 => write!(f, "{}.{}", &self.digits[..whole], &self.digits[whole..]),
            (Err(_), _) if magnitude > -6 => {
                let n_zeros = usize::try_from(-magnitude).unwrap_or(0);
                write!(f, "0.{}{}", "0".repeat(n_zeros), self.digits)
            }
            _ => write!(f, "{}e{}", self.digits, self.exponent),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Decimal;

    #[test]
    fn one_form_for_one_number() {
        for (text, written) in [
            ("0", "0"),
            ("-0.0", "0"),
            ("1", "1"),
            ("1.0", "1"),
            ("10e-1", "1"),
            ("1e3", "1000"),
            ("-12.50", "-12.5"),
            ("0.001", "0.001"),
            ("1e-7", "1e-7"),
            ("1e21", "1e21"),
            ("123456789012345678901", "123456789012345678901"),
            ("9007199254740993", "9007199254740993"),
            ("1e400", "1e400"),
        ] {
            assert_eq!(Decimal::parse(text).unwrap().to_string(), written, "{text}");
        }
        assert_eq!(Decimal::parse("1e99999999999999999999"), None);
        assert_eq!(Decimal::parse("0x10"), None);
    }

    #[test]
    fn order_is_mathematical() {
        let sorted = [
            "-1e400", "-2", "-1.5", "0", "1e-7", "0.1", "1", "1.00001", "9", "10", "1e400",
        ];
        for pair in sorted.windows(2) {
            assert!(Decimal::parse(pair[0]) < Decimal::parse(pair[1]), "{pair:?}");
        }
    }

    #[test]
    fn integers() {
        for (text, value) in [
            ("1.0", Some(1)),
            ("-5e2", Some(-500)),
            ("0.5", None),
            ("9223372036854775808", None),
            ("-9223372036854775808", Some(i64::MIN)),
        ] {
            assert_eq!(Decimal::parse(text).unwrap().to_i64(), value, "{text}");
        }
    }
}
