//! What the parameters of a tool ask for: secrets, the conversation, dangerous defaults, sentences as names.

use mcpward_json::Value;

use super::identifier;
use super::scan::{Part, TextFinding, tier};

/// Public id: a secret that the tool's purpose does not explain.
pub const SECRET: &str = "security/secret-in-schema";
/// Public id: a parameter that collects the conversation, the system prompt or the like.
pub const CONTEXT: &str = "security/context-parameter";
/// Public id: a default that is dangerous where nobody looks.
pub const DEFAULT: &str = "security/dangerous-default";

/// A parameter at any depth.
#[derive(Debug)]
pub struct Parameter<'d> {
    /// Pointer from the definition.
    pub pointer: String,
    /// Name as sent.
    pub name: String,
    /// Its schema.
    pub schema: Value<'d>,
    /// Whether its object requires it.
    pub required: bool,
}

/// All parameters below a schema.
pub fn parameters<'d>(schema: Value<'d>, at: &str) -> Vec<Parameter<'d>> {
    let mut found = Vec::new();
    let mut walk = schema.walk();
    let mut parents: Vec<Value<'d>> = Vec::new();
    let mut names: Vec<String> = Vec::new();
    while let Some(step) = walk.next() {
        parents.truncate(step.depth);
        names.truncate(step.depth);
        if step.depth >= super::limits::DEPTH_MAX || found.len() >= super::limits::LEAVES_MAX {
            walk.skip_children();
            continue;
        }
        let name = step.name.as_deref().unwrap_or_default().to_owned();
        if step.depth >= 2 && names[step.depth - 1] == "properties" && step.name.is_some() {
            let required = parents[step.depth - 2]
                .get("required")
                .is_some_and(|list| list.items().take(1000).any(|item| item.is_text(&name)));
            let pointer = format!("{at}{}", walk.pointer());
            found.push(Parameter {
                pointer,
                name: name.clone(),
                schema: step.value,
                required,
            });
        }
        parents.push(step.value);
        names.push(name);
    }
    found
}

/// Words that explain why a tool asks for a secret.
const AUTH: &[&str] = &[
    "auth",
    "authenticate",
    "authenticates",
    "authentication",
    "authorize",
    "authorization",
    "login",
    "log in",
    "logs in",
    "sign in",
    "signs in",
    "signin",
    "sign up",
    "signup",
    "register",
    "credential",
    "credentials",
    "password",
    "passwords",
    "passphrase",
    "secret",
    "secrets",
    "token",
    "tokens",
    "vault",
    "unlock",
    "decrypt",
    "encrypt",
    "decrypts",
    "encrypts",
    "certificate",
    "keystore",
    "key ring",
    "keyring",
    "oauth",
    "sso",
    "mfa",
    "2fa",
    "totp",
    "otp",
    "smtp",
    "imap",
    "connect",
    "connects",
    "connection",
    "account",
    "user",
    "users",
    "wallet",
    "ssh",
    "vpn",
    "wifi",
    "session",
    "private key",
    "api key",
    "apikey",
    "keys",
    "verify",
    "verification",
    "pin",
    "payment",
    "pay",
    "card",
    "signing",
    "sign",
    "signs",
    "keypair",
    "cookie",
    "cookies",
    "browser",
    "webhook",
    "database",
    "protected",
    "bot",
    "zip",
    "pdf",
    "archive",
    "mnemonic",
    "login form",
    "form",
    "bank",
    "tan",
    "code",
    "import",
    "export",
    "configure",
    "configuration",
    "settings",
    "credentials",
    "email account",
    "hash",
    "strength",
];
/// Words that explain why a tool asks for a conversation or a model.
const LLM: &[&str] = &[
    "llm",
    "llms",
    "model",
    "models",
    "prompt",
    "prompts",
    "chat",
    "chats",
    "conversation",
    "conversations",
    "completion",
    "completions",
    "agent",
    "agents",
    "memory",
    "message",
    "messages",
    "assistant",
    "thread",
    "threads",
    "feedback",
    "gpt",
    "token",
    "tokens",
    "summarize",
    "transcript",
    "dialog",
    "dialogue",
    "reasoning",
    "think",
    "thinking",
    "history",
    "ai",
    "generation",
    "inference",
    "embedding",
    "evaluate",
    "evaluation",
];

