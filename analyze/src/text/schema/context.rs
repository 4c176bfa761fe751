//! Parameters that collect what is said or thought around the call.

use mcpward_json::Value;

use super::{PURPOSE_CHARS, Parameter, is_one_of, own_purpose};
use crate::text::identifier;
use crate::text::scan::Part;

/// Words that explain why a tool asks for a conversation or a model.
const LLM: &str = "llm|llms|model|models|prompt|prompts|chat|chats|conversation|conversations|completion|completions|agent|\
    agents|memory|message|messages|assistant|thread|threads|feedback|gpt|token|tokens|summarize|transcript|\
    dialog|dialogue|reasoning|think|thinking|history|ai|generation|inference|embedding|evaluate|evaluation";

/// Names that collect what is said or thought, as words: two of them or more.
const CONTEXT_NAMES: &str = "conversation history|chat history|message history|conversation log|conversation context|full conversation|\
    entire conversation|conversation transcript|chat transcript|session transcript|chain of thought|\
    system prompt|system message|tools list|tool list|list of tools|available tools|\
    previous tool calls|tool call history|\
    chat log|message log|conversation so far|chat so far|messages so far|dialog history|full context|entire context|complete context|context window|user messages|previous messages|\
    prior messages|internal reasoning|reasoning trace|reasoning chain|hidden prompt|agent instructions|\
    user prompt history|original user message|full transcript|conversation summary|last messages|\
    assistant thoughts|inner monologue|model instructions|system instructions|your instructions|\
    system context|session history|dialogue history|original prompt|developer message|raw conversation|\
    previous conversation";

/// Names that collect which model it is.
const MODEL_NAMES: &str = "llm model name|llm name|llm model|calling model";

/// What counts for and against a parameter that collects what the tool has no use for; `None` for others.
pub(super) fn parts(tool: Value<'_>, parameter: &Parameter<'_>) -> Option<Vec<Part>> {
    let (title, tenths) = context(parameter)?;
    let mut parts = vec![Part::new("context-parameter", title, tenths)];
    parts.extend(own_purpose(tool, LLM, PURPOSE_CHARS));
    Some(parts)
}

/// What a parameter collects that the tool has no use for, and how much that counts.
fn context(parameter: &Parameter<'_>) -> Option<(&'static str, i32)> {
    let kind = parameter.schema.get("type");
    let is_text = kind.is_none_or(|kind| !["boolean", "integer", "number"].iter().any(|other| kind.is_text(other)));
    let words = identifier::words(&parameter.name);
    let is_name_of = |list| is_text && words.contains(' ') && is_one_of(&words, list);
    if is_name_of(CONTEXT_NAMES) {
        Some(("collects what is said or thought around the call", 10))
    } else if is_name_of(MODEL_NAMES) {
        // Statistics leave it to the client whether it says so.
        Some(("collects which model calls", if parameter.required { 10 } else { 4 }))
    } else {
        None
    }
}
