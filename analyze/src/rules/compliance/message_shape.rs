//! `compliance/message-shape`: every message of the server has the shape that its protocol version gives it.

use std::collections::{BTreeMap, BTreeSet};

use mcpward_json::Value;
use mcpward_schemas::report::{FrameRef, Severity, SubjectKind};

use crate::contract::{Connection, Message, MessageKind, Surface, beginning};
use crate::limits::SHAPE_FINDINGS_MAX;
use crate::protocol::{self, Breach};
use crate::rules::{About, Context, Level, Needs, RuleMeta, Sink};

pub(crate) const RULE: RuleMeta = RuleMeta {
    id: "compliance/message-shape",
    title: "messages have the shape of their version",
    severity: Severity::Error,
    level: Level::Fail,
    confidence: "high",
    since: "0.1.0",
    needs: &[Needs::Contract],
    subjects: &[SubjectKind::Server],
    aliases: &[],
    spec: Some("Schema reference of the negotiated version"),
    docs: DOCS,
    check,
};

const DOCS: &str = "\
## What it finds
A message of the server with a member that is missing, of the wrong type or outside its range, by the schema of the protocol version
that was agreed on. The same mistake at several places is one finding with the first place. A next cursor that is null, and an error whose
id is null, are warnings.

## Why it matters
Typed clients read messages by the schema. One member of the wrong type makes them refuse the whole answer.

## Example
```json
{\"prompts\": [{\"name\": \"greet\", \"arguments\": [{\"name\": \"who\", \"required\": \"yes\"}]}]}
```

## What to do
Mend the member that the pointer names. Leave out what has no value instead of sending null.

## When it is wrong
Members that the version does not have are not looked at, and formats such as dates and URIs are taken as any text. What the rules about
tools and about the handshake say in their own words is not repeated.
";

/// One mistake, however often it was made.
struct Mistake {
    pointer: String,
    frame: FrameRef,
    n_places: usize,
    level: Level,
}

/// Reads the messages of connections and collects mistakes by what was asked or sent, place without indexes, and what is wrong.
struct Reader<'c, 'a> {
    cx: &'c Context<'a>,
    version: String,
    mistakes: BTreeMap<(String, String, String), Mistake>,
    /// Shapes and results without a mistake in this version: lists and errors mostly come again word for word.
    flawless: BTreeSet<(&'static str, &'c str)>,
}

fn check(cx: &Context<'_>, sink: &mut Sink) {
    let mut reader = Reader {
        cx,
        version: String::new(),
        mistakes: BTreeMap::new(),
        flawless: BTreeSet::new(),
    };
    // An older server answers the question for the newer era as it likes.
    let is_spoken = |surface: &&Surface| surface.is_handshake() || surface.is_established() || cx.surface.is_none();
    for surface in cx.contract.surfaces.iter().filter(is_spoken) {
        if let Some(version) = version(surface) {
            reader.version = version;
            reader.flawless.clear();
            reader.connection(cx.contract.connection(surface));
        }
    }
    let mistakes = reader.mistakes;
    let n_more = mistakes.len().saturating_sub(SHAPE_FINDINGS_MAX);
    for ((what, _, why), mistake) in mistakes.into_iter().take(SHAPE_FINDINGS_MAX) {
        let places = if mistake.n_places == 1 {
            String::new()
        } else {
            format!(", at {} places", mistake.n_places)
        };
        sink.found(About::server(), format!("{what}: {why}{places}"))
            .at(mistake.pointer)
            .level(mistake.level)
            .frames([mistake.frame]);
    }
    if n_more > 0 {
        sink.found(
            About::server(),
            format!("{n_more} more mistakes in the shape of messages"),
        );
    }
}

/// The version whose shapes hold: the one agreed on, else the one asked for.
fn version(surface: &Surface) -> Option<String> {
    let agreed = Some(surface.version()).filter(|version| protocol::is_published(version));
    agreed.or_else(|| Some(surface.asked().to_owned()).filter(|version| protocol::is_published(version)))
}