/// Whether the tool's name, title or description explains it.
fn explains(tool: Value<'_>, words: &[&str]) -> bool {
    let mut all = String::from(" ");
    for member in ["name", "title", "description"] {
        if let Some(text) = tool.get(member).and_then(Value::as_str) {
            let end = text.char_indices().nth(4000).map_or(text.len(), |(at, _)| at);
            all.push_str(&identifier::words(&text[..end]));
            all.push(' ');
        }
    }
    words.iter().any(|word| all.contains(&format!(" {word} ")))
}

/// How much a parameter's name speaks of a secret: 0, 1 (perhaps) or 2 (surely).
pub fn secrecy(name: &str) -> u8 {
    let words = identifier::words(name);
    let list: Vec<&str> = words.split(' ').collect();
    let Some((&last, before)) = list.split_last() else {
        return 0;
    };
    // What holds a secret's value is one too; what only describes it is not.
    let (last, before) = match (last, before.split_last()) {
        ("value" | "content" | "contents" | "plaintext" | "text" | "string" | "pem" | "data", Some((&inner, rest))) => {
            (inner, rest)
        }
        _ => (last, before),
    };
    let has = |wanted: &[&str]| before.iter().any(|w| wanted.contains(w));
    if has(&[
        "has",
        "is",
        "show",
        "hide",
        "reset",
        "require",
        "requires",
        "use",
        "with",
        "no",
        "public",
        "max",
        "min",
        "page",
        "next",
        "skip",
        "sync",
        "continuation",
        "hashed",
        "masked",
    ]) {
        return 0;
    }
    match last {
        "password" | "passwd" | "pwd" | "passphrase" | "passcode" | "passwort" | "cvv" | "cvc" | "mnemonic"
        | "privatekey" | "ssn" | "otp" => 2,
        "phrase" if has(&["seed", "recovery", "pass", "secret"]) => 2,
        "key"
            if has(&[
                "private",
                "secret",
                "ssh",
                "master",
                "encryption",
                "wallet",
                "signing",
                "rsa",
            ]) =>
        {
            2
        }
        "secret" | "secrets"
            if before.is_empty() || has(&["client", "api", "app", "shared", "user", "aws", "webhook", "your"]) =>
        {
            2
        }
        "credentials" | "passwords" => 2,
        "cookie" | "cookies" if has(&["session", "auth", "login", "browser"]) => 2,
        "code" if has(&["otp", "totp", "mfa", "2fa", "pin"]) || (has(&["time"]) && has(&["one"])) => 2,
        "number" if has(&["card", "ssn"]) || (has(&["security"]) && has(&["social"])) => 2,
        "pin" if before.is_empty() || has(&["card", "user", "account", "bank"]) => 2,
        "token"
            if has(&[
                "api", "access", "auth", "bearer", "session", "github", "gitlab", "slack", "refresh", "jwt", "oauth",
                "secret", "aws", "personal",
            ]) =>
        {
            2
        }
        "key" if has(&["api", "access", "openai", "anthropic", "aws"]) => 2,
        "apikey" | "seed" if before.is_empty() || last == "apikey" => 1,
        _ => 0,
    }
}

/// Names that collect what is said or thought, as words.
const CONTEXT_NAMES: &[&str] = &[
    "conversation history",
    "chat history",
    "message history",
    "conversation log",
    "conversation context",
    "full conversation",
    "entire conversation",
    "conversation transcript",
    "chat transcript",
    "session transcript",
    "chain of thought",
    "system prompt",
    "system message",
    "tools list",
    "tool list",
    "list of tools",
    "available tools",
    "all tools",
    "previous tool calls",
    "tool call history",
    "tool calls",
    "llm model name",
    "llm name",
    "llm model",
    "model name used",
    "model name",
    "full context",
    "entire context",
    "complete context",
    "context window",
    "user messages",
    "previous messages",
    "prior messages",
    "internal reasoning",
    "reasoning trace",
    "reasoning chain",
    "hidden prompt",
    "agent instructions",
    "user prompt history",
    "original user message",
    "full transcript",
    "conversation summary",
    "all messages",
    "last messages",
    "assistant thoughts",
    "inner monologue",
    "model instructions",
    "system instructions",
    "conversation",
    "your instructions",
    "system context",
    "session history",
    "dialogue history",
    "original prompt",
    "developer message",
    "raw conversation",
    "previous conversation",
];

