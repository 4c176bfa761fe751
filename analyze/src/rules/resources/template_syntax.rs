//! `resources/template-syntax`: URI templates are templates.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "resources/template-syntax",
    title: "URI templates are well-formed",
    severity: Severity::Error,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Templates)],
    subjects: &[SubjectKind::Template],
    aliases: &[],
    spec: Some("2025-11-25, Resources, Resource templates"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A `uriTemplate` with a brace that is not closed, an empty expression, an operator that RFC 6570 does not have, or a variable with
characters that names don't have. As a note: a template without any variable.

## Why it matters
Clients expand the template to make a URI. One that does not parse can not be used.

## Example
```json
{\"uriTemplate\": \"notes:///{user id}\", \"name\": \"notes\"}
```

## What to do
Variables have letters, digits, `_` and dots: `notes:///{user_id}`.

## When it is wrong
Two of the published libraries take more than the standard allows.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    for item in cx
        .items(ListKind::Templates)
        .iter()
        .filter(|item| !item.name.is_empty())
    {
        let template = item.name.raw();
        if let Some(reason) = fault(template) {
            sink.found(item, format!("the URI template has {reason}"))
                .at("/uriTemplate")
                .frames([item.frame]);
        } else if !template.contains('{') {
            let message = "the URI template has no variable; a resource would do";
            sink.found(item, message)
                .at("/uriTemplate")
                .level(Level::Note)
                .frames([item.frame]);
        }
    }
}

/// RFC 6570, section 2.
fn fault(template: &str) -> Option<&'static str> {
    let mut rest = template;
    while let Some(at) = rest.find(['{', '}']) {
        if rest.as_bytes()[at] == b'}' {
            return Some("a closing brace that was never opened");
        }
        let Some(end) = rest[at..].find('}') else {
            return Some("a brace that is not closed");
        };
        let expression = &rest[at + 1..at + end];
        let variables = expression
            .strip_prefix(['+', '#', '.', '/', ';', '?', '&'])
            .unwrap_or(expression);
        if variables.is_empty() {
            return Some("an empty expression");
        }
        if variables.starts_with(['=', ',', '!', '@', '|']) {
            return Some("an operator that RFC 6570 reserves");
        }
        if !variables.split(',').all(is_variable) {
            return Some("a variable that is not letters, digits, _ and dots");
        }
        rest = &rest[at + end + 1..];
    }
    None
}

fn is_variable(text: &str) -> bool {
    let bare = match (text.strip_suffix('*'), text.split_once(':')) {
        (Some(bare), _) => bare,
        (None, Some((bare, length))) if length.bytes().all(|byte| byte.is_ascii_digit()) => bare,
        _ => text,
    };
    !bare.is_empty() && bare.chars().all(|c| c.is_ascii_alphanumeric() || "_.%".contains(c))
}

#[cfg(test)]
mod tests {
    #[test]
    fn templates_follow_the_standard() {
        for (template, is_fine) in [
            ("notes:///{id}", true),
            ("notes:///{+path}{?q,limit}", true),
            ("notes:///{list*}{id:3}", true),
            ("notes:///a", true),
            ("notes:///{}", false),
            ("notes:///{id", false),
            ("notes:///id}", false),
            ("notes:///{user id}", false),
            ("notes:///{=id}", false),
            ("notes:///{a,}", false),
        ] {
            assert_eq!(super::fault(template).is_none(), is_fine, "{template}");
        }
    }
}
