//! What a server costs in the context of a model: bytes and tokens of what the model is sent.
//!
//! A model sees the name, the description and the input schema of each tool, and the server's instructions; output schemas
//! and annotations stay with the client. Clients wrap this differently, so the figures compare servers and releases; they
//! are no bill. Knows no budget: that is for `rules::cost`.

mod causes;
mod growth;
mod tokens;

use mcpward_json::{Value, canonical};
use mcpward_schemas::report::Untrusted;
use serde_json::json;

pub use growth::{Growth, Side, ToolGrowth, growth};
pub use tokens::ENCODING;

use crate::contract::{Contract, Surface};
use causes::causes;
use tokens::count;

/// The size of a text.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Size {
    /// Bytes in UTF-8.
    pub bytes: u64,
    /// Tokens of [`ENCODING`].
    pub tokens: u64,
}

impl Size {
    fn of(text: &str) -> Self {
        Self {
            bytes: text.len() as u64,
            tokens: count(text),
        }
    }

    fn plus(self, other: Self) -> Self {
        Self {
            bytes: self.bytes + other.bytes,
            tokens: self.tokens + other.tokens,
        }
    }
}

/// What one tool costs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolCost {
    /// Its name.
    pub name: Untrusted,
    /// All of it.
    pub size: Size,
    /// Its description.
    pub description: Size,
    /// Its input schema.
    pub schema: Size,
    /// What makes it so, in words, the dearest first.
    pub causes: Vec<String>,
}

/// What a server costs.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Cost {
    /// Everything.
    pub total: Size,
    /// The server's instructions.
    pub instructions: Size,
    /// The tools, the dearest first, among equals by name.
    pub tools: Vec<ToolCost>,
}

/// What the server of a contract costs; nothing where it did not agree to speak.
pub fn measure(contract: &Contract) -> Cost {
    contract.primary().map(of_surface).unwrap_or_default()
}

/// What the tools of one surface cost.
pub(crate) fn of_surface(surface: &Surface) -> Cost {
    let instructions = Size::of(surface.text("/instructions").raw());
    let mut tools: Vec<ToolCost> = surface
        .tools()
        .iter()
        .filter(|item| item.value().is_object())
        .map(|item| tool(item.value()))
        .collect();
    tools.sort_by(|a, b| b.size.tokens.cmp(&a.size.tokens).then_with(|| a.name.cmp(&b.name)));
    let total = tools.iter().fold(instructions, |sum, tool| sum.plus(tool.size));
    Cost {
        total,
        instructions,
        tools,
    }
}

fn tool(tool: Value<'_>) -> ToolCost {
    let text = |member: &str| tool.get(member).and_then(Value::as_str).unwrap_or_default();
    let (name, description) = (text("name"), text("description"));
    let input = tool.get("inputSchema");
    let schema = input.map(canonical).unwrap_or_default();
    let sent = format!(
        "{{\"name\":{},\"description\":{},\"input_schema\":{schema}}}",
        json!(name),
        json!(description)
    );
    let (description_size, schema_size) = (Size::of(&description), Size::of(&schema));
    ToolCost {
        size: Size::of(&sent),
        causes: causes(description_size, input),
        name: Untrusted::new(name.into_owned()),
        description: description_size,
        schema: schema_size,
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    #[test]
    fn a_tool_costs_what_a_model_is_sent() {
        let text = r#"{"name":"a","description":"Adds.","inputSchema":{ "type" : "object" },"outputSchema":{"type":"object"}}"#;
        let doc = Doc::parse(text, &Limits::default()).unwrap();
        let cost = super::tool(doc.root());
        let sent = r#"{"name":"a","description":"Adds.","input_schema":{"type":"object"}}"#;
        assert_eq!(cost.size.bytes, sent.len() as u64);
        assert!(cost.size.tokens > cost.schema.tokens && cost.schema.tokens > 0);
        assert_eq!(cost.causes, Vec::<String>::new());
    }
}
