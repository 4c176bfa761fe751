//! The JSON Schema of the file. Written by hand: blocks hold definitions of servers, which no type of ours describes.

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

use super::{Accepted, LockFile, PinnedFinding};

impl JsonSchema for LockFile {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "LockFile".into()
    }

    fn json_schema(generator: &mut SchemaGenerator) -> Schema {
        let finding = generator.subschema_for::<PinnedFinding>();
        let accepted = generator.subschema_for::<Accepted>();
        let text = json_schema!({
            "description": "A text: as a string, or its lines where it has several.",
            "anyOf": [{ "type": "string" }, { "type": "array", "items": { "type": "string" } }]
        });
        let digest = json_schema!({
            "description": "SHA-256 over the canonical definition, its text put back; and over the output shape after a line feed.",
            "type": "string",
            "pattern": "^sha256:[0-9a-f]{64}$"
        });
        let block = |member: &str| {
            json_schema!({
                "type": "object",
                "required": ["digest", "definition"],
                "properties": {
                    "digest": digest,
                    member: text,
                    "definition": { "description": "What the server sent, without the text above.", "type": "object" },
                    "outputShape": { "description": "Shape of results, where it is pinned.", "type": "object" }
                }
            })
        };
        let (one, server) = (block("description"), block("instructions"));
        let list = json_schema!({ "type": "object", "additionalProperties": one });
        let names = json_schema!({ "type": "array", "items": { "type": "string" }, "uniqueItems": true });
        json_schema!({
            "type": "object",
            "required": ["schemaVersion", "texts", "findings", "index"],
            "properties": {
                "$comment": { "type": "string" },
                "schemaVersion": { "const": 3 },
                "texts": {
                    "description": "How texts are stored: as sent, or as digests.",
                    "enum": ["full", "digests", "unified", "unified-digests"]
                },
                "identity": one,
                "client": one,
                "server": server,
                "behavior": one,
                "tools": list,
                "prompts": list,
                "resources": list,
                "templates": list,
                "ruleSet": { "description": "Version of the rules that `findings` were found with.", "type": "string" },
                "findings": { "description": "Findings that were there; only new ones fail.", "type": "array", "items": finding },
                "accepted": { "description": "Changes taken since, with the reason.", "type": "array", "items": accepted },
                "index": {
                    "description": "Names of all sections and blocks, so that a missing one is found.",
                    "type": "object",
                    "required": ["sections"],
                    "properties": { "sections": names, "tools": names, "prompts": names, "resources": names, "templates": names }
                }
            }
        })
    }
}
