//! Many random and mutated schemas: no panic, no overflow of the stack, the same answer every time, nothing contradictory.
//!
//! An ordinary run takes some hundred cases. `COMPAT_CASES=100000 cargo test --release -p mcpward-compat --test all stress`
//! is the long one.

use std::fmt::Write as _;
use std::process::Command;

use jsonschema::Draft as First;
use mcpward_compat::{Comparison, Draft, Model, Options, Verdict, change_rows, compare, included, instances};
use mcpward_json::{Doc, Limits};

use crate::random::Random;

/// How many cases: those of an ordinary run, unless the environment asks for more.
fn n_cases() -> u64 {
    let asked = std::env::var("COMPAT_CASES").ok().and_then(|n| n.parse().ok());
    asked.unwrap_or(200)
}

/// A schema, a mutation of it and a mutation of that, with the options under which they are compared.
struct Case {
    texts: [String; 3],
    options: Options,
}

fn case(number: u64) -> Case {
    let mut random = Random(number.wrapping_mul(0x00D1_B54A_32D1_92ED));
    let depth = 1 + random.below(3);
    let first = random.document(depth);
    let second = random.mutated(&first);
    let third = random.mutated(&second);
    let drafts = [
        Draft::Draft4,
        Draft::Draft6,
        Draft::Draft7,
        Draft::Draft201909,
        Draft::Draft202012,
        Draft::Draft202012,
        Draft::Draft202012,
    ];
    let draft = drafts[random.below(drafts.len())];
    let options = Options {
        model: [Model::Strict, Model::Strict, Model::Declared, Model::Understood][random.below(4)],
        draft_old: draft,
        draft_new: draft,
        root_object: random.below(8) == 0,
        // A tenth of the usual fuel: what runs long here would run ten times as long there, and in the same way.
        fuel: mcpward_compat::FUEL / 10,
        ..Options::default()
    };
    Case {
        texts: [first, second, third].map(|schema| random.text(&schema)),
        options,
    }
}

/// All of the case's texts that are JSON.
fn docs(case: &Case) -> Option<[Doc; 3]> {
    let read = |text: &String| Doc::parse(text.as_str(), &Limits::default()).ok();
    let [a, b, c] = &case.texts;
    Some([read(a)?, read(b)?, read(c)?])
}

fn shown(comparison: &Comparison) -> String {
    let mut text = format!(
        "{:?} {:?} {}",
        comparison.forward, comparison.backward, comparison.steps
    );
    for change in &comparison.changes {
        let _infallible = write!(text, " {change:?}");
    }
    text
}

/// A digest of all answers (FNV-1a).
fn digest(cases: std::ops::Range<u64>) -> u64 {
    let mut digest = 0xCBF2_9CE4_8422_2325_u64;
    for number in cases {
        let case = case(number);
        let Some([a, b, _]) = docs(&case) else { continue };
        for byte in shown(&compare(a.root(), b.root(), &case.options)).bytes() {
            digest = (digest ^ u64::from(byte)).wrapping_mul(0x0100_0000_01B3);
        }
    }
    digest
}

#[test]
fn answers_are_the_same_in_every_process() {
    let n = n_cases();
    let here = digest(0..n);
    if std::env::var_os("COMPAT_DIGEST").is_some() {
        println!("digest {here:016x}");
        return;
    }
    let this = std::env::current_exe().expect("a test has a program");
    let again = Command::new(this)
        .args([
            "--exact",
            "stress::answers_are_the_same_in_every_process",
            "--nocapture",
        ])
        .env("COMPAT_DIGEST", "1")
        .output()
        .expect("this program runs");
    let said = String::from_utf8_lossy(&again.stdout).into_owned();
    assert!(said.contains(&format!("digest {here:016x}")), "{said}");
    assert_eq!(digest(0..n.min(1_000)), digest(0..n.min(1_000)));
}

