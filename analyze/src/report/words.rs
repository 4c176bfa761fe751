//! Word-level difference of two texts.

use similar::{Algorithm, DiffTag, capture_diff_slices};

use super::limits::{DIFF_CONTEXT_WORDS, DIFF_WORDS_MAX};

/// A stretch of a difference; the text is raw.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Segment<'a> {
    /// In both.
    Same(&'a str),
    /// More words that are in both, left out here.
    Elided,
    /// Only before.
    Gone(&'a str),
    /// Only after.
    New(&'a str),
}

/// What changed between two texts, word by word, unchanged words beyond the context left out; `None` where so little is
/// common that both read better whole. Where more than [`DIFF_WORDS_MAX`] words differ, sentence by sentence.
pub(crate) fn diff<'a>(before: &'a str, after: &'a str) -> Option<Vec<Segment<'a>>> {
    let (olds, news) = (tokens(before), tokens(after));
    let (old_words, new_words): (Vec<_>, Vec<_>) = (texts(before, &olds), texts(after, &news));
    if n_differing(&old_words, &new_words) > DIFF_WORDS_MAX {
        return long(before, after);
    }
    let mut blocks: Vec<Block> = Vec::new();
    let mut n_common = 0;
    for op in capture_diff_slices(Algorithm::Myers, &old_words, &new_words) {
        let (tag, old, new) = op.as_tag_tuple();
        let block = Block {
            same: tag == DiffTag::Equal,
            old: span(&olds, &old),
            new: span(&news, &new),
        };
        if block.same {
            n_common += old_words[old].iter().filter(|word| !word.trim().is_empty()).count();
        }
        push(&mut blocks, block, before);
    }
    let n_words = |words: &[&str]| words.iter().filter(|word| !word.trim().is_empty()).count();
    if n_common * 4 < n_words(&old_words).max(n_words(&new_words)) {
        return None;
    }
    Some(segments(&blocks, before, after))
}

/// What changed between two long texts, sentence by sentence.
fn long<'a>(before: &'a str, after: &'a str) -> Option<Vec<Segment<'a>>> {
    let (olds, news) = (sentences(before), sentences(after));
    let (old_texts, new_texts) = (texts(before, &olds), texts(after, &news));
    let n_head = old_texts
        .iter()
        .zip(&new_texts)
        .take_while(|(old, new)| old == new)
        .count();
    let n_tail = old_texts[n_head..]
        .iter()
        .rev()
        .zip(new_texts[n_head..].iter().rev())
        .take_while(|(old, new)| old == new)
        .count();
    let (old_mid, new_mid) = (n_head..olds.len() - n_tail, n_head..news.len() - n_tail);
    let mut blocks: Vec<Block> = Vec::new();
    let mut add = |same: bool, old: std::ops::Range<usize>, new: std::ops::Range<usize>| {
        if !old.is_empty() || !new.is_empty() {
            blocks.push(Block {
                same,
                old: span(&olds, &old),
                new: span(&news, &new),
            });
        }
    };
    add(true, 0..n_head, 0..n_head);
    // Beyond that many sentences the middle is one change.
    if old_mid.len().max(new_mid.len()) > DIFF_WORDS_MAX {
        add(false, old_mid.clone(), new_mid.clone());
    } else {
        for op in capture_diff_slices(
            Algorithm::Myers,
            &old_texts[old_mid.clone()],
            &new_texts[new_mid.clone()],
        ) {
            let (tag, old, new) = op.as_tag_tuple();
            add(
                tag == DiffTag::Equal,
                old.start + n_head..old.end + n_head,
                new.start + n_head..new.end + n_head,
            );
        }
    }
    add(true, old_mid.end..olds.len(), new_mid.end..news.len());
    let n_common: usize = blocks
        .iter()
        .filter(|block| block.same)
        .map(|block| block.old.1 - block.old.0)
        .sum();
    (n_common * 4 >= before.len().max(after.len())).then(|| segments(&blocks, before, after))
}

/// Byte ranges of sentences and lines.
fn sentences(text: &str) -> Vec<(usize, usize)> {
    let mut out = Vec::new();
    let mut start = 0;
    let mut may_end = false;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        if c == '\n' || (may_end && c == ' ') {
            out.push((start, end));
            start = end;
        }
        may_end = matches!(c, '.' | '!' | '?' | ';');
    }
    if start < text.len() {
        out.push((start, text.len()));
    }
    out
}

/// Words of the longer side between what both begin with and what both end with: what comparing costs.
fn n_differing(olds: &[&str], news: &[&str]) -> usize {
    let n_head = olds.iter().zip(news).take_while(|(old, new)| old == new).count();
    let n_tail = olds[n_head..]
        .iter()
        .rev()
        .zip(news[n_head..].iter().rev())
        .take_while(|(old, new)| old == new)
        .count();
    olds.len().max(news.len()) - n_head - n_tail
}

/// Where two texts begin to differ, with a few code points of common text before it; what a reader should see of two texts
/// that are shown whole but do not fit. The flag says that something stands before.
pub(crate) fn around<'a>(before: &'a str, after: &'a str) -> (&'a str, &'a str, bool) {
    let same = before
        .chars()
        .zip(after.chars())
        .take_while(|(old, new)| old == new)
        .map(|(c, _)| c.len_utf8())
        .sum();
    let start = before[..same]
        .char_indices()
        .rev()
        .nth(AROUND_CHARS)
        .map_or(0, |(at, _)| at);
    (&before[start..], &after[start..], start > 0)
}