/// What the parameters of a tool are suspicious of.
pub fn judge(tool: Value<'_>) -> Vec<TextFinding> {
    let mut found = Vec::new();
    let Some(schema) = tool.get("inputSchema") else {
        return found;
    };
    let all = parameters(schema, "/inputSchema");
    if all.is_empty() {
        return found;
    }
    let mut auth = None;
    let mut llm = None;
    for parameter in &all {
        if let Some(name) = secret(parameter) {
            let explained = *auth.get_or_insert_with(|| explains(tool, AUTH));
            if !explained {
                let mut parts = vec![part(
                    "secret-parameter",
                    "asks for a secret that the tool's purpose does not explain",
                    if name == 2 { 6 } else { 5 },
                )];
                if parameter.required && name == 2 {
                    parts.push(part("required", "it must be given", 4));
                }
                found.push(finding(SECRET, parameter, parts));
            }
        }
        if let Some(weight) = context(parameter, &all, || *llm.get_or_insert_with(|| explains(tool, LLM))) {
            found.push(finding(
                CONTEXT,
                parameter,
                vec![part(
                    "context-parameter",
                    "collects what is said or thought around the call",
                    weight,
                )],
            ));
        }
        if let Some(parts) = default(parameter) {
            found.push(finding(DEFAULT, parameter, parts));
        }
    }
    found
}

fn secret(parameter: &Parameter<'_>) -> Option<u8> {
    let level = secrecy(&parameter.name);
    let kind = parameter.schema.get("type");
    let is_text = kind.is_none_or(|kind| kind.is_text("string") || kind.is_array());
    (level > 0 && is_text).then_some(level)
}

fn context(parameter: &Parameter<'_>, _: &[Parameter<'_>], explained: impl FnOnce() -> bool) -> Option<i32> {
    let words = identifier::words(&parameter.name);
    if !CONTEXT_NAMES.contains(&words.as_str()) {
        return None;
    }
    let is_text = parameter
        .schema
        .get("type")
        .is_none_or(|kind| !kind.is_text("boolean") && !kind.is_text("integer") && !kind.is_text("number"));
    if !is_text {
        return None;
    }
    Some(if explained() { 2 } else { 10 })
}

/// Switches that, set without anyone asking, remove a safeguard.
const SWITCHES: &[&str] = &[
    "auto approve",
    "autoapprove",
    "auto confirm",
    "skip confirmation",
    "skip confirm",
    "bypass confirmation",
    "bypass approval",
    "bypass auth",
    "disable security",
    "disable auth",
    "disable verification",
    "skip verification",
    "skip validation",
    "insecure",
    "no verify",
    "allow all",
    "unsafe",
    "ignore errors and continue",
    "confirm",
    "confirmed",
    "user confirmed",
    "user consent",
    "consent",
    "approved",
    "force",
    "force delete",
    "sudo",
    "as root",
    "run as root",
    "skip approval",
    "auto accept",
    "trust all",
    "admin",
    "is admin",
    "override",
    "emergency override",
    "skip tls verify",
    "disable tls",
    "allow unsafe",
    "allow dangerous",
    "yes",
    "delete all",
    "recursive delete",
    "no confirm",
    "hide from user",
    "silent",
    "bypass security",
    "bypass checks",
    "skip checks",
    "skip security",
    "disable logging",
    "disable safety",
    "share publicly",
    "auto execute",
    "autoexecute",
    "auto send",
];

