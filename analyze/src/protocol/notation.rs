//! The notation of the tables, read into declarations. A later table changes what an earlier one declared.
//!
//! ```text
//! Name = shape          declares, or declares anew
//! Name += record        adds members, or changes those of the same name
//! Name -= member        takes a member out
//! drop Name             the version has no such message
//!
//! shape   = "word" | text | number | integer | boolean | null | object | any | Name | [shape] | record | shape "|" shape
//! record  = { member: shape, member?: shape, *: shape, ...Name }
//! bounds  = number(0..1) | integer(0..) | [shape](..100)
//! ```

use std::collections::{BTreeMap, BTreeSet};

/// What tables declare, by name.
pub(super) type Declarations = BTreeMap<String, Node>;

/// A shape as written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Node {
    /// A string that is exactly this.
    Word(String),
    /// `text`, `number`, `integer`, `boolean`, `null`, `object` or `any`.
    Builtin(String, Bounds),
    /// Another declaration.
    Name(String),
    /// An array; the bounds are of its length.
    List(Box<Node>, Bounds),
    /// An object.
    Record(Record),
    /// One of several.
    OneOf(Vec<Node>),
}

/// Lowest and highest value.
pub(super) type Bounds = (Option<i64>, Option<i64>);

/// An object as written.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// Records whose members it takes over.
    pub(super) spreads: Vec<String>,
    /// Its own members: whether it must be there, and its shape.
    pub(super) members: BTreeMap<String, (bool, Node)>,
    /// Shape of all other members.
    pub(super) others: Option<Box<Node>>,
    /// Members that it does not take over.
    pub(super) without: BTreeSet<String>,
}

/// Reads a table and changes the declarations by it.
///
/// # Errors
/// What is wrong, with the rest of the text.
pub(super) fn read(table: &str, declarations: &mut Declarations) -> Result<(), String> {
    let tokens = tokens(table)?;
    let mut reader = Reader { tokens: &tokens, at: 0 };
    while let Some(name) = reader.next_name()? {
        if name == "drop" {
            let gone = reader.name()?;
            declarations
                .remove(&gone)
                .ok_or_else(|| format!("{gone} is dropped and was not there"))?;
            continue;
        }
        match reader.next()? {
            "=" => drop(declarations.insert(name, reader.shape()?)),
            "+=" => {
                let added = match reader.shape()? {
                    Node::Record(record) => record,
                    Node::Name(spread) => Record {
                        spreads: vec![spread],
                        ..Record::default()
                    },
                    _ => return Err(format!("{name} can only be given members")),
                };
                let Some(Node::Record(record)) = declarations.get_mut(&name) else {
                    return Err(format!("{name} is no record"));
                };
                record.without.retain(|member| !added.members.contains_key(member));
                record.spreads.extend(added.spreads);
                record.members.extend(added.members);
                record.others = added.others.or(record.others.take());
            }
            "-=" => {
                let member = reader.name()?;
                let Some(Node::Record(record)) = declarations.get_mut(&name) else {
                    return Err(format!("{name} is no record"));
                };
                record.members.remove(&member);
                record.without.insert(member);
            }
            other => return Err(format!("{other} after {name}")),
        }
    }
    Ok(())
}

/// Words, quoted words with their first quote, and signs.
fn tokens(table: &str) -> Result<Vec<&str>, String> {
    const SIGNS: [&str; 17] = [
        "...", "..", "+=", "-=", "=", "|", "{", "}", "[", "]", "(", ")", ":", "?", ",", "*", "\n",
    ];
    let is_word = |c: char| c.is_ascii_alphanumeric() || "_$-".contains(c);
    let mut found = Vec::new();
    for line in table.lines() {
        let mut rest = line.split('#').next().unwrap_or_default().trim();
        while !rest.is_empty() {
            let length = if let Some(quoted) = rest.strip_prefix('"') {
                let length = quoted
                    .find('"')
                    .ok_or_else(|| format!("a quote that does not end: {rest}"))?;
                found.push(&rest[..=length]);
                length + 2
            } else if let Some(sign) = SIGNS.iter().find(|sign| rest.starts_with(**sign)) {
                found.push(&rest[..sign.len()]);
                sign.len()
            } else {
                let length = rest.find(|c| !is_word(c)).unwrap_or(rest.len());
                if length == 0 {
                    return Err(format!("unexpected {rest}"));
                }
                found.push(&rest[..length]);
                length
            };
            rest = rest[length..].trim_start();
        }
    }
    Ok(found)
}

