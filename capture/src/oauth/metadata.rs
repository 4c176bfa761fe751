//! Metadata of protected resources (RFC 9728) and of authorization servers (RFC 8414): where they are, and what they say.

use mcpward_schemas::config::ClientAuth;
use serde_json::Value;
use url::Url;

use super::KEY;
use crate::http::explain::quoted;

const RESOURCE: &str = "oauth-protected-resource";
const SERVER: &str = "oauth-authorization-server";
const OPENID: &str = "openid-configuration";

/// What a server says about itself.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Resource {
    /// Its name for tokens.
    pub(super) id: String,
    /// Its authorization servers, at least one.
    pub(super) issuers: Vec<String>,
    /// All scopes that it knows.
    pub(super) scope: Option<String>,
    /// Where it says so.
    pub(super) at: Url,
}

impl Resource {
    /// Reads the document that was found at a URL. One about another server is refused (RFC 9728 section 3.3); one about a
    /// server that has ours below its path counts, since gateways describe all that they hold at once.
    pub(super) fn read(document: &Value, at: &Url, server: &Url) -> Result<Self, String> {
        let id = document.get("resource").and_then(Value::as_str).unwrap_or_default();
        if !covers(id, server) {
            let id = quoted(id.as_bytes());
            return Err(format!(
                "the metadata at {at} are about the resource {id:?}, which it is not: they may not be used; name the token endpoint under {KEY}.token_url"
            ));
        }
        let issuers = texts(document, "authorization_servers");
        if issuers.is_empty() {
            return Err(format!(
                "the metadata at {at} name no authorization server; name the token endpoint under {KEY}.token_url"
            ));
        }
        let scopes = texts(document, "scopes_supported");
        Ok(Self {
            id: id.to_owned(),
            issuers,
            scope: (!scopes.is_empty()).then(|| scopes.join(" ")),
            at: at.clone(),
        })
    }
}

/// The URL of a server without what is no part of its name; without a path, without a slash (2026-07-28, Canonical Server URI).
pub(super) fn canonical(url: &Url) -> String {
    let mut url = url.clone();
    url.set_fragment(None);
    url.set_query(None);
    // Fails only for URLs that can have no user.
    let is_bare = url.set_username("").and_then(|()| url.set_password(None));
    debug_assert!(is_bare.is_ok(), "a URL of http can have a user");
    match url.path() {
        "/" => url.as_str().trim_end_matches('/').to_owned(),
        _ => url.into(),
    }
}

/// Where the metadata of a server are: at its path, then at the root.
pub(crate) fn resource_urls(server: &Url) -> Vec<Url> {
    let path = path(server);
    let mut urls = vec![well_known(server, &format!("/.well-known/{RESOURCE}{path}"))];
    if !path.is_empty() {
        urls.push(well_known(server, &format!("/.well-known/{RESOURCE}")));
    }
    urls
}

/// Where the metadata of an authorization server are (2026-07-28, Authorization Server Metadata Discovery).
pub(super) fn issuer_urls(issuer: &Url) -> Vec<Url> {
    let path = path(issuer).trim_end_matches('/');
    let mut urls = vec![
        well_known(issuer, &format!("/.well-known/{SERVER}{path}")),
        well_known(issuer, &format!("/.well-known/{OPENID}{path}")),
    ];
    if !path.is_empty() {
        urls.push(well_known(issuer, &format!("{path}/.well-known/{OPENID}")));
    }
    urls
}

/// Whether two issuers are the same. The specification wants them identical; a library that reads a bare origin as a URL adds
/// a slash to it, which names nobody else.
pub(super) fn is_same_issuer(one: &str, other: &str) -> bool {
    let bare = |issuer: &str| issuer.strip_suffix('/').unwrap_or(issuer).to_owned();
    bare(one) == bare(other)
}

/// How the authorization server takes the credentials; by the header, where it does not say (RFC 8414 section 2).
pub(super) fn client_auth(document: &Value) -> Result<ClientAuth, String> {
    const METHODS: &str = "token_endpoint_auth_methods_supported";
    let methods = texts(document, METHODS);
    let takes = |name: &str| methods.iter().any(|method| method == name);
    match () {
        () if methods.is_empty() || takes("client_secret_basic") => Ok(ClientAuth::Basic),
        () if takes("client_secret_post") => Ok(ClientAuth::Post),
        () => {
            let methods = quoted(methods.join(", ").as_bytes());
            Err(format!(
                "the authorization server takes no client secret, but {methods}: get a token by other means, and send it with server.headers"
            ))
        }
    }
}

