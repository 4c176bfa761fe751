//! JUnit XML, read back with quick-xml.

use std::collections::BTreeSet;

use mcpward_analyze::report::Format;
use mcpward_schemas::report::{Report, Severity, Status};
use quick_xml::Reader;
use quick_xml::events::Event;
use snapbox::{assert_data_eq, file};

use crate::{all, sample, text};

/// What the schema of Jenkins' xUnit plugin allows: element, its parent, its attributes.
const ALLOWED: [(&str, &str, &[&str]); 7] = [
    ("testsuites", "", &["name", "tests", "failures", "errors", "time"]),
    (
        "testsuite",
        "testsuites",
        &["name", "tests", "failures", "errors", "skipped", "time", "timestamp"],
    ),
    ("testcase", "testsuite", &["classname", "name", "time"]),
    ("failure", "testcase", &["type", "message"]),
    ("error", "testcase", &["type", "message"]),
    ("skipped", "testcase", &["type", "message"]),
    ("system-out", "testcase", &[]),
];

/// What the schema wants of the values: attributes that must be there, and the type of each.
fn check_values(element: &str, attributes: &[(String, String)]) {
    let required: &[&str] = match element {
        "testsuites" => &[],
        "testsuite" => &["name", "tests", "failures", "errors"],
        "testcase" => &["name", "classname"],
        "failure" | "error" => &["type"],
        _ => &[],
    };
    for name in required {
        assert!(attributes.iter().any(|(key, _)| key == name), "{element} has no {name}");
    }
    for (key, value) in attributes {
        let fits = match key.as_str() {
            "tests" | "failures" | "errors" | "skipped" => value.parse::<u64>().is_ok(),
            // A decimal: no sign, no exponent, no comma.
            "time" => value
                .split_once('.')
                .is_some_and(|(s, ms)| ms.len() == 3 && (s.to_owned() + ms).bytes().all(|byte| byte.is_ascii_digit())),
            "timestamp" => value.is_empty() || value.len() >= 20 && value.as_bytes()[10] == b'T',
            // An xs:token has no line feed, and readers that take it for a name want something.
            "name" | "classname" | "type" => !value.is_empty() && !value.contains(['\n', '\t']),
            _ => true,
        };
        assert!(fits, "{element} {key}={value:?}");
    }
}

/// Elements with their attributes, in document order.
fn elements(xml: &str) -> Vec<(String, Vec<(String, String)>)> {
    let mut reader = Reader::from_str(xml);
    reader.config_mut().check_end_names = true;
    let (mut out, mut open) = (Vec::new(), Vec::new());
    loop {
        let event = reader.read_event().expect("the XML is well-formed");
        let (start, is_empty) = match &event {
            Event::Eof => break,
            Event::Start(start) => (start, false),
            Event::Empty(start) => (start, true),
            Event::End(_) => {
                open.pop();
                continue;
            }
            Event::Text(text) => {
                assert!(
                    text.chars()
                        .all(|c| matches!(c, '\n' | ' '..='\u{d7ff}' | '\u{e000}'..='\u{fffd}' | '\u{10000}'..))
                );
                continue;
            }
            Event::Decl(_) | Event::GeneralRef(_) => continue,
            other => unreachable!("we write nothing like {other:?}"),
        };
        let name = start.name().as_ref().to_owned();
        let attributes = start.attributes().map(|attribute| {
            let attribute = attribute.expect("the attribute is well-formed");
            (attribute.key.as_ref().to_owned(), attribute.value.into_owned())
        });
        let attributes: Vec<_> = attributes.collect();
        let parent = open.last().map_or("", String::as_str);
        let (_, _, allowed) = ALLOWED
            .iter()
            .find(|(element, of, _)| *element == name && *of == parent)
            .expect("the schema knows the element");
        assert!(
            attributes.iter().all(|(key, _)| allowed.contains(&key.as_str())),
            "{attributes:?}"
        );
        check_values(&name, &attributes);
        if !is_empty {
            open.push(name.clone());
        }
        out.push((name, attributes));
    }
    assert!(open.is_empty());
    out
}

fn of<'a>(attributes: &'a [(String, String)], key: &str) -> &'a str {
    attributes
        .iter()
        .find(|(its, _)| its == key)
        .map(|(_, value)| value.as_str())
        .expect("the attribute is there")
}

#[test]
fn reads_well() {
    assert_data_eq!(text(Format::Junit, &sample::story()), file!["goldens/junit.xml"].raw());
    assert_data_eq!(
        text(Format::Junit, &sample::broken()),
        file!["goldens/junit-broken.xml"].raw()
    );
}

#[test]
fn is_what_the_strictest_schema_allows_and_its_counts_are_right() {
    for report in all() {
        let elements = elements(&text(Format::Junit, &report));
        let n = |name: &str| {
            elements
                .iter()
                .filter(|(element, _)| element == name)
                .count()
                .to_string()
        };
        let (root, attributes) = &elements[0];
        assert_eq!(root, "testsuites");
        assert_eq!(of(attributes, "tests"), n("testcase"));
        assert_eq!(of(attributes, "failures"), n("failure"));
        assert_eq!(of(attributes, "errors"), n("error"));
        let sum = |key: &str| {
            let suites = elements.iter().filter(|(element, _)| element == "testsuite");
            suites
                .map(|(_, attributes)| of(attributes, key).parse::<usize>().unwrap())
                .sum::<usize>()
                .to_string()
        };
        assert_eq!(sum("tests"), n("testcase"));
        assert_eq!(sum("skipped"), n("skipped"));
    }
}

/// Class and name of every case.
fn names(report: &Report) -> Vec<(String, String)> {
    let elements = elements(&text(Format::Junit, report));
    let cases = elements.iter().filter(|(element, _)| element == "testcase");
    cases
        .map(|(_, attributes)| {
            (
                of(attributes, "classname").to_owned(),
                of(attributes, "name").to_owned(),
            )
        })
        .collect()
}

#[test]
fn a_case_has_the_same_name_whatever_is_found() {
    let case = |status, message: &str| {
        sample::report(vec![sample::about_tool(
            "schema/tool-name",
            status,
            Severity::Error,
            "a b",
            message,
        )])
    };
    let clean = names(&case(Status::Pass, ""));
    for status in [Status::Fail, Status::Warn, Status::Skip] {
        assert_eq!(names(&case(status, "17 things are wrong")), clean);
    }
    let mut two = case(Status::Fail, "one");
    two.results.push(two.results[0].clone());
    assert_eq!(names(&two), clean);
}

#[test]
fn names_are_unique() {
    for report in all() {
        let names = names(&report);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
    }
}
