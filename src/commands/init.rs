//! `init`: a commented configuration to start from, and a CI job where one is wanted.

use std::fmt::Write as _;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use mcpward_schemas::config::{Server, Transport};

use crate::cli::{Ci, InitArgs};
use crate::config::{FILE, Target, bare, import, is_secret_like};
use crate::exit::Exit;
use crate::output::{note, print};

/// The published schema of the configuration, so that editors need no network.
const SCHEMA: &str = include_str!("../../schemas/config.v1.schema.json");

/// Where `init` puts it, relative to the configuration.
const SCHEMA_FILE: &str = ".mcpward/config.v1.schema.json";

/// What follows the server: the settings that are changed most, as comments.
const REST: &str = include_str!("init/rest.yaml");

const GITHUB: &str = include_str!("init/github.yml");
const GITLAB: &str = include_str!("init/gitlab.yml");

/// Writes the files; none that exists.
pub(crate) fn init(args: &InitArgs) -> Result<Exit> {
    let path = args.config.clone().unwrap_or_else(|| PathBuf::from(FILE));
    let folder = path.parent().unwrap_or(Path::new(""));
    let job = args.ci.map(|ci| match ci {
        Ci::Github => (folder.join(".github/workflows/mcpward.yml"), GITHUB),
        Ci::Gitlab => (folder.join(".gitlab-ci.yml"), GITLAB),
    });
    for path in [Some(&path), job.as_ref().map(|(path, _)| path)].into_iter().flatten() {
        if path.exists() {
            bail!(
                "{} exists already and stays as it is; move it away, or name another with --config",
                path.display()
            );
        }
    }
    let server = match args.target.target()? {
        Target::Config { .. } => None,
        Target::McpJson { file, server } => Some(import(&file, server.as_deref())?.server),
        Target::Command {
            words,
            env,
            inherit_env,
            ..
        } => Some(Server {
            command: words.first().cloned(),
            args: words.iter().skip(1).cloned().collect(),
            env,
            inherit_env,
            ..bare(Transport::Stdio)
        }),
        Target::Url { url, headers } => Some(Server {
            url: Some(url),
            headers,
            ..bare(Transport::Http)
        }),
    };
    let schema = folder.join(SCHEMA_FILE);
    crate::workspace::prepare(&schema).with_context(|| format!("{} can't be written", schema.display()))?;
    fs::write(&schema, SCHEMA).with_context(|| format!("{} can't be written", schema.display()))?;
    create(&path, &text(server.as_ref()))?;
    let mut said = format!("wrote {}\n", path.display());
    if let Some((path, job)) = job {
        create(&path, job)?;
        writeln!(said, "wrote {}", path.display())?;
    }
    if server.is_none() {
        said.push_str("next: fill in `server`, then `mcpward run`\n");
    } else {
        said.push_str("next: `mcpward run`\n");
    }
    if server.as_ref().is_some_and(has_open_secret) {
        note("warning: a value in it looks like a secret; put it into a variable and write ${NAME} instead");
    }
    print(said.as_bytes())?;
    Ok(Exit::Passed)
}

fn has_open_secret(server: &Server) -> bool {
    server
        .headers
        .iter()
        .chain(&server.env)
        .any(|(name, value)| is_secret_like(name) && !value.contains("${"))
}

fn create(path: &Path, text: &str) -> Result<()> {
    let name = path.display();
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).with_context(|| format!("{name} can't be written"))?;
    }
    match OpenOptions::new().write(true).create_new(true).open(path) {
        Ok(mut file) => file
            .write_all(text.as_bytes())
            .with_context(|| format!("{name} can't be written")),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => bail!("{name} exists already and stays as it is"),
        Err(error) => Err(error).with_context(|| format!("{name} can't be written")),
    }
}

/// The configuration with this server, or with an example.
fn text(server: Option<&Server>) -> String {
    let mut text = format!("# yaml-language-server: $schema={SCHEMA_FILE}\n");
    text.push_str("# mcpward tests the server below: `mcpward run`. Editors know every key from the schema above.\n\n");
    match server {
        Some(server) => text.push_str(&server_block(server)),
        None => text.push_str(include_str!("init/server.yaml")),
    }
    text.push_str(REST);
    text
}

fn server_block(server: &Server) -> String {
    let quoted = |text: &str| serde_json::Value::from(text).to_string();
    let mut block = format!(
        "server:\n  transport: {}\n",
        match server.transport {
            Transport::Stdio => "stdio",
            Transport::Http => "http",
            Transport::Sse => "sse",
        }
    );
    let mut row = |key: &str, value: &str| {
        let gap = if value.starts_with('\n') { "" } else { " " };
        block.push_str(&format!("  {key}:{gap}{value}\n"));
    };
    for (key, value) in [("command", &server.command), ("url", &server.url), ("cwd", &server.cwd)] {
        if let Some(value) = value {
            row(key, &quoted(value));
        }
    }
    for (key, list) in [("args", &server.args), ("inherit_env", &server.inherit_env)] {
        if !list.is_empty() {
            let items = list.iter().map(|item| quoted(item)).collect::<Vec<_>>().join(", ");
            row(key, &format!("[{items}]"));
        }
    }
    for (key, map) in [("env", &server.env), ("headers", &server.headers)] {
        if !map.is_empty() {
            let entries = map
                .iter()
                .map(|(name, value)| format!("\n    {}: {}", quoted(name), quoted(value)));
            row(key, &entries.collect::<String>());
        }
    }
    block
}
