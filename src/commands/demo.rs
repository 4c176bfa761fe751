//! `demo`: the whole story on a server built into the program. Needs nothing installed and no network.

use std::collections::BTreeMap;
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use super::analyze;
use crate::cli::{DemoArgs, Out, ReportArgs, ReportSpec};
use crate::config::{Mode, Request, Target, load};
use crate::exit::Exit;
use crate::output::{Terminal, print};
use crate::recording;
use crate::timing::Timing;
use mcpward_analyze::report::Format;

/// Captures and analyzes both releases: the first must come out clean, the second must not.
pub(crate) fn demo(args: &DemoArgs, terminal: &Terminal) -> Result<Exit> {
    if let Some(release) = args.serve {
        return crate::demo::serve(release);
    }
    let say = |text: &str| print(text.as_bytes());
    let folder = args.out.as_path();
    say(
        "mcpward demo: an orchard server ships two releases. It is built into this program; nothing is installed.\n\n",
    )?;
    say("## Release 1\n\n")?;
    let first = release(1, folder, terminal)?;
    say("\n## Release 2, a week later\n\n")?;
    let second = release(2, folder, terminal)?;
    if let Exit::Signal(_) = second {
        return Ok(second);
    }
    if (first, second) != (Exit::Passed, Exit::Failed) {
        bail!(
            "the demo did not go as it should: exit codes {} and {} instead of 0 and 1",
            first.code(),
            second.code()
        );
    }
    let folder = folder.display();
    say(&format!(
        "\nRelease 1 gave exit code 0, release 2 exit code 1: in CI, that is where the build stops.\n\
         \n\
         Everything is in {folder}:\n\
         \x20 release-1.mcpsnap, release-2.mcpsnap   all traffic; try `mcpward inspect {folder}/release-2.mcpsnap`\n\
         \x20 release-1.json, release-2.json         the reports; made again without the server:\n\
         \x20                                        `mcpward analyze {folder}/release-2.mcpsnap`\n\
         \n\
         Now your own server: `mcpward run -- COMMAND ARGS…`, or `mcpward init`.\n"
    ))?;
    Ok(Exit::Passed)
}

fn release(number: u8, folder: &Path, terminal: &Terminal) -> Result<Exit> {
    let program = std::env::current_exe().context("the program does not know its own path")?;
    let name = program
        .file_name()
        .and_then(|name| name.to_str())
        .context("the name of the program is not UTF-8")?;
    let cwd = program
        .parent()
        .and_then(Path::to_str)
        .context("the folder of the program is not UTF-8")?;
    // From its own folder, so that the same report comes out wherever the program lies.
    let words = vec![format!("./{name}"), "__demo-server".to_owned(), number.to_string()];
    let loaded = load(&Request {
        // The demo tells the same story in every folder, whatever configuration is there.
        file: Some(Path::new(crate::config::NONE)),
        target: Target::Command {
            words,
            env: BTreeMap::new(),
            inherit_env: Vec::new(),
            cwd: Some(cwd.to_owned()),
        },
        profile: None,
        protocol: Some("legacy"),
        matrix: false,
        clients: &[],
        mode: Mode::Live,
        environment: &BTreeMap::new(),
    })?;
    let snapshot = folder.join(format!("release-{number}.mcpsnap"));
    let (captured, _) = recording::record_to(&snapshot, &loaded, terminal)?;
    if let Some(signal) = captured.interrupted {
        return Ok(Exit::Signal(signal));
    }
    let specs = [
        ReportSpec {
            format: Format::Console,
            out: Out::Stdout,
        },
        ReportSpec {
            format: Format::Json,
            out: Out::File(folder.join(format!("release-{number}.json"))),
        },
    ];
    let args = ReportArgs::default();
    let opened = analyze::open(&snapshot)?;
    analyze::report(
        vec![opened].into(),
        loaded,
        (&args, false),
        &specs,
        terminal,
        &mut Timing::new(false),
    )
}
