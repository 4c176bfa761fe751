//! The plain text of SARIF messages.

use super::{Raw, visible};

/// Text for `message.text` (SARIF 2.1.0, sections 3.11.5 and 3.11.6): brackets, which would make an embedded link, get a
/// backslash; what looks like a placeholder (`{0}`) gets its braces doubled. Other braces stay single: they are everywhere in
/// JSON excerpts, and readers that know no placeholders show doubled ones as they are.
pub fn sarif<'a>(text: impl Into<Raw<'a>>) -> String {
    let text = visible(text);
    let mut out = String::with_capacity(text.len() + 16);
    let mut rest = &*text;
    while let Some(c) = rest.chars().next() {
        match (c, placeholder(rest)) {
            ('\\' | '[' | ']', _) => {
                out.push('\\');
                out.push(c);
            }
            ('{', Some(digits)) => {
                out.push_str("{{");
                out.push_str(digits);
                out.push_str("}}");
                rest = &rest[digits.len() + 1..];
            }
            _ => out.push(c),
        }
        rest = &rest[c.len_utf8()..];
    }
    out
}

/// The digits, where the text begins with `{digits}`.
fn placeholder(text: &str) -> Option<&str> {
    let inner = text.strip_prefix('{')?;
    let (digits, _) = inner.split_at(inner.find('}').filter(|&end| end <= 4)?);
    (!digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())).then_some(digits)
}

#[cfg(test)]
mod tests {
    use super::sarif;

    #[test]
    fn links_and_placeholders_are_text() {
        let table = [
            ("see [this](http://x)", "see \\[this\\](http://x)"),
            ("{0} {12} {} {a} {", "{{0}} {{12}} {} {a} {"),
            ("{\"type\":\"object\"}", "{\"type\":\"object\"}"),
            ("{{0}}", "{{{0}}}"),
            ("\\", "\\\\"),
        ];
        for (raw, shown) in table {
            assert_eq!(sarif(raw), shown);
        }
    }
}
