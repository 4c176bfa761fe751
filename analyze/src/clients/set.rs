//! All profiles, embedded and of users, with inheritance resolved.

use std::collections::BTreeMap;

use super::construct::Construct;
use super::profile::{
    Budget, Effect, Evidence, KeyRule, NameRule, PageCount, Profile, SchemaRule, TextRule, ToolCount,
};

/// The profiles of this release: name and TOML text.
const EMBEDDED: [(&str, &str); 17] = [
    ("anthropic-api", include_str!("../../profiles/anthropic-api.toml")),
    ("bedrock", include_str!("../../profiles/bedrock.toml")),
    ("bedrock-agents", include_str!("../../profiles/bedrock-agents.toml")),
    ("claude-code", include_str!("../../profiles/claude-code.toml")),
    ("codex", include_str!("../../profiles/codex.toml")),
    ("copilot-cli", include_str!("../../profiles/copilot-cli.toml")),
    ("cursor", include_str!("../../profiles/cursor.toml")),
    ("gemini-2025", include_str!("../../profiles/gemini-2025.toml")),
    ("gemini-2026", include_str!("../../profiles/gemini-2026.toml")),
    ("kimi", include_str!("../../profiles/kimi.toml")),
    ("llama-cpp", include_str!("../../profiles/llama-cpp.toml")),
    ("openai-api", include_str!("../../profiles/openai-api.toml")),
    ("openai-strict", include_str!("../../profiles/openai-strict.toml")),
    ("vertex", include_str!("../../profiles/vertex.toml")),
    ("vscode", include_str!("../../profiles/vscode.toml")),
    ("windsurf", include_str!("../../profiles/windsurf.toml")),
    ("zed", include_str!("../../profiles/zed.toml")),
];

/// Longest chain of `via`. A client, the gateway it uses, the provider and the model are four.
const VIA_DEPTH_MAX: usize = 8;

/// Why a set of profiles can't be used.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ProfileError {
    /// The file or the id.
    pub profile: String,
    /// What is wrong, as a sentence fragment.
    pub reason: String,
}

impl std::fmt::Display for ProfileError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "client profile {}: {}", self.profile, self.reason)
    }
}

impl std::error::Error for ProfileError {}

/// A figure of one profile, its own or inherited.
#[derive(Debug)]
pub struct Concern<'p, R> {
    /// The figure.
    pub rule: &'p R,
    /// The profile that it comes from, where it is not the client's own.
    pub via: Option<&'p str>,
}

impl<R> Clone for Concern<'_, R> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<R> Copy for Concern<'_, R> {}

/// A kind of figure that profiles list.
pub trait Rule: Sized {
    /// The list in a profile.
    fn of(profile: &Profile) -> &[Self];
    /// What happens.
    fn effect(&self) -> Effect;
    /// Only there.
    fn when(&self) -> Option<&str>;
    /// Where it comes from.
    fn evidence(&self) -> &Evidence;
    /// The construct, where there is one that a profile can accept.
    fn construct(&self) -> Option<Construct> {
        None
    }
}

/// Profiles by id.
#[derive(Debug, Clone, Default)]
pub struct Profiles(BTreeMap<String, Profile>);

impl Profiles {
    /// The profiles of this release.
    pub fn embedded() -> Self {
        Self::with(&[]).expect("the embedded profiles are proven by tests")
    }

    /// The profiles of this release, with those of users (file name and text) added or put in their place.
    ///
    /// # Errors
    /// The first file that is no profile, and a `via` that names none.
    pub fn with(files: &[(String, String)]) -> Result<Self, ProfileError> {
        let mut profiles = BTreeMap::new();
        let embedded = EMBEDDED.iter().map(|&(name, text)| (name, text));
        for (name, text) in embedded.chain(files.iter().map(|(name, text)| (name.as_str(), text.as_str()))) {
            let profile: Profile = crate::user_toml::read(text).map_err(|reason| ProfileError {
                profile: name.to_owned(),
                reason,
            })?;
            check_patterns(&profile)?;
            profiles.insert(profile.id.clone(), profile);
        }
        let all = Self(profiles);
        for profile in all.iter() {
            if let Some(unknown) = profile.via.iter().find(|id| !all.0.contains_key(*id)) {
                return Err(ProfileError {
                    profile: profile.id.clone(),
                    reason: format!("via names {unknown:?}, which is no profile"),
                });
            }
        }
        Ok(all)
    }

    /// All profiles, sorted by id.
    pub fn iter(&self) -> impl Iterator<Item = &Profile> {
        self.0.values()
    }

    /// The profile of an id.
    pub fn get(&self, id: &str) -> Option<&Profile> {
        self.0.get(id)
    }

    /// A client's own figures of one kind, then those it inherits. Of a construct that a client has a figure for or was
    /// seen to accept, nothing is inherited.
    pub fn concerns<'p, R: Rule>(&'p self, profile: &'p Profile) -> Vec<Concern<'p, R>> {
        let mut concerns = Vec::new();
        self.collect(profile, None, &[], 0, &mut concerns);
        concerns
    }

    fn collect<'p, R: Rule>(
        &'p self,
        profile: &'p Profile,
        via: Option<&'p str>,
        settled: &[Construct],
        depth: usize,
        concerns: &mut Vec<Concern<'p, R>>,
    ) {
        let own = R::of(profile);
        let settles = |rule: &R| rule.construct().is_some_and(|construct| settled.contains(&construct));
        concerns.extend(
            own.iter()
                .filter(|rule| !settles(rule))
                .map(|rule| Concern { rule, via }),
        );
        if depth >= VIA_DEPTH_MAX {
            return;
        }
        let mut settled = settled.to_vec();
        settled.extend(&profile.accepts);
        settled.extend(own.iter().filter_map(Rule::construct));
        for id in &profile.via {
            if let Some(model) = self.get(id) {
                self.collect(model, Some(&model.id), &settled, depth + 1, concerns);
            }
        }
    }
}

fn check_patterns(profile: &Profile) -> Result<(), ProfileError> {
    let names = profile.name.iter().filter_map(|rule| rule.pattern.as_deref());
    for pattern in names.chain(profile.keys.iter().map(|rule| rule.pattern.as_str())) {
        if let Err(error) = regex::Regex::new(pattern) {
            return Err(ProfileError {
                profile: profile.id.clone(),
                reason: format!("pattern {pattern:?}: {error}"),
            });
        }
    }
    Ok(())
}

macro_rules! rule {
    ($kind:ty, $list:ident $(, $construct:ident)?) => {
        impl Rule for $kind {
            fn of(profile: &Profile) -> &[Self] {
                &profile.$list
            }

            fn effect(&self) -> Effect {
                self.effect
            }

            fn when(&self) -> Option<&str> {
                self.when.as_deref()
            }

            fn evidence(&self) -> &Evidence {
                &self.evidence
            }

            $(fn construct(&self) -> Option<Construct> {
                Some(self.$construct)
            })?
        }
    };
}

rule!(NameRule, name);
rule!(ToolCount, tools);
rule!(PageCount, pages);
rule!(KeyRule, keys);
rule!(TextRule, text);
rule!(SchemaRule, schema, construct);
rule!(Budget, budget);
