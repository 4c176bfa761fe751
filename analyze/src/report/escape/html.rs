//! HTML.

use super::visible::{Shown, each};
use super::{Raw, visible};

/// Text for element content and for double-quoted attributes.
pub fn html<'a>(text: impl Into<Raw<'a>>) -> String {
    let text = visible(text);
    let mut out = String::with_capacity(text.len() + 16);
    text.chars().for_each(|c| push(&mut out, c));
    out
}

/// Text for element content that keeps its line feeds; what could not be seen is an element of its own
/// (`<span class="u">U+200B</span>`), so that it can't be mistaken for text that only spells it. For preformatted text.
pub fn html_marked<'a>(text: impl Into<Raw<'a>>) -> String {
    let text = text.into();
    let mut out = String::with_capacity(text.0.len() + 16);
    each(text.0, |c, shown| {
        let name = if c == '\n' {
            "↵".to_owned()
        } else {
            format!("U+{:04X}", u32::from(c))
        };
        let end = if c == '\n' { "\n" } else { "" };
        match shown {
            Shown::AsIs => push(&mut out, c),
            Shown::Once => out.extend(["<span class=\"u\">", &name, "</span>", end]),
            Shown::Times(n) => out.extend(["<span class=\"u\">", &name, "×", &n.to_string(), "</span>", end]),
        }
    });
    out
}

fn push(out: &mut String, c: char) {
    match c {
        '&' => out.push_str("&amp;"),
        '<' => out.push_str("&lt;"),
        '>' => out.push_str("&gt;"),
        '"' => out.push_str("&quot;"),
        '\'' => out.push_str("&#39;"),
        c => out.push(c),
    }
}

#[cfg(test)]
mod tests {
    use super::{html, html_marked};

    #[test]
    fn markup_is_text() {
        assert_eq!(
            html("</script><img src=x onerror='a(\"&\")'>"),
            "&lt;/script&gt;&lt;img src=x onerror=&#39;a(&quot;&amp;&quot;)&#39;&gt;"
        );
        assert_eq!(html("a\u{200b}"), "a&lt;U+200B&gt;");
    }

    #[test]
    fn what_is_hidden_is_an_element() {
        assert_eq!(
            html_marked("<U+200B>\u{200b}\n"),
            "&lt;U+200B&gt;<span class=\"u\">U+200B</span><span class=\"u\">↵</span>\n"
        );
    }
}
