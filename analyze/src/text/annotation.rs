//! Whether annotations say what name and description say: by the head verb of the name and the main verb of the first sentence.

use mcpward_json::Value;

use super::identifier;
use super::scan::{NEW, Part, TextFinding, tier};

/// Public id.
pub const ANNOTATION: &str = "security/annotation-mismatch";

const CHANGES: &[&str] = &[
    "create",
    "delete",
    "remove",
    "update",
    "write",
    "edit",
    "insert",
    "drop",
    "truncate",
    "send",
    "post",
    "publish",
    "upload",
    "move",
    "rename",
    "kill",
    "terminate",
    "restart",
    "reset",
    "revoke",
    "grant",
    "purge",
    "wipe",
    "destroy",
    "clear",
    "archive",
    "assign",
    "merge",
    "push",
    "deploy",
    "install",
    "uninstall",
    "approve",
    "cancel",
    "transfer",
    "pay",
    "charge",
    "refund",
    "buy",
    "overwrite",
    "append",
    "patch",
    "replace",
    "modify",
    "change",
    "disable",
    "enable",
    "invite",
    "ban",
    "submit",
    "save",
    "unsubscribe",
    "erase",
    "add",
    "set",
    "put",
    "shutdown",
    "reboot",
    "stop",
    "rotate",
    "detach",
    "withdraw",
    "block",
    "mute",
    "commit",
    "schedule",
    "book",
    "close",
    "forward",
    "reply",
    "share",
    "empty",
    "flush",
];
/// What these tools do with an address is to keep it.
const KEEPS: &[&str] = &[
    "create", "update", "add", "set", "save", "insert", "edit", "generate", "build", "format", "bookmark", "register",
];
/// What is gone once it was transferred.
const MONEY: &[&str] = &[
    "funds", "money", "payment", "payments", "balance", "amount", "credits", "coins", "crypto", "token", "tokens",
    "cash",
];
const DESTROYS: &[&str] = &[
    "delete",
    "drop",
    "wipe",
    "purge",
    "revoke",
    "destroy",
    "erase",
    "truncate",
    "uninstall",
    "overwrite",
    "shred",
];
const READS: &[&str] = &[
    "list",
    "get",
    "search",
    "read",
    "view",
    "preview",
    "explain",
    "validate",
    "describe",
    "count",
    "check",
    "is",
    "has",
    "fetch",
    "find",
    "show",
    "lookup",
    "query",
    "inspect",
    "analyze",
    "analyse",
    "compare",
    "diff",
    "status",
    "download",
    "export",
    "verify",
    "test",
    "lint",
    "estimate",
    "calculate",
    "compute",
    "convert",
    "browse",
    "summarize",
    "retrieve",
    "load",
    "look",
    "resolve",
    "parse",
    "render",
    "dry",
    "simulate",
    "plan",
    "detect",
    "scan",
    "audit",
    "history",
    "return",
    "display",
    "watch",
    "monitor",
    "evaluate",
    "ask",
    "suggest",
    "recommend",
    "generate",
    "format",
    "print",
    "can",
    "what",
    "peek",
    "select",
    "sum",
    "decode",
    "encode",
    "extract",
    "open",
    "provide",
    "provides",
];
/// Verbs that, as the first word of a description, change what is outside the call. Others may act on the arguments:
/// a tool that removes blanks from a text only reads.
const OUTSIDE: &[&str] = &[
    "delete",
    "drop",
    "wipe",
    "purge",
    "destroy",
    "erase",
    "overwrite",
    "send",
    "upload",
    "publish",
    "deploy",
    "install",
    "uninstall",
    "transfer",
    "truncate",
    "revoke",
];
/// Objects that a call may make without changing anything else.
const MADE: &[&str] = &[
    "plan",
    "report",
    "chart",
    "summary",
    "image",
    "preview",
    "previews",
    "text",
    "query",
    "link",
    "url",
    "qr",
    "code",
    "diagram",
    "voice",
    "answer",
    "prompt",
    "list",
    "hash",
    "signature",
    "token",
    "embedding",
    "embeddings",
    "graph",
    "regex",
    "schedule",
];
/// A second word that makes the first a noun: `commit history`, `post count`.
const NOUNS: &[&str] = &[
    "history",
    "count",
    "list",
    "status",
    "log",
    "logs",
    "info",
    "details",
    "stats",
    "summary",
    "preview",
    "report",
    "templates",
    "template",
    "types",
    "options",
    "schema",
    "events",
    "activity",
    "policy",
    "policies",
    "plan",
    "diff",
    "requests",
    "request",
    "numbers",
    "two",
];

