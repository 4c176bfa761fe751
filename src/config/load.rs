//! From what the command line says to the two views.

use std::collections::BTreeMap;
use std::fs;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, anyhow, bail};
use mcpward_analyze::SourceFile;
use mcpward_analyze::servers::settings_of;
use mcpward_capture::Secret;
use mcpward_schemas::config::{Config, Profile, Protocol, Server, Transport};
use mcpward_schemas::report::Place;
use serde_json::Value;

use super::check::{check, open_client_secret};
use super::diagnostic::ConfigError;
use super::mcp_json::{Imported, import, import_all};
use super::places::{Places, Token, place_in};
use super::problem;
use super::secrets::{self, Secrets};
use super::target::{Target, bare};
use super::views::Views;
use crate::suggest;

/// The file that is read where none is named.
pub(crate) const FILE: &str = "mcpward.yaml";

/// Named as the configuration, it stands for none at all.
pub(crate) const NONE: &str = "";

/// Longest configuration in bytes: 4 MiB is thousands of suites, and a wrong file is refused before it fills memory.
const FILE_BYTES_MAX: u64 = 4 << 20;

/// Tokens that we use ourselves: no report may hold them, wherever they come from.
const OUR_TOKENS: [&str; 4] = [
    "MCPWARD_GITHUB_TOKEN",
    "GITHUB_TOKEN",
    "MCPWARD_GITLAB_TOKEN",
    "GITLAB_TOKEN",
];

/// Whether a server will be reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mode {
    /// Every variable must be set, and there must be one server.
    Live,
    /// Every variable must be set, and there must be a server or several.
    Each,
    /// Neither is needed.
    Offline,
}

/// What the command line says about the configuration.
pub(crate) struct Request<'r> {
    /// `--config`
    pub(crate) file: Option<&'r Path>,
    /// What to test.
    pub(crate) target: Target,
    /// `--profile`
    pub(crate) profile: Option<Profile>,
    /// `--protocol`
    pub(crate) protocol: Option<&'r str>,
    /// `--matrix`
    pub(crate) matrix: bool,
    /// `--as`, each time
    pub(crate) clients: &'r [String],
    /// Whether a server will be reached.
    pub(crate) mode: Mode,
    /// Our own environment.
    pub(crate) environment: &'r BTreeMap<String, String>,
}

impl<'r> Request<'r> {
    /// What is asked where no server will be reached.
    pub(crate) fn offline(
        file: Option<&'r Path>,
        profile: Option<Profile>,
        environment: &'r BTreeMap<String, String>,
    ) -> Self {
        Self {
            file,
            target: Target::Config { server: None },
            profile,
            protocol: None,
            matrix: false,
            clients: &[],
            mode: Mode::Offline,
            environment,
        }
    }
}

/// A configuration, ready to use.
#[derive(Debug)]
pub(crate) struct Loaded {
    /// Variables expanded; for the capture.
    pub(crate) live: Config,
    /// Secrets as marks; for the analysis.
    pub(crate) masked: Config,
    /// The secrets.
    pub(crate) secrets: Vec<Secret>,
    /// The file as written, where there is one.
    pub(crate) file: Option<SourceFile>,
    /// Where entries of the configuration stand, by their JSON Pointers.
    pub(crate) places: BTreeMap<String, Place>,
    /// Folder that paths of the server are relative to; none where the command line names the server.
    pub(crate) folder: Option<PathBuf>,
}

impl Loaded {
    /// Names of the servers, where there are several.
    pub(crate) fn servers(&self) -> Vec<String> {
        self.live.servers.keys().cloned().collect()
    }

    /// The same as if that server were the only one.
    pub(crate) fn of_server(&self, name: &str) -> Self {
        Self {
            live: settings_of(&self.live, name),
            masked: settings_of(&self.masked, name),
            secrets: self.secrets.clone(),
            file: self.file.clone(),
            places: self.places.clone(),
            folder: self.folder.clone(),
        }
    }
}

