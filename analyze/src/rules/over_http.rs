//! What rules about HTTP look at: the requests that any client would send, and what came back for them.

use crate::contract::{Connection, HttpRequest, HttpResponse, Surface};
use mcpward_schemas::snapshot::Target;

use super::Context;

/// One request over Streamable HTTP.
#[derive(Clone, Copy)]
pub(super) struct Asked<'a> {
    /// What the server agreed to on it, where it did.
    pub(super) surface: Option<&'a Surface>,
    /// The request.
    pub(super) request: &'a HttpRequest,
}

impl<'a> Asked<'a> {
    /// Whether it is a request of 2025-11-25, the only version that says how a stream begins, and how one that ends early does.
    pub(super) fn is_of_2025_11_25(self) -> bool {
        let serves = |surface: &Surface| surface.is_handshake() && surface.version() == "2025-11-25";
        self.request.is_request() && self.surface.is_some_and(serves)
    }

    /// What came back, with the request.
    fn with_response(self) -> Option<(Self, &'a HttpResponse)> {
        Some((self, self.request.response.as_ref()?))
    }
}

/// All requests over Streamable HTTP, in order; throw-away connections are left out, and so is the older transport, whose
/// answers all come on one stream.
pub(super) fn requests<'a>(cx: &Context<'a>) -> impl Iterator<Item = Asked<'a>> {
    let contract = cx.contract;
    let connections = contract.connections.iter().enumerate();
    let connections = connections.filter(|(_, connection)| is_a_clients(connection));
    connections.flat_map(|(idx, connection)| {
        let surface = contract.surfaces.iter().find(|surface| surface.connection == idx);
        let surface = surface.filter(|surface| surface.is_established());
        connection
            .http_requests
            .iter()
            .map(move |request| Asked { surface, request })
    })
}

/// The requests of each session, in order.
pub(super) fn sessions<'a>(cx: &Context<'a>) -> impl Iterator<Item = &'a [HttpRequest]> {
    connections(cx).map(|connection| connection.http_requests.as_slice())
}

/// The connections that any client would make.
pub(super) fn connections<'a>(cx: &Context<'a>) -> impl Iterator<Item = &'a Connection> {
    let connections = cx.contract.connections.iter();
    connections.filter(|connection| is_a_clients(connection))
}

/// Whether any client would make it.
fn is_a_clients(connection: &Connection) -> bool {
    connection.http && !connection.is_throw_away() && !is_older(connection)
}

/// The requests that were answered.
pub(super) fn responses<'a>(cx: &Context<'a>) -> impl Iterator<Item = (Asked<'a>, &'a HttpResponse)> {
    requests(cx).filter_map(Asked::with_response)
}

/// Whether it is HTTP with server-sent events of 2024-11-05, whose stream begins with the endpoint.
fn is_older(connection: &Connection) -> bool {
    let responses = connection
        .http_requests
        .iter()
        .filter_map(|request| request.response.as_ref());
    let mut events = responses.flat_map(HttpResponse::events);
    events.any(|(_, sse)| sse.event.as_deref() == Some("endpoint"))
}

/// The endpoint as it was given, and the names of the headers that the configuration sends.
pub(super) fn endpoint<'a>(cx: &Context<'a>) -> Option<(&'a str, &'a [String])> {
    cx.contract.captures.iter().find_map(|capture| match &capture.target {
        Target::Http { url, headers } => Some((url.as_str(), headers.as_slice())),
        Target::Stdio { .. } => None,
    })
}
