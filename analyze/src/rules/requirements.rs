//! What the specification asks of servers, row by row, and which rule judges each: the map from the one to the other.
//!
//! A row that no rule judges says why. The rows are data (`analyze/requirements.txt`), the page is docs/requirements.md.

/// One requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Requirement {
    /// `group/name`, for reference.
    pub id: &'static str,
    /// The heading that it stands under.
    pub group: &'static str,
    /// Versions that it holds in, in words.
    pub versions: &'static str,
    /// What is asked, as a sentence fragment.
    pub text: &'static str,
    /// The rules that judge it, or why none does.
    pub judged: JudgedBy,
}

/// Who judges a requirement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum JudgedBy {
    /// Ids of rules.
    Rules(Vec<&'static str>),
    /// Nobody; the reason is a sentence fragment.
    Nobody(&'static str),
}

const TEXT: &str = include_str!("../../requirements.txt");

/// All requirements, in the order of the file.
pub fn requirements() -> Vec<Requirement> {
    let mut group = "";
    let mut all = Vec::new();
    for line in TEXT.lines() {
        if let Some(heading) = line.strip_prefix("## ") {
            group = heading;
        } else if !line.starts_with('#') {
            all.extend(read(line, group));
        }
    }
    all
}

/// `id | versions | requirement | rules, or a dash and the reason`; `None` for an empty line.
fn read(line: &'static str, group: &'static str) -> Option<Requirement> {
    let mut cells = line.split(" | ");
    let (id, versions, text, judged) = (cells.next()?, cells.next()?, cells.next()?, cells.next()?);
    let judged = match judged.strip_prefix("- ") {
        Some(reason) => JudgedBy::Nobody(reason),
        None => JudgedBy::Rules(judged.split(", ").collect()),
    };
    Some(Requirement {
        id,
        group,
        versions,
        text,
        judged,
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::{JudgedBy, TEXT, requirements};
    use crate::rules;

    #[test]
    fn each_line_is_a_requirement_and_each_id_stands_once() {
        let all = requirements();
        let n_lines = TEXT
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .count();
        assert_eq!(all.len(), n_lines);
        let ids: BTreeSet<_> = all.iter().map(|requirement| requirement.id).collect();
        assert_eq!(ids.len(), all.len());
        assert!(all.iter().all(|requirement| !requirement.group.is_empty()));
    }

    #[test]
    fn each_is_judged_by_a_rule_or_says_why_not() {
        for requirement in requirements() {
            match requirement.judged {
                JudgedBy::Rules(ids) => {
                    for id in ids {
                        let rule = rules::find(id);
                        assert!(
                            rule.is_some_and(|rule| rule.id == id),
                            "{}: no rule {id}",
                            requirement.id
                        );
                    }
                }
                JudgedBy::Nobody(reason) => assert!(reason.len() > 20, "{}: {reason}", requirement.id),
            }
        }
    }
}
