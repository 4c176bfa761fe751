//! Control characters: terminals obey them, readers do not see them.

use super::Hidden;

/// Escape sequences, backspaces and other controls; a carriage return that lets a line be overwritten.
pub(super) fn find(raw: &str, found: &mut Vec<Hidden>) {
    let mut first: Option<usize> = None;
    let mut carriage: Option<usize> = None;
    let bytes = raw.as_bytes();
    for (at, c) in raw.char_indices() {
        match c {
            '\t' | '\n' | '\u{85}' | '\u{0C}' => {}
            '\r' => {
                let next = bytes.get(at + 1);
                if next.is_some_and(|b| *b != b'\n' && *b != b'\r') && carriage.is_none() {
                    carriage = Some(at);
                }
            }
            c if c.is_control() => {
                first.get_or_insert(at);
            }
            _ => {}
        }
    }
    if let Some(start) = first {
        let end = raw[start..].char_indices().nth(1).map_or(raw.len(), |(n, _)| start + n);
        found.push(Hidden {
            detector: "control-character",
            weight: 10,
            start,
            end,
            decoded: None,
        });
    }
    if let Some(start) = carriage {
        found.push(Hidden {
            detector: "carriage-return",
            weight: 10,
            start,
            end: start + 1,
            decoded: None,
        });
    }
}
