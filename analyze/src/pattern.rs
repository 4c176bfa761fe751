//! What can be told from the text of a regular expression without running it.
//!
//! Escapes and character classes are skipped, so that `\(?=` and `[(?=]` are no lookahead.

/// One piece of a pattern that matters here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Piece<'p> {
    /// `(` with what follows it when that is special: `?=`, `?!`, `?<=`, `?<!`, `?:`, `?P<` …; empty for a plain group.
    Open(&'p str),
    /// `)`
    Close,
    /// `*`, `+`, `?` or `{…}`.
    Repeat(&'p str),
    /// `|`
    Or,
    /// A character outside of classes, an escape or a whole class.
    Atom(&'p str),
}

/// The pieces of a pattern, in order.
pub(crate) fn pieces(pattern: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let mut at = 0;
    while let Some(next) = pattern[at..].chars().next() {
        let rest = &pattern[at..];
        let n_bytes = match next {
            '\\' => 1 + rest[1..].chars().next().map_or(0, char::len_utf8),
            '[' => class_len(rest),
            '(' => 1 + group_kind(&rest[1..]).len(),
            '{' => repeat_len(rest),
            other => other.len_utf8(),
        };
        let text = &rest[..n_bytes];
        pieces.push(match next {
            '(' => Piece::Open(&text[1..]),
            ')' => Piece::Close,
            '|' => Piece::Or,
            '*' | '+' | '?' => Piece::Repeat(text),
            '{' if n_bytes > 1 => Piece::Repeat(text),
            _ => Piece::Atom(text),
        });
        at += n_bytes;
    }
    pieces
}

/// Bytes of a class from `[` to the first `]` that is not escaped, as ECMA-262 reads it, or of all that is left.
fn class_len(rest: &str) -> usize {
    let mut escaped = false;
    for (at, c) in rest.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            ']' => return at + 1,
            _ => {}
        }
    }
    rest.len()
}

fn group_kind(after: &str) -> &str {
    let kinds = [
        "?=", "?!", "?<=", "?<!", "?:", "?>", "?P<", "?P=", "?<", "?#", "?(", "?",
    ];
    kinds.into_iter().find(|kind| after.starts_with(kind)).unwrap_or("")
}

/// Bytes of `{n}`, `{n,}` or `{n,m}`; 1 where the brace is only a brace.
fn repeat_len(rest: &str) -> usize {
    let inner = rest[1..].find('}').map(|end| &rest[1..=end]);
    match inner {
        Some(inner)
            if inner.starts_with(|c: char| c.is_ascii_digit())
                && inner.chars().all(|c| c.is_ascii_digit() || c == ',') =>
        {
            inner.len() + 2
        }
        _ => 1,
    }
}

/// Whether a pattern looks ahead or behind.
pub(crate) fn has_lookaround(pattern: &str) -> bool {
    pattern.contains("(?")
        && pieces(pattern)
            .iter()
            .any(|piece| matches!(piece, Piece::Open("?=" | "?!" | "?<=" | "?<!")))
}

/// Whether a pattern begins with `^` and ends with an unescaped `$`.
pub(crate) fn is_anchored(pattern: &str) -> bool {
    pattern.starts_with('^') && pieces(pattern).last() == Some(&Piece::Atom("$"))
}

/// What stands in a pattern that ECMA-262 with the `u` flag, JSON Schema's recommendation, does not know, in words.
pub(crate) fn foreign_syntax(pattern: &str) -> Option<&'static str> {
    let pieces = pieces(pattern);
    pieces.iter().enumerate().find_map(|(idx, piece)| match piece {
        Piece::Open("?P<" | "?P=") => Some("a Python group, (?P<name>…)"),
        Piece::Open("?>") => Some("an atomic group, (?>…)"),
        Piece::Open("?#") => Some("a comment, (?#…)"),
        Piece::Open("?(") => Some("a condition, (?(…)…)"),
        Piece::Open("?") => Some("an inline flag such as (?i)"),
        Piece::Atom("\\A") => Some("\\A; it is ^ in JSON Schema"),
        Piece::Atom("\\Z" | "\\z") => Some("\\Z; it is $ in JSON Schema"),
        Piece::Atom("\\h") => Some("\\h"),
        Piece::Atom("\\Q" | "\\E") => Some("\\Q…\\E"),
        Piece::Atom(class) if class.starts_with('[') && class.contains("[:") && class.contains(":]") => {
            Some("a POSIX class such as [:alpha:]")
        }
        Piece::Repeat("+") if idx > 0 && matches!(pieces[idx - 1], Piece::Repeat(_)) => Some("a possessive quantifier"),
        _ => None,
    })
}

/// Whether a class ends with a bracket that is not escaped.
fn is_closed(class: &str) -> bool {
    let Some(inner) = class[1..].strip_suffix(']') else {
        return false;
    };
    inner.bytes().rev().take_while(|&byte| byte == b'\\').count() % 2 == 0
}

/// What no dialect of regular expressions reads, in words.
pub(crate) fn malformed(pattern: &str) -> Option<&'static str> {
    let mut n_open = 0_usize;
    let mut before: Option<Piece<'_>> = None;
    for piece in pieces(pattern) {
        match piece {
            Piece::Open(_) => n_open += 1,
            Piece::Close if n_open == 0 => return Some("a parenthesis that was never opened"),
            Piece::Close => n_open -= 1,
            Piece::Atom(class) if class.starts_with('[') && !is_closed(class) => {
                return Some("a class that is not closed");
            }
            Piece::Atom("\\") => return Some("a backslash at the end"),
            Piece::Repeat("*" | "+" | "?") if matches!(before, None | Some(Piece::Or | Piece::Open(_))) => {
                return Some("a quantifier with nothing before it");
            }
            _ => {}
        }
        before = Some(piece);
    }
    (n_open > 0).then_some("a group that is not closed")
}

