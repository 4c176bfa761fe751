//! From the configuration as written to its live and its masked view.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_schemas::snapshot::redaction_mark;
use serde_json::Value;

use super::check::CLIENT_SECRET;
use super::expand::{Piece, pieces};
use super::places::Token;
use super::secrets::{PART_BYTES_MIN, Secrets, is_secret_like};

/// What expansion needs and gathers.
pub(super) struct Views<'e> {
    /// The environment.
    pub(super) environment: &'e BTreeMap<String, String>,
    /// Names listed under `secrets:`.
    pub(super) listed: BTreeSet<String>,
    /// Whether a variable that is not set is a problem.
    pub(super) needs_all: bool,
    /// Values that turned out to be secrets.
    pub(super) secrets: Secrets,
    path: Vec<Token>,
}

/// Why a string can't be expanded, and where it stands.
#[derive(Debug)]
pub(super) struct Unexpanded {
    /// Its place.
    pub(super) path: Vec<Token>,
    /// What is wrong, a fragment.
    pub(super) title: String,
    /// The way out.
    pub(super) help: Option<String>,
    /// Text at the place that it is about.
    pub(super) about: String,
}

impl<'e> Views<'e> {
    pub(super) fn new(environment: &'e BTreeMap<String, String>, listed: &[String], needs_all: bool) -> Self {
        let mut views = Self {
            environment,
            listed: listed.iter().cloned().collect(),
            needs_all,
            secrets: Secrets::default(),
            path: Vec::new(),
        };
        for name in listed {
            if let Some(value) = environment.get(name) {
                views.secrets.add(name, value);
            }
        }
        views
    }

    /// Expands every string of a value, in place for the live view. What comes back is the masked view as far as variables
    /// tell; values that stand in the open are masked after it.
    pub(super) fn expand(&mut self, value: &mut Value) -> Result<Value, Unexpanded> {
        match value {
            Value::String(text) => {
                let (live, masked) = self.text(text)?;
                *text = live;
                Ok(Value::String(masked))
            }
            Value::Array(items) => {
                let mut masked = Vec::with_capacity(items.len());
                for (at, item) in items.iter_mut().enumerate() {
                    self.path.push(Token::Index(at));
                    masked.push(self.expand(item)?);
                    self.path.pop();
                }
                Ok(Value::Array(masked))
            }
            Value::Object(members) => {
                let mut masked = serde_json::Map::new();
                for (name, member) in members {
                    self.path.push(Token::Key(name.clone()));
                    masked.insert(name.clone(), self.expand(member)?);
                    self.path.pop();
                }
                Ok(Value::Object(masked))
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => Ok(value.clone()),
        }
    }

    fn text(&mut self, text: &str) -> Result<(String, String), Unexpanded> {
        if !text.contains("${") {
            return Ok((text.to_owned(), text.to_owned()));
        }
        let (mut live, mut masked) = (String::new(), String::new());
        let found = pieces(text).map_err(|title| self.problem(title, None, "${"))?;
        let is_whole = found.len() == 1;
        for piece in found {
            let (name, default) = match piece {
                Piece::Text(text) => {
                    live.push_str(text);
                    masked.push_str(text);
                    continue;
                }
                Piece::Variable { name, default } => (name, default),
            };
            let value = self
                .environment
                .get(name)
                .cloned()
                .filter(|value| default.is_none() || !value.is_empty());
            let is_secret = self.holds_secret(name);
            match (value, default) {
                (Some(value), _) if is_secret => {
                    self.secrets.add(name, &value);
                    let counts = is_whole || value.len() >= PART_BYTES_MIN;
                    masked.push_str(&if counts { redaction_mark(name) } else { value.clone() });
                    live.push_str(&value);
                }
                (Some(value), _) => {
                    live.push_str(&value);
                    masked.push_str(&value);
                }
                (None, Some(default)) => {
                    live.push_str(default);
                    masked.push_str(default);
                }
                (None, None) if self.needs_all => {
                    let title = format!("the variable {name} is not set");
                    let help = match self.is_client_secret() {
                        true => "set it".to_owned(),
                        false => format!("set it, or give a default with `${{{name}:-default}}`"),
                    };
                    return Err(self.problem(title, Some(help), &format!("${{{name}}}")));
                }
                (None, None) => {
                    let stand_in = if is_secret {
                        redaction_mark(name)
                    } else {
                        format!("${{{name}}}")
                    };
                    live.push_str(&stand_in);
                    masked.push_str(&stand_in);
                }
            }
        }
        Ok((live, masked))
    }

    /// A variable used in headers, env or as a client secret, listed, or with a secret-like name.
    fn holds_secret(&self, name: &str) -> bool {
        let in_credentials = self.is_in_server("headers")
            || self.is_in_server("other_account")
            || self.is_in_server("env")
            || self.is_client_secret();
        in_credentials || self.listed.contains(name) || is_secret_like(name)
    }

    fn is_client_secret(&self) -> bool {
        self.is_in_server("auth") && self.path.last() == Some(&Token::Key(CLIENT_SECRET.to_owned()))
    }

    /// Whether the place is under this key of a server.
    fn is_in_server(&self, key: &str) -> bool {
        let is_key = |at: usize, key: &str| self.path.get(at) == Some(&Token::Key(key.to_owned()));
        (is_key(0, "server") && is_key(1, key)) || (is_key(0, "servers") && is_key(2, key))
    }

    fn problem(&self, title: String, help: Option<String>, about: &str) -> Unexpanded {
        Unexpanded {
            path: self.path.clone(),
            title,
            help,
            about: about.to_owned(),
        }
    }
}
