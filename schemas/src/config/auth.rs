//! `server.auth`: how to get a token for a server reached by HTTP.

use serde::{Deserialize, Serialize};

/// How to get a token.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Auth {
    /// By the OAuth client credentials grant (RFC 6749 section 4.4).
    pub client_credentials: ClientCredentials,
}

/// Credentials of a client that was registered with an authorization server.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct ClientCredentials {
    /// The client.
    pub client_id: String,
    /// Its secret: `${NAME}`, since a secret does not belong into a file.
    pub client_secret: String,
    /// Scopes to ask for, separated by spaces. By default those that the server names.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scope: Option<String>,
    /// The authorization server that the credentials are of, by its issuer URL. Its metadata name the token endpoint. Needed
    /// where it has another origin than the server, unless `token_url` is given.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub issuer: Option<String>,
    /// The token endpoint, where nothing is to be discovered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_url: Option<String>,
    /// How the credentials are sent. By default as the metadata of the authorization server say, else `basic`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub client_auth: Option<ClientAuth>,
}

impl std::fmt::Debug for ClientCredentials {
    /// The secret is never shown.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ClientCredentials")
            .field("client_id", &self.client_id)
            .field("issuer", &self.issuer)
            .field("token_url", &self.token_url)
            .finish_non_exhaustive()
    }
}

/// How a client sends its credentials to the token endpoint (RFC 6749 section 2.3.1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ClientAuth {
    /// In the `Authorization` header.
    Basic,
    /// In the body.
    Post,
}
