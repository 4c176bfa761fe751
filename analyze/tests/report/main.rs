//! Reports as their readers see them: goldens reviewed by eye, and hostile texts read back by real parsers.

mod console;
mod json;
mod sample;
