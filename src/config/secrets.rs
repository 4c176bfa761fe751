//! Which values are secrets, and what stands in their place.

use mcpward_capture::Secret;
use mcpward_schemas::snapshot::{REDACTION_MARK_START, redaction_mark};
use serde_json::Value;

/// Shorter secrets count only as a whole value: `8080` as a port would otherwise vanish from every text.
pub(super) const PART_BYTES_MIN: usize = 8;

/// Words that make a name secret-like, as whole words of it.
const WORDS: [&str; 14] = [
    "token",
    "secret",
    "secrets",
    "password",
    "passwd",
    "pwd",
    "passphrase",
    "credential",
    "credentials",
    "apikey",
    "authorization",
    "auth",
    "cookie",
    "bearer",
];

/// Words before `key` that make it secret-like.
const KEY_WORDS: [&str; 9] = [
    "api",
    "access",
    "private",
    "secret",
    "signing",
    "encryption",
    "account",
    "license",
    "shared",
];

/// Whether a name (of a variable, header, option or query parameter) says that its value is a secret.
pub(crate) fn is_secret_like(name: &str) -> bool {
    let words = words(name);
    let has_word = words.iter().any(|word| WORDS.contains(&word.as_str()));
    let has_key = words
        .windows(2)
        .any(|pair| pair[1] == "key" && KEY_WORDS.contains(&pair[0].as_str()));
    // A variable such as `ACME_KEY` names what it opens before the word.
    let ends_in_key =
        words.len() > 1 && words.last().is_some_and(|word| word == "key") && name.chars().all(|c| !c.is_lowercase());
    has_word || has_key || ends_in_key
}

