//! Names of probes: the planner gives them, the reader of the contract finds exchanges by them.

use super::listing::ListKind;

/// `initialize` on a connection of the handshake era.
pub const INITIALIZE: &str = "initialize";
/// The notification that ends the handshake.
pub const INITIALIZED: &str = "initialized";
/// The first ping.
pub const PING: &str = "ping";
/// `tools/call` with a name that the server does not have.
pub const UNKNOWN_TOOL: &str = "unknown-tool";
/// The connection that all lists come from.
pub const MAIN: &str = "main";

/// The probe of one page of one listing, both counted from 1: `tools-list/1/2`.
pub fn page(kind: ListKind, pass: u32, page: u32) -> String {
    format!("{}/{pass}/{page}", kind.probe())
}

/// What a probe of [`page`] asked for: the kind, the listing and the page.
pub fn parse_page(probe: &str) -> Option<(ListKind, u32, u32)> {
    let mut parts = probe.split('/');
    let kind = parts.next()?;
    let kind = ListKind::ALL.into_iter().find(|known| known.probe() == kind)?;
    let (pass, page) = (parts.next()?.parse().ok()?, parts.next()?.parse().ok()?);
    parts.next().is_none().then_some((kind, pass, page))
}

#[cfg(test)]
mod tests {
    use super::{ListKind, page, parse_page};

    #[test]
    fn pages_are_named_and_read_back() {
        for kind in ListKind::ALL {
            assert_eq!(parse_page(&page(kind, 2, 17)), Some((kind, 2, 17)));
        }
        for other in [
            "ping",
            "tools-list",
            "tools-list/1",
            "tools-list/1/x",
            "tools-list/1/2/3",
            "nope/1/1",
        ] {
            assert_eq!(parse_page(other), None, "{other}");
        }
    }
}
