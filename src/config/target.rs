//! What to test, as the command line names it, and what the capture needs to reach it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use mcpward_capture::{HttpTransport, Identity, LiveTarget};
use mcpward_schemas::config::{Server, Transport};

/// Where the server comes from.
#[derive(Debug, Clone)]
pub(crate) enum Target {
    /// The configuration, and which of its `servers`.
    Config {
        /// Name among `servers`.
        server: Option<String>,
    },
    /// A command and its arguments.
    Command {
        /// At least the program.
        words: Vec<String>,
        /// Variables set for it.
        env: BTreeMap<String, String>,
        /// Names of variables passed on.
        inherit_env: Vec<String>,
        /// Folder to start it in; our own by default.
        cwd: Option<String>,
    },
    /// An endpoint.
    Url {
        /// With scheme.
        url: String,
        /// Headers sent with each request.
        headers: BTreeMap<String, String>,
    },
    /// A server of a client's configuration.
    McpJson {
        /// The file.
        file: PathBuf,
        /// Name in it; may be left out where there is only one.
        server: Option<String>,
    },
}

/// A server of this transport with nothing else set.
pub(crate) fn bare(transport: Transport) -> Server {
    Server {
        transport,
        command: None,
        args: Vec::new(),
        env: BTreeMap::new(),
        inherit_env: Vec::new(),
        cwd: None,
        url: None,
        headers: BTreeMap::new(),
        other_account: BTreeMap::new(),
        ca_file: None,
        cert_file: None,
        key_file: None,
        insecure: false,
        auth: None,
    }
}

/// What the capture needs to reach a server; paths are relative to `folder`, that of the configuration.
pub(crate) fn live_target(server: &Server, folder: Option<&Path>) -> LiveTarget {
    let inside = |path: &String| folder.map_or_else(|| PathBuf::from(path), |folder| folder.join(path));
    match server.transport {
        Transport::Stdio => LiveTarget::Stdio {
            command: server.command.clone().unwrap_or_default(),
            args: server.args.clone(),
            env: server.env.clone(),
            inherit_env: server.inherit_env.clone(),
            cwd: server.cwd.as_ref().map(inside).or_else(|| folder.map(Path::to_owned)),
        },
        Transport::Http | Transport::Sse => LiveTarget::Http {
            url: server.url.clone().unwrap_or_default(),
            headers: server.headers.clone(),
            other_account: server.other_account.clone(),
            transport: if server.transport == Transport::Sse {
                HttpTransport::Sse
            } else {
                HttpTransport::Http
            },
            ca_file: server.ca_file.as_ref().map(inside),
            identity: server
                .cert_file
                .as_ref()
                .zip(server.key_file.as_ref())
                .map(|(certificate, key)| Identity {
                    certificate: inside(certificate),
                    key: inside(key),
                }),
            insecure: server.insecure,
            credentials: server.auth.as_ref().map(|auth| auth.client_credentials.clone()),
        },
    }
}
