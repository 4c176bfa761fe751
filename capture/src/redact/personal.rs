//! What is no secret to a rule but to a person: e-mail addresses, names of users in home paths, names of hosts. It is
//! masked where a snapshot leaves the machine, never at capture.

use std::collections::BTreeSet;
use std::ops::Range;

use mcpward_schemas::snapshot::REDACTION_MARK_START;

use super::shapes::Token;

pub(super) const EMAIL: &str = "email";
pub(super) const USER: &str = "user";
pub(super) const HOST: &str = "host";

/// Domains that nobody has (RFC 2606): an address or host in them is an example.
const EXAMPLE_DOMAINS: [&str; 7] = [
    "example.com",
    "example.org",
    "example.net",
    "example",
    "test",
    "invalid",
    "localhost",
];
/// Names of users that tell nothing of a person: placeholders of documentation, and what images call their only user.
const NO_PERSON: [&str; 22] = [
    "user",
    "username",
    "your-username",
    "yourusername",
    "yourname",
    "your-name",
    "you",
    "me",
    "name",
    "runner",
    "node",
    "app",
    "root",
    "ubuntu",
    "vscode",
    "codespace",
    "shared",
    "public",
    "default",
    "guest",
    "container",
    "nobody",
];
/// Hosts that say nothing of a network: this machine, and the name in every `$schema`.
const NO_HOST: [&str; 3] = ["json-schema.org", "0.0.0.0", "255.255.255.255"];
/// What stands before the name of a user in a path; the first byte must not continue a name.
const HOMES: [&str; 12] = [
    "/var/home/",
    "/export/home/",
    "/home/",
    "/mnt/c/Users/",
    "/c/Users/",
    "/Users/",
    ":\\\\Users\\\\",
    ":\\Users\\",
    ":/Users/",
    "%2Fhome%2F",
    "%2FUsers%2F",
    "%5CUsers%5C",
];
/// Longest name of a user, in bytes; names with spaces are looked for up to here.
const USER_BYTES_MAX: usize = 64;

/// What is looked for.
#[derive(Debug, Default)]
pub(super) struct Personal {
    pub(super) hosts: bool,
    /// Hosts that URLs named, in lower case: they are masked outside URLs as well.
    pub(super) known_hosts: BTreeSet<String>,
}

impl Personal {
    /// Every place in a text, not in order.
    pub(super) fn find(&self, text: &[u8]) -> Vec<Token> {
        let mut found = emails(text);
        found.extend(users(text));
        if self.hosts {
            let hosts = hosts(text).into_iter().chain(self.known_hosts_in(text));
            found.extend(hosts.map(|range| Token { range, shape: HOST }));
        }
        found
    }

    fn known_hosts_in(&self, text: &[u8]) -> Vec<Range<usize>> {
        if self.known_hosts.is_empty() {
            return Vec::new();
        }
        words(text, is_host)
            .filter(|range| self.known_hosts.contains(&lower(trimmed(&text[range.clone()]))))
            .map(|range| range.start..range.start + trimmed(&text[range.clone()]).len())
            .collect()
    }
}

/// Whether two spellings in small and capital letters name the same.
pub(super) fn has_no_case(kind: &str) -> bool {
    kind == EMAIL || kind == HOST
}

/// A full stop may end a sentence after a host.
fn trimmed(host: &[u8]) -> &[u8] {
    host.strip_suffix(b".").unwrap_or(host)
}

fn lower(text: &[u8]) -> String {
    String::from_utf8_lossy(text).to_ascii_lowercase()
}

/// Runs of bytes of a kind.
fn words(text: &[u8], is_in: fn(u8) -> bool) -> impl Iterator<Item = Range<usize>> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let start = at + text.get(at..)?.iter().position(|&byte| is_in(byte))?;
        let n = text[start..].iter().position(|&byte| !is_in(byte));
        at = n.map_or(text.len(), |n| start + n);
        Some(start..at)
    })
}

fn is_host(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'.' || byte >= 0x80
}

fn is_local_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"._%+-".contains(&byte) || byte >= 0x80
}

fn emails(text: &[u8]) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::new();
    for at in memchr::memchr_iter(b'@', text) {
        let n_before = text[..at].iter().rev().take_while(|&&byte| is_local_part(byte)).count();
        let n_after = text[at + 1..].iter().take_while(|&&byte| is_host(byte)).count();
        let local = &text[at - n_before..at];
        let domain = trimmed(&text[at + 1..at + 1 + n_after]);
        // `git` stands before the host of a repository, not before that of a person.
        if !local.is_empty() && local != b"git" && is_domain(domain) && !is_example(&lower(domain)) {
            let range = at - n_before..at + 1 + domain.len();
            found.push(Token { range, shape: EMAIL });
        }
    }
    found
}

/// Labels between dots, the last one letters: a version such as `1.2.0` is none.
fn is_domain(text: &[u8]) -> bool {
    let labels: Vec<&[u8]> = text.split(|&byte| byte == b'.').collect();
    let last = labels.last().copied().unwrap_or_default();
    let is_top = last.len() >= 2 && last.iter().all(|byte| byte.is_ascii_alphabetic() || *byte >= 0x80);
    labels.len() >= 2 && is_top && labels.iter().all(|label| !label.is_empty() && label[0] != b'-')
}

fn is_example(domain: &str) -> bool {
    EXAMPLE_DOMAINS
        .iter()
        .any(|example| domain == *example || domain.strip_suffix(example).is_some_and(|rest| rest.ends_with('.')))
}

