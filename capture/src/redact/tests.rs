use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE};
use proptest::prelude::*;

use super::Redactor;
use crate::options::Secret;

fn redactor(secrets: &[(&str, &str)]) -> Redactor {
    let secrets: Vec<Secret> = secrets
        .iter()
        .map(|(name, value)| Secret {
            name: (*name).to_owned(),
            value: (*value).to_owned(),
        })
        .collect();
    Redactor::new(&secrets)
}

fn masked(redactor: &mut Redactor, text: &str) -> (String, u32) {
    let masked = redactor.frame(text.as_bytes().to_vec());
    (String::from_utf8(masked.bytes).unwrap(), masked.n_secrets)
}

#[test]
fn known_secrets_are_masked_and_the_rest_stays() {
    let mut redactor = redactor(&[
        ("KEY", "hunter2-hunter2"),
        ("PIN", "1234"),
        ("QUOTED", "a\"b\\c/d\u{e9}fgh"),
    ]);
    for (text, expected, n) in [
        (
            r#"{"a":"x hunter2-hunter2 y","a":1.0}"#,
            r#"{"a":"x [redacted:KEY] y","a":1.0}"#,
            1,
        ),
        (
            r#"{"a":"\u0068unter2-hunter2\n\ud800"}"#,
            r#"{"a":"[redacted:KEY]\n\ud800"}"#,
            1,
        ),
        (r#"{"hunter2-hunter2":null}"#, r#"{"[redacted:KEY]":null}"#, 1),
        (
            r#"{"pin":"1234","n":1234,"t":"12345"}"#,
            r#"{"pin":"[redacted:PIN]","n":1234,"t":"12345"}"#,
            1,
        ),
        (r#"{"q":"a\"b\\c\/d\u00e9fgh."}"#, r#"{"q":"[redacted:QUOTED]."}"#, 1),
        (
            r#"{"q":"{\"inner\":\"a\\\"b\\\\c/défgh\"}"}"#,
            r#"{"q":"{\"inner\":\"[redacted:QUOTED]\"}"}"#,
            1,
        ),
        ("hunter2-hunter2", "[redacted:KEY]", 1),
        (" 1234 ", " [redacted:PIN] ", 1),
        ("12345", "12345", 0),
        (r#"{"cut":"hunter2-hunter2"#, r#"{"cut":"[redacted:KEY]"#, 1),
        (
            "\u{feff}{\"a\":\"hunter2-hunter2\"}\r",
            "\u{feff}{\"a\":\"[redacted:KEY]\"}\r",
            1,
        ),
        (r#"{"a":"hunter2-hunte"}"#, r#"{"a":"hunter2-hunte"}"#, 0),
    ] {
        assert_eq!(masked(&mut redactor, text), (expected.to_owned(), n), "{text}");
    }
}

#[test]
fn a_number_becomes_a_string_so_that_the_line_stays_json() {
    let mut redactor = redactor(&[("ACCOUNT", "123456789012")]);
    assert_eq!(
        masked(&mut redactor, r#"{"a":123456789012,"b":[-123456789012.5]}"#),
        (r#"{"a":"[redacted:ACCOUNT]","b":["[redacted:ACCOUNT]"]}"#.to_owned(), 2)
    );
}

#[test]
fn echoes_in_other_encodings_are_masked() {
    let secret = "pa ss/w?rd>>~~ok";
    let mut redactor = redactor(&[("PASSWORD", secret)]);
    for prefix in ["", "u:", "us:", "use:"] {
        for suffix in ["", "!", "!!", "!!!"] {
            let text = format!("{prefix}{secret}{suffix}");
            for encoded in [STANDARD.encode(&text), URL_SAFE.encode(&text)] {
                let (masked, n) = masked(&mut redactor, &format!(r#"{{"b":"{encoded}"}}"#));
                assert_eq!(n, 1, "{text} {encoded} {masked}");
                let n_left = masked.len() - r#"{"b":"[redacted:PASSWORD]"}"#.len();
                assert!(n_left <= 12, "only the neighbors are left: {masked}");
            }
        }
    }
    for encoded in [
        "pa%20ss%2Fw%3Frd%3E%3E~~ok",
        "pa%20ss%2fw%3frd%3e%3e~~ok",
        "pa+ss%2Fw%3Frd%3E%3E~~ok",
    ] {
        assert_eq!(
            masked(&mut redactor, encoded),
            ("[redacted:PASSWORD]".to_owned(), 1),
            "{encoded}"
        );
    }
}

#[test]
fn tokens_of_a_shape_are_masked_and_near_misses_are_not() {
    let mut redactor = redactor(&[]);
    let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    assert_eq!(
        masked(&mut redactor, &format!(r#"{{"a":"{token} {token}","b":"ghp_short"}}"#)).0,
        r#"{"a":"[redacted:github-token#1] [redacted:github-token#1]","b":"ghp_short"}"#
    );
    let other = token.replace('0', "1");
    assert_eq!(
        masked(&mut redactor, &format!("x={other}")).0,
        "x=[redacted:github-token#2]"
    );
    for (text, expected) in [
        ("AKIA0123456789ABCDEF", "[redacted:aws-key-id#1]"),
        ("AKIA0123456789ABCDEFG", "AKIA0123456789ABCDEFG"),
        (
            "Authorization: Bearer abcdefghij0123456789",
            "Authorization: Bearer [redacted:bearer-token#1]",
        ),
        ("the Bearer of this letter", "the Bearer of this letter"),
        (
            "task-sk-0123456789abcdefghijklmnopqrstuvwxyz",
            "task-[redacted:sk-token#1]",
        ),
        (
            "risk-0123456789abcdefghijklmnopqrstuvwxyz",
            "risk-0123456789abcdefghijklmnopqrstuvwxyz",
        ),
        (
            "sk-learn-is-a-library-for-machine-learning",
            "sk-learn-is-a-library-for-machine-learning",
        ),
        (
            "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N",
            "[redacted:jwt#1]",
        ),
        (
            "eyJvZmZzZXQiOjEwLCJsaW1pdCI6MTAwLCJvcmRlciI6ImFzYyJ9",
            "eyJvZmZzZXQiOjEwLCJsaW1pdCI6MTAwLCJvcmRlciI6ImFzYyJ9",
        ),
        (
            "-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY----- rest",
            "[redacted:private-key#1] rest",
        ),
        ("-----BEGIN CERTIFICATE-----\nMIIE", "-----BEGIN CERTIFICATE-----\nMIIE"),
    ] {
        assert_eq!(masked(&mut redactor, text).0, expected);
    }
}

#[test]
fn a_known_secret_keeps_its_name_though_it_has_a_shape() {
    let token = "ghp_0123456789abcdefghijABCDEFGHIJ012345";
    let mut redactor = redactor(&[("GITHUB_TOKEN", token)]);
    assert_eq!(
        masked(&mut redactor, &format!("Bearer {token}")).0,
        "Bearer [redacted:GITHUB_TOKEN]"
    );
}

#[test]
fn marks_of_the_plan_are_sent_as_values_but_not_those_of_the_server() {
    let mut redactor = redactor(&[("KEY", "hunter2-hunter2"), ("OTHER", "correct-horse")]);
    let mut params = serde_json::json!({"a": ["x [redacted:KEY] y"], "b": "[redacted:OTHER]", "c": "[redacted:NONE]"});
    redactor.unmask(&mut params);
    assert_eq!(
        params,
        serde_json::json!({"a": ["x hunter2-hunter2 y"], "b": "correct-horse", "c": "[redacted:NONE]"})
    );
    redactor.notice_forged(br#"{"nextCursor":"[redacted:OTHER]"}"#);
    let mut params = serde_json::json!({"cursor": "[redacted:OTHER]"});
    redactor.unmask(&mut params);
    assert_eq!(params, serde_json::json!({"cursor": "[redacted:OTHER]"}));
}

#[test]
fn urls_headers_and_arguments() {
    let mut redactor = redactor(&[("KEY", "hunter2-hunter2"), ("PIN", "1234")]);
    for (url, expected) in [
        ("http://localhost:1/mcp?x=1", "http://localhost:1/mcp?x=1"),
        ("https://user:pass@example.test/", "https://redacted@example.test/"),
        (
            "https://example.test/?api_key=abc&x=1",
            "https://example.test/?api_key=[redacted:api_key]&x=1",
        ),
        (
            "https://example.test/hunter2-hunter2?pin=1234",
            "https://example.test/[redacted:KEY]?pin=[redacted:pin]",
        ),
    ] {
        assert_eq!(redactor.url(url), expected);
    }
    assert_eq!(
        redactor.header("authorization", "Bearer hunter2-hunter2"),
        "Bearer [redacted:KEY]"
    );
    assert_eq!(
        redactor.header("authorization", "Basic eDp5"),
        "Basic [redacted:authorization]"
    );
    assert_eq!(redactor.header("x-api-key", "abc"), "[redacted:x-api-key]");
    assert_eq!(
        redactor.header("content-type", "text/html; charset=x"),
        "text/html; charset=x"
    );
    assert_eq!(redactor.argument("--token=abc"), "--token=[redacted:token]");
    assert_eq!(redactor.argument("--pin=1234"), "--pin=[redacted:PIN]");
    assert_eq!(redactor.argument("--level=debug"), "--level=debug");
    let arguments = ["--api-key", "abc", "--verbose", "abc", "--token", "--x", "--key=1"].map(str::to_owned);
    let masked = [
        "--api-key",
        "[redacted:api-key]",
        "--verbose",
        "abc",
        "--token",
        "--x",
        "--key=[redacted:key]",
    ];
    assert_eq!(redactor.arguments(&arguments), masked);
}

#[test]
fn a_secret_at_a_cut_does_not_leave_its_beginning() {
    let mut redactor = redactor(&[("KEY", "hunter2-hunter2")]);
    let masked = redactor.cut_frame(b"{\"a\":\"xxxx hunter2-hun".to_vec());
    assert_eq!(
        (masked.bytes.as_slice(), masked.n_secrets),
        (b"{\"a\":\"xxxx ".as_slice(), 1)
    );
}

proptest! {
    #[test]
    fn masking_never_panics_and_leaves_no_secret(text in ".{0,60}", before in ".{0,9}", secret in "[ -~]{8,20}") {
        prop_assume!(!"[redacted:K]".contains(secret.as_str()) && !secret.contains("[redacted"));
        let mut redactor = redactor(&[("K", secret.as_str())]);
        let json = serde_json::json!({"t": text, "s": format!("{before}{secret}")}).to_string();
        let masked = redactor.frame(json.into_bytes());
        let value: serde_json::Value = serde_json::from_slice(&masked.bytes).expect("a JSON line stays JSON");
        prop_assert!(masked.n_secrets >= 1);
        prop_assert!(!value["s"].as_str().unwrap().contains(secret.as_str()));
    }

    #[test]
    fn any_bytes_may_come(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        let mut redactor = redactor(&[("K", "\\u0000\"{}[]")]);
        redactor.notice_forged(&bytes);
        let mut json = b"{\"".to_vec();
        json.extend_from_slice(&bytes);
        redactor.frame(json.clone());
        redactor.cut_frame(json);
        redactor.frame(bytes);
    }
}
