//! What a child process inherits: what launchers need, what the configuration names, and nothing else.
//!
//! A server under test is not trusted with the secrets of a CI job, nor with the files through which later steps of a
//! job are commanded (`GITHUB_ENV`, `GITHUB_PATH` …), so the list says what is let through, not what is held back.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;

/// Names that launchers, runtimes and their package managers need; `*` may end a name. Compared without case, as Windows does.
const NEEDED: &[&str] = &[
    // Where things are, and who runs.
    "PATH",
    "HOME",
    "USER",
    "LOGNAME",
    "SHELL",
    "TERM",
    "TMPDIR",
    "TEMP",
    "TMP",
    "TZ",
    "LANG",
    "LANGUAGE",
    "LC_*",
    "XDG_*",
    "LD_LIBRARY_PATH",
    "DYLD_LIBRARY_PATH",
    // Windows.
    "SystemRoot",
    "SystemDrive",
    "windir",
    "ComSpec",
    "PATHEXT",
    "APPDATA",
    "LOCALAPPDATA",
    "ProgramData",
    "ProgramFiles",
    "ProgramFiles(x86)",
    "ProgramW6432",
    "CommonProgramFiles",
    "CommonProgramFiles(x86)",
    "CommonProgramW6432",
    "USERPROFILE",
    "USERNAME",
    "USERDOMAIN",
    "HOMEDRIVE",
    "HOMEPATH",
    "PUBLIC",
    "ALLUSERSPROFILE",
    "OS",
    "PROCESSOR_ARCHITECTURE",
    "PROCESSOR_ARCHITEW6432",
    "NUMBER_OF_PROCESSORS",
    "DriverData",
    "PSModulePath",
    // The way to the network.
    "HTTP_PROXY",
    "HTTPS_PROXY",
    "ALL_PROXY",
    "NO_PROXY",
    "FTP_PROXY",
    "SSL_CERT_FILE",
    "SSL_CERT_DIR",
    "NODE_EXTRA_CA_CERTS",
    "REQUESTS_CA_BUNDLE",
    "CURL_CA_BUNDLE",
    // Package managers, version managers and runtimes.
    "npm_config_*",
    "COREPACK_*",
    "PNPM_HOME",
    "YARN_*",
    "BUN_INSTALL",
    "DENO_DIR",
    "DENO_INSTALL",
    "NVM_*",
    "VOLTA_HOME",
    "FNM_*",
    "N_PREFIX",
    "NODE_PATH",
    "UV_*",
    "PIP_*",
    "PIPX_*",
    "PYENV_*",
    "PYTHONPATH",
    "PYTHONHOME",
    "PYTHONIOENCODING",
    "PYTHONUTF8",
    "VIRTUAL_ENV",
    "CONDA_PREFIX",
    "CONDA_EXE",
    "ASDF_*",
    "MISE_*",
    "RBENV_ROOT",
    "GEM_HOME",
    "GEM_PATH",
    "CARGO_HOME",
    "RUSTUP_HOME",
    "GOPATH",
    "GOROOT",
    "GOCACHE",
    "JAVA_HOME",
    "DOTNET_ROOT",
    "DOTNET_CLI_HOME",
    "NIX_*",
    // Containers.
    "DOCKER_HOST",
    "DOCKER_CONTEXT",
    "DOCKER_CONFIG",
    "DOCKER_CERT_PATH",
    "DOCKER_TLS_VERIFY",
    "CONTAINER_HOST",
    // What we run in ourselves when we are tested.
    "COVERAGE_FILE",
    "LLVM_PROFILE_FILE",
];

/// Words that make a name secret though it begins like a needed one, e.g. `npm_config__authToken`, `UV_INDEX_X_PASSWORD`.
const SECRET: &[&str] = &[
    "token",
    "secret",
    "password",
    "passwd",
    "auth",
    "credential",
    "private",
    "apikey",
    "api_key",
    "access_key",
    "username",
];
/// Names above that hold such a word and no secret.
const NOT_SECRET: &[&str] = &["USERNAME"];

/// Our own credentials: never passed on by inheritance.
const OWN: &[&str] = &["MCPWARD_GITHUB_TOKEN", "GITHUB_TOKEN", "MCPWARD_GITLAB_TOKEN"];

/// A variable whose name is shorter says nothing when it is found in a text.
const NAMED_CHARS_MIN: usize = 4;

/// The environment of a child, and the names that it was not given.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct ChildEnvironment {
    pub(super) variables: BTreeMap<OsString, OsString>,
    pub(super) withheld: BTreeSet<String>,
}

