//! Finds for what a client says the turn of the recording that fits best.

use std::collections::BTreeMap;
use std::sync::Arc;

use mcpward_schemas::snapshot::Dir;

use super::tape::{Conn, Tape};
use super::turn::{Asked, Response, Saying, Turn};

/// One connection to a replayed server.
pub(super) struct Player {
    tape: Arc<Tape>,
    part: Part,
    /// How often each turn was played, by its place.
    n_played: BTreeMap<Place, u32>,
    last: Option<Place>,
}

/// Connection and turn.
type Place = (usize, usize);

/// What of the tape is played.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Part {
    /// The first message will tell.
    Unknown,
    /// This connection.
    Conn(usize),
    /// All that began without `initialize`: over HTTP nothing tells such connections apart.
    Stateless,
}

/// What the server says to one message.
#[derive(Debug, Default)]
pub(super) struct Heard {
    /// Id of the request; `None` where it was none.
    pub(super) id: Option<String>,
    pub(super) said: Vec<Saying>,
    /// How HTTP carried it, where it did.
    pub(super) response: Option<Response>,
    /// Whether the recorded request was refused by HTTP alone.
    pub(super) is_refused: bool,
    /// Whether nothing like it was recorded.
    pub(super) is_unknown: bool,
}

impl Player {
    pub(super) fn new(tape: &Arc<Tape>) -> Self {
        Self {
            tape: Arc::clone(tape),
            part: Part::Unknown,
            n_played: BTreeMap::new(),
            last: None,
        }
    }

    /// A player for HTTP requests outside of any session.
    pub(super) fn stateless(tape: &Arc<Tape>) -> Self {
        Self {
            part: Part::Stateless,
            ..Self::new(tape)
        }
    }

    /// What the server says to this message.
    pub(super) fn hear(&mut self, text: &[u8]) -> Heard {
        let Some(asked) = Asked::read(text) else {
            return Heard::default();
        };
        let mut said = Vec::new();
        if self.part == Part::Unknown
            && let Some(conn) = choose(&self.tape, &asked)
        {
            self.part = Part::Conn(conn);
            said.extend(self.tape.conns[conn].before.iter().cloned());
        }
        let id = asked.id.clone();
        let alike = |turn: &Turn| turn.asked.is_alike(&asked);
        let same = self.best(|turn| alike(turn) && turn.asked.params == asked.params);
        let similar = || self.best(|turn| alike(turn) && turn.asked.bare == asked.bare);
        let Some(place) = same.or_else(similar).or_else(|| self.best(alike)) else {
            said.extend(id.as_deref().map(|id| error(id, -32601, "Method not found")));
            return Heard {
                is_unknown: true,
                id,
                said,
                ..Heard::default()
            };
        };
        *self.n_played.entry(place).or_default() += 1;
        self.last = Some(place);
        let turn = &self.tape.conns[place.0].turns[place.1];
        said.extend(turn.said.iter().map(|saying| saying.to(id.as_deref())));
        Heard {
            said,
            response: turn.response.clone(),
            is_refused: turn.is_refused(),
            is_unknown: false,
            id,
        }
    }

    /// What the server says when its input ends: what it had not come to say.
    pub(super) fn end(&self) -> Vec<Saying> {
        match self.part {
            Part::Unknown => self.tape.conns.first().map_or(Vec::new(), |conn| conn.before.clone()),
            Part::Conn(_) | Part::Stateless => Vec::new(),
        }
    }

    /// Whether the recorded server ended here by itself.
    pub(super) fn has_ended(&self) -> bool {
        let last = self.last.map(|(_, turn)| turn + 1);
        self.conn()
            .is_some_and(|conn| conn.is_ended && last == Some(conn.turns.len()))
    }

    pub(super) fn exit_code(&self) -> i32 {
        self.conn().and_then(|conn| conn.exit_code).unwrap_or(0)
    }

    fn conn(&self) -> Option<&Conn> {
        match self.part {
            Part::Conn(conn) => self.tape.conns.get(conn),
            Part::Unknown | Part::Stateless => None,
        }
    }

    /// The first turn that fits and was not played yet, else the last one that fits. A request that the recorder did not wait
    /// for over HTTP, since it had what it wanted, is none to go by where another one fits.
    fn best(&self, fits: impl Fn(&Turn) -> bool) -> Option<Place> {
        let is_played = |place: &Place| self.n_played.contains_key(place);
        let (mut waited, mut others) = (Vec::new(), Vec::new());
        for (conn_idx, conn) in self.tape.conns.iter().enumerate() {
            let is_of_part = match self.part {
                Part::Unknown => false,
                Part::Conn(idx) => idx == conn_idx,
                Part::Stateless => conn.first_method() != Some("initialize"),
            };
            if !is_of_part {
                continue;
            }
            for (turn_idx, turn) in conn.turns.iter().enumerate().filter(|(_, turn)| fits(turn)) {
                let is_left =
                    conn.is_http && turn.asked.id.is_some() && turn.said.is_empty() && turn.response.is_none();
                if is_left { &mut others } else { &mut waited }.push((conn_idx, turn_idx));
            }
        }
        let chosen = if waited.is_empty() { others } else { waited };
        let first = chosen.iter().find(|place| !is_played(place));
        first.or(chosen.last()).copied()
    }
}

/// The recorded connection that began like this one.
fn choose(tape: &Tape, asked: &Asked) -> Option<usize> {
    let first = |conn: &Conn| conn.turns.first().is_some_and(|turn| turn.asked.method == asked.method);
    let same = |conn: &Conn| first(conn) && conn.turns.first().is_some_and(|turn| turn.asked.params == asked.params);
    let any = |conn: &Conn| conn.turns.iter().any(|turn| turn.asked.method == asked.method);
    let place = |fits: &dyn Fn(&Conn) -> bool| tape.conns.iter().position(fits);
    place(&same)
        .or_else(|| place(&first))
        .or_else(|| place(&any))
        .or_else(|| place(&|_| true))
}

/// An error of our own, e.g. for a method that was never asked: JSON-RPC 2.0 section 5.1.
pub(super) fn error(id: &str, code: i32, message: &str) -> Saying {
    let text = format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{{"code":{code},"message":"{message}"}}}}"#);
    Saying {
        dir: Dir::In,
        text: text.into_bytes(),
        is_unterminated: false,
        after_us: 0,
        id: Some(super::turn::AnswerId::Same),
        is_message: true,
    }
}
