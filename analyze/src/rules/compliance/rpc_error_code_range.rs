//! `compliance/rpc-error-code-range`: error codes that the specification reserves are used as it says.

use mcpward_schemas::report::{Severity, SubjectKind};

use crate::rules::{Context, Level, Needs, RuleMeta, Sink, said};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/rpc-error-code-range",
    title: "reserved error codes are used as specified",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Modern],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("2026-07-28, Base protocol, Error codes"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
In 2026-07-28 an error code from -32020 to -32099 that the specification does not define, and the codes -32002 and -32042 that it
took
out. Codes from -32000 to -32019 are a warning.

## Why it matters
Clients decide by the code: a reserved one may get another meaning in the next version.

## Example
```json
{\"error\": {\"code\": -32050, \"message\": \"quota exceeded\"}}
```

## What to do
Use -32602 or -32603, or a positive number of your own.

## When it is wrong
Servers built before the codes were renumbered use -32001, -32003 and -32004; an update of the SDK mends it.
";

const DEFINED: [i64; 3] = [-32020, -32021, -32022];
const TAKEN_OUT: [i64; 2] = [-32002, -32042];

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some(surface) = cx.modern() else { return };
    let exchanges = cx.contract.connection(surface).exchanges.iter();
    let odd = exchanges.filter_map(|exchange| {
        let code = exchange.error_code().filter(|code| !DEFINED.contains(code))?;
        let (level, why) = match code {
            code if TAKEN_OUT.contains(&code) => (Level::Fail, "2026-07-28 took it out"),
            -32099..=-32020 => (Level::Fail, "the specification reserves it"),
            -32019..=-32000 => (Level::Warn, "new servers are not to use it"),
            _ => return None,
        };
        let message = format!("{} is answered with error {code}: {why}", exchange.method());
        Some((level, message, exchange.response.as_ref()?.frame))
    });
    said::about_server(sink, odd);
}
