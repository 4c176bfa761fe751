//! Every cell of the compatibility matrix: the profile has it, its fixture triggers exactly it, the near miss does not.

use std::collections::BTreeSet;

use mcpward_json::{Doc, Limits};
use serde::Deserialize;

use super::construct::ALL;
use super::find::{find, find_in_output};
use super::{Construct, Effect, Profile, Profiles, SchemaRule};
use crate::subschema::{Tree, references};

/// The cells: client, construct, effect. X refuses the request (or drops the server), T drops the tool, L weakens it.
const CELLS: &str = "
    anthropic-api  root-combinator X     anthropic-api  root-type X           anthropic-api tuple-items X
    anthropic-api  boolean-exclusive-bound X                                  anthropic-api null-description X
    anthropic-api  recursive-reference X anthropic-api  exclusive-bound X     anthropic-api pattern-lookaround X
    claude-code    root-combinator T     claude-code    root-not T            claude-code   root-conditional T
    claude-code    root-type S           claude-code    recursive-reference S claude-code   dangling-reference S
    claude-code    dialect-draft-07 T    claude-code    output-reference S
    openai-api     root-combinator X     openai-api     root-not X            openai-api    root-enum X
    openai-api     root-type X           openai-api     object-without-properties X
    openai-api     array-without-items X openai-api     nested-all-of X       openai-api    pattern-lookaround X
    openai-strict  root-conditional X    openai-strict  empty-nested-object X openai-strict nested-one-of X
    openai-strict  nested-all-of X       openai-strict  format X              openai-strict default-value X
    openai-strict  optional-property X   openai-strict  open-object X
    gemini-2025    empty-nested-object X gemini-2025    array-without-items X gemini-2025   tuple-items X
    gemini-2025    reference X           gemini-2025    dangling-reference X  gemini-2025   type-list X
    gemini-2025    enum-type X           gemini-2025    format X              gemini-2025   exclusive-bound X
    gemini-2025    unknown-keyword X     gemini-2025    dialect-2020-12 T
    gemini-2026    misplaced-object-keyword X
    vscode         array-without-items T vscode         reference L
    windsurf       boolean-exclusive-bound X                                  windsurf      null-description X
    codex          root-combinator L     codex          root-type L           codex         object-without-properties L
    codex          empty-nested-object L codex          array-without-items L codex         nested-one-of L
    codex          type-list T
    kimi           tuple-items X         kimi           recursive-reference X kimi          enum-type X
    kimi           reference-siblings X  kimi           union-beside-type X
    llama-cpp      pattern-lookaround X  llama-cpp      pattern-unanchored X  llama-cpp     unknown-keyword X
";

#[derive(Deserialize)]
struct Cases {
    case: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    construct: Construct,
    hit: String,
    miss: String,
    #[serde(default)]
    with: BTreeSet<Construct>,
}

fn cases() -> Vec<Case> {
    toml::from_str::<Cases>(include_str!("../../tests/clients/constructs.toml"))
        .unwrap()
        .case
}

fn cells() -> Vec<(String, String, Effect)> {
    let words: Vec<&str> = CELLS.split_whitespace().collect();
    words
        .chunks(3)
        .map(|cell| {
            let effect = match cell[2] {
                "X" => Effect::RequestRefused,
                "S" => Effect::ServerHidden,
                "T" => Effect::ToolHidden,
                "L" => Effect::Weakened,
                other => panic!("{other}"),
            };
            (cell[0].to_owned(), cell[1].to_owned(), effect)
        })
        .collect()
}

/// The constructs that a client minds in the schema of a case about one of them.
fn minded(profiles: &Profiles, profile: &Profile, construct: Construct, schema: &str) -> BTreeSet<Construct> {
    let closing = if profile.id == "openai-strict" {
        ",\"additionalProperties\":false"
    } else {
        ""
    };
    let doc = Doc::parse(schema.replace('%', closing), &Limits::default()).unwrap();
    let tree = Tree::of(doc.root());
    let references = references(&tree);
    let found = match construct.member() {
        "outputSchema" => find_in_output(&tree, &references),
        _ => find(&tree, &references),
    };
    profiles
        .concerns::<SchemaRule>(profile)
        .iter()
        .filter(|concern| {
            found
                .iter()
                .any(|found| found.construct == concern.rule.construct && concern.rule.covers(&found.detail))
        })
        .map(|concern| concern.rule.construct)
        .collect()
}

#[test]
fn profiles_have_exactly_the_cells() {
    let profiles = Profiles::embedded();
    let mut own: Vec<_> = profiles
        .iter()
        .flat_map(|profile| {
            profile
                .schema
                .iter()
                .map(|rule| (profile.id.clone(), rule.construct.name().to_owned(), rule.effect))
        })
        .collect();
    let mut expected = cells();
    own.sort();
    expected.sort();
    assert_eq!(own, expected);
}

