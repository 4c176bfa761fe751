//! The samples in docs/reports.md are what the reporters write.

use mcpward_analyze::report::Format;
use snapbox::{assert_data_eq, file};

use crate::{sample, text};

/// The page with a mark for each sample: `{{console}}` and so on.
const PAGE: &str = include_str!("docs/reports.md");

#[test]
fn samples_are_real() {
    let mut page = PAGE.to_owned();
    for format in Format::ALL {
        let mark = format!("{{{{{format}}}}}\n");
        if format == Format::Html {
            assert!(!page.contains(&mark));
            continue;
        }
        assert!(page.contains(&mark), "{format} has a sample");
        page = page.replace(&mark, &text(format, &sample::short()));
    }
    assert_data_eq!(page, file!["../../../docs/reports.md"].raw());
}
