//! Steps that are no single request: several at once, and lines that are no message.

use mcpward_schemas::snapshot::{Asked, Call, ClosedBy, Dir, EventKind, Frame, Outcome, Record, RequestId};
use serde_json::{Value, json};

use super::Recorder;

/// The answer to two pings in one array.
const BATCH: &str = r#"[{"jsonrpc":"2.0","id":"batch-1","result":{}},{"jsonrpc":"2.0","id":"batch-2","result":{}}]"#;

impl Recorder<'_> {
    /// Several requests; those after one of which the server ends are sent as well.
    pub(super) fn at_once(&mut self, requests: &[Asked]) -> Outcome {
        let mut ended = Outcome::Done;
        for (place, Asked { probe, call }) in requests.iter().enumerate() {
            if self.closed {
                self.n_ids += 1;
                let message =
                    json!({ "jsonrpc": "2.0", "id": 1000 + self.n_ids, "method": call.method, "params": call.params });
                self.frame(Dir::Out, &message.to_string());
                self.unanswered.push(place);
                continue;
            }
            match self.request(probe, call, RequestId::Integer, None).0 {
                Outcome::Answered { .. } => continue,
                outcome => ended = outcome,
            }
            self.unanswered.push(place);
        }
        ended
    }

    /// A line that is no message: answered with lines, or not at all, and the request behind it as usual.
    pub(super) fn raw(&mut self, probe: &str, bytes: &[u8], barrier: &Call) -> Outcome {
        let seq = self.next_seq();
        let frame = Frame::new(seq, self.conn, seq * 100, Dir::Out, bytes.to_vec());
        self.records.push(Record::Frame(frame));
        match self.server.answers.get(probe) {
            Some(Value::Array(lines)) => {
                for line in lines {
                    self.frame(Dir::In, line.as_str().unwrap());
                }
            }
            Some(Value::String(word)) if word == "silence" => {}
            Some(_) => {
                self.closed = true;
                self.event(EventKind::Closed { by: ClosedBy::Server });
                return Outcome::Closed;
            }
            None if probe == "batch" => drop(self.frame(Dir::In, BATCH)),
            None => {}
        }
        self.request("", barrier, RequestId::Integer, None);
        Outcome::Done
    }
}
