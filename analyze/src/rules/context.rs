//! All that a rule may look at.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use mcpward_schemas::config::Config;
use mcpward_schemas::report::{FrameRef, SubjectKind};
use mcpward_schemas::snapshot::Outcome;

use super::cases::{self, Case};
use super::schema;
use super::security::{self, Scan, Set};
use super::sink::{About, Sink};
use crate::analysis::Inputs;
use crate::clients::{Chosen, Profiles};
use crate::contract::{
    Anomaly, Connection, Contract, DRY_RUN, Exchange, HEADER_MISMATCH, Item, ListKind, Malformed, Surface, probe,
};
use crate::drift::Compared;
use crate::look::{Lints, Look};
use crate::servers::Beside;
use crate::text::detector::Detectors;

/// The evidence and the masked configuration.
pub(crate) struct Context<'a> {
    pub(crate) inputs: &'a Inputs,
    pub(crate) contract: &'a Contract,
    pub(crate) anomalies: &'a [Anomaly],
    /// The surface that inventory and most rules use.
    pub(crate) surface: Option<&'a Surface>,
    /// Clients that the configuration names.
    pub(crate) chosen: Chosen,
    /// What was seen of the tools, for the rules that look at their schemas.
    pub(crate) lints: Lints,
    /// What changed against the contract that was trusted, where that is asked.
    pub(crate) drift: Option<&'a Compared>,
    /// Whether this is a comparison of contracts, which judges changes and nothing else.
    pub(crate) is_comparison: bool,
    /// The other servers of the run, where there are several.
    pub(crate) beside: Option<Beside<'a>>,
    /// What is wrong with its texts, found once for all rules that ask.
    scan: OnceLock<Scan>,
    /// The detectors that the configuration asks for, or why they can't be read; compiled once for all rules that ask.
    detectors: OnceLock<Result<Set, String>>,
    /// The place of each name in each of the four lists, the first of equal ones.
    places: OnceLock<[BTreeMap<&'a str, usize>; 4]>,
    /// The chosen cases of the suites and the calls around them, in order, with what was recorded of them.
    pub(super) cases: Vec<Case<'a>>,
}

impl<'a> Context<'a> {
    pub(crate) fn new(inputs: &'a Inputs, contract: &'a Contract, anomalies: &'a [Anomaly]) -> Self {
        let surface = contract.primary();
        let checks = &inputs.config.checks;
        let files: Vec<_> = inputs
            .client_profiles
            .iter()
            .map(|file| (file.name.clone(), file.text.clone()))
            .collect();
        // Files that are no profiles are refused before anything is analyzed; see [`crate::clients::Profiles::with`].
        let profiles = checks
            .clients
            .as_ref()
            .map(|_| Profiles::with(&files).unwrap_or_else(|_| Profiles::embedded()));
        let chosen = Chosen::of(checks.clients.as_ref(), profiles.unwrap_or_default());
        let looks: &[(&str, Look)] = if checks.schema { schema::LOOKS } else { &[] };
        // Here and not in a rule: rules run in parallel, and this does so too.
        let lints = Lints::of(surface, looks, &chosen);
        Self {
            inputs,
            contract,
            anomalies,
            surface,
            chosen,
            lints,
            drift: None,
            is_comparison: false,
            beside: None,
            scan: OnceLock::new(),
            detectors: OnceLock::new(),
            places: OnceLock::new(),
            cases: cases::matched(&inputs.config, contract),
        }
    }

    /// For the rules about drift alone, which look at no tool that did not change.
    pub(crate) fn of_drift(
        inputs: &'a Inputs,
        contract: &'a Contract,
        anomalies: &'a [Anomaly],
        compared: &'a Compared,
    ) -> Self {
        Self {
            inputs,
            contract,
            anomalies,
            surface: contract.primary(),
            chosen: Chosen::of(None, Profiles::default()),
            lints: Lints::default(),
            drift: Some(compared),
            is_comparison: true,
            beside: None,
            scan: OnceLock::new(),
            detectors: OnceLock::new(),
            places: OnceLock::new(),
            cases: Vec::new(),
        }
    }

