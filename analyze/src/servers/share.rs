//! Which snapshot is whose.

use mcpward_schemas::config::Config;
use mcpward_schemas::report::Finding;
use mcpward_schemas::snapshot::Snapshot;

/// What a snapshot file is called; the rest of the name is that of its server.
const EXTENSION: &str = ".mcpsnap";

/// The snapshots of one of several servers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Share {
    /// The name that findings use.
    pub(crate) name: String,
    /// Its snapshots, counted among all.
    pub(crate) snapshots: Vec<u32>,
}

impl Share {
    /// Makes a finding of this server one of the run: it names the server, and counts frames among all snapshots.
    pub(crate) fn claim(&self, finding: &mut Finding) {
        finding.server = Some(self.name.clone());
        for frame in &mut finding.evidence {
            frame.snapshot = self
                .snapshots
                .get(frame.snapshot as usize)
                .copied()
                .unwrap_or(frame.snapshot);
        }
    }
}

/// The names of the servers that these snapshots are of, where there are several or the configuration names the one.
pub fn names(snapshots: &[(String, Snapshot)], config: &Config) -> Vec<String> {
    shares(snapshots, config).into_iter().map(|share| share.name).collect()
}

/// The snapshots by server, in the order given; empty where all are of one server that the configuration gives no name.
///
/// A file that is called as a server of the configuration is of that server. Others are of one server where they were
/// recorded from the same target: two captures of one server on two days are one contract, as they always were.
pub(crate) fn shares(snapshots: &[(String, Snapshot)], config: &Config) -> Vec<Share> {
    let mut shares: Vec<(Share, bool)> = Vec::new();
    for (idx, (file, snapshot)) in (0..).zip(snapshots) {
        let stem = stem(file);
        let is_named = config.servers.contains_key(stem);
        let known = shares.iter().position(|(share, other_is_named)| {
            let other = share.snapshots.first().and_then(|&other| snapshots.get(other as usize));
            match (is_named, other_is_named) {
                (true, true) => share.name == stem,
                (false, false) => other.is_some_and(|(_, other)| other.header.target == snapshot.header.target),
                _ => false,
            }
        });
        match known {
            Some(at) => shares[at].0.snapshots.push(idx),
            None => {
                let name = free_name(stem, &shares);
                let snapshots = vec![idx];
                shares.push((Share { name, snapshots }, is_named));
            }
        }
    }
    let is_one_of_several = config.servers.len() > 1 && shares.iter().any(|(_, is_named)| *is_named);
    if shares.len() < 2 && !is_one_of_several {
        return Vec::new();
    }
    shares.into_iter().map(|(share, _)| share).collect()
}

fn stem(file: &str) -> &str {
    let stem = file.strip_suffix(".zip").unwrap_or(file);
    let stem = stem.strip_suffix(EXTENSION).unwrap_or(stem);
    if stem.is_empty() { file } else { stem }
}

/// The name, with a number where another share has it.
fn free_name(stem: &str, shares: &[(Share, bool)]) -> String {
    let is_free = |name: &str| shares.iter().all(|(share, _)| share.name != name);
    let mut name = stem.to_owned();
    let mut n = 1;
    while !is_free(&name) {
        n += 1;
        name = format!("{stem}-{n}");
    }
    name
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::config::Config;
    use mcpward_schemas::snapshot::Snapshot;

    use super::shares;

    fn snapshot(command: &str) -> Snapshot {
        let header = serde_json::json!({
            "version": "1.0", "mcpward": "0.0.0", "started_at": "2026-01-01T00:00:00Z",
            "target": { "transport": "stdio", "command": command, "args": [], "env": [] },
            "settings": {
                "protocol": "auto", "client": { "name": "mcpward", "version": "0.0.0" }, "capabilities": {},
                "timeouts": { "connect_ms": 1, "call_ms": 1, "run_ms": 1 }, "limits": {},
            },
            "environment": { "os": "none", "arch": "none", "ci": false },
        });
        let footer = serde_json::json!({ "frames": 0, "events": 0, "bytes": 0, "complete": true, "sha256": "" });
        Snapshot {
            header: serde_json::from_value(header).unwrap(),
            records: Vec::new(),
            footer: serde_json::from_value(footer).unwrap(),
        }
    }

    #[test]
    fn files_and_targets_tell_servers_apart() {
        let config: Config = serde_json::from_value(serde_json::json!({
            "servers": {
                "files": { "transport": "stdio", "command": "a" },
                "mail": { "transport": "stdio", "command": "b" },
            }
        }))
        .unwrap();
        let none = Config::default();
        type Files = &'static [(&'static str, &'static str)];
        type Shares = &'static [(&'static str, &'static [u32])];
        let table: &[(&Config, Files, Shares)] = &[
            (&none, &[("a.mcpsnap", "a")], &[]),
            (&none, &[("monday.mcpsnap", "a"), ("tuesday.mcpsnap", "a")], &[]),
            (
                &none,
                &[("a.mcpsnap", "a"), ("b.mcpsnap", "b")],
                &[("a", &[0]), ("b", &[1])],
            ),
            (
                &none,
                &[("x.mcpsnap", "a"), ("x.mcpsnap", "b")],
                &[("x", &[0]), ("x-2", &[1])],
            ),
            (&config, &[("files.mcpsnap", "a")], &[("files", &[0])]),
            (&config, &[("last.mcpsnap", "a")], &[]),
            // Two tenants of one program are two servers, since the configuration says so.
            (
                &config,
                &[("files.mcpsnap", "a"), ("mail.mcpsnap", "a")],
                &[("files", &[0]), ("mail", &[1])],
            ),
        ];
        for (config, files, expected) in table {
            let snapshots: Vec<_> = files
                .iter()
                .map(|(file, command)| ((*file).to_owned(), snapshot(command)))
                .collect();
            let found: Vec<_> = shares(&snapshots, config)
                .into_iter()
                .map(|share| (share.name, share.snapshots))
                .collect();
            let expected: Vec<_> = expected
                .iter()
                .map(|(name, ids)| ((*name).to_owned(), ids.to_vec()))
                .collect();
            assert_eq!(found, expected, "{files:?}");
        }
    }
}
