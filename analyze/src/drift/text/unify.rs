//! One spelling for texts that look the same.

use std::borrow::Cow;

use unicode_normalization::{UnicodeNormalization as _, is_nfc_quick};

/// Unicode normal form C, line feeds only, runs of spaces and tabs as one space, lines and the whole trimmed of ASCII white
/// space. Blank lines and every invisible character stay: they may carry a message.
pub fn unify(text: &str) -> String {
    let composed: Cow<'_, str> = match is_nfc_quick(text.chars()) {
        unicode_normalization::IsNormalized::Yes => Cow::Borrowed(text),
        _ => Cow::Owned(text.nfc().collect()),
    };
    let mut out = String::with_capacity(composed.len());
    let one_feed = composed.replace("\r\n", "\n").replace('\r', "\n");
    for (idx, line) in one_feed.split('\n').enumerate() {
        if idx > 0 {
            out.push('\n');
        }
        let mut first = true;
        for word in line.split([' ', '\t']).filter(|word| !word.is_empty()) {
            if !first {
                out.push(' ');
            }
            first = false;
            out.push_str(word);
        }
    }
    out.trim_matches(['\n', ' ', '\t', '\u{b}', '\u{c}']).to_owned()
}

/// [`unify`], with line breaks as spaces and typographic characters as the plain ones that they stand for: two texts with
/// the same loose form differ in layout and typography only.
pub fn loose(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in unify(text).chars() {
        match c {
            '\u{2018}' | '\u{2019}' | '\u{201a}' | '\u{2032}' | '\u{b4}' | '`' => out.push('\''),
            '\u{201c}' | '\u{201d}' | '\u{201e}' | '\u{2033}' | '\u{ab}' | '\u{bb}' => out.push('"'),
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{2022}' | '*' => out.push('-'),
            '\u{2026}' => out.push_str("..."),
            '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' | '\n' => out.push(' '),
            other => out.push(other),
        }
    }
    let words: Vec<&str> = out.split(' ').filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

#[cfg(test)]
mod tests {
    use super::{loose, unify};

    #[test]
    fn layout_is_unified() {
        for (text, unified) in [
            ("  a\t b \r\n\r\nc\r", "a b\n\nc"),
            ("e\u{301}", "\u{e9}"),
            ("a\u{200b} b", "a\u{200b} b"),
            ("a\u{a0}\u{a0}b", "a\u{a0}\u{a0}b"),
            ("", ""),
        ] {
            assert_eq!(unify(text), unified);
            assert_eq!(unify(unified), unified, "unified twice is unified once");
        }
    }

    #[test]
    fn typography_is_loose() {
        assert_eq!(
            loose("the \u{201c}file\u{201d} \u{2014} isn\u{2019}t\nthere\u{2026}"),
            loose("the \"file\" - isn't there...")
        );
        assert_ne!(
            loose("a\u{200b}b"),
            loose("ab"),
            "an invisible character is no typography"
        );
        assert_ne!(loose("A"), loose("a"));
    }
}