    /// What is wrong with the texts of the contract.
    pub(crate) fn scan(&self) -> &Scan {
        self.scan.get_or_init(|| security::scan(self))
    }

    /// The detectors that the configuration asks for.
    ///
    /// # Errors
    /// Why they can't be read.
    pub(super) fn detectors(&self) -> Result<&Detectors, &str> {
        let set = self.detectors.get_or_init(|| security::detectors(self.inputs));
        set.as_ref().map(AsRef::as_ref).map_err(String::as_str)
    }

    pub(crate) fn config(&self) -> &'a Config {
        &self.inputs.config
    }

    /// The surface of the main handshake connection, established or not.
    pub(crate) fn handshake(&self) -> Option<&'a Surface> {
        let primary = self.surface.filter(|surface| surface.is_handshake());
        primary.or_else(|| self.contract.surfaces.iter().find(|surface| surface.is_handshake()))
    }

    /// The surface whose connection was asked everything.
    pub(crate) fn main(&self) -> Option<&'a Surface> {
        self.surface.or_else(|| self.contract.main())
    }

    /// The surface of the era without handshake; the one established, where there is one.
    pub(crate) fn modern(&self) -> Option<&'a Surface> {
        let mut surfaces = self.contract.surfaces.iter().filter(|surface| !surface.is_handshake());
        let first = surfaces.clone().next();
        surfaces.find(|surface| surface.is_established()).or(first)
    }

    /// The surface that most rules use, and that of the era without handshake where it is another one.
    pub(crate) fn eras(&self) -> impl Iterator<Item = &'a Surface> {
        let modern = self.modern().filter(|surface| surface.is_established());
        let is_other = |surface: &&Surface| self.surface.is_some_and(|own| own.connection != surface.connection);
        self.surface.into_iter().chain(modern.filter(is_other))
    }

    /// Whether the plan was only shown.
    pub(crate) fn is_dry_run(&self) -> bool {
        let refused = self.main().map(|surface| &self.contract.connection(surface).refused);
        refused.is_some_and(|refused| {
            refused
                .values()
                .flat_map(BTreeMap::values)
                .any(|reason| reason == DRY_RUN)
        })
    }

    /// The exchange of a probe on the connection of [`Self::main`].
    pub(crate) fn probe(&self, name: &str) -> Option<&'a Exchange> {
        self.contract.connection(self.main()?).probe(name)
    }

    /// A malformed line by its probe, with its connection.
    pub(crate) fn malformed(&self, probe: &str) -> Option<(&'a Connection, &'a Malformed)> {
        let mut lines = self
            .contract
            .connections
            .iter()
            .flat_map(|connection| connection.malformed.iter().map(move |line| (connection, line)));
        lines.find(|(_, line)| line.probe == probe)
    }

    /// The exchange of a probe on the throw-away connection that was made for it.
    pub(crate) fn thrown_away(&self, name: &str) -> Option<&'a Exchange> {
        let scenario = probe::malformed(name);
        let mut connections = self.contract.connections.iter();
        connections
            .find(|connection| connection.scenario == scenario)?
            .probe(name)
    }

    /// Says that a malformed message was not sent: nobody asked for it, or the server was not there to take it.
    pub(crate) fn not_malformed(&self, sink: &mut Sink) {
        self.not_thrown_away(sink, "the malformed message was not sent");
    }

    /// Says that nothing was sent on a throw-away connection: nobody asked for it, or for this reason.
    pub(crate) fn not_thrown_away(&self, sink: &mut Sink, reason: &str) {
        match self.config().probes.malformed {
            true => sink.skip_nothing(About::server(), reason),
            false => sink.not_asked(),
        }
    }

    /// The exchange of a probe in the era without handshake, where the server speaks it.
    pub(crate) fn modern_probe(&self, name: &str) -> Option<&'a Exchange> {
        let surface = self.modern().filter(|surface| surface.is_established())?;
        self.contract.connection(surface).probe(name)
    }

    /// The entries of a list that count; none where there is no list.
    pub(crate) fn items(&self, kind: ListKind) -> &'a [Item] {
        self.surface.map_or(&[], |surface| surface.list(kind).items())
    }

    /// What was read on the connection that the lists come from, by URI; the last time of each.
    pub(crate) fn reads(&self) -> BTreeMap<String, &'a Exchange> {
        let exchanges = self.surface.map(|surface| &self.contract.connection(surface).exchanges);
        let read = exchanges.into_iter().flatten();
        let read = read.filter(|exchange| exchange.method() == "resources/read");
        read.filter_map(|exchange| {
            let uri = exchange.request.params()?.get("uri")?.as_str()?;
            Some((uri.into_owned(), exchange))
        })
        .collect()
    }

    /// The first entry of that name: its place in [`Context::items`].
    pub(crate) fn place_of(&self, kind: ListKind, name: &str) -> Option<usize> {
        let places = self.places.get_or_init(|| {
            ListKind::ALL.map(|kind| {
                let names = self.items(kind).iter().map(|item| item.name.raw()).enumerate();
                names.rev().map(|(idx, name)| (name, idx)).collect()
            })
        });
        let list = ListKind::ALL.iter().position(|known| *known == kind)?;
        places[list].get(name).copied()
    }

    /// The first entry of that name.
    pub(crate) fn item(&self, kind: ListKind, name: &str) -> Option<&'a Item> {
        self.items(kind).get(self.place_of(kind, name)?)
    }

    /// The frame that holds the entry of that name.
    pub(crate) fn frame_of(&self, kind: ListKind, name: &str) -> Option<FrameRef> {
        self.item(kind, name).map(|item| item.frame)
    }

    /// How many subjects of a kind there are.
    pub(crate) fn n_subjects(&self, kind: SubjectKind) -> usize {
        match kind {
            SubjectKind::Server => 1,
            SubjectKind::Tool => self.items(ListKind::Tools).len(),
            SubjectKind::Prompt => self.items(ListKind::Prompts).len(),
            SubjectKind::Resource => self.items(ListKind::Resources).len(),
            SubjectKind::Template => self.items(ListKind::Templates).len(),
            SubjectKind::Case => self.cases.iter().filter(|case| case.run.expect.is_some()).count(),
        }
    }

    /// The request that a connection began with, of the era where more is known.
    pub(crate) fn hello(&self) -> Option<&'a Exchange> {
        // A server that compares headers speaks this era, whatever it says to a handshake.
        let modern = self.modern().map(|surface| self.contract.connection(surface));
        let discovery = modern.and_then(|connection| connection.probe(probe::DISCOVER));
        let is_mismatch =
            |exchange: &&Exchange| exchange.error_code() == Some(HEADER_MISMATCH) && exchange.has_mirrored_headers();
        let mismatch = discovery.filter(is_mismatch);
        mismatch.or_else(|| self.probe(probe::INITIALIZE).or_else(|| self.probe(probe::DISCOVER)))
    }

    /// Why no server agreed to speak, as a sentence fragment.
    pub(crate) fn why_no_contract(&self) -> String {
        let reason = self.contract.captures.iter().find_map(|capture| capture.reason.clone());
        match (self.hello(), reason) {
            (Some(hello), _) if is_no_evidence(hello) => "the server could not be asked".to_owned(),
            (Some(hello), _) if hello.result().is_none() => hello.why_no_result(),
            (_, Some(reason)) => reason,
            (Some(hello), None) if hello.method() == "initialize" => {
                "initialize was answered with something that is no object".to_owned()
            }
            (Some(hello), None) => format!("{} was answered with something else", hello.method()),
            (None, None) => "the snapshot holds no handshake".to_owned(),
        }
    }
}

/// Whether what became of a request says nothing about the server: it is down, not reachable, or wants other credentials.
pub(crate) fn is_no_evidence(exchange: &Exchange) -> bool {
    matches!(exchange.outcome, Some(Outcome::Failed { no_evidence: true, .. }))
}
