//! The same said many times is said once: findings about single messages, put together.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use mcpward_schemas::report::FrameRef;

use super::{About, Context, Level, Sink};
use crate::limits::SHAPE_FINDINGS_MAX;

/// Frames that are named for one sentence.
const FRAMES_MAX: usize = 3;

/// Reports each sentence about the server once, with how often it holds and the first frames.
pub(crate) fn about_server(sink: &mut Sink, said: impl Iterator<Item = (Level, String, FrameRef)>) {
    first_about_server(sink, said, SHAPE_FINDINGS_MAX);
}

/// The same, of no more sentences than that: the gravest, and of these the ones that came first.
pub(crate) fn first_about_server(
    sink: &mut Sink,
    said: impl Iterator<Item = (Level, String, FrameRef)>,
    sentences_max: usize,
) {
    let mut by_text: BTreeMap<(Level, String), (usize, Vec<FrameRef>)> = BTreeMap::new();
    for (level, message, frame) in said {
        let entry = by_text.entry((level, message)).or_default();
        entry.0 += 1;
        if entry.1.len() < FRAMES_MAX {
            entry.1.push(frame);
        }
    }
    let mut sentences: Vec<_> = by_text.into_iter().collect();
    sentences.sort_by_key(|((level, _), (_, frames))| (Reverse(*level), frames.first().copied()));
    let more = sentences.split_off(sentences.len().min(sentences_max));
    for ((level, message), (n, frames)) in sentences {
        let times = if n == 1 { String::new() } else { format!(" ({n} times)") };
        sink.found(About::server(), format!("{message}{times}"))
            .level(level)
            .frames(frames);
    }
    if let Some(((level, _), (_, frames))) = more.first() {
        sink.found(About::server(), format!("{} more of the kind", more.len()))
            .level(*level)
            .frames(frames.clone());
    }
}

/// Whether anything came from the server on a connection with handshake; without a word of its nothing can be judged.
pub(super) fn was_heard(cx: &Context<'_>) -> bool {
    let mut surfaces = cx.contract.surfaces.iter().filter(|surface| surface.is_handshake());
    surfaces.any(|surface| cx.contract.connection(surface).from_server().next().is_some())
}
