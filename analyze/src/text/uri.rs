//! Addresses that run code, reach for secrets, disguise their host or carry data away.

use super::leaf::{Leaf, Role};
use super::scan::{Part, TextFinding};

/// Public id.
pub const URI: &str = "security/suspicious-uri";

/// What is wrong with the addresses among a subject's texts.
pub fn judge(leaves: &[Leaf<'_>]) -> Vec<TextFinding> {
    let mut found = Vec::new();
    for leaf in leaves
        .iter()
        .filter(|leaf| leaf.text.len() <= super::limits::LEAF_BYTES_MAX)
    {
        let is_field = leaf.role == Role::Uri;
        let judged = if is_field {
            address(&leaf.text, leaf.pointer.contains("/icons/"))
        } else {
            in_text(&leaf.text)
        };
        if let Some((name, title, tenths)) = judged {
            let parts = vec![Part::new(name, title, tenths)];
            found.push(TextFinding::of_whole(URI, &leaf.pointer, parts, &leaf.text));
        }
    }
    found
}

type Judged = (&'static str, &'static str, i32);

/// Places of a host that no caller should be led to.
const SENSITIVE: &[&str] = &[
    "/etc/passwd",
    "/etc/shadow",
    "/etc/sudoers",
    "/.ssh",
    "id_rsa",
    "id_ed25519",
    "/.aws",
    "/.gnupg",
    "/.kube",
    "/.netrc",
    "/.env",
    "/proc/self",
    "/root/",
    "/.docker/config",
    "/.npmrc",
    "/.git-credentials",
    "/.bash_history",
    "/windows/system32/config",
    "ntds.dit",
    "/.config/gcloud",
    "/var/run/docker.sock",
    "cookies.sqlite",
    "login data",
    "/.pgpass",
    "/.vault-token",
    "/.cursor/mcp.json",
    "claude_desktop_config",
];

fn address(uri: &str, is_icon: bool) -> Option<Judged> {
    let plain: String = uri
        .chars()
        .filter(|c| !c.is_whitespace() && !c.is_control())
        .collect::<String>()
        .to_lowercase();
    let plain = unpercent(&plain);
    if plain.starts_with("javascript:")
        || plain.starts_with("vbscript:")
        || plain.starts_with("data:text/html")
        || plain.starts_with("data:") && (plain.contains("<script") || plain.contains("javascript"))
    {
        return Some(("script-uri", "runs code when it is opened", 10));
    }
    if plain.starts_with("data:image/svg") && (plain.contains("onload=") || plain.contains("<foreignobject")) {
        return Some(("script-uri", "runs code when it is shown", 10));
    }
    let plain = plain
        .replace(".env.example", "")
        .replace(".env.sample", "")
        .replace(".env.template", "");
    let is_file = plain.starts_with("file:") || !plain.contains("://");
    if SENSITIVE.iter().any(|path| plain.contains(path)) && (is_file || plain.contains("://")) {
        return Some(("sensitive-uri", "names a sensitive file", 10));
    }
    if plain.contains("169.254.169.254")
        || plain.contains("metadata.google.internal")
        || plain.contains("fd00:ec2::254")
        || plain.contains("100.100.100.200")
    {
        return Some(("metadata-uri", "names the metadata service of a cloud", 10));
    }
    if plain.contains("../../") || plain.contains("/../..") {
        return Some(("traversal-uri", "climbs out of its folder", 6));
    }
    host(&plain).or_else(|| carries(&plain, is_icon))
}

/// Within prose only what no documentation shows: code behind a link, secrets as files, a disguised host, a link that
/// carries data away.
fn in_text(text: &str) -> Option<Judged> {
    if !text.contains(':') {
        return None;
    }
    if text.contains("](javascript:") || text.contains("](data:text/html") || text.contains("](vbscript:") {
        return Some(("script-uri", "runs code when it is opened", 10));
    }
    if !text.contains("://") {
        return None;
    }
    let lower = text.to_lowercase();
    lower
        .split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '(' | ')' | '`'))
        .filter(|word| word.contains("://"))
        .find_map(|word| {
            if let Some(path) = word.strip_prefix("file://") {
                return SENSITIVE.iter().any(|s| path.contains(s)).then_some((
                    "sensitive-uri",
                    "names a sensitive file",
                    10,
                ));
            }
            let web = word.find("http").map_or(word, |at| &word[at..]);
            host(web.trim_start_matches(['<', '['])).or_else(|| {
                let linked = lower.contains(&format!("]({web}")) || lower.contains(&format!("src=\"{web}"));
                (linked && is_template(web)).then_some(("data-uri", "carries data to its host when it is shown", 10))
            })
        })
}

