//! What types can't say about a configuration.

use mcpward_analyze::drift::{CLASSES, Class, Severity};
use mcpward_analyze::plan::Planner;
use mcpward_schemas::config::{Config, Drift, FailOn};

use super::expand::{Piece, pieces};
use super::places::Token;

/// A value that can't be, and where it stands.
#[derive(Debug)]
pub(super) struct Unfit {
    /// Its place.
    pub(super) path: Vec<Token>,
    /// What is wrong, a fragment.
    pub(super) title: String,
    /// The way out.
    pub(super) help: Option<String>,
}

/// Characters of a server's name: it stands in file names.
pub(super) const NAME_CHARS_MAX: usize = 64;

/// The key whose value must not stand in the file.
pub(super) const CLIENT_SECRET: &str = "client_secret";

/// Protocol versions that may be asked for, oldest first.
const VERSIONS: [&str; 5] = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];

/// Whether a text says which protocol to speak.
///
/// # Errors
/// What it takes, where not.
pub(crate) fn is_protocol(text: &str) -> Result<(), String> {
    if matches!(text, "auto" | "legacy" | "modern") || VERSIONS.contains(&text) {
        return Ok(());
    }
    Err(format!(
        "it takes auto, legacy, modern or one of: {}",
        VERSIONS.join(", ")
    ))
}

/// The first value that can't be.
pub(super) fn check(config: &Config) -> Result<(), Unfit> {
    let timeouts = &config.timeouts;
    let deadlines = [
        ("connect_ms", timeouts.connect_ms),
        ("call_ms", timeouts.call_ms),
        ("run_ms", timeouts.run_ms),
    ];
    for (key, ms) in deadlines {
        if ms == 0 {
            return unfit(&["timeouts", key], format!("timeouts.{key} must be above 0"), None);
        }
    }
    for (name, server) in &config.servers {
        if !is_name(name) {
            let title = format!("a server can't be called {name:?}");
            let help = format!(
                "the name stands in file names: letters, digits, `.`, `_` and `-`, at most {NAME_CHARS_MAX}, a letter or digit first"
            );
            return unfit(&["servers", name], title, Some(help));
        }
        if let Err(title) = server.check() {
            return unfit(
                &["servers", name],
                title.replace("server.", &format!("servers.{name}.")),
                None,
            );
        }
    }
    if let Some(Err(title)) = config.server.as_ref().map(mcpward_schemas::config::Server::check) {
        return unfit(&["server"], title, None);
    }
    let protocol = config.protocol.0.as_str();
    if let Err(help) = is_protocol(protocol) {
        return unfit(&["protocol"], format!("protocol {protocol:?} is unknown"), Some(help));
    }
    let mut limits = mcpward_capture::Limits::names();
    limits.extend(Planner::LIMITS);
    if let Some(name) = config.limits.keys().find(|name| !limits.contains(&name.as_str())) {
        let title = format!(
            "there is no limit {name:?}{}",
            crate::suggest::hint(name, limits.iter().copied())
        );
        return unfit(&["limits", name], title, Some(format!("limits: {}", limits.join(", "))));
    }
    if !(0.0..=1.0).contains(&config.checks.collision.threshold) {
        let title = "checks.collision.threshold must be between 0 and 1".to_owned();
        return unfit(&["checks", "collision", "threshold"], title, None);
    }
    if let Err(title) = mcpward_analyze::suites::check(&config.suites) {
        return unfit(&["suites"], title, None);
    }
    let tags = mcpward_analyze::suites::tags(config);
    if let Some((idx, tag)) = config
        .only
        .iter()
        .enumerate()
        .find(|(_, tag)| !tags.contains(tag.as_str()))
    {
        let hint = crate::suggest::hint(tag, tags.iter().copied());
        return Err(Unfit {
            path: vec![Token::Key("only".to_owned()), Token::Index(idx)],
            title: format!("no case has the tag {tag:?}{hint}"),
            help: None,
        });
    }
    if let Some(unfit) = config.checks.drift.as_ref().and_then(drift) {
        return Err(unfit);
    }
    if let Some(unfit) = named_servers(config) {
        return Err(unfit);
    }
    if let Some(unfit) = config.ignore.iter().enumerate().find_map(ignored) {
        return Err(unfit);
    }
    Ok(())
}

fn is_name(name: &str) -> bool {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
    name.len() <= NAME_CHARS_MAX && name.starts_with(|c: char| c.is_ascii_alphanumeric()) && name.chars().all(is_plain)
}

