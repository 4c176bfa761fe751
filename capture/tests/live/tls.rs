//! Over TLS: whose certificates are taken, and ours.

use std::io::Write as _;
use std::net::TcpListener;
use std::path::PathBuf;
use std::sync::Arc;

use mcpward_capture::{Identity, LiveTarget};
use mcpward_schemas::snapshot::{EventKind, Step};
use rustls::RootCertStore;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::WebPkiClientVerifier;
use serde_json::json;

use crate::Test;
use crate::plan::{ask, at, handshake_and_list, open, run};
use crate::wire::{read_request, send, send_json};

pub(crate) const TESTS: &[Test] = &[
    (
        "tls::an_unknown_certificate_is_explained",
        an_unknown_certificate_is_explained,
    ),
    ("tls::a_certificate_of_ours_is_shown", a_certificate_of_ours_is_shown),
];

/// A certificate of nobody for localhost, and its key, which protects nothing.
const LOCALHOST: &str = include_str!("localhost.pem");
/// Another one, of somebody whom no server knows.
const STRANGER: &str = include_str!("stranger.pem");

/// Over TLS, with a certificate of nobody: refused with the ways out, and taken where it is trusted or nobody asks.
fn an_unknown_certificate_is_explained() {
    let url = serve_tls(false);
    let refused = run(&at(&url), vec![open(), ask("initialize"), Step::Close]);
    let reason = refused.reason();
    assert!(
        reason.starts_with(&format!("the certificate of {url} is not trusted (")),
        "{reason}"
    );
    assert!(
        reason.ends_with("name its authority under server.ca_file, or accept any with server.insecure: true"),
        "{reason}"
    );
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("ca.pem");
    std::fs::write(&file, LOCALHOST).unwrap();
    for is_trusted in [true, false] {
        let mut options = at(&url);
        if let LiveTarget::Http { ca_file, insecure, .. } = &mut options.target {
            *ca_file = is_trusted.then(|| file.clone());
            *insecure = !is_trusted;
        }
        let run = handshake_and_list(&options);
        assert!(run.captured.complete, "trusted {is_trusted}: {:?}", run.captured.reason);
        let warns = run
            .events()
            .iter()
            .any(|kind| matches!(kind, EventKind::Note { text } if text.contains("was not checked")));
        assert_eq!(warns, !is_trusted);
    }
}

/// A server that wants our certificate gets it; without it, or with files that hold none, it is told what is missing.
fn a_certificate_of_ours_is_shown() {
    let url = serve_tls(true);
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let both = file("both.pem", LOCALHOST);
    let stranger = file("stranger.pem", STRANGER);
    let nothing = file("nothing.pem", "nothing");
    let told = |certificate: Option<&PathBuf>, key: &PathBuf| {
        let mut options = at(&url);
        if let LiveTarget::Http { ca_file, identity, .. } = &mut options.target {
            *ca_file = Some(both.clone());
            *identity = certificate.map(|certificate| Identity {
                certificate: certificate.clone(),
                key: key.clone(),
            });
        }
        let run = handshake_and_list(&options);
        assert!(!format!("{:?}", run.snapshot).contains("PRIVATE KEY-"));
        run.captured.reason
    };
    assert_eq!(told(Some(&both), &both), None);
    let wanted = told(None, &both).unwrap();
    let expected =
        format!("{url} wants a certificate of ours: name it under server.cert_file, and its key under server.key_file");
    assert_eq!(wanted, expected);
    let refused = told(Some(&stranger), &stranger).unwrap();
    assert!(
        refused.starts_with(&format!("{url} does not take our certificate (")),
        "{refused}"
    );
    let other = told(Some(&both), &stranger).unwrap();
    assert!(
        other.ends_with("can't be used: the key must be that of the certificate, and not encrypted"),
        "{other}"
    );
    let holds_no = |what: &str| format!("{} holds no {what} in PEM form", nothing.display());
    assert_eq!(told(Some(&both), &nothing), Some(holds_no("private key")));
    assert_eq!(told(Some(&nothing), &both), Some(holds_no("certificate")));
    let nowhere = folder.path().join("nowhere.pem");
    let missing = told(Some(&nowhere), &both).unwrap();
    assert!(
        missing.starts_with(&format!("{} can't be read: ", nowhere.display())),
        "{missing}"
    );
}

fn serve_tls(wants_ours: bool) -> String {
    let certificate = CertificateDer::from_pem_slice(LOCALHOST.as_bytes()).unwrap();
    let key = PrivateKeyDer::from_pem_slice(LOCALHOST.as_bytes()).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(Arc::clone(&provider))
        .with_safe_default_protocol_versions()
        .unwrap();
    let config = if wants_ours {
        let mut authorities = RootCertStore::empty();
        authorities.add(certificate.clone()).unwrap();
        let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(authorities), provider);
        config.with_client_cert_verifier(verifier.build().unwrap())
    } else {
        config.with_no_client_auth()
    };
    let config = config.with_single_cert(vec![certificate], key).unwrap();
    let config = Arc::new(config);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let url = format!("https://{}/mcp", listener.local_addr().unwrap());
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let config = Arc::clone(&config);
            std::thread::spawn(move || {
                let connection = rustls::ServerConnection::new(config).unwrap();
                let mut stream = rustls::StreamOwned::new(connection, stream.unwrap());
                let Some(request) = read_request(&mut stream) else {
                    return;
                };
                if request.rpc() == "notifications/initialized" || request.method != "POST" {
                    send(&mut stream, "202 Accepted", "", "");
                } else {
                    send_json(
                        &mut stream,
                        &request.result(&json!({ "protocolVersion": "2025-06-18" })),
                    );
                }
                stream.conn.send_close_notify();
                stream.flush().ok();
            });
        }
    });
    url
}
