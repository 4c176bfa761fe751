//! The page.

use mcpward_analyze::report::Format;
use snapbox::{assert_data_eq, file};

use crate::{all, sample, text};

#[test]
fn reads_well() {
    // Style and script are files of their own; the golden is what is made from the report.
    let page = text(Format::Html, &sample::story());
    let start = page.find("<body>").unwrap();
    let end = page.find("<script>").unwrap();
    assert_data_eq!(page[start..end].to_owned(), file!["goldens/body.html"].raw());
}

#[test]
fn only_our_markup_and_nothing_from_outside() {
    for report in all() {
        let page = text(Format::Html, &report);
        assert_eq!(page.matches("<script").count(), 1);
        assert_eq!(page.matches("<style").count(), 1);
        assert!(page.contains("default-src 'none'"));
        let (mut rest, mut open) = (page.as_str(), Vec::new());
        while let Some(at) = rest.find('<') {
            rest = &rest[at + 1..];
            let end = rest.find('>').expect("a tag ends");
            let tag = &rest[..end];
            rest = &rest[end + 1..];
            let name = tag.split([' ', '\n']).next().unwrap_or_default();
            if name == "script" || name == "style" {
                rest = &rest[rest.find("</").unwrap()..];
            }
            let plain = name.trim_start_matches('/');
            assert!(ELEMENTS.contains(&plain), "{tag}");
            assert!(
                ATTRIBUTES_BARRED.iter().all(|attribute| !tag.contains(attribute)),
                "{tag}"
            );
            match name.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name)),
                None if !["!doctype", "meta", "input"].contains(&name) => open.push(name),
                None => {}
            }
        }
    }
}

const ELEMENTS: [&str; 50] = [
    "!doctype", "html", "head", "meta", "title", "style", "body", "a", "header", "h1", "h2", "h3", "h4", "p", "ul",
    "li", "b", "span", "bdi", "code", "pre", "main", "form", "input", "fieldset", "legend", "label", "output",
    "section", "small", "details", "summary", "div", "dl", "dt", "dd", "del", "ins", "table", "thead", "tbody", "tr",
    "th", "td", "footer", "script", "meter", "svg", "path", "rect",
];

const ATTRIBUTES_BARRED: [&str; 6] = [" src=", " onerror=", " onclick=", " style=", "http:", "https:"];
