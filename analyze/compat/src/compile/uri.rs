//! Resolving references against a base (RFC 3986, section 5.2), as far as schemas need it.

/// A URI split into what resolving needs.
struct Parts<'a> {
    scheme: Option<&'a str>,
    authority: Option<&'a str>,
    path: &'a str,
    query: Option<&'a str>,
}

fn parts(uri: &str) -> Parts<'_> {
    let (rest, query) = uri
        .split_once('?')
        .map_or((uri, None), |(rest, query)| (rest, Some(query)));
    let (scheme, rest) = match rest.split_once(':') {
        Some((scheme, rest))
            if scheme.starts_with(|c: char| c.is_ascii_alphabetic())
                && scheme.chars().all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c)) =>
        {
            (Some(scheme), rest)
        }
        _ => (None, rest),
    };
    let (authority, path) = match rest.strip_prefix("//") {
        Some(rest) => {
            let end = rest.find('/').unwrap_or(rest.len());
            (Some(&rest[..end]), &rest[end..])
        }
        None => (None, rest),
    };
    Parts {
        scheme,
        authority,
        path,
        query,
    }
}

/// Splits off the fragment, without its `#`.
pub(super) fn split_fragment(uri: &str) -> (&str, &str) {
    uri.split_once('#').unwrap_or((uri, ""))
}

/// The absolute form of `reference`, which has no fragment.
pub(super) fn resolve(base: &str, reference: &str) -> String {
    let (b, r) = (parts(base), parts(reference));
    if r.scheme.is_some() {
        return reference.to_owned();
    }
    let (authority, path, query) = if r.authority.is_some() {
        (r.authority, dots(r.path), r.query)
    } else if r.path.is_empty() {
        (b.authority, b.path.to_owned(), r.query.or(b.query))
    } else if r.path.starts_with('/') {
        (b.authority, dots(r.path), r.query)
    } else {
        let folder = b
            .path
            .rfind('/')
            .map_or(if b.authority.is_some() { "/" } else { "" }, |at| &b.path[..=at]);
        (b.authority, dots(&format!("{folder}{}", r.path)), r.query)
    };
    let mut uri = String::new();
    if let Some(scheme) = b.scheme {
        uri.push_str(scheme);
        uri.push(':');
    }
    if let Some(authority) = authority {
        uri.push_str("//");
        uri.push_str(authority);
    }
    uri.push_str(&path);
    if let Some(query) = query {
        uri.push('?');
        uri.push_str(query);
    }
    uri
}

/// Removes `.` and `..` segments.
fn dots(path: &str) -> String {
    let mut kept: Vec<&str> = Vec::new();
    let mut ends_open = false;
    for segment in path.split('/') {
        ends_open = matches!(segment, "." | "..");
        match segment {
            "." => {}
            ".." => {
                if kept.len() > 1 {
                    kept.pop();
                }
            }
            other => kept.push(other),
        }
    }
    if ends_open {
        kept.push("");
    }
    kept.join("/")
}

/// Decodes `%41`.
pub(super) fn percent_decode(text: &str) -> String {
    let bytes = text.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    let mut at = 0;
    while at < bytes.len() {
        let hex = (bytes[at] == b'%').then(|| text.get(at + 1..at + 3)).flatten();
        match hex.and_then(|hex| u8::from_str_radix(hex, 16).ok()) {
            Some(byte) => {
                out.push(byte);
                at += 3;
            }
            None => {
                out.push(bytes[at]);
                at += 1;
            }
        }
    }
    String::from_utf8_lossy(&out).into_owned()
}

#[cfg(test)]
mod tests {
    use super::{percent_decode, resolve};

    #[test]
    fn references_resolve() {
        for (base, reference, absolute) in [
            ("http://a/b/c", "d", "http://a/b/d"),
            ("http://a/b/c", "../d", "http://a/d"),
            ("http://a/b/c/", "./d/", "http://a/b/c/d/"),
            ("http://a/b/c", "/d", "http://a/d"),
            ("http://a/b/c", "//x/y", "http://x/y"),
            ("http://a/b?q", "", "http://a/b?q"),
            ("http://a", "d", "http://a/d"),
            ("http://a/b", "urn:x:y", "urn:x:y"),
            ("urn:x:y", "", "urn:x:y"),
        ] {
            assert_eq!(resolve(base, reference), absolute, "{reference} on {base}");
        }
        assert_eq!(percent_decode("a%25b%22%"), "a%b\"%");
    }
}
