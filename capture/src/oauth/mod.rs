//! A token for the server, by the client credentials grant (RFC 6749 section 4.4; MCP 2026-07-28, Authorization).
//!
//! Where the token endpoint is not named, it is discovered: the server's challenge or its well-known URLs name the
//! authorization server (RFC 9728), whose metadata name the endpoint (RFC 8414). Credentials belong to one authorization
//! server, so one that only the server under test names gets them where it has the server's own origin, and nowhere else
//! (2026-07-28, Authorization Server Binding). Nothing that comes back is recorded: it is the token, or one sentence.

mod challenge;
mod grant;
mod metadata;
mod web;

use std::time::Duration;

use mcpward_schemas::config::{ClientAuth, ClientCredentials};
use serde_json::Value;
use tokio::time::Instant;
use url::Url;

use crate::http::explain::quoted;
use crate::options::{LiveTarget, Options};
use challenge::Challenge;
use metadata::Resource;
pub(crate) use metadata::resource_urls;
use web::Web;

/// A token, and who gave it.
pub(crate) struct Token {
    pub(crate) value: String,
    /// The token endpoint, without its query.
    pub(crate) endpoint: String,
    /// How long it lasts, where that was said.
    pub(crate) lasts: Option<Duration>,
}

/// Where the token is asked for, and for what.
struct Asked {
    endpoint: Url,
    client_auth: ClientAuth,
    /// The server, as its token is to name it (RFC 8707).
    resource: String,
    scope: Option<String>,
}

/// Asks for a token; all of it ends at `until`. The error is a sentence fragment that names the step and the way out.
pub(crate) async fn obtain(options: &Options, until: Instant) -> Result<Token, String> {
    let LiveTarget::Http {
        url,
        credentials: Some(credentials),
        ..
    } = &options.target
    else {
        return Err("there are no credentials to get a token with".to_owned());
    };
    let server = Url::parse(url).map_err(|error| format!("{url} is no URL: {error}"))?;
    let resource = metadata::canonical(&server);
    let failed = |reason: String| format!("no token for {resource}: {reason}");
    let mut web = Web::new(options, &server, until);
    web.check(&server).map_err(failed)?;
    let asked = find(&mut web, &server, credentials).await.map_err(failed)?;
    let (value, lasts) = ask(&mut web, &asked, credentials).await.map_err(failed)?;
    Ok(Token {
        value,
        lasts,
        endpoint: metadata::canonical(&asked.endpoint),
    })
}

/// The token endpoint: as configured, or as its authorization server's metadata name it.
async fn find(web: &mut Web<'_>, server: &Url, credentials: &ClientCredentials) -> Result<Asked, String> {
    if let Some(url) = &credentials.token_url {
        return Ok(Asked {
            endpoint: web.parse(url)?,
            client_auth: credentials.client_auth.unwrap_or(ClientAuth::Basic),
            resource: metadata::canonical(server),
            scope: credentials.scope.clone(),
        });
    }
    let challenge = web.challenge(server).await?;
    let resource = resource(web, server, &challenge).await?;
    let issuer = issuer(server, credentials, &resource)?;
    let found = authorization_server(web, &issuer).await?;
    let no_endpoint = || format!("the metadata of {issuer} name no token_endpoint; name it under {KEY}.token_url");
    let endpoint = found
        .get("token_endpoint")
        .and_then(Value::as_str)
        .ok_or_else(no_endpoint)?;
    let client_auth = match credentials.client_auth {
        Some(client_auth) => client_auth,
        None => metadata::client_auth(&found)?,
    };
    let resource = resource.ok();
    Ok(Asked {
        endpoint: web.parse(endpoint)?,
        client_auth,
        scope: credentials
            .scope
            .clone()
            .or(challenge.scope)
            .or_else(|| resource.as_ref().and_then(|resource| resource.scope.clone())),
        resource: resource.map_or_else(|| metadata::canonical(server), |resource| resource.id),
    })
}

/// Where the credentials stand in a configuration.
const KEY: &str = "server.auth.client_credentials";

/// The metadata of the server; the inner error says where none were found.
async fn resource(web: &mut Web<'_>, server: &Url, challenge: &Challenge) -> Result<Result<Resource, String>, String> {
    let urls = match &challenge.resource_metadata {
        Some(url) => vec![web.parse(url)?],
        None => metadata::resource_urls(server),
    };
    let (at, document) = match web.first_json(&urls).await? {
        Ok(found) => found,
        Err(nowhere) => return Ok(Err(nowhere)),
    };
    Resource::read(&document, &at, server).map(Ok)
}

/// The authorization server that the credentials are of.
fn issuer(
    server: &Url,
    credentials: &ClientCredentials,
    resource: &Result<Resource, String>,
) -> Result<String, String> {
    match (&credentials.issuer, resource) {
        (Some(issuer), Ok(resource)) => {
            if resource
                .issuers
                .iter()
                .any(|named| metadata::is_same_issuer(named, issuer))
            {
                return Ok(issuer.clone());
            }
            let named = quoted(resource.issuers.join(", ").as_bytes());
            let at = &resource.at;
            Err(format!(
                "{at} names {named} as its authorization server, and not {issuer}, which the credentials are of: check {KEY}.issuer"
            ))
        }
        (Some(issuer), Err(_)) => Ok(issuer.clone()),
        (None, Ok(resource)) => {
            let own = |named: &&String| Url::parse(named).is_ok_and(|named| named.origin() == server.origin());
            if let Some(issuer) = resource.issuers.iter().find(own) {
                return Ok(issuer.clone());
            }
            let named = quoted(resource.issuers.first().map_or("", String::as_str).as_bytes());
            let at = &resource.at;
            Err(format!(
                "{at} names the authorization server {named}, which is of another origin: if the credentials are of that one, say so with {KEY}.issuer: {named}"
            ))
        }
        (None, Err(nowhere)) => Err(format!(
            "it does not say which authorization server is its own ({nowhere}): name yours under {KEY}.issuer, or its token endpoint under {KEY}.token_url"
        )),
    }
}

/// The metadata of an authorization server, which must be its own (RFC 8414 section 3.3).
async fn authorization_server(web: &mut Web<'_>, issuer: &str) -> Result<Value, String> {
    let urls = metadata::issuer_urls(&web.parse(issuer)?);
    let (at, document) = web.first_json(&urls).await?.map_err(|nowhere| {
        let issuer = quoted(issuer.as_bytes());
        format!("the authorization server {issuer} has no metadata ({nowhere}): check it, or name the token endpoint under {KEY}.token_url")
    })?;
    let own = document.get("issuer").and_then(Value::as_str).unwrap_or_default();
    if !metadata::is_same_issuer(own, issuer) {
        let (own, issuer) = (quoted(own.as_bytes()), quoted(issuer.as_bytes()));
        return Err(format!(
            "the metadata at {at} are of the issuer {own:?}, and not of {issuer:?}: they may not be used"
        ));
    }
    Ok(document)
}

/// The token itself, and how long it lasts.
async fn ask(
    web: &mut Web<'_>,
    asked: &Asked,
    credentials: &ClientCredentials,
) -> Result<(String, Option<Duration>), String> {
    let (headers, body) = grant::request(asked, credentials);
    let reply = web.post(&asked.endpoint, &headers, body).await?;
    let endpoint = metadata::canonical(&asked.endpoint);
    grant::token(&reply).map_err(|reason| format!("the token endpoint {endpoint} {reason}"))
}
