//! From snapshots to a contract.

use std::collections::BTreeMap;

use mcpward_json::Json;
use mcpward_schemas::report::FrameRef;
use mcpward_schemas::snapshot::{ClientInfo, Dir, Era, Frame, Http, REDACTION_MARK_START, Record, Snapshot, Target};

use super::anomaly::{Anomaly, AnomalyKind};
use super::connection::{Builder, Connection};
use super::frames::{self, Decoded};
use super::http::{Body, UNAUTHORIZED};
use super::listing::ListKind;
use super::message::{Message, MessageKind};
use super::surface::{Surface, is_discovery};
use super::{Capture, Contract, pages};

/// The header that gives a session, in lower case.
const SESSION_HEADER: &str = "mcp-session-id";

/// Reads snapshots, in the order given. Total.
pub fn read(snapshots: &[&Snapshot]) -> (Contract, Vec<Anomaly>) {
    read_beside(snapshots, &[])
}

/// The same where some of the frames, or some like them, were read already.
pub(crate) fn read_beside(snapshots: &[&Snapshot], known: &[Json]) -> (Contract, Vec<Anomaly>) {
    let mut contract = Contract {
        captures: Vec::new(),
        connections: Vec::new(),
        surfaces: Vec::new(),
        prefers_modern: false,
    };
    let mut anomalies = Vec::new();
    for (number, snapshot) in (0..).zip(snapshots) {
        contract.captures.push(capture(snapshot));
        let decoded = frames::decode(snapshot, known);
        read_connections(number, snapshot, decoded, &mut contract.connections, &mut anomalies);
    }
    anomalies.retain(|anomaly| !contract.connections[anomaly.connection].is_throw_away());
    let connections = contract.connections.iter().enumerate();
    for (idx, connection) in connections.filter(|(_, connection)| !connection.is_throw_away()) {
        let settings = &contract.captures[connection.snapshot as usize].settings;
        let client = connection.client.as_ref().unwrap_or(&settings.client);
        contract
            .surfaces
            .extend(surface(connection, idx, client, &mut anomalies));
    }
    (contract, anomalies)
}

fn capture(snapshot: &Snapshot) -> Capture {
    Capture {
        started_at: snapshot.header.started_at.clone(),
        target: snapshot.header.target.clone(),
        settings: snapshot.header.settings.clone(),
        environment: snapshot.header.environment.clone(),
        complete: snapshot.footer.complete,
        reason: snapshot.footer.reason.clone(),
    }
}

fn read_connections(
    number: u32,
    snapshot: &Snapshot,
    decoded: Vec<Option<Decoded>>,
    connections: &mut Vec<Connection>,
    anomalies: &mut Vec<Anomaly>,
) {
    let http = matches!(snapshot.header.target, Target::Http { .. });
    let first = connections.len();
    let mut builders: BTreeMap<u32, usize> = BTreeMap::new();
    let mut open: Vec<Builder> = Vec::new();
    for (record, decoded) in snapshot.records.iter().zip(decoded) {
        let conn = match record {
            Record::Frame(frame) => frame.conn,
            Record::Event(event) => event.conn,
            Record::Header(_) | Record::Footer(_) => continue,
        };
        let idx = *builders.entry(conn).or_insert_with(|| {
            open.push(Builder::new(number, conn, http, first + open.len()));
            open.len() - 1
        });
        match record {
            Record::Frame(frame) => {
                let at = FrameRef {
                    snapshot: number,
                    frame: frame.seq,
                };
                add_frame(&mut open[idx], first + idx, at, frame, decoded, anomalies);
            }
            Record::Event(event) => open[idx].event(event.at_us, &event.event),
            Record::Header(_) | Record::Footer(_) => {}
        }
    }
    connections.extend(open.into_iter().map(|builder| builder.connection));
}

fn add_frame(
    builder: &mut Builder,
    idx: usize,
    at: FrameRef,
    frame: &Frame,
    decoded: Option<Decoded>,
    anomalies: &mut Vec<Anomaly>,
) {
    if frame.dir == Dir::Err {
        builder.connection.stderr.push(at);
        let masked = frame.text().and_then(masked_secret);
        let masked = masked.map(|name| (at, name.to_owned()));
        builder.connection.stderr_secrets.extend(masked);
        return;
    }
    if frame.dir == Dir::Out && builder.is_malformed(at) {
        builder.http(at, frame, Body::Unknown);
        return;
    }
    if let Some(http) = &frame.http
        && frame.dir == Dir::In
        && http.headers.iter().any(|(name, _)| name == SESSION_HEADER)
    {
        builder.connection.session.get_or_insert(at);
    }
    if let Some(http) = &frame.http
        && builder.spelled(frame.dir, http).is_some()
    {
        return add_spelled(builder, at, frame, http, decoded);
    }
    builder.http(at, frame, body(frame, decoded.as_ref()));
    if let Some((http, status)) = frame.http.as_ref().and_then(|http| Some((http.exchange, http.status?))) {
        builder.status(http, status);
        // What wants a token speaks HTTP (RFC 6750 section 3), whatever its body looks like.
        if status == UNAUTHORIZED && frame.dir == Dir::In {
            return;
        }
    }
    let decoded = decoded.unwrap_or(Decoded {
        json: None,
        found: vec![(AnomalyKind::Damaged, String::new())],
    });
    let note = |kind, detail, anomalies: &mut Vec<Anomaly>| {
        anomalies.push(Anomaly {
            kind,
            frame: at,
            connection: idx,
            dir: frame.dir,
            detail,
        });
    };
    for (kind, detail) in decoded.found {
        note(kind, detail, anomalies);
    }
    let Some(json) = decoded.json else { return };
    let batched = json.value().is_array();
    if batched {
        note(
            AnomalyKind::Batch,
            format!("{} messages", json.value().n_children()),
            anomalies,
        );
    }
    let parts: Vec<Json> = if batched {
        json.value().items().map(|part| json.child(part)).collect()
    } else {
        vec![json.clone()]
    };
    for json in parts {
        match MessageKind::of(json.value()) {
            Ok(kind) => {
                let http = frame.http.as_ref().map(|http| http.exchange);
                let message = Message {
                    frame: at,
                    at_us: frame.at_us,
                    began_us: frame.began_us.unwrap_or(frame.at_us),
                    dir: frame.dir,
                    kind,
                    json,
                    batched,
                    http,
                };
                builder.message(message, anomalies);
            }
            Err(why) => note(AnomalyKind::NotAMessage, why.to_owned(), anomalies),
        }
    }
}

