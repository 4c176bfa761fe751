//! Protocol rules: what the specification asks of every server.

mod auth_challenge;
mod auth_https;
mod auth_invalid_token;
mod auth_metadata;
mod auth_query_token;
mod auth_scope;
mod auth_task_list;
mod base64;
mod cache_scope_account;
mod cache_scope_pages;
mod cache_ttl_absurd;
mod cap_client_cap_respect;
mod cap_completions;
mod cap_listchanged_truthful;
mod cap_log_undeclared;
mod cap_logging;
mod cap_prompts_declared_works;
mod cap_resources_declared_works;
mod cap_templates_supported;
mod cap_undeclared_method;
mod capabilities;
mod expected_protocol_version;
mod handshake;
mod http_accel_buffering;
mod http_allow;
mod http_broadcast;
mod http_content_type;
mod http_cors_wildcard;
mod http_delete;
mod http_error_id;
mod http_event_unknown;
mod http_get;
mod http_get_modern;
mod http_get_no_response;
mod http_header_case;
mod http_header_encoded;
mod http_header_mismatch;
mod http_header_missing;
mod http_host;
mod http_icon_origin;
mod http_json_single;
mod http_notification_202;
mod http_notification_refused;
mod http_origin;
mod http_origin_own;
mod http_param_header;
mod http_redirect;
mod http_session_ascii;
mod http_session_ended;
mod http_session_entropy;
mod http_session_missing;
mod http_session_strange;
mod http_session_unknown;
mod http_sse_closes;
mod http_sse_id_unique;
mod http_sse_priming;
mod http_sse_response_present;
mod http_sse_retry_before_close;
mod http_status_on_error;
mod http_version_bad;
mod http_version_missing;
mod life_discover_survival;
mod life_negotiated_respect;
mod life_ping_before_init;
mod life_ping_empty;
mod life_request_before_init;
mod life_second_initialize;
mod life_server_requests_early;
mod life_stdout_before_init;
mod life_version_echo;
mod life_version_latest;
mod life_version_other;
mod limit_reached;
mod list_by_client;
mod log_bad_level;
mod log_min_level;
mod log_opt_in;
mod log_secrets;
mod log_set_bad_level;
mod message_shape;
mod mod_altered_state;
mod mod_clientinfo_optional;
mod mod_deprecated;
mod mod_discover;
mod mod_discover_truth;
mod mod_extension_id;
mod mod_initialize_hint;
mod mod_meta_missing;
mod mod_missing_capability;
mod mod_mrtr_allowed;
mod mod_mrtr_questions;
mod mod_removed_methods;
mod mod_result_type_value;
mod mod_server_requests;
mod mod_stateless;
mod mod_subscription;
mod mod_unsupported_version;
mod page_empty;
mod page_invalid_cursor;
mod page_same_count;
mod page_stable_cursor;
mod page_terminates;
mod ping;
mod progress_token;
mod progress_unrequested;
mod protocol_version;
mod resources_subscribe;
mod rpc_batch;
mod rpc_cancel_unknown;
mod rpc_duplicate_keys;
mod rpc_error_code_range;
mod rpc_id_echo;
mod rpc_id_large;
mod rpc_id_type;
mod rpc_integer_precision;
mod rpc_invalid_params;
mod rpc_invalid_request;
mod rpc_lone_surrogate;
mod rpc_no_batch_sent;
mod rpc_no_unsolicited_response;
mod rpc_notification_silent;
mod rpc_null_id;
mod rpc_one_response;
mod rpc_parse_error;
mod rpc_survives_garbage;
mod rpc_unknown_method;
mod rpc_unknown_method_answered;
mod server_info;
mod stdio_cancel_answered;
mod stdio_exit;
mod stdio_only_json;
mod stdio_orphans;
mod stdio_stderr_secrets;
mod stdio_terminated;
mod stdio_unexpected_exit;
mod stdio_utf8;
mod task_cancel_ended;
mod task_created;
mod task_forbidden;
mod task_required;
mod task_result;
mod task_status;
mod task_unknown_id;
mod taskx_consistent;
mod taskx_failed;
mod taskx_methods_gated;
mod tools_deterministic_order;
mod tools_list_side_effect;
mod tools_no_arguments;
mod ui_content;
mod ui_resolves;

use super::{About, Context, Level, RuleMeta, Sink};
use crate::contract::{ListKind, PassEnd};