/// Code points of common text before the first difference: enough to find the place.
const AROUND_CHARS: usize = 40;

/// Byte ranges on both sides.
struct Block {
    same: bool,
    old: (usize, usize),
    new: (usize, usize),
}

/// Adds a block; white space alone between two changes belongs to the change, or a rewritten sentence would be confetti.
fn push(blocks: &mut Vec<Block>, block: Block, before: &str) {
    if !block.same
        && let [.., first, gap] = &mut blocks[..]
        && !first.same
        && gap.same
        && before[gap.old.0..gap.old.1].trim().is_empty()
    {
        (first.old.1, first.new.1) = (block.old.1, block.new.1);
        blocks.pop();
        return;
    }
    match blocks.last_mut() {
        Some(last) if last.same == block.same => (last.old.1, last.new.1) = (block.old.1, block.new.1),
        _ => blocks.push(block),
    }
}

fn segments<'a>(blocks: &[Block], before: &'a str, after: &'a str) -> Vec<Segment<'a>> {
    let mut out = Vec::new();
    for (at, block) in blocks.iter().enumerate() {
        let (old, new) = (&before[block.old.0..block.old.1], &after[block.new.0..block.new.1]);
        if block.same {
            elide(old, at > 0, at + 1 < blocks.len(), &mut out);
            continue;
        }
        if !old.is_empty() {
            out.push(Segment::Gone(old));
        }
        if !new.is_empty() {
            out.push(Segment::New(new));
        }
    }
    out
}

/// Keeps the words beside the changes.
fn elide<'a>(text: &'a str, change_before: bool, change_after: bool, out: &mut Vec<Segment<'a>>) {
    let words: Vec<_> = tokens(text)
        .into_iter()
        .filter(|&(start, end)| !text[start..end].trim().is_empty())
        .collect();
    let (head, tail) = (
        if change_before { DIFF_CONTEXT_WORDS } else { 0 },
        if change_after { DIFF_CONTEXT_WORDS } else { 0 },
    );
    // Leaving out a word or two saves nothing.
    if words.len() <= head + tail + 3 {
        out.push(Segment::Same(text));
        return;
    }
    if head > 0 {
        out.push(Segment::Same(&text[..words[head - 1].1]));
    }
    out.push(Segment::Elided);
    if tail > 0 {
        out.push(Segment::Same(&text[words[words.len() - tail].0..]));
    }
}

/// Byte ranges of runs of white space and of anything else.
fn tokens(text: &str) -> Vec<(usize, usize)> {
    let mut out: Vec<(usize, usize)> = Vec::new();
    let mut was_space = None;
    for (at, c) in text.char_indices() {
        let end = at + c.len_utf8();
        let is_space = c.is_whitespace();
        match out.last_mut() {
            Some(last) if was_space == Some(is_space) => last.1 = end,
            _ => out.push((at, end)),
        }
        was_space = Some(is_space);
    }
    out
}

