//! The header of a snapshot that no recorder wrote.

use std::collections::BTreeMap;

use mcpward_schemas::config::Config;
use mcpward_schemas::snapshot::{ClientInfo, Environment, FORMAT, Header, Settings, Target, Timeouts};

/// The header for a configuration; a program without arguments, where neither it nor the target says otherwise.
pub(super) fn of(config: &Config, target: Option<Target>) -> Header {
    let url = config.server.as_ref().and_then(|server| server.url.clone());
    let by_url = url.map(|url| Target::Http {
        url,
        headers: Vec::new(),
    });
    Header {
        version: FORMAT,
        mcpward: "0.0.0".to_owned(),
        started_at: "2026-06-01T12:00:00.000Z".to_owned(),
        target: target.or(by_url).unwrap_or_else(|| Target::Stdio {
            command: "described".to_owned(),
            args: Vec::new(),
            env: Vec::new(),
            package: None,
        }),
        settings: Settings {
            protocol: config.protocol.0.clone(),
            client: ClientInfo {
                name: "mcpward".to_owned(),
                version: "0.0.0".to_owned(),
            },
            capabilities: config.client.capabilities.clone().unwrap_or_default().into(),
            timeouts: Timeouts {
                connect_ms: 1,
                call_ms: 1,
                run_ms: 1,
            },
            limits: BTreeMap::new(),
        },
        environment: Environment {
            os: "none".to_owned(),
            arch: "none".to_owned(),
            ci: false,
        },
    }
}