/// Reads the configuration and puts the target of the command line into it.
///
/// # Errors
/// A [`ConfigError`] that points at the line, or a sentence.
pub(crate) fn load(request: &Request<'_>) -> Result<Loaded> {
    let path = request.file.unwrap_or(Path::new(FILE));
    let file = if path == Path::new(NONE) {
        None
    } else {
        read(path, request.file.is_some())?
    };
    let mut config = match &file {
        Some(file) => parse(file)?,
        None => Config::default(),
    };
    // What the file says is judged before the command line takes its place.
    let written = Sources {
        file: file.as_ref(),
        imported: &[],
    };
    check(&config).map_err(|unfit| written.problem(&unfit.path, None, unfit.title, unfit.help))?;
    if let Some(place) = open_client_secret(&config) {
        // The line is not shown: it holds the secret, and errors end up in logs.
        bail!(
            "{}: {place} must come from the environment: write ${{NAME}}, without a default, and set the variable NAME",
            path.display()
        );
    }
    config.profile = request.profile.unwrap_or(config.profile);
    if let Some(protocol) = request.protocol {
        config.protocol = Protocol(protocol.to_owned());
    }
    config.probes.versions |= request.matrix;
    super::client::pass_for(&mut config.client, request.clients)?;
    let (folder, imported) = place_target(&mut config, request, path, file.as_ref())?;
    let sources = Sources {
        file: file.as_ref(),
        imported: &imported,
    };
    check(&config).map_err(|unfit| sources.problem(&unfit.path, None, unfit.title, unfit.help))?;

    let mut live = serde_json::to_value(&config)?;
    let mut views = Views::new(request.environment, &config.secrets, request.mode != Mode::Offline);
    let mut masked = views
        .expand(&mut live)
        .map_err(|text| sources.problem(&text.path, Some(&text.about), text.title, text.help))?;
    let live = typed(live)?;
    let mut secrets = views.secrets;
    for name in OUR_TOKENS {
        if let Some(value) = request.environment.get(name) {
            secrets.add(name, value);
        }
    }
    if let Some(server) = &live.server {
        find_literals(server, request.environment, &mut secrets);
        server
            .check()
            .map_err(|title| sources.problem(&[Token::Key("server".to_owned())], None, title, None))?;
    }
    for (name, server) in &live.servers {
        find_literals(server, request.environment, &mut secrets);
        server.check().map_err(|title| {
            let path = ["servers", name].map(|key| Token::Key(key.to_owned()));
            sources.problem(&path, None, title.replace("server.", &format!("servers.{name}.")), None)
        })?;
    }
    secrets.mask_all(&mut masked);
    Ok(Loaded {
        places: places(file.as_ref(), &imported, &request.target),
        live,
        masked: typed(masked)?,
        secrets: secrets.into_vec(),
        file,
        folder,
    })
}

/// Where entries stand: those of the file, and the servers of a client's configuration in the place of its own.
fn places(file: Option<&SourceFile>, imported: &[Imported], target: &Target) -> BTreeMap<String, Place> {
    let mut places = file.map(super::places::places).unwrap_or_default();
    if !matches!(target, Target::Config { .. }) {
        places.retain(|pointer, _| pointer != "/server" && !pointer.starts_with("/server"));
    }
    if let Target::Config { server: Some(name) } = target
        && let Some(place) = places.get(&format!("/servers/{name}")).cloned()
    {
        places.insert("/server".to_owned(), place);
    }
    for one in imported {
        if let Some(place) = Places::of(&one.text).key(&one.path(&[])) {
            let pointer = if imported.len() == 1 {
                "/server".to_owned()
            } else {
                format!("/servers/{}", one.id)
            };
            places.insert(pointer, place_in(&one.name, place));
        }
    }
    places
}

/// The configuration after expansion. A value that only now turns out not to fit has no line of its own.
fn typed(value: Value) -> Result<Config> {
    serde_json::from_value(value).context("a value of the configuration does not fit after its variables are expanded")
}

