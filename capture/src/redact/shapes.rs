//! Tokens that are secret by their shape: a prefix that an issuer reserves, and a body of the right letters and length.

use std::ops::Range;

use aho_corasick::{AhoCorasick, MatchKind};

/// A token and the name of its shape.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) range: Range<usize>,
    pub(super) shape: &'static str,
}

/// One shape: after the prefix stand at least `n_min` letters of the body.
struct Shape {
    name: &'static str,
    prefix: &'static str,
    is_body: fn(u8) -> bool,
    n_min: usize,
    /// Exact length of the body, where the issuer fixes it.
    is_exact: bool,
    /// A word of a language has no digits; a body that must be random has.
    needs_digit: bool,
    /// Only the body is masked, the prefix is an ordinary word.
    keeps_prefix: bool,
}

const fn shape(name: &'static str, prefix: &'static str, is_body: fn(u8) -> bool, n_min: usize) -> Shape {
    Shape {
        name,
        prefix,
        is_body,
        n_min,
        is_exact: false,
        needs_digit: true,
        keeps_prefix: false,
    }
}

fn alphanumeric(byte: u8) -> bool {
    byte.is_ascii_alphanumeric()
}

fn word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

fn url_safe(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-'
}

fn upper(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte.is_ascii_digit()
}

fn dotted(byte: u8) -> bool {
    url_safe(byte) || byte == b'.'
}

fn bearer(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~+/=".contains(&byte)
}

/// Lengths are those that the issuers document, or a little below where they only say "at least".
const SHAPES: &[Shape] = &[
    shape("github-token", "ghp_", alphanumeric, 36),
    shape("github-token", "gho_", alphanumeric, 36),
    shape("github-token", "ghu_", alphanumeric, 36),
    shape("github-token", "ghs_", alphanumeric, 36),
    shape("github-token", "ghr_", alphanumeric, 36),
    shape("github-token", "github_pat_", word, 36),
    shape("gitlab-token", "glpat-", url_safe, 20),
    shape("sk-token", "sk-", url_safe, 32),
    shape("stripe-key", "sk_live_", alphanumeric, 16),
    shape("stripe-key", "rk_live_", alphanumeric, 16),
    shape("stripe-key", "sk_test_", alphanumeric, 16),
    shape("slack-token", "xoxb-", url_safe, 20),
    shape("slack-token", "xoxp-", url_safe, 20),
    shape("slack-token", "xoxa-", url_safe, 20),
    shape("slack-token", "xoxr-", url_safe, 20),
    shape("slack-token", "xoxs-", url_safe, 20),
    shape("slack-token", "xoxe-", url_safe, 20),
    shape("slack-token", "xapp-", url_safe, 20),
    Shape {
        is_exact: true,
        needs_digit: false,
        ..shape("aws-key-id", "AKIA", upper, 16)
    },
    Shape {
        is_exact: true,
        needs_digit: false,
        ..shape("aws-key-id", "ASIA", upper, 16)
    },
    Shape {
        is_exact: true,
        ..shape("google-key", "AIza", url_safe, 35)
    },
    Shape {
        is_exact: true,
        ..shape("npm-token", "npm_", alphanumeric, 36)
    },
    shape("pypi-token", "pypi-", url_safe, 50),
    shape("huggingface-token", "hf_", alphanumeric, 34),
    shape("jwt", "eyJ", dotted, 40),
    Shape {
        keeps_prefix: true,
        ..shape("bearer-token", "Bearer ", bearer, 20)
    },
    Shape {
        keeps_prefix: true,
        ..shape("bearer-token", "bearer ", bearer, 20)
    },
    Shape {
        needs_digit: false,
        ..shape(PRIVATE_KEY, "-----BEGIN ", |byte| byte != b'-', 11)
    },
];

const PRIVATE_KEY: &str = "private-key";
const PRIVATE_KEY_LABEL: &[u8] = b"PRIVATE KEY";
const PRIVATE_KEY_END: &[u8] = b"-----END ";

/// Finds tokens by their shape.
#[derive(Debug)]
pub(super) struct Shapes {
    /// `None` cannot happen with the table above; without it nothing is found, and the tests fail.
    prefixes: Option<AhoCorasick>,
}

impl Shapes {
    pub(super) fn new() -> Self {
        let prefixes = AhoCorasick::builder()
            .match_kind(MatchKind::LeftmostLongest)
            .build(SHAPES.iter().map(|shape| shape.prefix))
            .ok();
        Self { prefixes }
    }

    /// Every token in a text, in order, none overlapping another.
    pub(super) fn find(&self, text: &[u8]) -> Vec<Token> {
        let mut tokens: Vec<Token> = Vec::new();
        let Some(prefixes) = &self.prefixes else { return tokens };
        for found in prefixes.find_iter(text) {
            let shape = &SHAPES[found.pattern().as_usize()];
            let starts_inside = found.start() > 0 && word(text[found.start() - 1]);
            let is_taken = tokens.last().is_some_and(|token| found.start() < token.range.end);
            if starts_inside || is_taken {
                continue;
            }
            if let Some(end) = end_of_token(text, shape, found.end()) {
                let start = if shape.keeps_prefix { found.end() } else { found.start() };
                tokens.push(Token {
                    range: start..end,
                    shape: shape.name,
                });
            }
        }
        tokens
    }
}

/// Where the token ends whose body starts at `start`; `None` where it is none.
fn end_of_token(text: &[u8], shape: &Shape, start: usize) -> Option<usize> {
    let body = &text[start..];
    let n = body
        .iter()
        .position(|&byte| !(shape.is_body)(byte))
        .unwrap_or(body.len());
    let body = &body[..n];
    if shape.name == PRIVATE_KEY {
        return private_key_end(text, start, body);
    }
    let fits = if shape.is_exact {
        n == shape.n_min
    } else {
        n >= shape.n_min
    };
    let is_random =
        !shape.needs_digit || (body.iter().any(u8::is_ascii_digit) && body.iter().any(u8::is_ascii_alphabetic));
    let is_shaped = shape.name != "jwt" || is_jwt(body);
    (fits && is_random && is_shaped).then_some(start + n)
}

/// Three parts between dots, the second an encoded JSON object as well (RFC 7519 section 3).
fn is_jwt(body: &[u8]) -> bool {
    let parts: Vec<&[u8]> = body.split(|&byte| byte == b'.').collect();
    matches!(parts[..], [header, payload, signature] if header.len() >= 10 && payload.starts_with(b"eyJ") && signature.len() >= 10)
}

/// A key reaches to the end of its armor, or to the end of the text where the armor is not closed.
fn private_key_end(text: &[u8], start: usize, label: &[u8]) -> Option<usize> {
    if !label.ends_with(PRIVATE_KEY_LABEL) {
        return None;
    }
    let rest = &text[start..];
    let close = rest
        .windows(PRIVATE_KEY_END.len())
        .position(|window| window == PRIVATE_KEY_END);
    let Some(close) = close else { return Some(text.len()) };
    let after = start + close + PRIVATE_KEY_END.len();
    let dashes = text[after..].windows(5).position(|window| window == b"-----");
    Some(dashes.map_or(text.len(), |at| after + at + 5))
}
