//! JSONPath (RFC 9535), and the dotted paths that older configurations hold.

use serde_json::Value;
use serde_json_path::JsonPath;
use thiserror::Error;

/// A path that can be asked for its values.
#[derive(Debug, Clone)]
pub enum Path {
    /// RFC 9535.
    Standard(JsonPath),
    /// `$`, dotted names and `[n]`, where a name is no RFC 9535 shorthand, e.g. `$.content-type`.
    Dotted(Vec<Token>),
}

/// One step of a dotted path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Token {
    /// Member name.
    Name(String),
    /// Element, from 0.
    Index(usize),
}

/// Why a text is no path.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{path:?} is no JSONPath: {reason}")]
pub struct PathError {
    /// The text.
    pub path: String,
    /// What the parser said.
    pub reason: String,
}

impl Path {
    /// Reads a path; RFC 9535 first, then the dotted form.
    ///
    /// # Errors
    /// [`PathError`] with the reason of the standard parser.
    pub fn parse(path: &str) -> Result<Self, PathError> {
        JsonPath::parse(path).map(Self::Standard).or_else(|error| {
            dotted(path).map(Self::Dotted).ok_or_else(|| PathError {
                path: path.to_owned(),
                reason: error.to_string(),
            })
        })
    }

    /// The values at the path, in document order.
    pub fn query<'v>(&self, value: &'v Value) -> Vec<&'v Value> {
        match self {
            Self::Standard(path) => path.query(value).all(),
            Self::Dotted(tokens) => tokens
                .iter()
                .try_fold(value, |value, token| match token {
                    Token::Name(name) => value.get(name),
                    Token::Index(idx) => value.get(idx),
                })
                .into_iter()
                .collect(),
        }
    }

    /// JSON Pointers of the values at the path.
    pub fn locate(&self, value: &Value) -> Vec<String> {
        match self {
            Self::Standard(path) => path
                .query_located(value)
                .locations()
                .map(serde_json_path::NormalizedPath::to_json_pointer)
                .collect(),
            Self::Dotted(_) if self.query(value).is_empty() => Vec::new(),
            Self::Dotted(tokens) => {
                let mut pointer = String::new();
                for token in tokens {
                    match token {
                        Token::Name(name) => mcpward_json::push_token(&mut pointer, name),
                        Token::Index(idx) => mcpward_json::push_token(&mut pointer, &idx.to_string()),
                    }
                }
                vec![pointer]
            }
        }
    }
}

fn dotted(path: &str) -> Option<Vec<Token>> {
    let mut rest = path.strip_prefix('$')?;
    let mut tokens = Vec::new();
    while !rest.is_empty() {
        if let Some(after) = rest.strip_prefix('[') {
            let (digits, after) = after.split_once(']')?;
            tokens.push(Token::Index(digits.parse().ok()?));
            rest = after;
        } else {
            let after = rest.strip_prefix('.')?;
            let end = after.find(['.', '[']).unwrap_or(after.len());
            let name = &after[..end];
            if name.is_empty() || name.contains(['*', ']', '\'', '"', '?']) {
                return None;
            }
            tokens.push(Token::Name(name.to_owned()));
            rest = &after[end..];
        }
    }
    Some(tokens)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn found(path: &str) -> Vec<Value> {
        let value = json!({"a": [{"b": 1}, {"b": 2}], "x-y": {"z": [7]}, "c d": 3});
        Path::parse(path).unwrap().query(&value).into_iter().cloned().collect()
    }

    #[test]
    fn standard_paths() {
        assert_eq!(found("$.a[*].b"), [json!(1), json!(2)]);
        assert_eq!(found("$.a[-1].b"), [json!(2)]);
        assert_eq!(found("$['c d']"), [json!(3)]);
        assert_eq!(found("$..z[0]"), [json!(7)]);
        assert_eq!(found("$.a[?@.b > 1].b"), [json!(2)]);
        assert_eq!(found("$.missing"), Vec::<Value>::new());
    }

    #[test]
    fn dotted_paths_keep_working() {
        assert_eq!(found("$.x-y.z[0]"), [json!(7)]);
        assert_eq!(found("$.x-y.z[1]"), Vec::<Value>::new());
        assert_eq!(
            Path::parse("$.x-y.z[0]").unwrap().locate(&json!({"x-y": {"z": [7]}})),
            ["/x-y/z/0"]
        );
    }

    #[test]
    fn what_is_no_path_says_so() {
        for path in ["a.b", "$.a[0", "$.a[1abc]", "$..", "$.a-b[*]", ""] {
            let error = Path::parse(path).unwrap_err();
            assert!(
                error.to_string().starts_with(&format!("{path:?} is no JSONPath: ")),
                "{error}"
            );
        }
    }
}