#[test]
fn answers_do_not_contradict_each_other() {
    let (mut n_read, mut n_included, mut n_refuted, mut n_unknown) = (0, 0, 0, 0);
    for number in 0..n_cases() {
        let case = case(number);
        let Some([a, b, c]) = docs(&case) else { continue };
        n_read += 1;
        let ask = |old: &Doc, new: &Doc| included(old.root(), new.root(), &case.options);
        // Reflexivity, where one draft reads both.
        let itself = ask(&a, &a);
        let closed = case.options.model == Model::Declared;
        assert!(
            !matches!(itself, Verdict::NotIncluded { .. }),
            "{number}: {}",
            case.texts[0]
        );
        assert!(itself == Verdict::Included || closed, "{number}: {}", case.texts[0]);
        let (first, second, whole) = (ask(&a, &b), ask(&b, &c), ask(&a, &c));
        // Transitivity; a model that closes the left side only is none.
        if case.options.model != Model::Declared && first == Verdict::Included && second == Verdict::Included {
            assert!(
                !matches!(whole, Verdict::NotIncluded { .. }),
                "{number}: {:?}",
                case.texts
            );
        }
        for verdict in [&first, &second, &whole] {
            match verdict {
                Verdict::Included => n_included += 1,
                Verdict::NotIncluded { .. } => n_refuted += 1,
                Verdict::Unknown { reason } => {
                    assert_ne!(reason.to_string(), "contradiction", "{number}: {:?}", case.texts);
                    n_unknown += 1;
                }
            }
        }
        let comparison = compare(a.root(), b.root(), &case.options);
        assert_eq!(comparison.forward, first, "{number}: {:?}", case.texts);
        for change in comparison.changes {
            let ids = [Some(change.id), change.within];
            let is_row = |id: &&str| change_rows().iter().any(|row| row.id == *id);
            assert!(ids.iter().flatten().all(is_row), "{ids:?} has no row");
        }
    }
    println!("{n_read} read; {n_included} included, {n_refuted} not, {n_unknown} unknown");
    assert!(n_included > 0 && n_refuted > 0);
}

/// What the two validators say: `None` where one of them does not read the schema.
fn validators(schema: &serde_json::Value, draft: Draft, value: &serde_json::Value) -> Option<[bool; 2]> {
    let (first, second) = match draft {
        Draft::Draft4 => (First::Draft4, boon::Draft::V4),
        Draft::Draft6 => (First::Draft6, boon::Draft::V6),
        Draft::Draft7 => (First::Draft7, boon::Draft::V7),
        Draft::Draft201909 => (First::Draft201909, boon::Draft::V2019_09),
        Draft::Draft202012 => (First::Draft202012, boon::Draft::V2020_12),
    };
    let options = jsonschema::options()
        .offline()
        .with_draft(first)
        .should_validate_formats(false);
    let one = options.build(schema).ok()?.is_valid(value);
    let (mut schemas, mut compiler) = (boon::Schemas::new(), boon::Compiler::new());
    compiler.set_default_draft(second);
    compiler
        .add_resource("https://schema.invalid/root.json", schema.clone())
        .ok()?;
    let index = compiler
        .compile("https://schema.invalid/root.json", &mut schemas)
        .ok()?;
    Some([one, schemas.validate(value, index).is_ok()])
}

#[test]
fn instances_are_instances_to_both_validators() {
    // An ordinary run looks at few: both validators read each schema anew for every instance.
    let wanted = (n_cases() / 10).max(100);
    let (mut n_checked, mut n_disputed, mut number) = (0_u64, 0_u64, 0);
    while n_checked < wanted && number < 20 * n_cases() {
        number += 1;
        let case = case(number);
        let text = &case.texts[0];
        let (Ok(doc), Ok(schema)) = (
            Doc::parse(text.as_str(), &Limits::default()),
            serde_json::from_str(text),
        ) else {
            continue;
        };
        // `boon` asserts formats up to draft 7, reads no lookaround, follows `$recursiveRef` in drafts that lack it, takes
        // Boolean schemas in draft 4 for something else, and needs more stack than a test has for fifty levels.
        let is_peculiar = ["format", "(?=", r"\\1", "$recursiveRef"]
            .iter()
            .any(|peculiar| text.contains(peculiar));
        if is_peculiar || case.options.draft_old == Draft::Draft4 || text.len() > 400 {
            continue;
        }
        for instance in instances(doc.root(), &case.options) {
            if let Some(accepted) = validators(&schema, case.options.draft_old, &instance.value) {
                assert_ne!(
                    accepted,
                    [false, false],
                    "{number}: {} is no instance of {text}",
                    instance.value
                );
                n_checked += 1;
                n_disputed += u64::from(accepted != [true, true]);
            }
        }
    }
    println!("{n_checked} instances checked, {n_disputed} disputed");
    // They differ about keywords that stand where a draft does not look for schemas.
    assert!(n_checked >= wanted && n_disputed * 1_000 <= n_checked);
}
