//! Lookarounds that are Boolean combinations in disguise.
//!
//! `^(?=A)B` is "`^A` and `^B`", `^(?!A)B` is "not `^A`, and `^B`", and `B(?<!A)$` is "`B$` and not `A$`". After a prefix of
//! fixed length the same holds with the prefix in front. What is left over stays in the tree and makes it irregular.

use super::parse::{Ast, Look, concatenation};

/// A Boolean combination of patterns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Expr {
    Plain(Ast),
    All(Vec<Expr>),
    Any(Vec<Expr>),
    Not(Box<Expr>),
}

/// Splits off what can be split off.
pub(crate) fn split(ast: Ast) -> Expr {
    match ast {
        Ast::Alt(branches) if branches.iter().any(has_look) => Expr::Any(branches.into_iter().map(split).collect()),
        Ast::Concat(parts) if parts.iter().any(|part| matches!(part, Ast::Look(..))) => split_sequence(parts),
        Ast::Look(look, inner) if look.ahead => lone(look.negative, *inner),
        other => Expr::Plain(other),
    }
}

/// A lookahead alone: it may hold at any place, so a negative one always holds at the end unless its body can be empty there.
fn lone(negative: bool, inner: Ast) -> Expr {
    if negative {
        Expr::Plain(Ast::Look(Look { ahead: true, negative }, Box::new(inner)))
    } else {
        split(inner)
    }
}

fn split_sequence(parts: Vec<Ast>) -> Expr {
    let Some(at) = parts.iter().position(|part| matches!(part, Ast::Look(..))) else {
        return Expr::Plain(concatenation(parts));
    };
    let Ast::Look(look, inner) = &parts[at] else {
        return Expr::Plain(concatenation(parts));
    };
    let mut without = parts.clone();
    without.remove(at);
    let side = if look.ahead
        && parts.first() == Some(&Ast::Start)
        && parts[..at].iter().all(|part| fixed_length(part).is_some())
    {
        let mut side: Vec<Ast> = parts[..at].to_vec();
        side.push((**inner).clone());
        concatenation(side)
    } else if !look.ahead && at + 2 == parts.len() && parts[at + 1] == Ast::End {
        concatenation(vec![(**inner).clone(), Ast::End])
    } else {
        return Expr::Plain(concatenation(parts));
    };
    let side = split(side);
    let side = if look.negative { Expr::Not(Box::new(side)) } else { side };
    Expr::All(vec![side, split(concatenation(without))])
}

pub(super) fn has_look(ast: &Ast) -> bool {
    match ast {
        Ast::Look(..) | Ast::Backref(_) => true,
        Ast::Concat(parts) | Ast::Alt(parts) => parts.iter().any(has_look),
        Ast::Repeat(inner, ..) | Ast::Group(_, inner) => has_look(inner),
        _ => false,
    }
}

/// The length of every match, where all have the same.
fn fixed_length(ast: &Ast) -> Option<u32> {
    match ast {
        Ast::Empty | Ast::Start | Ast::End | Ast::WordEdge(_) | Ast::Look(..) => Some(0),
        Ast::Class(_) => Some(1),
        Ast::Concat(parts) => parts.iter().map(fixed_length).sum(),
        Ast::Alt(branches) => {
            let first = fixed_length(branches.first()?)?;
            branches
                .iter()
                .all(|branch| fixed_length(branch) == Some(first))
                .then_some(first)
        }
        Ast::Repeat(inner, min, max) if Some(*min) == *max => fixed_length(inner)?.checked_mul(*min),
        Ast::Group(_, inner) => fixed_length(inner),
        Ast::Repeat(..) | Ast::Backref(_) => None,
    }
}
