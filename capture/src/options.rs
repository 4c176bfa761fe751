//! What to capture, and how: everything that src takes from the command line and the live view of the configuration.

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::PathBuf;

use mcpward_schemas::config::{ClientCredentials, Sandbox, Timeouts};
use mcpward_schemas::snapshot::{ClientInfo, Environment, ReadLimits};
use serde_json::{Map, Value};

use crate::limits::Limits;

/// Everything that one capture needs.
#[derive(Debug, Clone)]
pub struct Options {
    /// The server.
    pub target: LiveTarget,
    /// How the client introduces itself.
    pub client: ClientInfo,
    /// The capabilities that it declares, as a JSON object.
    pub capabilities: Value,
    /// What it answers to the server's own requests.
    pub answers: Answers,
    /// Deadlines.
    pub timeouts: Timeouts,
    /// Bounds.
    pub limits: Limits,
    /// Values that must not reach the snapshot. Arguments of the plan name them by their mark (`[redacted:NAME]`) and are
    /// sent with the value.
    pub secrets: Vec<Secret>,
    /// Which eras were asked for, for the header: `auto`, `legacy`, `modern` or a protocol version.
    pub protocol: String,
    /// Start of the capture, RFC 3339 in UTC with milliseconds, for the header.
    pub started_at: String,
    /// Where it runs, for the header.
    pub environment: Environment,
    /// Confinement of the server, where it is a child process.
    pub sandbox: Sandbox,
    /// A program that hands its arguments to [`confine`](crate::confine), and the arguments that make it do so: the server
    /// is started through it where it is to be confined. Empty means that nothing can be.
    pub helper: Vec<OsString>,
    /// Whether the snapshot is handed over as well, as a reader with these bounds would have it.
    pub keeps: Option<ReadLimits>,
    /// Version of mcpward, for the header and the user agent.
    pub mcpward: String,
}

/// A secret and the name that stands for it.
#[derive(Clone)]
pub struct Secret {
    /// Name in the mark, e.g. the variable's name.
    pub name: String,
    /// The value.
    pub value: String,
}

impl std::fmt::Debug for Secret {
    /// The value is never shown.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secret({})", self.name)
    }
}

/// How to reach the server.
#[derive(Debug, Clone)]
pub enum LiveTarget {
    /// A child process that speaks over stdin and stdout.
    Stdio {
        /// The program, a path or a name on `PATH`.
        command: String,
        /// Its arguments.
        args: Vec<String>,
        /// Variables set for it.
        env: BTreeMap<String, String>,
        /// Names of variables that it inherits besides those that launchers need; `*` may end a name.
        inherit_env: Vec<String>,
        /// Folder to start it in; our own by default.
        cwd: Option<PathBuf>,
    },
    /// A server reached by HTTP.
    Http {
        /// The endpoint.
        url: String,
        /// Headers sent with each request.
        headers: BTreeMap<String, String>,
        /// Headers of another account, sent in the place of those and of a token where the plan says so.
        other_account: BTreeMap<String, String>,
        /// Which HTTP transport.
        transport: HttpTransport,
        /// File with certificates to trust besides the system's, PEM.
        ca_file: Option<PathBuf>,
        /// The certificate that we show.
        identity: Option<Identity>,
        /// Accept any certificate.
        insecure: bool,
        /// With what to get a token that is sent with each request.
        credentials: Option<ClientCredentials>,
    },
}

/// Files with a certificate and its private key, PEM.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identity {
    /// The certificate, and those that lead to its authority.
    pub certificate: PathBuf,
    /// The key.
    pub key: PathBuf,
}

/// HTTP transports of MCP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HttpTransport {
    /// Streamable HTTP (since 2025-03-26).
    Http,
    /// HTTP with server-sent events (2024-11-05).
    Sse,
}

/// What the client answers to the server's own requests.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Answers {
    /// URIs that answer `roots/list`.
    pub roots: Vec<String>,
    /// Text that answers `sampling/createMessage`; without it the request is rejected.
    pub sampling: Option<String>,
    /// Content that answers `elicitation/create`; without it the request is declined.
    pub elicitation: Option<Map<String, Value>>,
}
