//! A snapshot made fit for others: everything that capture masks, and what is personal. It is written anew, line by line,
//! and then looked at again (`remains`): a file in which something secret-shaped remains is not given out.

use std::collections::BTreeMap;
use std::io;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mcpward_schemas::snapshot::{ReadLimits, SnapshotError, good_part, read, redaction_mark, rewrite};
use serde_json::{Map, Value};
use thiserror::Error;

use super::personal::{Personal, hosts};
use super::remains::{Eyes, Found};
use super::{Redactor, Remains, mask};
use crate::options::Secret;

/// What to mask besides that what capture masks, e-mail addresses and names of users in home paths.
#[derive(Debug, Default)]
pub struct Sharing {
    /// Further values, whose names stand in their marks.
    pub secrets: Vec<Secret>,
    /// Names of hosts.
    pub hosts: bool,
    /// Whole strings in which something secret-shaped would remain.
    pub blank: bool,
    /// Of a snapshot that was cut off or damaged, the part before that; without it, there is none to hand on.
    pub good_part: bool,
}

/// A snapshot after masking.
#[derive(Debug)]
pub struct Redacted {
    /// The file.
    pub bytes: Vec<u8>,
    /// What was masked, by the first word of the marks.
    pub masked: BTreeMap<String, MaskedKind>,
}

/// How much of a kind was masked.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub struct MaskedKind {
    /// Different values.
    pub n_values: u64,
    /// Places.
    pub n_places: u64,
}

/// Why there is no file to hand on.
#[derive(Debug, Error)]
pub enum SharingError {
    /// The snapshot is not whole.
    #[error(transparent)]
    Snapshot(#[from] SnapshotError),
    /// Something that looks like a secret is still there; at least one, in the order of the lines.
    #[error("something that looks like a secret would remain")]
    Remains(Vec<Remains>),
}

/// Longest list of what remains: a person reads the first ones, and then masks more.
const REMAINS_MAX: usize = 20;
/// The mark of whole strings.
const BLANK: &str = "blanked";

/// Masks a snapshot.
///
/// # Errors
/// Where the snapshot is not whole, unless its good part was asked for, and where it would not be safe.
pub fn redact(file: &[u8], sharing: &Sharing) -> Result<Redacted, SharingError> {
    let limits = ReadLimits::default();
    let reading = read(file, &limits)?;
    let good;
    let file = if sharing.good_part && reading.error.is_some() {
        good = good_part(reading)?;
        &good
    } else {
        reading.whole()?;
        file
    };
    let mut pass = Pass::new(sharing);
    rewrite(file, io::sink(), &limits, &mut |line| pass.learn(line))?;
    let bytes = rewrite(file, Vec::new(), &limits, &mut |line| pass.mask(line))?;
    // What is looked at is the file, not what it was meant to be.
    read(bytes.as_slice(), &limits)?.whole()?;
    let mut remains = Vec::new();
    let mut n_lines = 0;
    rewrite(bytes.as_slice(), io::sink(), &limits, &mut |line| {
        n_lines += 1;
        if remains.len() < REMAINS_MAX {
            remains.extend(pass.look(n_lines, line));
        }
    })?;
    if !remains.is_empty() {
        return Err(SharingError::Remains(remains));
    }
    Ok(Redacted {
        bytes,
        masked: pass.masked(),
    })
}

struct Pass<'s> {
    redactor: Redactor,
    sharing: &'s Sharing,
    /// How often each mark was given.
    n_places: BTreeMap<String, u64>,
}

impl<'s> Pass<'s> {
    fn new(sharing: &'s Sharing) -> Self {
        let mut redactor = Redactor::new(&sharing.secrets);
        redactor.personal = Some(Personal {
            hosts: sharing.hosts,
            ..Personal::default()
        });
        Self {
            redactor,
            sharing,
            n_places: BTreeMap::new(),
        }
    }

    /// Before anything is masked: the marks that are there, so that none is given twice, and the names of hosts.
    fn learn(&mut self, line: &mut Map<String, Value>) {
        let Ok(text) = serde_json::to_vec(line) else { return };
        for mark in mask::marks_in(&text) {
            self.redactor.count_from(&mark);
        }
        if let (true, Some(personal)) = (self.sharing.hosts, &mut self.redactor.personal) {
            let found = hosts(&text).into_iter();
            let names = found.map(|range| String::from_utf8_lossy(&text[range]).to_ascii_lowercase());
            personal.known_hosts.extend(names);
        }
    }

