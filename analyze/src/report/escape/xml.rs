//! XML 1.0.

use super::{Raw, html, visible};

/// Text for element content and for double-quoted attributes of XML 1.0. Characters that XML 1.0 bars even as references are
/// shown as `<U+XXXX>` (escaped); `]]>` cannot appear, since `>` is always escaped.
pub fn xml<'a>(text: impl Into<Raw<'a>>) -> String {
    html(&*visible(text))
}

#[cfg(test)]
mod tests {
    use super::xml;

    #[test]
    fn barred_characters_and_cdata_ends_are_text() {
        assert_eq!(xml("\u{0}]]>\u{fffe}"), "&lt;U+0000&gt;]]&gt;&lt;U+FFFE&gt;");
    }
}
