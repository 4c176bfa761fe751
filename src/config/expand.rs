//! `${NAME}`, `${NAME:-default}` and the escape `$${` in one string.

/// A piece of a string.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Piece<'t> {
    /// Stands for itself.
    Text(&'t str),
    /// A variable, with what stands in for it where it is unset or empty.
    Variable { name: &'t str, default: Option<&'t str> },
}

/// The pieces of a string.
///
/// # Errors
/// A sentence fragment, where `${` is not closed or holds no name.
pub(super) fn pieces(text: &str) -> Result<Vec<Piece<'_>>, String> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(at) = rest.find("${") {
        let (before, variable) = rest.split_at(at);
        if let Some(before) = before.strip_suffix('$') {
            found.extend([Piece::Text(before), Piece::Text("${")]);
            rest = &variable[2..];
            continue;
        }
        let Some((inside, after)) = variable[2..].split_once('}') else {
            return Err("`${` without `}`; write `$${` for the two characters themselves".to_owned());
        };
        let (name, default) = match inside.split_once(":-") {
            Some((name, default)) => (name, Some(default)),
            None => (inside, None),
        };
        if !is_name(name) {
            return Err(format!(
                "`${{{inside}}}` holds no variable name; write `${{NAME}}` or `${{NAME:-default}}`, or `$${{` for the two characters themselves"
            ));
        }
        found.extend([Piece::Text(before), Piece::Variable { name, default }]);
        rest = after;
    }
    found.push(Piece::Text(rest));
    found.retain(|piece| *piece != Piece::Text(""));
    Ok(found)
}

fn is_name(name: &str) -> bool {
    let is_word = |c: char| c == '_' || c.is_ascii_alphanumeric();
    name.starts_with(|c: char| c == '_' || c.is_ascii_alphabetic()) && name.chars().all(is_word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn variable(name: &'static str) -> Piece<'static> {
        Piece::Variable { name, default: None }
    }

    #[test]
    fn splits_as_documented() {
        let table: &[(&str, &[Piece<'_>])] = &[
            ("", &[]),
            ("plain $HOME {x}", &[Piece::Text("plain $HOME {x}")]),
            ("${A}", &[variable("A")]),
            (
                "Bearer ${_T1}!",
                &[Piece::Text("Bearer "), variable("_T1"), Piece::Text("!")],
            ),
            ("${A}${B}", &[variable("A"), variable("B")]),
            (
                "${A:-}",
                &[Piece::Variable {
                    name: "A",
                    default: Some(""),
                }],
            ),
            (
                "${A:-x:-y}",
                &[Piece::Variable {
                    name: "A",
                    default: Some("x:-y"),
                }],
            ),
            ("$${A}", &[Piece::Text("${"), Piece::Text("A}")]),
            ("a$$${A}", &[Piece::Text("a$"), Piece::Text("${"), Piece::Text("A}")]),
            ("€${A}€", &[Piece::Text("€"), variable("A"), Piece::Text("€")]),
        ];
        for (text, expected) in table {
            assert_eq!(pieces(text).as_deref(), Ok(*expected), "{text}");
        }
    }

    #[test]
    fn refuses_what_holds_no_name() {
        for text in ["${", "${}", "${A", "${1A}", "${A B}", "${A:x}", "${é}"] {
            assert!(pieces(text).is_err(), "{text}");
        }
    }
}
