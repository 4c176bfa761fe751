//! Servers from a client's configuration: `.mcp.json`, `claude_desktop_config.json`, `.cursor/mcp.json`, `.vscode/mcp.json`.
//!
//! Clients name the map `mcpServers` or `servers`, write `url` or `serverUrl`, `type` or `transport`, and `${env:NAME}` for
//! variables. Members that say nothing about reaching the server are left aside.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow, bail};
use mcpward_schemas::config::{Server, Transport};
use serde_json::{Map, Value};

use super::check::NAME_CHARS_MAX;
use super::places::Token;
use super::target::bare;
use crate::suggest;

/// Longest file in bytes: clients keep their whole state in some of these files, and the largest seen had 30 MB.
const FILE_BYTES_MAX: u64 = 64 << 20;

/// One server of a client's configuration.
#[derive(Debug, Clone)]
pub(crate) struct Imported {
    /// Its name as a file can have it, which tells it from others of the file.
    pub(super) id: String,
    /// As our configuration would have it.
    pub(crate) server: Server,
    /// The file as the user named it.
    pub(super) name: String,
    /// Its text.
    pub(super) text: String,
    /// Where the server stands in it.
    at: [String; 2],
}

impl Imported {
    /// Where the value at a path below the server stands in the file.
    pub(super) fn path(&self, path: &[Token]) -> Vec<Token> {
        self.at
            .iter()
            .cloned()
            .map(Token::Key)
            .chain(path.iter().cloned())
            .collect()
    }
}

/// Takes a server from a client's configuration.
///
/// # Errors
/// A sentence, where the file or the server is not there, or can't be used without the client.
pub(crate) fn import(path: &Path, wanted: Option<&str>) -> Result<Imported> {
    let file = File::read(path)?;
    let name = &file.name;
    let names = file.servers.keys().map(String::as_str).collect::<Vec<_>>();
    let chosen = match (wanted, names.as_slice()) {
        (Some(wanted), _) if file.servers.contains_key(wanted) => wanted,
        (Some(wanted), _) => {
            bail!(
                "{name} has no server named {wanted:?}; it has: {}{}",
                names.join(", "),
                suggest::hint(wanted, names.clone())
            )
        }
        (None, [only]) => only,
        (None, _) => bail!(
            "{name} has several servers; choose one with --server: {}",
            names.join(", ")
        ),
    };
    file.server(chosen, path, &[])
}

/// Takes all servers from a client's configuration but those that the client does not start.
///
/// # Errors
/// A sentence, where the file is not there, or a server can't be used without the client.
pub(crate) fn import_all(path: &Path) -> Result<Vec<Imported>> {
    let file = File::read(path)?;
    let mut imported: Vec<Imported> = Vec::new();
    for (name, entry) in &file.servers {
        if entry.get("disabled").and_then(Value::as_bool) != Some(true) {
            let server = file.server(name, path, &imported)?;
            imported.push(server);
        }
    }
    if imported.is_empty() {
        bail!("{} has no server that is not disabled", file.name);
    }
    Ok(imported)
}

/// A client's configuration.
struct File {
    name: String,
    text: String,
    key: &'static str,
    servers: Map<String, Value>,
}

impl File {
    fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let size = fs::metadata(path)
            .with_context(|| format!("{name} can't be read"))?
            .len();
        if size > FILE_BYTES_MAX {
            bail!("{name} is larger than a client's configuration can be ({FILE_BYTES_MAX} bytes)");
        }
        let text = fs::read_to_string(path).with_context(|| format!("{name} can't be read"))?;
        let value = serde_json::from_str::<Value>(&without_comments(&text))
            .map_err(|error| anyhow!("{name} is no JSON: {error}"))?;
        let found = ["mcpServers", "servers"]
            .into_iter()
            .find_map(|key| Some((key, value.get(key)?.as_object()?.clone())));
        let Some((key, servers)) = found else {
            bail!("{name} has neither `mcpServers` nor `servers`")
        };
        if servers.is_empty() {
            bail!("{name} names no server");
        }
        Ok(Self {
            name,
            text,
            key,
            servers,
        })
    }

    fn server(&self, chosen: &str, path: &Path, before: &[Imported]) -> Result<Imported> {
        let name = &self.name;
        let entry = self.servers[chosen]
            .as_object()
            .with_context(|| format!("{name}: server {chosen:?} is no object"))?;
        Ok(Imported {
            id: id(chosen, before),
            server: server(entry, path).with_context(|| format!("{name}: server {chosen:?}"))?,
            name: name.clone(),
            text: self.text.clone(),
            at: [self.key.to_owned(), chosen.to_owned()],
        })
    }
}

/// A name in characters that every file system takes, and that no other server has.
fn id(name: &str, before: &[Imported]) -> String {
    let is_plain = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    let plain: String = name
        .chars()
        .map(|c| if is_plain(&c) { c } else { '-' })
        .take(NAME_CHARS_MAX)
        .collect();
    let plain = plain.trim_matches(['-', '.']);
    let plain = if plain.is_empty() { "server" } else { plain };
    let mut id = plain.to_owned();
    let mut n = 1;
    while before.iter().any(|other| other.id == id) {
        n += 1;
        id = format!("{plain}-{n}");
    }
    id
}

