//! Options about what is called.

use anyhow::{Result, bail};
use clap::Args;
use mcpward_analyze::suites;

use crate::config::Loaded;
use crate::suggest;

/// Which cases of the suites count.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Calls")]
pub(crate) struct CallArgs {
    /// Call and judge only the suite cases that have this tag, and what they build on; may be given many times
    #[arg(long, value_name = "TAG")]
    pub(crate) only: Vec<String>,
}

impl CallArgs {
    /// Puts the choice in the place of the configuration's.
    ///
    /// # Errors
    /// A sentence, where no case has a tag.
    pub(crate) fn apply(&self, loaded: &mut Loaded) -> Result<()> {
        let known = suites::tags(&loaded.masked);
        if let Some(tag) = self.only.iter().find(|tag| !known.contains(tag.as_str())) {
            bail!(
                "no case has the tag {tag:?}{}",
                suggest::hint(tag, known.iter().copied())
            );
        }
        if !self.only.is_empty() {
            loaded.masked.only.clone_from(&self.only);
        }
        Ok(())
    }
}
