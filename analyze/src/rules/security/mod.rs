//! Rules about hostile text. What they look for are detectors, data below `analyze/detectors`; the scan is made once for all
//! rules and kept in the context.

mod annotation_mismatch;
mod capability_legs;
mod context_parameter;
mod custom_text;
mod dangerous_default;
mod elicitation_secret;
mod equal_tool_name;
mod hidden_unicode;
mod injection_pattern;
mod lookalike_across_servers;
mod lookalike_name;
mod sampling_reach;
mod secret_in_schema;
mod suspicious_uri;
mod tool_shadowing;
mod unread_text;

use mcpward_json::Value;
use mcpward_schemas::report::SubjectKind;
use rayon::prelude::*;
use sha2::{Digest, Sha256};

use super::spoken::{self, Spoken};
use super::trusted::Trusted;
use super::{About, Context, Level, RuleMeta, Sink};
use crate::analysis::Inputs;
use crate::contract::ListKind;
use crate::limits::QUOTE_CHARS_MAX;
use crate::text::clean::Clean;
use crate::text::detector::Detectors;
use crate::text::embedded::embedded;
use crate::text::leaf::Role;
use crate::text::scan::{TextFinding, Tier};
use crate::text::subject;

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[
    annotation_mismatch::RULE,
    capability_legs::RULE,
    context_parameter::RULE,
    custom_text::RULE,
    dangerous_default::RULE,
    elicitation_secret::RULE,
    equal_tool_name::RULE,
    hidden_unicode::RULE,
    injection_pattern::RULE,
    lookalike_across_servers::RULE,
    lookalike_name::RULE,
    sampling_reach::RULE,
    secret_in_schema::RULE,
    suspicious_uri::RULE,
    tool_shadowing::RULE,
    unread_text::RULE,
];

/// Kinds of subject that texts are read of.
const SUBJECTS: &[SubjectKind] = &[
    SubjectKind::Server,
    SubjectKind::Tool,
    SubjectKind::Prompt,
    SubjectKind::Resource,
    SubjectKind::Template,
];

/// What is wrong with the texts of a contract.
#[derive(Debug, Default)]
pub(crate) struct Scan {
    /// What the server says of itself.
    server: Vec<TextFinding>,
    /// Entries of the lists with findings: the list, the place in it, and what was found.
    items: Vec<(ListKind, usize, Vec<TextFinding>)>,
    /// What it says while it is used.
    spoken: Vec<Spoken>,
    /// Why the detectors could not be used.
    broken: Option<String>,
}

/// Scans everything that the server lists and says of itself.
pub(super) fn scan(cx: &Context<'_>) -> Scan {
    let set = match cx.detectors() {
        Ok(set) => set,
        Err(error) => {
            return Scan {
                broken: Some(error.to_owned()),
                ..Scan::default()
            };
        }
    };
    let mut scan = Scan::default();
    let trusted = Trusted::of(cx);
    if let Some(surface) = cx.surface.filter(|_| asks(cx, &trusted, SubjectKind::Server, "")) {
        let before = trusted.before(SubjectKind::Server, "");
        let was = |member: &str| before.map(|before| before.get(member));
        if let Some(info) = surface.server_info() {
            let found = subject::judge(set, info, was("serverInfo").flatten());
            scan.server.extend(at("/serverInfo", found));
        }
        if let Some(text) = surface.hello_at("/instructions").filter(|text| text.is_string()) {
            let was = was("instructions").map(|was| was.and_then(Value::as_str).unwrap_or_default());
            let found = subject::text(set, text, Role::Instructions, was.as_deref());
            scan.server.extend(at("/instructions", found));
        }
        if cx.is_comparison {
            let stood = before.map_or_else(Vec::new, |before| server_before(set, before));
            retain_new(&mut scan.server, &stood);
        }
    }
    let items = |kind: ListKind| {
        let items = cx.items(kind).iter().enumerate();
        items.map(move |(idx, item)| (kind, idx, item))
    };
    let items = ListKind::ALL.into_iter().flat_map(items);
    let items: Vec<_> = items
        .filter(|(kind, _, item)| asks(cx, &trusted, kind.subject(), item.name.raw()))
        .collect();
    let clean = Clean::default();
    // It knows our own detectors only.
    let ahead = cx.inputs.detectors.is_empty().then_some(&*cx.inputs.ahead);
    scan.items = items
        .into_par_iter()
        .map(|(kind, idx, item)| {
            // Where nothing changed nothing is new, and who was trusted need not be read.
            let before = trusted.before(kind.subject(), item.name.raw());
            let before = before.filter(|before| !before.same(item.value()));
            let ahead = || {
                ahead
                    .filter(|_| before.is_none())?
                    .found(item.value().raw())
                    .map(<[_]>::to_vec)
            };
            let mut found = ahead().unwrap_or_else(|| subject::judge_among(set, item.value(), before, &clean));
            if let Some(before) = before.filter(|_| cx.is_comparison && !found.is_empty()) {
                retain_new(&mut found, &subject::judge(set, before, None));
            }
            (kind, idx, found)
        })
        .filter(|(_, _, found)| !found.is_empty())
        .collect();
    // What it says while it is used is in no contract.
    if !cx.is_comparison {
        scan.spoken = spoken::spoken(cx, set);
    }
    scan
}

/// A comparison asks about what changed only.
fn asks(cx: &Context<'_>, trusted: &Trusted<'_>, kind: SubjectKind, name: &str) -> bool {
    !cx.is_comparison || trusted.is_changed(kind, name)
}

