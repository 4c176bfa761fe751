//! What can be found before a capture has ended: most of an analysis is reading texts, and a server that is still being asked
//! leaves a processor idle.

use std::collections::BTreeMap;

use mcpward_json::{Doc, Json, Limits};
use mcpward_schemas::snapshot::{Outcome, Step};

use crate::contract::{ListKind, probe};
use crate::plan::{Answer, response};
use crate::text::clean::Clean;
use crate::text::embedded::embedded;
use crate::text::scan::TextFinding;
use crate::text::subject;

/// 4 MiB: longer lists are rare, and a copy of one would be held beside what the capture holds.
const FRAME_BYTES_MAX: usize = 4 << 20;

/// 4 MiB: more text of pages is not held beside what the capture holds.
const PAGES_BYTES_MAX: usize = 4 << 20;

/// What was found. What is missing in it is found by the analysis: it saves time and changes nothing.
#[derive(Debug, Default)]
pub struct Ahead {
    /// Findings in the texts of definitions, by the JSON text of each, as our own detectors have them where nothing was trusted
    /// before.
    found: BTreeMap<Box<str>, Vec<TextFinding>>,
    /// Pages as they were read: the same ones mostly come again.
    pages: Vec<Json>,
    pages_bytes: usize,
}

impl Ahead {
    /// The frame of a step that may be worth reading: a page of the first listing, since the next ones mostly say the same.
    pub fn is_worth(answer: Answer<'_>) -> Option<&str> {
        let is_first = |probe: &str| probe::parse_page(probe).is_some_and(|(_, pass, _)| pass == 1);
        match (answer.step, answer.outcome) {
            (Step::Request { probe, .. }, Outcome::Answered { .. }) if is_first(probe) => {
                answer.answer.filter(|frame| frame.len() <= FRAME_BYTES_MAX)
            }
            _ => None,
        }
    }

    /// Reads the definitions on a page, until `stop` says that nobody waits for more.
    pub fn read(&mut self, frame: &str, stop: impl Fn() -> bool) {
        let (Ok(doc), Ok(set)) = (Doc::parse(frame, &Limits::default()), embedded()) else {
            return;
        };
        let page = Json::root(doc);
        self.pages_bytes += frame.len();
        if self.pages_bytes <= PAGES_BYTES_MAX {
            self.pages.push(page.clone());
        }
        let result = response(page.value()).and_then(|response| response.get("result"));
        let clean = Clean::default();
        let lists = ListKind::ALL.into_iter().filter_map(|kind| result?.get(kind.member()));
        for definition in lists.flat_map(mcpward_json::Value::items) {
            if stop() {
                return;
            }
            if !self.found.contains_key(definition.raw()) {
                let found = subject::judge_among(set, definition, None, &clean);
                self.found.insert(definition.raw().into(), found);
            }
        }
    }

    /// What was found in a definition, where it was read.
    pub(crate) fn found(&self, definition: &str) -> Option<&[TextFinding]> {
        self.found.get(definition).map(Vec::as_slice)
    }

    /// Pages that were read.
    pub(crate) fn pages(&self) -> &[Json] {
        &self.pages
    }
}
