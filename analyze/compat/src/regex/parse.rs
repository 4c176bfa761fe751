//! Reading a pattern in the grammar of ECMA-262 (Unicode mode, with the lenient escapes of Annex B).

use super::class::CharSet;
use crate::limits::{PATTERN_CHARS_MAX, PATTERN_NESTING_MAX, REPEAT_MAX};

/// A pattern as a tree. Laziness is left out: it changes which match is found, not whether one is.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Ast {
    Empty,
    Class(CharSet),
    Concat(Vec<Ast>),
    Alt(Vec<Ast>),
    Repeat(Box<Ast>, u32, Option<u32>),
    Start,
    End,
    WordEdge(bool),
    Look(Look, Box<Ast>),
    /// A capturing group that some backreference names.
    Group(u32, Box<Ast>),
    Backref(u32),
}

/// The four lookarounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Look {
    pub(crate) ahead: bool,
    pub(crate) negative: bool,
}

struct Reader {
    chars: Vec<char>,
    at: usize,
    nesting: u32,
    n_groups: u32,
    names: Vec<(String, u32)>,
    has_backref: bool,
}

/// Reads a pattern; None where ECMA-262 would refuse it, or where it passes a bound.
pub(crate) fn parse(pattern: &str) -> Option<Ast> {
    let chars: Vec<char> = pattern.chars().collect();
    if chars.len() > PATTERN_CHARS_MAX {
        return None;
    }
    let names = group_names(&chars);
    let has_backref = pattern.contains("\\k")
        || pattern
            .as_bytes()
            .windows(2)
            .any(|w| w[0] == b'\\' && (b'1'..=b'9').contains(&w[1]));
    let mut reader = Reader {
        chars,
        at: 0,
        nesting: 0,
        n_groups: 0,
        names,
        has_backref,
    };
    let ast = reader.alternatives()?;
    if reader.at == reader.chars.len() {
        Some(ast)
    } else {
        None
    }
}

/// Names of capturing groups with their numbers.
fn group_names(chars: &[char]) -> Vec<(String, u32)> {
    let (mut names, mut number, mut at, mut in_class) = (Vec::new(), 0, 0, false);
    while at < chars.len() {
        match chars[at] {
            '\\' => at += 1,
            '[' => in_class = true,
            ']' => in_class = false,
            '(' if !in_class => {
                let named = chars.get(at + 1) == Some(&'?')
                    && chars.get(at + 2) == Some(&'<')
                    && !matches!(chars.get(at + 3), Some('=' | '!'));
                if named || chars.get(at + 1) != Some(&'?') {
                    number += 1;
                }
                if named {
                    names.push((chars[at + 3..].iter().take_while(|&&c| c != '>').collect(), number));
                }
            }
            _ => {}
        }
        at += 1;
    }
    names
}

impl Reader {
    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn eat(&mut self, c: char) -> bool {
        let found = self.peek() == Some(c);
        self.at += usize::from(found);
        found
    }

    fn eat_text(&mut self, text: &str) -> bool {
        let n_chars = text.chars().count();
        let found = self.chars[self.at..].iter().take(n_chars).copied().eq(text.chars());
        if found {
            self.at += n_chars;
        }
        found
    }

    fn alternatives(&mut self) -> Option<Ast> {
        self.nesting += 1;
        if self.nesting > PATTERN_NESTING_MAX {
            return None;
        }
        let mut branches = vec![self.sequence()?];
        while self.eat('|') {
            branches.push(self.sequence()?);
        }
        self.nesting -= 1;
        Some(alternation(branches))
    }

    fn sequence(&mut self) -> Option<Ast> {
        let mut parts = Vec::new();
        while let Some(c) = self.peek() {
            if c == '|' || c == ')' {
                break;
            }
            let (atom, repeatable) = self.atom()?;
            match self.quantifier()? {
                Some((min, max)) if repeatable => parts.push(Ast::Repeat(Box::new(atom), min, max)),
                Some(_) => return None,
                None => parts.push(atom),
            }
        }
        Some(concatenation(parts))
    }

    /// An atom, and whether a quantifier may follow.
    fn atom(&mut self) -> Option<(Ast, bool)> {
        let c = self.peek()?;
        self.at += 1;
        Some(match c {
            '^' => (Ast::Start, false),
            '$' => (Ast::End, false),
            '.' => (Ast::Class(CharSet::dot()), true),
            '[' => (Ast::Class(self.class()?), true),
            '(' => return self.group(),
            '\\' => return self.escape(),
            '*' | '+' | '?' => return None,
            '{' if self.braces().is_some() => return None,
            _ => (Ast::Class(CharSet::single(u32::from(c))), true),
        })
    }

