//! Characters spelled as escapes.

use super::clues::Clues;
use super::{Replaced, replace};

/// Escapes from which they are no single special character.
const ESCAPES_MIN: usize = 3;

/// `&#105;`, `&#x69;` and named entities.
pub(super) fn entities(text: &str, _: &Clues<'_>) -> Option<Replaced> {
    let parts = collect(text, '&', |rest| {
        let end = rest.bytes().take(12).position(|b| b == b';')?;
        let name = &rest[1..end];
        let decoded = match name.strip_prefix('#') {
            Some(number) => match number.strip_prefix(['x', 'X']) {
                Some(hex) => char::from_u32(u32::from_str_radix(hex, 16).ok()?)?.to_string(),
                None => char::from_u32(number.parse().ok()?)?.to_string(),
            },
            None => named(name)?,
        };
        Some((end + 1, decoded))
    });
    enough(text, &parts)
}

fn named(name: &str) -> Option<String> {
    let plain = match name {
        "amp" => "&",
        "lt" | "LT" => "<",
        "gt" | "GT" => ">",
        "quot" | "QUOT" => "\"",
        "apos" => "'",
        "nbsp" | "ensp" | "emsp" | "thinsp" | "Tab" | "hairsp" | "numsp" | "puncsp" | "NonBreakingSpace" => " ",
        "NewLine" => "\n",
        "period" => ".",
        "comma" => ",",
        "colon" => ":",
        "semi" => ";",
        "excl" => "!",
        "quest" => "?",
        "sol" => "/",
        "bsol" => "\\",
        "lowbar" | "UnderBar" => "_",
        "hyphen" | "dash" | "ndash" | "mdash" => "-",
        "commat" => "@",
        "num" => "#",
        "dollar" => "$",
        "percnt" => "%",
        "lpar" => "(",
        "rpar" => ")",
        "lsqb" | "lbrack" => "[",
        "rsqb" | "rbrack" => "]",
        "lcub" | "lbrace" => "{",
        "rcub" | "rbrace" => "}",
        "ast" => "*",
        "plus" => "+",
        "equals" => "=",
        "vert" | "verbar" => "|",
        "grave" => "`",
        "shy" | "zwnj" | "zwj" => "",
        "imath" | "inodot" => "i",
        "fflig" => "ff",
        "filig" => "fi",
        "fllig" => "fl",
        "fjlig" => "fj",
        _ => {
            let letter = name.chars().next().filter(char::is_ascii_alphabetic)?;
            let rest = &name[1..];
            let styled = matches!(
                rest,
                "opf"
                    | "scr"
                    | "fr"
                    | "acute"
                    | "grave"
                    | "circ"
                    | "uml"
                    | "tilde"
                    | "ring"
                    | "cedil"
                    | "caron"
                    | "macr"
                    | "breve"
                    | "dot"
            );
            return styled.then(|| letter.to_string());
        }
    };
    Some(plain.to_owned())
}

/// `%69`
pub(super) fn percent(text: &str, _: &Clues<'_>) -> Option<Replaced> {
    bytes_spelled(text, '%', |rest| hex_pair(rest.get(1..3)?).map(|byte| (3, byte)))
}

/// `=69`
pub(super) fn quoted_printable(text: &str, _: &Clues<'_>) -> Option<Replaced> {
    bytes_spelled(text, '=', |rest| {
        let pair = rest.get(1..3)?;
        pair.bytes()
            .all(|b| b.is_ascii_digit() || b.is_ascii_uppercase())
            .then(|| hex_pair(pair))
            .flatten()
            .map(|byte| (3, byte))
    })
}

/// `\x69`, `\u0069`, `\u{69}`, `\151`, doubled or not.
pub(super) fn backslash(text: &str, _: &Clues<'_>) -> Option<Replaced> {
    let parts = collect(text, '\\', |rest| {
        let skip = rest.bytes().take(4).take_while(|b| *b == b'\\').count();
        let body = &rest[skip..];
        let (len, code) = match body.as_bytes().first()? {
            b'x' => (3, u32::from_str_radix(body.get(1..3)?, 16).ok()?),
            b'u' if body.starts_with("u{") => {
                let end = body.bytes().take(10).position(|b| b == b'}')?;
                (end + 1, u32::from_str_radix(&body[2..end], 16).ok()?)
            }
            b'u' => (5, u32::from_str_radix(body.get(1..5)?, 16).ok()?),
            b'U' => (9, u32::from_str_radix(body.get(1..9)?, 16).ok()?),
            b'0'..=b'3' => (3, u32::from_str_radix(body.get(..3)?, 8).ok()?),
            _ => return None,
        };
        Some((skip + len, char::from_u32(code)?.to_string()))
    });
    enough(text, &parts)
}

fn hex_pair(pair: &str) -> Option<u8> {
    u8::from_str_radix(pair, 16).ok()
}

type Part = (usize, usize, String);

fn collect(text: &str, sign: char, decode: impl Fn(&str) -> Option<(usize, String)>) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find(sign).map(|n| from + n) {
        match decode(&text[at..]) {
            Some((len, decoded)) => {
                parts.push((at, at + len, decoded));
                from = at + len;
            }
            None => from = at + sign.len_utf8(),
        }
    }
    parts
}

/// Neighboring bytes are one UTF-8 text.
fn bytes_spelled(text: &str, sign: char, decode: impl Fn(&str) -> Option<(usize, u8)>) -> Option<Replaced> {
    let mut parts: Vec<(usize, usize, Vec<u8>)> = Vec::new();
    let mut from = 0;
    while let Some(at) = text[from..].find(sign).map(|n| from + n) {
        match decode(&text[at..]) {
            Some((len, byte)) => {
                match parts.last_mut() {
                    Some(last) if last.1 == at => {
                        last.1 = at + len;
                        last.2.push(byte);
                    }
                    _ => parts.push((at, at + len, vec![byte])),
                }
                from = at + len;
            }
            None => from = at + 1,
        }
    }
    let n: usize = parts.iter().map(|p| p.2.len()).sum();
    if n < ESCAPES_MIN {
        return None;
    }
    let parts: Vec<Part> = parts
        .into_iter()
        .map(|(start, end, bytes)| (start, end, String::from_utf8_lossy(&bytes).into_owned()))
        .collect();
    replace(text, &parts)
}

fn enough(text: &str, parts: &[Part]) -> Option<Replaced> {
    if parts.len() < ESCAPES_MIN {
        return None;
    }
    replace(text, parts)
}
