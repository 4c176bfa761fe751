//! Bounds of the reporters, each with its reason. Reaching one is said in the output.

/// Combining marks on one letter that are shown as they are: no living script stacks more, and a taller stack paints over
/// the lines above.
pub(crate) const COMBINING_RUN_MAX: usize = 8;

/// Code points of a message in formats for people: three lines of a wide terminal.
pub(crate) const MESSAGE_CHARS_MAX: usize = 400;

/// Code points of a name in formats for people; the protocol allows tools 128.
pub(crate) const NAME_CHARS_MAX: usize = 128;

/// Code points of an expected or actual value in formats for people.
pub(crate) const VALUE_CHARS_MAX: usize = 300;

/// Code points of a text before or after a change in formats for people, the verbose console included: a long description.
pub(crate) const TEXT_CHARS_MAX: usize = 4_000;

/// Words a side that differ and are compared word by word; comparing takes the product of both sides in the worst case.
pub(crate) const DIFF_WORDS_MAX: usize = 2_000;

/// Unchanged words kept on each side of a change.
pub(crate) const DIFF_CONTEXT_WORDS: usize = 8;

/// Findings of one rule that the console shows before it folds the rest into a count.
pub(crate) const CONSOLE_FINDINGS_PER_RULE: usize = 3;

/// Names of subjects that stand for folded findings.
pub(crate) const FOLDED_NAMES_MAX: usize = 8;

/// Lines of one text (a difference, a value) on the console before it is cut; verbose gets [`CONSOLE_LINES_VERBOSE`].
pub(crate) const CONSOLE_LINES: usize = 10;

/// The same where all is asked for: a screen.
pub(crate) const CONSOLE_LINES_VERBOSE: usize = 60;

/// Columns that the console needs at least; narrower terminals wrap by themselves.
pub(crate) const WIDTH_MIN: usize = 40;
