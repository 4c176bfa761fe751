//! Tool annotations by what they mean: the specification's defaults stand for what is missing.

use mcpward_json::Value;

/// Effective hints of one tool (MCP schema, `ToolAnnotations`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Annotations {
    /// The tool does not modify its environment. Default: false.
    pub read_only: bool,
    /// It may perform destructive updates; meaningful only where it is not read-only. Default: true.
    pub destructive: bool,
    /// Repeating a call changes nothing more; meaningful only where it is not read-only. Default: false.
    pub idempotent: bool,
    /// It reaches beyond a closed world. Default: true.
    pub open_world: bool,
}

impl Annotations {
    /// Of a tool's definition. A hint that is no boolean counts as missing, as careful clients take it.
    pub fn of(tool: Value<'_>) -> Self {
        let annotations = tool.get("annotations");
        let hint = |name: &str, default: bool| {
            annotations
                .and_then(|hints| hints.get(name))
                .and_then(Value::as_bool)
                .unwrap_or(default)
        };
        Self {
            read_only: hint("readOnlyHint", false),
            destructive: hint("destructiveHint", true),
            idempotent: hint("idempotentHint", false),
            open_world: hint("openWorldHint", true),
        }
    }

    /// Whether a client would take a call for harmless: read-only, or said not to destroy.
    pub fn is_safe(self) -> bool {
        self.read_only || !self.destructive
    }
}

#[cfg(test)]
mod tests {
    use mcpward_json::{Doc, Limits};

    use super::Annotations;

    #[test]
    fn defaults_of_the_specification() {
        for (tool, hints, safe) in [
            (r#"{}"#, [false, true, false, true], false),
            (r#"{"annotations":{}}"#, [false, true, false, true], false),
            (
                r#"{"annotations":{"readOnlyHint":true}}"#,
                [true, true, false, true],
                true,
            ),
            (
                r#"{"annotations":{"destructiveHint":false}}"#,
                [false, false, false, true],
                true,
            ),
            (
                r#"{"annotations":{"readOnlyHint":"yes","openWorldHint":false}}"#,
                [false, true, false, false],
                false,
            ),
        ] {
            let doc = Doc::parse(tool, &Limits::default()).unwrap();
            let found = Annotations::of(doc.root());
            assert_eq!(
                [found.read_only, found.destructive, found.idempotent, found.open_world],
                hints,
                "{tool}"
            );
            assert_eq!(found.is_safe(), safe, "{tool}");
        }
    }
}
