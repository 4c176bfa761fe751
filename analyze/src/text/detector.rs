//! Detectors: data that says which words, together, are worth a finding.
//!
//! Files under `detectors/` are part of the program; a user's files are read the same way and report as
//! `security/custom-text`. A file that can't be read is an error of the run, never a clean report.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::leaf::Role;
use super::lexicon::{Builder, Class, Lexicon};
use super::pattern::{self, Pattern};

/// Public id of findings by a user's detectors.
pub const CUSTOM: &str = "security/custom-text";
/// Public id of findings by our detectors of instructions.
pub const INJECTION: &str = "security/injection-pattern";

/// Our files: name and text.
const FILES: &[(&str, &str)] = &[
    ("instruction.toml", include_str!("../../detectors/instruction.toml")),
    ("reach.toml", include_str!("../../detectors/reach.toml")),
    ("steering.toml", include_str!("../../detectors/steering.toml")),
    ("languages.toml", include_str!("../../detectors/languages.toml")),
    ("lang/en.toml", include_str!("../../detectors/lang/en.toml")),
    ("lang/ar.toml", include_str!("../../detectors/lang/ar.toml")),
    ("lang/de.toml", include_str!("../../detectors/lang/de.toml")),
    ("lang/es.toml", include_str!("../../detectors/lang/es.toml")),
    ("lang/fr.toml", include_str!("../../detectors/lang/fr.toml")),
    ("lang/hi.toml", include_str!("../../detectors/lang/hi.toml")),
    ("lang/it.toml", include_str!("../../detectors/lang/it.toml")),
    ("lang/ja.toml", include_str!("../../detectors/lang/ja.toml")),
    ("lang/ko.toml", include_str!("../../detectors/lang/ko.toml")),
    ("lang/others.toml", include_str!("../../detectors/lang/others.toml")),
    ("lang/pt.toml", include_str!("../../detectors/lang/pt.toml")),
    ("lang/ru.toml", include_str!("../../detectors/lang/ru.toml")),
    ("lang/tr.toml", include_str!("../../detectors/lang/tr.toml")),
    ("lang/vi.toml", include_str!("../../detectors/lang/vi.toml")),
    ("lang/zh.toml", include_str!("../../detectors/lang/zh.toml")),
];

/// One file of detectors or words, as it is written.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct File {
    /// Language of the words; English where absent. Words of other languages form classes of their own, `x.class`.
    pub language: Option<String>,
    /// Word classes.
    pub words: BTreeMap<String, Vec<String>>,
    /// Detectors.
    pub detector: Vec<Source>,
    /// Further texts that prove detectors, by language.
    pub case: Vec<Case>,
    /// Texts on which no detector may fail or warn.
    pub honest: Vec<String>,
}

/// Texts that prove a detector.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Case {
    /// Name of the detector.
    pub detector: String,
    /// Texts that it must find.
    pub positive: Vec<String>,
}

/// One detector, as it is written.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Source {
    /// Its name, unique.
    pub name: String,
    /// What a match means, as a fragment after the subject: "tells the model to …".
    pub title: String,
    /// What a match adds to the score, in tenths; 10 fails alone, 5 warns alone.
    pub weight: i32,
    /// Patterns, of which one must match; see [`super::pattern`].
    pub patterns: Vec<String>,
    /// Whether words of several sentences may meet.
    #[serde(default)]
    pub across_sentences: bool,
    /// Whether a negation before the first word takes the match back.
    #[serde(default = "yes")]
    pub negatable: bool,
    /// Whether quotation and talk about attacks make the match count less.
    #[serde(default = "yes")]
    pub guard: bool,
    /// Whether it is sure enough for decoded and joined texts.
    #[serde(default)]
    pub strong: bool,
    /// Places it does not look at: `prompt` for the messages of prompts, `parameter` for descriptions of parameters.
    #[serde(default)]
    pub skip: Vec<Skip>,
    /// Whether it counts less where a description begins with it: then it may be what the tool is for.
    #[serde(default)]
    pub purposeful: bool,
    /// Whether a match must begin its sentence.
    #[serde(default)]
    pub starts_sentence: bool,
    /// Texts that it must find.
    pub positive: Vec<String>,
    /// Texts that it must not find.
    pub negative: Vec<String>,
}

/// A place that a detector does not look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Skip {
    /// Messages of prompts, which are instructions by nature.
    Prompt,
    /// Descriptions of parameters.
    Parameter,
    /// Instructions of the server.
    Instructions,
}

impl Skip {
    /// Whether it means texts of this role.
    pub fn covers(self, role: Role) -> bool {
        match self {
            Self::Prompt => role == Role::Message,
            Self::Parameter => role == Role::ParameterDescription,
            Self::Instructions => role == Role::Instructions,
        }
    }
}

fn yes() -> bool {
    true
}

/// A detector, ready to use.
#[derive(Debug, Serialize, Deserialize)]
pub struct Detector {
    /// As written; ours come without the texts that prove them.
    pub source: Source,
    /// Whether it is a user's.
    pub is_custom: bool,
    /// Compiled patterns.
    pub patterns: Vec<Pattern>,
}

