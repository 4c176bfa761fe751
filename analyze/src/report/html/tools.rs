//! The tools of the run: what they say of themselves, what they can reach and what they cost.

use mcpward_schemas::report::{Report, ToolCard};

use crate::report::escape::html;
use crate::report::limits::{HTML_FINDINGS_MAX, HTML_TOOLS_OPEN_MAX, NAME_CHARS_MAX};
use crate::report::rows::cut;

/// Writes the inventory, the dearest first; a long one is folded.
pub(super) fn tools(out: &mut String, report: &Report) {
    if report.tools.is_empty() {
        return;
    }
    let cost = |tool: &ToolCard| tool.tokens.unwrap_or(tool.bytes);
    let mut tools: Vec<&ToolCard> = report.tools.iter().collect();
    tools.sort_by_key(|tool| std::cmp::Reverse(cost(tool)));
    let has_tokens = tools.iter().any(|tool| tool.tokens.is_some());
    let has_servers = tools.iter().any(|tool| tool.server.is_some());
    let most = tools.iter().map(|tool| cost(tool)).max().unwrap_or(0).max(1);
    let n = report.inventory.tools;
    let open = if tools.len() <= HTML_TOOLS_OPEN_MAX {
        " open"
    } else {
        ""
    };
    out.push_str(&format!(
        "<h2>Tools <small>{n}</small></h2>\n<details class=\"fold\"{open}>\n<summary>All tools and what they cost, the dearest first</summary>\n\
         <table><thead><tr>"
    ));
    let heads = [
        (has_servers, "<th scope=\"col\">Server</th>"),
        (
            true,
            "<th scope=\"col\">Tool</th><th scope=\"col\">Says that it</th><th scope=\"col\">Can reach</th>",
        ),
        (has_tokens, "<th scope=\"col\" class=\"n\">Tokens</th>"),
        (
            true,
            "<th scope=\"col\" class=\"n\">Bytes</th><th scope=\"col\">Share of the dearest</th>",
        ),
    ];
    heads
        .iter()
        .filter(|(is_there, _)| *is_there)
        .for_each(|(_, head)| out.push_str(head));
    out.push_str("</tr></thead><tbody>\n");
    for tool in tools.iter().take(HTML_FINDINGS_MAX) {
        out.push_str("<tr>");
        if has_servers {
            let server = html(&cut(tool.server.as_deref().unwrap_or_default(), NAME_CHARS_MAX));
            out.push_str(&format!("<td><bdi>{server}</bdi></td>"));
        }
        let name = html(&cut(&tool.name, NAME_CHARS_MAX));
        let says = match (tool.read_only, tool.destructive) {
            (true, _) => "only reads",
            (false, true) => "may destroy",
            (false, false) => "changes without destroying",
        };
        let legs: Vec<String> = tool.legs.iter().map(|leg| html(&cut(leg, NAME_CHARS_MAX))).collect();
        out.push_str(&format!(
            "<td><code>{name}</code></td><td>{says}</td><td>{}</td>",
            legs.join(", ")
        ));
        if has_tokens {
            let tokens = tool.tokens.map_or(String::new(), |tokens| tokens.to_string());
            out.push_str(&format!("<td class=\"n\">{tokens}</td>"));
        }
        let percent = cost(tool) * 100 / most;
        out.push_str(&format!(
            "<td class=\"n\">{}</td><td><meter min=\"0\" max=\"100\" value=\"{percent}\">{percent} %</meter></td></tr>\n",
            tool.bytes
        ));
    }
    out.push_str("</tbody></table>\n");
    let n_left = usize::try_from(n)
        .unwrap_or(usize::MAX)
        .saturating_sub(tools.len().min(HTML_FINDINGS_MAX));
    if n_left > 0 {
        out.push_str(&format!("<p>and {n_left} more tools</p>\n"));
    }
    out.push_str("</details>\n");
}