/// Puts the server that the command line names in the place of the configured one.
fn place_target(
    config: &mut Config,
    request: &Request<'_>,
    path: &Path,
    file: Option<&SourceFile>,
) -> Result<(Option<PathBuf>, Vec<Imported>)> {
    let server = match &request.target {
        Target::Config { server } => {
            choose(config, server.as_deref(), request.mode, file)?;
            return Ok((file.map(|_| folder_of(path)), Vec::new()));
        }
        Target::Command {
            words,
            env,
            inherit_env,
            cwd,
        } => {
            let (command, args) = words.split_first().context("the command after -- is missing")?;
            Server {
                command: Some(literal(command)),
                args: args.iter().map(|arg| literal(arg)).collect(),
                env: env.iter().map(|(name, value)| (name.clone(), literal(value))).collect(),
                inherit_env: inherit_env.clone(),
                cwd: cwd.as_deref().map(literal),
                ..bare(Transport::Stdio)
            }
        }
        Target::Url { url, headers } => {
            let headers = headers
                .iter()
                .map(|(name, value)| (name.clone(), literal(value)))
                .collect();
            Server {
                url: Some(literal(url)),
                headers,
                ..bare(Transport::Http)
            }
        }
        Target::McpJson { file, server } => return place_imported(config, request.mode, file, server.as_deref()),
    };
    config.server = Some(server);
    config.servers.clear();
    Ok((None, Vec::new()))
}

/// Puts the servers of a client's configuration in the place of the configured ones.
fn place_imported(
    config: &mut Config,
    mode: Mode,
    file: &Path,
    name: Option<&str>,
) -> Result<(Option<PathBuf>, Vec<Imported>)> {
    let imported = match (mode, name) {
        (Mode::Each, None) => import_all(file)?,
        _ => vec![import(file, name)?],
    };
    config.servers.clear();
    config.server = None;
    match imported.as_slice() {
        [only] => config.server = Some(only.server.clone()),
        all => config.servers = all.iter().map(|one| (one.id.clone(), one.server.clone())).collect(),
    }
    Ok((None, imported))
}

/// Makes the chosen one of several servers the server.
fn choose(config: &mut Config, name: Option<&str>, mode: Mode, file: Option<&SourceFile>) -> Result<()> {
    let names = config.servers.keys().cloned().collect::<Vec<_>>();
    let known = || names.iter().map(String::as_str);
    match name {
        Some(name) => match config.servers.contains_key(name) {
            true => *config = settings_of(config, name),
            false if names.is_empty() => bail!("--server {name}: the configuration has no `servers`"),
            false => bail!(
                "there is no server named {name:?}; it has: {}{}",
                names.join(", "),
                suggest::hint(name, known())
            ),
        },
        None if config.server.is_some() || mode == Mode::Offline => {}
        None if mode == Mode::Each && names.len() > 1 => return Ok(()),
        None if names.len() == 1 => config.server = config.servers.pop_first().map(|(_, server)| server),
        None if names.is_empty() && file.is_none() => bail!(
            "nothing to test: there is no {FILE} here and no target; `mcpward init` writes one, or name a server: \
             `mcpward run -- COMMAND ARGS…`, `mcpward run https://HOST/mcp`"
        ),
        None if names.is_empty() => {
            bail!("the configuration has no `server`; add one, or name a target on the command line")
        }
        None => bail!(
            "the configuration has several servers; choose one with --server: {}",
            names.join(", ")
        ),
    }
    if mode != Mode::Offline {
        config.servers.clear();
    }
    Ok(())
}

/// Text of the command line stands for itself: the shell has expanded it already.
fn literal(text: &str) -> String {
    text.replace("${", "$${")
}

