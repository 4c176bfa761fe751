//! The comment on a pull request on GitHub.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};
use reqwest::{Method, StatusCode};
use serde_json::{Value, json};

use super::api::{Answer, Api};
use super::{Comment, Posted, first, own};

/// Where the API is, unless `GITHUB_API_URL` says otherwise.
const API: &str = "https://api.github.com";

/// Who writes with the token of a workflow, where the API does not say who that is.
const WORKFLOW: &str = "github-actions[bot]";

/// Posts or updates the comment of this job.
///
/// # Errors
/// A sentence on why there is none.
pub(super) fn post(environment: &BTreeMap<String, String>, comment: &Comment) -> Result<Posted> {
    let token = first(environment, &["MCPWARD_GITHUB_TOKEN", "GITHUB_TOKEN"])
        .context("there is no token; set GITHUB_TOKEN or MCPWARD_GITHUB_TOKEN")?;
    let repository = first(environment, &["GITHUB_REPOSITORY"]).context("GITHUB_REPOSITORY is not set")?;
    if !is_repository(repository) {
        bail!("GITHUB_REPOSITORY is {repository:?}, not OWNER/NAME");
    }
    let number = number(environment)?;
    let base = first(environment, &["GITHUB_API_URL"]).unwrap_or(API);
    let headers = [
        ("authorization", format!("Bearer {token}")),
        ("accept", "application/vnd.github+json".to_owned()),
        ("x-github-api-version", "2022-11-28".to_owned()),
    ];
    let api = Api::new(base, &headers)?;
    let issue = format!("/repos/{repository}/issues/{number}/comments");
    let login = login(&api, graphql(base))?;
    let is_ours = |comment: &Value| {
        let author = comment.pointer("/user/login").and_then(Value::as_str);
        author.unwrap_or_default().eq_ignore_ascii_case(&login)
    };
    let own = own::last(
        &api,
        &format!("{issue}?"),
        "the list of comments",
        &comment.marker,
        is_ours,
    )?;
    let body = json!({ "body": comment.text });
    if let Some((id, text)) = own {
        // The API may give line feeds back in another form.
        if text.replace("\r\n", "\n") == comment.text {
            return Ok(Posted::Unchanged);
        }
        let path = format!("/repos/{repository}/issues/comments/{id}");
        let answer = api.send(&Method::PATCH, &path, Some(&body))?;
        // Somebody took it away meanwhile, or it is not ours to change: a new one takes its place.
        if !matches!(answer.status, StatusCode::FORBIDDEN | StatusCode::NOT_FOUND) {
            return answer.good("the update").map(|_| Posted::Updated);
        }
    }
    created(api.send(&Method::POST, &issue, Some(&body))?)
}

fn created(answer: Answer) -> Result<Posted> {
    let is_refused = matches!(
        answer.status,
        StatusCode::FORBIDDEN | StatusCode::UNAUTHORIZED | StatusCode::NOT_FOUND
    );
    let said = answer.good("the comment");
    if is_refused {
        said.context(
            "the token may not write comments here; a pull request from a fork has a token that only reads, else the job needs \
             `permissions: pull-requests: write`",
        )?;
        return Ok(Posted::Created);
    }
    said.map(|_| Posted::Created)
}

/// The number of the pull request.
fn number(environment: &BTreeMap<String, String>) -> Result<u64> {
    if let Some(number) = first(environment, &["MCPWARD_PR_NUMBER"]) {
        return number
            .parse()
            .with_context(|| format!("MCPWARD_PR_NUMBER is {number:?}, no number"));
    }
    let reference = first(environment, &["GITHUB_REF"]).unwrap_or_default();
    let number = reference
        .strip_prefix("refs/pull/")
        .and_then(|rest| rest.split('/').next());
    let number = number.and_then(|number| number.parse().ok());
    number.context("this is no run of a pull request; set MCPWARD_PR_NUMBER where it belongs to one")
}

/// Letters that owners and repositories may have, so that no other path can be meant.
fn is_repository(text: &str) -> bool {
    let is_name = |name: &str| {
        let is_plain = |c: char| c.is_ascii_alphanumeric() || matches!(c, '.' | '_' | '-');
        !name.is_empty() && name != "." && name != ".." && name.chars().all(is_plain)
    };
    text.split_once('/')
        .is_some_and(|(owner, name)| is_name(owner) && is_name(name))
}

/// Who we are. Tokens of apps may not ask for the user, and are told by GraphQL which bot they are.
fn login(api: &Api, graphql: &str) -> Result<String> {
    let name = |answer: &Answer, at: &str| {
        let name = answer.json.pointer(at).and_then(Value::as_str);
        name.filter(|_| answer.status.is_success()).map(str::to_owned)
    };
    if let Some(login) = name(&api.send(&Method::GET, "/user", None)?, "/login") {
        return Ok(login);
    }
    let query = json!({ "query": "{ viewer { login } }" });
    let viewer = api.send(&Method::POST, graphql, Some(&query))?;
    Ok(name(&viewer, "/data/viewer/login").unwrap_or_else(|| WORKFLOW.to_owned()))
}

/// Where GraphQL is asked, seen from the other API: beside its version on a server of one's own.
fn graphql(base: &str) -> &'static str {
    if base.trim_end_matches('/').ends_with("/v3") {
        "/../graphql"
    } else {
        "/graphql"
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{is_repository, number};

    #[test]
    fn repositories_have_two_names() {
        for (text, is_one) in [
            ("o/n", true),
            ("my-org/x.y_z", true),
            ("o", false),
            ("o/n/x", false),
            ("o/..", false),
            ("o/n?x", false),
        ] {
            assert_eq!(is_repository(text), is_one, "{text}");
        }
    }

    #[test]
    fn the_number_comes_from_the_variable_or_the_ref() {
        let table = [
            (&[("GITHUB_REF", "refs/pull/12/merge")][..], Some(12)),
            (
                &[("GITHUB_REF", "refs/pull/12/merge"), ("MCPWARD_PR_NUMBER", "7")],
                Some(7),
            ),
            (&[("GITHUB_REF", "refs/heads/pull/12")], None),
            (&[("MCPWARD_PR_NUMBER", "7; rm")], None),
            (&[], None),
        ];
        for (variables, expected) in table {
            let environment: BTreeMap<String, String> = variables
                .iter()
                .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
                .collect();
            assert_eq!(number(&environment).ok(), expected, "{variables:?}");
        }
    }
}
