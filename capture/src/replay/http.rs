//! A replay over Streamable HTTP: one small server of our own, a thread for each request, a player for each session.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use mcpward_schemas::snapshot::Dir;

use super::Replay;
use super::player::Player;
use super::tape::{Saying, read};

/// Longest head of a request in bytes, as common servers have it.
const HEAD_BYTES_MAX: u64 = 64 << 10;
/// Longest body of a request in bytes; a larger one is refused.
const BODY_BYTES_MAX: u64 = 64 << 20;
/// More sessions than this are not kept; a client that opens them all is no client.
const SESSIONS_MAX: usize = 10_000;
/// A client that sends nothing for so long is not waited for.
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// One player for each session, by number; the first is for requests without one.
type Sessions<'t> = Arc<Mutex<Vec<Player<'t>>>>;

impl Replay {
    /// Serves on a socket until `is_over` says so after a request, at any path. Answers are sent at once.
    ///
    /// # Errors
    /// Where the socket fails.
    pub fn serve_http(&self, listener: &TcpListener, is_over: impl Fn() -> bool) -> io::Result<()> {
        let sessions: Sessions<'_> = Arc::new(Mutex::new(vec![Player::new(&self.tape)]));
        thread::scope(|scope| {
            for stream in listener.incoming() {
                let stream = stream?;
                if is_over() {
                    break;
                }
                let sessions = Arc::clone(&sessions);
                scope.spawn(move || {
                    // A client that goes away in the middle is its own affair.
                    self.converse(stream, &sessions).ok();
                });
            }
            Ok(())
        })
    }

    fn converse<'t>(&'t self, mut stream: TcpStream, sessions: &Sessions<'t>) -> io::Result<()> {
        stream.set_read_timeout(Some(READ_TIMEOUT))?;
        let Some(request) = Request::read(&stream)? else {
            return refuse(&mut stream, "400 Bad Request");
        };
        match request.method.as_str() {
            "POST" => {}
            "DELETE" => return refuse(&mut stream, "204 No Content"),
            _ => return refuse(&mut stream, "405 Method Not Allowed"),
        }
        let mut players = sessions.lock().unwrap_or_else(PoisonError::into_inner);
        let is_start = read(&request.body).is_some_and(|(method, _, _)| method.as_deref() == Some("initialize"));
        if is_start && players.len() < SESSIONS_MAX {
            players.push(Player::new(&self.tape));
        }
        let session = if is_start { players.len() - 1 } else { request.session };
        let Some(player) = players.get_mut(session) else {
            return refuse(&mut stream, "404 Not Found");
        };
        let said = player.hear(&request.body);
        drop(players);
        let id = read(&request.body)
            .filter(|(method, _, _)| method.is_some())
            .and_then(|(_, _, id)| id);
        let header = if is_start {
            format!("mcp-session-id: {session}\r\n")
        } else {
            String::new()
        };
        answer(&mut stream, &said, id.is_some(), &header)
    }
}

/// What we need of an HTTP request.
struct Request {
    method: String,
    session: usize,
    body: Vec<u8>,
}

impl Request {
    /// `None` where it is no request that we understand.
    fn read(stream: &TcpStream) -> io::Result<Option<Self>> {
        let mut input = BufReader::new(stream);
        let mut head = Read::take(&mut input, HEAD_BYTES_MAX);
        let mut line = String::new();
        head.read_line(&mut line)?;
        let method = line.split(' ').next().unwrap_or_default().to_owned();
        let (mut session, mut n) = (Some(0), Some(0));
        loop {
            line.clear();
            if head.read_line(&mut line)? == 0 {
                return Ok(None);
            }
            let Some((name, value)) = line.trim_end().split_once(':') else {
                break;
            };
            match name.to_ascii_lowercase().as_str() {
                "mcp-session-id" => session = value.trim().parse().ok(),
                "content-length" => n = value.trim().parse().ok().filter(|&n| n <= BODY_BYTES_MAX),
                _ => {}
            }
        }
        let (Some(session), Some(n)) = (session.or(Some(usize::MAX)), n) else {
            return Ok(None);
        };
        let mut body = Vec::new();
        Read::take(&mut input, n).read_to_end(&mut body)?;
        Ok(Some(Self { method, session, body }))
    }
}

fn refuse(stream: &mut TcpStream, status: &str) -> io::Result<()> {
    write!(
        stream,
        "HTTP/1.1 {status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"
    )
}

/// One answer alone is sent as JSON, several messages as events; what is no single line of JSON can't be an event.
fn answer(stream: &mut TcpStream, said: &[Saying], is_request: bool, header: &str) -> io::Result<()> {
    let said: Vec<&Saying> = said.iter().filter(|saying| saying.dir == Dir::In).collect();
    match said.as_slice() {
        [] => write!(
            stream,
            "HTTP/1.1 202 Accepted\r\nconnection: close\r\n{header}content-length: 0\r\n\r\n"
        ),
        [one] if is_request && one.id.is_some() => {
            let n = one.text.len();
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nconnection: close\r\n{header}content-type: application/json\r\ncontent-length: {n}\r\n\r\n"
            )?;
            stream.write_all(&one.text)
        }
        _ => {
            write!(
                stream,
                "HTTP/1.1 200 OK\r\nconnection: close\r\n{header}content-type: text/event-stream\r\n\r\n"
            )?;
            for saying in said {
                stream.write_all(b"event: message\n")?;
                for line in saying.text.split(|&byte| byte == b'\n') {
                    stream.write_all(b"data: ")?;
                    stream.write_all(line.strip_suffix(b"\r").unwrap_or(line))?;
                    stream.write_all(b"\n")?;
                }
                stream.write_all(b"\n")?;
            }
            Ok(())
        }
    }
}
