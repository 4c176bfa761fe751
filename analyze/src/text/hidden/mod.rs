//! Characters and layout that show the reader less than the model reads.
//!
//! Every check knows the honest use of what it looks for: emoji sequences, flags, keycaps, joiners of Arabic and Indic
//! scripts, directional marks around right-to-left text, a byte order mark, single soft hyphens.

mod bidi;
mod controls;
mod invisible;
mod layout;
mod payload;
mod script;

pub(crate) use payload::braille;

use super::fold::is_plain;

/// What is hidden, and where.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hidden {
    /// Name of the detector.
    pub detector: &'static str,
    /// What it adds to the score, in tenths.
    pub weight: i32,
    /// Byte range in the raw text.
    pub start: usize,
    /// End of the range.
    pub end: usize,
    /// What it says, where it decodes to text.
    pub decoded: Option<String>,
}

/// Everything hidden in a text. `is_name` is true for names, where nothing invisible has an honest use.
pub fn find(raw: &str, is_name: bool) -> Vec<Hidden> {
    let mut found = Vec::new();
    if is_plain(raw) {
        // Nothing can be hidden but in markup.
        layout::markup(raw, &mut found);
        return found;
    }
    if !raw.is_ascii() {
        let chars: Vec<(usize, char)> = raw.char_indices().collect();
        payload::find(raw, &chars, &mut found);
        bidi::find(&chars, &mut found);
        invisible::find(&chars, &mut found);
        if is_name {
            invisible::find_in_name(&chars, &mut found);
        }
    }
    if raw.bytes().any(|b| b < 0x20 && !matches!(b, b'\t' | b'\n')) || !raw.is_ascii() || raw.contains('\u{7F}') {
        controls::find(raw, &mut found);
    }
    layout::find(raw, &mut found);
    found
}

#[cfg(test)]
mod tests {
    use super::find;

    fn kinds(text: &str) -> Vec<(&'static str, i32)> {
        find(text, false).into_iter().map(|h| (h.detector, h.weight)).collect()
    }

    #[test]
    fn honest_characters_pass() {
        let texts = [
            "Family 👨‍👩‍👧 and 👩🏽‍💻, flags 🏴󠁧󠁢󠁥󠁮󠁧󠁿 🏳️‍🌈, keycap 1️⃣, warning ⚠️",
            "\u{FEFF}Starts with a mark",
            "می‌خواهم کتاب",
            "क्‍ष और श्री",
            "שלום \u{200F}עולם\u{200E} abc",
            "Name: \u{2068}עולם\u{2069} is shown",
            "Donau\u{AD}dampf\u{AD}schifffahrt",
            "葛\u{E0100}城市",
            "ភាសា\u{200B}ខ្មែរ",
            "Tiếng Việt với dấu",
            "a  table   with\n\n\nbreaks\r\nand Windows lines",
            "ᠮᠣᠩᠭᠣᠯ\u{180B}",
            "Writes an HTML comment (<!-- and -->) around the text.",
        ];
        for text in texts {
            assert_eq!(kinds(text), [], "{text:?}");
        }
    }

    #[test]
    fn hidden_characters_are_found() {
        let tags: String = "go on"
            .chars()
            .map(|c| char::from_u32(0xE0000 + c as u32).unwrap())
            .collect();
        let found = find(&format!("Sum.{tags}"), false);
        assert_eq!(found[0].decoded.as_deref(), Some("go on"));
        let selectors: String = "hi you"
            .bytes()
            .map(|b| char::from_u32(0xE0100 + u32::from(b) - 16).unwrap())
            .collect();
        let found = find(&format!("🙂{selectors}"), false);
        assert_eq!(found[0].decoded.as_deref(), Some("hi you"));
        let cases = [
            ("in\u{200B}side", "zero-width"),
            ("in\u{200D}side", "zero-width"),
            ("in\u{2060}side", "zero-width"),
            ("Rate \u{202E}drawkcab\u{202C}", "bidi-override"),
            ("Rate \u{2067}abc def\u{2069}", "bidi-embedding"),
            ("Open \u{202B}abc", "bidi-embedding"),
            ("x\u{1B}[8mhidden\u{1B}[0m", "control-character"),
            ("good\rbad text", "carriage-return"),
            ("a\u{3164}b", "filler"),
            ("a\u{2063}b", "filler"),
            ("v\u{335}o\u{335}i\u{335}d\u{335} o\u{335}f\u{335}f\u{335}", "overlay"),
        ];
        for (text, expected) in cases {
            assert_eq!(kinds(text).first().map(|k| k.0), Some(expected), "{text:?}");
        }
        assert_eq!(kinds(&format!("Adds.{}now", " ".repeat(200))), [("padding", 6)]);
        assert_eq!(kinds(&format!("Adds.{}now", "\n".repeat(50))), [("padding", 6)]);
        assert_eq!(
            kinds("Adds <!-- there is more to say here --> two numbers"),
            [("hidden-markup", 5)]
        );
    }
}
