//! One side of a comparison: a file, a revision, a URL or a command.

use std::fs::File;
use std::io::{BufReader, Read as _};
use std::path::Path;
use std::process::Command;

use anyhow::{Context as _, Result, bail};
use mcpward_analyze::SourceFile;
use mcpward_analyze::contract::without_repeats;
use mcpward_schemas::snapshot::Snapshot;

use crate::attachment;
use crate::commands::open_snapshot;
use crate::config::Target;
use std::collections::BTreeMap;

/// A side, as the command line names it.
pub(crate) enum Side {
    /// A lock file, or one of a revision.
    Lock(SourceFile),
    /// What was recorded.
    Recorded(Box<(String, Snapshot)>),
    /// A server to be asked.
    Live(Target),
}

/// First bytes of a zstd stream, which a snapshot is.
const ZSTD: [u8; 4] = [0x28, 0xb5, 0x2f, 0xfd];

/// Reads what a side names. `lock` is the path of the lock file in its repository, for `git:REF`.
///
/// # Errors
/// A sentence that names the side.
pub(crate) fn side(text: &str, headers: &BTreeMap<String, String>, lock: &Path) -> Result<Side> {
    if let Some(revision) = text.strip_prefix("git:") {
        return Ok(Side::Lock(of_revision(revision, lock)?));
    }
    let path = Path::new(text);
    if path.is_file() {
        return of_file(path);
    }
    if text.starts_with("http://") || text.starts_with("https://") {
        return Ok(Side::Live(Target::Url {
            url: text.to_owned(),
            headers: headers.clone(),
        }));
    }
    let words = words(text).with_context(|| format!("{text:?} is no command"))?;
    let looks_like_a_file = words.len() == 1
        && [".json", ".mcpsnap", ".yaml", ".zip"]
            .iter()
            .any(|end| text.ends_with(end));
    if words.is_empty() || looks_like_a_file {
        bail!("there is no file {text:?}; a side is a lock file or snapshot, git:REF, a URL or a quoted command");
    }
    Ok(Side::Live(Target::Command {
        words,
        env: BTreeMap::new(),
        inherit_env: Vec::new(),
        cwd: None,
    }))
}

fn of_file(path: &Path) -> Result<Side> {
    let unreadable = || format!("{} can't be read", path.display());
    let mut file = BufReader::new(File::open(path).with_context(unreadable)?);
    let mut first = [0; 4];
    let n_read = file.read(&mut first).with_context(unreadable)?;
    let whole = first[..n_read].chain(file);
    if first == ZSTD || first == attachment::ZIP {
        let (name, snapshot) = open_snapshot(path)?;
        return Ok(Side::Recorded(Box::new((name, without_repeats(snapshot)))));
    }
    let mut text = String::new();
    let mut whole = whole;
    whole.read_to_string(&mut text).with_context(unreadable)?;
    Ok(Side::Lock(SourceFile {
        name: path.display().to_string(),
        text,
    }))
}

/// The lock file at a revision: `REF`, or `REF:path`.
fn of_revision(revision: &str, lock: &Path) -> Result<SourceFile> {
    let (commit, path) = match revision.split_once(':') {
        Some((commit, path)) => (commit, path.to_owned()),
        None => (
            revision,
            format!("./{}", lock.file_name().unwrap_or_default().to_string_lossy()),
        ),
    };
    if commit.is_empty() || commit.starts_with('-') {
        bail!("git:{revision} names no revision");
    }
    let folder = lock
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    let object = format!("{commit}:{path}");
    let done = Command::new("git")
        .arg("-C")
        .arg(folder)
        .args(["show", "--end-of-options", &object])
        .output()
        .context("git can't be started")?;
    if !done.status.success() {
        let why = String::from_utf8_lossy(&done.stderr);
        bail!("git has no {object}: {}", why.lines().next().unwrap_or_default().trim());
    }
    let text = String::from_utf8(done.stdout).with_context(|| format!("{object} is no text"))?;
    Ok(SourceFile { name: object, text })
}

/// The words of a command as a shell would split them: white space, single and double quotes, backslashes. Nothing is expanded.
///
/// # Errors
/// A quote that is not closed.
fn words(text: &str) -> Result<Vec<String>> {
    let mut out = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    let mut chars = text.chars();
    while let Some(c) = chars.next() {
        match (quote, c) {
            (Some(open), c) if c == open => quote = None,
            (None | Some('"'), '\\') => word.get_or_insert_default().extend(chars.next()),
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '\'' | '"') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, c) if c.is_whitespace() => out.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if quote.is_some() {
        bail!("a quote is not closed");
    }
    out.extend(word);
    Ok(out)
}

#[cfg(test)]
mod tests {
    #[test]
    fn commands_are_split_as_a_shell_does() {
        for (text, expected) in [
            ("npx -y pkg@1.2.0", vec!["npx", "-y", "pkg@1.2.0"]),
            (
                "  a  'b c' \"d \\\" e\" f\\ g '' ",
                vec!["a", "b c", "d \" e", "f g", ""],
            ),
            ("a'b'\"c\"", vec!["abc"]),
            ("$HOME `x` ; y", vec!["$HOME", "`x`", ";", "y"]),
            ("", vec![]),
        ] {
            assert_eq!(super::words(text).unwrap(), expected, "{text}");
        }
        assert!(super::words("a 'b").is_err());
    }
}
