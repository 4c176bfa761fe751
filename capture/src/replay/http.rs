//! A replay over Streamable HTTP: one small server of our own, a thread for each request, a player for each session.

use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use super::player::Player;
use super::request::Request;
use super::respond::{refuse, respond};
use super::turn::Asked;
use super::{Replay, Timing};
use crate::stop::Stop;

/// More sessions than this are not kept; a client that opens them all is no client.
const SESSIONS_MAX: usize = 10_000;
/// A client that sends nothing for so long is not waited for.
const READ_TIMEOUT: Duration = Duration::from_secs(30);
const ALLOW: &str = "allow: POST, DELETE\r\n";

/// The players, and how they play.
struct Stage {
    replay: Replay,
    timing: Timing,
    is_local: bool,
    /// One for each session, by number; the first is for requests without one. Those of sessions that were ended are gone.
    players: Mutex<Vec<Option<Player>>>,
}

impl Replay {
    /// Serves on a socket until `stop` is triggered, at any path. Requests that are under way then are not waited for.
    ///
    /// # Errors
    /// Where the socket fails.
    pub fn serve_http(&self, listener: &TcpListener, timing: Timing, stop: &Stop) -> io::Result<()> {
        let address = listener.local_addr()?;
        let stage = Arc::new(Stage {
            replay: self.clone(),
            timing,
            is_local: address.ip().is_loopback(),
            players: Mutex::new(vec![Some(Player::stateless(&self.tape))]),
        });
        wake_at_end(address, stop);
        for stream in listener.incoming() {
            let stream = stream?;
            if stop.signal().is_some() {
                break;
            }
            let stage = Arc::clone(&stage);
            // A client that goes away in the middle is its own affair.
            thread::spawn(move || stage.converse(stream).ok());
        }
        Ok(())
    }
}

/// Nothing but a connection ends the wait for the next one.
fn wake_at_end(address: SocketAddr, stop: &Stop) {
    let stop = stop.clone();
    thread::spawn(move || {
        stop.wait_blocking();
        // Where nobody listens any more, nobody has to be woken.
        TcpStream::connect(address).ok();
    });
}

impl Stage {
    fn converse(&self, mut stream: TcpStream) -> io::Result<()> {
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(READ_TIMEOUT))?;
        let Some(request) = Request::read(&stream)? else {
            return refuse(&mut stream, 400, "");
        };
        if request.is_foreign(self.is_local) {
            return refuse(&mut stream, 403, "");
        }
        let mut players = self.players.lock().unwrap_or_else(PoisonError::into_inner);
        let session = match &request.session {
            None => Some(0),
            Some(id) => id.parse().ok().filter(|&session| session > 0),
        };
        let is_known = |session: usize| players.get(session).is_some_and(Option::is_some);
        match request.method.as_str() {
            "POST" => {}
            "DELETE" => {
                return match session.filter(|&session| is_known(session)) {
                    Some(0) => refuse(&mut stream, 405, ALLOW),
                    Some(session) => {
                        players[session] = None;
                        refuse(&mut stream, 204, "")
                    }
                    None => refuse(&mut stream, 404, ""),
                };
            }
            _ => return refuse(&mut stream, 405, ALLOW),
        }
        let Some(asked) = Asked::read(&request.body) else {
            return refuse(&mut stream, 400, "");
        };
        let is_start = asked.method.as_deref() == Some("initialize") && !request.is_modern;
        let session = match is_start && players.len() < SESSIONS_MAX {
            true => {
                players.push(Some(Player::new(&self.replay.tape)));
                Some(players.len() - 1)
            }
            false => session,
        };
        let Some(player) = session.and_then(|session| players.get_mut(session)?.as_mut()) else {
            return refuse(&mut stream, 404, "");
        };
        let heard = player.hear(&request.body);
        drop(players);
        // With handshake, everything but its beginning belongs to a session.
        if session == Some(0) && heard.is_unknown && !request.is_modern {
            return refuse(&mut stream, 400, "");
        }
        let header = match session {
            Some(session) if is_start => format!("mcp-session-id: {session}\r\n"),
            _ => String::new(),
        };
        respond(&mut stream, &heard, (request.is_modern, self.timing), &header)
    }
}
