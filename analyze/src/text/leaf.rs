//! One text of a definition: where it stands and what it is for.

use std::borrow::Cow;

/// What a text is for. Some places have no reason to hold a sentence, and some reach the model without any call.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    /// Name of a tool, prompt, resource, server or parameter.
    Name,
    /// Display title.
    Title,
    /// Description of the subject itself.
    Description,
    /// Instructions of the server, which reach the system prompt.
    Instructions,
    /// Description of a parameter, a prompt argument or a part of a schema.
    ParameterDescription,
    /// A value in a schema: enum, const, default, examples.
    Value,
    /// Any other text in a schema, such as `$comment` or an unknown keyword.
    Keyword,
    /// A text below `_meta`, icons or annotations.
    Meta,
    /// A message of a prompt.
    Message,
    /// A URI or URI template.
    Uri,
    /// Text of a tool result.
    Result,
    /// Text of an error, or of a result with `isError`.
    Error,
    /// Text of a request that the server sends to the client.
    Request,
}

/// One text of a definition.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Leaf<'d> {
    /// JSON Pointer from the definition.
    pub pointer: String,
    /// What the text is for.
    pub role: Role,
    /// The text as the model would read it.
    pub text: Cow<'d, str>,
    /// How the text was put together, where it does not stand there as one: `code points`, `siblings`.
    pub made: Option<&'static str>,
    /// Where its parts begin but the first, as byte offsets of a text that was put together of several.
    pub borders: Vec<usize>,
}

impl Role {
    /// Whether nobody needs a sentence there.
    pub fn is_unusual_place(self) -> bool {
        matches!(
            self,
            Self::Name | Self::Title | Self::Value | Self::Keyword | Self::Meta | Self::Uri
        )
    }
}