fn texts<'a>(text: &'a str, tokens: &[(usize, usize)]) -> Vec<&'a str> {
    tokens.iter().map(|&(start, end)| &text[start..end]).collect()
}

/// The bytes that a range of tokens covers; of an empty range, none.
fn span(tokens: &[(usize, usize)], range: &std::ops::Range<usize>) -> (usize, usize) {
    match (tokens.get(range.start), range.is_empty()) {
        (Some(first), false) => (first.0, tokens[range.end - 1].1),
        (Some(first), true) => (first.0, first.0),
        (None, _) => tokens.last().map_or((0, 0), |last| (last.1, last.1)),
    }
}

#[cfg(test)]
mod tests {
    use super::{Segment, around, diff};

    fn marked(before: &str, after: &str) -> Option<String> {
        let segments = diff(before, after)?;
        Some(
            segments
                .iter()
                .map(|segment| match segment {
                    Segment::Same(text) => (*text).to_owned(),
                    Segment::Elided => "<…>".to_owned(),
                    Segment::Gone(text) => format!("[-{text}-]"),
                    Segment::New(text) => format!("{{+{text}+}}"),
                })
                .collect(),
        )
    }

    #[test]
    fn words_that_changed_are_marked() {
        let table = [
            ("reads a file", "reads any file", Some("reads [-a-]{+any+} file")),
            (
                "Original text: echoes back the line",
                "Modified text: now it echoes the line",
                Some("[-Original-]{+Modified+} text: {+now it +}echoes[- back-] the line"),
            ),
            (
                "one two three four",
                "one x y four",
                Some("one [-two three-]{+x y+} four"),
            ),
            ("echo", "ec\u{200b}ho", None),
            ("tool echo", "tool ec\u{200b}ho", Some("tool [-echo-]{+ec\u{200b}ho+}")),
            ("", "", Some("")),
            ("a b", "", None),
            ("a b", "a b c", Some("a b{+ c+}")),
            ("same text", "same  text", Some("same[- -]{+  +}text")),
            ("all new", "other words", None),
        ];
        for (before, after, expected) in table {
            assert_eq!(marked(before, after).as_deref(), expected, "{before:?} → {after:?}");
        }
    }

    #[test]
    fn far_context_is_left_out() {
        let words: Vec<_> = (0..40).map(|n| format!("w{n}")).collect();
        let before = words.join(" ");
        let after = before.replace("w20", "X");
        assert_eq!(
            marked(&before, &after).unwrap(),
            "<…>w12 w13 w14 w15 w16 w17 w18 w19 [-w20-]{+X+} w21 w22 w23 w24 w25 w26 w27 w28<…>"
        );
    }

    #[test]
    fn the_first_difference_is_in_sight() {
        let long = "x".repeat(70_000);
        let (old, new) = (format!("{long}a"), format!("{long}b"));
        let (from_old, from_new, skipped) = around(&old, &new);
        assert_eq!((from_old.len(), from_new.len(), skipped), (42, 42, true));
        assert_eq!(around("ab", "ac"), ("ab", "ac", false));
        assert_eq!(around("é", "è"), ("é", "è", false));
    }

    #[test]
    fn long_texts_are_compared_by_sentences() {
        let sentence = |n: usize| format!("Sentence number {n} says a thing or two about it. ");
        let before: String = (0..1_000).map(sentence).collect();
        let after = before
            .replace("number 3 says", "number 3 hides")
            .replace("number 997 says", "number 997 hides");
        let shown = marked(&before, &after).unwrap();
        assert_eq!(shown.matches("[-").count(), 2, "{shown}");
        for part in [
            "[-Sentence number 3 says a thing or two about it. -]{+Sentence number 3 hides a thing or two about it. +}",
            "[-Sentence number 997 says a thing or two about it. -]{+Sentence number 997 hides a thing or two about it. +}",
        ] {
            assert!(shown.contains(part), "{shown}");
        }
    }

    #[test]
    fn huge_texts_are_not_compared() {
        let (old, new) = ("word ".repeat(3000), "other ".repeat(3000));
        assert_eq!(diff(&old, &new), None);
    }
}
