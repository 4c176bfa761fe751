//! All that a rule may look at.

use mcpward_schemas::config::Config;
use mcpward_schemas::report::{FrameRef, SubjectKind};

use crate::analysis::Inputs;
use crate::contract::{Anomaly, Contract, Exchange, Item, ListKind, Surface, probe};
use crate::drift::Compared;

/// The evidence and the masked configuration.
pub(crate) struct Context<'a> {
    pub(crate) inputs: &'a Inputs,
    pub(crate) contract: &'a Contract,
    pub(crate) anomalies: &'a [Anomaly],
    /// The surface that inventory and most rules use.
    pub(crate) surface: Option<&'a Surface>,
    /// What changed against the contract that was trusted, where that is asked.
    pub(crate) drift: Option<&'a Compared>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(inputs: &'a Inputs, contract: &'a Contract, anomalies: &'a [Anomaly]) -> Self {
        Self {
            inputs,
            contract,
            anomalies,
            surface: contract.primary(),
            drift: None,
        }
    }

    pub(crate) fn config(&self) -> &'a Config {
        &self.inputs.config
    }

    /// The surface of the main handshake connection, established or not.
    pub(crate) fn handshake(&self) -> Option<&'a Surface> {
        let primary = self.surface.filter(|surface| surface.is_handshake());
        primary.or_else(|| self.contract.surfaces.iter().find(|surface| surface.is_handshake()))
    }

    /// The exchange of a probe on the main handshake connection.
    pub(crate) fn probe(&self, name: &str) -> Option<&'a Exchange> {
        self.contract.connection(self.handshake()?).probe(name)
    }

    /// The entries of a list that count; none where there is no list.
    pub(crate) fn items(&self, kind: ListKind) -> &'a [Item] {
        self.surface.map_or(&[], |surface| surface.list(kind).items())
    }

    /// The frame that holds the entry of that name.
    pub(crate) fn frame_of(&self, kind: ListKind, name: &str) -> Option<FrameRef> {
        self.items(kind)
            .iter()
            .find(|item| item.name.raw() == name)
            .map(|item| item.frame)
    }

    /// How many subjects of a kind there are.
    pub(crate) fn n_subjects(&self, kind: SubjectKind) -> usize {
        match kind {
            SubjectKind::Server => 1,
            SubjectKind::Tool => self.items(ListKind::Tools).len(),
            SubjectKind::Prompt => self.items(ListKind::Prompts).len(),
            SubjectKind::Resource => self.items(ListKind::Resources).len(),
            SubjectKind::Template => self.items(ListKind::Templates).len(),
            SubjectKind::Case => super::cases::count(self),
        }
    }

    /// Why no server agreed to speak, as a sentence fragment.
    pub(crate) fn why_no_contract(&self) -> String {
        let reason = self.contract.captures.iter().find_map(|capture| capture.reason.clone());
        let hello = self.handshake().and_then(|_| self.probe(probe::INITIALIZE));
        match (hello, reason) {
            (Some(hello), _) if hello.result().is_none() => hello.why_no_result(),
            (_, Some(reason)) => reason,
            (Some(_), None) => "initialize was answered with something that is no object".to_owned(),
            (None, None) => "the snapshot holds no handshake".to_owned(),
        }
    }
}
