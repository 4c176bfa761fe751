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
/// A tool without its required arguments; the name of the tool follows, as in all probes below.
pub const MISSING_REQUIRED: &str = "missing-required";
/// A tool with an argument of the wrong type.
pub const WRONG_TYPE: &str = "wrong-type";
/// A tool with arguments that are no object.
pub const MALFORMED_REQUEST: &str = "malformed-request";
/// A call whose result shows the shape; the number of the sample and the tool follow.
pub const SAMPLE: &str = "sample";
/// A call whose time does not count; its number and the tool follow.
pub const WARMUP: &str = "warmup";
/// A call whose time counts; its number and the tool follow.
pub const LATENCY: &str = "latency";
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
