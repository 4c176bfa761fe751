//! The HTTP client of one connection. It is only made for HTTP targets: a stdio run must not pay for it.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use reqwest::header::{HeaderMap, HeaderName, HeaderValue};
use url::{Host, Url};

use crate::limits::Limits;
use crate::options::{Identity, LiveTarget, Options};
use crate::redact::Known;

/// The header that a token goes into (RFC 6750 section 2.1).
pub(crate) const AUTHORIZATION: &str = "authorization";

/// Whose credentials a connection sends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Account<'t> {
    /// Ours: the headers of the configuration, and a token where there is one.
    Own { token: Option<&'t str> },
    /// Those of the other account.
    Other,
}

/// What all exchanges of a connection share.
#[derive(Clone)]
pub(crate) struct Shared {
    pub(crate) client: reqwest::Client,
    pub(crate) url: Url,
    pub(crate) limits: Limits,
    pub(crate) known: Arc<Known>,
    /// Headers of the configuration.
    pub(crate) headers: Vec<(String, String)>,
    /// Whether a token of an authorization server is among them.
    pub(crate) has_token: bool,
}

impl Shared {
    /// Makes the client; the error is a sentence fragment with the way out.
    pub(crate) fn new(options: &Options, account: Account<'_>, known: Arc<Known>) -> Result<Self, String> {
        let LiveTarget::Http {
            url,
            headers,
            other_account,
            ca_file,
            identity,
            insecure,
            ..
        } = &options.target
        else {
            return Err("the target is no URL".to_owned());
        };
        let mut url = Url::parse(url).map_err(|error| format!("{url} is no URL: {error}"))?;
        if !matches!(url.scheme(), "http" | "https") || !url.has_host() {
            return Err(format!("{url} is no URL of http or https"));
        }
        url.set_fragment(None);
        let headers = checked(match account {
            Account::Own { .. } => headers,
            Account::Other => other_account,
        })?;
        let tls = Tls {
            ca_file: ca_file.as_deref(),
            identity: identity.as_ref(),
            insecure: *insecure,
        };
        let client = client(options, &url, &tls)?;
        Ok(Self {
            client,
            url,
            limits: options.limits,
            known,
            headers,
            has_token: false,
        })
    }

    /// Sends this token (RFC 6750 section 2.1).
    pub(crate) fn authorize(&mut self, token: &str) {
        self.headers.retain(|(name, _)| name != AUTHORIZATION);
        self.headers.push((AUTHORIZATION.to_owned(), format!("Bearer {token}")));
        self.has_token = true;
    }
}

/// Whom a client trusts, and who it says that it is.
pub(crate) struct Tls<'o> {
    /// Certificates to trust besides the system's.
    pub(crate) ca_file: Option<&'o Path>,
    /// What is shown to a server that asks for a certificate.
    pub(crate) identity: Option<&'o Identity>,
    /// Whether any certificate will do.
    pub(crate) insecure: bool,
}

/// A client for the host of a URL; the error is a sentence fragment with the way out.
pub(crate) fn client(options: &Options, url: &Url, tls: &Tls<'_>) -> Result<reqwest::Client, String> {
    // Fails where a provider is installed already, and then it is this one.
    let _is_first = rustls::crypto::ring::default_provider().install_default();
    let mut builder = reqwest::Client::builder()
        .user_agent(format!("mcpward/{}", options.mcpward))
        .redirect(reqwest::redirect::Policy::none())
        .retry(reqwest::retry::never())
        .referer(false)
        .connect_timeout(Duration::from_millis(options.timeouts.connect_ms));
    if is_local(url) {
        // A proxy has another localhost.
        builder = builder.no_proxy();
    }
    if url.scheme() == "http" {
        // Reading the certificates of the system takes longer than a whole capture, and none is needed.
        builder = builder.tls_certs_only([]);
    }
    if let Some(path) = tls.ca_file {
        let pem = std::fs::read(path)
            .map_err(|error| format!("the certificates in {} can't be read: {error}", path.display()))?;
        let certificates = reqwest::Certificate::from_pem_bundle(&pem)
            .ok()
            .filter(|certificates| !certificates.is_empty())
            .ok_or_else(|| format!("{} holds no certificate in PEM form", path.display()))?;
        builder = builder.tls_certs_merge(certificates);
    }
    if let Some(identity) = tls.identity {
        builder = builder.identity(read(identity)?);
    }
    if tls.insecure {
        builder = builder.tls_danger_accept_invalid_certs(true);
    }
    builder.build().map_err(|error| match tls.identity {
        Some(identity) => unusable(identity),
        None => format!("the HTTP client can't be set up: {error}"),
    })
}

/// A certificate and its key. The library says no more than that they do not fit, so what is missing is looked for here.
fn read(identity: &Identity) -> Result<reqwest::Identity, String> {
    let mut both = Vec::new();
    for (path, what) in [(&identity.key, "PRIVATE KEY"), (&identity.certificate, "CERTIFICATE")] {
        let pem = std::fs::read(path).map_err(|error| format!("{} can't be read: {error}", path.display()))?;
        let marker = format!("{what}-----");
        if !pem.windows(marker.len()).any(|part| part == marker.as_bytes()) {
            let what = what.to_ascii_lowercase();
            return Err(format!("{} holds no {what} in PEM form", path.display()));
        }
        both.extend(pem);
        both.push(b'\n');
    }
    reqwest::Identity::from_pem(&both).map_err(|_| unusable(identity))
}

fn unusable(identity: &Identity) -> String {
    let (certificate, key) = (identity.certificate.display(), identity.key.display());
    format!("{certificate} and {key} can't be used: the key must be that of the certificate, and not encrypted")
}

/// Headers that can be sent as they are; names in lower case.
fn checked(headers: &BTreeMap<String, String>) -> Result<Vec<(String, String)>, String> {
    let mut checked = Vec::new();
    for (name, value) in headers {
        if HeaderName::from_bytes(name.as_bytes()).is_err() {
            return Err(format!("{name:?} is no name of an HTTP header"));
        }
        // The value is not shown: it may be a secret.
        if HeaderValue::from_str(value).is_err() {
            return Err(format!(
                "the value of header {name} holds a character that HTTP forbids, e.g. a line feed"
            ));
        }
        checked.push((name.to_ascii_lowercase(), value.clone()));
    }
    Ok(checked)
}

/// Headers as the client library wants them.
pub(crate) fn header_map(headers: &[(String, String)]) -> HeaderMap {
    let pairs = headers.iter().filter_map(|(name, value)| {
        Some((
            HeaderName::from_bytes(name.as_bytes()).ok()?,
            HeaderValue::from_bytes(value.as_bytes()).ok()?,
        ))
    });
    let mut map = HeaderMap::new();
    for (name, value) in pairs {
        // What the configuration says comes last and wins.
        map.insert(name, value);
    }
    map
}

/// Whether the host of a URL is this machine.
pub(crate) fn is_local(url: &Url) -> bool {
    match url.host() {
        Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    }
}
