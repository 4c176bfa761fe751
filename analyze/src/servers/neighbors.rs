//! What the rules see of the other servers of a run.

use std::collections::{BTreeMap, BTreeSet};

use crate::contract::{Contract, Item, Surface};
use crate::text::lookalike::{is_twin, shape};

/// The tools of all servers of a run.
#[derive(Debug)]
pub(crate) struct Neighbors<'a> {
    servers: Vec<(&'a str, Option<&'a Surface>)>,
    /// Servers and places in their lists, by the name of the tool.
    tools: BTreeMap<&'a str, Vec<(usize, usize)>>,
    /// Names by their shape.
    shapes: BTreeMap<String, BTreeSet<&'a str>>,
}

/// One server and those beside it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Beside<'a> {
    all: &'a Neighbors<'a>,
    own: usize,
}

/// A tool of another server.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Foreign<'a> {
    /// The name of its server in the run.
    pub(crate) server: &'a str,
    /// The tool.
    pub(crate) item: &'a Item,
    /// Whether its server comes before ours: what holds for both sides is told once, by the later one.
    pub(crate) is_before: bool,
}

impl<'a> Neighbors<'a> {
    /// The servers by name, in the order of the run.
    pub(crate) fn of(servers: impl IntoIterator<Item = (&'a str, &'a Contract)>) -> Self {
        let servers: Vec<_> = servers
            .into_iter()
            .map(|(name, contract)| (name, contract.primary()))
            .collect();
        let mut tools: BTreeMap<&str, Vec<(usize, usize)>> = BTreeMap::new();
        for (at, (_, surface)) in servers.iter().enumerate() {
            for (idx, item) in surface.iter().flat_map(|surface| surface.tools()).enumerate() {
                if !item.name.is_empty() {
                    tools.entry(item.name.raw()).or_default().push((at, idx));
                }
            }
        }
        let mut shapes: BTreeMap<String, BTreeSet<&str>> = BTreeMap::new();
        for name in tools.keys() {
            shapes.entry(shape(name)).or_default().insert(name);
        }
        Self { servers, tools, shapes }
    }

    /// What the server at that place sees.
    pub(crate) fn beside(&'a self, own: usize) -> Beside<'a> {
        Beside { all: self, own }
    }
}

impl<'a> Beside<'a> {
    /// Tools of other servers with that name; the first of equal ones of each server.
    pub(crate) fn named(self, name: &str) -> impl Iterator<Item = Foreign<'a>> {
        let mut last = None;
        self.all
            .tools
            .get(name)
            .into_iter()
            .flatten()
            .filter(move |(server, _)| *server != self.own && last.replace(*server) != Some(*server))
            .filter_map(move |&(server, idx)| self.foreign(server, idx))
    }

    /// Tools of other servers whose names are easily taken for this one.
    pub(crate) fn twins(self, name: &str) -> impl Iterator<Item = Foreign<'a>> {
        let same_shape = self.all.shapes.get(&shape(name)).into_iter().flatten().copied();
        let swapped: Vec<&str> = swaps(name)
            .filter_map(|name| self.all.tools.get_key_value(name.as_str()).map(|(name, _)| *name))
            .collect();
        let names: BTreeSet<&str> = same_shape.chain(swapped).filter(|twin| is_twin(name, twin)).collect();
        names.into_iter().flat_map(move |name| self.named(name))
    }

    /// The other servers by name, whether they come before ours, and their tools.
    pub(crate) fn others(self) -> impl Iterator<Item = (&'a str, bool, &'a [Item])> {
        let servers = self
            .all
            .servers
            .iter()
            .enumerate()
            .filter(move |(at, _)| *at != self.own);
        servers.map(move |(at, (name, surface))| (*name, at < self.own, surface.map_or(&[][..], Surface::tools)))
    }

    /// The names of all tools of other servers.
    pub(crate) fn names(self) -> impl Iterator<Item = &'a str> {
        let tools = self.all.tools.iter();
        tools
            .filter(move |(_, places)| places.iter().any(|(server, _)| *server != self.own))
            .map(|(name, _)| *name)
    }

    fn foreign(self, server: usize, idx: usize) -> Option<Foreign<'a>> {
        let (name, surface) = self.all.servers[server];
        Some(Foreign {
            server: name,
            item: surface?.tools().get(idx)?,
            is_before: server < self.own,
        })
    }
}

/// The name with each two neighbors changed over.
fn swaps(name: &str) -> impl Iterator<Item = String> {
    let bytes = name.as_bytes();
    // What is no text then is no name either.
    (1..bytes.len()).filter_map(|at| {
        let mut bytes = bytes.to_vec();
        bytes.swap(at - 1, at);
        String::from_utf8(bytes).ok()
    })
}
