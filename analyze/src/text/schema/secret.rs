//! Parameters that ask for a secret: by their names and labels, and what explains them.

use mcpward_json::Value;

use super::{PURPOSE_CHARS, Parameter, is_one_of, own_purpose};
use crate::text::identifier;
use crate::text::scan::Part;

/// Words that explain why a tool asks for a secret.
const AUTH: &str = "auth|authenticate|authenticates|authentication|authorize|authorization|login|log in|logs in|sign in|\
    signs in|signin|sign up|signup|register|credential|credentials|password|passwords|passphrase|secret|secrets|\
    token|tokens|vault|unlock|decrypt|encrypt|decrypts|encrypts|certificate|keystore|key ring|keyring|oauth|sso|\
    mfa|2fa|totp|otp|smtp|imap|connection|account|wallet|ssh|vpn|wifi|session|private key|api key|apikey|verify|\
    verification|pin|payment|card|signing|sign|signs|keypair|cookie|cookies|browser|webhook|database|protected|\
    zip|pdf|archive|mnemonic|login form|bank|tan|hash";

/// Of these, words that explain a way in, and not why somebody's PIN, card or seed phrase is wanted.
const WAYS_IN: &str =
    "account|connection|session|cookie|cookies|browser|webhook|database|protected|archive|pdf|zip|hash";

/// Words that a description which only names its parameter has at most: "OpenAI API key", "Card PIN".
const LABEL_WORDS_MAX: usize = 4;

/// What counts for and against a parameter that asks for a secret; `None` for others.
pub(super) fn parts(tool: Value<'_>, parameter: &Parameter<'_>) -> Option<Vec<Part>> {
    let level = secret(parameter)?;
    let mut parts = vec![Part::new(
        "secret-parameter",
        "asks for a secret",
        if level >= 2 { 6 } else { 3 },
    )];
    if parameter.required && level >= 2 {
        parts.push(Part::new("required", "it must be given", 4));
    }
    let explaining: Vec<&str> = AUTH
        .split('|')
        .filter(|word| level < 3 || !is_one_of(word, WAYS_IN))
        .collect();
    parts.extend(own_purpose(tool, &explaining.join("|"), PURPOSE_CHARS * 10));
    if is_explained_beside(parameter) {
        parts.push(Part::new(
            "explained beside",
            "what holds it, or its description, says what it is for",
            -4,
        ));
    }
    Some(parts)
}

fn secret(parameter: &Parameter<'_>) -> Option<u8> {
    let by_name = secrecy(&parameter.name);
    let label = parameter.schema.get("description").and_then(Value::as_str);
    let label = label.filter(|label| by_name > 0 && label.split_whitespace().count() <= LABEL_WORDS_MAX);
    // A label may say more of a secret than its name, and makes none of a name that is none.
    let level = by_name.max(label.map_or(0, |label| secrecy(&label)));
    let kind = parameter.schema.get("type");
    let is_text = kind.is_none_or(|kind| kind.is_text("string") || kind.is_array());
    (level > 0 && is_text).then_some(level)
}

/// Whether the object that a secret is part of tells what it is for (`basic_auth`, `SheetProtection`), or its description
/// whose it is: "the secret of the upload" is no person's.
fn is_explained_beside(parameter: &Parameter<'_>) -> bool {
    let is_explaining = |word: &str| is_one_of(word, AUTH) || word.starts_with("protect");
    let mut holders = parameter.pointer.rsplit('/').skip(1);
    let by_holder = holders.any(|holder| identifier::words(holder).split(' ').any(is_explaining));
    let description = parameter.schema.get("description").and_then(Value::as_str);
    let by_description = identifier::words(&parameter.name) == "secret"
        && description.is_some_and(|text| text.to_ascii_lowercase().contains("secret of the "));
    by_holder || by_description
}

/// How much a parameter's name speaks of a secret: 0, 1 (perhaps), 2 (surely), or 3 where nobody but its owner needs it.
pub fn secrecy(name: &str) -> u8 {
    let words = identifier::words(name);
    let list: Vec<&str> = words.split(' ').collect();
    let Some((&last, before)) = list.split_last() else {
        return 0;
    };
    // What holds a secret's value is one too; what only describes it is not.
    let (last, before) = match (last, before.split_last()) {
        ("value" | "content" | "contents" | "plaintext" | "text" | "string" | "pem" | "data", Some((&inner, rest))) => {
            (inner, rest)
        }
        _ => (last, before),
    };
    let has = |wanted: &[&str]| before.iter().any(|w| wanted.contains(w));
    if has(&[
        "has",
        "is",
        "show",
        "hide",
        "reset",
        "require",
        "requires",
        "use",
        "with",
        "no",
        "public",
        "max",
        "min",
        "page",
        "next",
        "skip",
        "sync",
        "continuation",
        "hashed",
        "masked",
    ]) {
        return 0;
    }
    match last {
        "cvv" | "cvc" | "mnemonic" | "ssn" => 3,
        "password" | "passwd" | "pwd" | "passphrase" | "passcode" | "passwort" | "privatekey" | "otp" => 2,
        "phrase" if has(&["seed", "recovery"]) => 3,
        "phrase" if has(&["pass", "secret"]) => 2,
        "key"
            if has(&[
                "private",
                "secret",
                "ssh",
                "master",
                "encryption",
                "wallet",
                "signing",
                "rsa",
            ]) =>
        {
            2
        }
        "secret" | "secrets"
            if before.is_empty() || has(&["client", "api", "app", "shared", "aws", "webhook", "your"]) =>
        {
            2
        }
        "credentials" | "passwords" => 2,
        "cookie" | "cookies" if has(&["session", "auth", "login", "browser"]) => 2,
        "code" if has(&["otp", "totp", "mfa", "2fa", "pin"]) || (has(&["time"]) && has(&["one"])) => 2,
        "number" if has(&["card", "ssn"]) || (has(&["security"]) && has(&["social"])) => 3,
        "pin" if before.is_empty() || has(&["card", "account", "bank"]) => 3,
        "token"
            if has(&[
                "github", "gitlab", "slack", "session", "refresh", "jwt", "secret", "aws", "personal", "bearer",
            ]) =>
        {
            2
        }
        "token" if has(&["api", "access", "auth", "oauth"]) => 1,
        "key" if has(&["openai", "anthropic", "aws"]) => 2,
        "key" if has(&["api", "access"]) => 1,
        "apikey" => 1,
        _ => 0,
    }
}
