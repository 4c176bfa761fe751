//! Multi-round-trip requests: the server answers with questions, and the request is sent again with our answers
//! (2026-07-28, Multi Round-Trip Requests).

use std::io::Write;
use std::time::Duration;

use mcpward_schemas::snapshot::{Call, Era, RequestId};
use serde_json::{Map, Value};
use tokio::time::Instant;

use super::{Ended, Ending, Session, respond};

/// Only these may be answered with questions.
const METHODS: &[&str] = &["tools/call", "prompts/get", "resources/read"];
/// A server that asks nothing wants time; the wait doubles with each round.
const WAIT_MS: u64 = 100;

impl<W: Write> Session<'_, W> {
    /// A request with all its rounds. The outcome is that of the last one.
    pub(super) async fn request(
        &mut self,
        call: &Call,
        id: RequestId,
        barrier: Option<&Call>,
    ) -> Result<Ended, Ending> {
        let mut ended = self.ask_and_recover(call, id, barrier).await?;
        let is_modern = matches!(&self.talk, Some(talk) if matches!(talk.era, Era::Modern { .. }));
        if !is_modern || !METHODS.contains(&call.method.as_str()) {
            return Ok(ended);
        }
        let rounds_max = self.options.limits.rounds_max;
        for n in 0..rounds_max {
            let Some(questions) = ended
                .answer
                .as_ref()
                .and_then(|answer| Questions::in_answer(&answer.text))
            else {
                return Ok(ended);
            };
            let Some(next) = self.answered(call, &questions) else {
                return Ok(ended);
            };
            if questions.requests.is_empty() {
                self.rest(Duration::from_millis(WAIT_MS << n.min(16))).await?;
            }
            ended = self.ask_once(&next, RequestId::Integer, None).await?;
            if call.alters_state {
                return Ok(ended);
            }
        }
        if ended.answer.as_ref().is_some_and(|answer| asks_back(&answer.text)) {
            self.tell_reached("rounds_max", rounds_max)?;
        }
        Ok(ended)
    }

    /// The same request with our answers; `None` where one question has no answer that a result could hold.
    fn answered(&self, call: &Call, questions: &Questions) -> Option<Call> {
        let mut answers = Map::new();
        for (key, question) in &questions.requests {
            let method = question.get("method")?.as_str()?;
            let params = question.get("params").cloned().unwrap_or(Value::Null);
            answers.insert(key.clone(), respond::answer(method, &params, self.options).ok()?);
        }
        let mut params = call.params.clone().unwrap_or_else(|| Value::Object(Map::new()));
        let members = params.as_object_mut()?;
        if !answers.is_empty() {
            members.insert("inputResponses".to_owned(), Value::Object(answers));
        }
        if let Some(state) = &questions.state {
            let state = if call.alters_state {
                altered(state)?
            } else {
                state.clone()
            };
            members.insert("requestState".to_owned(), state);
        }
        Some(Call {
            params: Some(params),
            ..call.clone()
        })
    }

    async fn rest(&mut self, time: Duration) -> Result<(), Ending> {
        let until = Instant::now() + time;
        while self.pump(Some(until)).await? {}
        Ok(())
    }
}

/// A state with another character in its middle: at its end base64 has bits that mean nothing. `None` where it is no text.
fn altered(state: &Value) -> Option<Value> {
    let state = state.as_str()?;
    let middle = state.chars().count() / 2;
    let swapped = |(place, character)| match character {
        'A' if place == middle => 'B',
        _ if place == middle => 'A',
        _ => character,
    };
    Some(state.chars().enumerate().map(swapped).collect::<String>().into())
}

/// Whether an answer is a question.
pub(super) fn asks_back(answer: &str) -> bool {
    Questions::in_answer(answer).is_some()
}

/// What a server asks instead of answering.
struct Questions {
    requests: Map<String, Value>,
    state: Option<Value>,
}

impl Questions {
    fn in_answer(text: &str) -> Option<Self> {
        // Cheap for the many answers that are none.
        if !text.contains("input_required") {
            return None;
        }
        let mut message: Value = serde_json::from_str(text).ok()?;
        let result = message.get_mut("result")?.as_object_mut()?;
        if result.get("resultType")?.as_str()? != "input_required" {
            return None;
        }
        let requests = match result.remove("inputRequests") {
            Some(Value::Object(requests)) => requests,
            _ => Map::new(),
        };
        let state = result.remove("requestState");
        (!requests.is_empty() || state.is_some()).then_some(Self { requests, state })
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::altered;

    #[test]
    fn one_character_of_a_state_is_another_one() {
        assert_eq!(altered(&json!("s1==")), Some(json!("s1A=")));
        assert_eq!(altered(&json!("A")), Some(json!("B")));
        assert_eq!(altered(&json!("\u{fc}\u{fc}")), Some(json!("\u{fc}A")));
        assert_eq!(altered(&json!({})), None);
    }
}
