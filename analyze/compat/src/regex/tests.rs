use super::{Expr, Found, Patterns, Query, parse, split};

fn includes(old: &str, new: &str) -> Found {
    let mut patterns = Patterns::default();
    let accepted = vec![patterns.intern(&parse(old).unwrap())];
    let refused = vec![patterns.intern(&parse(new).unwrap())];
    patterns.find(
        &Query {
            accepted,
            refused,
            ..Query::default()
        },
        &mut |_| true,
    )
}

#[test]
fn patterns_compare_as_languages() {
    for (old, new, witness) in [
        ("^a+$", "^aa*$", None),
        ("^aa*$", "^a+$", None),
        ("^[a-f0-9]{8}$", "^[a-z0-9]{1,16}$", None),
        ("^[a-z]+$", "^[a-y]+$", Some("z")),
        ("foo", "o", None),
        ("o", "foo", Some("o")),
        ("^(a|b)*$", "^[ab]*$", None),
        ("^(a+)+$", "^a+$", None),
        ("^.+$", "^[\\s\\S]+$", None),
        ("^[\\s\\S]$", "^.$", Some("\n")),
        ("^\\bfoo\\b$", "^foo$", None),
        ("\\bfoo\\b", "foo", None),
        ("foo", "\\bfoo\\b", Some("afoo")),
        ("^[ab]{15,}$", "^(a|b)*a(a|b){14}$", Some("bbbbbbbbbbbbbbb")),
        ("^(a|b)*a(a|b){14}$", "^[ab]{15,}$", None),
    ] {
        let wanted = witness.map_or(Found::Nothing, |text| Found::Text(text.to_owned()));
        assert_eq!(includes(old, new), wanted, "{old} in {new}");
    }
}

#[test]
fn matching_is_a_search() {
    let mut patterns = Patterns::default();
    for (pattern, text, found) in [
        ("a", "bab", true),
        ("^a", "ba", false),
        ("a$", "a\n", false),
        ("^\\d$", "٣", false),
        ("^(?=x)y", "y", false),
        ("(a)\\1", "xaa", true),
        ("(a)\\1", "aba", false),
        ("(?<!a)b", "ab", false),
        ("(?<!a)b", "cb", true),
        ("^\\p{L}+$", "é", true),
        ("\\u{1F600}", "😀", true),
        ("^.$", "😀", true),
        ("", "", true),
        ("^[^]$", "a", true),
    ] {
        let id = patterns.intern(&parse(pattern).unwrap());
        assert_eq!(patterns.matches(id, text), Some(found), "{pattern} in {text}");
    }
}

#[test]
fn refused_patterns_are_refused() {
    for pattern in ["(", "a)", "[b-a]", "*a", "a{2,1}", "(?i)a", "\\c1"] {
        assert_eq!(parse(pattern), None, "{pattern}");
    }
}

#[test]
fn leading_lookaheads_split() {
    let Expr::All(parts) = split(parse("^(?=.*\\d)(?!x)[a-z0-9]+$").unwrap()) else {
        panic!("no split")
    };
    assert_eq!(parts.len(), 2);
    let mut patterns = Patterns::default();
    let Expr::Plain(first) = &parts[0] else {
        panic!("first part is plain")
    };
    let id = patterns.intern(first);
    assert!(patterns.is_regular(id));
}
