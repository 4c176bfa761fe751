//! Finds the recorded exchange of a case, also in a snapshot of an older configuration.

use std::collections::BTreeMap;

use mcpward_json::Value;

use super::expand::{CaseRun, Target};
use super::reference::references;
use crate::contract::{Connection, DRY_RUN, Exchange};

/// Why a case has no exchange.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotRun {
    /// The snapshot holds no such call: it was recorded for another configuration, or ended before.
    NotRecorded,
    /// The plan could not make the call; the reason is a sentence fragment.
    Refused(String),
    /// The plan was only to be shown.
    DryRun,
}

impl NotRun {
    /// In words, as a sentence fragment.
    pub fn describe(&self) -> &str {
        match self {
            Self::NotRecorded => "the snapshot holds no such call",
            Self::Refused(reason) => reason,
            Self::DryRun => DRY_RUN,
        }
    }
}

/// What was recorded of the cases.
#[derive(Debug)]
pub struct Recorded<'c> {
    probes: BTreeMap<&'c str, &'c Exchange>,
    /// Exchanges by what was asked, in order: the method, and canonical parameters.
    by_content: BTreeMap<(String, String), Vec<&'c Exchange>>,
    refused: &'c BTreeMap<String, BTreeMap<String, String>>,
    /// How often a content was taken.
    taken: BTreeMap<(String, String), usize>,
}

impl<'c> Recorded<'c> {
    /// The exchanges of a connection.
    pub fn of(connection: &'c Connection) -> Self {
        let mut by_content: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for exchange in connection
            .exchanges
            .iter()
            .filter(|exchange| exchange.probe.is_some() && !exchange.is_barrier)
        {
            if let Some(content) = content(exchange) {
                by_content.entry(content).or_default().push(exchange);
            }
        }
        Self {
            probes: connection.probes(),
            by_content,
            refused: &connection.refused,
            taken: BTreeMap::new(),
        }
    }

    /// The exchange of a case: by its probe where that asked the same, else by what it asks and how often that was asked before.
    /// Cases must be given in order.
    ///
    /// # Errors
    /// Why there is none.
    pub fn find(&mut self, case: &CaseRun) -> Result<&'c Exchange, NotRun> {
        let wanted = asks(case);
        let by_probe = self.probes.get(case.probe.as_str()).filter(|exchange| {
            // Arguments taken from earlier results can't be known before, so there the probe alone decides.
            !references(&case.args).is_empty() || content(exchange) == Some(wanted.clone())
        });
        if let Some(exchange) = by_probe {
            *self.taken.entry(wanted).or_insert(0) += 1;
            return Ok(exchange);
        }
        if let Some(reason) = self.refused.get(&case.probe).and_then(|tools| tools.values().next()) {
            return Err(match reason == DRY_RUN {
                true => NotRun::DryRun,
                false => NotRun::Refused(reason.clone()),
            });
        }
        let n_taken = self.taken.entry(wanted.clone()).or_insert(0);
        *n_taken += 1;
        let nth = *n_taken - 1;
        let all = self.by_content.get(&wanted);
        all.and_then(|all| all.get(nth)).copied().ok_or(NotRun::NotRecorded)
    }
}

/// What a case asks: the method, and canonical parameters.
fn asks(case: &CaseRun) -> (String, String) {
    let args = serde_json::Value::Object(case.args.clone());
    let (method, key) = match &case.target {
        Target::Tool(name) => ("tools/call", serde_json::json!([name, args])),
        Target::Resource(uri) => ("resources/read", serde_json::json!([uri, {}])),
        Target::Prompt(name) => ("prompts/get", serde_json::json!([name, args])),
    };
    (method.to_owned(), canonical_text(&key.to_string()))
}

/// What an exchange asked, in the same form; `None` for methods that no case uses.
fn content(exchange: &Exchange) -> Option<(String, String)> {
    let method = exchange.method();
    let params = exchange.request.params()?;
    let name = match method.as_ref() {
        "tools/call" | "prompts/get" => params.get("name")?,
        "resources/read" => params.get("uri")?,
        _ => return None,
    };
    let args = params.get("arguments").map_or("{}", Value::raw);
    Some((method.into_owned(), canonical_text(&format!("[{},{args}]", name.raw()))))
}

fn canonical_text(text: &str) -> String {
    match mcpward_json::Doc::parse(text, &mcpward_json::Limits::default()) {
        Ok(doc) => mcpward_json::canonical(doc.root()),
        Err(_) => text.to_owned(),
    }
}