/// Whether a part of the address is left to be filled in.
fn is_template(uri: &str) -> bool {
    [('<', '>'), ('{', '}')]
        .iter()
        .any(|(open, close)| uri.find(*open).is_some_and(|at| uri[at..].contains(*close)))
        || uri.contains("=${")
}

fn host(uri: &str) -> Option<Judged> {
    let rest = uri.strip_prefix("http://").or_else(|| uri.strip_prefix("https://"))?;
    let authority = rest.split(['/', '?', '#']).next().unwrap_or_default();
    if let Some((before, _)) = authority.split_once('@') {
        let placeholder = before.contains(['{', '$', '<', '*', '['])
            || before.split(':').all(|p| {
                matches!(
                    p,
                    "user" | "username" | "password" | "pass" | "token" | "x-access-token"
                )
            });
        if !placeholder && before.contains('.') {
            return Some(("disguised-host", "shows another host than it goes to", 10));
        }
        return (!placeholder).then_some(("uri-credentials", "has a name before its host", 6));
    }
    if authority.contains("xn--") {
        return Some(("punycode-host", "has a host in other letters than it shows", 10));
    }
    let mixed = !authority.is_ascii() && authority.chars().any(|c| c.is_ascii_alphabetic());
    mixed.then_some(("disguised-host", "has a host that mixes letters of several scripts", 10))
}

/// An icon or resource whose address has a place for data that an outside server would read.
fn carries(uri: &str, is_icon: bool) -> Option<Judged> {
    let is_web = uri.starts_with("http://") || uri.starts_with("https://");
    if !is_web || !uri.contains('?') && !uri.contains('{') {
        return None;
    }
    let data = [
        "{user",
        "{conversation",
        "{prompt",
        "{context",
        "{token",
        "{secret",
        "{email",
        "{session",
        "{history",
        "{message",
        "{query_history",
        "${",
        "{{",
        "{data",
        "{env",
        "{answer",
        "{chat",
        "{text",
        "{result",
        "{memory",
    ];
    if data.iter().any(|d| uri.contains(d)) && (is_icon || !uri.contains("api")) || is_icon && uri.contains('{') {
        return Some(("data-uri", "carries data to its host when it is loaded", 10));
    }
    None
}

fn unpercent(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let decoded = (bytes[at] == b'%')
            .then(|| text.get(at + 1..at + 3))
            .flatten()
            .and_then(|h| u8::from_str_radix(h, 16).ok());
        out.push(decoded.unwrap_or(bytes[at]));
        at += if decoded.is_some() { 3 } else { 1 };
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{address, in_text};

    #[test]
    fn addresses() {
        let name = |uri: &str, icon| address(uri, icon).map(|j| j.0);
        let cases = [
            ("java\nscript:alert(1)", Some("script-uri")),
            ("file:///etc/passwd", Some("sensitive-uri")),
            ("file:///home/x/%2e%73sh/id_rsa", Some("sensitive-uri")),
            ("http://169.254.169.254/latest/", Some("metadata-uri")),
            ("https://shop.example.com@evil.example/x", Some("disguised-host")),
            ("file:///workspace/README.md", None),
            ("https://api.example.com/items/{id}", None),
            ("notes://{user}/list", None),
        ];
        for (uri, expected) in cases {
            assert_eq!(name(uri, false), expected, "{uri}");
        }
        assert_eq!(name("https://a.example/i.png?u={user}", true), Some("data-uri"));
        assert_eq!(
            in_text("see https://docs.example.org/a and postgres://user:pass@host/db"),
            None
        );
    }
}
