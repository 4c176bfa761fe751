//! Our own comment among all that stand there.

use anyhow::Result;
use reqwest::Method;
use serde_json::Value;

use super::api::Api;
use super::limits::{COMMENTS_PER_PAGE, PAGES_MAX};

/// The last comment that is ours and begins with the marker: its number and text. `list` is the path of the list with its query
/// begun, `what` names it in an error. Only what we wrote ourselves counts, since anybody can begin a comment with our marker.
///
/// # Errors
/// A sentence, where the list can't be had.
pub(super) fn last(
    api: &Api,
    list: &str,
    what: &str,
    marker: &str,
    is_ours: impl Fn(&Value) -> bool,
) -> Result<Option<(u64, String)>> {
    let mut found = None;
    for page in 1..=PAGES_MAX {
        let path = format!("{list}per_page={COMMENTS_PER_PAGE}&page={page}");
        let comments = api.send(&Method::GET, &path, None)?.good(what)?;
        let comments = comments.as_array().map(Vec::as_slice).unwrap_or_default();
        for comment in comments.iter().filter(|comment| is_ours(comment)) {
            let body = comment.get("body").and_then(Value::as_str).unwrap_or_default();
            let id = comment.get("id").and_then(Value::as_u64);
            if body.starts_with(marker) {
                found = id.map(|id| (id, body.to_owned())).or(found);
            }
        }
        if comments.len() < COMMENTS_PER_PAGE {
            break;
        }
    }
    Ok(found)
}
