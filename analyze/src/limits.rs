//! Bounds on outside input, each with its reason. Reaching one is in the report.

/// Pages of one listing that are asked for. The largest real listing seen has ten; a server with more is paging for ever.
pub(crate) const PAGES_MAX: u64 = 1_000;

/// Items of one listing. A hundred times the largest catalogue that any client accepts.
pub(crate) const ITEMS_MAX: u64 = 100_000;

/// Probes of the error contract that are under way at a time, where the server is a process. 16: what a client that calls
/// tools in parallel may send as well, and enough that neither side waits for the other.
pub(crate) const AT_ONCE_MAX: u64 = 16;

/// The same over HTTP, where each is a connection, and a gateway may count them.
pub(crate) const AT_ONCE_HTTP_MAX: u64 = 4;

/// Pages of MCP Apps that tools link and that are read. The servers seen with such pages have up to a dozen, each some hundred
/// kilobytes of script.
pub(crate) const UI_PAGES_MAX: usize = 20;

/// Tools that are called once more by a client which can do nothing, where the one that is declared can do something. 3: one that
/// asks back is likely among them, and each costs a call.
pub(crate) const WITHOUT_CAPABILITIES_MAX: usize = 3;

/// Tools that are called once more by a client that declares the extension for tasks, until one of them begins a task. 3: which one
/// does is up to the server, one that takes long is likely among them, and each costs a call.
pub(crate) const TASK_TOOLS_MAX: usize = 3;

/// Tools that are called once more to send an altered state back. 3: which one gives a state is only known once it has been called,
/// and each costs a call.
pub(crate) const ALTERED_STATES_MAX: usize = 3;

/// How often a task is asked for before it is given up. 8: with the wait below, a task of a few seconds comes to its end.
pub(crate) const TASK_POLLS_MAX: u32 = 8;

/// Longest wait in milliseconds between two of these, however long the server suggests. A second: what SDKs suggest by default.
pub(crate) const TASK_POLL_MAX_MS: u64 = 1_000;

/// Wait in milliseconds between two of these, where the server suggests none.
pub(crate) const TASK_POLL_MS: u64 = 200;

/// Listings of one kind on one connection: two, and one more where the server announced a change during the second.
pub(crate) const PASSES_MAX: u32 = 3;

/// Requests in a row without an answer after which a connection counts as hung. Each costs a whole `call_ms`.
pub(crate) const UNANSWERED_MAX: u32 = 3;

/// Silence in milliseconds that ends a burst of change notifications. Bursts of real servers are a few milliseconds long, and
/// one that goes on during the second listing is met by a third.
pub(crate) const SETTLE_QUIET_MS: u64 = 100;

/// Longest wait in milliseconds for such a burst to end.
pub(crate) const SETTLE_MAX_MS: u64 = 3_000;

/// Deepest nesting that libraries which recurse are given. Schemas seen in the field stay below 30.
pub(crate) const RECURSION_DEPTH_MAX: usize = 100;

/// Places at which one text is reported as having duplicate member names; the rest is counted.
pub(crate) const DUPLICATES_REPORTED_MAX: usize = 8;

/// Kinds of problems of one schema that are reported one by one. More of them say that it is no JSON Schema at all.
pub(crate) const SCHEMA_PROBLEMS_MAX: usize = 5;

/// Code points of server text that a message quotes.
pub(crate) const QUOTE_CHARS_MAX: usize = 120;

/// Places of one tool that a finding lists; the rest is counted.
pub(crate) const POINTERS_MAX: usize = 20;

/// From this many tools on, one habit is one finding about the server. Four lines can still be read one by one.
pub(crate) const GROUP_FROM: usize = 5;

/// Subschemas of one schema that are looked at. The largest of real tools has 3,000; beyond a hundred thousand a schema is
/// an attack, and `schema/bounds` says so.
pub(crate) const SUBSCHEMAS_MAX: usize = 100_000;

/// Rewrites of one rule that are worked out and proven. A proof takes up to a tenth of a second, and the first shows the rest.
pub(crate) const FIXES_MAX: usize = 8;

/// Places at which one message is reported as having the wrong shape. A broken list repeats one mistake for every entry.
pub(crate) const BREACHES_MAX: usize = 200;

/// Mistakes in the shape of messages that are reported one by one, after equal ones were put together.
pub(crate) const SHAPE_FINDINGS_MAX: usize = 50;

/// Tools that a report has a card of: more than any server that was seen, and some 2 MB of JSON.
pub(crate) const TOOL_CARDS_MAX: usize = 20_000;
