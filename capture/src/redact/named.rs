//! Values that their name makes secret, in messages and in lines of stderr. At capture the name alone is too little: the
//! rules must see what a server says. Where a snapshot leaves the machine, it is enough.

use std::ops::Range;

use mcpward_schemas::snapshot::REDACTION_MARK_START;

use super::shapes::Token;

pub(super) const NAMED: &str = "named-secret";
pub(super) const URL_PASSWORD: &str = "url-password";

/// Parts of names whose values are masked.
const WORDS: [&str; 11] = [
    "token",
    "secret",
    "password",
    "passwd",
    "passphrase",
    "credential",
    "apikey",
    "api_key",
    "api-key",
    "access_key",
    "private_key",
];
/// Names that have such a part and hold something else.
const OTHERS: [&str; 6] = [
    "progresstoken",
    "tokens",
    "tokenizer",
    "token_type",
    "tokentype",
    "token_endpoint",
];
/// A shorter value is a word.
const VALUE_BYTES_MIN: usize = 6;

/// Whether a member of this name holds a secret, if it holds a text.
pub(super) fn is_secret_member(name: &[u8]) -> bool {
    let name = String::from_utf8_lossy(name).to_ascii_lowercase();
    WORDS.iter().any(|word| name.contains(word)) && !OTHERS.iter().any(|other| name.ends_with(other))
}

/// Whether a text may be a secret: one word, and no address.
pub(super) fn is_value(text: &[u8]) -> bool {
    text.len() >= VALUE_BYTES_MIN
        && !text.iter().any(u8::is_ascii_whitespace)
        && !text.windows(3).any(|window| window == b"://")
        && !text.starts_with(REDACTION_MARK_START.as_bytes())
}

/// Values of assignments (`API_KEY=…`), and passwords in URLs.
pub(super) fn find(text: &[u8]) -> Vec<Token> {
    let mut found: Vec<Token> = memchr::memchr_iter(b'=', text)
        .filter_map(|at| assigned(text, at))
        .map(|range| Token { range, shape: NAMED })
        .collect();
    let passwords = memchr::memmem::find_iter(text, "://").filter_map(|at| password(text, at + 3));
    found.extend(passwords.map(|range| Token {
        range,
        shape: URL_PASSWORD,
    }));
    found
}

fn assigned(text: &[u8], at: usize) -> Option<Range<usize>> {
    let is_name = |byte: &&u8| byte.is_ascii_alphanumeric() || b"_-".contains(byte);
    let n_name = text[..at].iter().rev().take_while(is_name).count();
    let start = at
        + 1
        + text[at + 1..]
            .iter()
            .take_while(|&&byte| b"\"'".contains(&byte))
            .count();
    let ends = |byte: u8| byte.is_ascii_whitespace() || b"\"'&,;)}]<>`".contains(&byte);
    let n = text[start..]
        .iter()
        .position(|&byte| ends(byte))
        .unwrap_or(text.len() - start);
    let value = &text[start..start + n];
    let is_random = value.iter().any(u8::is_ascii_digit) && value.iter().any(u8::is_ascii_alphabetic);
    (is_secret_member(&text[at - n_name..at]) && is_random && is_value(value)).then_some(start..start + n)
}

/// The password of `user:password@` after the scheme.
fn password(text: &[u8], start: usize) -> Option<Range<usize>> {
    let ends = |byte: u8| byte.is_ascii_whitespace() || b"/?#\"'<>\\`".contains(&byte);
    let n = text[start..]
        .iter()
        .position(|&byte| ends(byte))
        .unwrap_or(text.len() - start);
    let authority = &text[start..start + n];
    let at = memchr::memrchr(b'@', authority)?;
    let colon = memchr::memchr(b':', &authority[..at])?;
    let is_masked = authority[colon + 1..at].starts_with(b"[redacted");
    (colon + 1 < at && !is_masked).then_some(start + colon + 1..start + at)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn finds_what_a_name_makes_secret() {
        let table: [(&str, &[&str]); 9] = [
            ("API_KEY=abc12345 next", &["abc12345"]),
            ("export DB_PASSWORD='p4ssw0rd!'", &["p4ssw0rd!"]),
            ("https://acme.io/x?access_token=a1b2c3d4&y=1", &["a1b2c3d4"]),
            ("postgres://me:s3cret@db/x", &["s3cret"]),
            ("postgres://me@db/x and http://host:80/a@b", &[]),
            ("token=required max_tokens=100000a", &[]),
            ("token=a1", &[]),
            ("token=[redacted:token]", &[]),
            ("=", &[]),
        ];
        for (text, expected) in table {
            let found: Vec<_> = find(text.as_bytes())
                .into_iter()
                .map(|token| &text[token.range])
                .collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn names_of_other_things_are_known() {
        for name in ["password", "clientSecret", "nextPageToken", "x-api-key"] {
            assert!(is_secret_member(name.as_bytes()), "{name}");
        }
        for name in [
            "progressToken",
            "maxTokens",
            "token_type",
            "key",
            "author",
            "description",
        ] {
            assert!(!is_secret_member(name.as_bytes()), "{name}");
        }
    }
}
