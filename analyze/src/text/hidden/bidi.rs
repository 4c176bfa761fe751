//! Directional controls that show a text in another order than it is read.

use super::Hidden;
use super::script::is_right_to_left;

/// Overrides always; embeddings and isolates where no right-to-left text needs them or where they stay open.
pub(super) fn find(chars: &[(usize, char)], found: &mut Vec<Hidden>) {
    let has_rtl = chars.iter().any(|(_, c)| is_right_to_left(*c));
    let mut open: Vec<(usize, char, bool)> = Vec::new();
    for (idx, &(at, c)) in chars.iter().enumerate() {
        match c {
            '\u{202D}' | '\u{202E}' => {
                let end = closing(chars, idx);
                let inside: String = chars[idx + 1..end].iter().map(|(_, c)| *c).collect();
                let decoded = (c == '\u{202E}' && !inside.is_empty()).then(|| inside.chars().rev().collect());
                push(found, "bidi-override", 10, at, chars, end, decoded);
            }
            '\u{202A}' | '\u{202B}' | '\u{2066}'..='\u{2068}' => open.push((idx, c, false)),
            '\u{202C}' | '\u{2069}' => {
                if let Some((from, opener, saw_rtl)) = open.pop()
                    && !saw_rtl
                {
                    let right = matches!(opener, '\u{202B}' | '\u{2067}');
                    let weight = if right && !has_rtl {
                        10
                    } else if has_rtl {
                        0
                    } else {
                        5
                    };
                    if weight > 0 {
                        push(found, "bidi-embedding", weight, chars[from].0, chars, idx, None);
                    }
                }
            }
            '\u{200E}' | '\u{200F}' | '\u{061C}' if !has_rtl => {
                push(found, "stray-direction-mark", 4, at, chars, idx, None)
            }
            c if is_right_to_left(c) => {
                if let Some(last) = open.last_mut() {
                    last.2 = true;
                }
            }
            _ => {}
        }
    }
    for (from, _, _) in open {
        push(found, "bidi-embedding", 10, chars[from].0, chars, chars.len(), None);
    }
}

/// Index of the control that ends what starts at `idx`, or the end.
fn closing(chars: &[(usize, char)], idx: usize) -> usize {
    chars[idx + 1..]
        .iter()
        .position(|(_, c)| matches!(c, '\u{202A}'..='\u{202E}'))
        .map_or(chars.len(), |n| idx + 1 + n)
}

fn push(
    found: &mut Vec<Hidden>,
    detector: &'static str,
    weight: i32,
    start: usize,
    chars: &[(usize, char)],
    end_idx: usize,
    decoded: Option<String>,
) {
    let end = match chars.get(end_idx) {
        Some((at, c)) => at + c.len_utf8(),
        None => chars.last().map_or(start, |(at, c)| at + c.len_utf8()),
    };
    found.push(Hidden {
        detector,
        weight,
        start,
        end,
        decoded,
    });
}
