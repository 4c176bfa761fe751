//! Markup taken out, so that a word cut in two by a comment is whole again.

use super::clues::Clues;
use super::{Replaced, replace};

/// The text without comments and tags.
pub(super) fn without_comments(text: &str, _: &Clues<'_>) -> Option<Replaced> {
    if !text.contains('<') {
        return None;
    }
    let mut parts = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find('<').map(|n| from + n) {
        let close = if text[at..].starts_with("<!--") { "-->" } else { ">" };
        let is_tag = close == "-->" || text[at + 1..].starts_with(|c: char| c.is_ascii_alphabetic() || c == '/');
        let end = if is_tag {
            text[at..].find(close).map(|n| at + n + close.len())
        } else {
            Some(at + 1)
        };
        let Some(end) = end else { break };
        let glued = text[..at].ends_with(char::is_alphabetic) && text[end..].starts_with(char::is_alphabetic);
        if is_tag && glued {
            parts.push((at, end, String::new()));
        }
        from = end;
    }
    replace(text, &parts)
}