/// Secrets that reach the server without a `${NAME}` in the configuration: those that stand in it in the open, and inherited
/// variables with a secret-like name.
fn find_literals(server: &Server, environment: &BTreeMap<String, String>, secrets: &mut Secrets) {
    let is_inherited = |name: &str| {
        server
            .inherit_env
            .iter()
            .any(|pattern| match pattern.strip_suffix('*') {
                Some(start) => name.starts_with(start),
                None => name == pattern,
            })
    };
    for (name, value) in environment {
        if secrets::is_secret_like(name) && is_inherited(name) {
            secrets.add(name, value);
        }
    }
    secrets::in_args(&server.args, secrets);
    for (name, value) in server.headers.iter().chain(&server.other_account) {
        secrets::in_header(name, value, secrets);
    }
    for (name, value) in &server.env {
        if secrets::is_secret_like(name) {
            secrets.add(name, value);
        }
    }
    if let Some(url) = &server.url {
        secrets::in_url(url, secrets);
    }
}

fn folder_of(path: &Path) -> PathBuf {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// The text of the configuration; none where it is not there and nobody asked for it by name.
fn read(path: &Path, is_named: bool) -> Result<Option<SourceFile>> {
    let name = path.display().to_string();
    match fs::metadata(path) {
        Ok(data) if data.is_file() && data.len() > FILE_BYTES_MAX => {
            bail!("{name} is larger than a configuration can be ({FILE_BYTES_MAX} bytes)")
        }
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound && !is_named => return Ok(None),
        Err(error) if error.kind() == ErrorKind::NotFound => bail!("{name} does not exist; `mcpward init` writes one"),
        Err(error) => return Err(anyhow!(error).context(format!("{name} can't be read"))),
    }
    let bytes = fs::read(path).with_context(|| format!("{name} can't be read"))?;
    let text = String::from_utf8(bytes).map_err(|_| anyhow!("{name} is not UTF-8 text"))?;
    Ok(Some(SourceFile { name, text }))
}

fn parse(file: &SourceFile) -> Result<Config> {
    let has_content = file
        .text
        .lines()
        .any(|line| !line.trim().is_empty() && !line.trim_start().starts_with('#'));
    if !has_content {
        return Ok(Config::default());
    }
    // YAML 1.2, as editors read it: `no` is the word, and an argument `country: no` is not false.
    let options = serde_saphyr::options! { with_snippet: false, strict_booleans: true };
    serde_saphyr::from_str_with_options(&file.text, options)
        .map_err(|error| problem::from_yaml(&file.name, &file.text, &error).into())
}

/// The files that a problem may be in.
struct Sources<'s> {
    file: Option<&'s SourceFile>,
    imported: &'s [Imported],
}

impl Sources<'_> {
    /// A problem with the value at `path`, shown at the line where it stands, if a file has it.
    fn problem(&self, path: &[Token], about: Option<&str>, title: String, help: Option<String>) -> anyhow::Error {
        let imported = match path {
            [Token::Key(key), ..] if key == "server" => self.imported.first().map(|one| (one, &path[1..])),
            [Token::Key(key), Token::Key(id), ..] if key == "servers" => {
                let found = self.imported.iter().find(|one| one.id == *id);
                found.map(|one| (one, &path[2..]))
            }
            _ => None,
        };
        let (name, text, path) = match (imported, self.file) {
            (Some((imported, path)), _) => (&imported.name, &imported.text, imported.path(path)),
            (_, Some(file)) => (&file.name, &file.text, path.to_vec()),
            _ => return anyhow!("{title}{}", help.map(|help| format!("; {help}")).unwrap_or_default()),
        };
        let place = Places::of(text).value(&path);
        let mut span = place.and_then(|place| problem::span(text, place));
        // Of a long text only the part that it is about.
        if let (Some(whole), Some(about)) = (&span, about) {
            let at = text[whole.start..].find(about);
            span = at.map(|at| whole.start + at..whole.start + at + about.len()).or(span);
        }
        ConfigError {
            file: name.clone(),
            text: text.clone(),
            span,
            title,
            label: None,
            help,
        }
        .into()
    }
}
