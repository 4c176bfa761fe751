//! Secrets in URLs, headers and command lines, where the place alone can make a value secret.

use mcpward_schemas::snapshot::{REDACTION_MARK_START, redaction_mark};
use url::Url;

use super::Redactor;

/// Parts of names whose values are secret.
const SECRET_WORDS: &[&str] = &[
    "token",
    "secret",
    "password",
    "passwd",
    "passphrase",
    "credential",
    "apikey",
    "api-key",
    "api_key",
    "access_key",
    "private_key",
    "signature",
];
/// Headers whose values are secret (RFC 9110 section 11, RFC 6265).
const SECRET_HEADERS: &[&str] = &["authorization", "proxy-authorization", "cookie", "set-cookie"];

/// Whether a value under this name is taken for a secret.
pub(crate) fn is_secret_name(name: &str) -> bool {
    let name = name.trim_start_matches('-').to_ascii_lowercase();
    SECRET_WORDS.iter().any(|word| name.contains(word))
        || matches!(name.as_str(), "key" | "auth" | "sig" | "code" | "pwd")
}

/// Whether the value of this header is a secret, whatever it is.
pub(crate) fn is_secret_header(name: &str) -> bool {
    SECRET_HEADERS.contains(&name.to_ascii_lowercase().as_str()) || is_secret_name(name)
}

impl Redactor {
    /// A URL with its user information, secret query values and known secrets masked.
    pub(crate) fn url(&mut self, text: &str) -> String {
        let masked = self.text(text);
        if let Ok(url) = Url::parse(&masked) {
            return self.without_secret_parts(url).unwrap_or(masked);
        }
        // A mark in the place of the host leaves no URL, so its parts are looked at first.
        let parts = Url::parse(text).ok().and_then(|url| self.without_secret_parts(url));
        parts.map_or(masked, |parts| self.text(&parts))
    }

    /// The URL without its user information and secret query values; `None` where it has neither.
    fn without_secret_parts(&self, mut url: Url) -> Option<String> {
        let has_user = !url.username().is_empty() || url.password().is_some();
        let has_secret = url
            .query_pairs()
            .any(|(name, value)| self.is_secret_pair(&name, &value));
        if !has_user && !has_secret {
            return None;
        }
        if has_user {
            // Fails only for URLs that can have no user, and this one has.
            let user = url.set_username("redacted").and_then(|()| url.set_password(None));
            debug_assert!(user.is_ok(), "a URL with a user can have another");
        }
        if has_secret {
            let pairs: Vec<String> = url
                .query_pairs()
                .map(|(name, value)| match self.is_secret_pair(&name, &value) {
                    true => format!("{name}={}", redaction_mark(&name)),
                    false => format!("{name}={value}"),
                })
                .collect();
            url.set_query(Some(&pairs.join("&")));
        }
        Some(url.to_string())
    }

    fn is_secret_pair(&self, name: &str, value: &str) -> bool {
        let is_masked = value.starts_with(REDACTION_MARK_START);
        !value.is_empty() && !is_masked && (is_secret_name(name) || self.known.short(value.as_bytes()).is_some())
    }

    /// The value of a header. One that is secret by its name is masked as a whole, but for its scheme.
    pub(crate) fn header(&mut self, name: &str, value: &str) -> String {
        let (scheme, rest) = match value.split_once(' ') {
            Some((scheme, rest)) if is_secret_header(name) => (Some(scheme), rest),
            _ => (None, value),
        };
        let mut masked = self.text(rest);
        if masked == rest && is_secret_header(name) && !rest.is_empty() {
            masked = redaction_mark(name);
        }
        match scheme {
            Some(scheme) => format!("{scheme} {masked}"),
            None => masked,
        }
    }

    /// The arguments of a command line. One that follows a flag with a secret name (`--token X`) is masked as a whole.
    pub(crate) fn arguments(&mut self, arguments: &[String]) -> Vec<String> {
        let mut masked = Vec::with_capacity(arguments.len());
        let mut flag = None;
        for argument in arguments {
            let text = self.argument(argument);
            let is_flag = argument.starts_with('-');
            masked.push(match flag.take() {
                Some(flag) if text == *argument && !is_flag => redaction_mark(flag),
                _ => text,
            });
            let name = argument.trim_start_matches('-');
            flag = (is_flag && !argument.contains('=') && is_secret_name(name)).then_some(name);
        }
        masked
    }

    /// An argument of a command line: known secrets, and what follows a secret name in `--name=value`.
    pub(crate) fn argument(&mut self, argument: &str) -> String {
        match argument.split_once('=') {
            Some((name, value)) if !value.is_empty() => {
                let masked = self.text(value);
                let name = self.text(name);
                if masked == value && is_secret_name(&name) {
                    return format!("{name}={}", redaction_mark(name.trim_start_matches('-')));
                }
                format!("{name}={masked}")
            }
            _ if argument.contains("://") => self.url(argument),
            _ => self.text(argument),
        }
    }
}
