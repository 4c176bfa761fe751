//! One subject's texts, scanned: findings with their sums.

use super::clean::Clean;
use super::decode::{self, HomoglyphWord, readings};
use super::detector::{CUSTOM, Detectors, INJECTION};
use super::fold::{fold, spelling};
use super::hidden::{self, Hidden};
use super::identifier;
use super::leaf::{Leaf, Role};
use super::limits::{EXCERPT_CHARS_MAX, LEAF_BYTES_MAX};
use super::signal::{Look, Signal, look};
use super::walk::{Leaves, siblings};

/// Public id of findings about hidden characters and layout.
pub const HIDDEN: &str = "security/hidden-unicode";
/// Public id of findings about texts that were not read to their end.
pub const UNREAD: &str = "security/unread-text";

/// What a finding comes to before policy.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Tier {
    /// Worth knowing.
    Note,
    /// Worth a look.
    Warn,
    /// Fails the run.
    Fail,
}

/// Score from which a text warns, in tenths.
pub const WARN_FROM: i32 = 5;
/// Score from which a text fails, in tenths.
pub const FAIL_FROM: i32 = 10;

/// One addend of a score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    /// Detector or circumstance.
    pub name: String,
    /// What it means.
    pub title: String,
    /// Tenths that it adds or takes.
    pub tenths: i32,
}

/// A text worth a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextFinding {
    /// Public rule id.
    pub rule: &'static str,
    /// What it comes to.
    pub tier: Tier,
    /// JSON Pointer from the definition.
    pub pointer: String,
    /// Addends; their sum is the score.
    pub parts: Vec<Part>,
    /// Code points in the raw text: from, to.
    pub span: (usize, usize),
    /// The raw text there, capped; untrusted.
    pub excerpt: String,
    /// How the reading that matched was won, where it is not the plain text.
    pub how: String,
    /// What the hidden or encoded part says, capped; untrusted.
    pub decoded: Option<String>,
    /// The whole raw text, for its digest.
    pub text: String,
}

impl Part {
    pub(super) fn new(name: &str, title: impl Into<String>, tenths: i32) -> Self {
        Self {
            name: name.to_owned(),
            title: title.into(),
            tenths,
        }
    }
}

impl TextFinding {
    /// A finding about a whole text: all of it is the span, and its tier is what the parts come to.
    pub(super) fn of_whole(rule: &'static str, pointer: &str, parts: Vec<Part>, text: &str) -> Self {
        Self {
            rule,
            tier: tier(parts.iter().map(|part| part.tenths).sum()),
            pointer: pointer.to_owned(),
            parts,
            span: (0, text.chars().count()),
            excerpt: text.chars().take(EXCERPT_CHARS_MAX).collect(),
            how: String::new(),
            decoded: None,
            text: text.to_owned(),
        }
    }

    /// The sum of the parts, in tenths.
    pub fn score(&self) -> i32 {
        self.parts.iter().map(|part| part.tenths).sum()
    }

    /// Whether a report tells it: a note is a weak signal, which counts only where it adds up or a text is new.
    pub fn is_told(&self) -> bool {
        self.tier > Tier::Note
    }
}

/// How to judge.
#[derive(Debug, Clone, Copy, Default)]
pub struct Options<'a, 'd> {
    /// Texts that the lock holds for the same subject: a text that is not among them is new, and weighs more.
    pub known: Option<&'a dyn Known>,
    /// Texts that need not be read again, where several subjects are scanned.
    pub clean: Option<&'a Clean<'d>>,
}

/// What the lock knows of a subject's texts.
pub trait Known: std::fmt::Debug {
    /// Whether this text stood at this place before.
    fn stood(&self, pointer: &str, text: &str) -> bool;
}

/// Extra weight of a text that is new against the lock: what would warn fails.
pub(super) const NEW: i32 = FAIL_FROM - WARN_FROM;
/// Extra weight of orders in a place that needs no sentence.
const ODD_PLACE: i32 = 4;
/// Extra weight of orders that are hidden or encoded.
const CONCEALED: i32 = 4;
/// Words from which a name or title can give an order.
const LABEL_WORDS: usize = 4;
/// Bytes from which a text has an end that few readers come to.
const LONG_BYTES: usize = 1_500;
/// Weight from which a signal counts more in what a server says while it is used.
const HINT_FROM: i32 = 3;
/// Weight from which a signal is an order, not a hint.
const ORDER_FROM: i32 = 4;

/// What a scan gave.
#[derive(Debug, Default)]
pub struct Scanned {
    /// Findings in document order.
    pub findings: Vec<TextFinding>,
    /// Code points looked at, over all readings: the measure of work.
    pub visited: usize,
}