/// The rules of the family.
pub(super) const RULES: &[RuleMeta] = &[
    auth_challenge::RULE,
    auth_https::RULE,
    auth_invalid_token::RULE,
    auth_metadata::RULE,
    auth_query_token::RULE,
    auth_scope::RULE,
    auth_task_list::RULE,
    base64::RULE,
    cache_scope_account::RULE,
    cache_scope_pages::RULE,
    cache_ttl_absurd::RULE,
    cap_client_cap_respect::RULE,
    cap_completions::RULE,
    cap_listchanged_truthful::RULE,
    cap_log_undeclared::RULE,
    cap_logging::RULE,
    cap_prompts_declared_works::RULE,
    cap_resources_declared_works::RULE,
    cap_templates_supported::RULE,
    cap_undeclared_method::RULE,
    capabilities::RULE,
    expected_protocol_version::RULE,
    handshake::RULE,
    http_accel_buffering::RULE,
    http_allow::RULE,
    http_broadcast::RULE,
    http_content_type::RULE,
    http_cors_wildcard::RULE,
    http_delete::RULE,
    http_error_id::RULE,
    http_event_unknown::RULE,
    http_get::RULE,
    http_get_modern::RULE,
    http_get_no_response::RULE,
    http_header_case::RULE,
    http_header_encoded::RULE,
    http_header_mismatch::RULE,
    http_header_missing::RULE,
    http_host::RULE,
    http_icon_origin::RULE,
    http_json_single::RULE,
    http_notification_202::RULE,
    http_notification_refused::RULE,
    http_origin::RULE,
    http_origin_own::RULE,
    http_param_header::RULE,
    http_redirect::RULE,
    http_session_ascii::RULE,
    http_session_ended::RULE,
    http_session_entropy::RULE,
    http_session_missing::RULE,
    http_session_strange::RULE,
    http_session_unknown::RULE,
    http_sse_closes::RULE,
    http_sse_id_unique::RULE,
    http_sse_priming::RULE,
    http_sse_response_present::RULE,
    http_sse_retry_before_close::RULE,
    http_status_on_error::RULE,
    http_version_bad::RULE,
    http_version_missing::RULE,
    life_discover_survival::RULE,
    life_negotiated_respect::RULE,
    life_ping_before_init::RULE,
    life_ping_empty::RULE,
    life_request_before_init::RULE,
    life_second_initialize::RULE,
    life_server_requests_early::RULE,
    life_stdout_before_init::RULE,
    life_version_echo::RULE,
    life_version_latest::RULE,
    life_version_other::RULE,
    limit_reached::RULE,
    list_by_client::RULE,
    log_bad_level::RULE,
    log_min_level::RULE,
    log_opt_in::RULE,
    log_secrets::RULE,
    log_set_bad_level::RULE,
    message_shape::RULE,
    mod_altered_state::RULE,
    mod_clientinfo_optional::RULE,
    mod_deprecated::RULE,
    mod_discover::RULE,
    mod_discover_truth::RULE,
    mod_extension_id::RULE,
    mod_initialize_hint::RULE,
    mod_meta_missing::RULE,
    mod_missing_capability::RULE,
    mod_mrtr_allowed::RULE,
    mod_mrtr_questions::RULE,
    mod_removed_methods::RULE,
    mod_result_type_value::RULE,
    mod_server_requests::RULE,
    mod_stateless::RULE,
    mod_subscription::RULE,
    mod_unsupported_version::RULE,
    page_empty::RULE,
    page_invalid_cursor::RULE,
    page_same_count::RULE,
    page_stable_cursor::RULE,
    page_terminates::RULE,
    ping::RULE,
    progress_token::RULE,
    progress_unrequested::RULE,
    protocol_version::RULE,
    resources_subscribe::RULE,
    rpc_batch::RULE,
    rpc_cancel_unknown::RULE,
    rpc_duplicate_keys::RULE,
    rpc_error_code_range::RULE,
    rpc_id_echo::RULE,
    rpc_id_large::RULE,
    rpc_id_type::RULE,
    rpc_integer_precision::RULE,
    rpc_invalid_params::RULE,
    rpc_invalid_request::RULE,
    rpc_lone_surrogate::RULE,
    rpc_no_batch_sent::RULE,
    rpc_no_unsolicited_response::RULE,
    rpc_notification_silent::RULE,
    rpc_null_id::RULE,
    rpc_one_response::RULE,
    rpc_parse_error::RULE,
    rpc_survives_garbage::RULE,
    rpc_unknown_method::RULE,
    rpc_unknown_method_answered::RULE,
    server_info::RULE,
    stdio_cancel_answered::RULE,
    stdio_exit::RULE,
    stdio_only_json::RULE,
    stdio_orphans::RULE,
    stdio_stderr_secrets::RULE,
    stdio_terminated::RULE,
    stdio_unexpected_exit::RULE,
    stdio_utf8::RULE,
    task_cancel_ended::RULE,
    task_created::RULE,
    task_forbidden::RULE,
    task_required::RULE,
    task_result::RULE,
    task_status::RULE,
    task_unknown_id::RULE,
    taskx_consistent::RULE,
    taskx_failed::RULE,
    taskx_methods_gated::RULE,
    tools_deterministic_order::RULE,
    tools_list_side_effect::RULE,
    tools_no_arguments::RULE,
    ui_content::RULE,
    ui_resolves::RULE,
];

/// A list that the server declares is answered; a failure whose reason `is_excused` takes does not count. With a handshake it
/// is a warning, without one a failure.
fn declared_list_answers(cx: &Context<'_>, sink: &mut Sink, kind: ListKind, is_excused: fn(&str) -> bool) {
    let Some(surface) = cx.surface else { return };
    let list = surface.list(kind);
    if !list.declared {
        let reason = format!("the server does not declare {}", kind.capability());
        return sink.skip_nothing(About::server(), reason);
    }
    let level = if surface.is_handshake() {
        Level::Warn
    } else {
        Level::Fail
    };
    let failed = list.passes.iter().find_map(|pass| match &pass.end {
        PassEnd::Failed { reason, .. } => Some((reason, pass)),
        PassEnd::Whole | PassEnd::Stopped => None,
    });
    if let Some((reason, pass)) = failed.filter(|(reason, _)| !is_excused(reason)) {
        let frames = pass.pages.last().map(|page| page.frame);
        sink.found(About::server(), reason.clone()).level(level).frames(frames);
    }
}
