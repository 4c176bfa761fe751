//! From a contract to what is pinned of it.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::{Json, Value};
use mcpward_schemas::config::Config;
use mcpward_schemas::lockfile::{Entries, Entry, LockFile, to_json};
use mcpward_schemas::snapshot::{Outcome, Registry, Target};
use serde_json::json;

use super::mask::{digested, mask};
use super::pages;
use super::shape::{Sampled, sample};
use crate::contract::{Capture, Connection, Contract, Exchange, ListKind, Surface, probe};

/// What is pinned of a contract: its primary surface, with volatile texts masked and, without `full_text`, digests for texts.
/// `None` where no server agreed to speak. Findings and accepted changes are the caller's to add.
///
/// A list that was answered with an error is not pinned: a server whose database is down for a moment has not promised to
/// have no tools.
pub fn pin(contract: &Contract, config: &Config) -> Option<LockFile> {
    let lock = read(contract, config, Use::Keep)?;
    let keeps_words = config.checks.drift.as_ref().is_none_or(|drift| drift.full_text);
    Some(if keeps_words { lock } else { digested(&lock) })
}

/// [`pin`] with all words and with the versions that were asked for in vain, for comparing: here an error in the place of the
/// tools says that clients get none.
pub fn pin_words(contract: &Contract, config: &Config) -> Option<LockFile> {
    read(contract, config, Use::Compare)
}

/// What a pinned contract is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Keep,
    Compare,
}

fn read(contract: &Contract, config: &Config, usage: Use) -> Option<LockFile> {
    let surface = contract.primary()?;
    let connection = contract.connection(surface);
    let capture = contract.captures.get(connection.snapshot as usize)?;
    let mut lock = LockFile {
        identity: Some(Entry::new(identity(&capture.target))),
        client: Some(Entry::new(client(capture))),
        server: Some(Entry::new(server(contract, surface, usage))),
        behavior: Some(Entry::new(behavior(contract, surface))),
        ..LockFile::default()
    };
    for kind in ListKind::ALL {
        let entries = match usage {
            Use::Keep => entries_sent(surface, kind),
            Use::Compare => entries_offered(surface, kind),
        };
        if let Some(slot) = lock.entries_mut(kind.subject()) {
            *slot = entries;
        }
    }
    if config.checks.drift.as_ref().is_some_and(|drift| drift.output.enabled) {
        shapes(connection, lock.tools.iter_mut().flatten());
    }
    mask(&mut lock, &config.volatile);
    Some(lock)
}

/// Pins the shape of the results that were sampled.
fn shapes<'l>(connection: &Connection, tools: impl Iterator<Item = (&'l String, &'l mut Entry)>) {
    let mut tools: BTreeMap<&str, &mut Entry> = tools.map(|(name, entry)| (name.as_str(), entry)).collect();
    let definitions: BTreeMap<String, Json> = tools
        .iter()
        .map(|(name, entry)| ((*name).to_owned(), entry.json.clone()))
        .collect();
    for (name, sampled) in sample(connection, |tool| definitions.get(tool)?.value().get("outputSchema")) {
        if let (Sampled::Shape { outline, .. }, Some(entry)) = (sampled, tools.get_mut(name.as_str())) {
            entry.shape = Some(outline.json());
        }
    }
}

/// JSON-RPC: the method does not exist.
const METHOD_NOT_FOUND: i64 = -32601;

/// A list as clients get it. Whatever error `tools/list` is answered with, they get no tools, and a break is reported
/// either way; an error of another list may pass, so only a server that has no such method has none.
fn entries_offered(surface: &Surface, kind: ListKind) -> Option<Entries> {
    let is_empty = |code| kind == ListKind::Tools || code == METHOD_NOT_FOUND;
    entries_sent(surface, kind).or_else(|| {
        let code = surface.list(kind).error_code()?;
        is_empty(code).then(Entries::new)
    })
}

/// A list as sent: empty where the server does not declare it, `None` where it declares it and gave none.
fn entries_sent(surface: &Surface, kind: ListKind) -> Option<Entries> {
    let list = surface.list(kind);
    if list.why_none().is_some() {
        return if list.declared { None } else { Some(Entries::new()) };
    }
    let mut out = Entries::new();
    for item in list.objects() {
        let mut name = item.name.raw().to_owned();
        // A second tool of the same name is none that a client would see; it is kept under a name that says so.
        let mut n = 2;
        while out.contains_key(&name) {
            name = format!("{}#{n}", item.name.raw());
            n += 1;
        }
        out.insert(name, Entry::new(item.json.clone()));
    }
    Some(out)
}

