//! Resources that are read of our own accord.

use mcpward_schemas::snapshot::{Asked, Call, Step};
use serde_json::json;

use super::Wanted;
use super::at_once::grouped;
use super::withheld;
use crate::contract::DRY_RUN;

impl Wanted {
    /// Reading each of these resources once, at most so many at a time; where nothing is to be called the refusals. There is no
    /// barrier: a resource may take its time, and all that are under way together wait for one deadline.
    pub(in crate::plan) fn reads<'u>(
        &self,
        kind: &str,
        uris: impl Iterator<Item = &'u String>,
        at_once_max: usize,
    ) -> Vec<Step> {
        let asked = uris.map(|uri| Asked {
            probe: format!("{kind}/{uri}"),
            call: Call::with("resources/read", json!({ "uri": uri })),
        });
        let at_once_max = if self.is_dry { 1 } else { at_once_max };
        let steps = grouped(asked.collect(), at_once_max);
        match self.is_dry {
            true => steps.map(|step| withheld(step, DRY_RUN)).collect(),
            false => steps.collect(),
        }
    }
}
