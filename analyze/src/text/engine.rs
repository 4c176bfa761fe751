//! Words with their place: sentence, distance, negation.

use super::lexicon::{Class, Classes, Hit, is_unspaced, is_word};
use super::pattern::Placed;

/// The words of one text.
#[derive(Debug, Default)]
pub struct Words {
    /// Sorted by start.
    pub words: Vec<Placed>,
    /// For each sentence, its words and their classes.
    pub sentences: Vec<Sentence>,
    /// Code points looked at.
    pub visited: usize,
}

/// One sentence.
#[derive(Debug, Clone)]
pub struct Sentence {
    /// Range in the words.
    pub words: std::ops::Range<usize>,
    /// Classes of its words.
    pub classes: Classes,
    /// Byte range in the view.
    pub span: std::ops::Range<usize>,
}

/// Half-words between a negation and what it negates: `do not ever` reaches, `do not say, but` does not.
const NEGATION_REACH: u32 = 5;

/// Half-words that a comma counts for: it often divides who does from what is done.
const COMMA: u32 = 4;

/// Finds sentences and distances for the words found in a text.
pub fn place(text: &str, hits: &[Hit], negation: Option<Class>, not_negation: Option<Class>) -> Words {
    let mut out = Words {
        words: Vec::with_capacity(hits.len()),
        ..Words::default()
    };
    let mut marks: Vec<(u32, u32, u32)> = Vec::with_capacity(hits.len());
    let mut ends: Vec<(u32, usize)> = hits.iter().enumerate().map(|(idx, hit)| (hit.end, idx)).collect();
    ends.sort_unstable();
    marks.resize(hits.len(), (0, 0, 0));
    let (mut next_start, mut next_end) = (0usize, 0usize);
    let (mut unit, mut sentence, mut in_word) = (0u32, 0u32, false);
    let mut bounds = vec![0usize];
    let mut chars = text.char_indices().peekable();
    let mut before = ' ';
    loop {
        let at = chars.peek().map_or(text.len(), |(at, _)| *at);
        let at32 = u32::try_from(at).unwrap_or(u32::MAX);
        while next_start < hits.len() && hits[next_start].start <= at32 {
            marks[next_start].0 = unit;
            marks[next_start].2 = sentence;
            next_start += 1;
        }
        while next_end < ends.len() && ends[next_end].0 <= at32 {
            marks[ends[next_end].1].1 = unit + u32::from(in_word) * 2;
            next_end += 1;
        }
        let Some((_, c)) = chars.next() else { break };
        out.visited += 1;
        if is_word(c) {
            if is_unspaced(c) {
                unit += u32::from(in_word) * 2 + 1;
                in_word = false;
            } else {
                in_word = true;
            }
        } else {
            unit += u32::from(in_word) * 2 + if c == ',' { COMMA } else { 0 };
            in_word = false;
            let next = chars.peek().map(|(_, c)| *c);
            if ends_sentence(c, before, next) {
                sentence += 1;
                bounds.push(at + c.len_utf8());
            }
        }
        before = c;
    }
    bounds.push(text.len());
    for (hit, (from, to, sentence)) in hits.iter().zip(marks) {
        out.words.push(Placed {
            hit: *hit,
            from,
            to,
            sentence,
            negated: false,
        });
    }
    negate(&mut out.words, negation, not_negation);
    split(&mut out, &bounds);
    out
}

/// A full stop counts only before a blank, so that paths, versions and addresses stay whole.
fn ends_sentence(c: char, before: char, next: Option<char>) -> bool {
    match c {
        '\n' | '。' | '।' | '॥' | '؟' | '۔' | '።' => true,
        '!' | '?' => next.is_none_or(|n| n.is_whitespace() || n == '"' || is_unspaced(n)) || is_unspaced(before),
        '.' => {
            next.is_none_or(|n| n.is_whitespace() || matches!(n, '"' | '\'' | ')' | '<' | '`')) && before != '.'
                || is_unspaced(before)
        }
        _ => false,
    }
}

fn negate(words: &mut [Placed], negation: Option<Class>, not_negation: Option<Class>) {
    let Some(negation) = negation else { return };
    let exempt: Vec<(u32, u32)> = words
        .iter()
        .filter(|w| Some(w.hit.class) == not_negation)
        .map(|w| (w.hit.start, w.hit.end))
        .collect();
    let mut exempt_idx = 0;
    let mut last: Option<(u32, u32, u32)> = None;
    for word in words {
        while exempt_idx < exempt.len() && exempt[exempt_idx].1 <= word.hit.start {
            exempt_idx += 1;
        }
        let is_exempt = exempt
            .get(exempt_idx)
            .is_some_and(|(from, to)| *from <= word.hit.start && word.hit.end <= *to);
        if let Some((to, sentence, end)) = last {
            word.negated =
                sentence == word.sentence && end <= word.hit.start && word.from.saturating_sub(to) <= NEGATION_REACH;
        }
        if word.hit.class == negation && !is_exempt {
            last = Some((word.to, word.sentence, word.hit.end));
        }
    }
}

fn split(out: &mut Words, bounds: &[usize]) {
    let mut idx = 0;
    for (n, span) in bounds.windows(2).enumerate() {
        let from = idx;
        let mut classes = Classes::default();
        while idx < out.words.len() && out.words[idx].sentence as usize == n {
            classes.insert(out.words[idx].hit.class);
            idx += 1;
        }
        out.sentences.push(Sentence {
            words: from..idx,
            classes,
            span: span[0]..span[1],
        });
    }
}

#[cfg(test)]
mod tests {
    use super::place;

    #[test]
    fn sentences_end_where_readers_pause() {
        let cases = [
            ("one. two", 2),
            ("read ~/.ssh/id_rsa and v1.2.3 now", 1),
            ("what? yes! done", 3),
            ("第一。第二", 2),
            ("one\ntwo", 2),
            ("wait... more", 1),
        ];
        for (text, n) in cases {
            assert_eq!(place(text, &[], None, None).sentences.len(), n, "{text}");
        }
    }
}