impl<'c> Reader<'c, '_> {
    fn connection(&mut self, connection: &'c Connection) {
        let mut matched = BTreeSet::new();
        for exchange in &connection.exchanges {
            for response in exchange.response.iter().chain(&exchange.further) {
                matched.insert(response.frame);
                // What a task looks like is said by the rules about tasks.
                if exchange.began_task() {
                    continue;
                }
                self.response(&exchange.method(), response);
            }
        }
        for message in connection.from_server() {
            self.envelope(message);
            match message.kind {
                MessageKind::Response if matched.contains(&message.frame) => {}
                MessageKind::Response => self.response("response", message),
                MessageKind::Request | MessageKind::Notification => self.sent(message),
            }
        }
    }

    fn envelope(&mut self, message: &Message) {
        let method = message.method();
        let what = method.as_deref().unwrap_or("response");
        match message.json.value().get("jsonrpc") {
            Some(version) if version.is_text("2.0") => {}
            Some(found) => {
                let why = format!("{} instead of \"2.0\"", beginning(found.raw()));
                self.add(what, message, "/jsonrpc", &why, Level::Fail);
            }
            None => self.add(what, message, "/jsonrpc", "jsonrpc is missing", Level::Fail),
        }
    }

    /// A request or notification of the server.
    fn sent(&mut self, message: &Message) {
        let Some(method) = message.method() else { return };
        let Some(shape) = protocol::sent_by_server(&method) else {
            return;
        };
        for Breach { pointer, why } in self.breaches(shape, message.json.value()) {
            self.add(&method, message, &pointer, &why, Level::Fail);
        }
    }

    fn response(&mut self, method: &str, response: &'c Message) {
        let json = response.json.value();
        match (response.result(), response.error()) {
            (Some(_), Some(_)) => self.add(method, response, "", "both result and error", Level::Fail),
            (None, Some(_)) => {
                for Breach { pointer, why } in self.breaches(protocol::error_of(&self.version), json) {
                    let is_id = pointer == "/id" || why == "id is missing";
                    let level = if is_id { Level::Warn } else { Level::Fail };
                    self.add(method, response, &pointer, &why, level);
                }
            }
            (Some(result), None) => self.result(method, response, result),
            (None, None) => {}
        }
    }

    fn result(&mut self, method: &str, response: &Message, result: Value<'c>) {
        let asks_back = result
            .get("resultType")
            .is_some_and(|kind| kind.is_text("input_required"));
        let shape = if asks_back {
            Some("InputRequiredResult")
        } else {
            protocol::result_of(method, &self.version)
        };
        let Some(shape) = shape.filter(|shape| !self.flawless.contains(&(*shape, result.raw()))) else {
            return;
        };
        let breaches = self.breaches(shape, result);
        if breaches.is_empty() {
            self.flawless.insert((shape, result.raw()));
        }
        for Breach { pointer, why } in breaches {
            if is_said_elsewhere(self.cx, method, &pointer, &why) {
                continue;
            }
            let is_null_cursor = pointer == "/nextCursor" && result.get("nextCursor").is_some_and(Value::is_null);
            let level = if is_null_cursor { Level::Warn } else { Level::Fail };
            self.add(method, response, &format!("/result{pointer}"), &why, level);
        }
    }

    /// Breaches but those of `jsonrpc`, which [`Reader::envelope`] reports for every version.
    fn breaches(&self, shape: &str, value: Value<'_>) -> Vec<Breach> {
        let mut breaches = protocol::check_shape(&self.version, shape, value).unwrap_or_default();
        breaches.retain(|breach| breach.pointer != "/jsonrpc" && breach.why != "jsonrpc is missing");
        breaches
    }

    fn add(&mut self, what: &str, message: &Message, pointer: &str, why: &str, level: Level) {
        let is_index = |token: &str| !token.is_empty() && token.bytes().all(|byte| byte.is_ascii_digit());
        let place: Vec<&str> = pointer
            .split('/')
            .map(|token| if is_index(token) { "*" } else { token })
            .collect();
        let key = (beginning(what), place.join("/"), format!("{why} ({})", self.version));
        let mistake = self.mistakes.entry(key).or_insert(Mistake {
            pointer: pointer.to_owned(),
            frame: message.frame,
            n_places: 0,
            level,
        });
        mistake.n_places += 1;
    }
}

/// Whether a rule of its own says it: those about the handshake, and while they are on those about tools.
fn is_said_elsewhere(cx: &Context<'_>, method: &str, pointer: &str, why: &str) -> bool {
    let mut tokens = pointer.split('/').skip(1);
    let (first, second, third) = (tokens.next(), tokens.next(), tokens.next());
    let missing = why.strip_suffix(" is missing");
    match method {
        "initialize" => {
            let member = first.or(missing);
            member.is_none_or(|member| ["protocolVersion", "capabilities", "serverInfo"].contains(&member))
        }
        "tools/list" if cx.config().checks.schema => match (first, second) {
            (None, _) => missing == Some("tools"),
            (Some("tools"), None) => true,
            (Some("tools"), Some(_)) => {
                let member = third.or(missing);
                let judged = ["annotations", "description", "inputSchema", "name", "outputSchema"];
                member.is_none_or(|member| judged.contains(&member))
            }
            _ => false,
        },
        "ping" => first.is_none() && missing.is_none(),
        _ => false,
    }
}
