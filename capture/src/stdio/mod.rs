//! MCP over the standard streams of a child process.

mod connection;
mod environment;
mod lines;
mod orphans;
mod package;
mod process;
#[cfg(any(windows, test))]
mod resolve;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Stdio;

use tokio::process::Command;

pub(crate) use connection::Connection;
pub(crate) use environment::ChildEnvironment;
pub(crate) use package::package;

use crate::limits::Limits;
use crate::redact::Redactor;
use crate::sandbox::{Confinement, Scratch};
use process::Process;

/// What to start.
pub(crate) struct Launch<'o> {
    pub(crate) command: &'o str,
    pub(crate) args: &'o [String],
    pub(crate) env: &'o BTreeMap<String, String>,
    pub(crate) inherit_env: &'o [String],
    pub(crate) cwd: Option<&'o PathBuf>,
    pub(crate) confinement: &'o Confinement,
    pub(crate) helper: &'o [OsString],
}

impl Launch<'_> {
    /// Starts the child; the error is a sentence fragment with the way out.
    pub(crate) fn start(&self, limits: Limits, redactor: &Redactor) -> (Result<Connection, String>, ChildEnvironment) {
        let environment = ChildEnvironment::new(std::env::vars_os(), self.inherit_env, self.env);
        let scratch = match self.confinement.needs_scratch().then(Scratch::new).transpose() {
            Ok(scratch) => scratch,
            Err(error) => {
                let reason = format!("the server can't be confined, since no temporary folder can be made: {error}");
                return (Err(reason), environment);
            }
        };
        let mut words = self.confinement.words(self.helper, scratch.as_ref());
        words.push(OsString::from(self.program()));
        words.extend(self.args.iter().map(OsString::from));
        let mut command = Command::new(&words[0]);
        command
            .args(&words[1..])
            .env_clear()
            .env(orphans::MARK.0, orphans::MARK.1)
            .envs(&environment.variables);
        if let Some(scratch) = &scratch
            && !self.env.contains_key("TMPDIR")
        {
            command.env("TMPDIR", scratch.path());
        }
        command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        if let Some(cwd) = self.cwd {
            command.current_dir(cwd);
        }
        let connection = match Process::spawn(command) {
            Ok((process, pipes)) => {
                let mut connection =
                    Connection::new(pipes.stdin, pipes.stdout, pipes.stderr, Some(process), limits, redactor);
                connection.keep(scratch);
                Ok(connection)
            }
            Err(error) => Err(self.why_not(&error)),
        };
        (connection, environment)
    }

    #[cfg(windows)]
    fn program(&self) -> PathBuf {
        let variable = |name: &str| self.env.get(name).cloned().or_else(|| std::env::var(name).ok());
        let (path, endings) = (variable("PATH"), variable("PATHEXT"));
        let found = resolve::resolve(self.command, path.as_deref(), endings.as_deref(), Path::is_file);
        found.unwrap_or_else(|| PathBuf::from(self.command))
    }

    #[cfg(not(windows))]
    fn program(&self) -> &str {
        self.command
    }

    fn why_not(&self, error: &io::Error) -> String {
        let command = self.command;
        if let Some(cwd) = self.cwd.filter(|cwd| !cwd.is_dir()) {
            return format!("the folder to start the server in does not exist: {}", cwd.display());
        }
        let is_path = command.contains(['/', std::path::MAIN_SEPARATOR]);
        let path = self.cwd.map_or_else(|| PathBuf::from(command), |cwd| cwd.join(command));
        match error.kind() {
            io::ErrorKind::NotFound if is_path && path.exists() => {
                format!("{command} can't be started: the interpreter that its first line names was not found")
            }
            io::ErrorKind::NotFound if is_path => format!("command not found: there is no file {command}"),
            io::ErrorKind::NotFound => {
                format!("command not found: {command} is not on PATH; install it or give its path")
            }
            io::ErrorKind::PermissionDenied if Path::new(command).is_dir() => {
                format!("{command} is a folder, not a program")
            }
            io::ErrorKind::PermissionDenied => {
                format!("{command} may not be run: it is not executable, or this user may not")
            }
            _ => format!("{command} can't be started: {error}"),
        }
    }
}