impl ChildEnvironment {
    /// `ours` is our own environment, `inherit` names what is let through besides, `set` is what the configuration sets.
    pub(super) fn new(
        ours: impl Iterator<Item = (OsString, OsString)>,
        inherit: &[String],
        set: &BTreeMap<String, String>,
    ) -> Self {
        let mut environment = Self::default();
        for (name, value) in ours {
            let text = name.to_string_lossy().into_owned();
            if is_inherited(&text, inherit) {
                environment.variables.insert(name, value);
            } else if !set.contains_key(&text) {
                environment.withheld.insert(text);
            }
        }
        // Escape sequences help nobody in a recording. The convention of no-color.org; what the configuration says wins.
        environment.variables.insert("NO_COLOR".into(), "1".into());
        for (name, value) in set {
            environment.variables.insert(name.into(), value.into());
        }
        environment
    }

    /// Which of the withheld variables a text names as words of their own.
    pub(crate) fn withheld_in(&self, text: &str) -> Vec<String> {
        let words: BTreeSet<&str> = text.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
        let named = self
            .withheld
            .iter()
            .filter(|name| name.len() >= NAMED_CHARS_MIN && words.contains(name.as_str()));
        named.cloned().collect()
    }
}

fn is_inherited(name: &str, inherit: &[String]) -> bool {
    if OWN.iter().any(|own| own.eq_ignore_ascii_case(name)) {
        return false;
    }
    if inherit.iter().any(|pattern| fits(name, pattern)) {
        return true;
    }
    let lower = name.to_ascii_lowercase();
    let is_secret = SECRET.iter().any(|word| lower.contains(word)) && !NOT_SECRET.iter().any(|known| fits(name, known));
    !is_secret && NEEDED.iter().any(|pattern| fits(name, pattern))
}

fn fits(name: &str, pattern: &str) -> bool {
    match pattern.strip_suffix('*') {
        Some(start) => name
            .get(..start.len())
            .is_some_and(|begin| begin.eq_ignore_ascii_case(start)),
        None => name.eq_ignore_ascii_case(pattern),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;
    use std::ffi::OsString;

    use super::ChildEnvironment;

    fn environment(ours: &[&str], inherit: &[&str], set: &[&str]) -> ChildEnvironment {
        let inherit: Vec<String> = inherit.iter().map(|&name| name.to_owned()).collect();
        let set: BTreeMap<String, String> = set.iter().map(|&name| (name.to_owned(), "set".to_owned())).collect();
        ChildEnvironment::new(
            ours.iter().map(|name| (OsString::from(name), OsString::from("ours"))),
            &inherit,
            &set,
        )
    }

    fn passed(environment: &ChildEnvironment) -> Vec<&str> {
        environment
            .variables
            .keys()
            .map(|name| name.to_str().unwrap())
            .filter(|&name| name != "NO_COLOR")
            .collect()
    }

    #[test]
    fn launchers_get_what_they_need_and_no_secret() {
        let ours = [
            "PATH",
            "HOME",
            "LC_ALL",
            "https_proxy",
            "npm_config_registry",
            "npm_config__authToken",
            "UV_INDEX_X_PASSWORD",
            "UV_CACHE_DIR",
            "AWS_SECRET_ACCESS_KEY",
            "GITHUB_ENV",
            "GITHUB_PATH",
            "GITHUB_TOKEN",
            "ACTIONS_RUNTIME_TOKEN",
            "USERNAME",
            "FOO",
        ];
        let environment = environment(&ours, &[], &[]);
        assert_eq!(
            passed(&environment),
            [
                "HOME",
                "LC_ALL",
                "PATH",
                "USERNAME",
                "UV_CACHE_DIR",
                "https_proxy",
                "npm_config_registry"
            ]
        );
        assert_eq!(environment.withheld.len(), ours.len() - 7);
    }

    #[test]
    fn the_configuration_widens_by_name_but_not_by_our_own_tokens() {
        let ours = [
            "AWS_REGION",
            "AWS_SECRET_ACCESS_KEY",
            "GITHUB_TOKEN",
            "MCPWARD_GITHUB_TOKEN",
            "OTHER",
        ];
        assert_eq!(
            passed(&environment(&ours, &["AWS_*"], &[])),
            ["AWS_REGION", "AWS_SECRET_ACCESS_KEY"]
        );
        assert_eq!(
            passed(&environment(&ours, &["*"], &[])),
            ["AWS_REGION", "AWS_SECRET_ACCESS_KEY", "OTHER"]
        );
        let set = environment(&ours, &[], &["GITHUB_TOKEN"]);
        assert_eq!(
            set.variables.get(&OsString::from("GITHUB_TOKEN")),
            Some(&OsString::from("set"))
        );
    }

    #[test]
    fn variables_are_found_in_a_text_as_words() {
        let environment = environment(&["BRAVE_API_KEY", "API_KEY", "A", "PATH"], &[], &["SET"]);
        assert_eq!(
            environment.withheld_in("error: BRAVE_API_KEY is required, A too"),
            ["BRAVE_API_KEY"]
        );
        assert_eq!(environment.withheld_in("MY_API_KEY and PATH"), Vec::<String>::new());
    }
}
