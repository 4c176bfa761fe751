//! What a replay needs of an HTTP request.

use std::io::{self, BufRead, BufReader, Read};
use std::net::TcpStream;

/// Longest head of a request in bytes, as common servers have it.
const HEAD_BYTES_MAX: u64 = 64 << 10;
/// Longest body of a request in bytes; a larger one is refused.
const BODY_BYTES_MAX: u64 = 64 << 20;

/// One request.
#[derive(Debug)]
pub(super) struct Request {
    pub(super) method: String,
    /// `Mcp-Session-Id`
    pub(super) session: Option<String>,
    pub(super) origin: Option<String>,
    pub(super) host: String,
    /// Whether it is spelled as in the era without handshake.
    pub(super) is_modern: bool,
    pub(super) body: Vec<u8>,
}

impl Request {
    /// `None` where it is no request that we understand.
    pub(super) fn read(stream: &TcpStream) -> io::Result<Option<Self>> {
        let mut input = BufReader::new(stream);
        let mut head = Read::take(&mut input, HEAD_BYTES_MAX);
        let mut line = String::new();
        head.read_line(&mut line)?;
        let mut request = Self {
            method: line.split(' ').next().unwrap_or_default().to_owned(),
            session: None,
            origin: None,
            host: String::new(),
            is_modern: false,
            body: Vec::new(),
        };
        let mut n = Some(0);
        loop {
            line.clear();
            if head.read_line(&mut line)? == 0 {
                return Ok(None);
            }
            let Some((name, value)) = line.trim_end().split_once(':') else {
                break;
            };
            let value = value.trim();
            match name.to_ascii_lowercase().as_str() {
                "mcp-session-id" => request.session = Some(value.to_owned()),
                "mcp-method" => request.is_modern = true,
                "origin" => request.origin = Some(value.to_owned()),
                "host" => value.clone_into(&mut request.host),
                "content-length" => n = value.parse().ok().filter(|&n| n <= BODY_BYTES_MAX),
                _ => {}
            }
        }
        let Some(n) = n else { return Ok(None) };
        Read::take(&mut input, n).read_to_end(&mut request.body)?;
        Ok(Some(request))
    }

    /// Whether a web page of another site asks: a browser sends its origin, and by a name of its own for this machine the page
    /// would be of that name (2025-11-25, Transports, Security warning).
    pub(super) fn is_foreign(&self, is_local: bool) -> bool {
        let foreign_origin = |origin: &String| *origin != format!("http://{}", self.host);
        let name = self.host.rsplit_once(':').map_or(self.host.as_str(), |(name, _)| name);
        let is_foreign_host = is_local && !matches!(name, "localhost" | "127.0.0.1" | "[::1]");
        is_foreign_host || self.origin.as_ref().is_some_and(foreign_origin)
    }
}
