//! Tool names that a reader takes for a well-known one: `send_emai1`, `wirte_file`.

use std::sync::LazyLock;

use mcpward_json::Value;

use super::decode::latin_twin;
use super::scan::{Part, TextFinding};

/// Public id.
pub const LOOKALIKE: &str = "security/lookalike-name";

/// Names that many servers have and that clients and people trust by habit.
const WELL_KNOWN: &str = "read_file|write_file|edit_file|list_files|list_directory|create_directory|move_file|delete_file|search_files|get_file_info|\
    read_multiple_files|read_text_file|execute_command|run_command|run_shell_command|send_email|send_mail|read_email|search_emails|send_message|\
    post_message|list_channels|create_issue|list_issues|get_issue|search_issues|create_pull_request|search_code|get_file_contents|push_files|\
    git_status|git_commit|git_diff|git_log|git_add|git_push|execute_sql|execute_query|run_query|query_database|list_tables|describe_table|\
    web_search|fetch_url|fetch|browser_navigate|take_screenshot|create_event|list_events|transfer_money|create_payment|get_secret|\
    search_repositories|create_repository|download_file|upload_file|get_weather|read_resource|sequentialthinking|create_page|search_nodes";

/// The well-known names, each with its shape.
static SHAPES: LazyLock<Vec<(&str, String)>> =
    LazyLock::new(|| WELL_KNOWN.split('|').map(|known| (known, shape(known))).collect());

/// Whether the tool's name looks like a well-known one and is not it.
pub fn judge(tool: Value<'_>) -> Vec<TextFinding> {
    let Some(name) = tool.get("name").and_then(Value::as_str) else {
        return Vec::new();
    };
    let own = shape(&name);
    let is_twin = |(known, shape): &&(&str, String)| are_twins((&name, &own), (known, shape));
    let is_known = SHAPES.iter().any(|(known, _)| *known == name);
    let Some((twin, _)) = SHAPES.iter().find(is_twin).filter(|_| !is_known) else {
        return Vec::new();
    };
    let parts = vec![Part::new("lookalike-name", format!("is easily taken for {twin}"), 10)];
    vec![TextFinding::of_whole(LOOKALIKE, "/name", parts, &name)]
}

/// Whether two names differ, and look alike: by letters of one shape, or by two neighbors changed over.
pub fn is_twin(name: &str, other: &str) -> bool {
    are_twins((name, &shape(name)), (other, &shape(other)))
}

/// The same for names with their shapes.
fn are_twins((name, shape): (&str, &str), (other, other_shape): (&str, &str)) -> bool {
    name != other && name.len() >= 5 && (shape == other_shape || is_transposed(name.as_bytes(), other.as_bytes()))
}

/// Letters and digits of one shape made one, those of other scripts too.
pub(crate) fn shape(name: &str) -> String {
    let latin: String = name.chars().map(|c| latin_twin(c).unwrap_or(c)).collect();
    let lower = latin.replace("rn", "m").replace("vv", "w");
    lower
        .chars()
        .map(|c| match c {
            '1' | 'i' | '|' => 'l',
            '0' => 'o',
            '5' => 's',
            c => c,
        })
        .collect()
}

fn is_transposed(a: &[u8], b: &[u8]) -> bool {
    let Some(at) = a.iter().zip(b).position(|(x, y)| x != y) else {
        return false;
    };
    a.len() == b.len() && at + 1 < a.len() && a[at] == b[at + 1] && a[at + 1] == b[at] && a[at + 2..] == b[at + 2..]
}

#[cfg(test)]
mod tests {
    use super::is_twin;

    #[test]
    fn twins() {
        for (a, b, twins) in [
            ("wirte_file", "write_file", true),
            ("send_emai1", "send_email", true),
            ("rnove_file", "move_file", true),
            ("re\u{430}d_file", "read_file", true),
            ("list_files", "list_file", false),
            ("write_file", "write_file", false),
            ("read_files", "read_file", false),
        ] {
            assert_eq!(is_twin(a, b), twins, "{a} {b}");
        }
    }
}
