//! `server` and `timeouts`.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::Auth;

/// How to reach the server. Which keys are needed depends on the transport; [`Server::check`] says what is missing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Server {
    /// The transport.
    pub transport: Transport,
    /// Program to start (`stdio`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// Its arguments (`stdio`).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub args: Vec<String>,
    /// Variables set for it (`stdio`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub env: BTreeMap<String, String>,
    /// Names of variables that it inherits besides those that launchers need (`stdio`); `*` may end a name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub inherit_env: Vec<String>,
    /// Folder to start it in, relative to this file (`stdio`). The folder of this file by default.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cwd: Option<String>,
    /// Endpoint (`http`, `sse`), with scheme http or https.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Headers sent with each request (`http`, `sse`).
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, String>,
    /// Headers of another account (`http`): what its lists hold is compared with ours, on one more connection of the era without
    /// handshake, on which nothing of `headers` and `auth` is sent.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub other_account: BTreeMap<String, String>,
    /// File with certificates to trust besides the system's (`http`, `sse`), PEM.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ca_file: Option<String>,
    /// File with the certificate that we show, and those that lead to its authority (`http`, `sse`), PEM. Needs `key_file`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cert_file: Option<String>,
    /// File with the private key of that certificate, PEM.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub key_file: Option<String>,
    /// Accept any certificate (`http`, `sse`). Said loudly in every report.
    #[serde(default, skip_serializing_if = "is_false")]
    pub insecure: bool,
    /// How to get a token that is sent with each request (`http`, `sse`).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub auth: Option<Auth>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(flag: &bool) -> bool {
    !*flag
}

impl Server {
    /// Whether the keys fit the transport.
    ///
    /// # Errors
    /// A sentence fragment that names the key, e.g. `server.command is needed for transport stdio`.
    pub fn check(&self) -> Result<(), String> {
        match self.transport {
            Transport::Stdio => match (&self.command, &self.url) {
                (None, _) => Err("server.command is needed for transport stdio".to_owned()),
                (Some(command), _) if command.trim().is_empty() => Err("server.command is empty".to_owned()),
                (Some(_), Some(_)) => Err("server.url belongs to transport http, not stdio".to_owned()),
                (Some(_), None) if !self.headers.is_empty() => {
                    Err("server.headers belongs to transport http, not stdio".to_owned())
                }
                (Some(_), None) if !self.other_account.is_empty() => {
                    Err("server.other_account belongs to transport http, not stdio".to_owned())
                }
                (Some(_), None) if self.cert_file.is_some() || self.key_file.is_some() => {
                    Err("server.cert_file and server.key_file belong to transport http, not stdio".to_owned())
                }
                (Some(_), None) if self.auth.is_some() => {
                    Err("server.auth belongs to transport http, not stdio".to_owned())
                }
                (Some(_), None) => Ok(()),
            },
            Transport::Http | Transport::Sse => match (&self.url, &self.command) {
                (None, _) => Err("server.url is needed for transport http".to_owned()),
                (Some(_), Some(_)) => Err("server.command belongs to transport stdio, not http".to_owned()),
                (Some(url), None)
                    if !url.starts_with("http://") && !url.starts_with("https://") && !url.contains("${") =>
                {
                    Err(format!("server.url must begin with http:// or https://, not {url:?}"))
                }
                (Some(url), None) => {
                    self.check_certificate(url)?;
                    self.check_auth()
                }
            },
        }
    }
}

impl Server {
    fn check_certificate(&self, url: &str) -> Result<(), String> {
        match (&self.cert_file, &self.key_file) {
            (Some(_), None) => Err("server.cert_file needs server.key_file, the file with its private key".to_owned()),
            (None, Some(_)) => Err("server.key_file needs server.cert_file, the file with its certificate".to_owned()),
            (Some(_), Some(_)) if url.starts_with("http://") => {
                Err("server.cert_file is for https, and server.url begins with http://".to_owned())
            }
            _ => Ok(()),
        }
    }

    fn check_auth(&self) -> Result<(), String> {
        let is_token = |name: &String| name.eq_ignore_ascii_case("authorization");
        match &self.auth {
            Some(_) if self.insecure => Err(
                "server.insecure would hand the token of server.auth to anyone on the way: name the certificate's authority under server.ca_file instead".to_owned(),
            ),
            Some(_) if self.headers.keys().any(is_token) => {
                Err("server.headers sends Authorization, which server.auth gets a token for: leave one of them out".to_owned())
            }
            _ => Ok(()),
        }
    }
}

/// Transports of MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Transport {
    /// A child process that speaks over stdin and stdout.
    Stdio,
    /// Streamable HTTP.
    Http,
    /// HTTP with server-sent events, of protocol version 2024-11-05.
    Sse,
}

/// Deadlines in milliseconds, each above zero.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, default)]
pub struct Timeouts {
    /// From start to the first answer.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub connect_ms: u64,
    /// For each request.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub call_ms: u64,
    /// For the whole capture.
    #[cfg_attr(feature = "schema", schemars(range(min = 1)))]
    pub run_ms: u64,
}

impl Default for Timeouts {
    /// A cold `npx` takes up to 46 s in the field, so a minute to connect; calls and the whole run as in the described system.
    fn default() -> Self {
        Self {
            connect_ms: 60_000,
            call_ms: 30_000,
            run_ms: 300_000,
        }
    }
}
