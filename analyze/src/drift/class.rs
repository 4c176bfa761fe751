//! Kinds of change, and what each is worth by default.

use super::change::Severity;
use super::classes::CLASSES;

/// A kind of change. Its name is the rule id after `drift/`, and what `fail_on` and `severity` take.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[expect(
    missing_docs,
    reason = "the table below says what each is, and the documentation is made from it"
)]
pub enum Class {
    AllToolsRemoved,
    AnnotationChanged,
    BehaviourChanged,
    BreakingOutputShapeChange,
    BreakingSchemaChange,
    CapabilityChanged,
    DefaultChanged,
    DescriptionChanged,
    ExecutionChanged,
    IconChanged,
    IdentityChanged,
    InstructionsChanged,
    MetaChanged,
    NonbreakingOutputShapeChange,
    NonbreakingSchemaChange,
    PageChanged,
    PromptAdded,
    PromptBreaking,
    PromptChanged,
    PromptNonbreaking,
    PromptRemoved,
    ProtocolChanged,
    ResourceAdded,
    ResourceBreaking,
    ResourceChanged,
    ResourceNonbreaking,
    ResourceRemoved,
    SchemaChangeUnproven,
    SchemaDialectChanged,
    SchemaRewritten,
    ServerChanged,
    SuspiciousTextAdded,
    TemplateAdded,
    TemplateBreaking,
    TemplateChanged,
    TemplateNonbreaking,
    TemplateRemoved,
    TitleChanged,
    ToolAdded,
    ToolRemoved,
    ToolRenamed,
}

/// Which way a class looks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Direction {
    /// Something that callers relied on is gone or narrower.
    Narrower,
    /// There is more than before.
    Wider,
    /// Neither: it reads or behaves otherwise.
    Other,
}

/// What is known of a class besides the code that finds it.
#[derive(Debug, Clone, Copy)]
pub struct ClassInfo {
    /// The class.
    pub class: Class,
    /// Its name, as in `fail_on`.
    pub name: &'static str,
    /// Blast radius, not breakage. A single change may weigh more or less: a grade, a hint, a lost capability.
    pub severity: Severity,
    /// Whether it fails a run whose configuration has no `fail_on`.
    pub fails: bool,
    /// Which way it looks.
    pub direction: Direction,
    /// The class that the same two contracts give the other way round.
    pub mirror: Mirror,
    /// What it is.
    pub what: &'static str,
    /// Why it weighs what it weighs.
    pub why: &'static str,
    /// An example, before.
    pub before: &'static str,
    /// And after.
    pub after: &'static str,
}

/// What a class becomes when old and new are exchanged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mirror {
    /// This class.
    Of(Class),
    /// Another one, for the reason given.
    None(&'static str),
}

impl Class {
    /// What is known of it.
    pub fn info(self) -> &'static ClassInfo {
        CLASSES
            .iter()
            .find(|info| info.class == self)
            .expect("a test finds every class in the table")
    }

    /// Its name, as in `fail_on`.
    pub fn name(self) -> &'static str {
        self.info().name
    }

    /// The class of that name.
    pub fn of(name: &str) -> Option<Self> {
        CLASSES.iter().find(|info| info.name == name).map(|info| info.class)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{CLASSES, Class, Direction, Mirror, Severity};

    #[test]
    fn every_class_is_in_the_table_once_and_sorted() {
        let names: Vec<&str> = CLASSES.iter().map(|info| info.name).collect();
        let mut sorted = names.clone();
        sorted.sort_unstable();
        assert_eq!(names, sorted);
        assert_eq!(names.iter().collect::<BTreeSet<_>>().len(), names.len());
        for info in CLASSES {
            assert_eq!(Class::of(info.name), Some(info.class));
            assert_eq!(info.class.info().name, info.name);
        }
        assert_eq!(
            CLASSES.last().map(|info| info.class),
            Some(Class::ToolRenamed),
            "the last variant, so none is forgotten"
        );
        assert_eq!(CLASSES.len(), Class::ToolRenamed as usize + 1);
    }

    #[test]
    fn mirrors_point_at_each_other() {
        for info in CLASSES {
            match info.mirror {
                Mirror::Of(other) => {
                    assert_eq!(other.info().mirror, Mirror::Of(info.class), "{}", info.name);
                    let expected = match info.direction {
                        Direction::Narrower => Direction::Wider,
                        Direction::Wider => Direction::Narrower,
                        Direction::Other => Direction::Other,
                    };
                    assert_eq!(other.info().direction, expected, "{}", info.name);
                }
                Mirror::None(reason) => assert!(!reason.is_empty()),
            }
        }
    }

    #[test]
    fn what_only_adds_does_not_fail() {
        for info in CLASSES.iter().filter(|info| info.direction == Direction::Wider) {
            assert!(!info.fails && info.severity == Severity::Low, "{}", info.name);
        }
    }
}
