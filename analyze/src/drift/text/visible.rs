//! Texts with nothing hidden in them.

use mcpward_schemas::report::is_hidden;

/// The text with every hidden character but line feeds and tabs as `<U+XXXX>`.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) && c != '\n' && c != '\t' {
            out.push_str(&format!("<U+{:04X}>", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    #[test]
    fn hidden_characters_are_named() {
        assert_eq!(super::visible("a\u{200b}b\u{e0041}\n\tc"), "a<U+200B>b<U+E0041>\n\tc");
    }
}