/// Whether a group that repeats without bound has an alternative made of nothing but unbounded repetitions, as in `(a+)+`:
/// backtracking engines can take exponential time, since nothing says where a round ends.
pub(crate) fn is_catastrophic(pattern: &str) -> bool {
    let pieces = pieces(pattern);
    let unbounded = |piece: Option<&Piece<'_>>| match piece {
        Some(Piece::Repeat(text)) => *text == "*" || *text == "+" || text.ends_with(",}"),
        _ => false,
    };
    let mut open = vec![Group::default()];
    for (idx, piece) in pieces.iter().enumerate() {
        let repeated = unbounded(pieces.get(idx + 1));
        let optional = matches!(pieces.get(idx + 1), Some(Piece::Repeat("?" | "*")));
        match piece {
            Piece::Open(_) => open.push(Group::default()),
            Piece::Close if open.len() > 1 => {
                let mut inner = open.pop().unwrap_or_default();
                inner.end_alternative();
                if repeated && inner.ambiguous {
                    return true;
                }
                if let Some(outer) = open.last_mut() {
                    outer.repeats |= repeated || inner.ambiguous;
                    outer.separated |= !repeated && !optional && !inner.ambiguous;
                }
            }
            Piece::Or => {
                if let Some(group) = open.last_mut() {
                    group.end_alternative();
                }
            }
            // Assertions take no character.
            Piece::Atom("^" | "$" | "\\b" | "\\B") => {}
            Piece::Atom(_) => {
                if let Some(group) = open.last_mut() {
                    group.repeats |= repeated;
                    group.separated |= !repeated && !optional;
                }
            }
            Piece::Close | Piece::Repeat(_) => {}
        }
    }
    false
}

/// What is known of an open group.
#[derive(Clone, Copy, Default)]
struct Group {
    /// An unbounded repetition stands in this alternative.
    repeats: bool,
    /// Something that must be there once stands in this alternative, and separates the rounds.
    separated: bool,
    /// An alternative before had only unbounded repetitions.
    ambiguous: bool,
}

impl Group {
    fn end_alternative(&mut self) {
        self.ambiguous |= self.repeats && !self.separated;
        self.repeats = false;
        self.separated = false;
    }
}

#[cfg(test)]
mod tests {
    use super::{foreign_syntax, has_lookaround, is_anchored, is_catastrophic, malformed};

    #[test]
    fn lookaround_is_told_from_escapes_and_classes() {
        for (pattern, expected) in [
            ("^(?!x)a$", true),
            ("(?<=a)b", true),
            (r"\(?=a", false),
            ("[(?=]", false),
            ("(?:a)", false),
            ("(?<name>a)", false),
            (r"[\]](?=x)", true),
            ("(?", false),
            ("[(?=", false),
            ("\\", false),
        ] {
            assert_eq!(has_lookaround(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn anchors_are_both_needed() {
        for (pattern, expected) in [
            ("^a$", true),
            ("a$", false),
            ("^a", false),
            (r"^a\$", false),
            ("^[$", false),
            ("", false),
            ("^[a]$", true),
        ] {
            assert_eq!(is_anchored(pattern), expected, "{pattern}");
        }
    }

    #[test]
    fn only_what_nobody_reads_is_malformed() {
        for (pattern, is_malformed) in [
            ("[a", true),
            ("(a", true),
            ("a)", true),
            ("*a", true),
            ("a|+", true),
            ("a\\", true),
            ("[a\\]", true),
            ("[(]*", false),
            ("(?<name>a)?", false),
            ("a{", false),
            ("a+?", false),
            ("", false),
        ] {
            assert_eq!(malformed(pattern).is_some(), is_malformed, "{pattern}");
        }
    }

    #[test]
    fn foreign_syntax_is_named() {
        for (pattern, foreign) in [
            ("(?P<year>[0-9]{4})", true),
            ("(?i)abc", true),
            (r"\Aabc\Z", true),
            ("[[:alpha:]]+", true),
            ("a++", true),
            ("(?<year>[0-9]{4})", false),
            (r"^[\w.-]+$", false),
            (r"\\A", false),
            ("a{2,3}?", false),
        ] {
            assert_eq!(foreign_syntax(pattern).is_some(), foreign, "{pattern}");
        }
    }

    #[test]
    fn nested_repetition_is_found_only_where_nothing_separates_the_rounds() {
        for (pattern, expected) in [
            ("^(a+)+$", true),
            ("^([a-z]*)*$", true),
            ("^(?:(?:[a-z]+)*)+$", true),
            ("^(a|b+)+$", true),
            ("^((a+))+$", true),
            ("^(([a-z]+)-)+$", false),
            ("^([a-z]+-)+$", false),
            ("^(?:[a-z]+\\.)*[a-z]+$", false),
            ("^(a+)?$", false),
            ("^a+b+$", false),
            ("^([a-z]+-?)*$", true),
        ] {
            assert_eq!(is_catastrophic(pattern), expected, "{pattern}");
        }
    }
}
