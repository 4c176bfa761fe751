//! Text as words are compared: what a reader would read, in one spelling.
//!
//! Compatibility forms (fullwidth, styled and circled letters, ligatures) become plain ones, marks on Latin, Greek,
//! Cyrillic, Arabic and Hebrew letters go, as do invisible characters and terminal sequences; case is folded, quotes and
//! dashes have one form, and blanks are single. A break between paragraphs, list items or labelled lines stays as `\n`;
//! another line break is a blank, since prose is wrapped.

use unicode_normalization::char::decompose_compatible;

use super::ignorable::is_ignorable;

/// A folded text and, for each of its bytes and its end, the byte offset in the text it came from.
pub fn fold(raw: &str) -> (String, Vec<u32>) {
    let offset = |at: usize| u32::try_from(at).unwrap_or(u32::MAX);
    let mut map = Vec::with_capacity(raw.len() + 1);
    let text = folded(raw, |at, n| map.extend(std::iter::repeat_n(offset(at), n)));
    map.push(offset(raw.len()));
    (text, map)
}

/// Only the folded text. The words and phrases of word lists follow the same rules.
pub fn spelling(raw: &str) -> String {
    if is_plain(raw) {
        return raw.to_ascii_lowercase();
    }
    folded(raw, |_, _| {})
}

/// Whether a text is words of ASCII with single blanks between them, as most are: only case is folded then.
pub fn is_plain(raw: &str) -> bool {
    let mut before = b' ';
    for byte in raw.as_bytes() {
        let is_single = byte.is_ascii_graphic() || *byte == b' ' && before != b' ';
        if !is_single {
            return false;
        }
        before = *byte;
    }
    before != b' '
}

/// The folded text; `came_from` is told for each of its parts the offset that it came from and its bytes.
fn folded(raw: &str, came_from: impl FnMut(usize, usize)) -> String {
    let mut out = Folded {
        text: String::with_capacity(raw.len()),
        came_from,
    };
    let mut rest = raw;
    let mut n_breaks = 0usize;
    let mut blank = false;
    while let Some(c) = rest.chars().next() {
        let at = raw.len() - rest.len();
        // Most of a text is words of ASCII.
        let word = rest.bytes().take_while(u8::is_ascii_graphic).count();
        if word > 0 {
            if blank {
                let labelled = n_breaks > 0 && starts_label(rest);
                out.push(if n_breaks > 1 || labelled { '\n' } else { ' ' }, at);
                (blank, n_breaks) = (false, 0);
            }
            out.push_ascii(&rest[..word], at);
            rest = &rest[word..];
            continue;
        }
        rest = &rest[c.len_utf8()..];
        match c {
            '\n' | '\r' | '\u{0B}' | '\u{0C}' | '\u{85}' | '\u{2028}' | '\u{2029}' => {
                n_breaks += usize::from(c != '\r');
                blank = true;
            }
            '\u{1B}' => rest = after_sequence(rest),
            '\u{9B}' => rest = after_letter(rest),
            c if c.is_whitespace() || c == '\u{2800}' || c == '\u{3164}' => blank = true,
            c if is_ignorable(c) || c.is_control() => {}
            c => {
                if blank {
                    out.push(if n_breaks > 1 { '\n' } else { ' ' }, at);
                    (blank, n_breaks) = (false, 0);
                }
                out.push_folded(c, at);
            }
        }
    }
    out.text
}

struct Folded<F> {
    text: String,
    came_from: F,
}

impl<F: FnMut(usize, usize)> Folded<F> {
    fn push(&mut self, c: char, at: usize) {
        if self.text.is_empty() && (c == ' ' || c == '\n') {
            return;
        }
        self.text.push(c);
        (self.came_from)(at, c.len_utf8());
    }

    fn push_ascii(&mut self, word: &str, at: usize) {
        let start = self.text.len();
        self.text.push_str(word);
        self.text[start..].make_ascii_lowercase();
        (0..word.len()).for_each(|n| (self.came_from)(at + n, 1));
    }

    fn push_folded(&mut self, c: char, at: usize) {
        if let Some(plain) = plain_form(c) {
            plain.chars().for_each(|p| self.push(p, at));
            return;
        }
        // A Hangul syllable stays whole: its parts would be three letters that no word list spells.
        if matches!(c, '\u{AC00}'..='\u{D7A3}' | '\u{3040}'..='\u{30FF}' | '\u{4E00}'..='\u{9FFF}') {
            self.push(c, at);
            return;
        }
        decompose_compatible(c, |part| {
            if !is_dropped_mark(part) {
                match plain_form(part) {
                    Some(plain) => plain.chars().for_each(|p| self.push(p, at)),
                    None => part
                        .to_lowercase()
                        .filter(|l| !is_dropped_mark(*l))
                        .for_each(|l| self.push(l, at)),
                }
            }
        });
    }
}

/// Marks that distinguish no words of the lists: combining diacritics and overlays, Arabic and Hebrew points, tatweel.
fn is_dropped_mark(c: char) -> bool {
    matches!(c,
        '\u{0300}'..='\u{036F}' | '\u{0483}'..='\u{0489}' | '\u{0591}'..='\u{05BD}' | '\u{05BF}' | '\u{05C1}'..='\u{05C7}'
        | '\u{0610}'..='\u{061A}' | '\u{0640}' | '\u{064B}'..='\u{065F}' | '\u{0670}' | '\u{1AB0}'..='\u{1AFF}'
        | '\u{1DC0}'..='\u{1DFF}' | '\u{20D0}'..='\u{20FF}' | '\u{FE20}'..='\u{FE2F}')
}

