//! Markdown as GitHub and GitLab render it.
//!
//! Escaping punctuation is not enough there: mentions, references and links are found in the *rendered* text, so neither a
//! backslash nor an entity stops `@name` or `#12`. They are not looked for inside code, so every word that holds anything
//! but letters, digits and harmless punctuation becomes inline code.

use super::{Raw, visible};

/// Text for a paragraph or list item: one line, without links, mentions, references, formatting or HTML.
pub fn markdown<'a>(text: impl Into<Raw<'a>>) -> String {
    let text = visible(text);
    let mut out = String::with_capacity(text.len() + 16);
    // A run of words that need code is one span, so that a JSON excerpt reads as one.
    let mut span: Option<usize> = None;
    let mut at = 0;
    for word in text.split(' ') {
        match (span, needs_code(word)) {
            (None, true) => {
                separate(&mut out, at);
                span = Some(at);
            }
            (Some(start), false) => {
                out.push_str(&code_of(text[start..at].trim_matches(' ')));
                span = None;
                separate(&mut out, at);
                out.push_str(word);
            }
            (None, false) => {
                separate(&mut out, at);
                out.push_str(word);
            }
            (Some(_), true) => {}
        }
        at += word.len() + 1;
    }
    if let Some(start) = span {
        out.push_str(&code_of(text[start..].trim_matches(' ')));
    }
    out
}

/// Text as inline code, with a fence longer than any run of backticks in it. Empty text gives `(empty)`.
pub fn code<'a>(text: impl Into<Raw<'a>>) -> String {
    let text = visible(text);
    if text.trim_matches(' ').is_empty() {
        "(empty)".to_owned()
    } else {
        code_of(&text)
    }
}

fn code_of(text: &str) -> String {
    let run_max = text.split(|c| c != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(run_max + 1);
    let edge = text.starts_with(['`', ' ']) || text.ends_with(['`', ' ']);
    let pad = if edge { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// One space between words, none at the start; runs of spaces collapse as they would in rendering.
fn separate(out: &mut String, at: usize) {
    if at > 0 && !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

fn needs_code(word: &str) -> bool {
    let core =
        word.trim_matches(|c: char| matches!(c, '.' | ',' | ';' | ':' | '!' | '?' | '(' | ')' | '"' | '\'' | '-'));
    let marker_only = core.is_empty() && word.contains('-');
    marker_only
        || word.starts_with([':', '!']) // emoji and merge requests
        || is_list_number(word)
        || core.chars().any(|c| c.is_ascii_punctuation() && !matches!(c, '.' | ',' | ';' | '\'' | '-' | '(' | ')' | '"'))
        || starts_without_case(core, "www.")
        || starts_without_case(core, "gh-")
        || is_ticket(core)
        || is_commit(core)
}

fn starts_without_case(text: &str, prefix: &str) -> bool {
    text.as_bytes()
        .get(..prefix.len())
        .is_some_and(|start| start.eq_ignore_ascii_case(prefix.as_bytes()))
}

/// `1.` or `1)`, which begins a list where it begins the text.
fn is_list_number(word: &str) -> bool {
    word.strip_suffix(['.', ')'])
        .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()))
}

/// `ABC-12`, which trackers link.
fn is_ticket(text: &str) -> bool {
    text.split_once('-').is_some_and(|(key, number)| {
        key.len() >= 2
            && key.bytes().all(|byte| byte.is_ascii_uppercase())
            && number.starts_with(|c: char| c.is_ascii_digit())
    })
}

/// Seven to forty hex digits, which may name a commit.
fn is_commit(text: &str) -> bool {
    (7..=40).contains(&text.len())
        && text.bytes().all(|byte| byte.is_ascii_hexdigit())
        && text.bytes().any(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::{code, markdown};

    #[test]
    fn nothing_links_mentions_or_formats() {
        let table = [
            (
                "Deletes a file, then (perhaps) more!",
                "Deletes a file, then (perhaps) more!",
            ),
            ("ping @octocat now", "ping `@octocat` now"),
            ("fixes #12 and GH-13, ABC-1", "fixes `#12` and `GH-13, ABC-1`"),
            ("a `tick` b", "a `` `tick` `` b"),
            (
                "see https://x.example/a?b or www.x.example",
                "see `https://x.example/a?b` or `www.x.example`",
            ),
            ("<img src=x> **bold** _it_", "`<img src=x> **bold** _it_`"),
            ("[a](b) | c", "`[a](b) |` c"),
            ("line\nfeed", "`line<U+000A>feed`"),
            ("- item", "`-` item"),
            ("--- x", "`---` x"),
            ("a@b.example", "`a@b.example`"),
            ("tool \"read_file\" changed", "tool `\"read_file\"` changed"),
            ("commit deadbee1 ok", "commit `deadbee1` ok"),
            ("costs $5 and ~x", "costs `$5` and `~x`"),
            ("1. one (2)", "`1.` one (2)"),
            (":tada: !12", "`:tada: !12`"),
            ("", ""),
            ("   ", ""),
        ];
        for (raw, shown) in table {
            assert_eq!(markdown(raw), shown, "{raw:?}");
        }
    }

    #[test]
    fn fences_outgrow_backticks() {
        assert_eq!(code("a```b"), "````a```b````");
        assert_eq!(code("`a"), "`` `a ``");
        assert_eq!(code("plain"), "`plain`");
        assert_eq!(code(""), "(empty)");
    }
}