    fn mask(&mut self, line: &mut Map<String, Value>) {
        let before = marks(line);
        self.mask_line(line);
        for (mark, n) in marks(line) {
            let n_new = n.saturating_sub(before.get(&mark).copied().unwrap_or(0));
            if n_new > 0 {
                *self.n_places.entry(mark).or_default() += n_new;
            }
        }
    }

    fn mask_line(&mut self, line: &mut Map<String, Value>) {
        if line.get("type").and_then(Value::as_str) == Some("frame") {
            self.mask_frame(line);
        }
        self.mask_places(line);
        self.mask_strings(line);
    }

    /// The message itself, and what the frame says of it.
    fn mask_frame(&mut self, frame: &mut Map<String, Value>) {
        let (bytes, key) = match (frame.get("raw"), frame.get("b64")) {
            (Some(Value::String(raw)), _) => (raw.clone().into_bytes(), "raw"),
            (_, Some(Value::String(b64))) => (STANDARD.decode(b64).unwrap_or_default(), "b64"),
            _ => return,
        };
        let is_cut = frame.contains_key("cut");
        let (masked, n) = self.masked_bytes(&bytes, is_cut);
        if masked == bytes {
            return;
        }
        match (key, String::from_utf8(masked)) {
            ("raw", Ok(text)) => frame.insert("raw".to_owned(), Value::from(text)),
            // A text that is none any more after a cut is kept as bytes.
            (_, text) => {
                let bytes = text.map_or_else(std::string::FromUtf8Error::into_bytes, String::into_bytes);
                frame.remove("raw");
                frame.insert("b64".to_owned(), Value::from(STANDARD.encode(bytes)))
            }
        };
        let n_before = frame.get("redacted").and_then(Value::as_u64).unwrap_or(0);
        frame.insert("redacted".to_owned(), Value::from(n_before + u64::from(n)));
        // A digest of the whole could confirm a guess at what was masked.
        if let Some(cut) = frame.get_mut("cut").and_then(Value::as_object_mut) {
            cut.remove("sha256");
        }
    }

    /// Where the place says that something is a secret: URLs, headers and arguments.
    fn mask_places(&mut self, line: &mut Map<String, Value>) {
        let mut mask_url = |value: &mut Value| {
            if let Some(url) = value.get_mut("url")
                && let Some(text) = url.as_str()
            {
                *url = Value::from(self.redactor.url(text));
            }
        };
        line.get_mut("http").into_iter().for_each(&mut mask_url);
        line.get_mut("target").into_iter().for_each(&mut mask_url);
        let headers = line.get_mut("http").and_then(|http| http.get_mut("headers"));
        for header in headers.and_then(Value::as_array_mut).into_iter().flatten() {
            if let Some([Value::String(name), Value::String(value)]) = header.as_array_mut().map(Vec::as_mut_slice) {
                *value = self.redactor.header(name, value);
            }
        }
        let args = line.get_mut("target").and_then(|target| target.get_mut("args"));
        if let Some(Value::Array(args)) = args {
            let texts: Vec<String> = args.iter().filter_map(|arg| arg.as_str().map(str::to_owned)).collect();
            *args = self.redactor.arguments(&texts).into_iter().map(Value::from).collect();
        }
    }

    /// Every other string, and the names of members.
    fn mask_strings(&mut self, line: &mut Map<String, Value>) {
        let is_frame = line.get("type").and_then(Value::as_str) == Some("frame");
        let own = |name: &str| name == "type" || (is_frame && (name == "raw" || name == "b64"));
        let mut todo: Vec<(&str, &mut Value)> = Vec::new();
        for (name, value) in line.iter_mut().filter(|(name, _)| !own(name)) {
            todo.push((name, value));
        }
        while let Some((name, value)) = todo.pop() {
            match value {
                Value::String(text) if name == "b64" => {
                    if let Ok(bytes) = STANDARD.decode(text.as_bytes()) {
                        *text = STANDARD.encode(self.masked_bytes(&bytes, false).0);
                    }
                }
                Value::String(text) => *text = self.masked_member(name, text),
                Value::Array(items) => todo.extend(items.iter_mut().map(|item| ("", item))),
                Value::Object(members) => {
                    self.mask_names(members);
                    todo.extend(members.iter_mut().map(|(name, value)| (name.as_str(), value)));
                }
                Value::Null | Value::Bool(_) | Value::Number(_) => {}
            }
        }
    }

