//! Which shape a message has, by its method.

/// The shape of the result that a request gets.
pub fn result_of(method: &str, version: &str) -> Option<&'static str> {
    let modern = super::MODERN.contains(&version);
    Some(match method {
        "initialize" if !modern => "InitializeResult",
        "server/discover" if modern => "DiscoverResult",
        "ping" if !modern => "EmptyResult",
        "logging/setLevel" | "resources/subscribe" | "resources/unsubscribe" if !modern => "EmptyResult",
        "tools/list" => "ListToolsResult",
        "prompts/list" => "ListPromptsResult",
        "resources/list" => "ListResourcesResult",
        "resources/templates/list" => "ListResourceTemplatesResult",
        "tools/call" => "CallToolResult",
        "prompts/get" => "GetPromptResult",
        "resources/read" => "ReadResourceResult",
        "completion/complete" => "CompleteResult",
        _ => return None,
    })
}

/// The shape of a request or notification that a server sends; a version may not have it.
pub fn sent_by_server(method: &str) -> Option<&'static str> {
    Some(match method {
        "ping" => "PingRequest",
        "roots/list" => "ListRootsRequest",
        "sampling/createMessage" => "CreateMessageRequest",
        "elicitation/create" => "ElicitRequest",
        "notifications/cancelled" => "CancelledNotification",
        "notifications/elicitation/complete" => "ElicitationCompleteNotification",
        "notifications/message" => "LoggingMessageNotification",
        "notifications/progress" => "ProgressNotification",
        "notifications/prompts/list_changed" => "PromptListChangedNotification",
        "notifications/resources/list_changed" => "ResourceListChangedNotification",
        "notifications/resources/updated" => "ResourceUpdatedNotification",
        "notifications/subscriptions/acknowledged" => "SubscriptionsAcknowledgedNotification",
        "notifications/tasks/status" => "TaskStatusNotification",
        "notifications/tools/list_changed" => "ToolListChangedNotification",
        _ => return None,
    })
}

/// The shape of a response with an error.
pub fn error_of(version: &str) -> &'static str {
    if version < "2025-11-25" {
        "JSONRPCError"
    } else {
        "JSONRPCErrorResponse"
    }
}