/// What a verb does to the world.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Acts {
    Reads,
    Changes(&'static str),
}

/// Contradictions between a tool's annotations and its words.
pub fn judge(tool: Value<'_>, is_new: &dyn Fn(&str) -> bool) -> Vec<TextFinding> {
    let mut found = Vec::new();
    let Some(annotations) = tool.get("annotations") else {
        return found;
    };
    let hint = |name: &str| annotations.get(name).and_then(Value::as_bool);
    let text = |name: &str| {
        tool.get(name)
            .and_then(Value::as_str)
            .map(|t| t.into_owned())
            .unwrap_or_default()
    };
    let name = identifier::words(&text("name"));
    let description = text("description");
    let first = first_verb(&description);
    let says_read = first.as_deref().is_some_and(|verb| READS.contains(&verb));
    let by_name = of_name(&name, says_read);
    let acts = match by_name {
        Some(acts) => Some(acts),
        None => first.as_deref().filter(|verb| OUTSIDE.contains(verb)).and_then(of_verb),
    };
    let mut add = |pointer: &str, title: String, tenths: i32| {
        let mut parts = vec![Part::new("annotation-mismatch", title, tenths)];
        if is_new(pointer) {
            parts.push(Part::new("new", "the lock does not have it", NEW));
        }
        let tenths = parts.iter().map(|part| part.tenths).sum();
        found.push(TextFinding {
            rule: ANNOTATION,
            tier: tier(tenths),
            pointer: pointer.to_owned(),
            parts,
            span: (0, 0),
            excerpt: String::new(),
            how: String::new(),
            decoded: None,
            text: text("name"),
        });
    };
    let read_only = hint("readOnlyHint") == Some(true);
    if let (true, Some(Acts::Changes(verb))) = (read_only, acts) {
        add(
            "/annotations/readOnlyHint",
            format!("says that it only reads, and its words say {verb}"),
            10,
        );
    }
    if let (Some(false), false, Some(Acts::Changes(verb))) = (hint("destructiveHint"), read_only, acts)
        && DESTROYS.contains(&verb)
    {
        add(
            "/annotations/destructiveHint",
            format!("says that it destroys nothing, and its words say {verb}"),
            10,
        );
    }
    if read_only && hint("destructiveHint") == Some(true) {
        add(
            "/annotations/destructiveHint",
            "says that it only reads and that it destroys".to_owned(),
            5,
        );
    }
    if hint("idempotentHint") == Some(true) && adds_up(&name) {
        add(
            "/annotations/idempotentHint",
            "says that repeating changes nothing, and its name says otherwise".to_owned(),
            5,
        );
    }
    if hint("openWorldHint") == Some(false) && reaches_out(tool, &name) {
        add(
            "/annotations/openWorldHint",
            "says that it stays inside, and it takes an address or sends".to_owned(),
            5,
        );
    }
    let title = annotations
        .get("title")
        .or_else(|| tool.get("title"))
        .and_then(Value::as_str)
        .unwrap_or_default();
    let by_title = of_name(&identifier::words(&title), false);
    if let (Some(Acts::Reads), Some(Acts::Changes(verb))) = (by_title, by_name) {
        add(
            "/annotations/title",
            format!("is shown as reading, and its name says {verb}"),
            6,
        );
    }
    found
}

/// What the first verb of a name does; a namespace may stand before it.
fn of_name(words: &str, says_read: bool) -> Option<Acts> {
    let list: Vec<&str> = words.split(' ').collect();
    for (idx, word) in list.iter().take(3).enumerate() {
        let next = list.get(idx + 1).copied();
        let Some(acts) = of_verb(word) else { continue };
        if acts == Acts::Reads {
            return Some(acts);
        }
        let is_noun = next.is_some_and(|n| NOUNS.contains(&n)) || next.is_none() && !DESTROYS.contains(word);
        let only_makes =
            matches!(*word, "create" | "add" | "write") && list.last().is_some_and(|last| MADE.contains(last));
        // `cli_install`, described as giving instructions, has its verb where others have their object.
        return (!is_noun && !only_makes && (idx == 0 || !says_read)).then_some(acts);
    }
    None
}

