//! Tokens, counted by the tokenizer that models use.

use std::sync::LazyLock;

use tiktoken_rs::CoreBPE;

/// The encoding that is counted in: that of OpenAI's models since GPT-4o. Others differ by some percent on schemas.
pub const ENCODING: &str = "o200k_base";

/// The table is large, so it is read when the first text is counted.
static TABLE: LazyLock<Option<CoreBPE>> = LazyLock::new(|| tiktoken_rs::o200k_base().ok());

/// Bytes that are counted at once. The tokenizer's pattern backtracks, and gives up by a panic after a million steps; in a
/// piece of this size it can't take as many. Each seam may add a token.
const PIECE_BYTES_MAX: usize = 16 * 1024;

/// Tokens of a text.
pub(super) fn count(text: &str) -> u64 {
    let Some(table) = &*TABLE else { return 0 };
    let mut rest = text;
    let mut n_tokens = 0;
    while !rest.is_empty() {
        let mut end = rest.len().min(PIECE_BYTES_MAX);
        while !rest.is_char_boundary(end) {
            end -= 1;
        }
        n_tokens += table.encode_ordinary(&rest[..end]).len() as u64;
        rest = &rest[end..];
    }
    n_tokens
}

#[cfg(test)]
mod tests {
    use super::count;

    #[test]
    fn the_table_is_there_and_hostile_text_ends() {
        assert_eq!(count(""), 0);
        assert_eq!(count("hello world"), 2);
        for text in [
            " ".repeat(200_000),
            "a".repeat(200_000),
            "\u{200b}".repeat(50_000),
            "é\n ".repeat(50_000),
        ] {
            assert!(count(&text) > 0);
        }
    }
}
