//! The two views of one configuration.

use std::collections::BTreeMap;
use std::fs;

use mcpward_schemas::config::{Config, Server};

use super::{Loaded, Mode, Request, Target, load};

const TOKEN: &str = "t-0123456789";

fn loaded(yaml: &str, target: Target, mode: Mode, variables: &[(&str, &str)]) -> Loaded {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("mcpward.yaml");
    fs::write(&file, yaml).unwrap();
    let environment = variables
        .iter()
        .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
        .collect();
    let request = Request {
        file: Some(&file),
        target,
        profile: None,
        protocol: None,
        matrix: false,
        clients: &[],
        mode,
        environment: &environment,
    };
    load(&request).unwrap_or_else(|error| panic!("{error:#}"))
}

fn configured(yaml: &str, mode: Mode, variables: &[(&str, &str)]) -> Loaded {
    loaded(yaml, Target::Config { server: None }, mode, variables)
}

fn server(config: &Config) -> &Server {
    config.server.as_ref().unwrap()
}

const HTTP: &str = "\
server:
  transport: http
  url: https://host/mcp?tenant=${TENANT:-acme}
  headers: { Authorization: \"Bearer ${MCP_TOKEN}\", X-Port: \"${PORT}\", X-Note: \"port ${PORT}\" }
suites:
  - tool: fetch
    cases: [{ name: a, args: { token: \"t-0123456789\", port: \"8080\", text: \"at 8080\", price: \"$${PORT}\" } }]
";

#[test]
fn secrets_are_marks_in_the_masked_view_only() {
    let loaded = configured(HTTP, Mode::Live, &[("MCP_TOKEN", TOKEN), ("PORT", "8080")]);
    let (live, masked) = (server(&loaded.live), server(&loaded.masked));
    assert_eq!(live.headers["Authorization"], format!("Bearer {TOKEN}"));
    assert_eq!(masked.headers["Authorization"], "Bearer [redacted:MCP_TOKEN]");
    assert_eq!(
        (&*live.headers["X-Port"], &*masked.headers["X-Port"]),
        ("8080", "[redacted:PORT]")
    );
    assert_eq!(
        masked.headers["X-Note"], "port 8080",
        "a short secret counts only as a whole value"
    );
    assert_eq!(live.url.as_deref(), Some("https://host/mcp?tenant=acme"));
    let args = &loaded.masked.suites[0].cases[0].args;
    let arg = |name: &str| args[name].as_str().unwrap().to_owned();
    assert_eq!(
        arg("token"),
        "[redacted:MCP_TOKEN]",
        "a value is masked wherever it stands"
    );
    assert_eq!(
        (arg("port"), arg("text")),
        ("[redacted:PORT]".to_owned(), "at 8080".to_owned())
    );
    assert_eq!(arg("price"), "${PORT}", "$${{ stands for itself");
    assert_eq!(loaded.live.suites[0].cases[0].args["token"], TOKEN);
    let mut names = loaded
        .secrets
        .iter()
        .map(|secret| secret.name.as_str())
        .collect::<Vec<_>>();
    names.sort_unstable();
    assert_eq!(names, ["MCP_TOKEN", "PORT"]);
}

#[test]
fn the_masked_view_needs_no_environment() {
    let with = configured(HTTP, Mode::Live, &[("MCP_TOKEN", TOKEN), ("PORT", "8080")]);
    let without = configured(HTTP, Mode::Offline, &[]);
    let authorization = |loaded: &Loaded| server(&loaded.masked).headers["Authorization"].clone();
    assert_eq!(authorization(&without), authorization(&with));
    assert!(without.secrets.is_empty());
}

#[test]
fn listed_and_secret_like_variables_are_secrets_anywhere() {
    let yaml = "\
server: { transport: stdio, command: serve, args: [\"${API_KEY}\", \"${PLACE}\", \"${PLAIN}\"] }
secrets: [PLACE, GONE]
";
    let loaded = configured(
        yaml,
        Mode::Live,
        &[
            ("API_KEY", "k-0123456789"),
            ("PLACE", "harbor-77"),
            ("PLAIN", "plain-text-1"),
        ],
    );
    assert_eq!(
        server(&loaded.masked).args,
        ["[redacted:API_KEY]", "[redacted:PLACE]", "plain-text-1"]
    );
}

#[test]
fn the_command_line_stands_for_itself() {
    let target = Target::Command {
        words: ["serve", "${HOME}", "--token", TOKEN].map(str::to_owned).to_vec(),
        env: BTreeMap::from([("DB_PASSWORD".to_owned(), "p-0123456789".to_owned())]),
        inherit_env: vec!["GH_*".to_owned()],
        cwd: None,
    };
    let variables = [
        ("GH_TOKEN", "g-0123456789"),
        ("GH_HOST", "host.example"),
        ("NPM_TOKEN", "n-0123456789"),
    ];
    let loaded = loaded("profile: strict\n", target, Mode::Live, &variables);
    assert_eq!(server(&loaded.live).args, ["${HOME}", "--token", TOKEN]);
    assert_eq!(server(&loaded.masked).args, ["${HOME}", "--token", "[redacted:token]"]);
    let mut names = loaded
        .secrets
        .iter()
        .map(|secret| secret.name.as_str())
        .collect::<Vec<_>>();
    names.sort_unstable();
    assert_eq!(
        names,
        ["DB_PASSWORD", "GH_TOKEN", "token"],
        "inherited ones too, and no other variable"
    );
    assert!(loaded.folder.is_none(), "paths are relative to where one is");
}

#[test]
fn words_that_were_booleans_once_are_words() {
    // YAML 1.1 took `no` for false, and Norway got the argument false.
    let loaded = configured(
        "server: { transport: stdio, command: x }\nsuites: [{ tool: t, cases: [{ name: a, args: { land: no, on: y, not: false } }] }]\n",
        Mode::Live,
        &[],
    );
    let args = serde_json::to_value(&loaded.live.suites[0].cases[0].args).unwrap();
    assert_eq!(args, serde_json::json!({ "land": "no", "on": "y", "not": false }));
}
