//! Defaults that are dangerous where nobody looks.

use super::{Parameter, is_one_of};
use crate::text::identifier;
use crate::text::scan::Part;

/// Switches that, set without anyone asking, remove a safeguard.
const SWITCHES: &str = "auto approve|autoapprove|auto confirm|skip confirmation|skip confirm|bypass confirmation|bypass approval|\
    bypass auth|disable security|disable auth|disable verification|skip verification|skip validation|insecure|\
    no verify|allow all|unsafe|ignore errors and continue|confirmed|user confirmed|user consent|consent|\
    approved|force|force delete|sudo|as root|run as root|skip approval|auto accept|trust all|admin|is admin|\
    override|emergency override|skip tls verify|disable tls|allow unsafe|allow dangerous|yes|delete all|\
    recursive delete|no confirm|hide from user|silent|bypass security|bypass checks|skip checks|skip security|\
    disable logging|disable safety|share publicly|auto execute|autoexecute|auto send";

/// What a default counts; `None` for a harmless one, or none.
pub(super) fn parts(parameter: &Parameter<'_>) -> Option<Vec<Part>> {
    let value = parameter.schema.get("default")?;
    if value.as_bool() == Some(true) {
        let words = identifier::words(&parameter.name);
        return is_one_of(&words, SWITCHES)
            .then(|| vec![Part::new("unsafe-switch", "is on unless someone turns it off", 6)]);
    }
    let text = value.as_str()?;
    let lower = text.trim().to_ascii_lowercase();
    // The address at which a cloud hands out the credentials of the machine.
    let metadata = ["169.254.169.254", "metadata.google.internal", "100.100.100.200"];
    if metadata.iter().any(|address| lower.contains(address)) {
        return Some(vec![Part::new(
            "metadata-default",
            "asks the cloud for the machine's credentials unless someone names another address",
            10,
        )]);
    }
    let sensitive = [
        "~/.ssh",
        "/.ssh/",
        "id_rsa",
        "~/.aws",
        "/etc/shadow",
        "/etc/passwd",
        "/etc/sudoers",
        "~/.netrc",
        "~/.gnupg",
        "../../..",
        "/root/.",
        "~/.kube/",
        "/proc/self",
        ".bash_history",
    ];
    if sensitive.iter().any(|path| lower.contains(path)) {
        return Some(vec![Part::new(
            "sensitive-default",
            "reaches for a sensitive place unless someone names another",
            6,
        )]);
    }
    if lower.starts_with("http://127.")
        || lower.starts_with("http://localhost/admin")
        || lower.starts_with("javascript:")
    {
        return Some(vec![Part::new("internal-default", "points to an internal address", 5)]);
    }
    let shell = [
        "rm -rf",
        "| sh",
        "| bash",
        "curl http",
        "; drop table",
        "drop table ",
        "eval(",
        "os.system",
        "chmod 777",
        "sudo ",
    ];
    if shell.iter().any(|command| lower.contains(command)) {
        return Some(vec![Part::new("command-default", "holds a dangerous command", 6)]);
    }
    let words = identifier::words(&parameter.name);
    let is_destination = [
        "webhook",
        "callback",
        "webhook url",
        "callback url",
        "report to",
        "telemetry url",
        "log url",
        "collector",
        "notify url",
        "bcc",
        "cc",
        "forward to",
        "copy to",
        "mirror",
        "endpoint",
        "upload url",
        "exfil",
        "backup url",
        "sync url",
        "audit url",
        "report url",
        "log endpoint",
        "target url",
        "proxy",
        "proxy url",
    ]
    .contains(&words.as_str());
    let is_outside = (lower.starts_with("http://") || lower.starts_with("https://"))
        && !lower.contains("localhost")
        && !lower.contains("127.0.0.1")
        || lower.contains('@') && lower.contains('.');
    (is_destination && is_outside).then(|| {
        vec![Part::new(
            "outside-default",
            "sends to an outside address unless someone names another",
            5,
        )]
    })
}
