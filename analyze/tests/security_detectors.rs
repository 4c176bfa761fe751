//! Every detector proves itself by the texts in its file, in every language.

use mcpward_analyze::text::detector::{Detectors, embedded, embedded_files};
use mcpward_analyze::text::fold::fold;
use mcpward_analyze::text::leaf::Role;
use mcpward_analyze::text::signal::{Look, look};

fn seen(set: &Detectors, text: &str) -> Vec<(String, i32)> {
    let (folded, _) = fold(text);
    let plain = Look {
        role: Role::Result,
        strong_only: false,
        loose: false,
        joined: false,
    };
    let found = look(set, &folded, plain).signals;
    found
        .into_iter()
        .map(|s| (set.detectors[s.detector].source.name.clone(), s.weight))
        .collect()
}

#[test]
fn positives_are_found_and_negatives_are_not() {
    let set = embedded().unwrap();
    let mut wrong = Vec::new();
    for detector in &set.detectors {
        let name = &detector.source.name;
        for text in &detector.source.positive {
            if seen(set, text).iter().all(|(found, _)| found != name) {
                wrong.push(format!("{name} misses {text:?}"));
            }
        }
        for text in &detector.source.negative {
            if seen(set, text)
                .iter()
                .any(|(found, weight)| found == name && *weight >= 5)
            {
                wrong.push(format!("{name} finds {text:?}"));
            }
        }
    }
    for (file, content) in embedded_files().unwrap() {
        for case in content.case {
            for text in case.positive {
                if seen(set, &text).iter().all(|(found, _)| *found != case.detector) {
                    wrong.push(format!("{file}: {} misses {text:?}", case.detector));
                }
            }
        }
        for text in content.honest {
            let sum: i32 = seen(set, &text).iter().map(|(_, weight)| weight).sum();
            if sum >= 5 {
                wrong.push(format!("{file}: {text:?} is honest, and is {:?}", seen(set, &text)));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn unreadable_files_are_errors() {
    let bad = [
        "[[detector]]\nname = \"x\"",
        "words = 1",
        "[[detector]]\nname=\"a\"\ntitle=\"t\"\nweight=5\npatterns=[\"@nothing\"]\npositive=[\"a\",\"b\"]\nnegative=[\"c\",\"d\"]",
        "[[detector]]\nname=\"a\"\ntitle=\"t\"\nweight=5\npatterns=[\"\\\"a\\\"\"]\npositive=[]\nnegative=[]",
    ];
    for text in bad {
        assert!(
            Detectors::with(&[("own.toml".to_owned(), text.to_owned())]).is_err(),
            "{text}"
        );
    }
}