/// Who answers, without anything that names a machine: no folders, no arguments but a package.
fn identity(target: &Target) -> Json {
    match target {
        Target::Stdio { command, package, .. } => {
            let command = command.rsplit(['/', '\\']).next().unwrap_or_default();
            let Some(package) = package else {
                return to_json(&json!({ "transport": "stdio", "command": command }));
            };
            let registry = match package.registry {
                Registry::Npm => "npm",
                Registry::Pypi => "pypi",
                Registry::Oci => "oci",
            };
            let (name, version) = split_spec(&package.spec, package.registry);
            let mut pinned = json!({ "registry": registry, "spec": package.spec, "name": name });
            if let Some(version) = version {
                pinned["version"] = version.into();
            }
            to_json(&json!({ "transport": "stdio", "package": pinned }))
        }
        Target::Http { url, .. } => {
            let end = url.find(['?', '#']).unwrap_or(url.len());
            to_json(&json!({ "transport": "http", "url": &url[..end] }))
        }
    }
}

/// Name and exact version of a package specification; no version where it floats.
pub(crate) fn split_spec(spec: &str, registry: Registry) -> (&str, Option<&str>) {
    let at = match registry {
        Registry::Npm => spec
            .char_indices()
            .skip(1)
            .filter(|(_, c)| *c == '@')
            .map(|(at, _)| (at, at + 1))
            .last(),
        Registry::Pypi => spec
            .find("==")
            .map(|at| (at, at + 2))
            .or_else(|| spec.find('@').map(|at| (at, at + 1))),
        Registry::Oci => match spec.find("@sha256:") {
            Some(at) => Some((at, at + 1)),
            None => spec
                .rfind(':')
                .filter(|at| !spec[*at..].contains('/'))
                .map(|at| (at, at + 1)),
        },
    };
    let Some((end, start)) = at else { return (spec, None) };
    let version = &spec[start..];
    let is_exact = match registry {
        Registry::Oci => version.starts_with("sha256:"),
        Registry::Npm | Registry::Pypi => {
            version.starts_with(|c: char| c.is_ascii_digit())
                && version
                    .chars()
                    .all(|c| c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '+' | '!'))
                && version.matches('.').count() >= 2 - usize::from(registry == Registry::Pypi)
        }
    };
    (&spec[..end], is_exact.then_some(version))
}

/// What the client declared and under which names credentials came.
fn client(capture: &Capture) -> Json {
    let mut credentials: BTreeSet<String> = BTreeSet::new();
    match &capture.target {
        Target::Stdio { env, .. } => credentials.extend(env.iter().map(|name| format!("env:{name}"))),
        Target::Http { headers, .. } => {
            credentials.extend(headers.iter().map(|name| format!("header:{}", name.to_lowercase())))
        }
    }
    to_json(&json!({ "capabilities": capture.settings.capabilities, "credentials": credentials }))
}

/// The member that names versions which were asked for and are not served. Without it, a version that one side does not show
/// may just not have been asked for. It is in no lock file.
pub(super) const REFUSED: &str = "protocolVersionsRefused";

/// Whether a version was asked for and is not served. A connection that failed says nothing.
fn was_refused(contract: &Contract, surface: &Surface) -> bool {
    let connection = contract.connection(surface);
    let hello = connection.exchanges.first();
    let is_known = hello.is_some_and(|hello| match &hello.outcome {
        Some(Outcome::Failed { .. } | Outcome::TimedOut) | None => hello.response.is_some(),
        Some(_) => true,
    });
    is_known && (!surface.is_established() || surface.version() != surface.asked())
}

