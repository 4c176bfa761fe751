//! The name of a tool as a client sends it.

/// What a client puts before a tool's name, filled in for one server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Prefix(String);

impl Prefix {
    /// Fills in a template: `{server}` is the server's name, `{server:13}` its first 13 characters. Characters that no client
    /// keeps become `_`, as clients do.
    pub(crate) fn of(template: &str, server: &str) -> Self {
        let Some(open) = template.find('{') else {
            return Self(template.to_owned());
        };
        let Some(close) = template[open..].find('}').map(|at| open + at) else {
            return Self(template.to_owned());
        };
        let n_kept = template[open + 1..close]
            .split_once(':')
            .and_then(|(_, count)| count.parse().ok())
            .unwrap_or(usize::MAX);
        let key: String = server
            .chars()
            .map(|c| {
                if c.is_ascii_alphanumeric() || c == '_' || c == '-' {
                    c
                } else {
                    '_'
                }
            })
            .take(n_kept)
            .collect();
        Self(format!("{}{key}{}", &template[..open], &template[close + 1..]))
    }

    /// The full name of a tool.
    pub(crate) fn full_name(&self, tool: &str) -> String {
        format!("{}{tool}", self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Prefix;

    #[test]
    fn templates_are_filled_in() {
        for (template, server, full) in [
            ("", "s", "tool"),
            ("mcp__{server}__", "my server", "mcp__my_server__tool"),
            ("mcp_{server:4}_", "weather", "mcp_weat_tool"),
            ("{server}", "a", "atool"),
            ("{server", "a", "{servertool"),
        ] {
            assert_eq!(Prefix::of(template, server).full_name("tool"), full, "{template}");
        }
    }
}