/// The name of the first secret that was masked in a text.
fn masked_secret(text: &str) -> Option<&str> {
    let (_, mark) = text.split_once(REDACTION_MARK_START)?;
    Some(mark.split_once(']')?.0)
}

/// A frame of an HTTP request that the plan spelled: what is odd about it is judged by the rules that asked for it.
fn add_spelled(builder: &mut Builder, at: FrameRef, frame: &Frame, http: &Http, decoded: Option<Decoded>) {
    let Some(spelled) = builder.spelled(frame.dir, http) else {
        return;
    };
    match frame.dir {
        Dir::Out => spelled.sent(at, http),
        Dir::In | Dir::Err => spelled.received(at, http),
    }
    let Some(json) = decoded.and_then(|decoded| decoded.json) else {
        return;
    };
    let Ok(kind) = MessageKind::of(json.value()) else {
        spelled.document = Some(json).filter(|json| frame.dir == Dir::In && json.value().is_object());
        return;
    };
    let message = Message {
        frame: at,
        at_us: frame.at_us,
        began_us: frame.began_us.unwrap_or(frame.at_us),
        dir: frame.dir,
        kind,
        json,
        batched: false,
        http: Some(http.exchange),
    };
    match frame.dir {
        Dir::Out => spelled.request = Some(message),
        Dir::In | Dir::Err => spelled.message(message),
    }
}

/// What an HTTP body or the data of an event is.
fn body(frame: &Frame, decoded: Option<&Decoded>) -> Body {
    let json = decoded.and_then(|decoded| decoded.json.as_ref());
    match (frame.text(), json.map(Json::value)) {
        _ if frame.cut.is_some() || frame.unterminated => Body::Unknown,
        (Some(text), _) if text.trim().is_empty() => Body::Empty,
        (_, Some(value)) if value.is_array() => Body::Array,
        (_, Some(value)) => MessageKind::of(value).map_or(Body::Json, Body::Message),
        // JSON that passes a bound of the reader may be anything.
        (Some(_), None) if decoded.is_some_and(|decoded| decoded.found.iter().any(is_too_large)) => Body::Unknown,
        (Some(_), None) => Body::Other,
        (None, None) => Body::Unknown,
    }
}

fn is_too_large(found: &(AnomalyKind, String)) -> bool {
    found.0 == AnomalyKind::TooLarge
}

fn surface(connection: &Connection, idx: usize, client: &ClientInfo, anomalies: &mut Vec<Anomaly>) -> Option<Surface> {
    let greeting = |method: &str| connection.exchanges.iter().find(|exchange| exchange.method() == method);
    let (handshake, discover) = (greeting("initialize"), greeting("server/discover"));
    let era = match (&connection.era, handshake, discover) {
        (Some(era), ..) => era.clone(),
        (None, Some(exchange), _) => Era::Handshake {
            version: asked(exchange, "/protocolVersion"),
        },
        (None, None, Some(exchange)) => Era::Modern {
            version: asked(exchange, "/_meta/io.modelcontextprotocol~1protocolVersion"),
        },
        (None, None, None) => return None,
    };
    let hello = match era {
        Era::Handshake { .. } => handshake,
        Era::Modern { .. } => discover,
    };
    let response = hello.and_then(|exchange| exchange.response.as_ref());
    // What answers `server/discover` with something else does not speak the era.
    let result = hello
        .and_then(|exchange| exchange.result())
        .filter(|&result| match &era {
            Era::Handshake { .. } => true,
            Era::Modern { version } => is_discovery(result, version),
        });
    let mut surface = Surface {
        connection: idx,
        era,
        client: client.clone(),
        hello: response
            .zip(result)
            .map(|(response, result)| response.json.child(result)),
        hello_frame: response.map(|response| response.frame),
        lists: ListKind::ALL.map(|kind| super::Listing::new(kind, false)),
    };
    surface.lists =
        ListKind::ALL.map(|kind| pages::read(connection, idx, kind, surface.declares(kind.capability()), anomalies));
    Some(surface)
}

fn asked(exchange: &super::Exchange, pointer: &str) -> String {
    let version = exchange.request.params().and_then(|params| params.pointer(pointer));
    version
        .and_then(|version| version.as_str())
        .unwrap_or_default()
        .into_owned()
}
