//! What was wrong with the evidence itself, as found while reading it.

use mcpward_schemas::report::FrameRef;
use mcpward_schemas::snapshot::Dir;

/// One thing that was wrong with a frame.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Anomaly {
    /// What.
    pub kind: AnomalyKind,
    /// Where.
    pub frame: FrameRef,
    /// The connection, counted in [`Contract::connections`](super::Contract::connections).
    pub connection: usize,
    /// Which way the frame went.
    pub dir: Dir,
    /// What it was exactly: a pointer, a name, the beginning of the text; untrusted.
    pub detail: String,
}

/// Kinds of anomaly.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum AnomalyKind {
    /// A line or body that is no JSON; the detail is its beginning.
    NotJson,
    /// Bytes that are not UTF-8; they were read with replacement characters.
    NotUtf8,
    /// A byte order mark before the message.
    ByteOrderMark,
    /// A carriage return before the line feed.
    CarriageReturn,
    /// A line without anything.
    EmptyLine,
    /// The stream ended before the line feed.
    Unterminated,
    /// The line passed the bound of the recorder and was cut.
    Cut,
    /// JSON that passes a bound of the reader; the detail names it.
    TooLarge,
    /// A JSON array of messages.
    Batch,
    /// JSON that is no JSON-RPC message; the detail says why.
    NotAMessage,
    /// A member name that stands twice in one object; the detail is the pointer of the object and the name.
    DuplicateName,
    /// A surrogate without its partner; the detail is the pointer.
    LoneSurrogate,
    /// A response whose id was never sent.
    UnknownId,
    /// A response whose id has another JSON type than the request's.
    IdTypeChanged,
    /// A second response to one request.
    SecondResponse,
    /// A list result without the array of its kind; the detail names what is there.
    NoItems,
    /// An item of a list that is no object; the detail is its JSON type.
    ItemNotObject,
    /// A frame without text and without bytes.
    Damaged,
}
