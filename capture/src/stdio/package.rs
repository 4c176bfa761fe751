//! Which package a launcher such as `npx`, `uvx` or `docker` runs, read from its command line.

use std::path::Path;

use mcpward_schemas::snapshot::{Package, Registry, UNRESOLVED};

/// Options of `docker run` without a value; all others take the next word unless they hold `=`.
const DOCKER_FLAGS: &[&str] = &[
    "-d",
    "-i",
    "-t",
    "-it",
    "-ti",
    "-P",
    "-q",
    "--rm",
    "--init",
    "--interactive",
    "--tty",
    "--privileged",
    "--read-only",
    "--detach",
    "--quiet",
    "--no-healthcheck",
    "--publish-all",
];
/// Options of Node launchers that take the next word.
const NODE_OPTIONS: &[&str] = &[
    "-p",
    "--package",
    "-c",
    "--call",
    "--registry",
    "--cache",
    "--prefix",
    "-w",
    "--workspace",
    "--userconfig",
];
/// Options of Python launchers that take the next word.
const PYTHON_OPTIONS: &[&str] = &[
    "--from",
    "--spec",
    "--with",
    "-w",
    "--with-editable",
    "--with-requirements",
    "-p",
    "--python",
    "--index",
    "--default-index",
    "--index-url",
    "-i",
    "--extra-index-url",
    "-f",
    "--find-links",
    "--cache-dir",
    "--directory",
    "--project",
    "--env-file",
    "--exclude-newer",
    "--refresh-package",
    "--constraints",
    "-c",
    "--overrides",
    "--pip-args",
];

/// The package that this command line runs, where it is a known launcher.
pub(crate) fn package(command: &str, args: &[String]) -> Option<Package> {
    let name = Path::new(command).file_name()?.to_str()?.to_ascii_lowercase();
    let name = [".cmd", ".exe", ".bat", ".ps1"]
        .iter()
        .find_map(|end| name.strip_suffix(end))
        .unwrap_or(&name);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match (name, args.as_slice()) {
        ("cmd", [flag, rest @ ..]) if flag.eq_ignore_ascii_case("/c") => {
            let (command, args) = rest.split_first()?;
            let args: Vec<String> = args.iter().map(|&arg| arg.to_owned()).collect();
            package(command, &args)
        }
        ("npx" | "bunx" | "pnpx", rest) => npm(rest),
        ("npm", ["exec" | "x", rest @ ..]) | ("pnpm" | "yarn", ["dlx", rest @ ..]) | ("bun", ["x", rest @ ..]) => {
            npm(rest)
        }
        ("uvx", rest) | ("uv", ["tool", "run", rest @ ..]) | ("pipx", ["run", rest @ ..]) => pypi(rest),
        ("docker" | "podman" | "nerdctl", ["run", rest @ ..] | ["container", "run", rest @ ..]) => oci(rest),
        _ => None,
    }
}

fn npm(args: &[&str]) -> Option<Package> {
    let spec = value_of(args, &["-p", "--package"]).or_else(|| first_word(args, NODE_OPTIONS))?;
    let at = spec.get(1..)?.find('@').map(|at| at + 1);
    let version = at.map(|at| &spec[at + 1..]).filter(|version| is_exact(version));
    Some(found(Registry::Npm, spec, version))
}

fn pypi(args: &[&str]) -> Option<Package> {
    let spec = value_of(args, &["--from", "--spec"]).or_else(|| first_word(args, PYTHON_OPTIONS))?;
    let version = spec
        .split_once("==")
        .or_else(|| spec.split_once('@'))
        .map(|(_, version)| version.trim());
    Some(found(Registry::Pypi, spec, version.filter(|version| is_exact(version))))
}

fn oci(args: &[&str]) -> Option<Package> {
    let mut rest = args.iter();
    while let Some(&word) = rest.next() {
        if !word.starts_with('-') {
            // Only a digest names one image for ever.
            return Some(found(
                Registry::Oci,
                word,
                word.split_once('@').map(|(_, digest)| digest),
            ));
        }
        if !word.contains('=') && !DOCKER_FLAGS.contains(&word) {
            rest.next();
        }
    }
    None
}

fn found(registry: Registry, spec: &str, version: Option<&str>) -> Package {
    Package {
        registry,
        spec: spec.to_owned(),
        resolved: version.unwrap_or(UNRESOLVED).to_owned(),
    }
}

