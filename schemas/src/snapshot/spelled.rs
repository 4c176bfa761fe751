//! One HTTP request as a plan spells it: what of it differs from the request that a client would send.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::step::Call;

/// A request of [`Step::Http`](super::Step::Http). Headers that it does not name are those of a client: media types, the session
/// and version of the connection, those of the configuration, and what the era wants mirrored.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
pub struct HttpRequest {
    /// Request method, e.g. `GET`.
    pub method: String,
    /// Where it goes.
    #[serde(default, skip_serializing_if = "Place::is_endpoint")]
    pub to: Place,
    /// Headers that differ, by their names in lower case.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub headers: BTreeMap<String, Spelling>,
    /// The body; empty where absent.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub body: Option<HttpBody>,
    /// Whether it is only sent where the server has given a session.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub in_session: bool,
}

/// Where such a request goes: always a URL of the server's own origin.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Place {
    /// The endpoint.
    #[default]
    Endpoint,
    /// The endpoint, with the Bearer token of the configuration as its parameter `access_token` (RFC 6750 section 2.3) and not in
    /// a header.
    EndpointWithToken,
    /// The metadata of the protected resource, for the path of the endpoint (RFC 9728 section 3.1). No header of the configuration
    /// is sent there.
    ResourceMetadata,
    /// The same, for the whole origin.
    ResourceMetadataOfOrigin,
}

impl Place {
    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
    fn is_endpoint(&self) -> bool {
        *self == Self::Endpoint
    }
}

/// What stands in the place of a header.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Spelling {
    /// Nothing: the header is left out.
    Omitted,
    /// This value.
    Value(String),
    /// The origin of the server's own URL (RFC 6454 section 6.2).
    OwnOrigin,
}

/// The body of such a request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum HttpBody {
    /// A request with the next id.
    Request(Call),
    /// A notification.
    Notification(Call),
}

impl HttpRequest {
    /// A request without body.
    pub fn new(method: &str) -> Self {
        Self {
            method: method.to_owned(),
            to: Place::Endpoint,
            headers: BTreeMap::new(),
            body: None,
            in_session: false,
        }
    }

    /// A POST of a JSON-RPC message.
    pub fn post(body: HttpBody) -> Self {
        Self {
            body: Some(body),
            ..Self::new("POST")
        }
    }

    /// The same with another header; the name is in lower case.
    pub fn with(mut self, name: &str, spelling: Spelling) -> Self {
        self.headers.insert(name.to_owned(), spelling);
        self
    }

    /// The same, to another place.
    pub fn to(mut self, place: Place) -> Self {
        self.to = place;
        self
    }

    /// The same, sent only in a session.
    pub fn in_session(mut self) -> Self {
        self.in_session = true;
        self
    }
}
