//! The shape of a profile file.

use serde::Deserialize;

use super::construct::Construct;
use crate::subschema;

/// One client or provider, and what it was seen to mind.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Profile {
    /// The name that `checks.clients` takes.
    pub id: String,
    /// The name for people.
    pub title: String,
    /// Month of the last look at all figures, `YYYY-MM`.
    pub reviewed: String,
    /// What it calls itself in the handshake; servers may show other tools to other names.
    #[serde(default)]
    pub introduces: Option<Introduction>,
    /// Profiles of the models that it sends tools to: what they mind holds here too.
    #[serde(default)]
    pub via: Vec<String>,
    /// What it puts before a tool's name; `{server}` stands for the server's name, `{server:13}` for its first 13 characters.
    #[serde(default)]
    pub prefix: String,
    /// Constructs that were seen to pass, so that nothing is inherited for them.
    #[serde(default)]
    pub accepts: Vec<Construct>,
    /// Rules on the name of a tool, prefix included.
    #[serde(default)]
    pub name: Vec<NameRule>,
    /// Most tools.
    #[serde(default)]
    pub tools: Vec<ToolCount>,
    /// Most pages of a list that it reads.
    #[serde(default)]
    pub pages: Vec<PageCount>,
    /// Rules on the names of properties.
    #[serde(default)]
    pub keys: Vec<KeyRule>,
    /// Bounds on texts.
    #[serde(default)]
    pub text: Vec<TextRule>,
    /// Constructs of input schemas.
    #[serde(default)]
    pub schema: Vec<SchemaRule>,
    /// Bounds on the size of schemas.
    #[serde(default)]
    pub budget: Vec<Budget>,
}

/// What a client calls itself.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Introduction {
    /// `clientInfo.name`
    pub name: String,
    /// `clientInfo.version`, one that was current when the profile was reviewed.
    pub version: String,
    /// Capabilities that it declares, by their names. What passes for the client does not declare them.
    #[serde(default)]
    pub declares: Vec<String>,
    /// Where all this comes from.
    pub evidence: Evidence,
}

/// What happens, worst first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Effect {
    /// The whole request fails, with the tools of all servers.
    RequestRefused,
    /// No tool of this server is offered.
    ServerHidden,
    /// This tool is not offered.
    ToolHidden,
    /// The tool is offered, with less than the server said.
    Weakened,
}

impl Effect {
    /// The name in reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::RequestRefused => "request-refused",
            Self::ServerHidden => "server-hidden",
            Self::ToolHidden => "tool-hidden",
            Self::Weakened => "weakened",
        }
    }
}

/// How well a figure is known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trust {
    /// The vendor documents it.
    Vendor,
    /// The vendor's own error text says it.
    Error,
    /// Users report it.
    Reported,
    /// A page that cites others says it.
    SecondHand,
    /// It was true once and is probably superseded.
    Old,
}

impl Trust {
    /// The name in profiles and reports.
    pub fn name(self) -> &'static str {
        match self {
            Self::Vendor => "vendor",
            Self::Error => "error",
            Self::Reported => "reported",
            Self::SecondHand => "second-hand",
            Self::Old => "old",
        }
    }
}

/// Where a figure comes from.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Evidence {
    /// How well it is known.
    pub trust: Trust,
    /// An issue (`owner/repo#number`) or a page.
    pub source: String,
    /// Month of the source, `YYYY-MM`.
    pub date: String,
}

/// A rule on the name of a tool.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NameRule {
    /// What the whole name must match.
    #[serde(default)]
    pub pattern: Option<String>,
    /// Most characters.
    #[serde(default)]
    pub max: Option<usize>,
    /// What happens otherwise.
    pub effect: Effect,
    /// Only there.
    #[serde(default)]
    pub when: Option<String>,
    /// Where it comes from.
    pub evidence: Evidence,
}

