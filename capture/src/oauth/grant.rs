//! The token request and what may come of it (RFC 6749 sections 2.3.1, 4.4, 5).

use std::time::Duration;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use mcpward_schemas::config::{ClientAuth, ClientCredentials};
use serde_json::Value;
use url::form_urlencoded::{Serializer, byte_serialize};

use super::web::Reply;
use super::{Asked, KEY};
use crate::http::explain::quoted;
use crate::limits::TOKEN_BYTES_MAX;

/// Headers and body of the request.
pub(super) fn request(asked: &Asked, credentials: &ClientCredentials) -> (Vec<(String, String)>, String) {
    let mut form = Serializer::new(String::new());
    form.append_pair("grant_type", "client_credentials");
    form.append_pair("resource", &asked.resource);
    if let Some(scope) = &asked.scope {
        form.append_pair("scope", scope);
    }
    let mut headers = vec![(
        "content-type".to_owned(),
        "application/x-www-form-urlencoded".to_owned(),
    )];
    match asked.client_auth {
        ClientAuth::Basic => {
            let encoded = |text: &str| byte_serialize(text.as_bytes()).collect::<String>();
            let pair = [&*credentials.client_id, &*credentials.client_secret]
                .map(encoded)
                .join(":");
            headers.push(("authorization".to_owned(), format!("Basic {}", STANDARD.encode(pair))));
        }
        ClientAuth::Post => {
            form.append_pair("client_id", &credentials.client_id);
            form.append_pair("client_secret", &credentials.client_secret);
        }
    }
    (headers, form.finish())
}

/// The token in a reply, and how long it lasts. The error goes on behind the name of the token endpoint.
pub(super) fn token(reply: &Reply) -> Result<(String, Option<Duration>), String> {
    let document: Value = serde_json::from_slice(&reply.body).unwrap_or_default();
    let member = |name: &str| document.get(name).and_then(Value::as_str);
    match (reply.status, member("error"), member("access_token")) {
        (200, None, Some(token)) => {
            let kind = member("token_type").unwrap_or_default();
            if !kind.eq_ignore_ascii_case("bearer") {
                let kind = quoted(kind.as_bytes());
                return Err(format!("gave a token of type {kind:?}, and MCP knows only Bearer"));
            }
            if token.is_empty() || token.len() > TOKEN_BYTES_MAX || !token.bytes().all(|byte| byte.is_ascii_graphic()) {
                return Err(format!(
                    "gave a token that no header can hold: it is empty, longer than {TOKEN_BYTES_MAX} bytes, or not visible ASCII"
                ));
            }
            let lasts = document.get("expires_in").and_then(Value::as_u64);
            Ok((token.to_owned(), lasts.map(Duration::from_secs)))
        }
        (_, Some(code), _) => Err(format!("said {}: {}", quoted(code.as_bytes()), way_out(code))),
        (200, None, None) => Err("answered without a token: is it the token endpoint?".to_owned()),
        (300..=399, ..) => Err(format!(
            "answered with a redirect (HTTP {}), which is not followed: give the final URL under {KEY}.token_url",
            reply.status
        )),
        (status, ..) => Err(format!(
            "answered HTTP {status} without saying why: check it and the credentials, or try again later"
        )),
    }
}

/// What to do about an error code (RFC 6749 section 5.2, RFC 8707 section 2).
fn way_out(code: &str) -> String {
    match code {
        "invalid_client" => {
            format!("check client_id and client_secret of {KEY}, and whether it wants them otherwise (client_auth)")
        }
        "unauthorized_client" | "unsupported_grant_type" => {
            "allow the client credentials grant for this client, or send a token with server.headers".to_owned()
        }
        "invalid_scope" => format!("name scopes that the client may have under {KEY}.scope"),
        "invalid_target" => "it does not know the server: register its URL as a resource there".to_owned(),
        _ => format!("check {KEY}, and look into its log"),
    }
}

#[cfg(test)]
mod tests {
    use url::Url;

    use super::*;

    fn sent(client_auth: ClientAuth, scope: Option<&str>) -> (Vec<(String, String)>, String) {
        let asked = Asked {
            endpoint: Url::parse("https://as/token").unwrap(),
            client_auth,
            resource: "https://a/mcp".to_owned(),
            scope: scope.map(str::to_owned),
        };
        let credentials = ClientCredentials {
            client_id: "a:b".to_owned(),
            client_secret: "p w+%".to_owned(),
            scope: None,
            issuer: None,
            token_url: None,
            client_auth: None,
        };
        request(&asked, &credentials)
    }

    #[test]
    fn the_request_is_as_the_standard_has_it() {
        let (headers, body) = sent(ClientAuth::Basic, Some("x y"));
        assert_eq!(
            body,
            "grant_type=client_credentials&resource=https%3A%2F%2Fa%2Fmcp&scope=x+y"
        );
        // base64 of a%3Ab:p+w%2B%25
        assert_eq!(headers[1].1, "Basic YSUzQWI6cCt3JTJCJTI1");
        let (headers, body) = sent(ClientAuth::Post, None);
        assert_eq!(headers.len(), 1);
        let expected =
            "grant_type=client_credentials&resource=https%3A%2F%2Fa%2Fmcp&client_id=a%3Ab&client_secret=p+w%2B%25";
        assert_eq!(body, expected);
    }

    #[test]
    fn a_reply_is_a_token_or_a_sentence() {
        let table = [
            (
                200,
                r#"{"access_token":"t1","token_type":"bearer","expires_in":5}"#,
                Ok("t1"),
            ),
            (
                200,
                r#"{"access_token":"t1","token_type":"DPoP"}"#,
                Err("gave a token of type \"DPoP\""),
            ),
            (200, r#"{"access_token":"t1"}"#, Err("gave a token of type \"\"")),
            (
                200,
                r#"{"access_token":"a b","token_type":"Bearer"}"#,
                Err("gave a token that no header can hold"),
            ),
            (
                200,
                r#"{"error":"invalid_scope","access_token":"t1","token_type":"Bearer"}"#,
                Err("said invalid_scope: name scopes"),
            ),
            (
                401,
                r#"{"error":"invalid_client","error_description":"x"}"#,
                Err("said invalid_client: check client_id"),
            ),
            (
                400,
                r#"{"error":"invalid_target"}"#,
                Err("said invalid_target: it does not know the server"),
            ),
            (400, r#"{"error":"a\u0007b"}"#, Err("said a b: check server.auth")),
            (200, "{}", Err("answered without a token")),
            (200, "<html>", Err("answered without a token")),
            (302, "", Err("answered with a redirect (HTTP 302)")),
            (500, "", Err("answered HTTP 500 without saying why")),
        ];
        for (status, body, expected) in table {
            let reply = Reply {
                status,
                body: body.as_bytes().to_vec(),
            };
            match (token(&reply), expected) {
                (Ok((token, lasts)), Ok(expected)) => {
                    assert_eq!((token.as_str(), lasts), (expected, Some(Duration::from_secs(5))));
                }
                (Err(reason), Err(expected)) => assert!(reason.starts_with(expected), "{reason}"),
                (got, _) => panic!("{body}: {got:?}"),
            }
        }
    }
}
