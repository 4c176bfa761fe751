//! What the orchard offers, by release.

use serde_json::{Value, json};

/// Tools. Release 2 lists one twice, renames one to what is no name, drops a description, misspells a type and answers a
/// yes-or-no question with a word.
pub(super) fn tools(release: u8) -> Vec<Value> {
    let harvests = json!({
        "name": "list_harvests",
        "title": "List harvests",
        "description": "Returns the harvests of a season, newest first: date, variety and weight in kilograms.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "season": { "type": "integer", "minimum": 1990, "description": "Year of the season." },
                "variety": { "type": "string", "description": "Only this variety, such as Boskoop." },
            },
            "required": ["season"],
        },
        "annotations": { "readOnlyHint": true, "openWorldHint": false },
    });
    let mut weigh = json!({
        "name": "weigh_crate",
        "title": "Weigh a crate",
        "description": "Puts a crate on the scale and returns its weight in grams. The crate stays where it is.",
        "inputSchema": {
            "type": "object",
            "properties": { "crate": { "type": "string", "pattern": "^C[0-9]{4}$", "description": "Number on the crate." } },
            "required": ["crate"],
        },
        "outputSchema": {
            "type": "object",
            "properties": { "grams": { "type": "integer", "minimum": 0 } },
            "required": ["grams"],
        },
        "annotations": { "readOnlyHint": true, "openWorldHint": false },
    });
    let mut label = json!({
        "name": "label_crate",
        "title": "Label a crate",
        "description": "Prints a label for a crate that has been weighed and replaces the label it had.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "crate": { "type": "string", "pattern": "^C[0-9]{4}$", "description": "Number on the crate." },
                "text": { "type": "string", "maxLength": 80, "description": "What the label says." },
            },
            "required": ["crate", "text"],
        },
        "annotations": { "readOnlyHint": false, "destructiveHint": true, "idempotentHint": true, "openWorldHint": false },
    });
    if release == 1 {
        return vec![harvests, weigh, label];
    }
    weigh["description"] = json!("");
    weigh["annotations"]["readOnlyHint"] = json!("yes");
    label["name"] = json!("label crate");
    label["inputSchema"]["properties"]["text"]["type"] = json!("strnig");
    vec![harvests.clone(), weigh, label, harvests]
}

/// Prompts.
pub(super) fn prompts() -> Value {
    json!([{
        "name": "season_report",
        "description": "A report on one season, for the cooperative.",
        "arguments": [{ "name": "season", "description": "Year of the season.", "required": true }],
    }])
}

/// Resources.
pub(super) fn resources() -> Value {
    json!([{ "uri": "orchard://varieties", "name": "varieties", "description": "All varieties grown.", "mimeType": "text/plain" }])
}

/// Resource templates.
pub(super) fn templates() -> Value {
    json!([{ "uriTemplate": "orchard://trees/{row}", "name": "trees", "description": "The trees of one row.", "mimeType": "text/plain" }])
}
