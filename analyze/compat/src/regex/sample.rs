//! Strings that a pattern might match, for patterns that automata can't take.

use super::parse::Ast;

/// Most strings kept at any point of the walk.
const KEPT_MAX: usize = 24;

/// Walks the tree, takes lookarounds for granted and groups as they come.
pub(super) fn samples(ast: &Ast) -> Vec<String> {
    let mut found = walk(ast);
    for look in looks(ast) {
        found.extend(walk(look));
    }
    found.dedup();
    found
}

fn looks(ast: &Ast) -> Vec<&Ast> {
    match ast {
        Ast::Look(_, inner) => vec![inner],
        Ast::Concat(parts) | Ast::Alt(parts) => parts.iter().flat_map(looks).collect(),
        Ast::Repeat(inner, ..) | Ast::Group(_, inner) => looks(inner),
        _ => Vec::new(),
    }
}

fn walk(ast: &Ast) -> Vec<String> {
    let mut found = match ast {
        Ast::Class(set) => {
            let mut texts: Vec<String> = set.representative().into_iter().map(String::from).collect();
            for &(lo, hi) in set.ranges().iter().take(2) {
                texts.extend([lo, hi].into_iter().filter_map(char::from_u32).map(String::from));
            }
            texts
        }
        Ast::Concat(parts) => {
            let mut heads = vec![String::new()];
            for part in parts {
                let tails = walk(part);
                let longer: Vec<String> = tails
                    .iter()
                    .flat_map(|tail| heads.iter().map(move |head| format!("{head}{tail}")))
                    .take(KEPT_MAX)
                    .collect();
                heads = longer;
            }
            heads
        }
        Ast::Alt(branches) => branches.iter().flat_map(walk).collect(),
        Ast::Repeat(inner, min, max) => {
            let once = walk(inner);
            let counts = [*min, min + 1, min + 2];
            counts
                .iter()
                .filter(|&&count| count <= 64 && max.is_none_or(|max| count <= max))
                .flat_map(|&count| once.iter().map(move |text| text.repeat(count as usize)))
                .collect()
        }
        Ast::Group(_, inner) => walk(inner),
        _ => vec![String::new()],
    };
    found.truncate(KEPT_MAX);
    found
}