/// Word classes that the engine itself asks for.
#[derive(Debug, Clone, Copy, Serialize, Deserialize)]
pub struct Roles {
    /// Negations.
    pub negation: Option<Class>,
    /// Phrases with a negation that negate nothing: `do not forget to`.
    pub not_negation: Option<Class>,
    /// Words that introduce what is quoted or detected.
    pub reporting: Option<Class>,
    /// Words of texts about security.
    pub security: Option<Class>,
}

/// All detectors and their words.
#[derive(Debug, Serialize, Deserialize)]
pub struct Detectors {
    /// Words of all languages.
    pub lexicon: Lexicon,
    /// In the order of the files.
    pub detectors: Vec<Detector>,
    /// Classes with a meaning of their own.
    pub roles: Roles,
    /// For each class, the patterns that can't match without one of its words, unless another class of the same place is
    /// there: index of the detector, and of the pattern in it.
    pub anchored: Vec<Vec<(u16, u16)>>,
}

impl Detector {
    /// Public rule id.
    pub fn rule(&self) -> &'static str {
        if self.is_custom { CUSTOM } else { INJECTION }
    }
}

/// Our files as they are written, for tests and documentation.
///
/// # Errors
/// The file and what is wrong in it.
pub fn embedded_files() -> Result<Vec<(&'static str, File)>, String> {
    FILES
        .iter()
        .map(|(name, text)| Ok((*name, read(name, text)?)))
        .collect()
}

fn read(name: &str, text: &str) -> Result<File, String> {
    crate::user_toml::read(text).map_err(|error| format!("{name}:{error}"))
}

impl Detectors {
    /// Our detectors for the build, without the texts that prove them.
    ///
    /// # Errors
    /// The file and what is wrong in it.
    pub fn compiled() -> Result<Self, String> {
        let mut compiled = Self::with(&BTreeMap::new())?;
        for detector in &mut compiled.detectors {
            detector.source.positive.clear();
            detector.source.negative.clear();
        }
        Ok(compiled)
    }

    /// Our detectors and those of a user's files (name and text).
    ///
    /// # Errors
    /// The file and what is wrong in it.
    pub fn with(files: &BTreeMap<String, String>) -> Result<Self, String> {
        let mut all: Vec<(&str, File, bool)> = embedded_files()?
            .into_iter()
            .map(|(name, file)| (name, file, false))
            .collect();
        for (name, text) in files {
            all.push((name, read(name, text)?, true));
        }
        Self::of(all)
    }

    fn of(read_files: Vec<(&str, File, bool)>) -> Result<Self, String> {
        let mut builder = Builder::default();
        for (name, file, _) in &read_files {
            let foreign = file.language.as_deref().is_some_and(|l| l != "en");
            for (class, phrases) in &file.words {
                let class = if foreign { format!("x.{class}") } else { class.clone() };
                let class = builder.class(&class).map_err(|error| format!("{name}: {error}"))?;
                for phrase in phrases {
                    builder.add(class, phrase).map_err(|error| format!("{name}: {error}"))?;
                }
            }
        }
        let mut detectors: Vec<Detector> = Vec::new();
        for (name, file, custom) in read_files {
            for source in file.detector {
                let detector = compile(source, custom, &mut builder).map_err(|error| format!("{name}: {error}"))?;
                if detectors.iter().any(|d| d.source.name == detector.source.name) {
                    return Err(format!("{name}: there are two detectors {:?}", detector.source.name));
                }
                detectors.push(detector);
            }
        }
        let roles = Roles {
            negation: builder.known("negation"),
            not_negation: builder.known("not_negation"),
            reporting: builder.known("reporting"),
            security: builder.known("security"),
        };
        Ok(Self {
            anchored: anchored(&detectors, &builder),
            lexicon: builder.build(),
            detectors,
            roles,
        })
    }
}

fn anchored(detectors: &[Detector], builder: &Builder) -> Vec<Vec<(u16, u16)>> {
    let n_words = builder.n_words();
    let mut anchored = vec![Vec::new(); n_words.len()];
    for (detector, patterns) in (0..).zip(detectors.iter().map(|detector| &detector.patterns)) {
        for (idx, pattern) in (0..).zip(patterns) {
            for class in pattern.anchor(|class| n_words[usize::from(class)]) {
                anchored[usize::from(*class)].push((detector, idx));
            }
        }
    }
    anchored
}

fn compile(source: Source, custom: bool, builder: &mut Builder) -> Result<Detector, String> {
    let mut patterns = Vec::new();
    for text in &source.patterns {
        let compiled = pattern::compile(text, builder, &|b, name| b.known(name));
        patterns.extend(compiled.map_err(|error| format!("{}: {error}", source.name))?);
    }
    if patterns.is_empty() {
        return Err(format!("{}: no pattern", source.name));
    }
    if source.positive.len() < 2 || source.negative.len() < 2 {
        return Err(format!(
            "{}: two positive and two negative texts are the least that proves a detector",
            source.name
        ));
    }
    Ok(Detector {
        is_custom: custom,
        source,
        patterns,
    })
}
