//! `latency/slower`: a tool takes longer than in an earlier snapshot.

use mcpward_schemas::report::{Severity, SubjectKind};

use super::{measured, ms};
use crate::contract::{self, ListKind};
use crate::rules::statistics::{RANKED_MIN, percentile, slower};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "latency/slower",
    title: "tools are as fast as they were",
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

const DOCS: &str = "\
## What it finds
A tool whose calls take longer than in the snapshot that `checks.latency.baseline` names: by a rank test (Mann and Whitney) that errs
less than once in a hundred times, and by a tenth of the median at least.

## Why it matters
A budget only catches what has become far too slow. Times of two runs always differ, so a bare number would cry wolf.

## Example
```yaml
checks:
  latency: { samples: 30, baseline: last-release.mcpsnap }
```

## What to do
Look at the slowest call in the snapshot: `latency/tool` names its frames. Where the new times are meant, replace the baseline.

## When it is wrong
Two machines, or a busy one, differ in speed too. Record both snapshots on the same machine.
";

/// Percent by which a median must rise to be worth a word: the rank test alone finds shifts that nobody feels.
const RISE_PERCENT: u64 = 10;

/// Why nothing is compared where several servers are judged at once.
const SEVERAL: &str = "checks.latency.baseline holds one server, and several are judged";

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let Some((file, before)) = &cx.inputs.latency_baseline else {
        let latency = cx.config().checks.latency.as_ref();
        return match latency.and_then(|latency| latency.baseline.as_ref()) {
            Some(_) => sink.skip(About::server(), SEVERAL),
            None => sink.not_asked(),
        };
    };
    let (contract, _) = contract::read(&[before]);
    let (olds, news) = (
        measured(&contract, contract.primary()),
        measured(cx.contract, cx.main()),
    );
    for item in cx.items(ListKind::Tools) {
        let name = item.name.raw();
        let (Some(old), Some(new)) = (olds.get(name), news.get(name)) else {
            sink.skip_nothing(item, "it was not measured both times");
            continue;
        };
        let Some(shift) = slower(&old.took_us, &new.took_us) else {
            let (n_old, n_new) = (old.took_us.len(), new.took_us.len());
            let reason = format!("{n_old} calls then and {n_new} now: {RANKED_MIN} of each are the fewest to compare");
            sink.skip(item, reason);
            continue;
        };
        let (was, is) = (percentile(&old.took_us, 50), percentile(&new.took_us, 50));
        let rise = is.saturating_sub(was).saturating_mul(100);
        if shift.is_sure && rise >= was.saturating_mul(RISE_PERCENT) {
            let message = format!(
                "p50 is {}, and was {} in {file:?}; a call now takes longer than one then in {} of 100 pairs",
                ms(is),
                ms(was),
                shift.percent
            );
            sink.found(item, message)
                .expected(was / 1_000)
                .actual(is / 1_000)
                .times(new.times())
                .frames(new.slowest.into_iter().flat_map(|exchange| exchange.frames()));
        }
    }
}
