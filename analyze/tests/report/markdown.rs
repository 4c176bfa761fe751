//! Job summary and pull-request comment.

use mcpward_analyze::report::{Format, Look, comment_marker, render};
use snapbox::{assert_data_eq, file};

use crate::{all, sample, text};

#[test]
fn reads_well() {
    assert_data_eq!(
        text(Format::Markdown, &sample::story()),
        file!["goldens/summary.md"].raw()
    );
    assert_data_eq!(
        text(Format::PrComment, &sample::broken()),
        file!["goldens/comment-broken.md"].raw()
    );
    assert_data_eq!(
        text(Format::PrComment, &sample::many(40)),
        file!["goldens/comment-many.md"].raw()
    );
}

#[test]
fn a_comment_begins_with_its_marker_and_fits() {
    for report in all() {
        for key in ["", "build", "a --> b"] {
            let look = Look {
                key: key.to_owned(),
                ..Look::default()
            };
            let comment = String::from_utf8(render(Format::PrComment, &report, &look)).unwrap();
            let (first, rest) = comment.split_once('\n').unwrap();
            assert_eq!(first, comment_marker(&look));
            assert!(!rest.contains("<!--") || rest.contains("`"), "no second comment");
            assert!(comment.len() <= 65_000, "{}", comment.len());
        }
        assert!(text(Format::Markdown, &report).len() <= 512 << 10);
    }
}

#[test]
fn what_does_not_fit_is_counted() {
    let mut report = sample::many(400);
    // As many rules, so that nothing folds.
    for (n, finding) in report.results.iter_mut().enumerate() {
        finding.id = format!("{}-{n}", finding.id);
    }
    let comment = text(Format::PrComment, &report);
    let shown = comment.matches("\n- ").count();
    assert!(shown > 20);
    assert!(
        comment.contains(&format!("**{} more findings are left out here**", 300 - shown)),
        "{shown}"
    );
}

#[test]
fn blocks_are_whole() {
    for report in all() {
        for format in [Format::Markdown, Format::PrComment] {
            let text = text(format, &report);
            assert_eq!(
                text.matches("\n</details>").count(),
                text.matches("\n<details>").count()
            );
            let fences: Vec<_> = text.lines().filter(|line| line.starts_with("  ```")).collect();
            assert!(
                fences
                    .chunks(2)
                    .all(|pair| pair.len() == 2 && pair[0] == format!("{}diff", pair[1]))
            );
        }
    }
}