/// The words of a name in lower case, split at punctuation and at each capital after a small letter.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut was_lower = false;
    for c in name.chars() {
        if !c.is_alphanumeric() || (c.is_uppercase() && was_lower) {
            words.push(String::new());
        }
        if c.is_alphanumeric() {
            words
                .last_mut()
                .expect("there is always a last word")
                .extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase() || c.is_ascii_digit();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Known secrets, each value once, the longest first so that one inside another can't spoil it.
#[derive(Debug, Default, Clone)]
pub(super) struct Secrets(Vec<Secret>);

impl Secrets {
    /// Adds one. A value that is empty or known already adds nothing, nor does what stands in for a variable that is not set.
    pub(super) fn add(&mut self, name: &str, value: &str) {
        let is_stand_in = value.contains("${") || value.contains(REDACTION_MARK_START);
        if value.is_empty() || is_stand_in || self.0.iter().any(|secret| secret.value == value) {
            return;
        }
        let at = self.0.partition_point(|secret| secret.value.len() >= value.len());
        self.0.insert(
            at,
            Secret {
                name: name.to_owned(),
                value: value.to_owned(),
            },
        );
    }

    /// The secrets.
    pub(super) fn into_vec(self) -> Vec<Secret> {
        self.0
    }

    /// The text with each secret as its mark.
    pub(super) fn mask(&self, text: &str) -> String {
        if let Some(secret) = self.0.iter().find(|secret| secret.value == text) {
            return redaction_mark(&secret.name);
        }
        let long = self.0.iter().filter(|secret| secret.value.len() >= PART_BYTES_MIN);
        long.fold(text.to_owned(), |masked, secret| {
            masked.replace(&secret.value, &redaction_mark(&secret.name))
        })
    }

    /// Masks every string of a value.
    pub(super) fn mask_all(&self, value: &mut Value) {
        match value {
            Value::String(text) => *text = self.mask(text),
            Value::Array(items) => items.iter_mut().for_each(|item| self.mask_all(item)),
            Value::Object(members) => members.values_mut().for_each(|member| self.mask_all(member)),
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// Secrets that stand in a command line as they are: `--api-key VALUE`, `--api-key=VALUE`, `API_KEY=VALUE`.
pub(super) fn in_args(args: &[String], secrets: &mut Secrets) {
    for (at, arg) in args.iter().enumerate() {
        if let Some((name, value)) = arg.split_once('=') {
            if is_secret_like(name) && !name.contains("://") {
                secrets.add(name.trim_start_matches('-'), value);
            }
        } else if arg.starts_with('-')
            && is_secret_like(arg)
            && let Some(value) = args.get(at + 1).filter(|value| !value.starts_with('-'))
        {
            secrets.add(arg.trim_start_matches('-'), value);
        }
        in_url(arg, secrets);
    }
}

/// Secrets in a URL: the password of its user information, and query parameters with a secret-like name.
pub(super) fn in_url(url: &str, secrets: &mut Secrets) {
    let Some((_, rest)) = url.split_once("://") else { return };
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if let Some((user_info, _)) = authority.rsplit_once('@') {
        secrets.add(
            "url-password",
            user_info.split_once(':').map_or(user_info, |(_, password)| password),
        );
    }
    let query = rest.split_once('?').map_or("", |(_, query)| query);
    for pair in query.split('#').next().unwrap_or_default().split('&') {
        if let Some((name, value)) = pair.split_once('=')
            && (is_secret_like(name) || name == "key")
        {
            secrets.add(name, value);
        }
    }
}

/// The secret in a header's literal value: what follows the scheme, or all of it.
pub(super) fn in_header(name: &str, value: &str, secrets: &mut Secrets) {
    if !is_secret_like(name) {
        return;
    }
    let secret = match value.split_once(' ') {
        Some(("Bearer" | "bearer" | "Basic" | "basic" | "Token" | "token", secret)) => secret.trim(),
        _ => value,
    };
    secrets.add(&name.to_ascii_lowercase(), secret);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn knows_secret_like_names() {
        for name in [
            "MCP_TOKEN",
            "githubToken",
            "--api-key",
            "X-Api-Key",
            "OPENAI_KEY",
            "authorization",
            "DB_PASSWORD",
            "clientSecret",
        ] {
            assert!(is_secret_like(name), "{name}");
        }
        for name in [
            "HOME",
            "tokenizer",
            "author",
            "key",
            "sort-key",
            "PORT",
            "monkey",
            "MAX_TOKENS",
        ] {
            assert!(!is_secret_like(name), "{name}");
        }
    }

    #[test]
    fn masks_long_ones_anywhere_and_short_ones_as_a_whole() {
        let mut secrets = Secrets::default();
        secrets.add("PORT", "8080");
        secrets.add("LONG", "s3cr3t-s3cr3t");
        secrets.add("LONGER", "s3cr3t-s3cr3t-more");
        secrets.add("AGAIN", "8080");
        secrets.add("EMPTY", "");
        let table = [
            ("8080", "[redacted:PORT]"),
            ("port 8080", "port 8080"),
            ("a s3cr3t-s3cr3t b", "a [redacted:LONG] b"),
            ("s3cr3t-s3cr3t-more", "[redacted:LONGER]"),
            ("", ""),
        ];
        for (text, masked) in table {
            assert_eq!(secrets.mask(text), masked);
        }
    }

    #[test]
    fn finds_secrets_that_stand_in_the_open() {
        let args = [
            "--api-key",
            "k-11111111",
            "--token=t-22222222",
            "-e",
            "DB_PASSWORD=p-33333333",
            "--verbose",
            "--auth",
            "--port",
        ];
        let mut secrets = Secrets::default();
        in_args(&args.map(str::to_owned), &mut secrets);
        in_url(
            "https://me:pw-4444444@host/mcp?api_key=q-5555555&page=2#x",
            &mut secrets,
        );
        in_header("Authorization", "Bearer h-6666666", &mut secrets);
        in_header("X-Tenant", "acme-acme", &mut secrets);
        let mut found = secrets
            .into_vec()
            .into_iter()
            .map(|secret| format!("{}={}", secret.name, secret.value))
            .collect::<Vec<_>>();
        found.sort();
        let expected = [
            "DB_PASSWORD=p-33333333",
            "api-key=k-11111111",
            "api_key=q-5555555",
            "authorization=h-6666666",
            "token=t-22222222",
            "url-password=pw-4444444",
        ];
        assert_eq!(found, expected);
    }
}
