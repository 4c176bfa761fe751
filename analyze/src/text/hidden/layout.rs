//! Text pushed out of sight or wrapped in markup that is not shown.

use super::super::limits::{PADDING_BLANKS_MIN, PADDING_LINES_MIN};
use super::Hidden;

/// Words inside a comment from which it says something.
const COMMENT_WORDS_MIN: usize = 3;
/// Longest comment, attribute or style that is looked through, in bytes; a longer one is cut, not skipped.
const MARKUP_BYTES_MAX: usize = 8 * 1024;

/// Padding before text, and text in comments or invisible styles.
pub(super) fn find(raw: &str, found: &mut Vec<Hidden>) {
    padding(raw, found);
    markup(raw, found);
}

/// Only text in comments or invisible styles.
pub(super) fn markup(raw: &str, found: &mut Vec<Hidden>) {
    let (has_tags, has_brackets) = (raw.contains('<'), raw.contains('['));
    for (open, close, may_be) in [
        ("<!--", "-->", has_tags),
        ("[//]: #", "\n", has_brackets),
        ("[comment]: #", "\n", has_brackets),
        ("/*<", ">*/", has_tags),
    ] {
        if may_be {
            between(raw, open, close, found);
        }
    }
    if has_tags {
        styles(raw, found);
    }
    if has_brackets {
        images(raw, found);
        link_titles(raw, found);
    }
}

fn padding(raw: &str, found: &mut Vec<Hidden>) {
    let (mut blanks, mut lines, mut start) = (0usize, 0usize, 0usize);
    for (at, c) in raw.char_indices() {
        if c.is_whitespace() || matches!(c, '\u{2800}' | '\u{3164}' | '\u{200B}') {
            if blanks + lines == 0 {
                start = at;
            }
            if c == '\n' {
                lines += 1;
            } else {
                blanks += 1;
            }
            continue;
        }
        let hides = blanks >= PADDING_BLANKS_MIN && blanks > lines * 40 || lines >= PADDING_LINES_MIN;
        if hides && start > 0 {
            found.push(Hidden {
                detector: "padding",
                weight: 6,
                start,
                end: at,
                decoded: None,
            });
        }
        (blanks, lines) = (0, 0);
    }
}

fn between(raw: &str, open: &str, close: &str, found: &mut Vec<Hidden>) {
    let mut from = 0;
    while let Some(at) = raw[from..].find(open).map(|n| from + n) {
        let inside = at + open.len();
        let end = raw[inside..].find(close).map_or(raw.len(), |n| inside + n);
        let text = &raw[inside..end];
        let n_words = text
            .split_whitespace()
            .filter(|w| w.chars().any(char::is_alphabetic))
            .count();
        let wide = text.chars().any(|c| !c.is_ascii() && c.is_alphabetic());
        if n_words >= COMMENT_WORDS_MIN || wide {
            let decoded = Some(clip(text).trim().to_owned());
            found.push(Hidden {
                detector: "hidden-markup",
                weight: 5,
                start: at,
                end,
                decoded,
            });
        }
        from = (end + close.len()).min(raw.len());
        while !raw.is_char_boundary(from) {
            from += 1;
        }
    }
}

/// An element whose style makes its text invisible.
fn styles(raw: &str, found: &mut Vec<Hidden>) {
    const STYLES: [&str; 11] = [
        "display:none",
        "font-size:0",
        "font-size:1px",
        "opacity:0",
        "visibility:hidden",
        "color:white",
        "color:#fff",
        "color:transparent",
        "left:-9999",
        "height:0",
        "hidden>",
    ];
    let mut from = 0;
    while let Some(at) = raw[from..].find('<').map(|n| from + n) {
        let Some(end) = raw[at..].find('>').map(|n| at + n + 1) else {
            break;
        };
        let tag: String = clip(&raw[at..end])
            .chars()
            .filter(|c| !c.is_whitespace())
            .collect::<String>()
            .to_ascii_lowercase();
        let is_element = tag.as_bytes().get(1).is_some_and(u8::is_ascii_alphabetic);
        if is_element && STYLES.iter().any(|s| tag.contains(s)) {
            let stop = raw[end..].find('<').map_or(raw.len(), |n| end + n);
            let text = clip(&raw[end..stop]);
            if text.split_whitespace().count() >= COMMENT_WORDS_MIN {
                found.push(Hidden {
                    detector: "hidden-markup",
                    weight: 6,
                    start: at,
                    end: stop,
                    decoded: Some(text.trim().to_owned()),
                });
            }
        }
        from = end;
    }
}

/// Alternative texts of images that hold a sentence.
fn images(raw: &str, found: &mut Vec<Hidden>) {
    let mut open = None;
    for (at, byte) in raw.bytes().enumerate() {
        if byte == b'[' {
            open = (at > 0 && raw.as_bytes()[at - 1] == b'!').then_some(at);
        } else if byte == b']'
            && let Some(from) = open.take()
            && raw[at..].starts_with("](")
            && at - from > 40
        {
            let text = clip(&raw[from + 1..at]);
            if text.split_whitespace().count() > 5 {
                found.push(Hidden {
                    detector: "hidden-markup",
                    weight: 5,
                    start: from - 1,
                    end: at,
                    decoded: Some(text.to_owned()),
                });
            }
        }
    }
}

/// Titles of links, which show only under the pointer: `[text](address "title")`.
fn link_titles(raw: &str, found: &mut Vec<Hidden>) {
    let mut from = 0;
    while let Some(at) = raw[from..].find("](").map(|n| from + n) {
        let stop = raw[at..].find([')', '\n']).map_or(raw.len(), |n| at + n);
        if let Some((_, title)) = raw[at..stop].split_once(" \"") {
            let title = clip(title.trim_end_matches('"'));
            if title.split_whitespace().count() > 3 {
                found.push(Hidden {
                    detector: "hidden-markup",
                    weight: 4,
                    start: at,
                    end: stop,
                    decoded: Some(title.to_owned()),
                });
            }
        }
        from = stop.max(at + 2);
    }
}

fn clip(text: &str) -> &str {
    let mut end = text.len().min(MARKUP_BYTES_MAX);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    &text[..end]
}