/// Scans all texts of one subject.
pub fn scan<'d>(set: &Detectors, leaves: &Leaves<'d>, options: Options<'_, 'd>) -> Scanned {
    let mut out = Scanned::default();
    let mut matched: Vec<String> = Vec::new();
    for leaf in leaves.leaves.iter().filter(|leaf| !is_type(leaf)) {
        if options.clean.is_some_and(|clean| clean.has(leaf)) {
            continue;
        }
        let before = (out.findings.len(), matched.len());
        scan_leaf(set, leaf, options, &mut out, &mut matched, &[]);
        if let Some(clean) = options.clean.filter(|_| before == (out.findings.len(), matched.len())) {
            clean.add(leaf);
        }
    }
    let seen = matched.clone();
    for leaf in siblings(&leaves.leaves) {
        scan_leaf(set, &leaf, options, &mut out, &mut matched, &seen);
    }
    if leaves.truncated {
        out.findings
            .push(unread("", "has more texts, or deeper ones, than are read"));
    }
    out
}

/// Whether a leaf is the name of a type, as every second one is: a word that says nothing.
fn is_type(leaf: &Leaf<'_>) -> bool {
    const TYPES: [&str; 7] = ["string", "object", "integer", "number", "boolean", "array", "null"];
    leaf.role == Role::Keyword && TYPES.contains(&&*leaf.text)
}

fn unread(pointer: &str, why: &str) -> TextFinding {
    TextFinding {
        rule: UNREAD,
        tier: Tier::Warn,
        pointer: pointer.to_owned(),
        parts: vec![Part::new("bound", why, WARN_FROM)],
        span: (0, 0),
        excerpt: String::new(),
        how: String::new(),
        decoded: None,
        text: String::new(),
    }
}

/// A match in the plain text or another reading, with where it is in the raw text.
struct Place {
    signal: Signal,
    how: String,
    decoded: Option<String>,
    start: usize,
    end: usize,
}

fn scan_leaf(
    set: &Detectors,
    leaf: &Leaf<'_>,
    options: Options<'_, '_>,
    out: &mut Scanned,
    matched: &mut Vec<String>,
    seen: &[String],
) {
    let mut raw: &str = &leaf.text;
    if raw.len() > LEAF_BYTES_MAX {
        let mut end = LEAF_BYTES_MAX;
        while !raw.is_char_boundary(end) {
            end -= 1;
        }
        raw = &raw[..end];
        out.findings.push(unread(&leaf.pointer, "is longer than is read"));
    }
    if raw.is_empty() {
        return;
    }
    let made = leaf.made.is_some();
    let is_name = leaf.role == Role::Name;
    let hidden = if made { Vec::new() } else { hidden::find(raw, is_name) };
    let homoglyphs = if made {
        Vec::new()
    } else {
        decode::homoglyphs(raw, &set.lexicon)
    };
    let mut places = read(set, leaf, raw, &hidden, out, seen);
    places.sort_by_key(|p| p.signal.detector);
    // One order counts once, also where the words of two languages agree.
    let names: Vec<String> = places
        .iter()
        .map(|p| set.detectors[p.signal.detector].source.name.clone())
        .collect();
    places.retain(|p| {
        let name = &set.detectors[p.signal.detector].source.name;
        name.strip_suffix("-x")
            .is_none_or(|base| !names.iter().any(|n| n == base))
    });
    let is_new = !made && options.known.is_some_and(|known| !known.stood(&leaf.pointer, raw));
    let concealed = !hidden.is_empty() || !homoglyphs.is_empty();
    for place in &places {
        matched.push(set.detectors[place.signal.detector].source.name.clone());
    }
    if let Some(finding) = hidden_finding(leaf, raw, &hidden, &homoglyphs, is_new) {
        out.findings.push(finding);
    }
    for rule in [INJECTION, CUSTOM] {
        let of_rule: Vec<&Place> = places
            .iter()
            .filter(|p| set.detectors[p.signal.detector].rule() == rule)
            .collect();
        if let Some(finding) = order_finding(set, leaf, raw, rule, &of_rule, is_new, concealed) {
            out.findings.push(finding);
        }
    }
}

