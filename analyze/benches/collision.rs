//! How long the collision lint looks at 20,000 tools: descriptions as people write them, and those of one generator.

use divan::Bencher;
use mcpward_analyze::text::divergence::{Criterion, Tool, clusters};
use mcpward_analyze::text::near::lexical;
use mcpward_json::{Doc, Limits};
use serde_json::json;

const N_TOOLS: usize = 20_000;

/// The threshold of the default configuration, in thousandths.
const THOUSANDTHS: u32 = 800;

/// Sounds that words are made of: with real words alone, 20,000 sentences would be far more alike than those of people.
const SOUNDS: [&str; 24] = [
    "re", "cord", "in", "voice", "ac", "count", "de", "ploy", "ment", "bran", "ch", "is", "sue", "me", "tric", "quer",
    "y", "list", "fet", "al", "ert", "sta", "tus", "pro",
];

fn main() {
    divan::main();
}

/// A small generator of our own: the same tools on any machine.
struct Random(u64);

impl Random {
    /// A number below a bound; low numbers come up far more often, as words of a language do.
    fn skewed(&mut self, below: usize) -> usize {
        self.next(below).min(self.next(below)).min(self.next(below))
    }

    fn next(&mut self, below: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % below
    }
}

fn tool(name: &str, description: &str, kind: &str) -> Tool {
    let text = json!({
        "name": name,
        "description": description,
        "inputSchema": { "type": "object", "properties": { "filter": { "type": kind }, "limit": { "type": "integer" } } },
    });
    let doc = Doc::parse(text.to_string(), &Limits::default()).expect("just written");
    Tool::read(doc.root())
}

/// Descriptions of 8 to 60 words out of 3,000.
fn written() -> Vec<Tool> {
    let mut random = Random(7);
    let words: Vec<String> = (0..3_000)
        .map(|_| {
            (0..=1 + random.next(2))
                .map(|_| SOUNDS[random.next(SOUNDS.len())])
                .collect()
        })
        .collect();
    (0..N_TOOLS)
        .map(|idx| {
            let n_words = 8 + random.skewed(52);
            let text: Vec<&str> = (0..n_words)
                .map(|_| words[random.skewed(words.len())].as_str())
                .collect();
            tool(
                &format!("tool_{idx}"),
                &text.join(" "),
                ["string", "number"][random.next(2)],
            )
        })
        .collect()
}

/// One sentence of a generator for each of many kinds: all are alike, and none collides since the noun tells them apart.
fn generated() -> Vec<Tool> {
    let mut random = Random(7);
    let numbers = 0..N_TOOLS;
    numbers
        .map(|idx| {
            let kind = ["string", "number"][random.next(2)];
            let description = format!(
                "Looks up records of kind {idx} and gives them page by page. Use it for kind {idx} only; for other kinds there are \
                 tools beside it with the same shape. Results are sorted by time, newest first."
            );
            tool(&format!("records_{idx}_query"), &description, kind)
        })
        .collect()
}

#[divan::bench(sample_count = 5, sample_size = 1)]
fn descriptions_of_people(bencher: Bencher<'_, '_>) {
    let tools = written();
    bencher.bench_local(|| clusters(&tools, THOUSANDTHS, Criterion::ParameterType, lexical));
}

#[divan::bench(sample_count = 3, sample_size = 1)]
fn descriptions_of_a_generator(bencher: Bencher<'_, '_>) {
    let tools = generated();
    bencher.bench_local(|| clusters(&tools, THOUSANDTHS, Criterion::ParameterType, lexical));
}
