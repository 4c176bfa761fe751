//! The lock file: same contract, same bytes; what was not written by us is found and named.

use mcpward_json::{Doc, Json, Limits};
use mcpward_schemas::lockfile::{
    Accepted, Entries, Entry, LockError, LockFile, LockLimits, PinnedFinding, Texts, read, write,
};
use mcpward_schemas::report::{Subject, SubjectKind};
use proptest::prelude::*;

fn json(text: &str) -> Json {
    Json::root(Doc::parse(text, &Limits::default()).expect("test data is JSON"))
}

fn entries(items: &[(&str, &str)]) -> Option<Entries> {
    Some(
        items
            .iter()
            .map(|(name, text)| ((*name).to_owned(), Entry::new(json(text))))
            .collect(),
    )
}

const ECHO: &str = r#"{"name":"echo","description":"Says it again.\nTwice.\u200b","inputSchema":{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}}"#;
const ADD: &str = r#"{"inputSchema":{"properties":{"b":{"type":"number"},"a":{"type":"number","maximum":1e2}},"type":"object"},"name":"add"}"#;

fn sample() -> LockFile {
    LockFile {
        identity: Some(Entry::new(json(
            r#"{"transport":"stdio","package":{"registry":"npm","spec":"demo@1.0.0"}}"#,
        ))),
        client: Some(Entry::new(json(
            r#"{"capabilities":{},"credentials":["env:DEMO_KEY"]}"#,
        ))),
        server: Some(Entry::new(json(
            r#"{"serverInfo":{"name":"demo","version":"1.0.0"},"instructions":"Be kind.","protocolVersion":"2025-11-25"}"#,
        ))),
        behavior: Some(Entry::new(json(r#"{"unknownTool":"error -32602"}"#))),
        tools: entries(&[("echo", ECHO), ("add", ADD)]),
        prompts: entries(&[]),
        resources: entries(&[("demo://one", r#"{"uri":"demo://one","name":"One"}"#)]),
        templates: None,
        rule_set: Some("1".to_owned()),
        findings: vec![PinnedFinding {
            rule: "schema/tool-description".to_owned(),
            subject: Some(Subject {
                kind: SubjectKind::Tool,
                name: "add".into(),
            }),
            pointer: None,
            text_hash: None,
        }],
        accepted: vec![Accepted {
            change: "0123456789ab".to_owned(),
            class: "title_changed".to_owned(),
            subject: Subject {
                kind: SubjectKind::Tool,
                name: "add".into(),
            },
            reason: "renamed by the vendor".to_owned(),
        }],
        ..LockFile::default()
    }
}

fn damages(text: &str) -> Vec<String> {
    match read(text, &LockLimits::default()) {
        Err(LockError::Damaged(damages)) => damages
            .into_iter()
            .map(|damage| format!("{} {}", damage.entry, damage.what))
            .collect(),
        other => vec![format!("{other:?}")],
    }
}

#[test]
fn what_is_written_is_read() {
    let lock = sample();
    let text = write(&lock);
    let again = read(&text, &LockLimits::default()).unwrap();
    assert_eq!(write(&again), text);
    assert_eq!(again.version, 3);
    assert_eq!(again.findings, lock.findings);
    assert_eq!(again.accepted, lock.accepted);
    assert!(again.templates.is_none() && again.prompts.is_some_and(|prompts| prompts.is_empty()));
    let echo = &again.tools.unwrap()["echo"];
    assert!(echo.same(&lock.tools.unwrap()["echo"]));
    assert_eq!(text[echo.offset.unwrap()..].split(':').next(), Some("\"echo\""));
    assert!(
        text.contains(r#""Twice.\u200b""#),
        "a hidden character is shown, and each line of a text has its own:\n{text}"
    );
}

#[test]
fn order_of_members_and_spelling_of_numbers_do_not_count() {
    let mut other = sample();
    other.tools = entries(&[
        (
            "add",
            r#"{"name":"add","inputSchema":{"type":"object","properties":{"a":{"maximum":100,"type":"number"},"b":{"type":"number"}}}}"#,
        ),
        ("echo", ECHO),
    ]);
    assert_eq!(write(&other), write(&sample()));
}

#[test]
fn a_changed_block_is_named() {
    let text = write(&sample());
    for (from, to, found) in [
        (
            "\"Says it again.\"",
            "\"Says it.\"",
            "tools \"echo\" does not fit its digest",
        ),
        (
            "\"maximum\": 100",
            "\"maximum\": 99",
            "tools \"add\" does not fit its digest",
        ),
        ("\"Be kind.\"", "\"Be mean.\"", "server does not fit its digest"),
        ("demo@1.0.0", "demo@latest", "identity does not fit its digest"),
        ("error -32602", "isError", "behavior does not fit its digest"),
        (
            "\"schema/tool-description\"",
            "\"security/hidden-unicode\"",
            "finding \"security/hidden-unicode\" does not fit its check",
        ),
        (
            "\"definition\": { \"name\": \"One\", \"uri\": \"demo://one\" }",
            "\"x\": 1",
            "resources \"demo://one\" has no digest or no definition",
        ),
        (
            "    \"resources\": [\n",
            "    \"resources\": [\n      \"demo://two\",\n",
            "resources \"demo://two\" is missing, though the index names it",
        ),
        ("      \"add\",\n", "", "tools \"add\" is not in the index"),
        ("\"behavior\": {", "\"behaviour\": {", "behavior is missing"),
    ] {
        assert!(text.contains(from), "{from} in\n{text}");
        assert_eq!(damages(&text.replacen(from, to, 1)), [found], "{from}");
    }
}

#[test]
fn a_removed_block_is_named() {
    let whole = write(&sample());
    let start = whole.find("    \"add\": {").unwrap();
    let end = whole.find("    \"echo\": {").unwrap();
    let without = format!("{}{}", &whole[..start], &whole[end..]);
    assert_eq!(
        damages(&without),
        ["tools \"add\" is missing, though the index names it"]
    );
    assert_eq!(
        damages(r#"{"schemaVersion":3,"texts":"full","tools":{}}"#),
        ["index is missing", "index of tools is missing"],
        "an emptied file is no lock"
    );
}

#[test]
fn files_that_are_no_lock_say_why() {
    for (text, message) in [
        (
            "{",
            "line 1, column 2 is no JSON: the text ends at byte 1 inside a value",
        ),
        (
            "[]",
            "this is no lock file: it is no object; `mcpward baseline` writes one",
        ),
        (
            "{}",
            "this is no lock file: it has no `tools`; `mcpward baseline` writes one",
        ),
        (
            r#"{"tools":{}}"#,
            "this is no lock file: it has neither `schemaVersion` nor `meta`; `mcpward baseline` writes one",
        ),
        (
            r#"{"schemaVersion":"3"}"#,
            "this is no lock file: schemaVersion \"3\" is none that was ever written; `mcpward baseline` writes one",
        ),
        (
            r#"{"schemaVersion":4}"#,
            "schemaVersion 4 is newer than this release reads (up to 3): use the release that wrote it or a newer one",
        ),
        (
            "{\n<<<<<<< HEAD\n}",
            "line 2 is a merge conflict marker: decide which contract holds, or run `mcpward baseline`",
        ),
    ] {
        assert_eq!(read(text, &LockLimits::default()).unwrap_err().to_string(), message);
    }
    let small = LockLimits {
        text_bytes_max: 10,
        ..LockLimits::default()
    };
    assert_eq!(
        read("{          }", &small).unwrap_err().to_string(),
        "the lock file passes the limit lock_bytes_max of 10"
    );
    let deep = format!("{}1{}", "[".repeat(20_000), "]".repeat(20_000));
    assert_eq!(
        read(&deep, &LockLimits::default()).unwrap_err().to_string(),
        "the lock file passes the limit lock_depth_max of 10000"
    );
}

#[test]
fn versions_1_and_2_are_read() {
    let first = r#"{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"tools":{"echo":{"descriptionHash":"sha256:aa","inputSchema":{"type":"object"},"outputSchema":null,"annotations":{"readOnlyHint":true}}},"meta":{"mcpwardVersion":"0.1.0","capturedAt":"2025-01-01T00:00:00Z","serverName":"demo","serverVersion":"1"}}"#;
    let lock = read(first, &LockLimits::default()).unwrap();
    assert_eq!((lock.version, lock.texts), (1, Texts::Digests));
    let echo = &lock.tools.as_ref().unwrap()["echo"];
    let expected = json(
        r#"{"name":"echo","description":"sha256:aa","inputSchema":{"type":"object"},"annotations":{"readOnlyHint":true}}"#,
    );
    assert!(echo.value().same(expected.value()), "{:?}", echo.json);
    assert!(
        lock.prompts.is_none() && lock.identity.is_none(),
        "what it did not pin is not said to be empty"
    );

    let second = r#"{"protocolVersion":"2025-11-25","capabilities":{},"tools":{"__proto__":{"description":"Reads.","descriptionHash":"sha256:bb","inputSchema":null,"outputSchema":null,"annotations":null,"outputShape":{"source":"structured","samples":3,"shape":{"types":["object"]}}}},"meta":{"schemaVersion":2,"canonicalVersion":2,"mcpwardVersion":"1.1.0","serverName":"demo","serverVersion":"1","authContext":{"kind":"env","keys":["TOKEN"],"fingerprint":null}}}"#;
    let lock = read(second, &LockLimits::default()).unwrap();
    assert_eq!((lock.version, lock.texts), (2, Texts::Unified));
    let odd = &lock.tools.as_ref().unwrap()["__proto__"];
    assert!(
        odd.value()
            .same(json(r#"{"name":"__proto__","description":"Reads."}"#).value())
    );
    assert!(odd.shape.is_some());
    assert!(
        lock.client
            .unwrap()
            .value()
            .same(json(r#"{"credentials":["TOKEN"]}"#).value())
    );

    let newer = r#"{"tools":{},"meta":{"schemaVersion":7}}"#;
    assert!(matches!(
        read(newer, &LockLimits::default()),
        Err(LockError::Newer { .. })
    ));
    let broken = r#"{"tools":{"a":1},"meta":{}}"#;
    assert!(matches!(
        read(broken, &LockLimits::default()),
        Err(LockError::NotALock { .. })
    ));
}

#[test]
fn two_branches_that_change_two_tools_touch_different_lines() {
    let names = ["alpha", "beta", "delta", "gamma"];
    let with = |changed: &str| {
        let tools: Vec<(&str, String)> = names
            .iter()
            .map(|name| {
                (
                    *name,
                    format!(
                        r#"{{"name":"{name}","description":"{}"}}"#,
                        if *name == changed { "new" } else { "old" }
                    ),
                )
            })
            .collect();
        let tools: Vec<(&str, &str)> = tools.iter().map(|(name, text)| (*name, text.as_str())).collect();
        write(&LockFile {
            tools: entries(&tools),
            ..LockFile::default()
        })
    };
    let base = with("");
    let changed = |name: &str| -> Vec<usize> {
        let other = with(name);
        assert_eq!(base.lines().count(), other.lines().count());
        base.lines()
            .zip(other.lines())
            .enumerate()
            .filter(|(_, (a, b))| a != b)
            .map(|(idx, _)| idx)
            .collect()
    };
    let (beta, delta) = (changed("beta"), changed("delta"));
    assert_eq!((beta.len(), delta.len()), (2, 2), "digest and text");
    assert!(
        delta[0] - beta[1] > 2,
        "lines between them keep git from calling it a conflict: {beta:?} {delta:?}"
    );
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn any_text_comes_back(name in ".{0,20}", text in "(.|\\n|\\r|\u{200b}|\u{e0041}|\"|\\\\){0,60}") {
        let mut definition = String::from("{\"name\":");
        mcpward_json::quote(&name, &mut definition);
        definition.push_str(",\"description\":");
        mcpward_json::quote(&text, &mut definition);
        definition.push('}');
        let lock = LockFile { tools: entries(&[(&name, &definition)]), ..LockFile::default() };
        let again = read(&write(&lock), &LockLimits::default()).unwrap();
        prop_assert!(again.tools.unwrap()[&name].same(&lock.tools.unwrap()[&name]));
    }

    #[test]
    fn any_cut_is_found(at in 0_usize..1_000) {
        let whole = write(&sample());
        let cut = whole.len() * at / 1_000;
        prop_assume!(whole.is_char_boundary(cut) && cut + 2 < whole.len());
        prop_assert!(read(&whole[..cut], &LockLimits::default()).is_err());
    }
}
