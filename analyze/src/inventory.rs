//! What a server offers: counts, and a card for each tool.

use std::collections::BTreeMap;

use mcpward_schemas::report::{Inventory, ToolCard};

use crate::contract::{Annotations, Contract, Item, ListKind};
use crate::cost;
use crate::limits::TOOL_CARDS_MAX;
use crate::text::leg::{self, Leg};

/// Entries that are objects, as a client would count them.
pub(crate) fn counts(contract: &Contract) -> Inventory {
    let Some(surface) = contract.primary() else {
        return Inventory::default();
    };
    let count = |kind| surface.list(kind).objects().count() as u64;
    Inventory {
        tools: count(ListKind::Tools),
        prompts: count(ListKind::Prompts),
        resources: count(ListKind::Resources),
        resource_templates: count(ListKind::Templates),
    }
}

/// The tools in the order of the list; tokens are counted where that is asked, since loading the vocabulary takes longer than
/// most analyses.
pub(crate) fn tools(contract: &Contract, server: Option<&str>, with_tokens: bool) -> Vec<ToolCard> {
    let Some(surface) = contract.primary() else {
        return Vec::new();
    };
    let tokens: BTreeMap<String, u64> = match with_tokens {
        true => {
            let cost = cost::measure(contract);
            cost.tools
                .into_iter()
                .map(|tool| (tool.name.raw().to_owned(), tool.size.tokens))
                .collect()
        }
        false => BTreeMap::new(),
    };
    let items = surface.list(ListKind::Tools).objects().take(TOOL_CARDS_MAX);
    items
        .map(|item| card(item, server, tokens.get(item.name.raw()).copied()))
        .collect()
}

fn card(item: &Item, server: Option<&str>, tokens: Option<u64>) -> ToolCard {
    let value = item.value();
    let hints = Annotations::of(value);
    ToolCard {
        server: server.map(str::to_owned),
        name: item.name.clone(),
        bytes: value.raw().len() as u64,
        tokens,
        read_only: hints.read_only,
        destructive: !hints.read_only && hints.destructive,
        legs: leg::of(value).into_iter().map(Leg::words).map(str::to_owned).collect(),
    }
}
