//! Listings that say again what the first one said: a comparison needs them once.
//!
//! Lists are asked for twice, so half of a large snapshot says nothing new to who only compares contracts. What a repeat
//! says in another way stays: that is for the whole analysis to judge.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use mcpward_schemas::snapshot::{Dir, EventKind, Record, Snapshot, Step};

use super::listing::ListKind;
use super::probe::parse_page;

/// A listing: its connection, its kind and its number.
type Pass = (u32, ListKind, u32);

/// One page as it was recorded.
struct Asked {
    /// Its records, from the step that asks to the step's end.
    records: RangeInclusive<usize>,
    /// The record of the answer, where a request and an answer are all that was sent.
    answer: Option<usize>,
}

/// The snapshot without the listings whose every page repeats that of the first listing but for the id of the request.
pub fn without_repeats(mut snapshot: Snapshot) -> Snapshot {
    let passes = passes(&snapshot.records);
    let mut kept = vec![true; snapshot.records.len()];
    for ((conn, kind, _), pages) in passes.iter().filter(|((.., number), _)| *number > 1) {
        let same = |(page, first): (&Asked, &Asked)| {
            let text = |asked: &Asked| match snapshot.records.get(asked.answer?)? {
                Record::Frame(frame) if frame.cut.is_none() => frame.text(),
                _ => None,
            };
            text(page)
                .zip(text(first))
                .is_some_and(|(page, first)| is_same_but_for_id(page, first))
        };
        let repeats = passes
            .get(&(*conn, *kind, 1))
            .is_some_and(|first| first.len() == pages.len() && pages.iter().zip(first).all(same));
        for page in pages.iter().filter(|_| repeats) {
            kept[page.records.clone()].fill(false);
        }
    }
    let mut kept = kept.into_iter();
    snapshot.records.retain(|_| kept.next().unwrap_or(true));
    snapshot
}

fn passes(records: &[Record]) -> BTreeMap<Pass, Vec<Asked>> {
    let mut out: BTreeMap<Pass, Vec<Asked>> = BTreeMap::new();
    let mut open: Option<(Pass, usize)> = None;
    for (idx, record) in records.iter().enumerate() {
        let Record::Event(event) = record else { continue };
        match &event.event {
            EventKind::StepStarted {
                step: Step::Request { probe, .. },
            } => {
                open = parse_page(probe).map(|(kind, pass, _)| ((event.conn, kind, pass), idx));
            }
            EventKind::StepEnded { .. } => {
                if let Some((pass, start)) = open.take() {
                    let answer = answer(&records[start..=idx]).map(|at| start + at);
                    out.entry(pass).or_default().push(Asked {
                        records: start..=idx,
                        answer,
                    });
                }
            }
            _ => {}
        }
    }
    out
}

/// The place of the answer among the records of a step; `None` where the step holds more than a request and an answer.
fn answer(records: &[Record]) -> Option<usize> {
    let mut frames = records.iter().enumerate().filter_map(|(idx, record)| match record {
        Record::Frame(frame) => Some((idx, frame.dir)),
        _ => None,
    });
    match (frames.next(), frames.next(), frames.next()) {
        (Some((_, Dir::Out)), Some((idx, Dir::In)), None) => Some(idx),
        _ => None,
    }
}

/// Whether two messages differ in the number after `"id":` only, and in one such place.
fn is_same_but_for_id(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let n_same = n_same(one, other);
    let n_digits = |text: &[u8]| text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let n_before = one[..n_same]
        .iter()
        .rev()
        .take_while(|byte| byte.is_ascii_digit())
        .count();
    let rest = |text: &'_ [u8]| n_same + n_digits(&text[n_same..]);
    one[..n_same - n_before].ends_with(b"\"id\":") && one[rest(one)..] == other[rest(other)..]
}

/// Length of the common beginning.
fn n_same(one: &[u8], other: &[u8]) -> usize {
    /// Bytes that are compared at once.
    const BLOCK: usize = 1_024;
    let blocks = one.chunks_exact(BLOCK).zip(other.chunks_exact(BLOCK));
    let from = blocks.take_while(|(a, b)| a == b).count() * BLOCK;
    let bytes = one[from..].iter().zip(&other[from..]);
    from + bytes.take_while(|(a, b)| a == b).count()
}

#[cfg(test)]
mod tests {
    use super::is_same_but_for_id;

    #[test]
    fn only_the_id_may_differ() {
        let long = "x".repeat(3_000);
        for (one, other, expected) in [
            (r#"{"id":12,"result":{}}"#, r#"{"id":7,"result":{}}"#, true),
            (r#"{"id":12,"result":{}}"#, r#"{"id":13,"result":{}}"#, true),
            (r#"{"id":12,"result":{}}"#, r#"{"id":12,"result":{}}"#, false),
            (r#"{"result":{},"id":9}"#, r#"{"result":{},"id":10}"#, true),
            (r#"{"id":1,"result":{"a":1}}"#, r#"{"id":2,"result":{"a":2}}"#, false),
            (r#"{"result":{"size":1}}"#, r#"{"result":{"size":2}}"#, false),
            (r#"{"id":"a1"}"#, r#"{"id":"a2"}"#, false),
            ("", "", false),
        ] {
            assert_eq!(is_same_but_for_id(one, other), expected, "{one} {other}");
        }
        let at_end = |id: u32| format!(r#"{{"result":"{long}","id":{id}}}"#);
        assert!(is_same_but_for_id(&at_end(1), &at_end(22)));
    }
}
