//! The name of a tool as a client sends it, and what about it a client does not take.

use std::collections::BTreeSet;

/// What a client puts before a tool's name, filled in for one server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Prefix(String);

impl Prefix {
    /// Fills in a template: `{server}` is the server's name, `{server:13}` its first 13 characters. Characters that no client
    /// keeps become `_`, as clients do.
    pub(crate) fn of(template: &str, server: &str) -> Self {
        let Some(open) = template.find('{') else {
            return Self(template.to_owned());
        };
        let Some(close) = template[open..].find('}').map(|at| open + at) else {
            return Self(template.to_owned());
        };
        let n_kept = template[open + 1..close]
            .split_once(':')
            .and_then(|(_, count)| count.parse().ok())
            .unwrap_or(usize::MAX);
        let key: String = server
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
                    c
                } else {
                    '_'
                }
            })
            .take(n_kept)
            .collect();
        Self(format!("{}{key}{}", &template[..open], &template[close + 1..]))
    }

    /// The full name of a tool.
    pub(crate) fn full_name(&self, tool: &str) -> String {
        format!("{}{tool}", self.0)
    }
}

/// What a client does not take about a name.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Odd {
    /// It begins with something else than a letter.
    pub(crate) start: bool,
    /// Characters other than letters, digits and `_`.
    pub(crate) chars: BTreeSet<char>,
    /// It has too many characters.
    pub(crate) long: bool,
}

/// A length that every client takes.
const SHORT: usize = 32;

impl Odd {
    /// Finds out by mending the name in every way, and taking back what `fits` does not ask for. Nothing, where no mending
    /// makes it fit.
    pub(crate) fn of(name: &str, fits: impl Fn(&str) -> bool) -> Self {
        let odd = |c: &char| !c.is_ascii_alphanumeric() && *c != '_';
        let mut all = Self {
            start: !name.starts_with(|c: char| c.is_ascii_alphabetic()),
            chars: name.chars().filter(odd).collect(),
            long: name.chars().count() > SHORT,
        };
        if !fits(&all.mend(name)) {
            return Self::default();
        }
        for c in all.chars.clone() {
            all.chars.remove(&c);
            if !fits(&all.mend(name)) {
                all.chars.insert(c);
            }
        }
        let start = std::mem::take(&mut all.start);
        all.start = start && !fits(&all.mend(name));
        let long = std::mem::take(&mut all.long);
        all.long = long && !fits(&all.mend(name));
        all
    }

    /// What either of two clients does not take.
    pub(crate) fn and(mut self, other: Self) -> Self {
        self.start |= other.start;
        self.long |= other.long;
        self.chars.extend(other.chars);
        self
    }

    fn mend(&self, name: &str) -> String {
        let mended = name.chars().enumerate().map(|(at, c)| match c {
            _ if at == 0 && self.start => 'a',
            c if self.chars.contains(&c) => '_',
            c => c,
        });
        mended.take(if self.long { SHORT } else { usize::MAX }).collect()
    }
}

#[cfg(test)]
mod tests {
    use regex::Regex;

    use super::{Odd, Prefix};

    #[test]
    fn what_is_odd_depends_on_the_client() {
        let (long, dashed) = ("a".repeat(65), "a-".repeat(30));
        for (name, pattern, start, chars, is_long) in [
            ("get-env", "^[a-zA-Z][a-zA-Z0-9_]{0,63}$", false, "-", false),
            (&dashed, "^[a-zA-Z][a-zA-Z0-9_]{0,39}$", false, "-", true),
            ("a.b-c d", "^[a-zA-Z0-9_-]{1,64}$", false, " .", false),
            ("21st_refiner", "^[a-zA-Z_][a-zA-Z0-9_.:-]{0,63}$", true, "", false),
            ("2-b", "^[a-zA-Z][a-zA-Z0-9_]{0,63}$", true, "-", false),
            (&long, "^[a-zA-Z0-9_-]{1,64}$", false, "", true),
            ("plain", "^no name fits$", false, "", false),
        ] {
            let pattern = Regex::new(pattern).unwrap();
            let expected = Odd {
                start,
                chars: chars.chars().collect(),
                long: is_long,
            };
            assert_eq!(Odd::of(name, |name| pattern.is_match(name)), expected, "{name}");
        }
    }

    #[test]
    fn templates_are_filled_in() {
        for (template, server, full) in [
            ("", "s", "tool"),
            ("mcp__{server}__", "my server", "mcp__my_server__tool"),
            ("mcp_{server:4}_", "weather", "mcp_weat_tool"),
            ("{server}", "a", "atool"),
            ("{server", "a", "{servertool"),
        ] {
            assert_eq!(Prefix::of(template, server).full_name("tool"), full, "{template}");
        }
    }
}
