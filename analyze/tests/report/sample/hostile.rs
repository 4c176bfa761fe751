//! Reports that no server should send.

use mcpward_schemas::report::{Place, Report, ServerInfo, Severity, Status, Suppression, Untrusted, Verdict};
use serde_json::json;

use super::{about_tool, at, report};

/// Texts that break formats.
pub(crate) fn hostile_texts() -> Vec<String> {
    let mut texts: Vec<String> = [
        "]]>",
        "<![CDATA[",
        "</script><script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "a | b | c",
        "`tick` ``` fence",
        "@octocat #1 GH-2 owner/repo#3 !4",
        "[link](http://evil.example) http://evil.example www.evil.example",
        "\u{1b}[31mred\u{1b}[0m",
        "\u{1b}]8;;http://evil.example\u{7}link\u{1b}]8;;\u{7}",
        "\r\n::error::injected",
        "::set-output name=x::y",
        "##[add-mask]x",
        "##vso[task.setvariable variable=x]y",
        "{0} {{1}} [a](b)",
        "<!-- mcpward:report -->",
        "--> <!--",
        "</details></table></div>",
        "line\none\r\ntwo\rthree",
        "\u{0}nul",
        "&amp; &lt; &#0; &#x1b;",
        "\" onmouseover=\"alert(1)",
        "javascript:alert(1)",
        "\u{202e}gnp.exe\u{202c}",
        "\u{e0041}\u{e0042}\u{e007f}",
        "e\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}\u{301}",
        "日本語のテキスト",
        "שלום עולם",
        "👩\u{200d}👩\u{200d}👧",
        "# heading",
        "- item",
        "1. item",
        "---",
        "===",
        "    code",
        "~~~",
        "> quote",
        "\\",
        "\\u001b",
        "%0A%0D::error::x",
        "$(touch x) `touch x`",
        "'; DROP TABLE",
        "*/",
        "</style>",
        "\u{feff}bom",
        "\u{a0}nbsp\u{2003}",
        "\u{fffe}\u{ffff}\u{fdd0}\u{10ffff}\u{e000}",
        "",
        " ",
        "\t",
    ]
    .map(str::to_owned)
    .into();
    texts.push("x".repeat(70_000));
    texts.push("word ".repeat(14_000));
    texts.push("\u{200b}".repeat(7_000));
    texts.push("`".repeat(7_000));
    texts.push("\n".repeat(7_000));
    // Every code point there is, in texts of a few thousand.
    let all: Vec<char> = ('\u{0}'..=char::MAX).step_by(61).collect();
    texts.extend(all.chunks(2_000).map(|chunk| chunk.iter().collect::<String>()));
    texts.push(('\u{0}'..='\u{2fff}').collect());
    texts
}

/// Every hostile text in every place where a server's text may stand.
pub(crate) fn hostile() -> Report {
    let statuses = [Status::Fail, Status::Warn, Status::Skip, Status::Pass];
    let mut results = Vec::new();
    for (n, text) in hostile_texts().into_iter().enumerate() {
        let mut finding = about_tool("security/hidden-unicode", statuses[n % 4], Severity::Info, &text, &text);
        let untrusted = Untrusted::new(text.clone());
        finding.pointer = Some(untrusted.clone());
        finding.location = Some(untrusted);
        finding.expected = Some(json!({ text.clone(): [text.clone()] }));
        finding.actual = Some(json!(text));
        finding.before = Some(json!(format!("{text} before {text}")));
        finding.after = Some(json!(format!("{text} after {text}")));
        finding.witness = Some(json!({ "value": text }));
        finding.change = (n % 2 == 0).then(|| "3f2a90c1d4e5".to_owned());
        finding.place = (n % 3 == 0).then(|| Place {
            file: text.clone(),
            line: 1,
            column: 1,
        });
        finding.spec = Some(text.clone());
        finding.suppressed = (n % 5 == 0).then(|| Suppression {
            by: "ignore".to_owned(),
            reason: text.clone(),
            expires: None,
        });
        results.push(finding);
    }
    let everything = hostile_texts().join(" ");
    let name: Untrusted = everything.into();
    Report {
        server: ServerInfo {
            name: name.clone(),
            version: name.clone(),
            protocol_version: name.clone(),
            target: name.raw().to_owned(),
        },
        verdict: Verdict {
            exit_code: 2,
            complete: false,
            reason: Some(name.raw().to_owned()),
        },
        ..report(results)
    }
}

/// Many findings of all kinds, with texts as long as tools describe themselves.
pub(crate) fn many(n_findings: usize) -> Report {
    let ids = [
        "schema/tool-description",
        "drift/description_changed",
        "security/hidden-unicode",
        "errors/invalid-params",
    ];
    let statuses = [Status::Warn, Status::Fail, Status::Fail, Status::Skip];
    let words = "reads writes lists a the file folder name of with and then returns result value given";
    let sentence = |seed: usize| {
        let words: Vec<_> = words.split(' ').collect();
        (0..40)
            .map(|n| words[(seed * 7 + n * n * 3 + n) % words.len()])
            .collect::<Vec<_>>()
            .join(" ")
    };
    let one = |n: usize| {
        let kind = n % 4;
        let tool = format!("tool_{:05}", n / 4);
        let message = format!("description of tool \"{tool}\" reads: {}", sentence(n));
        let mut finding = about_tool(ids[kind], statuses[kind], Severity::Warning, &tool, &message);
        finding.actual = Some(json!(sentence(n + 1)));
        finding.duration_us = Some(1_000 + n as u64);
        if kind == 1 {
            finding.before = Some(json!(sentence(n)));
            finding.after = Some(json!(sentence(n).replace("file", "fi\u{200b}le")));
            finding.change = Some(format!("{n:012x}"));
        }
        at(finding, "/description", "mcpward.lock.json", (n + 1) as u32)
    };
    report((0..n_findings).map(one).collect())
}
