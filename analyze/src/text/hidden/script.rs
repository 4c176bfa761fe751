//! Which scripts need invisible characters, and where.

use unicode_properties::UnicodeEmoji;
use unicode_script::{Script, UnicodeScript};

/// Scripts whose letters join, so that joiners and non-joiners change what is read.
pub(super) fn joins(c: char) -> bool {
    use Script::{
        Adlam, Arabic, Balinese, Bengali, Chakma, Devanagari, Gujarati, Gurmukhi, Javanese, Kannada, Khmer, Malayalam,
        Mandaic, Manichaean, Mongolian, Myanmar, Nko, Oriya, Phags_Pa, Sinhala, Sundanese, Syriac, Tamil, Telugu,
        Tibetan,
    };
    matches!(
        c.script(),
        Arabic
            | Syriac
            | Mandaic
            | Manichaean
            | Mongolian
            | Phags_Pa
            | Nko
            | Adlam
            | Devanagari
            | Bengali
            | Gurmukhi
            | Gujarati
            | Oriya
            | Tamil
            | Telugu
            | Kannada
            | Malayalam
            | Sinhala
            | Khmer
            | Myanmar
            | Tibetan
            | Balinese
            | Javanese
            | Sundanese
            | Chakma
    )
}

/// Scripts written without blanks, where a zero-width space says where a line may break.
pub(super) fn breaks_with_zero_width_space(c: char) -> bool {
    use Script::{Balinese, Javanese, Khmer, Lao, Myanmar, New_Tai_Lue, Tai_Tham, Thai, Tibetan};
    matches!(
        c.script(),
        Khmer | Thai | Lao | Myanmar | Tibetan | Tai_Tham | New_Tai_Lue | Javanese | Balinese
    )
}

/// Whether the character is written from right to left.
pub(super) fn is_right_to_left(c: char) -> bool {
    matches!(c, '\u{0590}'..='\u{08FF}' | '\u{FB1D}'..='\u{FDFF}' | '\u{FE70}'..='\u{FEFE}' | '\u{10800}'..='\u{10FFF}' | '\u{1E800}'..='\u{1EFFF}')
        && c != '\u{061C}'
}

/// Whether the character can start, or go on with, an emoji sequence.
pub(super) fn is_emoji(c: char) -> bool {
    (!c.is_ascii() && c.is_emoji_char()) || matches!(c, '\u{FE0F}' | '\u{1F3FB}'..='\u{1F3FF}' | '\u{20E3}')
}

/// Whether a variation selector after this character picks one of its registered forms.
pub(super) fn takes_selector(c: char, selector: char) -> bool {
    let ideograph = matches!(c.script(), Script::Han);
    match selector {
        '\u{E0100}'..='\u{E01EF}' => ideograph,
        '\u{FE0E}' | '\u{FE0F}' => {
            c.is_emoji_char()
                || ideograph
                || matches!(c, '\u{2000}'..='\u{2BFF}' | '\u{3000}'..='\u{303F}' | '\u{00A9}' | '\u{00AE}' | '\u{1F000}'..='\u{1FAFF}')
        }
        _ => {
            ideograph
                || matches!(c.script(), Script::Myanmar | Script::Phags_Pa | Script::Manichaean)
                || matches!(c, '\u{2200}'..='\u{2AFF}' | '\u{FF01}'..='\u{FF0E}' | '\u{3001}' | '\u{3002}' | '0')
        }
    }
}