    /// The bounds between braces, `at` being after the opening one; leaves `at` where it was if there are none.
    fn braces(&mut self) -> Option<(u32, Option<u32>)> {
        let start = self.at;
        let found = self.braces_inner();
        if found.is_none() {
            self.at = start;
        }
        found
    }

    fn braces_inner(&mut self) -> Option<(u32, Option<u32>)> {
        let min = self.number()?;
        let max = if self.eat(',') { self.number() } else { Some(min) };
        if self.eat('}') { Some((min, max)) } else { None }
    }

    fn number(&mut self) -> Option<u32> {
        let start = self.at;
        let mut value: u32 = 0;
        while let Some(digit) = self.peek().and_then(|c| c.to_digit(10)) {
            value = value.saturating_mul(10).saturating_add(digit);
            self.at += 1;
        }
        if self.at > start { Some(value) } else { None }
    }

    /// The outer None is a refusal, the inner one is no quantifier.
    #[expect(clippy::option_option, reason = "refused, absent and present are three answers")]
    fn quantifier(&mut self) -> Option<Option<(u32, Option<u32>)>> {
        let bounds = match self.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.at += 1;
                let Some(bounds) = self.braces() else {
                    self.at -= 1;
                    return Some(None);
                };
                self.at -= 1;
                bounds
            }
            _ => return Some(None),
        };
        self.at += 1;
        self.eat('?');
        let (min, max) = bounds;
        if max.is_some_and(|max| max < min) || min > REPEAT_MAX || max.is_some_and(|max| max > REPEAT_MAX) {
            return None;
        }
        Some(Some(bounds))
    }

    fn group(&mut self) -> Option<(Ast, bool)> {
        let look = [
            (
                "?=",
                Look {
                    ahead: true,
                    negative: false,
                },
            ),
            (
                "?!",
                Look {
                    ahead: true,
                    negative: true,
                },
            ),
            (
                "?<=",
                Look {
                    ahead: false,
                    negative: false,
                },
            ),
            (
                "?<!",
                Look {
                    ahead: false,
                    negative: true,
                },
            ),
        ];
        for (text, look) in look {
            if self.eat_text(text) {
                let inner = self.alternatives()?;
                return self.eat(')').then(|| (Ast::Look(look, Box::new(inner)), look.ahead));
            }
        }
        let number = if self.eat_text("?:") {
            None
        } else if self.eat_text("?<") {
            while self.peek()? != '>' {
                self.at += 1;
            }
            self.at += 1;
            self.n_groups += 1;
            Some(self.n_groups)
        } else if self.peek() == Some('?') {
            return None;
        } else {
            self.n_groups += 1;
            Some(self.n_groups)
        };
        let inner = self.alternatives()?;
        if !self.eat(')') {
            return None;
        }
        Some((
            match number {
                Some(number) if self.has_backref => Ast::Group(number, Box::new(inner)),
                _ => inner,
            },
            true,
        ))
    }

    fn escape(&mut self) -> Option<(Ast, bool)> {
        let c = self.peek()?;
        match c {
            'b' | 'B' => {
                self.at += 1;
                return Some((Ast::WordEdge(c == 'b'), false));
            }
            '1'..='9' => {
                let number = self.number()?;
                return Some((Ast::Backref(number), true));
            }
            'k' => {
                self.at += 1;
                if !self.eat('<') {
                    return Some((Ast::Class(CharSet::single(u32::from('k'))), true));
                }
                let name: String = self.chars[self.at..].iter().take_while(|&&c| c != '>').collect();
                self.at += name.chars().count() + 1;
                let number = self.names.iter().find(|(known, _)| *known == name)?.1;
                return Some((Ast::Backref(number), true));
            }
            _ => {}
        }
        Some((Ast::Class(self.class_escape()?), true))
    }

    /// What a backslash stands for inside and outside classes; `at` is on the character after it.
    fn class_escape(&mut self) -> Option<CharSet> {
        let c = self.peek()?;
        self.at += 1;
        Some(match c {
            'd' => CharSet::digit(),
            'D' => CharSet::digit().negate(),
            'w' => CharSet::word(),
            'W' => CharSet::word().negate(),
            's' => CharSet::space(),
            'S' => CharSet::space().negate(),
            'p' | 'P' if self.eat('{') => {
                let name: String = self.chars[self.at..].iter().take_while(|&&c| c != '}').collect();
                self.at += name.chars().count() + 1;
                let set = CharSet::property(&name)?;
                if c == 'P' { set.negate() } else { set }
            }
            'n' => CharSet::single(0x0A),
            'r' => CharSet::single(0x0D),
            't' => CharSet::single(0x09),
            'v' => CharSet::single(0x0B),
            'f' => CharSet::single(0x0C),
            '0' => CharSet::single(0),
            'c' => {
                let letter = self.peek().filter(char::is_ascii_alphabetic)?;
                self.at += 1;
                CharSet::single(u32::from(letter) % 32)
            }
            'x' => CharSet::single(self.hex(2)?),
            'u' => CharSet::single(self.code_point()?),
            _ => CharSet::single(u32::from(c)),
        })
    }

    fn hex(&mut self, n_digits: usize) -> Option<u32> {
        let digits: String = self.chars.get(self.at..self.at + n_digits)?.iter().collect();
        let value = u32::from_str_radix(&digits, 16).ok()?;
        self.at += n_digits;
        Some(value)
    }

    fn code_point(&mut self) -> Option<u32> {
        if self.eat('{') {
            let digits: String = self.chars[self.at..].iter().take_while(|&&c| c != '}').collect();
            self.at += digits.chars().count() + 1;
            return u32::from_str_radix(&digits, 16)
                .ok()
                .filter(|&value| value <= 0x10_FFFF);
        }
        let high = self.hex(4)?;
        if (0xD800..0xDC00).contains(&high) && self.eat_text("\\u") {
            let low = self.hex(4)?;
            return (0xDC00..0xE000)
                .contains(&low)
                .then(|| 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
        }
        Some(high)
    }

    fn class(&mut self) -> Option<CharSet> {
        let negated = self.eat('^');
        let mut set = CharSet::empty();
        loop {
            if self.eat(']') {
                return Some(if negated { set.negate() } else { set });
            }
            let (from, from_single) = self.class_member()?;
            let is_range = self.peek() == Some('-') && self.chars.get(self.at + 1).is_some_and(|&c| c != ']');
            if !is_range {
                set = set.union(&from);
                continue;
            }
            self.at += 1;
            let (to, to_single) = self.class_member()?;
            match (from_single, to_single) {
                (Some(lo), Some(hi)) if lo <= hi => set = set.union(&CharSet::of(&[(lo, hi)])),
                (Some(_), Some(_)) => return None,
                _ => set = set.union(&from).union(&to).union(&CharSet::single(u32::from('-'))),
            }
        }
    }

    /// A member of a class, and its code point where it is one.
    fn class_member(&mut self) -> Option<(CharSet, Option<u32>)> {
        let c = self.peek()?;
        self.at += 1;
        if c != '\\' {
            return Some((CharSet::single(u32::from(c)), Some(u32::from(c))));
        }
        if self.eat('b') {
            return Some((CharSet::single(8), Some(8)));
        }
        let set = self.class_escape()?;
        let single = match set.ranges() {
            [(lo, hi)] if lo == hi => Some(*lo),
            _ => None,
        };
        Some((set, single))
    }
}

/// Alternatives; one-character branches become one class.
fn alternation(branches: Vec<Ast>) -> Ast {
    let mut merged: Vec<Ast> = Vec::new();
    for branch in branches {
        if merged.contains(&branch) {
            continue;
        }
        match (merged.last_mut(), branch) {
            (Some(Ast::Class(set)), Ast::Class(other)) => *set = set.union(&other),
            (_, branch) => merged.push(branch),
        }
    }
    if merged.len() == 1 {
        merged.pop().unwrap_or(Ast::Empty)
    } else {
        Ast::Alt(merged)
    }
}

/// A sequence, flattened.
pub(super) fn concatenation(parts: Vec<Ast>) -> Ast {
    let mut flat: Vec<Ast> = Vec::new();
    for part in parts {
        match part {
            Ast::Empty => {}
            Ast::Concat(inner) => flat.extend(inner),
            other => flat.push(other),
        }
    }
    match flat.len() {
        0 => Ast::Empty,
        1 => flat.pop().unwrap_or(Ast::Empty),
        _ => Ast::Concat(flat),
    }
}