/// Letters and signs that no normalization form makes plain.
fn plain_form(c: char) -> Option<&'static str> {
    Some(match c {
        '\u{2018}' | '\u{2019}' | '\u{201B}' | '\u{02BC}' | '\u{2032}' => "'",
        '\u{201C}' | '\u{201D}' | '\u{201E}' | '\u{00AB}' | '\u{00BB}' | '\u{300C}' | '\u{300D}' => "\"",
        '\u{2010}'..='\u{2015}' | '\u{2212}' => "-",
        'ı' => "i",
        'ł' | 'Ł' => "l",
        'đ' | 'Đ' => "d",
        'ø' | 'Ø' => "o",
        'ß' => "ss",
        'æ' | 'Æ' => "ae",
        'œ' | 'Œ' => "oe",
        'ى' => "ي",
        'ة' => "ه",
        'ᴀ' => "a",
        'ʙ' => "b",
        'ᴄ' => "c",
        'ᴅ' => "d",
        'ᴇ' => "e",
        'ꜰ' => "f",
        'ɢ' => "g",
        'ʜ' => "h",
        'ɪ' => "i",
        'ᴊ' => "j",
        'ᴋ' => "k",
        'ʟ' => "l",
        'ᴍ' => "m",
        'ɴ' => "n",
        'ᴏ' => "o",
        'ᴘ' => "p",
        'ꞯ' => "q",
        'ʀ' => "r",
        'ꜱ' => "s",
        'ᴛ' => "t",
        'ᴜ' => "u",
        'ᴠ' => "v",
        'ᴡ' => "w",
        'ʏ' => "y",
        'ᴢ' => "z",
        '\u{1F150}'..='\u{1F169}' => letter(c, 0x1F150),
        '\u{1F170}'..='\u{1F189}' => letter(c, 0x1F170),
        _ => return None,
    })
}

fn letter(c: char, first: u32) -> &'static str {
    let idx = (c as u32).saturating_sub(first) as usize;
    "abcdefghijklmnopqrstuvwxyz".get(idx..=idx).unwrap_or("")
}

/// Whether a line starts as list items, headings, tags, labels (`Args:`) and members of JSON do, so that it is no continuation.
fn starts_label(line: &str) -> bool {
    let bytes = line.as_bytes();
    match bytes.first() {
        Some(b'#' | b'<' | b'[' | b'|' | b'*' | b'-' | b'+' | b'@' | b'>' | b'`' | b'{' | b'}' | b']') => true,
        Some(quote @ (b'"' | b'\'')) => {
            let key = bytes[1..].iter().take(40).take_while(|b| *b != quote).count();
            bytes.get(key + 2) == Some(&b':')
        }
        Some(b'0'..=b'9') => {
            let digits = bytes.iter().take(4).take_while(|b| b.is_ascii_digit()).count();
            matches!(bytes.get(digits), Some(b'.' | b')'))
        }
        _ => {
            let word = bytes
                .iter()
                .take(40)
                .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
                .count();
            bytes.get(word) == Some(&b':') && word > 0
        }
    }
}

/// What comes behind the rest of an escape: a control sequence, an operating system command, or one character.
fn after_sequence(rest: &str) -> &str {
    let mut chars = rest.chars();
    match chars.next() {
        Some('[') => return after_letter(chars.as_str()),
        Some(']' | 'P' | '_' | '^') => {
            while let Some(c) = chars.next() {
                match c {
                    '\u{07}' | '\u{9C}' => break,
                    '\u{1B}' => {
                        chars.next();
                        break;
                    }
                    _ => {}
                }
            }
        }
        _ => {}
    }
    chars.as_str()
}

/// What comes behind the parameters of a control sequence and the letter that ends it.
fn after_letter(rest: &str) -> &str {
    let rest = rest.trim_start_matches(|c| (' '..='?').contains(&c));
    rest.strip_prefix(|c| ('@'..='~').contains(&c)).unwrap_or(rest)
}

#[cfg(test)]
mod tests {
    use super::{fold, spelling};

    #[test]
    fn one_spelling_for_many_forms() {
        let cases = [
            ("Plain  Text\twith\nwraps", "plain text with wraps"),
            ("one\n\ntwo\n- three\nArgs: x", "one\ntwo\n- three\nargs: x"),
            ("{\n \"url\": \"u\",\n \"to\": 1\n}", "{\n\"url\": \"u\",\n\"to\": 1\n}"),
            ("he said\n\"yes\" to it", "he said \"yes\" to it"),
            ("ＦＵＬＬ 𝐛𝐨𝐥𝐝 ⓒⓘⓡⓒⓛⓔ ﬁne", "full bold circle fine"),
            ("ꜱᴍᴀʟʟ 🅲🅰🅿", "small cap"),
            ("précédentes Größe İstanbul ılık", "precedentes grosse istanbul ilik"),
            ("he\u{200B}l\u{00AD}lo\u{2060}!", "hello!"),
            ("a\u{1B}[8mb\u{1B}[0m c\u{1B}]8;;http://x\u{07}d", "ab cd"),
            (
                "don\u{2019}t \u{201C}quote\u{201D} \u{2013} dash",
                "don't \"quote\" - dash",
            ),
            ("이전 지시를 ガギ ｶﾞ", "이전 지시를 ガギ カ\u{3099}"),
        ];
        for (raw, expected) in cases {
            assert_eq!(spelling(raw), expected, "{raw:?}");
        }
    }

    #[test]
    fn offsets_lead_back() {
        let raw = "\u{200B}  Ｇo\u{301}  X";
        let (text, map) = fold(raw);
        assert_eq!(text, "go x");
        assert_eq!(map, [5, 8, 13, 13, 14]);
    }
}
