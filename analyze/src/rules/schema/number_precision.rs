//! `schema/number-precision`: numbers survive as JavaScript reads them.

use mcpward_json::{Kind, Value};
use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::look::{Seen, Tool, Weight};
use crate::rules::tell::tell;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "schema/number-precision",
    title: "numbers survive as JavaScript reads them",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A number under `default`, `const`, `enum` or `examples` beyond 2^53 that JavaScript reads as another one. As a note: a bound of that
kind.

## Why it matters
Most clients are written in JavaScript. They send the rounded number, which is another id.

## Example
```json
{\"type\": \"integer\", \"default\": 9007199254740993}
```

## What to do
Take ids as strings. Leave bounds out that only repeat the range of a 64-bit integer.

## When it is wrong
A number that rounds to itself, such as a power of two, is not reported.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    tell(cx, sink, RULE.id);
}

/// Keywords whose value is a number.
const BOUNDS: [&str; 4] = ["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum"];

/// Numbers that change.
pub(crate) fn look(tool: &Tool<'_>, seen: &mut Vec<Seen>) {
    for schema in tool.schemas() {
        for (idx, node) in schema.objects() {
            let keywords = &node.keywords;
            let lists = [("enum", keywords.values), ("examples", keywords.examples)];
            let lists = lists.into_iter().flat_map(|(keyword, list)| {
                list.into_iter()
                    .flat_map(|list| list.items())
                    .map(move |value| (keyword, value))
            });
            let singles = [("default", keywords.default), ("const", keywords.constant)];
            let singles = singles
                .into_iter()
                .filter_map(|(keyword, value)| Some((keyword, value?)));
            for (keyword, value) in lists.chain(singles).filter(|&(_, value)| is_changed(value)) {
                let message = format!(
                    "the number {} under {keyword} is read as another one",
                    crate::contract::beginning(value.raw())
                );
                seen.push(
                    Seen::new(schema.pointer(idx, keyword), message).habit("a number that is read as another one"),
                );
            }
            for keyword in BOUNDS {
                if node.value.get(keyword).is_some_and(is_changed) {
                    let message = format!("the bound {keyword} is beyond 2^53 and read as another number");
                    let seen_here = Seen::new(schema.pointer(idx, keyword), message).habit("a bound beyond 2^53");
                    seen.push(seen_here.level(Weight::Note));
                }
            }
        }
    }
}

/// Whether an integer beyond 2^53 is another one as a 64-bit float.
fn is_changed(value: Value<'_>) -> bool {
    if value.kind() != Kind::Number || value.raw().len() < 16 {
        return false;
    }
    let Some(exact) = value.decimal().filter(|number| number.is_integer()) else {
        return false;
    };
    let Ok(float) = value.raw().parse::<f64>() else {
        return false;
    };
    if float.abs() < 9_007_199_254_740_992.0 {
        return false;
    }
    mcpward_json::Decimal::parse(&format!("{float:.0}")).is_none_or(|read| read != exact)
}

#[cfg(test)]
mod tests {
    use crate::look::seen_in;

    #[test]
    fn hits_and_near_misses() {
        for (tool, expected) in [
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"default":9007199254740993}}}}"##,
                &[
                    "/inputSchema/properties/a/default: the number 9007199254740993 under default is read as another one",
                ][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"maximum":9223372036854775807}}}}"##,
                &["/inputSchema/properties/a/maximum: the bound maximum is beyond 2^53 and read as another number"][..],
            ),
            (
                r##"{"inputSchema":{"type":"object","properties":{"a":{"default":9007199254740992,"maximum":9007199254740991,"const":0.1234567890123456789}}}}"##,
                &[][..],
            ),
        ] {
            assert_eq!(seen_in(super::look, "2025-11-25", tool), expected as &[&str], "{tool}");
        }
    }
}