fn users(text: &[u8]) -> Vec<Token> {
    let mut found = Vec::new();
    for home in HOMES {
        for at in memchr::memmem::find_iter(text, home) {
            let continues = at > 0 && (text[at - 1].is_ascii_alphanumeric() || b"-_.~".contains(&text[at - 1]));
            let start = at + home.len();
            // A drive letter stands before the colon, and is what is continued.
            if continues && !home.starts_with(':') {
                continue;
            }
            let n = user_length(&text[start..], home.contains('\\'));
            let name = &text[start..start + n];
            let is_placeholder = NO_PERSON.contains(&lower(name).as_str());
            if n > 0 && !is_placeholder {
                let range = start..start + n;
                found.push(Token { range, shape: USER });
            }
        }
    }
    found
}

fn user_length(text: &[u8], may_have_spaces: bool) -> usize {
    let text = &text[..text.len().min(USER_BYTES_MAX)];
    let ends = |byte: u8| b"/\\\"'<>|:*?`,;()[]{}$%\n\r\t\0".contains(&byte);
    let n = text.iter().position(|&byte| ends(byte)).unwrap_or(text.len());
    let has_separator = text.get(n).is_some_and(|&byte| byte == b'\\');
    match text[..n].iter().position(|&byte| byte == b' ') {
        Some(space) if !(may_have_spaces && has_separator) => space,
        _ => n,
    }
}

/// The hosts of URLs in a text.
pub(super) fn hosts(text: &[u8]) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    for at in memchr::memmem::find_iter(text, "://") {
        let start = at + 3;
        let authority = text[start..]
            .iter()
            .position(|&byte| b"/?#\"'<> \\\n\r\t)`,;".contains(&byte));
        let authority = &text[start..authority.map_or(text.len(), |n| start + n)];
        let start = start + memchr::memrchr(b'@', authority).map_or(0, |at| at + 1);
        let authority = &authority[start - at - 3..];
        let is_ipv6 = authority.first() == Some(&b'[') && !authority.starts_with(REDACTION_MARK_START.as_bytes());
        let n = if is_ipv6 {
            authority.iter().position(|&byte| byte == b']').map_or(0, |n| n + 1)
        } else {
            trimmed(&authority[..authority.iter().take_while(|&&byte| is_host(byte)).count()]).len()
        };
        let host = lower(&authority[..n]);
        let is_ours = NO_HOST.contains(&host.as_str()) || host.starts_with("127.") || host == "[::1]";
        if n > 0 && !is_ours && !is_example(&host) {
            found.push(start..start + n);
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(hosts: bool, text: &str) -> Vec<(&'static str, String)> {
        let personal = Personal {
            hosts,
            known_hosts: ["db.corp.internal".to_owned()].into(),
        };
        let mut tokens = personal.find(text.as_bytes());
        tokens.sort_by_key(|token| token.range.start);
        let text_of = |range: Range<usize>| text[range].to_owned();
        tokens
            .into_iter()
            .map(|token| (token.shape, text_of(token.range)))
            .collect()
    }

    #[test]
    fn finds_people_and_lets_examples_be() {
        let table: [(&str, &[(&str, &str)]); 18] = [
            ("mail ada.l+x@mail.acme.io.", &[(EMAIL, "ada.l+x@mail.acme.io")]),
            ("<jörg@müller.de>", &[(EMAIL, "jörg@müller.de")]),
            ("user@example.com, a@b.example, me@localhost", &[]),
            ("npx server@1.2.0 @scope/name@latest", &[]),
            ("git@code.acme.io:owner/name", &[]),
            ("/home/ada/notes.txt", &[(USER, "ada")]),
            ("file:///Users/ada%20l/x and /home/user/x", &[(USER, "ada")]),
            ("/Users/username/Desktop /home/<name>/x /home/$USER", &[]),
            ("https://acme.io/home/page", &[]),
            (r"C:\Users\Ada Lovelace\x", &[(USER, "Ada Lovelace")]),
            (r"C:\\Users\\ada\\x", &[(USER, "ada")]),
            (r"C:\Users\ada is here", &[(USER, "ada")]),
            ("/mnt/c/Users/ada", &[(USER, "ada")]),
            ("%2Fhome%2Fada%2Fx", &[(USER, "ada")]),
            ("/home/[redacted:user#1]/x", &[]),
            ("/home/", &[]),
            ("@ a@ @b a@b a@b..c a@-b.c", &[]),
            ("://", &[]),
        ];
        for (text, expected) in table {
            let expected: Vec<_> = expected
                .iter()
                .map(|(kind, found)| (*kind, (*found).to_owned()))
                .collect();
            assert_eq!(found(false, text), expected, "{text}");
        }
    }

    #[test]
    fn finds_hosts_where_they_are_asked_for() {
        let table: [(&str, &[&str]); 7] = [
            ("https://api.acme.io:8443/x?y", &["api.acme.io"]),
            ("see https://API.acme.io. And so on", &["API.acme.io"]),
            (
                "http://json-schema.org/draft-07/schema# http://127.0.0.1:1/ http://[::1]/",
                &[],
            ),
            ("http://localhost:3000/ https://a.example.com/", &[]),
            ("http://[fe80::1]:80/ http://10.0.0.7/", &["[fe80::1]", "10.0.0.7"]),
            ("connected to DB.corp.internal.", &["DB.corp.internal"]),
            ("mydb.corp.internal", &[]),
        ];
        for (text, expected) in table {
            let expected: Vec<_> = expected.iter().map(|found| (HOST, (*found).to_owned())).collect();
            assert_eq!(found(true, text), expected, "{text}");
        }
        assert_eq!(found(false, "https://api.acme.io/"), []);
    }
}
