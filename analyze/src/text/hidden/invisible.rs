//! Single invisible characters where no script needs them.

use super::Hidden;
use super::script::{breaks_with_zero_width_space, is_emoji, is_right_to_left, joins};
use crate::text::ignorable::is_ignorable;

/// Soft hyphens from which they are no hints for line breaks, if they stand within two letters of each other.
const SOFT_HYPHENS_MIN: usize = 6;
/// Overlay marks from which they are no single sign such as a crossed-out equals.
const OVERLAYS_MIN: usize = 6;
/// Marks on one letter from which no language writes it.
const MARKS_ON_ONE_MIN: usize = 5;

/// Invisible characters out of place.
pub(super) fn find(chars: &[(usize, char)], found: &mut Vec<Hidden>) {
    let mut soft_hyphens = (0usize, 0usize, 0usize);
    let mut overlays = (0usize, 0usize);
    let mut marks = 0usize;
    for (idx, &(at, c)) in chars.iter().enumerate() {
        let before = idx.checked_sub(1).map(|i| chars[i].1);
        let after = chars.get(idx + 1).map(|c| c.1);
        let end = at + c.len_utf8();
        marks = if matches!(c, '\u{0300}'..='\u{036F}') {
            marks + 1
        } else {
            0
        };
        let judged = match c {
            '\u{200B}'..='\u{200D}' | '\u{2060}' | '\u{FEFF}' | '\u{180E}' => zero_width(idx, c, before, after, chars),
            '\u{115F}' | '\u{1160}' => {
                let jamo = |c: Option<char>| {
                    c.is_some_and(
                        |c| matches!(c, '\u{1100}'..='\u{11FF}' | '\u{A960}'..='\u{A97F}' | '\u{D7B0}'..='\u{D7FF}'),
                    )
                };
                (!jamo(before) && !jamo(after)).then_some(("filler", 10))
            }
            '\u{3164}'
            | '\u{FFA0}'
            | '\u{2061}'..='\u{2064}'
            | '\u{2065}'
            | '\u{206A}'..='\u{206F}'
            | '\u{FFF9}'..='\u{FFFB}'
            | '\u{1D173}'..='\u{1D17A}'
            | '\u{17B4}'
            | '\u{17B5}' => Some(("filler", 10)),
            '\u{034F}' => {
                let plain = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
                (plain(before) && plain(after)).then_some(("filler", 10))
            }
            '\u{180B}'..='\u{180D}' | '\u{180F}' => (!before.is_some_and(joins)).then_some(("filler", 10)),
            '\u{00AD}' => {
                let near = soft_hyphens.0 > 0 && idx - soft_hyphens.1 <= 3;
                soft_hyphens = (
                    if near { soft_hyphens.0 + 1 } else { 1 },
                    idx,
                    if near { soft_hyphens.2 } else { at },
                );
                (soft_hyphens.0 == SOFT_HYPHENS_MIN).then_some(("soft-hyphens", 10))
            }
            '\u{0334}'..='\u{0338}' => {
                overlays = (overlays.0 + 1, if overlays.0 == 0 { at } else { overlays.1 });
                (overlays.0 == OVERLAYS_MIN).then_some(("overlay", 10))
            }
            '\u{0300}'..='\u{036F}' => (marks == MARKS_ON_ONE_MIN).then_some(("stacked-marks", 6)),
            '\u{FDD0}'..='\u{FDEF}' | '\u{FFFE}' | '\u{FFFF}' => Some(("noncharacter", 4)),
            _ => None,
        };
        if let Some((detector, weight)) = judged {
            let start = match detector {
                "soft-hyphens" => soft_hyphens.2,
                "overlay" => overlays.1,
                _ => at,
            };
            found.push(Hidden {
                detector,
                weight,
                start,
                end,
                decoded: None,
            });
        }
    }
}

fn zero_width(
    idx: usize,
    c: char,
    before: Option<char>,
    after: Option<char>,
    chars: &[(usize, char)],
) -> Option<(&'static str, i32)> {
    let leading_mark = idx == 0 && c == '\u{FEFF}';
    if leading_mark || before.is_some_and(is_ignorable) && before.is_some_and(|b| !is_emoji(b)) {
        // A run is judged once, at its first character.
        return None;
    }
    let next = chars[idx + 1..]
        .iter()
        .map(|c| c.1)
        .take(RUN_MAX)
        .find(|c| !is_ignorable(*c));
    let (Some(b), Some(a)) = (before, next) else {
        return Some(("stray-zero-width", 4));
    };
    let fits = match c {
        '\u{200D}' => is_emoji(b) && after.is_some_and(is_emoji) || joins(b),
        '\u{200C}' => joins(b) || joins(a),
        '\u{200B}' => breaks_with_zero_width_space(b) || breaks_with_zero_width_space(a),
        '\u{180E}' => joins(b),
        _ => false,
    };
    if fits {
        return None;
    }
    let in_word = |c: char| c.is_alphanumeric() || c == '_' || c == '-';
    if in_word(b) && in_word(a) && !(is_right_to_left(b) && is_right_to_left(a)) {
        return Some(("zero-width", 10));
    }
    Some(("stray-zero-width", 4))
}

/// Invisible characters that are looked past for the next visible one; longer runs are payloads of their own.
const RUN_MAX: usize = 64;

/// In a name nothing invisible has an honest use, and styled letters make a twin of another name.
pub(super) fn find_in_name(chars: &[(usize, char)], found: &mut Vec<Hidden>) {
    let odd = |c: char| {
        let joined = joins(c);
        let styled = matches!(c, '\u{FF01}'..='\u{FF5E}' | '\u{1D400}'..='\u{1D7FF}' | '\u{2460}'..='\u{24FF}' | '\u{1F130}'..='\u{1F189}');
        !joined && (is_ignorable(c) || styled)
    };
    if chars.iter().any(|(_, c)| joins(*c) || is_emoji(*c)) {
        return;
    }
    if let Some((at, c)) = chars.iter().find(|(_, c)| odd(*c)) {
        let detector = if is_ignorable(*c) {
            "invisible-in-name"
        } else {
            "styled-name"
        };
        found.push(Hidden {
            detector,
            weight: 10,
            start: *at,
            end: at + c.len_utf8(),
            decoded: None,
        });
    }
}
