//! The note on a merge request on GitLab.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::api::Api;
use super::{Comment, Posted, first, own};

/// Where the API is, unless `CI_API_V4_URL` says otherwise.
const API: &str = "https://gitlab.com/api/v4";

/// Posts or updates the note of this job.
///
/// # Errors
/// A sentence on why there is none.
pub(super) fn post(environment: &BTreeMap<String, String>, comment: &Comment) -> Result<Posted> {
    let token = first(environment, &["MCPWARD_GITLAB_TOKEN", "GITLAB_TOKEN"]).context(
        "there is no token; set MCPWARD_GITLAB_TOKEN to one with the scope `api` (the token of the job may not write notes)",
    )?;
    // A merge request from a fork belongs to the project that it goes to.
    let project =
        first(environment, &["CI_MERGE_REQUEST_PROJECT_ID", "CI_PROJECT_ID"]).context("CI_PROJECT_ID is not set")?;
    let number = first(environment, &["MCPWARD_MR_IID", "CI_MERGE_REQUEST_IID"])
        .context("this is no pipeline of a merge request; set MCPWARD_MR_IID where it belongs to one")?;
    for (name, value) in [("CI_PROJECT_ID", project), ("CI_MERGE_REQUEST_IID", number)] {
        if !value.bytes().all(|byte| byte.is_ascii_digit()) {
            bail!("{name} is {value:?}, no number");
        }
    }
    let base = first(environment, &["CI_API_V4_URL"]).unwrap_or(API);
    let api = Api::new(base, &[("private-token", token.to_owned())])?;
    let notes = format!("/projects/{project}/merge_requests/{number}/notes");
    let body = json!({ "body": comment.text });
    let login = login(&api)?;
    let is_ours = |note: &Value| {
        let author = note.pointer("/author/username").and_then(Value::as_str);
        let is_system = note.get("system").and_then(Value::as_bool).unwrap_or(false);
        !login.is_empty() && author == Some(login.as_str()) && !is_system
    };
    let list = format!("{notes}?sort=asc&order_by=created_at&");
    if let Some((id, text)) = own::last(&api, &list, "the list of notes", &comment.marker, is_ours)? {
        if text.replace("\r\n", "\n").trim_end() == comment.text.trim_end() {
            return Ok(Posted::Unchanged);
        }
        let answer = api.send(&Method::PUT, &format!("{notes}/{id}"), Some(&body))?;
        if !matches!(answer.status, StatusCode::FORBIDDEN | StatusCode::NOT_FOUND) {
            return answer.good("the update").map(|_| Posted::Updated);
        }
    }
    let answer = api.send(&Method::POST, &notes, Some(&body))?;
    answer.good("the note").map(|_| Posted::Created)
}

/// Who the token belongs to; empty where the API does not say.
fn login(api: &Api) -> Result<String> {
    let user = api
        .send(&Method::GET, "/user", None)?
        .good("the question who the token belongs to")?;
    let name = user.get("username").and_then(Value::as_str);
    Ok(name.unwrap_or_default().to_owned())
}
