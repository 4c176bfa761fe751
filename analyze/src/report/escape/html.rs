//! HTML.

use super::{Raw, visible};

/// Text for element content and for double-quoted attributes.
pub fn html<'a>(text: impl Into<Raw<'a>>) -> String {
    let text = visible(text);
    let mut out = String::with_capacity(text.len() + 16);
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\'' => out.push_str("&#39;"),
            c => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::html;

    #[test]
    fn markup_is_text() {
        assert_eq!(
            html("</script><img src=x onerror='a(\"&\")'>"),
            "&lt;/script&gt;&lt;img src=x onerror=&#39;a(&quot;&amp;&quot;)&#39;&gt;"
        );
        assert_eq!(html("a\u{200b}"), "a&lt;U+200B&gt;");
    }
}