/// The value of an option, given as `--name value` or `--name=value`, before the first word that is no option's.
fn value_of<'a>(args: &[&'a str], names: &[&str]) -> Option<&'a str> {
    for (at, arg) in args.iter().enumerate() {
        if *arg == "--" {
            return None;
        }
        if names.contains(arg) {
            return args.get(at + 1).copied();
        }
        if let Some((name, value)) = arg.split_once('=')
            && names.contains(&name)
        {
            return Some(value);
        }
    }
    None
}

fn first_word<'a>(args: &[&'a str], with_value: &[&str]) -> Option<&'a str> {
    let mut rest = args.iter();
    while let Some(&word) = rest.next() {
        if word == "--" {
            return rest.next().copied();
        }
        if !word.starts_with('-') {
            return Some(word);
        }
        if with_value.contains(&word) {
            rest.next();
        }
    }
    None
}

/// Whether a version is one release and no range, tag or URL.
fn is_exact(version: &str) -> bool {
    let mut parts = version.splitn(3, '.');
    let is_number = |part: Option<&str>| {
        part.is_some_and(|part| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit()))
    };
    let plain = |part: &str| {
        part.bytes()
            .all(|byte| byte.is_ascii_alphanumeric() || b".-+!_".contains(&byte))
    };
    is_number(parts.next())
        && parts
            .next()
            .is_some_and(|part| part.starts_with(|c: char| c.is_ascii_digit()))
        && plain(version)
        && !version.ends_with(".x")
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::snapshot::Registry;

    use super::package;

    #[test]
    fn launchers_name_their_package() {
        for (line, expected) in [
            (
                "npx -y @scope/name@1.2.3 --port 1",
                Some((Registry::Npm, "@scope/name@1.2.3", "1.2.3")),
            ),
            ("npx name", Some((Registry::Npm, "name", "unresolved"))),
            ("npx -y name@latest", Some((Registry::Npm, "name@latest", "unresolved"))),
            ("npx -y name@^1.2.3", Some((Registry::Npm, "name@^1.2.3", "unresolved"))),
            (
                "npx --package=@a/b@2.0.0-rc.1 run",
                Some((Registry::Npm, "@a/b@2.0.0-rc.1", "2.0.0-rc.1")),
            ),
            (
                "/usr/bin/npx.cmd -p name@1.0.0 cmd",
                Some((Registry::Npm, "name@1.0.0", "1.0.0")),
            ),
            ("cmd /c npx -y name@1.0.0", Some((Registry::Npm, "name@1.0.0", "1.0.0"))),
            ("pnpm dlx name@1.0.0", Some((Registry::Npm, "name@1.0.0", "1.0.0"))),
            (
                "npm exec -y -- name@1.0.0",
                Some((Registry::Npm, "name@1.0.0", "1.0.0")),
            ),
            (
                "uvx mcp-server-time==2025.1.1 --x",
                Some((Registry::Pypi, "mcp-server-time==2025.1.1", "2025.1.1")),
            ),
            (
                "uvx --python 3.12 mcp-server-time@2025.1.1",
                Some((Registry::Pypi, "mcp-server-time@2025.1.1", "2025.1.1")),
            ),
            ("uvx --from a[x]==1.0 cmd", Some((Registry::Pypi, "a[x]==1.0", "1.0"))),
            ("uv tool run a", Some((Registry::Pypi, "a", "unresolved"))),
            ("pipx run --spec a==1.0 b", Some((Registry::Pypi, "a==1.0", "1.0"))),
            (
                "docker run -i --rm -e A=1 -v /a:/b ghcr.io/a/b:1.0 arg",
                Some((Registry::Oci, "ghcr.io/a/b:1.0", "unresolved")),
            ),
            (
                "docker run -i a/b@sha256:0123",
                Some((Registry::Oci, "a/b@sha256:0123", "sha256:0123")),
            ),
            ("docker ps", None),
            ("node server.js", None),
            ("npx", None),
            ("", None),
        ] {
            let mut words = line.split(' ').map(str::to_owned);
            let command = words.next().unwrap_or_default();
            let found = package(&command, &words.collect::<Vec<_>>());
            let found = found
                .as_ref()
                .map(|found| (found.registry, found.spec.as_str(), found.resolved.as_str()));
            assert_eq!(found, expected, "{line}");
        }
    }
}
