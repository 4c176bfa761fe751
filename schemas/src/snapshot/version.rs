//! The version of the snapshot format.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The format that this release writes.
pub const FORMAT: Version = Version {
    major: Major(1),
    minor: Minor(0),
};

/// Rises when an older reader would misread the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Major(pub u32);

/// Rises when fields or events are added that an older reader may ignore.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Minor(pub u32);

/// A format version, written `major.minor`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[cfg_attr(feature = "schema", schemars(with = "String"))]
#[serde(try_from = "String", into = "String")]
pub struct Version {
    /// Compatibility.
    pub major: Major,
    /// Additions.
    pub minor: Minor,
}

impl Version {
    /// Whether this release reads files of that version: every minor of the majors up to its own.
    pub fn is_readable(self) -> bool {
        self.major <= FORMAT.major && self.major >= Major(1)
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.major.0, self.minor.0)
    }
}

impl From<Version> for String {
    fn from(version: Version) -> Self {
        version.to_string()
    }
}

impl TryFrom<String> for Version {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        let parsed = text.split_once('.').and_then(|(major, minor)| {
            Some(Self {
                major: Major(major.parse().ok()?),
                minor: Minor(minor.parse().ok()?),
            })
        });
        parsed.ok_or_else(|| format!("a format version is written major.minor, not {text:?}"))
    }
}
