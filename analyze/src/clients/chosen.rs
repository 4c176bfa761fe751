//! The clients that a configuration names, and what they may mind in one tool.

use std::collections::BTreeMap;

use mcpward_schemas::config::Clients;

use super::construct::Construct;
use super::find::{Found, find, find_in_output};
use super::measure::{Measures, measure};
use super::profile::{Effect, Profile, SchemaRule};
use super::set::{Concern, Profiles, Rule};
use crate::limits::POINTERS_MAX;
use crate::subschema::{Reference, Role, Tree};

/// Clients to judge for.
#[derive(Debug, Clone)]
pub(crate) struct Chosen {
    profiles: Profiles,
    ids: Vec<String>,
    /// Names that no profile has.
    pub(crate) unknown: Vec<String>,
    /// Whether all were asked for: then nobody said that each must be served.
    pub(crate) is_survey: bool,
}

/// A client that minds something, by the worst of its figures about it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Client<'p> {
    /// The client.
    pub(crate) profile: &'p Profile,
    /// What happens.
    pub(crate) effect: Effect,
    /// Only there.
    pub(crate) when: Option<&'p str>,
    /// Where the figure comes from.
    pub(crate) evidence: &'p super::profile::Evidence,
    /// The profile that it is inherited from.
    pub(crate) via: Option<&'p str>,
}

/// What one tool has that a chosen client may mind.
#[derive(Debug, Clone, Default)]
pub(crate) struct Minded {
    /// Places by construct and detail: JSON Pointers into the tool, the first of them, and how many there are.
    pub(crate) places: BTreeMap<(Construct, String), Places>,
    /// Names of properties that are not plain words of up to 64 characters, which every client takes.
    pub(crate) keys: Vec<Key>,
    /// Sizes of the input schema.
    pub(crate) sizes: Measures,
}

/// The name of a property.
#[derive(Debug, Clone)]
pub(crate) struct Key {
    /// The name.
    pub(crate) name: String,
    /// JSON Pointer into the tool.
    pub(crate) pointer: String,
    /// Whether it is a property of the root.
    pub(crate) is_top: bool,
}

/// Places with one construct.
#[derive(Debug, Clone, Default)]
pub(crate) struct Places {
    /// The subschema of the first, as a JSON Pointer into the schema.
    pub(crate) first: String,
    /// The first of them, as JSON Pointers into the tool.
    pub(crate) pointers: Vec<String>,
    /// How many there are.
    pub(crate) n_all: usize,
}

impl Places {
    fn add(&mut self, pointer: impl FnOnce() -> String) {
        self.n_all += 1;
        if self.pointers.len() < POINTERS_MAX {
            self.pointers.push(pointer());
        }
    }
}

impl Chosen {
    /// What `checks.clients` names; nobody where it is absent.
    pub(crate) fn of(clients: Option<&Clients>, profiles: Profiles) -> Self {
        let known = |id: &String| profiles.get(id).is_some();
        let (ids, unknown, is_survey) = match clients {
            None => (Vec::new(), Vec::new(), false),
            Some(Clients::All) => (
                profiles.iter().map(|profile| profile.id.clone()).collect(),
                Vec::new(),
                true,
            ),
            Some(Clients::Named(names)) => {
                let (known, unknown): (Vec<String>, Vec<String>) = names.iter().cloned().partition(known);
                (known, unknown, false)
            }
        };
        Self {
            profiles,
            ids,
            unknown,
            is_survey,
        }
    }

    /// The chosen profiles.
    pub(crate) fn clients(&self) -> impl Iterator<Item = &Profile> {
        self.ids.iter().filter_map(|id| self.profiles.get(id))
    }

    /// Own and inherited figures of one client.
    pub(crate) fn concerns<'p, R: Rule>(&'p self, profile: &'p Profile) -> Vec<Concern<'p, R>> {
        self.profiles.concerns(profile)
    }

    /// The chosen clients that have a figure which `breaks` says is broken, worst effect first, then best known.
    pub(crate) fn minding<'p, R: Rule + 'p>(&'p self, breaks: impl Fn(&Profile, &R) -> bool) -> Vec<Client<'p>> {
        let mut clients: Vec<Client<'p>> = self
            .clients()
            .filter_map(|profile| {
                let broken = self
                    .concerns::<R>(profile)
                    .into_iter()
                    .filter(|concern| breaks(profile, concern.rule));
                broken
                    .map(|concern| Client {
                        profile,
                        effect: concern.rule.effect(),
                        when: concern.rule.when(),
                        evidence: concern.rule.evidence(),
                        via: concern.via,
                    })
                    .min_by_key(|client| (client.effect, client.evidence.trust, client.via.is_some()))
            })
            .collect();
        clients.sort_by_key(|client| (client.effect, client.evidence.trust, client.profile.id.as_str()));
        clients
    }

    /// What of a tool's schemas the chosen clients may mind.
    pub(crate) fn minded(
        &self,
        input: Option<(&Tree<'_>, &[Reference])>,
        output: Option<(&Tree<'_>, &[Reference])>,
    ) -> Minded {
        let mut minded = Minded::default();
        if self.ids.is_empty() {
            return minded;
        }
        let rules: Vec<&SchemaRule> = self
            .clients()
            .flat_map(|client| self.concerns::<SchemaRule>(client))
            .map(|concern| concern.rule)
            .collect();
        if let Some((tree, references)) = input {
            collect(&mut minded.places, &rules, tree, find(tree, references));
            minded.sizes = measure(tree);
            minded.keys = keys(tree);
        }
        if let Some((tree, references)) = output {
            collect(&mut minded.places, &rules, tree, find_in_output(tree, references));
        }
        minded
    }
}

/// Keeps the places of what some rule covers.
fn collect(
    places: &mut BTreeMap<(Construct, String), Places>,
    rules: &[&SchemaRule],
    tree: &Tree<'_>,
    found: Vec<Found>,
) {
    for found in found {
        let is_covered = |rule: &&SchemaRule| rule.construct == found.construct && rule.covers(&found.detail);
        if !rules.iter().any(is_covered) {
            continue;
        }
        let of_construct = places.entry((found.construct, found.detail)).or_default();
        if of_construct.n_all == 0 {
            of_construct.first = tree.pointer(found.node);
        }
        of_construct.add(|| {
            let mut pointer = format!("/{}{}", found.construct.member(), tree.pointer(found.node));
            if !found.keyword.is_empty() {
                mcpward_json::push_token(&mut pointer, &found.keyword);
            }
            pointer
        });
    }
}

/// Names of properties that some client may mind.
fn keys(tree: &Tree<'_>) -> Vec<Key> {
    let is_plain = |name: &str| {
        (1..=64).contains(&name.len())
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            && !name.starts_with(|c: char| c.is_ascii_digit())
    };
    let properties = tree
        .nodes
        .iter()
        .enumerate()
        .filter(|(_, node)| node.role == Role::Property);
    properties
        .filter_map(|(idx, node)| Some((idx, node.parent, node.name.as_deref().filter(|name| !is_plain(name))?)))
        .map(|(idx, parent, name)| Key {
            name: name.to_owned(),
            pointer: format!("/inputSchema{}", tree.pointer(idx)),
            is_top: parent == Some(0),
        })
        .collect()
}
