//! How the command line names the server under test.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;

use crate::config::Target;

/// The server under test: nothing (mcpward.yaml), `-- command args…`, a URL, or a server of a client's configuration.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Target (none: the server of mcpward.yaml)")]
pub(crate) struct TargetArgs {
    /// Endpoint of a server reached by HTTP
    #[arg(value_name = "URL", conflicts_with_all = ["command", "mcp_json"])]
    pub(crate) url: Option<String>,
    /// Header for it, `NAME: VALUE`; may be given many times
    #[arg(short = 'H', long = "header", value_name = "HEADER", requires = "url")]
    pub(crate) headers: Vec<String>,
    /// Command that starts a server on stdin and stdout
    #[arg(last = true, value_name = "COMMAND", conflicts_with = "mcp_json")]
    pub(crate) command: Vec<String>,
    /// Variable for it: `NAME=VALUE`, or `NAME` to pass on our own; may be given many times
    #[arg(short = 'e', long = "env", value_name = "VARIABLE", requires = "command")]
    pub(crate) env: Vec<String>,
    /// Configuration of a client, such as .mcp.json
    #[arg(long, value_name = "FILE")]
    pub(crate) mcp_json: Option<PathBuf>,
    /// Name of a server in it, or among the `servers` of mcpward.yaml
    #[arg(long, value_name = "NAME", conflicts_with_all = ["url", "command"])]
    pub(crate) server: Option<String>,
    /// Protocol to speak: auto, legacy, modern, or a version such as 2025-11-25
    #[arg(long, value_name = "PROTOCOL", value_parser = protocol)]
    pub(crate) protocol: Option<String>,
    /// Ask for every published protocol version, each on a connection of its own
    #[arg(long)]
    pub(crate) matrix: bool,
    /// Pass for a known client (see `mcpward clients`); the lists that further ones are shown are compared with those of the first
    #[arg(long = "as", value_name = "CLIENT")]
    pub(crate) clients: Vec<String>,
}

fn protocol(text: &str) -> Result<String, String> {
    crate::config::is_protocol(text).map(|()| text.to_owned())
}

impl TargetArgs {
    /// The server that they name.
    ///
    /// # Errors
    /// A sentence, where a URL is none or a header or variable is not written as one.
    pub(crate) fn target(&self) -> Result<Target> {
        if let Some(url) = &self.url {
            if !url.starts_with("http://") && !url.starts_with("https://") {
                bail!("{url:?} is no URL; put a command after two dashes: `mcpward run -- {url}`");
            }
            return Ok(Target::Url {
                url: url.clone(),
                headers: headers(&self.headers)?,
            });
        }
        if !self.command.is_empty() {
            let (mut env, mut inherit_env) = (BTreeMap::new(), Vec::new());
            for variable in &self.env {
                match variable.split_once('=') {
                    Some(("", _)) => bail!("--env {variable}: the name is missing"),
                    Some((name, value)) => drop(env.insert(name.to_owned(), value.to_owned())),
                    None => inherit_env.push(variable.clone()),
                }
            }
            return Ok(Target::Command {
                words: self.command.clone(),
                env,
                inherit_env,
                cwd: None,
            });
        }
        match &self.mcp_json {
            Some(file) => Ok(Target::McpJson {
                file: file.clone(),
                server: self.server.clone(),
            }),
            None => Ok(Target::Config {
                server: self.server.clone(),
            }),
        }
    }
}

/// Headers as a map.
///
/// # Errors
/// A sentence, where one is not written `NAME: VALUE`.
pub(crate) fn headers(given: &[String]) -> Result<BTreeMap<String, String>> {
    let mut headers = BTreeMap::new();
    for header in given {
        match header.split_once(':') {
            Some((name, value)) if !name.trim().is_empty() => {
                headers.insert(name.trim().to_owned(), value.trim().to_owned());
            }
            // The value may be a secret, so it is not repeated.
            _ => bail!("a header is written `NAME: VALUE`"),
        }
    }
    Ok(headers)
}
