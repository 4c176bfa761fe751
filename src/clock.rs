//! The wall clock, written as RFC 3339 in UTC.

use std::time::{SystemTime, UNIX_EPOCH};

/// Now, with milliseconds.
pub(crate) fn now() -> String {
    // A clock before 1970 is set wrong; the epoch shows that well enough.
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    rfc3339(since.as_secs(), since.subsec_millis())
}

/// Seconds since 1970, as APIs count them.
pub(crate) fn unix_seconds() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    since.as_secs()
}

fn rfc3339(seconds: u64, millis: u32) -> String {
    let (days, rest) = (seconds / 86_400, seconds % 86_400);
    let (year, month, day) = civil(days);
    format!(
        "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{millis:03}Z",
        rest / 3600,
        rest / 60 % 60,
        rest % 60
    )
}

/// Year, month and day from days since 1970, by the proleptic Gregorian calendar, counting from 0000-03-01.
fn civil(days: u64) -> (u64, u64, u64) {
    let days = days + 719_468;
    let (era, day_of_era) = (days / 146_097, days % 146_097);
    let year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted + 2) / 5 + 1;
    let month = if shifted < 10 { shifted + 3 } else { shifted - 9 };
    (era * 400 + year_of_era + u64::from(month <= 2), month, day)
}

/// Whether a text is a day, `YYYY-MM-DD`.
pub(crate) fn is_date(text: &str) -> bool {
    let parts = text
        .split('-')
        .map(|part| (part.len(), part.parse::<u32>()))
        .collect::<Vec<_>>();
    match parts.as_slice() {
        [(4, Ok(_)), (2, Ok(month)), (2, Ok(day))] => (1..=12).contains(month) && (1..=31).contains(day),
        _ => false,
    }
}

/// A point in time given by the user, in full: a day stands for its first moment.
pub(crate) fn point(text: &str) -> Option<String> {
    if is_date(text) {
        return Some(format!("{text}T00:00:00Z"));
    }
    let (day, time) = text.split_once('T')?;
    let clock = time.strip_suffix('Z')?;
    let digits = clock
        .split(['.', ':'])
        .all(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()));
    let is_clock = digits && clock.len() >= 8 && clock.as_bytes()[2] == b':' && clock.as_bytes()[5] == b':';
    (is_date(day) && is_clock).then(|| text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_known_moments() {
        for (seconds, text) in [
            (0, "1970-01-01T00:00:00.000Z"),
            (951_782_399, "2000-02-28T23:59:59.000Z"),
            (951_782_400, "2000-02-29T00:00:00.000Z"),
            (1_798_761_599, "2026-12-31T23:59:59.000Z"),
        ] {
            assert_eq!(rfc3339(seconds, 0), text);
        }
    }

    #[test]
    fn takes_days_and_moments() {
        assert_eq!(point("2026-12-01").as_deref(), Some("2026-12-01T00:00:00Z"));
        assert_eq!(
            point("2026-12-01T10:00:00.5Z").as_deref(),
            Some("2026-12-01T10:00:00.5Z")
        );
        for text in [
            "",
            "2026-13-01",
            "2026-1-1",
            "today",
            "2026-12-01T10:00:00",
            "2026-12-01T1000Z",
            "2026-12-01TééééZ",
        ] {
            assert_eq!(point(text), None, "{text}");
        }
    }
}
