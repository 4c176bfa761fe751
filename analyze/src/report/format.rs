//! The names of formats.

use std::fmt;
use std::str::FromStr;

/// A format of the report.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Format {
    /// For people at a terminal.
    Console,
    /// The whole report; every other format is made from it.
    Json,
    /// JUnit XML, for test reporters.
    Junit,
    /// SARIF 2.1.0, for code scanning.
    Sarif,
    /// Markdown, for job summaries.
    Markdown,
    /// One self-contained page.
    Html,
    /// Workflow commands of GitHub Actions.
    Github,
    /// The text of a pull-request comment.
    PrComment,
    /// Code-quality JSON of GitLab.
    Gitlab,
}

impl Format {
    /// All formats, in the order in which they are documented.
    pub const ALL: [Self; 9] = [
        Self::Console,
        Self::Json,
        Self::Junit,
        Self::Sarif,
        Self::Markdown,
        Self::Html,
        Self::Github,
        Self::PrComment,
        Self::Gitlab,
    ];

    /// The name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Console => "console",
            Self::Json => "json",
            Self::Junit => "junit",
            Self::Sarif => "sarif",
            Self::Markdown => "markdown",
            Self::Html => "html",
            Self::Github => "github",
            Self::PrComment => "pr-comment",
            Self::Gitlab => "gitlab",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Format {
    type Err = UnknownFormat;

    fn from_str(name: &str) -> Result<Self, UnknownFormat> {
        let found = Self::ALL.into_iter().find(|format| format.name() == name);
        found.ok_or_else(|| UnknownFormat {
            name: name.to_owned(),
            suggestion: suggestion(name),
        })
    }
}

/// The nearest name, where one is near enough to be meant.
fn suggestion(name: &str) -> Option<Format> {
    let lower = name.to_lowercase();
    let other_word = match lower.as_str() {
        "md" | "summary" => Some(Format::Markdown),
        "xml" => Some(Format::Junit),
        "text" | "txt" | "pretty" => Some(Format::Console),
        "htm" => Some(Format::Html),
        "codequality" | "code-quality" => Some(Format::Gitlab),
        "comment" => Some(Format::PrComment),
        _ => None,
    };
    let nearest = || {
        Format::ALL
            .into_iter()
            .min_by_key(|format| strsim::damerau_levenshtein(&lower, format.name()))
    };
    other_word.or_else(|| nearest().filter(|format| strsim::damerau_levenshtein(&lower, format.name()) <= 2))
}

/// A name that is no format.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnknownFormat {
    /// The name that was given.
    pub name: String,
    /// What may have been meant.
    pub suggestion: Option<Format>,
}

impl fmt::Display for UnknownFormat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "unknown report format {:?}", self.name)?;
        match self.suggestion {
            Some(format) => write!(f, "; did you mean {format}?"),
            None => {
                let names = Format::ALL.map(Format::name).join(", ");
                write!(f, "; the formats are {names}")
            }
        }
    }
}

impl std::error::Error for UnknownFormat {}

#[cfg(test)]
mod tests {
    use super::Format;

    #[test]
    fn names_parse_back() {
        for format in Format::ALL {
            assert_eq!(format.name().parse(), Ok(format));
        }
    }

    #[test]
    fn near_names_are_suggested() {
        let table = [
            ("junt", "unknown report format \"junt\"; did you mean junit?"),
            ("Sarif", "unknown report format \"Sarif\"; did you mean sarif?"),
            ("md", "unknown report format \"md\"; did you mean markdown?"),
            (
                "\u{1b}nonsense",
                "unknown report format \"\\u{1b}nonsense\"; the formats are console, json, junit, sarif, markdown, html, github, \
                 pr-comment, gitlab",
            ),
        ];
        for (name, message) in table {
            assert_eq!(name.parse::<Format>().unwrap_err().to_string(), message);
        }
    }
}