fn of_verb(word: &str) -> Option<Acts> {
    if READS.contains(&word) {
        return Some(Acts::Reads);
    }
    CHANGES
        .iter()
        .chain(DESTROYS)
        .find(|verb| **verb == word)
        .map(|verb| Acts::Changes(verb))
}

/// The main verb of the first sentence, where it starts with one: `Deletes` and `Delete` are both `delete`.
fn first_verb(description: &str) -> Option<String> {
    let first = description
        .trim_start()
        .split(|c: char| !c.is_alphabetic())
        .next()?
        .to_lowercase();
    let known = |verb: &str| READS.contains(&verb) || CHANGES.contains(&verb) || DESTROYS.contains(&verb);
    let mut forms = vec![first.clone()];
    if let Some(stem) = first.strip_suffix("es") {
        forms.push(stem.to_owned());
        forms.push(format!("{stem}e"));
    }
    if let Some(stem) = first.strip_suffix('s') {
        forms.push(stem.to_owned());
    }
    forms.into_iter().find(|form| known(form))
}

/// Whether doing it twice does more than doing it once. What is transferred may be where it belongs already; money is not.
fn adds_up(name: &str) -> bool {
    let is_money = name.split(' ').any(|word| MONEY.contains(&word));
    let mut verbs = name.split(' ').take(2);
    verbs.any(|verb| matches!(verb, "append" | "send" | "increment" | "charge") || verb == "transfer" && is_money)
}

fn reaches_out(tool: Value<'_>, name: &str) -> bool {
    let verb = name.split(' ').next().unwrap_or_default();
    if matches!(verb, "fetch" | "browse" | "crawl" | "scrape" | "download")
        && name
            .split(' ')
            .any(|w| matches!(w, "url" | "web" | "page" | "site" | "website" | "http"))
        || name.starts_with("web search")
        || name.starts_with("send email")
        || name.starts_with("send mail")
    {
        return true;
    }
    let Some(properties) = tool.get("inputSchema").and_then(|s| s.get("properties")) else {
        return false;
    };
    if name.split(' ').take(3).any(|verb| KEEPS.contains(&verb)) {
        return false;
    }
    properties.entries().take(200).any(|(name, schema)| {
        let name = name.as_str().unwrap_or_default().to_ascii_lowercase();
        matches!(
            name.as_str(),
            "url" | "urls" | "webhook_url" | "endpoint_url" | "website"
        ) || schema
            .get("format")
            .is_some_and(|f| f.is_text("uri") || f.is_text("url"))
    })
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::judge;

    fn hits(name: &str, description: &str, annotations: &str) -> usize {
        let tool = format!(r#"{{"name":"{name}","description":"{description}","annotations":{annotations}}}"#);
        let doc = Doc::parse(tool, &Limits::default()).unwrap();
        judge(doc.root(), &|_| false).len()
    }

    #[test]
    fn head_verbs_decide() {
        let read_only = r#"{"readOnlyHint":true}"#;
        let cases = [
            ("delete_records", "x", 1),
            ("deleteUser", "x", 1),
            ("crm_delete_contact", "x", 1),
            ("tidy", "Deletes all files.", 1),
            ("list_deleted_items", "Lists items. Use delete_item to delete one.", 0),
            ("explain_query", "Explain an update statement.", 0),
            ("get_settings", "Get settings; use set_settings to change this.", 0),
            ("commit_history", "Shows commits.", 0),
            ("add", "Adds two numbers.", 0),
        ];
        for (name, description, n) in cases {
            assert_eq!(hits(name, description, read_only), n, "{name}");
        }
        assert_eq!(hits("drop_table", "x", r#"{"destructiveHint":false}"#), 1);
        assert_eq!(hits("create_table", "x", r#"{"destructiveHint":false}"#), 0);
        assert_eq!(hits("transfer_funds", "x", r#"{"idempotentHint":true}"#), 1);
        assert_eq!(hits("transfer_ticket", "x", r#"{"idempotentHint":true}"#), 0);
    }

    #[test]
    fn an_address_that_is_kept_is_not_visited() {
        let hits = |name: &str| {
            let tool = format!(
                r#"{{"name":"{name}","annotations":{{"openWorldHint":false}},"inputSchema":{{"properties":{{"url":{{"type":"string"}}}}}}}}"#
            );
            let doc = Doc::parse(tool, &Limits::default()).unwrap();
            judge(doc.root(), &|_| false).len()
        };
        assert_eq!(hits("tickets_add_link"), 0);
        assert_eq!(hits("read_page"), 1);
    }
}