#[test]
fn each_cell_is_triggered_by_its_fixture_alone() {
    let profiles = Profiles::embedded();
    let cases = cases();
    let (mut n_cells, mut wrong) = (0, Vec::new());
    for profile in profiles.iter() {
        let constructs: BTreeSet<Construct> = profiles
            .concerns::<SchemaRule>(profile)
            .iter()
            .map(|concern| concern.rule.construct)
            .collect();
        // Own figures and inherited ones: a client that passes a schema on minds what its model minds.
        for construct in constructs {
            n_cells += 1;
            let case = cases
                .iter()
                .find(|case| case.construct == construct)
                .unwrap_or_else(|| panic!("{} has no fixture", construct.name()));
            let mut hit = minded(&profiles, profile, construct, &case.hit);
            hit.retain(|construct| !case.with.contains(construct));
            let missed = minded(&profiles, profile, construct, &case.miss);
            if hit != BTreeSet::from([construct]) || missed.contains(&construct) {
                wrong.push(format!(
                    "{} on {}: hit {hit:?}, missed {missed:?}",
                    profile.id,
                    construct.name()
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(n_cells > cells().len(), "{n_cells}: inherited ones too");
}

#[test]
fn names_of_constructs_are_those_that_profiles_use() {
    for (construct, name) in ALL {
        let text = format!(
            "construct = {name:?}\neffect = \"weakened\"\nevidence = {{ trust = \"old\", source = \"s\", date = \"2026-01\" }}"
        );
        assert_eq!(toml::from_str::<SchemaRule>(&text).unwrap().construct, construct);
    }
}

#[test]
fn every_figure_is_dated() {
    let month = |date: &str| date.len() == 7 && date.as_bytes()[4] == b'-' && ("2024-11"..="2026-12").contains(&date);
    for profile in Profiles::embedded().iter() {
        assert!(month(&profile.reviewed), "{}", profile.id);
        let evidence = profile.name.iter().map(|rule| &rule.evidence);
        let evidence = evidence.chain(profile.tools.iter().map(|rule| &rule.evidence));
        let evidence = evidence.chain(profile.pages.iter().map(|rule| &rule.evidence));
        let evidence = evidence.chain(profile.keys.iter().map(|rule| &rule.evidence));
        let evidence = evidence.chain(profile.text.iter().map(|rule| &rule.evidence));
        let evidence = evidence.chain(profile.schema.iter().map(|rule| &rule.evidence));
        for evidence in evidence.chain(profile.budget.iter().map(|rule| &rule.evidence)) {
            assert!(
                month(&evidence.date) && !evidence.source.is_empty(),
                "{}: {evidence:?}",
                profile.id
            );
        }
    }
}

#[test]
fn composite_clients_inherit_what_they_have_no_figure_for() {
    let profiles = Profiles::embedded();
    let inherited = |id: &str, construct: Construct| -> Vec<(Option<String>, Effect)> {
        let profile = profiles.get(id).unwrap();
        let concerns = profiles.concerns::<SchemaRule>(profile);
        let of_construct = concerns.iter().filter(|concern| concern.rule.construct == construct);
        of_construct
            .map(|concern| (concern.via.map(str::to_owned), concern.rule.effect))
            .collect()
    };
    let refused = Effect::RequestRefused;
    assert_eq!(
        inherited("claude-code", Construct::TupleItems),
        [(Some("anthropic-api".to_owned()), refused)]
    );
    assert_eq!(
        inherited("claude-code", Construct::RootCombinator),
        [(None, Effect::ToolHidden)]
    );
    assert_eq!(inherited("vscode", Construct::ObjectWithoutProperties), []);
    assert_eq!(
        inherited("zed", Construct::RootCombinator),
        [
            (Some("anthropic-api".to_owned()), refused),
            (Some("openai-api".to_owned()), refused)
        ]
    );
}

#[test]
fn user_profiles_add_and_replace_and_bad_ones_are_named() {
    let file = |text: &str| vec![("mine.toml".to_owned(), text.to_owned())];
    let zed = "id = \"zed\"\ntitle = \"Ours\"\nreviewed = \"2026-12\"";
    assert_eq!(Profiles::with(&file(zed)).unwrap().get("zed").unwrap().title, "Ours");
    for (text, part) in [
        ("id = 1", "mine.toml"),
        (
            "id = \"x\"\ntitle = \"X\"\nreviewed = \"2026-12\"\nvia = [\"nobody\"]",
            "nobody",
        ),
        (
            "id = \"x\"\ntitle = \"X\"\nreviewed = \"2026-12\"\ncolour = 1",
            "colour",
        ),
        (
            "id = \"x\"\ntitle = \"X\"\nreviewed = \"2026-12\"\n[[keys]]\npattern = \"(\"\nscope = \"top\"\neffect = \"weakened\"\nevidence = { trust = \"old\", source = \"s\", date = \"2026-01\" }",
            "pattern",
        ),
    ] {
        let error = Profiles::with(&file(text)).unwrap_err().to_string();
        assert!(error.contains(part), "{error}");
    }
    let cycle = "id = \"zed\"\ntitle = \"Ours\"\nreviewed = \"2026-12\"\nvia = [\"zed\"]";
    let profiles = Profiles::with(&file(cycle)).unwrap();
    assert!(
        profiles.concerns::<SchemaRule>(profiles.get("zed").unwrap()).is_empty(),
        "a cycle ends"
    );
}
