//! Bounds of the reporters, each with its reason. Reaching one is said in the output.

/// Combining marks on one letter that are shown as they are: no living script stacks more, and a taller stack paints over
/// the lines above.
pub(crate) const COMBINING_RUN_MAX: usize = 8;

/// Hidden characters of one kind in a row that are written one by one; a longer run is counted, or it would be all there is
/// to see.
pub(crate) const HIDDEN_RUN_MAX: usize = 3;

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

/// Servers of one run up to which each has a line where people read; of more only those that need a look, and the rest is
/// counted.
pub(crate) const SERVERS_LISTED_MAX: usize = 12;

/// Names of subjects that stand for folded findings.
pub(crate) const FOLDED_NAMES_MAX: usize = 8;

/// Lines of one text (a difference, a value) on the console before it is cut; verbose gets [`CONSOLE_LINES_VERBOSE`].
pub(crate) const CONSOLE_LINES: usize = 10;

/// The same where all is asked for: a screen.
pub(crate) const CONSOLE_LINES_VERBOSE: usize = 60;

/// Columns that the console needs at least; narrower terminals wrap by themselves.
pub(crate) const WIDTH_MIN: usize = 40;

/// Code points of one text in the details of formats for machines (JUnit, SARIF): what their viewers show without a fold.
pub(crate) const DETAIL_CHARS_MAX: usize = 2_000;

/// Findings of one rule about one subject that a JUnit case tells apart.
pub(crate) const JUNIT_FINDINGS_PER_CASE: usize = 20;

/// Annotations of one kind that GitHub Actions shows for a step.
pub(crate) const ANNOTATIONS_PER_STEP: usize = 10;

/// Entries of a code-quality report: GitLab loads it whole when a merge request is opened.
pub(crate) const GITLAB_FINDINGS_MAX: usize = 5_000;

/// Results of a SARIF run that GitHub accepts (it shows 5,000).
pub(crate) const SARIF_RESULTS_MAX: usize = 25_000;

/// Bytes of message text in a SARIF file. The upload limit is 10 MB after gzip; text of a server may not compress at all,
/// while what surrounds it (some 700 bytes a result) compresses to a tenth.
pub(crate) const SARIF_TEXT_BYTES_MAX: usize = 6_000_000;

/// Characters of a comment key: job names are shorter, and it stands in a marker that is searched for.
pub(crate) const KEY_CHARS_MAX: usize = 100;

/// Bytes of a job summary. GitHub takes 1 MiB a step; half leaves room for what else the step writes, and renders quickly.
pub(crate) const MARKDOWN_BYTES_MAX: usize = 512 << 10;

/// Bytes of a comment. GitHub takes 65,536 characters; bytes are never fewer than characters, however they are counted.
pub(crate) const COMMENT_BYTES_MAX: usize = 65_000;

/// Bytes kept for what stands after the findings: the note of what was left out, commands, the last line.
pub(crate) const MARKDOWN_RESERVE_BYTES: usize = 4_000;

/// Findings of one rule that Markdown shows with details before it folds the rest.
pub(crate) const MARKDOWN_FINDINGS_PER_RULE: usize = 5;

/// Lines of a folded list.
pub(crate) const MARKDOWN_LINES_PER_FOLD: usize = 50;

/// Code points of a text before or after a change in Markdown.
pub(crate) const MARKDOWN_TEXT_CHARS_MAX: usize = 1_000;

/// Lines of such a text.
pub(crate) const MARKDOWN_LINES_PER_TEXT: usize = 20;

/// Failures that the page shows unfolded: what a person reads from top to bottom.
pub(crate) const HTML_OPEN_MAX: usize = 100;

/// Findings with details on the page, rows of its tables: beyond it browsers take seconds to open it.
pub(crate) const HTML_FINDINGS_MAX: usize = 1_000;

/// Findings on the page in all; those beyond [`HTML_FINDINGS_MAX`] are one line each.
pub(crate) const HTML_BRIEF_MAX: usize = 5_000;

/// Lines of one list of a finding on the page: clients, places, a rewrite.
pub(crate) const HTML_LINES_MAX: usize = 40;

/// Code points of a JSON value that is laid out on lines; a longer one stays on one line and is cut.
pub(crate) const JSON_CHARS_MAX: usize = 20_000;

/// Unchanged lines of JSON kept on each side of a change.
pub(crate) const NESTED_CONTEXT_LINES: usize = 2;

/// Items of a list on the console, and code points of them together: two lines of a wide terminal.
pub(crate) const LIST_CHARS_MAX: usize = 160;

/// Tools up to which the inventory of the page is unfolded: a screen.
pub(crate) const HTML_TOOLS_OPEN_MAX: usize = 25;

/// Classes of a histogram that are drawn; ten are made.
pub(crate) const HISTOGRAM_CLASSES_MAX: usize = 20;

/// Rules that the page explains.
pub(crate) const HTML_RULES_MAX: usize = 500;

/// Items or places of a finding about many of them on the console: a line.
pub(crate) const HABIT_CONSOLE_MAX: usize = 5;

/// The same where a line costs no screen.
pub(crate) const HABIT_LISTED_MAX: usize = 100;