/// Where a client secret stands that is not one variable of the environment: a configuration is committed.
pub(super) fn open_client_secret(config: &Config) -> Option<String> {
    let one = config.server.iter().map(|server| ("server".to_owned(), server));
    let all = config.servers.iter();
    let all = all.map(|(name, server)| (format!("servers.{name}"), server));
    let (place, _) = one.chain(all).find(|(_, server)| {
        let credentials = server.auth.as_ref().map(|auth| &auth.client_credentials);
        let is_variable = |pieces: Vec<Piece<'_>>| matches!(pieces[..], [Piece::Variable { default: None, .. }]);
        credentials.is_some_and(|credentials| !pieces(&credentials.client_secret).is_ok_and(is_variable))
    })?;
    Some(format!("{place}.auth.client_credentials.{CLIENT_SECRET}"))
}

/// Names of servers that suites and ignored findings are for.
fn named_servers(config: &Config) -> Option<Unfit> {
    // Without a map, servers are named by the files of their snapshots.
    if config.servers.is_empty() {
        return None;
    }
    let suites = config.suites.iter().map(|suite| ("suites", suite.server.as_deref()));
    let ignored = config.ignore.iter().map(|entry| ("ignore", entry.server.as_deref()));
    for entries in [suites.collect::<Vec<_>>(), ignored.collect()] {
        for (idx, (key, name)) in entries.into_iter().enumerate() {
            let Some(name) = name.filter(|name| !config.servers.contains_key(*name)) else {
                continue;
            };
            let names = || config.servers.keys().map(String::as_str);
            return Some(Unfit {
                path: vec![
                    Token::Key(key.to_owned()),
                    Token::Index(idx),
                    Token::Key("server".to_owned()),
                ],
                title: format!(
                    "there is no server named {name:?}{}",
                    crate::suggest::hint(name, names())
                ),
                help: Some(format!("servers: {}", names().collect::<Vec<_>>().join(", "))),
            });
        }
    }
    None
}

/// Names of classes and severities, of all tools and of single ones.
fn drift(drift: &Drift) -> Option<Unfit> {
    let base = ["checks", "drift"].map(|key| Token::Key(key.to_owned()));
    let all = std::iter::once((base.to_vec(), drift.fail_on.as_ref(), &drift.severity));
    let single = drift.tools.iter().map(|(name, tool)| {
        let own = ["tools", name].map(|key| Token::Key(key.to_owned()));
        ([base.as_slice(), &own].concat(), tool.fail_on.as_ref(), &tool.severity)
    });
    all.chain(single).find_map(|(path, fail_on, severity)| {
        let at = |key: &str| [path.as_slice(), &[Token::Key(key.to_owned())]].concat();
        if let Some(FailOn::Classes(classes)) = fail_on
            && let Some((idx, class)) = classes.iter().enumerate().find(|(_, class)| Class::of(class).is_none())
        {
            return Some(no_class(class, [at("fail_on"), vec![Token::Index(idx)]].concat()));
        }
        severity.iter().find_map(|(class, word)| {
            let path = [at("severity"), vec![Token::Key(class.clone())]].concat();
            if Class::of(class).is_none() {
                return Some(no_class(class, path));
            }
            let title = format!("a severity is high, medium or low, not {word:?}");
            Severity::of(word).is_none().then_some(Unfit {
                path,
                title,
                help: None,
            })
        })
    })
}

fn no_class(class: &str, path: Vec<Token>) -> Unfit {
    let names = || CLASSES.iter().map(|info| info.name);
    Unfit {
        path,
        title: format!(
            "there is no drift class {class:?}{}",
            crate::suggest::hint(class, names())
        ),
        help: Some(format!("classes: {}", names().collect::<Vec<_>>().join(", "))),
    }
}

fn ignored((at, ignore): (usize, &mcpward_schemas::config::Ignore)) -> Option<Unfit> {
    let path = |key: &str| {
        vec![
            Token::Key("ignore".to_owned()),
            Token::Index(at),
            Token::Key(key.to_owned()),
        ]
    };
    if ignore.reason.trim().is_empty() {
        let title = "an ignored finding needs a reason".to_owned();
        return Some(Unfit {
            path: path("reason"),
            title,
            help: None,
        });
    }
    let expires = ignore.expires.as_ref().filter(|day| !crate::clock::is_date(day))?;
    let title = format!("expires must be a day such as 2027-01-31, not {expires:?}");
    Some(Unfit {
        path: path("expires"),
        title,
        help: None,
    })
}

fn unfit(path: &[&str], title: String, help: Option<String>) -> Result<(), Unfit> {
    let path = path.iter().map(|key| Token::Key((*key).to_owned())).collect();
    Err(Unfit { path, title, help })
}
