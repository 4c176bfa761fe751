//! `clients`: the client profiles, or one of them with all its figures and their sources.
//!
//! ```text
//! anthropic-api   Anthropic Messages API        13 figures
//! claude-code     Claude Code                   12 figures, and those of anthropic-api
//! ```

use anyhow::{Result, bail};
use mcpward_analyze::clients::{Evidence, Figure, Profile, Profiles};

use crate::cli::ClientsArgs;
use crate::exit::Exit;
use crate::output::print;
use crate::suggest;

/// One line a profile, or one profile in full.
pub(crate) fn clients(args: &ClientsArgs) -> Result<Exit> {
    let profiles = Profiles::embedded();
    let text = match &args.id {
        None => list(&profiles),
        Some(id) => match profiles.get(id) {
            Some(profile) => full(profile),
            None => {
                let known: Vec<&str> = profiles.iter().map(|profile| profile.id.as_str()).collect();
                let hint = suggest::hint(id, known.iter().copied());
                bail!(
                    "there is no client profile {id:?}; it is one of: {}{hint}",
                    known.join(", ")
                );
            }
        },
    };
    print(text.as_bytes())?;
    Ok(Exit::Passed)
}

fn list(profiles: &Profiles) -> String {
    let width = profiles
        .iter()
        .map(|profile| profile.id.len())
        .max()
        .unwrap_or_default();
    let title = profiles
        .iter()
        .map(|profile| profile.title.chars().count())
        .max()
        .unwrap_or_default();
    let line = |profile: &Profile| {
        let own = match profile.figures().len() {
            1 => "1 figure".to_owned(),
            n => format!("{n} figures"),
        };
        let via = match profile.via.as_slice() {
            [] => String::new(),
            via => format!(", and those of {}", via.join(", ")),
        };
        format!("{:<width$}  {:<title$}  {own}{via}\n", profile.id, profile.title)
    };
    let mut text: String = profiles.iter().map(line).collect();
    text.push_str("\nWhat a profile does not name was not seen to be refused, which is no promise.\n");
    text
}

fn full(profile: &Profile) -> String {
    let mut text = format!("{}: {}, reviewed {}\n", profile.id, profile.title, profile.reviewed);
    if let Some(introduction) = &profile.introduces {
        let declares = match introduction.declares.as_slice() {
            [] => "no capability".to_owned(),
            names => names.join(", "),
        };
        let Evidence { trust, source, date } = &introduction.evidence;
        text.push_str(&format!(
            "calls itself {} {} and declares {declares}\n      {}, {source}, {date}\n",
            introduction.name,
            introduction.version,
            trust.name()
        ));
    }
    if !profile.via.is_empty() {
        text.push_str(&format!("sends tools to {}\n", profile.via.join(", ")));
    }
    if !profile.prefix.is_empty() {
        text.push_str(&format!("puts {} before the names of tools\n", profile.prefix));
    }
    for Figure {
        what,
        effect,
        when,
        evidence,
    } in profile.figures()
    {
        let when = when.map_or(String::new(), |when| format!(" ({when})"));
        let (trust, source, date) = (evidence.trust.name(), &evidence.source, &evidence.date);
        text.push_str(&format!(
            "  {what}: {}{when}\n      {trust}, {source}, {date}\n",
            effect.name()
        ));
    }
    text
}
