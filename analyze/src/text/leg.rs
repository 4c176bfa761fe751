//! What a tool can do to data, told from its name and its parameters: the three legs of a leak.
//!
//! A model that reads what strangers write, reads what is private, and can send something out, can be made to leak. Each of
//! these alone is what tools are for, so a leg is no fault; it is counted.

use std::collections::BTreeMap;

use mcpward_json::Value;

use super::identifier;

/// One of the three.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Leg {
    /// Brings in what strangers may have written.
    UntrustedInput,
    /// Reads what belongs to the user or the company.
    PrivateData,
    /// Sends something to where others can read it.
    WayOut,
}

impl Leg {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::UntrustedInput, Self::PrivateData, Self::WayOut];

    /// A few words.
    pub fn words(self) -> &'static str {
        match self {
            Self::UntrustedInput => "untrusted input",
            Self::PrivateData => "private data",
            Self::WayOut => "a way out",
        }
    }
}

const READS: &[&str] = &[
    "read", "get", "list", "search", "query", "find", "fetch", "export", "show", "view", "dump", "download", "load",
    "retrieve", "execute", "run", "open", "describe", "select", "lookup",
];
const SENDS: &[&str] = &[
    "send", "post", "publish", "upload", "share", "push", "submit", "forward", "reply", "notify", "tweet", "invite",
    "deliver", "dispatch", "transmit", "create", "add", "comment", "update", "write", "open", "request",
];
/// What strangers write.
const STRANGERS: &[&str] = &[
    "url", "urls", "web", "website", "webpage", "page", "pages", "site", "browser", "email", "emails", "mail", "mails",
    "inbox", "issue", "issues", "comment", "comments", "message", "messages", "feed", "rss", "tweet", "tweets", "post",
    "posts", "review", "reviews", "ticket", "tickets", "pr", "pull", "gist", "thread", "threads", "internet", "html",
    "link",
];
/// What is nobody else's business.
const PRIVATE: &[&str] = &[
    "file",
    "files",
    "directory",
    "directories",
    "folder",
    "email",
    "emails",
    "mail",
    "mails",
    "inbox",
    "message",
    "messages",
    "contact",
    "contacts",
    "calendar",
    "database",
    "db",
    "table",
    "tables",
    "sql",
    "secret",
    "secrets",
    "credential",
    "credentials",
    "password",
    "passwords",
    "customer",
    "customers",
    "account",
    "accounts",
    "document",
    "documents",
    "note",
    "notes",
    "memory",
    "memories",
    "history",
    "chat",
    "chats",
    "channel",
    "record",
    "records",
    "env",
    "environment",
    "drive",
    "invoice",
    "invoices",
    "order",
    "orders",
    "patient",
    "employee",
    "transaction",
    "transactions",
    "clipboard",
    "screenshot",
    "log",
    "logs",
    "repo",
    "repository",
];
/// Where others can read it.
const PUBLIC: &[&str] = &[
    "email",
    "emails",
    "mail",
    "message",
    "messages",
    "issue",
    "issues",
    "comment",
    "comments",
    "pr",
    "pull",
    "gist",
    "webhook",
    "url",
    "tweet",
    "post",
    "posts",
    "page",
    "sms",
    "slack",
    "channel",
    "ticket",
    "tickets",
    "invite",
    "event",
    "thread",
    "review",
    "release",
    "http",
    "notification",
    "reply",
    "branch",
    "commit",
    "files",
    "file",
];

/// The legs that a tool gives.
pub fn of(tool: Value<'_>) -> Vec<Leg> {
    let name = tool.get("name").and_then(Value::as_str).unwrap_or_default();
    let words = identifier::words(&name);
    let has = |list: &[&str]| words.split(' ').any(|word| list.contains(&word));
    let takes_url = parameters(tool).any(|name| {
        let name = identifier::words(&name);
        name.split(' ')
            .any(|word| matches!(word, "url" | "uri" | "urls" | "link" | "href" | "webhook"))
    });
    let (reads, sends) = (has(READS), has(SENDS));
    let browses = has(&["fetch", "browse", "browser", "scrape", "crawl", "navigate"]);
    let writes_only = has(&["write", "create", "update", "add", "delete"])
        && !has(&["send", "post", "publish", "upload", "share", "push", "submit"]);
    let stays_home = writes_only
        && has(&[
            "file",
            "files",
            "directory",
            "folder",
            "table",
            "database",
            "db",
            "note",
            "notes",
            "memory",
            "record",
        ])
        && !has(&["pull", "pr", "issue", "gist"]);
    let mut legs = Vec::new();
    if browses || takes_url && reads || reads && has(STRANGERS) {
        legs.push(Leg::UntrustedInput);
    }
    if reads && has(PRIVATE) && !has(&["web", "url"]) {
        legs.push(Leg::PrivateData);
    }
    if browses && takes_url || sends && (has(PUBLIC) || takes_url) && !stays_home {
        legs.push(Leg::WayOut);
    }
    legs
}

/// The legs that tools give together, each with the place of the first tool that gives it.
pub fn of_all<'v>(tools: impl IntoIterator<Item = Value<'v>>) -> BTreeMap<Leg, usize> {
    let mut legs = BTreeMap::new();
    for (idx, tool) in tools.into_iter().enumerate() {
        for leg in of(tool) {
            legs.entry(leg).or_insert(idx);
        }
        if legs.len() == Leg::ALL.len() {
            break;
        }
    }
    legs
}

fn parameters(tool: Value<'_>) -> impl Iterator<Item = String> {
    let properties = tool.get("inputSchema").and_then(|schema| schema.get("properties"));
    properties.into_iter().flat_map(|properties| {
        properties
            .entries()
            .filter_map(|(name, _)| Some(name.as_str()?.into_owned()))
    })
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::{Leg, of};

    #[test]
    fn names_and_parameters_tell() {
        use Leg::{PrivateData, UntrustedInput, WayOut};
        let table: &[(&str, &str, &[Leg])] = &[
            ("fetch", "url", &[UntrustedInput, WayOut]),
            ("read_file", "path", &[PrivateData]),
            ("write_file", "path", &[]),
            ("send_email", "to", &[WayOut]),
            ("searchEmails", "words", &[UntrustedInput, PrivateData]),
            ("create_issue", "title", &[WayOut]),
            ("list_issues", "page", &[UntrustedInput]),
            ("execute_sql", "query", &[PrivateData]),
            ("add", "a", &[]),
            ("get_weather", "city", &[]),
            ("convert_units", "value", &[]),
            ("list_allowed_directories", "x", &[PrivateData]),
        ];
        for (name, parameter, legs) in table {
            let text = format!(r#"{{"name":"{name}","inputSchema":{{"properties":{{"{parameter}":{{}}}}}}}}"#);
            let doc = Doc::parse(text.as_str(), &Limits::default()).unwrap();
            assert_eq!(of(doc.root()), *legs, "{name}");
        }
    }
}
