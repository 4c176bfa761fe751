//! What differs between platforms: signals, and the permissions of new files. The one file that knows.

use std::fs::{self, Permissions};
use std::io;
use std::path::Path;
use std::thread;

use mcpward_capture::{Signal, Stop};
use tokio::runtime::{Builder, Runtime};

/// Triggers `stop` on the first Ctrl-C or SIGTERM. From here on they do not end the process by themselves.
pub(crate) fn watch_signals(stop: &Stop) -> io::Result<()> {
    let runtime = Builder::new_current_thread().enable_io().build()?;
    let wait = listen(&runtime)?;
    let stop = stop.clone();
    thread::Builder::new().name("signals".to_owned()).spawn(move || {
        if let Some(signal) = runtime.block_on(wait) {
            stop.trigger(signal);
        }
    })?;
    Ok(())
}

/// Installs the handlers at once, before a child may exist; the future resolves on the first signal.
#[cfg(unix)]
fn listen(runtime: &Runtime) -> io::Result<impl Future<Output = Option<Signal>> + Send + use<>> {
    use tokio::signal::unix::{SignalKind, signal};
    let _inside = runtime.enter();
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            Some(()) = interrupt.recv() => Some(Signal::Interrupt),
            Some(()) = terminate.recv() => Some(Signal::Terminate),
            else => None,
        }
    })
}

/// Installs the handlers at once, before a child may exist; the future resolves on the first signal.
#[cfg(windows)]
fn listen(runtime: &Runtime) -> io::Result<impl Future<Output = Option<Signal>> + Send + use<>> {
    use tokio::signal::windows::{ctrl_break, ctrl_c, ctrl_close};
    let _inside = runtime.enter();
    let mut interrupt = ctrl_c()?;
    let mut interrupt_of_group = ctrl_break()?;
    let mut close = ctrl_close()?;
    Ok(async move {
        tokio::select! {
            Some(()) = interrupt.recv() => Some(Signal::Interrupt),
            Some(()) = interrupt_of_group.recv() => Some(Signal::Interrupt),
            Some(()) = close.recv() => Some(Signal::Terminate),
            else => None,
        }
    })
}

/// Permissions of a file that takes the place of `path`: those it has, or those of any new file.
#[cfg(unix)]
pub(crate) fn permissions(path: &Path) -> Option<Permissions> {
    use std::os::unix::fs::PermissionsExt as _;
    let new_file = || Permissions::from_mode(0o666);
    Some(fs::metadata(path).map_or_else(|_| new_file(), |data| data.permissions()))
}

/// Permissions of a file that takes the place of `path`: those it has, or those of any new file.
#[cfg(not(unix))]
pub(crate) fn permissions(path: &Path) -> Option<Permissions> {
    fs::metadata(path).ok().map(|data| data.permissions())
}