/// A bound on the pages of a list.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PageCount {
    /// The most that is read.
    pub max: usize,
    /// What happens beyond.
    pub effect: Effect,
    /// Only there.
    #[serde(default)]
    pub when: Option<String>,
    /// Where it comes from.
    pub evidence: Evidence,
}

/// A bound on the number of tools.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ToolCount {
    /// The most that works.
    pub max: usize,
    /// What happens beyond.
    pub effect: Effect,
    /// Only there.
    #[serde(default)]
    pub when: Option<String>,
    /// Where it comes from.
    pub evidence: Evidence,
}

/// Which properties a rule on their names covers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KeyScope {
    /// Those of the root.
    Top,
    /// Those at any depth.
    All,
}

/// A rule on the names of properties.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct KeyRule {
    /// What each name must match.
    pub pattern: String,
    /// Which names.
    pub scope: KeyScope,
    /// What happens otherwise.
    pub effect: Effect,
    /// Only there.
    #[serde(default)]
    pub when: Option<String>,
    /// Where it comes from.
    pub evidence: Evidence,
}

/// A text with bounds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Text {
    /// The description of a tool.
    ToolDescription,
    /// The server's instructions.
    ServerInstructions,
}

/// A bound on a text.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TextRule {
    /// Which text.
    pub what: Text,
    /// Fewest characters, where the text is there at all.
    #[serde(default)]
    pub min: Option<usize>,
    /// Most characters.
    #[serde(default)]
    pub max: Option<usize>,
    /// What happens otherwise.
    pub effect: Effect,
    /// Only there.
    #[serde(default)]
    pub when: Option<String>,
    /// Where it comes from.
    pub evidence: Evidence,
}

/// A construct of input schemas that is minded.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SchemaRule {
    /// The construct.
    pub construct: Construct,
    /// Only with these values (formats, keywords …).
    #[serde(default)]
    pub only: Vec<String>,
    /// Not with these values.
    #[serde(default)]
    pub except: Vec<String>,
    /// What happens.
    pub effect: Effect,
    /// Only there.
    #[serde(default)]
    pub when: Option<String>,
    /// Where it comes from.
    pub evidence: Evidence,
}

impl SchemaRule {
    /// Whether the rule minds a value of its construct. `standard` stands for every keyword that some draft has.
    pub fn covers(&self, detail: &str) -> bool {
        if self.construct == Construct::UnknownKeyword
            && self.except.iter().any(|value| value == "standard")
            && subschema::is_standard(detail)
        {
            return false;
        }
        (self.only.is_empty() || self.only.iter().any(|value| value == detail))
            && !self.except.iter().any(|value| value == detail)
    }
}

/// What a budget counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// Properties at any depth.
    Properties,
    /// Levels of objects and arrays.
    Depth,
    /// Values of all enums.
    EnumValues,
    /// Characters of property names, definition names, enum and const values.
    NameCharacters,
    /// Characters of the values of one enum with more than 250 of them.
    LargeEnumCharacters,
    /// Properties that are not required.
    OptionalProperties,
    /// Properties with a union type.
    UnionParameters,
}

impl Measure {
    /// What is counted, in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Properties => "properties",
            Self::Depth => "levels of nesting",
            Self::EnumValues => "enum values",
            Self::NameCharacters => "characters of names and enum values",
            Self::LargeEnumCharacters => "characters in one enum of more than 250 values",
            Self::OptionalProperties => "optional properties",
            Self::UnionParameters => "properties with a union type",
        }
    }
}

/// What a budget is summed over.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scope {
    /// Each tool.
    Tool,
    /// All tools of the server.
    Server,
}

/// A bound on the size of schemas.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Budget {
    /// What is counted.
    pub measure: Measure,
    /// Summed over what.
    pub scope: Scope,
    /// The most that works.
    pub max: usize,
    /// What happens beyond.
    pub effect: Effect,
    /// Only there.
    #[serde(default)]
    pub when: Option<String>,
    /// Where it comes from.
    pub evidence: Evidence,
}
