//! Names as words: `deleteUser`, `delete_user` and `delete-user` are all `delete user`.

/// The words of a name, separated by single blanks. Text with blanks of its own is only given back in words.
pub fn words(name: &str) -> String {
    let mut out = String::with_capacity(name.len() + 8);
    let mut chars = name.chars().peekable();
    let mut last = None;
    while let Some(c) = chars.next() {
        let (before, after) = (last.replace(c), chars.peek());
        if !c.is_alphanumeric() {
            blank(&mut out);
            continue;
        }
        let starts_word = c.is_uppercase()
            && (before.is_some_and(|b| b.is_lowercase() || b.is_ascii_digit())
                || before.is_some_and(char::is_uppercase) && after.is_some_and(|a| a.is_lowercase()));
        if starts_word {
            blank(&mut out);
        }
        match c.is_ascii() {
            true => out.push(c.to_ascii_lowercase()),
            false => out.extend(c.to_lowercase()),
        }
    }
    out.truncate(out.trim_end().len());
    out
}

fn blank(out: &mut String) {
    if !out.is_empty() && !out.ends_with(' ') {
        out.push(' ');
    }
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn all_spellings_of_names() {
        let cases = [
            ("deleteUser", "delete user"),
            ("delete_user", "delete user"),
            ("admin.users-delete", "admin users delete"),
            ("HTTPServer", "http server"),
            ("getURLForId2", "get url for id2"),
            ("__x__", "x"),
            ("", ""),
        ];
        for (name, expected) in cases {
            assert_eq!(words(name), expected, "{name}");
        }
    }
}
