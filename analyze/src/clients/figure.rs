//! The figures of a profile in words, for lists and documentation.

use super::profile::{Effect, Evidence, KeyScope, Profile, Scope, Text};

/// One figure.
#[derive(Debug, Clone)]
pub struct Figure<'p> {
    /// What is minded.
    pub what: String,
    /// What happens.
    pub effect: Effect,
    /// Only there.
    pub when: Option<&'p str>,
    /// Where it comes from.
    pub evidence: &'p Evidence,
}

impl Profile {
    /// Its own figures: names, counts, texts, then schemas.
    pub fn figures(&self) -> Vec<Figure<'_>> {
        let mut figures = Vec::new();
        for rule in &self.name {
            let what = match (&rule.pattern, rule.max) {
                (Some(pattern), _) => format!("tool names other than {pattern}"),
                (None, Some(max)) => format!("tool names of more than {max} characters"),
                (None, None) => continue,
            };
            figures.push(Figure {
                what,
                effect: rule.effect,
                when: rule.when.as_deref(),
                evidence: &rule.evidence,
            });
        }
        for rule in &self.tools {
            let what = format!("more than {} tools", rule.max);
            figures.push(Figure {
                what,
                effect: rule.effect,
                when: rule.when.as_deref(),
                evidence: &rule.evidence,
            });
        }
        for rule in &self.pages {
            let what = format!("tools after page {}", rule.max);
            figures.push(Figure {
                what,
                effect: rule.effect,
                when: rule.when.as_deref(),
                evidence: &rule.evidence,
            });
        }
        for rule in &self.keys {
            let scope = if rule.scope == KeyScope::Top {
                " at the first level"
            } else {
                ""
            };
            let what = format!("property names{scope} other than {}", rule.pattern);
            figures.push(Figure {
                what,
                effect: rule.effect,
                when: rule.when.as_deref(),
                evidence: &rule.evidence,
            });
        }
        for rule in &self.text {
            let text = match rule.what {
                Text::ToolDescription => "descriptions of tools",
                Text::ServerInstructions => "instructions of the server",
            };
            let what = match (rule.min, rule.max) {
                (_, Some(max)) => format!("{text} of more than {max} characters"),
                (min, None) => format!("{text} of fewer than {} characters", min.unwrap_or_default()),
            };
            figures.push(Figure {
                what,
                effect: rule.effect,
                when: rule.when.as_deref(),
                evidence: &rule.evidence,
            });
        }
        for rule in &self.schema {
            let values = match (rule.only.as_slice(), rule.except.as_slice()) {
                ([], []) => String::new(),
                ([], except) => format!(" other than {}", except.join(", ")),
                (only, _) => format!(" {}", only.join(", ")),
            };
            let what = format!("clients/{}{values}", rule.construct.name());
            figures.push(Figure {
                what,
                effect: rule.effect,
                when: rule.when.as_deref(),
                evidence: &rule.evidence,
            });
        }
        for rule in &self.budget {
            let scope = if rule.scope == Scope::Tool {
                "in one tool"
            } else {
                "in all tools"
            };
            let what = format!("more than {} {} {scope}", rule.max, rule.measure.words());
            figures.push(Figure {
                what,
                effect: rule.effect,
                when: rule.when.as_deref(),
                evidence: &rule.evidence,
            });
        }
        figures
    }
}