fn server(contract: &Contract, surface: &Surface, usage: Use) -> Json {
    let mut versions: BTreeSet<String> = BTreeSet::new();
    for other in contract.surfaces.iter().filter(|other| other.is_established()) {
        versions.insert(other.version());
        let supported = other.hello_at("/supportedVersions").into_iter().flat_map(Value::items);
        versions.extend(supported.filter_map(|version| version.as_str().map(|version| version.into_owned())));
    }
    versions.remove("");
    let refused: BTreeSet<String> = contract
        .surfaces
        .iter()
        .filter(|other| was_refused(contract, other))
        .map(|other| other.asked().to_owned())
        .filter(|version| !versions.contains(version))
        .collect();
    let mut members = vec![
        (
            "era",
            quoted(if surface.is_handshake() { "handshake" } else { "modern" }),
        ),
        ("protocolVersion", quoted(&surface.version())),
        ("protocolVersions", to_json(&versions).value().raw().to_owned()),
    ];
    if usage == Use::Compare {
        members.push((REFUSED, to_json(&refused).value().raw().to_owned()));
    }
    let raw = |value: Option<Value<'_>>| {
        value
            .filter(|value| !value.is_null())
            .map(|value| value.raw().to_owned())
    };
    for (name, value) in [
        ("serverInfo", raw(surface.server_info())),
        ("capabilities", raw(surface.hello_at("/capabilities"))),
        ("instructions", raw(surface.hello_at("/instructions"))),
    ] {
        members.extend(value.map(|value| (name, value)));
    }
    members.extend(pages::pinned(contract, surface).map(|pages| (pages::PAGES, pages)));
    let members: Vec<String> = members
        .into_iter()
        .map(|(name, value)| format!("\"{name}\":{value}"))
        .collect();
    let doc = mcpward_json::Doc::parse(format!("{{{}}}", members.join(",")), &mcpward_json::Limits::default());
    Json::root(doc.expect("members of documents that were read"))
}

fn quoted(text: &str) -> String {
    let mut out = String::new();
    mcpward_json::quote(text, &mut out);
    out
}

/// How the error probes were answered. Bad arguments are tried on many tools: all ways in which they were answered.
fn behavior(contract: &Contract, surface: &Surface) -> Json {
    let connection = contract.connection(surface);
    let mut pinned: BTreeMap<&str, String> = BTreeMap::new();
    if let Some(answer) = connection.probe(probe::UNKNOWN_TOOL).and_then(answer) {
        pinned.insert("unknownTool", answer);
    }
    for (name, kind) in [
        ("missingRequired", probe::MISSING_REQUIRED),
        ("wrongType", probe::WRONG_TYPE),
        ("malformedRequest", probe::MALFORMED_REQUEST),
    ] {
        let is_of_kind = |probe: &str| probe.strip_prefix(kind).is_some_and(|rest| rest.starts_with('/'));
        let probes = connection.probes();
        let answers: BTreeSet<String> = probes
            .into_iter()
            .filter(|(probe, _)| is_of_kind(probe))
            .filter_map(|(_, exchange)| answer(exchange))
            .collect();
        if !answers.is_empty() {
            pinned.insert(name, answers.into_iter().collect::<Vec<_>>().join(" or "));
        }
    }
    to_json(&pinned)
}

/// In words, without anything that changes from call to call; `None` where nothing was seen.
fn answer(exchange: &Exchange) -> Option<String> {
    if exchange.response.is_some() {
        if exchange.error().is_some() {
            return Some(
                exchange
                    .error_code()
                    .map_or_else(|| "an error without code".to_owned(), |code| format!("error {code}")),
            );
        }
        let is_error = exchange
            .result()
            .and_then(|result| result.get("isError"))
            .and_then(Value::as_bool);
        return Some(
            if is_error == Some(true) {
                "a result with isError"
            } else {
                "a result"
            }
            .to_owned(),
        );
    }
    match &exchange.outcome {
        Some(Outcome::Silent | Outcome::TimedOut) => Some("silence".to_owned()),
        Some(Outcome::Closed) => Some("the end of the connection".to_owned()),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::snapshot::Registry;

    use super::split_spec;

    #[test]
    fn only_exact_versions_are_versions() {
        for (spec, registry, expected) in [
            ("@scope/demo@1.2.3", Registry::Npm, ("@scope/demo", Some("1.2.3"))),
            ("demo@1.2.3-beta.1", Registry::Npm, ("demo", Some("1.2.3-beta.1"))),
            ("@scope/demo", Registry::Npm, ("@scope/demo", None)),
            ("demo@latest", Registry::Npm, ("demo", None)),
            ("demo@^1.2.3", Registry::Npm, ("demo", None)),
            ("demo@1", Registry::Npm, ("demo", None)),
            ("demo==1.2", Registry::Pypi, ("demo", Some("1.2"))),
            ("demo@1.2.3", Registry::Pypi, ("demo", Some("1.2.3"))),
            ("demo", Registry::Pypi, ("demo", None)),
            ("host:5000/demo", Registry::Oci, ("host:5000/demo", None)),
            ("demo:latest", Registry::Oci, ("demo", None)),
            ("demo@sha256:abc", Registry::Oci, ("demo", Some("sha256:abc"))),
        ] {
            assert_eq!(split_spec(spec, registry), expected, "{spec}");
        }
    }
}
