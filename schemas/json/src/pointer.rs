//! JSON Pointers (RFC 6901), written.

/// A member name as a reference token: `~` becomes `~0`, `/` becomes `~1`.
pub fn escape_token(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// Appends `/` and the escaped name to a pointer.
pub fn push_token(pointer: &mut String, name: &str) {
    pointer.push('/');
    if name.bytes().any(|byte| matches!(byte, b'~' | b'/')) {
        pointer.push_str(&escape_token(name));
    } else {
        pointer.push_str(name);
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn tokens_are_escaped() {
        let mut pointer = String::new();
        super::push_token(&mut pointer, "a/b~c");
        super::push_token(&mut pointer, "");
        assert_eq!(pointer, "/a~1b~0c/");
    }
}
