//! Which reports are wanted, and where they go.

use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::Args;
use mcpward_analyze::report::Format;

/// Options about reports.
#[derive(Debug, Clone, Default, Args)]
#[command(next_help_heading = "Output")]
pub(crate) struct ReportArgs {
    /// A report, and the file for it (stdout without one); may be given many times
    #[arg(long = "report", value_name = "FORMAT[=FILE]")]
    pub(crate) reports: Vec<String>,
    /// One report, together with --out
    #[arg(short, long, value_name = "FORMAT", conflicts_with = "json")]
    pub(crate) reporter: Option<String>,
    /// File for the report of --reporter or --json
    #[arg(short, long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Short for `--reporter json`
    #[arg(long)]
    pub(crate) json: bool,
    /// Time that the report is made for, such as 2026-12-01; the start of the newest snapshot by default
    #[arg(long, value_name = "TIME", value_parser = as_of)]
    pub(crate) as_of: Option<String>,
    /// Post the report as a comment on the GitHub pull request of this run, or update the one that is there; needs GITHUB_TOKEN
    #[arg(long)]
    pub(crate) pr_comment: bool,
    /// The same on the GitLab merge request; needs MCPWARD_GITLAB_TOKEN
    #[arg(long)]
    pub(crate) mr_comment: bool,
    /// Tells the comments and code-scanning results of several jobs apart; GITHUB_JOB or CI_JOB_NAME by default
    #[arg(long, value_name = "KEY")]
    pub(crate) comment_key: Option<String>,
}

fn as_of(text: &str) -> Result<String, String> {
    crate::clock::point(text).ok_or_else(|| "a time is written 2026-12-01 or 2026-12-01T08:00:00Z".to_owned())
}

/// Where a report goes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Out {
    Stdout,
    File(PathBuf),
}

/// One report.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct ReportSpec {
    pub(crate) format: Format,
    pub(crate) out: Out,
}

impl ReportArgs {
    /// What tells the comments of several jobs apart.
    pub(crate) fn key(&self) -> String {
        self.comment_key
            .clone()
            .or_else(|| std::env::var("GITHUB_JOB").ok())
            .or_else(|| std::env::var("CI_JOB_NAME").ok())
            .unwrap_or_default()
    }

    /// The reports wanted. Where none goes to stdout, the console report does; with `quiet` only where there is no other.
    ///
    /// # Errors
    /// A sentence, where a format is unknown or two reports want the same place.
    pub(crate) fn specs(&self, quiet: bool) -> Result<Vec<ReportSpec>> {
        let mut specs = Vec::new();
        for report in &self.reports {
            let (name, out) = match report.split_once('=') {
                Some((_, "" | "-")) | None => (report.split('=').next().unwrap_or_default(), Out::Stdout),
                Some((name, file)) => (name, Out::File(PathBuf::from(file))),
            };
            specs.push(ReportSpec {
                format: name.parse::<Format>()?,
                out,
            });
        }
        let single = if self.json {
            Some("json")
        } else {
            self.reporter.as_deref()
        };
        if single.is_some() || self.out.is_some() {
            let out = match &self.out {
                Some(file) if file.as_os_str() != "-" => Out::File(file.clone()),
                _ => Out::Stdout,
            };
            specs.push(ReportSpec {
                format: single.unwrap_or("console").parse::<Format>()?,
                out,
            });
        }
        if (!quiet || specs.is_empty()) && specs.iter().all(|spec| spec.out != Out::Stdout) {
            specs.insert(
                0,
                ReportSpec {
                    format: Format::Console,
                    out: Out::Stdout,
                },
            );
        }
        for (at, spec) in specs.iter().enumerate() {
            if specs[..at].iter().any(|other| other.out == spec.out) {
                match &spec.out {
                    Out::Stdout => {
                        bail!("two reports for stdout; give one of them a file: `--report json=report.json`")
                    }
                    Out::File(file) => bail!("two reports for {}; give each a file of its own", file.display()),
                }
            }
        }
        Ok(specs)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn specs(args: &ReportArgs) -> Vec<(Format, Option<&'static str>)> {
        let found = args.specs(false).unwrap();
        let file = |out: Out| match out {
            Out::Stdout => None,
            Out::File(path) => Some(&*path.display().to_string().leak()),
        };
        found.into_iter().map(|spec| (spec.format, file(spec.out))).collect()
    }

    fn reports(given: &[&str]) -> ReportArgs {
        ReportArgs {
            reports: given.iter().map(|text| (*text).to_owned()).collect(),
            ..ReportArgs::default()
        }
    }

    #[test]
    fn stdout_gets_one_report() {
        assert_eq!(specs(&ReportArgs::default()), [(Format::Console, None)]);
        assert_eq!(
            specs(&ReportArgs {
                json: true,
                ..ReportArgs::default()
            }),
            [(Format::Json, None)]
        );
        assert_eq!(
            specs(&reports(&["json=a"])),
            [(Format::Console, None), (Format::Json, Some("a"))]
        );
        assert_eq!(
            specs(&reports(&["json", "console=b=c"])),
            [(Format::Json, None), (Format::Console, Some("b=c"))]
        );
        assert!(reports(&["json", "console"]).specs(false).is_err());
        assert!(reports(&["json=a", "console=a"]).specs(true).is_err());
        assert_eq!(reports(&["json=a"]).specs(true).unwrap().len(), 1);
    }
}
