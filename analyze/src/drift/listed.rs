//! Prompts, resources and resource templates against what was pinned of them.

use std::collections::BTreeMap;

use mcpward_json::{Value, push_token};
use mcpward_schemas::lockfile::{Entry, Texts};
use mcpward_schemas::report::{Subject, SubjectKind};

use super::change::{Change, Detail, Severity};
use super::class::Class;
use super::explain::cut;
use super::server::notes;
use super::text::Names;
use super::texts::Side;

/// The classes of one kind.
pub(super) struct Classes {
    pub(super) added: Class,
    pub(super) removed: Class,
    changed: Class,
    breaking: Class,
    nonbreaking: Class,
}

/// The classes of a kind of subject; `None` for tools and the server, which have their own.
pub(super) fn classes(kind: SubjectKind) -> Option<Classes> {
    Some(match kind {
        SubjectKind::Prompt => Classes {
            added: Class::PromptAdded,
            removed: Class::PromptRemoved,
            changed: Class::PromptChanged,
            breaking: Class::PromptBreaking,
            nonbreaking: Class::PromptNonbreaking,
        },
        SubjectKind::Resource => Classes {
            added: Class::ResourceAdded,
            removed: Class::ResourceRemoved,
            changed: Class::ResourceChanged,
            breaking: Class::ResourceBreaking,
            nonbreaking: Class::ResourceNonbreaking,
        },
        SubjectKind::Template => Classes {
            added: Class::TemplateAdded,
            removed: Class::TemplateRemoved,
            changed: Class::TemplateChanged,
            breaking: Class::TemplateBreaking,
            nonbreaking: Class::TemplateNonbreaking,
        },
        SubjectKind::Tool | SubjectKind::Server | SubjectKind::Case => return None,
    })
}

/// Compares two entries of one name.
pub(super) fn compare(subject: &Subject, old: &Entry, new: &Entry, texts: Texts, names: &Names, out: &mut Vec<Change>) {
    let Some(classes) = classes(subject.kind).filter(|_| !old.same(new)) else {
        return;
    };
    let side = Side {
        subject,
        names,
        texts,
        old: &old.json,
        new: &new.json,
    };
    let (before, after) = (old.value(), new.value());
    let known: &[&str] = match subject.kind {
        SubjectKind::Prompt => {
            arguments(&side, &classes, out);
            &["name", "title", "description", "arguments"]
        }
        _ => {
            media_type(&side, &classes, out);
            &["name", "title", "description", "mimeType", "uri", "uriTemplate"]
        }
    };
    let named: &[&str] = if subject.kind == SubjectKind::Prompt {
        &["title", "description"]
    } else {
        &["name", "title", "description"]
    };
    for name in named {
        let at = format!("/{name}");
        out.extend(side.text(classes.changed, &at, before.get(name), after.get(name)));
    }
    notes(&side, classes.nonbreaking, known, out);
}

fn media_type(side: &Side<'_>, classes: &Classes, out: &mut Vec<Change>) {
    let (before, after) = (side.old.value().get("mimeType"), side.new.value().get("mimeType"));
    if before.map(mcpward_json::canonical) != after.map(mcpward_json::canonical) {
        let text = |value: Option<Value<'_>>| {
            value.map_or_else(|| "none".to_owned(), |value| cut(&value.as_str().unwrap_or_default()))
        };
        let words = format!("mimeType changed from {} to {}", text(before), text(after));
        let (class, severity, fails) = match before {
            None => (classes.nonbreaking, Severity::Low, false),
            Some(_) => (classes.breaking, Severity::Medium, true),
        };
        out.push(side.change(
            class,
            "/mimeType",
            before,
            after,
            Detail::Weighed { severity, fails, words },
        ));
    }
}

/// Arguments by name; their order does not count.
fn arguments(side: &Side<'_>, classes: &Classes, out: &mut Vec<Change>) {
    let by_name = |prompt: Value<'_>| -> BTreeMap<String, usize> {
        let list = prompt.get("arguments").into_iter().flat_map(Value::items).enumerate();
        list.filter_map(|(idx, argument)| Some((argument.get("name")?.as_str()?.into_owned(), idx)))
            .collect()
    };
    let (old, new) = (by_name(side.old.value()), by_name(side.new.value()));
    let mut names: Vec<&String> = old.keys().chain(new.keys()).collect();
    names.sort();
    names.dedup();
    for name in names {
        let before = old
            .get(name)
            .and_then(|idx| side.old.value().get("arguments")?.at(*idx));
        let after = new
            .get(name)
            .and_then(|idx| side.new.value().get("arguments")?.at(*idx));
        let mut at = String::from("/arguments");
        push_token(&mut at, name);
        let is_required = |argument: Value<'_>| argument.get("required").and_then(Value::as_bool) == Some(true);
        let label = format!("\"{}\"", cut(name));
        let verdict = match (before, after) {
            (Some(_), None) => Some((true, format!("no longer takes {label}"))),
            (None, Some(after)) if is_required(after) => Some((true, format!("requires {label}"))),
            (None, Some(_)) => Some((false, format!("takes {label} as an option"))),
            (Some(before), Some(after)) => match (is_required(before), is_required(after)) {
                (false, true) => Some((true, format!("requires {label}"))),
                (true, false) => Some((false, format!("no longer requires {label}"))),
                _ => None,
            },
            (None, None) => None,
        };
        if let Some((breaks, words)) = verdict {
            let (class, severity) = if breaks {
                (classes.breaking, Severity::Medium)
            } else {
                (classes.nonbreaking, Severity::Low)
            };
            out.push(side.change(
                class,
                &at,
                before,
                after,
                Detail::Weighed {
                    severity,
                    fails: breaks,
                    words,
                },
            ));
        }
        match (before, after) {
            (Some(before), Some(after)) => {
                for member in ["title", "description"] {
                    let at = format!("{at}/{member}");
                    out.extend(side.text(classes.changed, &at, before.get(member), after.get(member)));
                }
            }
            (None, Some(after)) => out.extend(side.new_text(&at, after)),
            _ => {}
        }
    }
}
