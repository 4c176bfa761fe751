//! The way out: what a plan says with a mark is sent with the value.

use serde_json::Value;

use super::Redactor;
use super::mask::mark_ranges;

impl Redactor {
    /// Replaces the marks in all strings of `value` by what they stand for. A mark that the server wrote itself stays.
    pub(crate) fn unmask(&self, value: &mut Value) {
        let mut todo = vec![value];
        while let Some(value) = todo.pop() {
            match value {
                Value::String(text) => {
                    if let Some(unmasked) = self.unmasked(text) {
                        *text = unmasked;
                    }
                }
                Value::Array(items) => todo.extend(items),
                Value::Object(members) => todo.extend(members.values_mut()),
                Value::Null | Value::Bool(_) | Value::Number(_) => {}
            }
        }
    }

    fn unmasked(&self, text: &str) -> Option<String> {
        let mut out = String::new();
        let mut at = 0;
        for range in mark_ranges(text) {
            let mark = &text[range.clone()];
            match self.values.get(mark) {
                Some(secret) if !self.forged.contains(mark) && range.start >= at => {
                    out.push_str(&text[at..range.start]);
                    out.push_str(secret);
                    at = range.end;
                }
                _ => {}
            }
        }
        out.push_str(&text[at..]);
        (at > 0).then_some(out)
    }
}