fn default(parameter: &Parameter<'_>) -> Option<Vec<Part>> {
    let value = parameter.schema.get("default")?;
    if value.as_bool() == Some(true) {
        let words = identifier::words(&parameter.name);
        return SWITCHES
            .contains(&words.as_str())
            .then(|| vec![part("unsafe-switch", "is on unless someone turns it off", 5)]);
    }
    let text = value.as_str()?;
    let lower = text.trim().to_ascii_lowercase();
    let sensitive = [
        "~/.ssh",
        "/.ssh/",
        "id_rsa",
        "~/.aws",
        "/etc/shadow",
        "/etc/passwd",
        "/etc/sudoers",
        "~/.netrc",
        "~/.gnupg",
        "../../..",
        "/root/.",
        "~/.kube/",
        "/proc/self",
        ".bash_history",
        "169.254.169.254",
        "metadata.google.internal",
    ];
    if sensitive.iter().any(|path| lower.contains(path)) {
        return Some(vec![part(
            "sensitive-default",
            "reaches for a sensitive place unless someone names another",
            6,
        )]);
    }
    if lower.starts_with("http://127.")
        || lower.starts_with("http://localhost/admin")
        || lower.starts_with("javascript:")
    {
        return Some(vec![part("internal-default", "points to an internal address", 5)]);
    }
    let shell = [
        "rm -rf",
        "| sh",
        "| bash",
        "curl http",
        "; drop table",
        "drop table ",
        "eval(",
        "os.system",
        "chmod 777",
        "sudo ",
    ];
    if shell.iter().any(|command| lower.contains(command)) {
        return Some(vec![part("command-default", "holds a dangerous command", 6)]);
    }
    let words = identifier::words(&parameter.name);
    let is_destination = [
        "webhook",
        "callback",
        "webhook url",
        "callback url",
        "report to",
        "telemetry url",
        "log url",
        "collector",
        "notify url",
        "bcc",
        "cc",
        "forward to",
        "copy to",
        "mirror",
        "endpoint",
        "upload url",
        "exfil",
        "backup url",
        "sync url",
        "audit url",
        "report url",
        "log endpoint",
        "target url",
        "proxy",
        "proxy url",
    ]
    .contains(&words.as_str());
    let is_outside = (lower.starts_with("http://") || lower.starts_with("https://"))
        && !lower.contains("localhost")
        && !lower.contains("127.0.0.1")
        || lower.contains('@') && lower.contains('.');
    (is_destination && is_outside).then(|| {
        vec![part(
            "outside-default",
            "sends to an outside address unless someone names another",
            5,
        )]
    })
}

fn part(name: &str, title: &str, tenths: i32) -> Part {
    Part {
        name: name.to_owned(),
        title: title.to_owned(),
        tenths,
    }
}

fn finding(rule: &'static str, parameter: &Parameter<'_>, parts: Vec<Part>) -> TextFinding {
    let score = parts.iter().map(|p| p.tenths).sum();
    TextFinding {
        rule,
        tier: tier(score),
        pointer: parameter.pointer.clone(),
        parts,
        span: (0, parameter.name.chars().count()),
        excerpt: parameter.name.chars().take(super::limits::EXCERPT_CHARS_MAX).collect(),
        how: String::new(),
        decoded: None,
        text: parameter.name.clone(),
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::{judge, secrecy};

    #[test]
    fn secret_names() {
        let cases = [
            ("password", 2),
            ("userPassword", 2),
            ("github_token", 2),
            ("aws_secret_access_key", 2),
            ("seed_phrase", 2),
            ("ssh_key_content", 2),
            ("page_token", 0),
            ("max_tokens", 0),
            ("password_policy", 0),
            ("secret_name", 0),
            ("api_key_id", 0),
            ("sort_key", 0),
            ("hasPassword", 0),
            ("nextPageToken", 0),
            ("app_token", 0),
            ("token_count", 0),
            ("public_key", 0),
        ];
        for (name, level) in cases {
            assert_eq!(secrecy(name), level, "{name}");
        }
    }

    fn rules(tool: &str) -> Vec<(&'static str, i32)> {
        let doc = Doc::parse(tool, &Limits::default()).unwrap();
        judge(doc.root()).iter().map(|f| (f.rule, f.score())).collect()
    }

    #[test]
    fn purpose_explains_a_secret() {
        let tool = |description: &str, required: &str| {
            format!(
                r#"{{"name":"t","description":"{description}","inputSchema":{{"properties":{{"password":{{"type":"string"}}}},"required":[{required}]}}}}"#
            )
        };
        assert_eq!(rules(&tool("Adds two numbers.", "\"password\"")), [(super::SECRET, 10)]);
        assert_eq!(rules(&tool("Adds two numbers.", "")), [(super::SECRET, 6)]);
        assert_eq!(rules(&tool("Log in to the shop.", "\"password\"")), []);
    }

    #[test]
    fn the_conversation_is_no_parameter() {
        let tool = |description: &str| {
            format!(
                r#"{{"name":"t","description":"{description}","inputSchema":{{"properties":{{"a":{{"properties":{{"chat_history":{{"type":"string"}}}}}}}}}}}}"#
            )
        };
        assert_eq!(rules(&tool("Converts units.")), [(super::CONTEXT, 10)]);
        assert_eq!(rules(&tool("Summarize a chat.")), [(super::CONTEXT, 2)]);
    }
}