/// Whether the server is the resource, or below its path at the same origin.
fn covers(id: &str, server: &Url) -> bool {
    let Ok(id) = Url::parse(id) else { return false };
    let below = server.path().strip_prefix(id.path().trim_end_matches('/'));
    id.origin() == server.origin() && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
}

/// The path, empty where there is only the root.
fn path(url: &Url) -> &str {
    match url.path() {
        "/" => "",
        path => path,
    }
}

fn well_known(url: &Url, path: &str) -> Url {
    let mut url = url.clone();
    url.set_path(path);
    url.set_query(None);
    url.set_fragment(None);
    url
}

/// The texts of a list.
fn texts(document: &Value, name: &str) -> Vec<String> {
    let items = document.get(name).and_then(Value::as_array);
    let texts = items.into_iter().flatten().filter_map(Value::as_str);
    texts.map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn url(text: &str) -> Url {
        Url::parse(text).unwrap()
    }

    fn texts(urls: Vec<Url>) -> Vec<String> {
        urls.into_iter().map(String::from).collect()
    }

    #[test]
    fn metadata_are_looked_for_where_they_may_be() {
        assert_eq!(
            texts(resource_urls(&url("https://a:8/pub/mcp?x=1"))),
            [
                "https://a:8/.well-known/oauth-protected-resource/pub/mcp",
                "https://a:8/.well-known/oauth-protected-resource"
            ]
        );
        assert_eq!(
            texts(resource_urls(&url("https://a/"))),
            ["https://a/.well-known/oauth-protected-resource"]
        );
        assert_eq!(
            texts(issuer_urls(&url("https://a/tenant1/"))),
            [
                "https://a/.well-known/oauth-authorization-server/tenant1",
                "https://a/.well-known/openid-configuration/tenant1",
                "https://a/tenant1/.well-known/openid-configuration"
            ]
        );
        assert_eq!(
            texts(issuer_urls(&url("https://a"))),
            [
                "https://a/.well-known/oauth-authorization-server",
                "https://a/.well-known/openid-configuration"
            ]
        );
    }

    #[test]
    fn servers_have_one_name() {
        for (text, name) in [
            ("https://me:pw@A.example:443/mcp?key=1#x", "https://a.example/mcp"),
            ("https://a.example/", "https://a.example"),
            ("https://a.example:8443/mcp/", "https://a.example:8443/mcp/"),
        ] {
            assert_eq!(canonical(&url(text)), name);
        }
    }

    #[test]
    fn only_its_own_metadata_are_read() {
        let server = url("https://a/one/mcp");
        let read = |id: &str| {
            let document =
                json!({ "resource": id, "authorization_servers": ["https://as"], "scopes_supported": ["x", "y"] });
            Resource::read(&document, &url("https://a/m"), &server)
        };
        for id in ["https://a/one/mcp", "https://a/one", "https://a", "https://a/one/"] {
            let resource = read(id).unwrap();
            assert_eq!((resource.id.as_str(), resource.scope.as_deref()), (id, Some("x y")));
        }
        for id in [
            "https://a/one/m",
            "https://a/one/mcp/x",
            "https://b/one/mcp",
            "http://a/one/mcp",
            "",
        ] {
            assert!(read(id).is_err(), "{id}");
        }
        let nobody = json!({ "resource": "https://a", "authorization_servers": [] });
        assert!(Resource::read(&nobody, &url("https://a/m"), &server).is_err());
    }

    #[test]
    fn an_issuer_is_known_by_its_name() {
        assert!(is_same_issuer("https://as", "https://as/"));
        for other in ["https://as/x", "https://AS", "http://as", "https://as//", ""] {
            assert!(!is_same_issuer("https://as", other), "{other}");
        }
    }

    #[test]
    fn the_secret_goes_as_the_authorization_server_takes_it() {
        let of = |methods: Value| client_auth(&json!({ "token_endpoint_auth_methods_supported": methods }));
        assert_eq!(client_auth(&json!({})), Ok(ClientAuth::Basic));
        assert_eq!(
            of(json!(["client_secret_post", "client_secret_basic"])),
            Ok(ClientAuth::Basic)
        );
        assert_eq!(of(json!(["none", "client_secret_post"])), Ok(ClientAuth::Post));
        assert!(of(json!(["private_key_jwt"])).is_err());
    }
}
