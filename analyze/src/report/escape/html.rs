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
    marked(text.into(), "<span class=\"u\">↵</span>\n")
}

/// The same for text that we laid out ourselves, such as indented JSON: its line feeds are layout and not marked.
pub fn html_laid_out<'a>(text: impl Into<Raw<'a>>) -> String {
    marked(text.into(), "\n")
}

fn marked(text: Raw<'_>, line_feed: &str) -> String {
    let mut out = String::with_capacity(text.0.len() + 16);
    each(text.0, |c, shown| {
        let n = match shown {
            Shown::AsIs => return push(&mut out, c),
            Shown::Once => 1,
            Shown::Times(n) => n,
        };
        if c == '\n' {
            out.push_str(&line_feed.repeat(n));
            return;
        }
        let times = if n > 1 { format!("×{n}") } else { String::new() };
        out.push_str(&format!("<span class=\"u\">U+{:04X}{times}</span>", u32::from(c)));
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
    use super::{html, html_laid_out, html_marked};

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
        assert_eq!(html_laid_out("{\n  \u{1b}}"), "{\n  <span class=\"u\">U+001B</span>}");
    }
}