/// What was wrong with the texts of the server that was trusted.
fn server_before(set: &Detectors, before: Value<'_>) -> Vec<TextFinding> {
    let info = before.get("serverInfo");
    let mut found: Vec<TextFinding> = info
        .into_iter()
        .flat_map(|info| at("/serverInfo", subject::judge(set, info, None)))
        .collect();
    let text = before.get("instructions").filter(|text| text.is_string());
    let texts = text
        .into_iter()
        .flat_map(|text| at("/instructions", subject::text(set, text, Role::Instructions, None)));
    found.extend(texts);
    found
}

/// Leaves out what was found in the same text before.
fn retain_new(found: &mut Vec<TextFinding>, before: &[TextFinding]) {
    let stood = |finding: &TextFinding| {
        let same =
            |old: &TextFinding| old.rule == finding.rule && old.pointer == finding.pointer && old.text == finding.text;
        before.iter().any(same)
    };
    found.retain(|finding| !stood(finding));
}

/// The detectors that the configuration asks for.
pub(super) enum Set {
    Embedded(&'static Detectors),
    Own(Box<Detectors>),
}

impl AsRef<Detectors> for Set {
    fn as_ref(&self) -> &Detectors {
        match self {
            Self::Embedded(set) => set,
            Self::Own(set) => set,
        }
    }
}

/// Compiles a user's detectors; ours are compiled by the build.
pub(super) fn detectors(inputs: &Inputs) -> Result<Set, String> {
    if inputs.detectors.is_empty() {
        return embedded().map(Set::Embedded).map_err(str::to_owned);
    }
    Detectors::with(&inputs.detectors).map(|own| Set::Own(Box::new(own)))
}

/// Findings in a member, with pointers that start above it.
pub(in crate::rules) fn at(pointer: &str, found: Vec<TextFinding>) -> impl Iterator<Item = TextFinding> {
    found.into_iter().map(move |f| TextFinding {
        pointer: format!("{pointer}{}", f.pointer),
        ..f
    })
}

/// Tells the findings of one public id.
pub(super) fn tell(cx: &Context<'_>, sink: &mut Sink, id: &str) {
    let scan = cx.scan();
    if cx.is_comparison {
        // Only what changed was asked about, so nothing else passed.
        sink.not_asked();
    }
    if let Some(error) = &scan.broken {
        sink.skip(About::server(), format!("the detectors can't be read: {error}"));
        return;
    }
    for finding in scan.server.iter().filter(|f| f.rule == id && f.is_told()) {
        say(sink, About::server(), finding);
    }
    for (kind, idx, found) in &scan.items {
        let Some(item) = cx.items(*kind).get(*idx) else {
            continue;
        };
        for finding in found.iter().filter(|f| f.rule == id && f.is_told()) {
            say(sink, item, finding).frames([item.frame]);
        }
    }
    for spoken in &scan.spoken {
        let tool = spoken.tool.and_then(|idx| cx.items(ListKind::Tools).get(idx));
        for finding in spoken.found.iter().filter(|f| f.rule == id && f.is_told()) {
            let about = tool.map_or_else(About::server, About::from);
            say(sink, about, finding).frames([spoken.frame]);
        }
    }
}

fn say<'s>(sink: &'s mut Sink, about: impl Into<About>, finding: &TextFinding) -> &'s mut super::sink::Found {
    let found = sink
        .found(about, message(finding))
        .at(finding.pointer.clone())
        .level(match finding.tier {
            Tier::Fail => Level::Fail,
            Tier::Warn => Level::Warn,
            Tier::Note => Level::Note,
        });
    let confidence = match finding.score() {
        20.. => "high",
        10.. => "medium",
        _ => "low",
    };
    found.confidence(confidence).text_hash(digest(&finding.text))
}

/// `sha256:` and hex of a text, which `ignore` may be bound to.
fn digest(text: &str) -> String {
    let hex: String = Sha256::digest(text.as_bytes())
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect();
    format!("sha256:{hex}")
}

/// What is wrong, the sum behind it, and the text as data.
fn message(finding: &TextFinding) -> String {
    // That a text is new says nothing about what is wrong with it.
    let told = finding.parts.iter().filter(|part| part.name != "new");
    let heaviest = told.max_by_key(|part| part.tenths);
    let title = heaviest.map_or("is suspicious", |part| part.title.as_str());
    let sum: Vec<String> = finding
        .parts
        .iter()
        .map(|part| format!("{} {}", part.name, tenths(part.tenths)))
        .collect();
    let mut text = format!("it {title}; score {} = {}", tenths(finding.score()), sum.join(", "));
    if let Some(decoded) = &finding.decoded {
        let how = if finding.how.is_empty() { "hidden" } else { &finding.how };
        text.push_str(&format!("; {how}, it says {:?}", quoted(decoded)));
    } else if !finding.excerpt.is_empty() {
        text.push_str(&format!("; it says {:?}", quoted(&finding.excerpt)));
    }
    text
}

fn quoted(text: &str) -> String {
    let mut chars = text.chars();
    let mut out: String = chars.by_ref().take(QUOTE_CHARS_MAX).collect();
    if chars.next().is_some() {
        out.push('…');
    }
    out
}

/// Tenths as a decimal number.
fn tenths(n: i32) -> String {
    format!("{}{}.{}", if n < 0 { "-" } else { "" }, n.abs() / 10, n.abs() % 10)
}
