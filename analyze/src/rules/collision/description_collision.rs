//! `collision/description-collision`: tools with nearly the same description want the same arguments.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::contract::ListKind;
use crate::rules::{Context, Level, Needs, RuleMeta, Sink};
use crate::text::divergence::{Criterion, Tool, clusters};
use crate::text::near::lexical;

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "collision/description-collision",
    title: "no two tools have one description and different schemas",
    severity: Severity::Warning,
    level: Level::Warn,
    confidence: "medium",
    since: "0.1.0",
    needs: &[Needs::List(ListKind::Tools)],
    subjects: &[SubjectKind::Tool],
    aliases: &[],
    spec: None,
    docs: DOCS,
    check,
};

/// Names that one message lists.
const NAMES_MAX: usize = 10;

const DOCS: &str = "\
## What it finds
Tools whose descriptions are nearly the same (trigrams, Sørensen–Dice, `threshold`) and whose schemas are not: by default, a parameter
of one name has different types (`criterion: parameter-type`); with `criterion: described`, the types of required parameters or the
nesting of objects differ, as in the described system. Tools that collide with each other are one finding.

## Why it matters
A model chooses by description. Where two read the same it takes one of them at random, with the arguments of the other.

## Example
```json
[{\"name\": \"refund\", \"description\": \"Refund a payment.\", \"inputSchema\": {\"properties\": {\"amount\": {\"type\": \"number\"}}}},
 {\"name\": \"refund_payment\", \"description\": \"Refund a payment.\", \"inputSchema\": {\"properties\": {\"amount\": {\"type\": \"string\"}}}}]
```

## What to do
Say in each description what sets it apart, or give the parameter one type.

## When it is wrong
Where the difference is a noun that no word list knows as such. Tools whose names differ in a word that also tells their descriptions
apart (`delete_label`, `delete_branch`) do not collide.
";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let settings = &cx.config().checks.collision;
    let items = cx.items(ListKind::Tools);
    let tools: Vec<Tool> = items.iter().map(|item| Tool::read(item.value())).collect();
    let criterion = if settings.criterion == "described" {
        Criterion::Described
    } else {
        Criterion::ParameterType
    };
    let level = if settings.fail { Level::Fail } else { Level::Warn };
    let mut n_reported = 0usize;
    for cluster in clusters(&tools, super::thousandths(settings.threshold), criterion, lexical) {
        let Some((&first, others)) = cluster.tools.split_first() else {
            continue;
        };
        for &other in others {
            sink.seen(&items[other]);
        }
        n_reported += cluster.tools.len();
        if n_reported > settings.max_tools as usize {
            sink.seen(&items[first]);
            continue;
        }
        let mut names: Vec<String> = others
            .iter()
            .take(NAMES_MAX)
            .map(|&idx| format!("{:?}", items[idx].name))
            .collect();
        if others.len() > NAMES_MAX {
            names.push(format!("{} more", others.len() - NAMES_MAX));
        }
        let percent = cluster.thousandths / 10;
        let message = format!(
            "the description is {percent} % the same as that of {}, and the schemas differ",
            names.join(", ")
        );
        sink.found(&items[first], message)
            .at("/description")
            .level(level)
            .frames(cluster.tools.iter().take(NAMES_MAX).map(|&idx| items[idx].frame));
    }
}
