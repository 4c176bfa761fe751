//! What the detectors see in one view.

use std::collections::BTreeMap;

use super::detector::{Detector, Detectors};
use super::engine::{Words, place};
use super::leaf::Role;
use super::lexicon::{Class, Classes, Hit};
use super::pattern::{Match, Pattern, Placed};

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
pub struct Look<'l> {
    /// What the text is for.
    pub role: Role,
    /// Only detectors that are sure enough for decoded and joined texts.
    pub strong_only: bool,
    /// Words need no borders.
    pub loose: bool,
    /// The text is put together of several.
    pub joined: bool,
    /// Byte offsets in the view of which a match has to span one. Empty: no matter where it stands.
    pub borders: &'l [usize],
}

/// What an introduced or listed example takes from a match.
const REPORTED: i32 = 6;
/// What quotation takes from a match.
const QUOTED: i32 = 4;
/// What it takes from a match that a description begins with it.
const PURPOSE: i32 = 5;
/// Half-words that an introduction reaches: `flags phrases such as` and what follows.
const REPORTING_REACH: u32 = 16;
/// Least weight of a detector that looks at joined texts: neighbors say much together that none of them means.
const JOINED_FROM: i32 = 7;
/// The same for names and values, which are lists of words by nature.
const JOINED_NAMES_FROM: i32 = 10;
/// Matches within one part that are passed over in search of one that spans two: a bound, so that the work stays linear.
/// The next one counts whatever it spans.
const DECOYS_MAX: usize = 32;
/// What talk about security takes from a match.
const SECURITY_DOCS: i32 = 2;

/// Looks at one view with all detectors.
pub fn look(set: &Detectors, text: &str, look: Look<'_>) -> Seen {
    let mut hits = set.lexicon.hits(text, look.loose);
    drop_own_end_tags(text, &mut hits);
    if hits.is_empty() {
        return Seen {
            signals: Vec::new(),
            visited: text.len(),
        };
    }
    let possible = possible(set, &hits, look);
    if possible.is_empty() {
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
    for (idx, patterns) in possible {
        let detector = &set.detectors[idx];
        if let Some(found) = first_match(detector, &patterns, &words, text, look.borders) {
            let lessened = if detector.source.guard && !look.strong_only {
                counter(set, detector, &words, text, look.role, found)
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

/// Whether a detector looks at a text in this way.
fn is_wanted(detector: &Detector, look: Look<'_>) -> bool {
    let source = &detector.source;
    if look.strong_only && !source.strong {
        return false;
    }
    let joined_from = match look.role {
        Role::ParameterDescription => JOINED_FROM,
        _ => JOINED_NAMES_FROM,
    };
    if look.joined {
        source.weight >= joined_from
    } else {
        !source.skip.iter().any(|skip| skip.covers(look.role))
    }
}

/// The patterns whose words all occur somewhere in the text, by detector; of those that look at it in this way.
fn possible<'s>(set: &'s Detectors, hits: &[Hit], look: Look<'_>) -> BTreeMap<usize, Vec<&'s Pattern>> {
    let mut present = Classes::default();
    let mut classes: Vec<Class> = Vec::new();
    for hit in hits {
        if !present.has(hit.class) {
            present.insert(hit.class);
            classes.push(hit.class);
        }
    }
    let pattern = |at: (u16, u16)| &set.detectors[usize::from(at.0)].patterns[usize::from(at.1)];
    let anchored = classes.iter().flat_map(|class| &set.anchored[usize::from(*class)]);
    let mut all: Vec<(u16, u16)> = anchored.copied().filter(|at| pattern(*at).could(&present)).collect();
    all.sort_unstable();
    all.dedup();
    let mut possible: BTreeMap<usize, Vec<&Pattern>> = BTreeMap::new();
    for at in all {
        let detector = usize::from(at.0);
        if is_wanted(&set.detectors[detector], look) {
            possible.entry(detector).or_default().push(pattern(at));
        }
    }
    possible
}

fn first_match(
    detector: &Detector,
    patterns: &[&Pattern],
    words: &Words,
    text: &str,
    borders: &[usize],
) -> Option<Match> {
    let first = |pattern: &Pattern, words: &[Placed]| first_across(pattern, words, detector.source.negatable, borders);
    if detector.source.across_sentences {
        return patterns.iter().find_map(|p| first(p, &words.words));
    }
    words
        .sentences
        .iter()
        .filter(|s| !s.words.is_empty())
        .find_map(|sentence| {
            patterns
                .iter()
                .filter(|p| p.could(&sentence.classes) && !p.refuses(&sentence.classes))
                .find_map(|p| first(p, &words.words[sentence.words.clone()]))
                .filter(|found| {
                    !detector.source.starts_sentence || begins(text, sentence.span.start, found.start as usize)
                })
        })
}

/// The first match that spans a border, where there are borders.
fn first_across(pattern: &Pattern, words: &[Placed], negatable: bool, borders: &[usize]) -> Option<Match> {
    let mut found = pattern.first(words, negatable)?;
    let mut rest = words;
    for _ in 0..DECOYS_MAX {
        let is_in = |border: &usize| (found.start as usize) < *border && *border < found.end as usize;
        if borders.is_empty() || borders.iter().any(is_in) {
            break;
        }
        rest = &rest[rest.partition_point(|word| word.hit.start <= found.start)..];
        found = pattern.first(rest, negatable)?;
    }
    Some(found)
}

/// Leaves out end tags whose start tag stands before them: structure of the text itself. One without breaks out of what
/// the text is put into. Each tag of the word lists is looked for once.
fn drop_own_end_tags(text: &str, hits: &mut Vec<Hit>) {
    if !text.contains("</") {
        return;
    }
    let mut opened: BTreeMap<&str, Option<usize>> = BTreeMap::new();
    hits.retain(|hit| {
        let Some(name) = text[hit.start as usize..hit.end as usize].strip_prefix("</") else {
            return true;
        };
        let name = name.trim_end_matches('>');
        let first = opened.entry(name).or_insert_with(|| text.find(&format!("<{name}")));
        first.is_none_or(|first| first > hit.start as usize)
    });
}

/// Whether nothing but signs stands between the two offsets.
fn begins(text: &str, from: usize, at: usize) -> bool {
    !text[from.min(at)..at].chars().any(char::is_alphanumeric)
}

/// What speaks against a match: it is the tool's purpose, reported, quoted, or stands in a text about security.
fn counter(
    set: &Detectors,
    detector: &Detector,
    words: &Words,
    text: &str,
    role: Role,
    found: Match,
) -> Option<(&'static str, i32)> {
    let start = found.start as usize;
    if detector.source.purposeful && role == Role::Description && begins(text, 0, start) {
        return Some(("its own purpose", PURPOSE));
    }
    let sentence = words.sentences.get(found.sentence as usize)?;
    let first = words.words[sentence.words.clone()]
        .iter()
        .find(|w| w.hit.start >= found.start);
    let at = first.map_or(0, |w| w.from);
    let reported = words.words[sentence.words.clone()].iter().any(|w| {
        Some(w.hit.class) == set.roles.reporting
            && w.hit.start < found.start
            && at.saturating_sub(w.to) <= REPORTING_REACH
    });
    if reported {
        return Some(("reported", REPORTED));
    }
    let lead = &text[sentence.span.start.min(start)..start];
    if lead.matches('"').count() % 2 == 1 || lead.matches('`').count() % 2 == 1 {
        return Some(("quoted", QUOTED));
    }
    let about_security = words.words.iter().any(|w| Some(w.hit.class) == set.roles.security);
    about_security.then_some(("about security", SECURITY_DOCS))
}
