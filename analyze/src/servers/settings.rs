//! The settings that one of several servers is captured with and judged by.

use mcpward_schemas::config::Config;

/// The configuration as if the server were the only one: its suites and those of all, and its own lock file.
pub fn settings_of(config: &Config, server: &str) -> Config {
    let mut own = config.clone();
    own.server = own.servers.remove(server).or(own.server);
    own.servers.clear();
    own.suites
        .retain(|suite| suite.server.as_deref().is_none_or(|name| name == server));
    if let Some(drift) = &mut own.checks.drift {
        drift.baseline = lock_name(&drift.baseline, server);
    }
    own
}

/// The lock file of one of several servers: `mcpward.lock.json` becomes `mcpward.files.lock.json`.
pub fn lock_name(baseline: &str, server: &str) -> String {
    let file_at = baseline.rfind(['/', '\\']).map_or(0, |at| at + 1);
    let (folder, file) = baseline.split_at(file_at);
    let end = file
        .strip_suffix(".lock.json")
        .map(str::len)
        .or_else(|| file.rfind('.'));
    let (stem, extension) = file.split_at(end.unwrap_or(file.len()));
    format!("{folder}{stem}.{server}{extension}")
}

#[cfg(test)]
mod tests {
    use super::{lock_name, settings_of};

    #[test]
    fn each_server_has_a_lock_file() {
        let table = [
            ("mcpward.lock.json", "mcpward.files.lock.json"),
            ("a.b/pins.json", "a.b/pins.files.json"),
            ("a.b/pins", "a.b/pins.files"),
        ];
        for (baseline, expected) in table {
            assert_eq!(lock_name(baseline, "files"), expected);
        }
    }

    #[test]
    fn settings_of_others_are_left_out() {
        let config = serde_json::from_value(serde_json::json!({
            "servers": { "a": { "transport": "stdio", "command": "a" }, "b": { "transport": "stdio", "command": "b" } },
            "suites": [
                { "tool": "all", "cases": [] },
                { "server": "a", "tool": "one", "cases": [] },
                { "server": "b", "tool": "two", "cases": [] },
            ],
            "checks": { "drift": {} },
        }))
        .unwrap();
        let own = settings_of(&config, "a");
        assert_eq!(own.server.and_then(|server| server.command).as_deref(), Some("a"));
        assert!(own.servers.is_empty());
        let tools: Vec<_> = own.suites.iter().filter_map(|suite| suite.tool.as_deref()).collect();
        assert_eq!(tools, ["all", "one"]);
        assert_eq!(own.checks.drift.unwrap().baseline, "./mcpward.a.lock.json");
    }
}
