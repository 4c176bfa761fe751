//! What reaches the user: reports on stdout or in files, sentences on stderr.

use std::fs;
use std::io::{self, ErrorKind, IsTerminal as _, Write};
use std::path::Path;

use anstream::ColorChoice;
use anyhow::{Context as _, Result};
use mcpward_analyze::report::{Look, Verbosity, render};
use mcpward_schemas::report::{Report, is_hidden};

use crate::cli::{Cli, Color, Out, ReportSpec};
use crate::config::ConfigError;

/// Columns where stdout is no terminal: wide enough for a sentence, narrow enough for a CI log.
const WIDTH: usize = 100;

/// How stdout and stderr look.
#[derive(Debug, Clone)]
pub(crate) struct Terminal {
    /// Whether color is wanted on stdout.
    pub(crate) color: bool,
    /// Whether color is wanted on stderr.
    pub(crate) color_on_stderr: bool,
    /// Columns of stdout.
    pub(crate) width: usize,
    /// How much a report on a terminal says.
    pub(crate) verbosity: Verbosity,
    /// Whether progress is shown on stderr.
    pub(crate) progress: bool,
    /// `--quiet`
    pub(crate) quiet: bool,
    /// `--timing`
    pub(crate) timing: bool,
}

impl Terminal {
    pub(crate) fn new(cli: &Cli) -> Self {
        let is_wanted = |auto: ColorChoice| match cli.color {
            Color::Always => true,
            Color::Never => false,
            Color::Auto => auto != ColorChoice::Never,
        };
        let width = match io::stdout().is_terminal() {
            true => terminal_size::terminal_size().map_or(WIDTH, |(width, _)| usize::from(width.0)),
            false => WIDTH,
        };
        Self {
            color: is_wanted(anstream::AutoStream::choice(&io::stdout())),
            color_on_stderr: is_wanted(anstream::AutoStream::choice(&io::stderr())),
            width,
            verbosity: match (cli.quiet, cli.verbose) {
                (true, _) => Verbosity::Quiet,
                (false, true) => Verbosity::Verbose,
                (false, false) => Verbosity::Normal,
            },
            progress: !cli.quiet && io::stderr().is_terminal(),
            quiet: cli.quiet,
            timing: cli.timing,
        }
    }

    /// How a report for this place is written: files get no color, and the width of a page.
    fn look(&self, out: &Out, key: &str) -> Look {
        let is_stdout = *out == Out::Stdout;
        Look {
            width: if is_stdout { self.width } else { WIDTH },
            colour: is_stdout && self.color,
            verbosity: self.verbosity,
            key: key.to_owned(),
        }
    }
}

/// Writes each report to its place.
///
/// # Errors
/// A sentence that names the file.
pub(crate) fn write_reports(specs: &[ReportSpec], report: &Report, key: &str, terminal: &Terminal) -> Result<()> {
    // Files first: a reader of stdout may go away early, and the files should be there by then.
    for spec in specs
        .iter()
        .filter(|spec| spec.out != Out::Stdout)
        .chain(specs.iter().filter(|spec| spec.out == Out::Stdout))
    {
        let bytes = render(spec.format, report, &terminal.look(&spec.out, key));
        match &spec.out {
            Out::Stdout => print(&bytes)?,
            Out::File(path) => write_report(path, &bytes)?,
        }
    }
    Ok(())
}

/// Writes to stdout.
///
/// # Errors
/// That of the operating system; [`is_broken_pipe`] tells a reader that went away.
pub(crate) fn print(bytes: &[u8]) -> Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)
        .and_then(|()| out.flush())
        .context("stdout can't be written")
}

/// Writes a file whole or not at all: beside its place first, then moved there. On the disk when it returns.
///
/// # Errors
/// A sentence that names the file.
pub(crate) fn write_file(path: &Path, bytes: &[u8]) -> Result<()> {
    write_atomically(path, bytes, true).with_context(|| format!("{} can't be written", path.display()))
}

/// The same without waiting for the disk, which can take longer than a small analysis: the snapshot gives it again.
fn write_report(path: &Path, bytes: &[u8]) -> Result<()> {
    write_atomically(path, bytes, false).with_context(|| format!("{} can't be written", path.display()))
}

fn write_atomically(path: &Path, bytes: &[u8], waits: bool) -> io::Result<()> {
    // Through a link, so that it stays one; and never in the place of a device or a pipe.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    if fs::metadata(&path).is_ok_and(|data| !data.is_file()) {
        return fs::OpenOptions::new().write(true).open(&path)?.write_all(bytes);
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    fs::create_dir_all(folder)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(".mcpward-");
    if let Some(permissions) = crate::platform::permissions(&path) {
        builder.permissions(permissions);
    }
    let mut file = builder.tempfile_in(folder)?;
    file.write_all(bytes)?;
    if waits {
        file.as_file().sync_data()?;
    }
    file.persist(&path).map_err(|error| error.error).map(drop)
}

/// A sentence on stderr, as an error.
pub(crate) fn complain(error: &anyhow::Error, color: bool) {
    let text = match error.downcast_ref::<ConfigError>() {
        Some(problem) => problem.render(color),
        None if color => format!("\u{1b}[1m\u{1b}[31merror\u{1b}[0m: {}", one_line(error)),
        None => format!("error: {}", one_line(error)),
    };
    note(&text);
}

/// The chain of causes in one line.
fn one_line(error: &anyhow::Error) -> String {
    visible(&format!("{error:#}"))
}

/// Text that a server may have chosen, for a terminal: what could move the cursor or hide is written as an escape.
pub(crate) fn visible(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            '\r' => out.push_str("\\r"),
            c if is_hidden(c) => out.push_str(&format!("\\u{{{:x}}}", u32::from(c))),
            c => out.push(c),
        }
    }
    out
}

/// A line on stderr. Nobody can be told where stderr is closed.
pub(crate) fn note(line: &str) {
    drop(writeln!(io::stderr(), "{line}"));
}

/// Whether the reader of stdout went away.
pub(crate) fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .filter_map(|cause| cause.downcast_ref::<io::Error>())
        .any(|cause| cause.kind() == ErrorKind::BrokenPipe)
}
