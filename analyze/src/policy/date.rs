//! Calendar days as text: they compare as text, so nothing has to be counted.

/// The day of an RFC 3339 time or date, where it is one.
pub(super) fn day(text: &str) -> Option<&str> {
    let day = text.get(..10)?;
    let rest_is_time = text.len() == 10 || text[10..].starts_with(['T', 't', ' ']);
    let mut parts = day.split('-');
    let mut number = |digits: usize| {
        let part = parts.next()?;
        let is_number = part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| part.parse::<u32>().ok()).flatten()
    };
    let (year, month, date) = (number(4)?, number(2)?, number(2)?);
    (rest_is_time && date >= 1 && date <= days(year, month)).then_some(day)
}

fn days(year: u32, month: u32) -> u32 {
    match month {
        1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
        4 | 6 | 9 | 11 => 30,
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn days_and_nothing_else() {
        for (text, found) in [
            ("2026-01-31", Some("2026-01-31")),
            ("2026-01-31T23:59:59Z", Some("2026-01-31")),
            ("2024-02-29", Some("2024-02-29")),
            ("2026-02-29", None),
            ("2026-13-01", None),
            ("2026-1-1", None),
            ("31.01.2026", None),
            ("2026-01-311", None),
            ("", None),
        ] {
            assert_eq!(super::day(text), found, "{text}");
        }
    }
}
