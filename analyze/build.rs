//! Compiles the detectors below `detectors/`, so that a run reads a table instead of nineteen files of words.
#![expect(unreachable_pub, reason = "the modules are public in the library")]

#[path = "src/text/detector.rs"]
#[expect(dead_code, reason = "the build compiles our files, and reads none of a user's")]
mod detector;
#[path = "src/text/fold.rs"]
#[expect(dead_code, reason = "the build needs no offsets")]
mod fold;
#[path = "src/text/ignorable.rs"]
mod ignorable;
#[path = "src/text/leaf.rs"]
#[expect(dead_code, reason = "the build reads no text")]
mod leaf;
#[path = "src/text/lexicon.rs"]
#[expect(dead_code, reason = "the build reads no text")]
mod lexicon;
#[path = "src/text/pattern.rs"]
#[expect(dead_code, reason = "the build reads no text")]
mod pattern;
#[path = "src/text/phrases.rs"]
mod phrases;
#[path = "src/user_toml.rs"]
mod user_toml;

use std::error::Error;
use std::path::Path;

#[expect(clippy::disallowed_methods, reason = "a build asks where to write, and writes")]
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-changed=detectors");
    let detectors = detector::Detectors::compiled()?;
    let file = Path::new(&std::env::var("OUT_DIR")?).join("detectors.bin");
    std::fs::write(file, postcard::to_allocvec(&detectors)?)?;
    Ok(())
}
