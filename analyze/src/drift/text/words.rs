//! What changed between two texts, word by word.

use mcpward_schemas::report::is_hidden;
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::drift::limits::DIFF_WORDS_MAX;

/// What became of a piece of text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Op {
    /// It stayed.
    Same,
    /// It was taken out.
    Removed,
    /// It was put in.
    Added,
}

/// A piece of text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// What became of it.
    pub op: Op,
    /// The text, as sent.
    pub text: String,
}

/// The pieces of two texts, by words and the white space between them. Always an answer: texts of more than
/// [`DIFF_WORDS_MAX`] words are compared from both ends, and the middle is one removal and one addition.
pub fn diff(before: &str, after: &str) -> Vec<Piece> {
    let (old, new) = (tokens(before), tokens(after));
    let n_head = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let n_tail = old[n_head..]
        .iter()
        .rev()
        .zip(new[n_head..].iter().rev())
        .take_while(|(a, b)| a == b)
        .count();
    let mut pieces = Pieces(Vec::new());
    pieces.push(Op::Same, &old[..n_head]);
    let (old_mid, new_mid) = (&old[n_head..old.len() - n_tail], &new[n_head..new.len() - n_tail]);
    if old_mid.len().max(new_mid.len()) > DIFF_WORDS_MAX {
        pieces.push(Op::Removed, old_mid);
        pieces.push(Op::Added, new_mid);
    } else {
        for op in capture_diff_slices(Algorithm::Myers, old_mid, new_mid) {
            match op {
                DiffOp::Equal { old_index, len, .. } => pieces.push(Op::Same, &old_mid[old_index..old_index + len]),
                DiffOp::Delete { old_index, old_len, .. } => {
                    pieces.push(Op::Removed, &old_mid[old_index..old_index + old_len]);
                }
                DiffOp::Insert { new_index, new_len, .. } => {
                    pieces.push(Op::Added, &new_mid[new_index..new_index + new_len]);
                }
                DiffOp::Replace {
                    old_index,
                    old_len,
                    new_index,
                    new_len,
                } => {
                    pieces.push(Op::Removed, &old_mid[old_index..old_index + old_len]);
                    pieces.push(Op::Added, &new_mid[new_index..new_index + new_len]);
                }
            }
        }
    }
    pieces.push(Op::Same, &old[old.len() - n_tail..]);
    pieces.0
}

struct Pieces(Vec<Piece>);

impl Pieces {
    fn push(&mut self, op: Op, tokens: &[&str]) {
        if tokens.is_empty() {
            return;
        }
        let text = tokens.concat();
        match self.0.last_mut().filter(|last| last.op == op) {
            Some(last) => last.text.push_str(&text),
            None => self.0.push(Piece { op, text }),
        }
    }
}

/// Runs of white space and runs of anything else, in turn.
fn tokens(text: &str) -> Vec<&str> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut inside_space = None;
    for (at, c) in text.char_indices() {
        let is_space = c.is_whitespace();
        if inside_space.is_some_and(|inside| inside != is_space) {
            out.push(&text[start..at]);
            start = at;
        }
        inside_space = Some(is_space);
    }
    if start < text.len() {
        out.push(&text[start..]);
    }
    out
}

/// Pieces as one text: `[-removed-]`, `{+added+}`, hidden characters as `<U+200B>`, and of unchanged stretches only the
/// beginning and the end where they are longer than `context` code points.
pub fn inline(pieces: &[Piece], context: usize) -> String {
    let mut out = String::new();
    for (idx, piece) in pieces.iter().enumerate() {
        let text = visible(&piece.text);
        match piece.op {
            Op::Removed => out.push_str(&format!("[-{text}-]")),
            Op::Added => out.push_str(&format!("{{+{text}+}}")),
            Op::Same => out.push_str(&shortened(&text, context, idx == 0, idx + 1 == pieces.len())),
        }
    }
    out
}

fn shortened(text: &str, context: usize, is_first: bool, is_last: bool) -> String {
    let n_chars = text.chars().count();
    let head = if is_first { 0 } else { context };
    let tail = if is_last { 0 } else { context };
    if (is_first && is_last) || n_chars <= head + tail + 3 {
        return text.to_owned();
    }
    let first: String = text.chars().take(head).collect();
    let last: String = text.chars().skip(n_chars - tail).collect();
    format!("{first}…{last}")
}

/// The text with every hidden character but line feeds and tabs as `<U+XXXX>`.
pub fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) && c != '\n' && c != '\t' {
            out.push_str(&format!("<U+{:04X}>", u32::from(c)));
        } else {
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{DIFF_WORDS_MAX, Op, diff, inline};

    fn shown(before: &str, after: &str) -> String {
        inline(&diff(before, after), 20)
    }

    #[test]
    fn words_that_changed_are_marked() {
        for (before, after, expected) in [
            ("Returns the file.", "Returns the file.", "Returns the file."),
            (
                "Returns the file.",
                "Returns a copy.",
                "Returns [-the-]{+a+} [-file.-]{+copy.+}",
            ),
            ("", "New.", "{+New.+}"),
            ("Old.", "", "[-Old.-]"),
            (
                "Reads a file.",
                "Reads\u{200b} a file.",
                "[-Reads-]{+Reads<U+200B>+} a file.",
            ),
        ] {
            assert_eq!(shown(before, after), expected);
        }
    }

    #[test]
    fn long_stretches_are_shortened() {
        let same = "same ".repeat(50);
        assert_eq!(
            shown(&format!("{same}x {same}y {same}"), &format!("{same}v {same}w {same}")),
            "…same same same same [-x-]{+v+} same same same same…same same same same [-y-]{+w+} same same same same…"
        );
    }

    #[test]
    fn pieces_rebuild_both_texts_at_any_length() {
        let long = |seed: usize| -> String { (0..3_000).map(|n| format!("w{} ", (n * seed + n / 7) % 97)).collect() };
        let huge = "x y ".repeat(DIFF_WORDS_MAX);
        for (before, after) in [
            (long(3), long(5)),
            (long(3), String::new()),
            (huge.clone(), format!("z {huge}")),
        ] {
            let pieces = diff(&before, &after);
            let side = |wanted: Op| -> String {
                pieces
                    .iter()
                    .filter(|piece| piece.op == Op::Same || piece.op == wanted)
                    .map(|piece| piece.text.as_str())
                    .collect()
            };
            assert_eq!(side(Op::Removed), before);
            assert_eq!(side(Op::Added), after);
        }
    }
}
