//! Whether a URL leads to this machine.

/// Whether the host of a URL is this machine by its name or address (RFC 6761 section 6.3, RFC 1122 section 3.2.1.3).
pub(crate) fn is_loopback(url: &str) -> bool {
    let authority = url.split_once("://").map_or(url, |(_, rest)| rest);
    let authority = authority.split(['/', '?', '#']).next().unwrap_or_default();
    let host = authority.rsplit_once('@').map_or(authority, |(_, host)| host);
    let host = match host.strip_prefix('[') {
        Some(address) => address.split(']').next().unwrap_or_default(),
        None => host.split(':').next().unwrap_or_default(),
    };
    let host = host.to_ascii_lowercase();
    host == "localhost" || host.ends_with(".localhost") || host == "::1" || is_address(&host)
}

fn is_address(host: &str) -> bool {
    let parts: Vec<&str> = host.split('.').collect();
    parts.len() == 4 && parts[0] == "127" && parts.iter().all(|part| part.parse::<u8>().is_ok())
}

#[cfg(test)]
mod tests {
    use super::is_loopback;

    #[test]
    fn hosts_of_this_machine_are_known() {
        for url in [
            "http://localhost:3000/mcp",
            "https://a.LOCALHOST",
            "http://127.0.0.1/mcp?x=1",
            "http://user@[::1]:80/mcp",
        ] {
            assert!(is_loopback(url), "{url}");
        }
        for url in [
            "https://127.example/mcp",
            "https://127.0.0.example/mcp",
            "https://mcp.example/localhost",
            "http://localhost@evil.example",
        ] {
            assert!(!is_loopback(url), "{url}");
        }
    }
}
