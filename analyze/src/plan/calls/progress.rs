//! The request for progress that one call of each tool carries.

use mcpward_schemas::snapshot::Step;
use serde_json::{Value, json};

/// The same call with a progress token: the name of its probe, which no other request under way has. Whether a tool reports
/// progress is up to it; a call whose time counts asks for none, since reporting takes time.
pub(super) fn asked_for(mut step: Step) -> Step {
    if let Step::Request { probe, call, .. } = &mut step
        && let Some(Value::Object(params)) = &mut call.params
    {
        params.insert("_meta".to_owned(), json!({ "progressToken": probe }));
    }
    step
}
