//! What a response says about authorization: `WWW-Authenticate` (RFC 9110 section 11.6.1, RFC 6750 section 3).

use std::collections::BTreeMap;

/// The parameters of a Bearer challenge that matter before there is a token.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Challenge {
    /// Where the metadata of the server are (RFC 9728 section 5.1).
    pub(super) resource_metadata: Option<String>,
    /// The scope that the server wants.
    pub(super) scope: Option<String>,
}

impl Challenge {
    /// The Bearer challenges in these headers; of a parameter that comes again, the first.
    pub(super) fn of<'h>(headers: impl Iterator<Item = &'h str>) -> Self {
        let mut params = BTreeMap::new();
        for header in headers {
            let mut scheme = "";
            let mut rest = header;
            while let Some((word, value, after)) = next(rest) {
                rest = after;
                match value {
                    None => scheme = word,
                    Some(value) if scheme.eq_ignore_ascii_case("bearer") => {
                        params.entry(word.to_ascii_lowercase()).or_insert(value);
                    }
                    Some(_) => {}
                }
            }
        }
        let mut take = |name: &str| params.remove(name).filter(|value| !value.is_empty());
        Self {
            resource_metadata: take("resource_metadata"),
            scope: take("scope"),
        }
    }
}

/// A scheme, or a parameter and its value; and what follows.
fn next(text: &str) -> Option<(&str, Option<String>, &str)> {
    let text = text.trim_start_matches(|c: char| !is_token(c));
    let n = text.find(|c: char| !is_token(c)).unwrap_or(text.len());
    let (word, after) = text.split_at(n);
    if word.is_empty() {
        return None;
    }
    let Some(value) = after.trim_start().strip_prefix('=') else {
        return Some((word, None, after));
    };
    let value = value.trim_start();
    let Some(inside) = value.strip_prefix('"') else {
        let n = value.find(|c: char| !is_token(c)).unwrap_or(value.len());
        let (value, after) = value.split_at(n);
        return Some((word, Some(value.to_owned()), after));
    };
    let mut unquoted = String::new();
    let mut chars = inside.char_indices();
    while let Some((at, c)) = chars.next() {
        match c {
            '"' => return Some((word, Some(unquoted), &inside[at + 1..])),
            '\\' => unquoted.extend(chars.next().map(|(_, c)| c)),
            c => unquoted.push(c),
        }
    }
    // The quote is not closed.
    Some((word, Some(String::new()), ""))
}

/// Characters of a token (RFC 9110 section 5.6.2).
fn is_token(c: char) -> bool {
    c.is_ascii_alphanumeric() || "!#$%&'*+-.^_`|~".contains(c)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn bearer_challenges_are_read() {
        let table = [
            (
                r#"Bearer resource_metadata="https://a/b", scope="x y""#,
                Some("https://a/b"),
                Some("x y"),
            ),
            (
                r#"bearer scope=x , RESOURCE_METADATA = "https://a/\"b""#,
                Some("https://a/\"b"),
                Some("x"),
            ),
            (
                r#"Basic realm="a, Bearer scope=no", Bearer error="invalid_token",scope="x""#,
                None,
                Some("x"),
            ),
            (r#"Negotiate YWJj==, DPoP scope="no", Bearer"#, None, None),
            (r#"Bearer scope="", scope="later""#, None, None),
            (r#"Bearer scope="never closed"#, None, None),
            ("Bearer", None, None),
            ("", None, None),
        ];
        for (header, resource_metadata, scope) in table {
            let expected = Challenge {
                resource_metadata: resource_metadata.map(str::to_owned),
                scope: scope.map(str::to_owned),
            };
            assert_eq!(Challenge::of([header].into_iter()), expected, "{header}");
        }
    }

    proptest! {
        #[test]
        fn any_header_may_come(header in r#"(Bearer|Basic|[a-z]{0,3}|[ =,"\\\u{e9}]){0,12}"#) {
            drop(Challenge::of([header.as_str()].into_iter()));
        }
    }
}