struct Reader<'t> {
    tokens: &'t [&'t str],
    at: usize,
}

impl<'t> Reader<'t> {
    fn peek(&self) -> &'t str {
        self.tokens.get(self.at).copied().unwrap_or_default()
    }

    fn next(&mut self) -> Result<&'t str, String> {
        let token = self.tokens.get(self.at).copied().ok_or("the table ends too early")?;
        self.at += 1;
        Ok(token)
    }

    fn take(&mut self, token: &str) -> bool {
        let found = self.peek() == token;
        self.at += usize::from(found);
        found
    }

    fn want(&mut self, token: &str) -> Result<(), String> {
        let found = self.next()?;
        if found == token {
            Ok(())
        } else {
            Err(format!("{found} where {token} belongs"))
        }
    }

    fn name(&mut self) -> Result<String, String> {
        let token = self.next()?;
        let name = token.strip_prefix('"').unwrap_or(token);
        let is_name = token.starts_with('"') || name.starts_with(|c: char| c.is_ascii_alphabetic() || "_$".contains(c));
        if is_name {
            Ok(name.to_owned())
        } else {
            Err(format!("{token} is no name"))
        }
    }

    /// The name that begins a declaration; `None` at the end.
    fn next_name(&mut self) -> Result<Option<String>, String> {
        if self.at == self.tokens.len() {
            Ok(None)
        } else {
            self.name().map(Some)
        }
    }

    fn shape(&mut self) -> Result<Node, String> {
        let mut choices = vec![self.one()?];
        while self.take("|") {
            choices.push(self.one()?);
        }
        Ok(if choices.len() == 1 {
            choices.remove(0)
        } else {
            Node::OneOf(choices)
        })
    }

    fn one(&mut self) -> Result<Node, String> {
        if self.take("{") {
            return self.record().map(Node::Record);
        }
        if self.take("[") {
            let item = self.shape()?;
            self.want("]")?;
            return Ok(Node::List(Box::new(item), self.bounds()?));
        }
        if let Some(word) = self.peek().strip_prefix('"') {
            self.at += 1;
            return Ok(Node::Word(word.to_owned()));
        }
        let name = self.name()?;
        match name.starts_with(|c: char| c.is_ascii_uppercase()) {
            true => Ok(Node::Name(name)),
            false => Ok(Node::Builtin(name, self.bounds()?)),
        }
    }

    fn bounds(&mut self) -> Result<Bounds, String> {
        if !self.take("(") {
            return Ok((None, None));
        }
        let low = self.peek().parse().ok();
        self.at += usize::from(low.is_some());
        self.want("..")?;
        let high = self.peek().parse().ok();
        self.at += usize::from(high.is_some());
        self.want(")")?;
        Ok((low, high))
    }

    fn record(&mut self) -> Result<Record, String> {
        let mut record = Record::default();
        while !self.take("}") {
            if self.take("...") {
                record.spreads.push(self.name()?);
            } else if self.take("*") {
                self.want(":")?;
                record.others = Some(Box::new(self.shape()?));
            } else {
                let name = self.name()?;
                let required = !self.take("?");
                self.want(":")?;
                record.members.insert(name, (required, self.shape()?));
            }
            if !self.take(",") && self.peek() != "}" {
                return Err(format!("{} where , or }} belongs", self.peek()));
            }
        }
        Ok(record)
    }
}
