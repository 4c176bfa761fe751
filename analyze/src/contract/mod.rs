//! What a server offers and how it behaved, read from snapshots. Reading never fails and never drops: what is odd becomes
//! an [`Anomaly`], and stays where it was.

mod annotations;
mod anomaly;
mod answer;
mod connection;
mod decode;
mod exchange;
mod frames;
mod http;
mod linked;
mod listing;
mod loopback;
mod message;
mod pages;
pub mod probe;
mod read;
mod repeats;
mod spelled;
mod surface;

use mcpward_schemas::snapshot::{Environment, Settings, Target};

pub use annotations::Annotations;
pub use anomaly::{Anomaly, AnomalyKind};
pub use answer::Answered;
pub use connection::{Connection, DRY_RUN, Malformed};
pub(crate) use decode::beginning;
pub use exchange::{Exchange, HEADER_MISMATCH};
pub(crate) use http::is_token;
pub use http::{Body, HttpRequest, HttpResponse, Part, Sent};
pub(crate) use linked::linked_pages;
pub use listing::{Item, ListKind, Listing, Page, Pass, PassEnd};
pub(crate) use loopback::is_loopback;
pub use message::{Message, MessageKind};
pub use read::read;
pub(crate) use read::read_beside;
pub use repeats::without_repeats;
pub use spelled::Spelled;
pub use surface::Surface;
pub(crate) use surface::is_discovery;

/// Everything that was seen of one server.
#[derive(Debug, Clone)]
pub struct Contract {
    /// One for each snapshot, in the order given.
    pub captures: Vec<Capture>,
    /// All connections of all snapshots.
    pub connections: Vec<Connection>,
    /// What was offered: one for each era, client and start, in the order of their connections.
    pub surfaces: Vec<Surface>,
    /// Whether the contract that was trusted is of the era without handshake: then that era is the one to compare.
    pub prefers_modern: bool,
}

/// One recording.
#[derive(Debug, Clone)]
pub struct Capture {
    /// Start, RFC 3339.
    pub started_at: String,
    /// The server, as it was reached.
    pub target: Target,
    /// How it was asked.
    pub settings: Settings,
    /// Where.
    pub environment: Environment,
    /// Whether the plan ran to its end.
    pub complete: bool,
    /// Why it did not.
    pub reason: Option<String>,
}

impl Contract {
    /// The surface that inventory, lock and drift use: the era of the contract that was trusted, else the newest version with
    /// handshake, else the one without; among equals the one that has lists, then the first.
    pub fn primary(&self) -> Option<&Surface> {
        let rank = |surface: &Surface| {
            let n_lists = surface.lists.iter().filter(|list| list.pass().is_some()).count();
            (
                surface.is_established(),
                surface.is_handshake() != self.prefers_modern,
                n_lists > 0,
                surface.version(),
            )
        };
        // The last maximum of the reversed order is the first in order.
        self.surfaces
            .iter()
            .rev()
            .max_by_key(|surface| rank(surface))
            .filter(|surface| surface.is_established())
    }

    /// The surface whose connection was asked everything: the primary one, else the first that was tried.
    pub fn main(&self) -> Option<&Surface> {
        self.primary().or_else(|| self.surfaces.first())
    }

    /// Whether the server agreed to speak in the eras with handshake, or in the one without.
    pub fn speaks(&self, with_handshake: bool) -> bool {
        let mut surfaces = self.surfaces.iter().filter(|surface| surface.is_established());
        surfaces.any(|surface| surface.is_handshake() == with_handshake)
    }

    /// Whether the server is reached over HTTP.
    pub fn is_over_http(&self) -> bool {
        let is_http = |target: &Target| matches!(target, Target::Http { .. });
        self.captures.iter().any(|capture| is_http(&capture.target))
    }

    /// The connection of a surface.
    pub fn connection(&self, surface: &Surface) -> &Connection {
        &self.connections[surface.connection]
    }
}