/// All matches: in the plain text, and those of strong detectors in other readings that the plain text did not have.
fn read(
    set: &Detectors,
    leaf: &Leaf<'_>,
    raw: &str,
    hidden: &[Hidden],
    out: &mut Scanned,
    seen: &[String],
) -> Vec<Place> {
    let made = leaf.made.is_some();
    let words;
    let plain = if leaf.role == Role::Name && !raw.contains(' ') {
        words = identifier::words(raw);
        words.as_str()
    } else {
        raw
    };
    let same = plain.len() == raw.len();
    let text = spelling(plain);
    let way = Look {
        role: leaf.role,
        strong_only: made,
        loose: false,
        joined: made,
        borders: &[],
    };
    let mut got = look(set, &text, way);
    out.visited += got.visited;
    let map = if got.signals.is_empty() {
        Vec::new()
    } else {
        fold(plain).1
    };
    if !leaf.borders.is_empty() && !got.signals.is_empty() {
        // What stands in one part was judged there, for what it is.
        let in_view = |border: &usize| map.partition_point(|at| (*at as usize) < *border);
        let borders: Vec<usize> = leaf.borders.iter().map(in_view).collect();
        got = look(
            set,
            &text,
            Look {
                borders: &borders,
                ..way
            },
        );
        out.visited += got.visited;
    }
    let mut places: Vec<Place> = Vec::new();
    // A short name or title is a name, whatever its words say: `skip_confirmation`.
    let is_label = matches!(leaf.role, Role::Name | Role::Title) && text.split([' ', '_', '-']).count() < LABEL_WORDS;
    for signal in got.signals.into_iter().filter(|_| !is_label || made) {
        let at = |idx: usize| map.get(idx).map_or(raw.len(), |at| *at as usize);
        let (start, end) = if same {
            (at(signal.start), at(signal.end))
        } else {
            (0, raw.len())
        };
        let how = leaf.made.unwrap_or_default().to_owned();
        if made && seen.contains(&set.detectors[signal.detector].source.name) {
            continue;
        }
        places.push(Place {
            signal,
            how,
            decoded: None,
            start,
            end: end.max(start),
        });
    }
    if made && leaf.made != Some("code points") {
        return places;
    }
    let (mut others, cut) = readings(raw, &set.lexicon);
    if cut {
        out.findings
            .push(unread(&leaf.pointer, "has more encoded parts than are read"));
    }
    for part in hidden {
        if let Some(decoded) = &part.decoded {
            others.push(decode::Reading {
                how: part.detector.to_owned(),
                text: decoded.clone(),
                start: part.start,
                end: part.end,
                loose: false,
            });
            let (inner, _) = readings(decoded, &set.lexicon);
            others.extend(inner.into_iter().map(|r| decode::Reading {
                how: format!("{} > {}", part.detector, r.how),
                start: part.start,
                end: part.end,
                ..r
            }));
        }
    }
    for other in others {
        let text = spelling(&other.text);
        let got = look(
            set,
            &text,
            Look {
                role: leaf.role,
                strong_only: true,
                loose: other.loose,
                joined: false,
                borders: &[],
            },
        );
        out.visited += got.visited;
        for signal in got.signals {
            // What the plain text only quotes, or reads in another sense, may be meant where it is hidden.
            places.retain(|p| p.signal.detector != signal.detector || p.signal.weight >= signal.weight);
            if places.iter().all(|p| p.signal.detector != signal.detector) {
                let decoded = Some(clip(&other.text));
                places.push(Place {
                    signal,
                    how: other.how.clone(),
                    decoded,
                    start: other.start,
                    end: other.end,
                });
            }
        }
    }
    places
}

fn order_finding(
    set: &Detectors,
    leaf: &Leaf<'_>,
    raw: &str,
    rule: &'static str,
    places: &[&Place],
    is_new: bool,
    concealed: bool,
) -> Option<TextFinding> {
    let heaviest = places.iter().max_by_key(|p| p.signal.weight)?;
    let mut parts: Vec<Part> = Vec::new();
    for place in places {
        let source = &set.detectors[place.signal.detector].source;
        parts.push(Part::new(&source.name, &source.title, source.weight));
        if let Some((why, by)) = place.signal.lessened {
            let by = by.min(source.weight);
            parts.push(Part::new(why, format!("{} is {why}", source.name), -by));
        }
    }
    let is_order = heaviest.signal.weight >= ORDER_FROM;
    if is_order && leaf.role.is_unusual_place() && leaf.made.is_none() {
        parts.push(Part::new("odd-place", "no sentence is needed there", ODD_PLACE));
    }
    if is_order && (concealed || places.iter().any(|p| !p.how.is_empty())) {
        parts.push(Part::new("concealed", "it is hidden, encoded or split", CONCEALED));
    }
    if is_order && raw.len() > LONG_BYTES && heaviest.start > raw.len() / 10 * 8 && leaf.made.is_none() {
        parts.push(Part::new("at the end", "it stands where few readers come", ODD_PLACE));
    }
    if heaviest.signal.weight >= HINT_FROM && matches!(leaf.role, Role::Error | Role::Request) {
        parts.push(Part::new("runtime", "the server says it while it is used", ODD_PLACE));
    }
    if is_new && heaviest.signal.weight > 0 {
        parts.push(Part::new("new", "the lock does not have this text", NEW));
    }
    let score: i32 = parts.iter().map(|part| part.tenths).sum();
    if score <= 0 {
        return None;
    }
    let tier = tier(score);
    let (start, end) = (heaviest.start, heaviest.end.min(raw.len()));
    Some(TextFinding {
        rule,
        tier,
        pointer: leaf.pointer.clone(),
        parts,
        span: (raw[..start].chars().count(), raw[..end].chars().count()),
        excerpt: clip(&raw[start..end]),
        how: heaviest.how.clone(),
        decoded: heaviest.decoded.clone(),
        text: raw.to_owned(),
    })
}

