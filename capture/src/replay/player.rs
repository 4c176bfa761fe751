//! Finds for what a client says the turn of the recording that fits best.

use mcpward_schemas::snapshot::Dir;

use super::tape::{AnswerId, Conn, Saying, Tape, Turn, read};
use crate::envelope::places;

/// One connection to a replayed server.
pub(super) struct Player<'t> {
    tape: &'t Tape,
    conn: Option<&'t Conn>,
    /// How often each turn of the connection was played.
    n_played: Vec<u32>,
    /// Place of the turn that was played last.
    last: Option<usize>,
}

impl<'t> Player<'t> {
    pub(super) fn new(tape: &'t Tape) -> Self {
        Self {
            tape,
            conn: None,
            n_played: Vec::new(),
            last: None,
        }
    }

    /// What the server says to this line.
    pub(super) fn hear(&mut self, line: &[u8]) -> Vec<Saying> {
        let Some((method, params, id)) = read(line) else {
            return Vec::new();
        };
        let mut said = Vec::new();
        if self.conn.is_none() {
            self.conn = choose(self.tape, method.as_deref(), &params);
            self.n_played = vec![0; self.conn.map_or(0, |conn| conn.turns.len())];
            said.extend(self.conn.iter().flat_map(|conn| conn.before.iter().cloned()));
        }
        let fits_kind = |turn: &Turn| turn.method == method && turn.id.is_some() == id.is_some();
        let turns = self.conn.map_or(&[][..], |conn| &conn.turns);
        let same = self.best(|turn| fits_kind(turn) && turn.params == params);
        let Some(place) = same.or_else(|| self.best(fits_kind)) else {
            said.extend(id.map(|id| unknown(&id)));
            return said;
        };
        self.n_played[place] += 1;
        self.last = Some(place);
        said.extend(turns[place].said.iter().map(|saying| spoken(saying, id.as_deref())));
        said
    }

    /// What the server says when its input ends: what it had not come to say.
    pub(super) fn end(&mut self) -> Vec<Saying> {
        match self.conn {
            None => self.tape.conns.first().map_or(Vec::new(), |conn| conn.before.clone()),
            Some(_) => Vec::new(),
        }
    }

    /// Whether the recorded server ended here by itself.
    pub(super) fn has_ended(&self) -> bool {
        self.conn
            .is_some_and(|conn| conn.is_ended && self.last.is_some_and(|last| last + 1 == conn.turns.len()))
    }

    pub(super) fn exit_code(&self) -> i32 {
        self.conn.and_then(|conn| conn.exit_code).unwrap_or(0)
    }

    /// The first turn that fits and was not played yet, else the last one that fits.
    fn best(&self, fits: impl Fn(&Turn) -> bool) -> Option<usize> {
        let turns = self.conn.map_or(&[][..], |conn| &conn.turns);
        let fitting = || {
            turns
                .iter()
                .enumerate()
                .filter(|(_, turn)| fits(turn))
                .map(|(place, _)| place)
        };
        fitting()
            .find(|&place| self.n_played[place] == 0)
            .or_else(|| fitting().last())
    }
}

/// The recorded connection that began like this one.
fn choose<'t>(tape: &'t Tape, method: Option<&str>, params: &str) -> Option<&'t Conn> {
    let first = |conn: &&Conn| conn.turns.first().is_some_and(|turn| turn.method.as_deref() == method);
    let same = |conn: &&Conn| first(conn) && conn.turns.first().is_some_and(|turn| turn.params == params);
    let any = |conn: &&Conn| conn.turns.iter().any(|turn| turn.method.as_deref() == method);
    let conns = || tape.conns.iter();
    conns()
        .find(same)
        .or_else(|| conns().find(first))
        .or_else(|| conns().find(any))
        .or(tape.conns.first())
}

/// A line with the id that this client gave.
fn spoken(saying: &Saying, id: Option<&str>) -> Saying {
    let mut saying = saying.clone();
    let id = id.zip(saying.id.as_ref()).and_then(|(id, spelled)| match spelled {
        AnswerId::Same => Some(id.to_owned()),
        AnswerId::Quoted => Some(format!("\"{}\"", id.trim_matches('"'))),
        AnswerId::Bare => Some(id.trim_matches('"').to_owned()),
        AnswerId::Own => None,
    });
    if let (Some(id), Some(at)) = (id, places(&saying.text).0) {
        saying.text.splice(at, id.into_bytes());
    }
    saying
}

/// A method that was never asked: JSON-RPC 2.0 section 5.1.
fn unknown(id: &str) -> Saying {
    let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":-32601,"message":"Method not found"}}}}"#);
    Saying {
        dir: Dir::In,
        text: text.into_bytes(),
        is_unterminated: false,
        after_us: 0,
        id: None,
    }
}
