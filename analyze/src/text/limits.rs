//! Bounds on what is read, each with its reason. Reaching one is a finding.

/// Bytes of one text leaf that are read. The longest real description seen has 9,508 characters; one server puts a library of 100 KiB into one.
pub const LEAF_BYTES_MAX: usize = 256 * 1024;
/// Text leaves of one subject. The largest real tool has some hundreds; a schema of machine size is cut here.
pub const LEAVES_MAX: usize = 20_000;
/// Levels of nesting that are read. Real schemas reach 30; without a bound, pointers grow with the square of the depth.
pub const DEPTH_MAX: usize = 100;
/// Bytes of all pointers of one subject together: names of machine size at every level would make more.
pub const POINTERS_BYTES_MAX: usize = 8 * 1024 * 1024;
/// Deepest decoding: base64 of percent of rot13 is three.
pub const DECODE_DEPTH_MAX: usize = 3;
/// Decoded views of one leaf. A text that is one blob gives one or two; what gives more is built to be slow.
pub const VIEWS_MAX: usize = 24;
/// Bytes of all decoded views of one leaf together.
pub const VIEWS_BYTES_MAX: usize = 1024 * 1024;
/// Shortest run that is tried as an encoding, in characters. Shorter ones decode to less than three words.
pub const BLOB_CHARS_MIN: usize = 16;
/// Longest excerpt in a finding, in characters.
pub const EXCERPT_CHARS_MAX: usize = 240;
/// Blanks in a row, or empty lines, from which text counts as pushed out of sight. Real tables stay below 120.
pub const PADDING_BLANKS_MIN: usize = 120;
/// Empty lines in a row from which text counts as pushed out of sight.
pub const PADDING_LINES_MIN: usize = 30;
/// Tools of other servers that are looked for in texts.
pub const FOREIGN_TOOLS_MAX: usize = 5_000;
