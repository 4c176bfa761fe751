//! How long calls took: a row a tool, with the histogram of its calls.
//!
//! A histogram is drawn inline, since the page may load nothing and its policy allows no style but ours; a reader that does not
//! see it gets the same numbers as its label.

use mcpward_schemas::report::{Finding, Quantile, Report, SubjectKind, Times};

use super::finding::tier_mark;
use crate::report::escape::html;
use crate::report::limits::{HISTOGRAM_CLASSES_MAX, HTML_FINDINGS_MAX, NAME_CHARS_MAX};
use crate::report::outline::{Tier, subject_name};
use crate::report::rows::cut;

/// Width of a bar with its gap, and height of the highest, in pixels.
const BAR: (usize, usize) = (12, 36);

/// Writes the times, where any were measured.
pub(super) fn latency(out: &mut String, report: &Report) {
    let measured = |finding: &&Finding| finding.times.is_some();
    let rows: Vec<&Finding> = report.results.iter().filter(measured).collect();
    if rows.is_empty() {
        return;
    }
    out.push_str(
        "<h2>Latency</h2>\n<table><thead><tr><th scope=\"col\">Calls of</th><th scope=\"col\" class=\"n\">Calls</th>\
         <th scope=\"col\" class=\"n\">Median</th><th scope=\"col\" class=\"n\">95th percentile</th>\
         <th scope=\"col\" class=\"n\">First byte</th><th scope=\"col\">How they spread</th></tr></thead><tbody>\n",
    );
    for (finding, times) in rows
        .iter()
        .filter_map(|finding| Some((*finding, finding.times.as_ref()?)))
        .take(HTML_FINDINGS_MAX)
    {
        row(out, finding, times);
    }
    out.push_str("</tbody></table>\n");
    if rows.len() > HTML_FINDINGS_MAX {
        out.push_str(&format!("<p>and {} more</p>\n", rows.len() - HTML_FINDINGS_MAX));
    }
}

fn row(out: &mut String, finding: &Finding, times: &Times) {
    let named = finding
        .subject
        .as_ref()
        .filter(|about| about.kind != SubjectKind::Server);
    let name = match named.and_then(subject_name) {
        Some(name) => format!("<code>{}</code>", html(&cut(name, NAME_CHARS_MAX))),
        None => "all tools".to_owned(),
    };
    let server = finding.server.as_ref().map_or(String::new(), |server| {
        format!("<bdi>{}</bdi>: ", html(&cut(server, NAME_CHARS_MAX)))
    });
    let mark = match Tier::of(finding) {
        tier @ (Tier::Fail | Tier::Warn) => tier_mark(tier),
        _ => String::new(),
    };
    let failed = match times.failed {
        0 => String::new(),
        n => format!("<small>and {n} failed</small>"),
    };
    let first_byte = times.first_byte_us.map_or(String::new(), milliseconds);
    let start = times.cold_start_us.map_or(String::new(), |us| {
        format!("<small>after a start of {}</small>", milliseconds(us))
    });
    out.push_str(&format!(
        "<tr><td>{mark}{server}{name}{start}</td><td class=\"n\">{}{failed}</td><td class=\"n\">{}</td><td class=\"n\">{}</td>\
         <td class=\"n\">{first_byte}</td><td>{}</td></tr>\n",
        times.calls,
        quantile(times.p50),
        quantile(times.p95),
        histogram(times)
    ));
}

/// The estimate, and the interval below it.
fn quantile(of: Quantile) -> String {
    let interval = match (of.low_us, of.high_us) {
        (Some(low), Some(high)) => format!("<small>{} to {}</small>", decimal(low), decimal(high)),
        (Some(low), None) => format!("<small>{} or more</small>", decimal(low)),
        (None, Some(high)) => format!("<small>{} or less</small>", decimal(high)),
        (None, None) => String::new(),
    };
    format!("{}{interval}", milliseconds(of.us))
}

fn milliseconds(us: u64) -> String {
    format!("{} ms", decimal(us))
}

/// Milliseconds with one decimal.
fn decimal(us: u64) -> String {
    let tenths = us.saturating_add(50) / 100;
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// Bars of the classes, each with its words.
fn histogram(times: &Times) -> String {
    let classes = times.histogram.get(..HISTOGRAM_CLASSES_MAX).unwrap_or(&times.histogram);
    let most = classes.iter().map(|class| class.calls).max().unwrap_or(0);
    if most == 0 {
        return String::new();
    }
    let (step, height) = BAR;
    let (mut bars, mut words) = (String::new(), Vec::new());
    let mut from = None;
    for (at, class) in classes.iter().enumerate() {
        let to = milliseconds(class.up_to_us);
        let range = match from {
            Some(from) => format!("{} to {to}", decimal(from)),
            None => format!("up to {to}"),
        };
        from = Some(class.up_to_us);
        if class.calls == 0 {
            continue;
        }
        let text = format!("{range}: {}", class.calls);
        let share = u128::from(class.calls) * height as u128 / u128::from(most);
        // A class with one call of many is seen too.
        let its = usize::try_from(share).unwrap_or(height).max(2);
        bars.push_str(&format!(
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{its}\"><title>{text}</title></rect>",
            at * step,
            height - its,
            step - 2
        ));
        words.push(text);
    }
    format!(
        "<svg class=\"histogram\" role=\"img\" aria-label=\"Calls by time: {}\" width=\"{width}\" height=\"{height}\" \
         viewBox=\"0 0 {width} {height}\"><path d=\"M0 {base}H{width}\"></path>{bars}</svg>",
        words.join("; "),
        width = classes.len() * step,
        base = height
    )
}

#[cfg(test)]
mod tests {
    use mcpward_schemas::report::{Class, Quantile, Times};

    use super::{decimal, histogram, quantile};

    #[test]
    fn times_are_rounded_to_a_tenth() {
        for (us, text) in [
            (0, "0.0"),
            (49, "0.0"),
            (50, "0.1"),
            (1_949, "1.9"),
            (u64::MAX, "18446744073709551.6"),
        ] {
            assert_eq!(decimal(us), text);
        }
    }

    #[test]
    fn an_interval_may_be_open() {
        let of = |low_us, high_us| {
            quantile(Quantile {
                us: 2_000,
                low_us,
                high_us,
            })
        };
        assert_eq!(of(Some(1_000), Some(3_000)), "2.0 ms<small>1.0 to 3.0</small>");
        assert_eq!(of(Some(1_000), None), "2.0 ms<small>1.0 or more</small>");
        assert_eq!(of(None, None), "2.0 ms");
    }

    #[test]
    fn bars_have_their_words_and_odd_numbers_do_no_harm() {
        let of = |classes: &[(u64, u64)]| {
            let classes = classes.iter().map(|&(up_to_us, calls)| Class { up_to_us, calls });
            histogram(&Times {
                histogram: classes.collect(),
                ..Times::default()
            })
        };
        let drawn = of(&[(1_000, 40), (2_000, 0), (3_000, 1)]);
        assert!(
            drawn.contains("aria-label=\"Calls by time: up to 1.0 ms: 40; 2.0 to 3.0 ms: 1\""),
            "{drawn}"
        );
        assert_eq!(drawn.matches("<rect").count(), 2);
        assert_eq!(of(&[]), "");
        assert_eq!(of(&[(1, 0)]), "");
        assert!(of(&[(u64::MAX, u64::MAX)]).contains("height=\"36\""));
        assert_eq!(of(&[(1, 1); 5_000]).matches("<rect").count(), 20);
    }
}
