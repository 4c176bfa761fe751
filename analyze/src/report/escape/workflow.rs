//! Workflow commands of GitHub Actions.

use super::{Raw, visible};

/// Text for the data of a workflow command, after `::`.
pub fn workflow<'a>(text: impl Into<Raw<'a>>) -> String {
    visible(text).replace('%', "%25")
}

/// Text for the value of a property of a workflow command, where `:` and `,` would end it.
pub fn workflow_property<'a>(text: impl Into<Raw<'a>>) -> String {
    workflow(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::{workflow, workflow_property};

    #[test]
    fn commands_are_text() {
        assert_eq!(
            workflow("100%\r\n::error::x %0A"),
            "100%25<U+000D><U+000A>::error::x %250A"
        );
        assert_eq!(workflow_property("a,b:c%"), "a%2Cb%3Ac%25");
    }
}