    fn mask_names(&mut self, members: &mut Map<String, Value>) {
        let names: Vec<String> = members.keys().cloned().collect();
        for name in names {
            let masked = self.masked_member("", &name);
            if masked != name
                && let Some(value) = members.remove(&name)
            {
                members.insert(masked, value);
            }
        }
    }

    fn masked_member(&mut self, name: &str, text: &str) -> String {
        let masks = self.redactor.member_masks(name.as_bytes(), text.as_bytes());
        let (bytes, _) = self.masked_bytes(&mask::apply(text.as_bytes(), &masks), false);
        String::from_utf8(bytes).unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned())
    }

    /// The bytes with everything masked, and how many places that were.
    fn masked_bytes(&mut self, bytes: &[u8], is_cut: bool) -> (Vec<u8>, u32) {
        let masks = self.redactor.masks(bytes);
        let mut n = u32::try_from(masks.len()).unwrap_or(u32::MAX);
        let mut bytes = mask::apply(bytes, &masks);
        if is_cut && let Some(at) = self.redactor.known.begun_at_end(&bytes) {
            bytes.truncate(at);
            n += 1;
        }
        if self.sharing.blank {
            n += self.blank(&mut bytes);
        }
        (bytes, n)
    }

    fn blank(&mut self, bytes: &mut Vec<u8>) -> u32 {
        let found = self.found(bytes);
        let masks = found.into_iter().map(|found| mask::Mask {
            range: found.within,
            mark: redaction_mark(BLANK),
        });
        let masks = mask::disjoint(masks.collect());
        *bytes = mask::apply(bytes, &masks);
        u32::try_from(masks.len()).unwrap_or(u32::MAX)
    }

    fn found(&self, text: &[u8]) -> Vec<Found> {
        let eyes = Eyes {
            known: &self.redactor.known,
            shapes: &self.redactor.shapes,
        };
        eyes.look(text)
    }

    /// What remains in a line of the new file.
    fn look(&self, number: u64, line: &Map<String, Value>) -> Vec<Remains> {
        let seq = line.get("seq").and_then(Value::as_u64);
        let mut remains = Vec::new();
        let mut todo: Vec<(&str, &Value)> = line.iter().map(|(name, value)| (name.as_str(), value)).collect();
        while let Some((name, value)) = todo.pop() {
            let found = match value {
                Value::String(text) if name == "b64" => self.found(&STANDARD.decode(text).unwrap_or_default()),
                Value::String(text) => self.found(text.as_bytes()),
                Value::Array(items) => {
                    todo.extend(items.iter().map(|item| ("", item)));
                    continue;
                }
                Value::Object(members) => {
                    todo.extend(members.iter().map(|(name, value)| (name.as_str(), value)));
                    members.keys().flat_map(|name| self.found(name.as_bytes())).collect()
                }
                Value::Null | Value::Bool(_) | Value::Number(_) => continue,
            };
            remains.extend(found.into_iter().map(|found| Remains {
                line: number,
                seq,
                what: found.what,
                how: found.how,
            }));
        }
        remains.dedup();
        remains
    }

    fn masked(&self) -> BTreeMap<String, MaskedKind> {
        let mut masked: BTreeMap<String, MaskedKind> = BTreeMap::new();
        for (mark, n_places) in &self.n_places {
            let name = mask::name_of(mark);
            let kind = masked
                .entry(name.split('#').next().unwrap_or(name).to_owned())
                .or_default();
            kind.n_values += 1;
            kind.n_places += n_places;
        }
        masked
    }
}

/// How often each mark is in a line.
fn marks(line: &Map<String, Value>) -> BTreeMap<String, u64> {
    let mut text = serde_json::to_vec(line).unwrap_or_default();
    if let Some(b64) = line.get("b64").and_then(Value::as_str) {
        text.extend(STANDARD.decode(b64).unwrap_or_default());
    }
    let mut n_places = BTreeMap::new();
    for mark in mask::marks_in(&text) {
        *n_places.entry(mark).or_default() += 1;
    }
    n_places
}

#[cfg(test)]
mod tests;