fn server(entry: &Map<String, Value>, path: &Path) -> Result<Server> {
    let folder = workspace(path);
    let text = |key: &str| {
        entry
            .get(key)
            .and_then(Value::as_str)
            .map(|text| translate(text, &folder))
            .transpose()
    };
    let url = text("url")?.or(text("serverUrl")?).or(text("httpUrl")?);
    let kind = entry
        .get("type")
        .or_else(|| entry.get("transport"))
        .and_then(Value::as_str);
    let transport = match (kind, &url) {
        (Some("stdio"), _) | (None, None) => Transport::Stdio,
        (Some("sse"), _) => Transport::Sse,
        (Some("http" | "streamable-http" | "streamableHttp"), _) | (None, Some(_)) => Transport::Http,
        (Some(other), _) => bail!("transport {other:?} is unknown; it takes stdio, http or sse"),
    };
    let mut server = bare(transport);
    server.url = url;
    server.command = text("command")?;
    server.cwd = text("cwd")?;
    for arg in entry.get("args").and_then(Value::as_array).into_iter().flatten() {
        server
            .args
            .push(translate(arg.as_str().context("an argument is no string")?, &folder)?);
    }
    server.env = texts(entry, "env", &folder)?;
    server.headers = texts(entry, "headers", &folder)?;
    Ok(server)
}

fn texts(entry: &Map<String, Value>, key: &str, folder: &str) -> Result<BTreeMap<String, String>> {
    let mut found = BTreeMap::new();
    for (name, value) in entry.get(key).and_then(Value::as_object).into_iter().flatten() {
        let text = match value {
            Value::String(text) => translate(text, folder)?,
            Value::Number(_) | Value::Bool(_) => value.to_string(),
            _ => bail!("{key}.{name} is no string"),
        };
        found.insert(name.clone(), text);
    }
    Ok(found)
}

/// The client's spelling of variables in ours. `${input:…}` asks a person, which a test can't.
fn translate(text: &str, folder: &str) -> Result<String> {
    if let Some((_, input)) = text.split_once("${input:") {
        let id = input.split('}').next().unwrap_or_default();
        bail!("it asks its user for {id:?} (`${{input:{id}}}`); write `${{env:NAME}}` there and set that variable");
    }
    Ok(text
        .replace("${env:", "${")
        .replace("${workspaceFolder}", folder)
        .replace("${userHome}", "${HOME}"))
}

/// The folder that a client would have open: that of the file, above `.vscode` or `.cursor`.
fn workspace(path: &Path) -> String {
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let is_inside = folder
        .file_name()
        .is_some_and(|name| name == ".vscode" || name == ".cursor");
    let above = folder
        .parent()
        .filter(|above| is_inside && !above.as_os_str().is_empty());
    let is_bare = is_inside && above.is_none();
    let folder = if is_bare {
        Path::new(".")
    } else {
        above.unwrap_or(folder)
    };
    folder.display().to_string()
}

/// Some clients allow `//` and `/* */` comments; blanks take their place, so lines and columns stay.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut chars = text.chars().peekable();
    let mut in_string = false;
    while let Some(c) = chars.next() {
        match (c, chars.peek()) {
            ('"', _) => {
                in_string = !in_string;
                out.push(c);
            }
            ('\\', Some(_)) if in_string => {
                out.push(c);
                out.extend(chars.next());
            }
            ('/', Some('/')) if !in_string => while chars.next_if(|c| *c != '\n').is_some() {},
            ('/', Some('*')) if !in_string => {
                let mut last = ' ';
                for c in chars.by_ref() {
                    out.push(if c == '\n' { '\n' } else { ' ' });
                    if last == '*' && c == '/' {
                        break;
                    }
                    last = c;
                }
            }
            _ => out.push(c),
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(entry: &str) -> Result<Server> {
        let value = serde_json::from_str::<Value>(entry).unwrap();
        server(value.as_object().unwrap(), Path::new("proj/.vscode/mcp.json"))
    }

    #[test]
    fn reads_the_shapes_of_clients() {
        let stdio = read(
            r#"{"command":"npx","args":["-y","${workspaceFolder}/x"],"env":{"T":"${env:T}","N":1},"disabled":true}"#,
        )
        .unwrap();
        assert_eq!(stdio.transport, Transport::Stdio);
        assert_eq!(stdio.args, ["-y", "proj/x"]);
        assert_eq!(stdio.env["T"], "${T}");
        assert_eq!(stdio.env["N"], "1");
        for entry in [
            r#"{"url":"https://h/mcp"}"#,
            r#"{"type":"http","serverUrl":"https://h/mcp"}"#,
        ] {
            let http = read(entry).unwrap();
            assert_eq!(
                (http.transport, http.url.as_deref()),
                (Transport::Http, Some("https://h/mcp"))
            );
        }
        assert_eq!(
            read(r#"{"type":"sse","url":"https://h/sse"}"#).unwrap().transport,
            Transport::Sse
        );
    }

    #[test]
    fn says_what_only_a_client_can_do() {
        let error = read(r#"{"command":"x","env":{"KEY":"${input:key}"}}"#)
            .unwrap_err()
            .to_string();
        assert!(error.contains("asks its user for \"key\""), "{error}");
        assert!(read(r#"{"type":"websocket","url":"wss://h"}"#).is_err());
    }

    #[test]
    fn leaves_out_comments_and_nothing_else() {
        let text = "{ // a\n \"u\": \"https://h\\\"//x\", /* b\n */ \"v\": 1 }";
        let value = serde_json::from_str::<Value>(&without_comments(text)).unwrap();
        assert_eq!(value["u"], "https://h\"//x");
        assert_eq!(value["v"], 1);
    }
}