fn hidden_finding(
    leaf: &Leaf<'_>,
    raw: &str,
    hidden: &[Hidden],
    homoglyphs: &[HomoglyphWord],
    is_new: bool,
) -> Option<TextFinding> {
    let mut parts: Vec<Part> = Vec::new();
    let mut spans: Vec<(i32, usize, usize, Option<String>)> = Vec::new();
    let mut add = |name: &str, tenths: i32| {
        if parts.iter().all(|p| p.name != name) {
            parts.push(Part::new(name, title(name), tenths));
        }
    };
    let n_stray = hidden.iter().filter(|part| part.detector == "stray-zero-width").count();
    for part in hidden {
        let again = if part.detector == "stray-zero-width" && n_stray > 1 {
            2
        } else {
            0
        };
        add(part.detector, part.weight + again);
        spans.push((part.weight, part.start, part.end, part.decoded.clone()));
    }
    for word in homoglyphs {
        let weight = if word.mixed { 10 } else { 6 };
        add(
            if word.mixed {
                "mixed-script-word"
            } else {
                "lookalike-word"
            },
            weight,
        );
        spans.push((weight, word.start, word.end, Some(word.latin.clone())));
    }
    let (_, start, end, decoded) = spans.into_iter().max_by_key(|span| span.0)?;
    if is_new {
        parts.push(Part::new("new", "the lock does not have this text", NEW));
    }
    let score: i32 = parts.iter().map(|part| part.tenths).sum();
    Some(TextFinding {
        rule: HIDDEN,
        tier: tier(score),
        pointer: leaf.pointer.clone(),
        parts,
        span: (raw[..start].chars().count(), raw[..end].chars().count()),
        excerpt: clip(&raw[start..end]),
        how: String::new(),
        decoded: decoded.map(|text| clip(&text)),
        text: raw.to_owned(),
    })
}

/// What a detector of hidden characters means, as a fragment.
fn title(detector: &str) -> &'static str {
    match detector {
        "tag-characters" => "spells text in invisible tag characters",
        "variation-selectors" => "carries bytes in variation selectors",
        "stray-variation-selector" => "has a variation selector after a character that has no variants",
        "zero-width-digits" => "carries bits in zero-width characters",
        "private-use" => "uses private characters that have no meaning of their own",
        "bidi-override" => "shows text in another order than it is read",
        "bidi-embedding" => "changes the direction of text without need",
        "stray-direction-mark" => "has a direction mark in text of one direction",
        "zero-width" => "has invisible characters inside words",
        "stray-zero-width" => "has an invisible character between words",
        "filler" => "has characters that show as nothing",
        "soft-hyphens" => "breaks words up with soft hyphens",
        "overlay" => "strikes letters out with overlays",
        "stacked-marks" => "stacks marks on one letter",
        "noncharacter" => "holds code points that are no characters",
        "invisible-in-name" => "has an invisible character in a name",
        "styled-name" => "writes a name in styled letters",
        "control-character" => "holds control characters or terminal sequences",
        "carriage-return" => "overwrites its own line in a terminal",
        "padding" => "pushes text out of sight with blanks or empty lines",
        "hidden-markup" => "holds text in markup that is not shown",
        "mixed-script-word" => "mixes scripts within a word",
        "lookalike-word" => "spells a word in letters that only look Latin",
        _ => "hides something",
    }
}

/// The tier of a score.
pub fn tier(score: i32) -> Tier {
    match score {
        s if s >= FAIL_FROM => Tier::Fail,
        s if s >= WARN_FROM => Tier::Warn,
        _ => Tier::Note,
    }
}

fn clip(text: &str) -> String {
    let mut chars = text.chars();
    let mut out: String = chars.by_ref().take(EXCERPT_CHARS_MAX).collect();
    if chars.next().is_some() {
        out.push('…');
    }
    out
}
