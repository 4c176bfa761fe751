//! `share` and `redact`: a snapshot without what is nobody else's business, and proof that it is.
//!
//! ```text
//! wrote      server.mcpsnap.zip, 4.2 kB
//! target     stdio: npx -y @scope/server@1.2.0 /home/[redacted:user#1]/notes
//! traffic    9 messages out, 8 in, 1 line of stderr; 24 events; 41.2 kB
//! masked     2 e-mail addresses in 5 places, 1 name of a user in 3 places
//! kept       names of hosts (--hosts masks them), and everything else that the server said
//! look       mcpward inspect --frames server.mcpsnap.zip
//! ```

use std::io::Read as _;
use std::path::Path;

use anyhow::{Context as _, Result, anyhow};
use mcpward_capture::{MaskedKind, Redacted, Remains, Secret, Sharing, SharingError, redact};
use mcpward_schemas::snapshot::{self, ReadLimits, SnapshotError};

use super::inspect::{counted, size, target, traffic};
use crate::attachment;
use crate::cli::{MaskArgs, RedactArgs, ShareArgs};
use crate::exit::Exit;
use crate::output::{print, visible, write_file};

/// Writes the zip file.
pub(crate) fn share(args: &ShareArgs) -> Result<Exit> {
    let redacted = masked(&args.file, &args.mask)?;
    let stem = args.file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    // Shared again, a file keeps its name.
    let stem = stem.strip_suffix(".mcpsnap").unwrap_or(&stem);
    let out = args
        .out
        .clone()
        .unwrap_or_else(|| args.file.with_file_name(format!("{stem}.mcpsnap.zip")));
    let zip = attachment::pack(&format!("{stem}.mcpsnap"), &redacted.bytes)?;
    write_file(&out, &zip)?;
    tell(&out, zip.len(), &redacted, &args.mask)
}

/// Writes another snapshot.
pub(crate) fn redact_file(args: &RedactArgs) -> Result<Exit> {
    let redacted = masked(&args.file, &args.mask)?;
    write_file(&args.out, &redacted.bytes)?;
    tell(&args.out, redacted.bytes.len(), &redacted, &args.mask)
}

fn masked(path: &Path, args: &MaskArgs) -> Result<Redacted> {
    let name = path.display();
    let mut bytes = Vec::new();
    super::analyze::file(path)?
        .read_to_end(&mut bytes)
        .with_context(|| format!("{name} can't be read"))?;
    let secrets = args
        .secrets
        .iter()
        .map(|variable| secret(variable))
        .collect::<Result<_>>()?;
    let sharing = Sharing {
        secrets,
        hosts: args.hosts,
        blank: args.blank,
        good_part: args.good_part,
    };
    redact(&bytes, &sharing).map_err(|error| match error {
        SharingError::Snapshot(error @ (SnapshotError::CutOff { .. } | SnapshotError::Damaged { .. })) => {
            anyhow!("{name}: nothing was written: {error}; --good-part takes them")
        }
        SharingError::Snapshot(error) => anyhow!(error).context(format!("{name}: nothing was written")),
        SharingError::Remains(remains) => anyhow!("{}", refusal(&path.display().to_string(), &remains)),
    })
}

fn secret(variable: &str) -> Result<Secret> {
    let value = std::env::var(variable).ok().filter(|value| !value.is_empty());
    let value =
        value.with_context(|| format!("the variable {variable} is not set, so its value can't be looked for"))?;
    Ok(Secret {
        name: variable.to_owned(),
        value,
    })
}

/// Where something was found, never what.
fn refusal(name: &str, remains: &[Remains]) -> String {
    let places: Vec<String> = remains
        .iter()
        .map(|remains| {
            let place = match (remains.seq, remains.line) {
                (Some(seq), _) => format!("frame or event {seq}"),
                (None, 1) => "the header".to_owned(),
                (None, _) => "the footer".to_owned(),
            };
            let how = if remains.how.is_empty() {
                String::new()
            } else {
                format!(" {}", remains.how)
            };
            format!("{} in {place}{how}", remains.what)
        })
        .collect();
    format!(
        "{name}: nothing was written, since something that looks like a secret would remain: {}; --blank masks the whole texts that hold it",
        places.join(", ")
    )
}

fn tell(out: &Path, n_bytes: usize, redacted: &Redacted, args: &MaskArgs) -> Result<Exit> {
    let reading = snapshot::read(redacted.bytes.as_slice(), &ReadLimits::default())?;
    let masked: Vec<String> = redacted
        .masked
        .iter()
        .map(|(kind, masked)| spelled(kind, *masked))
        .collect();
    let nothing = "nothing that was not masked already".to_owned();
    let hosts = if args.hosts {
        ""
    } else {
        "names of hosts (--hosts masks them), and "
    };
    let name = out.display().to_string();
    let rows = [
        ("wrote", format!("{name}, {}", size(n_bytes))),
        ("target", target(&reading.header.target)),
        ("traffic", traffic(&reading)),
        ("masked", if masked.is_empty() { nothing } else { masked.join(", ") }),
        ("kept", format!("{hosts}everything else that was said")),
        ("look", format!("mcpward inspect --frames {name}")),
    ];
    let text: String = rows
        .iter()
        .map(|(key, value)| format!("{key:<10} {}\n", visible(value)))
        .collect();
    match print(text.as_bytes()) {
        Err(error) if crate::output::is_broken_pipe(&error) => {}
        printed => printed?,
    }
    Ok(Exit::Passed)
}

fn spelled(kind: &str, masked: MaskedKind) -> String {
    let n = usize::try_from(masked.n_values).unwrap_or(usize::MAX);
    let what = match (kind, n) {
        ("email", 1) => "1 e-mail address".to_owned(),
        ("email", _) => format!("{n} e-mail addresses"),
        ("user", 1) => "1 name of a user".to_owned(),
        ("user", _) => format!("{n} names of users"),
        ("host", 1) => "1 name of a host".to_owned(),
        ("host", _) => format!("{n} names of hosts"),
        ("blanked", _) => "whole texts".to_owned(),
        ("named-secret", 1) => "1 secret by its name".to_owned(),
        ("named-secret", _) => format!("{n} secrets by their names"),
        (kind, 1) => format!("1 {kind}"),
        (kind, _) => format!("{n} of {kind}"),
    };
    let n_places = usize::try_from(masked.n_places).unwrap_or(usize::MAX);
    format!("{what} in {}", counted(n_places, "place"))
}
