//! What the detectors see in one view.

use super::detector::{Detector, Detectors};
use super::engine::{Words, place};
use super::leaf::Role;
use super::pattern::Match;

/// One detector's match.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Signal {
    /// Index of the detector.
    pub detector: usize,
    /// What it adds, in tenths, after counter-evidence.
    pub weight: i32,
    /// Why it counts less than the detector says, where it does.
    pub lessened: Option<(&'static str, i32)>,
    /// Byte range in the view.
    pub start: usize,
    /// End of the range.
    pub end: usize,
}

/// What one look at a view gave.
#[derive(Debug, Default)]
pub struct Seen {
    /// At most one for each detector.
    pub signals: Vec<Signal>,
    /// Code points looked at.
    pub visited: usize,
}

/// How to look.
#[derive(Debug, Clone, Copy)]
pub struct Look {
    /// What the text is for.
    pub role: Role,
    /// Only detectors that are sure enough for decoded and joined texts.
    pub strong_only: bool,
    /// Words need no borders.
    pub loose: bool,
}

/// What an introduced or listed example takes from a match.
const REPORTED: i32 = 6;
/// What quotation takes from a match.
const QUOTED: i32 = 4;
/// What talk about security takes from a match.
const SECURITY_DOCS: i32 = 2;

/// Looks at one view with all detectors.
pub fn look(set: &Detectors, text: &str, look: Look) -> Seen {
    let hits = set.lexicon.hits(text, look.loose);
    if hits.is_empty() {
        return Seen {
            signals: Vec::new(),
            visited: text.len(),
        };
    }
    let words = place(text, &hits, set.roles.negation, set.roles.not_negation);
    let mut seen = Seen {
        signals: Vec::new(),
        visited: words.visited,
    };
    for (idx, detector) in set.detectors.iter().enumerate() {
        if look.strong_only && !detector.source.strong || detector.source.skip.iter().any(|s| s.covers(look.role)) {
            continue;
        }
        if let Some(found) = first_match(detector, &words) {
            let lessened = if detector.source.guard && !look.strong_only {
                counter(set, &words, text, found)
            } else {
                None
            };
            let weight = detector.source.weight - lessened.map_or(0, |(_, by)| by);
            seen.signals.push(Signal {
                detector: idx,
                weight: weight.max(0),
                lessened,
                start: found.start as usize,
                end: found.end as usize,
            });
        }
    }
    seen
}

fn first_match(detector: &Detector, words: &Words) -> Option<Match> {
    let negatable = detector.source.negatable;
    if detector.source.across_sentences {
        return detector.patterns.iter().find_map(|p| p.first(&words.words, negatable));
    }
    words
        .sentences
        .iter()
        .filter(|s| !s.words.is_empty())
        .find_map(|sentence| {
            detector
                .patterns
                .iter()
                .filter(|p| p.could(&sentence.classes) && !p.refuses(&sentence.classes))
                .find_map(|p| p.first(&words.words[sentence.words.clone()], negatable))
        })
}

/// What speaks against a match: it is reported, quoted, or stands in a text about security.
fn counter(set: &Detectors, words: &Words, text: &str, found: Match) -> Option<(&'static str, i32)> {
    let sentence = words.sentences.get(found.sentence as usize)?;
    let before = &words.words[sentence.words.clone()];
    let reported = before
        .iter()
        .any(|w| Some(w.hit.class) == set.roles.reporting && w.hit.start < found.start);
    if reported {
        return Some(("reported", REPORTED));
    }
    let lead = &text[sentence.span.start..(found.start as usize).max(sentence.span.start)];
    if lead.matches('"').count() % 2 == 1 || lead.matches('`').count() % 2 == 1 {
        return Some(("quoted", QUOTED));
    }
    let about_security = words.words.iter().any(|w| Some(w.hit.class) == set.roles.security);
    about_security.then_some(("about security", SECURITY_DOCS))
}
