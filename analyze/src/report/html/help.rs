//! What the rules that found something mean.
//!
//! A card's help is Markdown of ours, of which this reads the part that rule texts use: headings, lists, fences, paragraphs,
//! inline code. All of it is escaped first, since a report may come from a file.

use std::collections::BTreeMap;

use mcpward_schemas::report::{Report, RuleCard};

use crate::report::escape::{Raw, html};
use crate::report::limits::{HTML_RULES_MAX, NAME_CHARS_MAX, TEXT_CHARS_MAX};
use crate::report::outline::{Family, Tier};
use crate::report::rows::cut;

/// Writes the help of the rules that found something.
pub(super) fn rules(out: &mut String, report: &Report, families: &[Family<'_>]) {
    let cards: BTreeMap<_, _> = report.rules.iter().map(|card| (card.id.as_str(), card)).collect();
    let groups = families
        .iter()
        .flat_map(|family| &family.groups)
        .filter(|group| group.tier <= Tier::Change);
    let mut found: Vec<&RuleCard> = groups.filter_map(|group| cards.get(group.id).copied()).collect();
    found.sort_by(|one, other| one.id.cmp(&other.id));
    found.dedup_by(|one, other| one.id == other.id);
    if found.is_empty() {
        return;
    }
    out.push_str("<h2>What the findings mean</h2>\n");
    for card in found.into_iter().take(HTML_RULES_MAX) {
        let [id, title] = [&card.id, &card.title].map(|text| html(&cut(text, NAME_CHARS_MAX)));
        let summary = html(&cut(&card.summary, TEXT_CHARS_MAX));
        out.push_str(&format!(
            "<details class=\"rule\">\n<summary><b>{title}</b> <code>{id}</code></summary>\n<div class=\"help\">\n<p>{summary}</p>\n"
        ));
        let (help, _) = Raw::from(&card.help).cut(TEXT_CHARS_MAX);
        blocks(out, help);
        out.push_str("</div>\n</details>\n");
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Block {
    None,
    Paragraph,
    List,
    Fence,
}

fn blocks(out: &mut String, text: Raw<'_>) {
    let mut open = Block::None;
    for line in text.lines().map(html) {
        let text = line.trim();
        let next = match open {
            Block::Fence if text.starts_with("```") => Block::None,
            Block::Fence => {
                out.extend([line.as_str(), "\n"]);
                continue;
            }
            _ if text.starts_with("```") => Block::Fence,
            _ if text.is_empty() || text.starts_with('#') => Block::None,
            _ if text.starts_with("- ") || text.starts_with("* ") => Block::List,
            Block::List if line.starts_with("  ") => Block::List,
            _ => Block::Paragraph,
        };
        if next != open {
            out.push_str(close(open));
            out.push_str(match next {
                Block::None => "",
                Block::Paragraph => "<p>",
                Block::List => "<ul>\n",
                Block::Fence => "<pre>",
            });
        }
        open = match (next, text) {
            (Block::List, text) => {
                let item = text.strip_prefix(['-', '*']);
                out.push_str(match (item, open) {
                    (Some(_), Block::List) => "</li>\n<li>",
                    (Some(_), _) => "<li>",
                    (None, _) => "\n",
                });
                out.push_str(&inline(item.unwrap_or(text).trim()));
                next
            }
            (Block::Paragraph, text) => {
                out.extend([inline(text).as_str(), "\n"]);
                next
            }
            (Block::None, text) if text.starts_with('#') => {
                out.push_str(&format!(
                    "<p><b>{}</b></p>\n",
                    inline(text.trim_start_matches('#').trim())
                ));
                next
            }
            _ => next,
        };
    }
    out.push_str(close(open));
}

fn close(block: Block) -> &'static str {
    match block {
        Block::None => "",
        Block::Paragraph => "</p>\n",
        Block::List => "</li>\n</ul>\n",
        Block::Fence => "</pre>\n",
    }
}

/// Inline code; the text is escaped already.
fn inline(text: &str) -> String {
    let mut out = String::new();
    let mut parts = text.split('`').peekable();
    let mut is_code = false;
    while let Some(part) = parts.next() {
        // A backtick without a partner is a backtick.
        match (is_code, parts.peek().is_some()) {
            (true, true) => out.extend(["<code>", part, "</code>"]),
            (true, false) => out.extend(["`", part]),
            (false, _) => out.push_str(part),
        }
        is_code = !is_code;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{Raw, blocks};

    #[test]
    fn rule_texts_become_elements_and_markup_stays_text() {
        let mut out = String::new();
        let text = "## What\n\nRead `a < b` and <b>.\nMore.\n\n- one\n- two\n  goes on\n\n```json\n{\"<\": 1}\n```\nlone ` tick";
        blocks(&mut out, Raw::from(text));
        assert_eq!(
            out,
            "<p><b>What</b></p>\n<p>Read <code>a &lt; b</code> and &lt;b&gt;.\nMore.\n</p>\n<ul>\n<li>one</li>\n<li>two\ngoes on</li>\n\
             </ul>\n<pre>{&quot;&lt;&quot;: 1}\n</pre>\n<p>lone ` tick\n</p>\n"
        );
    }
}
