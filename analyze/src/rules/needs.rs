//! What a rule must have seen to judge.

use super::context::Context;
use super::over_http;
use crate::contract::{Exchange, ListKind};
use crate::protocol;

/// One piece of evidence.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Needs {
    /// A server that agreed to speak, in any era.
    Contract,
    /// A connection on which the handshake was tried.
    Handshake,
    /// The answer to a probe on the main connection.
    Probe(&'static str),
    /// A server that speaks the era without handshake.
    Modern,
    /// The answer to a probe in the era without handshake.
    ModernProbe(&'static str),
    /// A server that is reached over HTTP.
    Http,
    /// A list of that kind.
    List(ListKind),
}

/// Why a rule can't judge.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Lack {
    /// A sentence fragment.
    pub(crate) reason: String,
    /// Whether evidence is missing that there should be; else there is nothing of the kind to judge.
    pub(crate) is_gap: bool,
}

impl Needs {
    /// In words, for documentation.
    pub fn describe(self) -> String {
        match self {
            Self::Contract => "a server that agreed to speak".to_owned(),
            Self::Handshake => "a handshake that was tried".to_owned(),
            Self::Probe(probe) => format!("the probe {probe}"),
            Self::Modern => format!("a server that speaks {}", protocol::MODERN_NEWEST),
            Self::ModernProbe(probe) => format!("the probe {probe} in {}", protocol::MODERN_NEWEST),
            Self::Http => "a server that is reached over HTTP".to_owned(),
            Self::List(kind) => format!("an answer to {}", kind.method()),
        }
    }

    /// What is lacking, if anything.
    pub(crate) fn lack(self, cx: &Context<'_>) -> Option<Lack> {
        let gap = |reason: String| Some(Lack { reason, is_gap: true });
        let nothing = |reason: String| Some(Lack { reason, is_gap: false });
        match self {
            Self::Contract => match cx.surface {
                Some(_) => None,
                None => gap(cx.why_no_contract()),
            },
            Self::Handshake => match cx.handshake() {
                Some(_) => None,
                None if cx.surface.is_some() => nothing("the handshake was not tried".to_owned()),
                None => gap(cx.why_no_contract()),
            },
            Self::Probe(probe) => {
                let Some(surface) = cx.main() else {
                    return gap(cx.why_no_contract());
                };
                match cx.contract.connection(surface).probe(probe) {
                    Some(exchange) if is_evidence(exchange) => None,
                    Some(exchange) => gap(exchange.why_no_result()),
                    None if !surface.is_established() => gap(cx.why_no_contract()),
                    None => nothing(format!("the probe {probe} was not sent")),
                }
            }
            Self::Modern => match cx.modern() {
                Some(surface) if surface.is_established() => None,
                Some(_) if cx.surface.is_some() => {
                    nothing(format!("the server does not speak {}", protocol::MODERN_NEWEST))
                }
                None if cx.surface.is_some() => nothing(format!("{} was not asked for", protocol::MODERN_NEWEST)),
                _ => gap(cx.why_no_contract()),
            },
            Self::ModernProbe(probe) => Self::Modern.lack(cx).or_else(|| match cx.modern_probe(probe) {
                Some(exchange) if is_evidence(exchange) => None,
                Some(exchange) => gap(exchange.why_no_result()),
                None => nothing(format!("the probe {probe} was not sent")),
            }),
            Self::Http => {
                let mut responses = over_http::responses(cx);
                match (over_http::endpoint(cx), responses.next()) {
                    (None, _) => nothing("the server is not reached over HTTP".to_owned()),
                    (Some(_), None) => nothing("no response over Streamable HTTP was recorded".to_owned()),
                    (Some(_), Some(_)) => None,
                }
            }
            Self::List(kind) => {
                let Some(surface) = cx.surface else {
                    return Self::Contract.lack(cx);
                };
                let list = surface.list(kind);
                let reason = list.why_none()?;
                if list.declared { gap(reason) } else { nothing(reason) }
            }
        }
    }
}

/// Whether it is known how the server took the request: silence and a lost connection are answers of a kind.
fn is_evidence(exchange: &Exchange) -> bool {
    exchange.response.is_some() || exchange.outcome.is_some()
}
