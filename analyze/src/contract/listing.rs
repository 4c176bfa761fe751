//! Lists of tools, prompts, resources and templates: every page of every listing, duplicates kept.

use mcpward_json::{Json, Value};
use mcpward_schemas::report::{FrameRef, Subject, SubjectKind, Untrusted};

/// The four lists of MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum ListKind {
    /// `tools/list`
    Tools,
    /// `prompts/list`
    Prompts,
    /// `resources/list`
    Resources,
    /// `resources/templates/list`
    Templates,
}

impl ListKind {
    /// All of them, in the order that they are asked for.
    pub const ALL: [Self; 4] = [Self::Tools, Self::Prompts, Self::Resources, Self::Templates];

    /// The method that lists.
    pub fn method(self) -> &'static str {
        match self {
            Self::Tools => "tools/list",
            Self::Prompts => "prompts/list",
            Self::Resources => "resources/list",
            Self::Templates => "resources/templates/list",
        }
    }

    /// The member of the result that holds the items.
    pub fn member(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources => "resources",
            Self::Templates => "resourceTemplates",
        }
    }

    /// The server capability that announces the list.
    pub fn capability(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Prompts => "prompts",
            Self::Resources | Self::Templates => "resources",
        }
    }

    /// The member of an item that names it.
    pub fn key(self) -> &'static str {
        match self {
            Self::Tools | Self::Prompts => "name",
            Self::Resources => "uri",
            Self::Templates => "uriTemplate",
        }
    }

    /// The notification that announces a change of the list.
    pub fn changed(self) -> &'static str {
        match self {
            Self::Tools => "notifications/tools/list_changed",
            Self::Prompts => "notifications/prompts/list_changed",
            Self::Resources | Self::Templates => "notifications/resources/list_changed",
        }
    }

    /// What its items are in a report.
    pub fn subject(self) -> SubjectKind {
        match self {
            Self::Tools => SubjectKind::Tool,
            Self::Prompts => SubjectKind::Prompt,
            Self::Resources => SubjectKind::Resource,
            Self::Templates => SubjectKind::Template,
        }
    }

    pub(super) fn probe(self) -> &'static str {
        match self {
            Self::Tools => "tools-list",
            Self::Prompts => "prompts-list",
            Self::Resources => "resources-list",
            Self::Templates => "templates-list",
        }
    }
}

/// All listings of one kind on one connection.
#[derive(Debug, Clone)]
pub struct Listing {
    /// Which list.
    pub kind: ListKind,
    /// Whether the server's capabilities announce it.
    pub declared: bool,
    /// The listings in the order asked for.
    pub passes: Vec<Pass>,
    /// The listing behind the calls, where one was made: it tells what they changed, and never counts.
    pub after: Option<Pass>,
    /// The listing that counts, in `passes`: the last whole one where the server announced a change, else the first whole one.
    pub(super) settled: Option<usize>,
}

/// One listing from the first page on.
#[derive(Debug, Clone, Default)]
pub struct Pass {
    /// The pages.
    pub pages: Vec<Page>,
    /// Their items, in the order sent.
    pub items: Vec<Item>,
    /// How it ended.
    pub end: PassEnd,
}

/// How a listing ended.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub enum PassEnd {
    /// A page without a next cursor.
    #[default]
    Whole,
    /// A page was not answered with a list.
    Failed {
        /// Why, as a sentence fragment.
        reason: String,
        /// Code of the error that it was answered with, where it was.
        code: Option<i64>,
    },
    /// The last page has a cursor that nobody followed: it went in circles, or passed a bound.
    Stopped,
}

/// One page.
#[derive(Debug, Clone)]
pub struct Page {
    /// The frame that holds it.
    pub frame: FrameRef,
    /// The cursor that it was asked with.
    pub cursor: Option<String>,
    /// `nextCursor` as sent, where it is not null.
    pub next: Option<Json>,
    /// Its result.
    pub result: Json,
    /// Number of its items.
    pub n_items: usize,
}

/// One entry of a list.
#[derive(Debug, Clone)]
pub struct Item {
    /// What it is.
    pub kind: SubjectKind,
    /// Its place in its listing, from 0 over all pages.
    pub idx: usize,
    /// Its page, from 0.
    pub page: usize,
    /// Its name, URI or URI template; empty where it has none.
    pub name: Untrusted,
    /// The entry as sent; an object, unless the server sent something else.
    pub json: Json,
    /// The frame that holds it.
    pub frame: FrameRef,
}

impl Listing {
    /// A list that was not asked for.
    pub(super) fn new(kind: ListKind, declared: bool) -> Self {
        Self {
            kind,
            declared,
            passes: Vec::new(),
            after: None,
            settled: None,
        }
    }

    /// The listing that counts.
    pub fn pass(&self) -> Option<&Pass> {
        self.passes.get(self.settled?)
    }

    /// The entries that count; none where there is no listing.
    pub fn items(&self) -> &[Item] {
        self.pass().map_or(&[], |pass| &pass.items)
    }

    /// The entries that are objects.
    pub fn objects(&self) -> impl Iterator<Item = &Item> {
        self.items().iter().filter(|item| item.value().is_object())
    }

    /// The code of the error that stands in the place of the list; `None` where there is a list, or no answer at all.
    pub fn error_code(&self) -> Option<i64> {
        match self.passes.first().map(|pass| &pass.end) {
            Some(PassEnd::Failed { code, .. }) if self.settled.is_none() => *code,
            _ => None,
        }
    }

    /// Why there is no listing to judge, as a sentence fragment.
    pub fn why_none(&self) -> Option<String> {
        if self.settled.is_some() {
            return None;
        }
        let method = self.kind.method();
        match self.passes.first().map(|pass| &pass.end) {
            Some(PassEnd::Failed { reason, .. }) => Some(reason.clone()),
            Some(_) => Some(format!("{method} gave no list")),
            None if !self.declared => Some(format!("the server does not declare {}", self.kind.capability())),
            None => Some(format!("{method} was not asked")),
        }
    }
}

impl Item {
    /// The entry.
    pub fn value(&self) -> Value<'_> {
        self.json.value()
    }

    /// What a finding about it names.
    pub fn subject(&self) -> Subject {
        Subject {
            kind: self.kind,
            name: self.name.clone(),
        }
    }
}
