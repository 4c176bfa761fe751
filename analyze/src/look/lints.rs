//! All looks at all tools.

use std::collections::BTreeMap;

use rayon::prelude::*;

use super::seen::Seen;
use super::tool::{Schema, Tool, version};
use crate::clients::{Chosen, Minded};
use crate::contract::{Item, Surface};

/// A look at one tool.
pub(crate) type Look = fn(&Tool<'_>, &mut Vec<Seen>);

/// What was seen of one tool: by rule, and for clients.
type OfTool = (Vec<(&'static str, Vec<Seen>)>, Minded);

/// What was seen of each tool.
#[derive(Debug, Default)]
pub(crate) struct Lints {
    seen: BTreeMap<&'static str, Vec<(usize, Vec<Seen>)>>,
    /// What the chosen clients may mind, per tool; empty where none is chosen.
    pub(crate) minded: Vec<Minded>,
}

impl Lints {
    /// Looks at all tools, and for what the chosen clients may mind.
    pub(crate) fn of(surface: Option<&Surface>, looks: &[(&'static str, Look)], chosen: &Chosen) -> Self {
        let tools: &[Item] = surface.map_or(&[], |surface| surface.tools());
        let version = version(surface);
        let all: Vec<OfTool> = tools
            .par_iter()
            .map(|item| {
                if !item.value().is_object() {
                    return Default::default();
                }
                let tool = Tool::of(item.value(), &version);
                let seen = looks.iter().filter_map(|&(id, look)| {
                    let mut seen = Vec::new();
                    look(&tool, &mut seen);
                    (!seen.is_empty()).then_some((id, seen))
                });
                (
                    seen.collect(),
                    chosen.minded(
                        tool.input.as_ref().map(Schema::parts),
                        tool.output.as_ref().map(Schema::parts),
                    ),
                )
            })
            .collect();
        let mut lints = Self::default();
        for (idx, (seen, minded)) in all.into_iter().enumerate() {
            for (id, seen) in seen {
                lints.seen.entry(id).or_default().push((idx, seen));
            }
            lints.minded.push(minded);
        }
        lints
    }

    /// What one rule saw: the tools by their place in the list, in that order.
    pub(crate) fn seen(&self, rule: &str) -> &[(usize, Vec<Seen>)] {
        self.seen.get(rule).map_or(&[], Vec::as_slice)
    }
}
