//! From exchanges to listings.

use mcpward_json::{Json, Value};
use mcpward_schemas::report::Untrusted;
use mcpward_schemas::snapshot::Dir;

use super::anomaly::{Anomaly, AnomalyKind};
use super::connection::Connection;
use super::exchange::Exchange;
use super::listing::{Item, ListKind, Listing, Page, Pass, PassEnd};
use super::probe;
use crate::limits::PASSES_MAX;

/// The listings of one kind on a connection.
pub(super) fn read(
    connection: &Connection,
    idx: usize,
    kind: ListKind,
    declared: bool,
    anomalies: &mut Vec<Anomaly>,
) -> Listing {
    let mut listing = Listing::new(kind, declared);
    for exchange in &connection.exchanges {
        let page = exchange
            .probe
            .as_deref()
            .filter(|_| !exchange.is_barrier)
            .and_then(probe::parse_page);
        let Some((_, pass, _)) = page.filter(|&(own, ..)| own == kind) else {
            continue;
        };
        if pass == probe::PASS_AFTER {
            let pass = listing.after.get_or_insert_default();
            pass.end = read_page(exchange, kind, idx, pass, anomalies);
            continue;
        }
        if !(1..=PASSES_MAX).contains(&pass) {
            continue;
        }
        let at = pass as usize - 1;
        if listing.passes.len() <= at {
            listing.passes.resize_with(at + 1, || Pass {
                end: PassEnd::Stopped,
                ..Pass::default()
            });
        }
        let pass = &mut listing.passes[at];
        pass.end = read_page(exchange, kind, idx, pass, anomalies);
    }
    listing.settled = settled(connection, &listing);
    listing
}

/// Adds the page to the listing and says how the listing stands after it.
fn read_page(
    exchange: &Exchange,
    kind: ListKind,
    idx: usize,
    pass: &mut Pass,
    anomalies: &mut Vec<Anomaly>,
) -> PassEnd {
    let (Some(response), Some(result)) = (&exchange.response, exchange.result()) else {
        return PassEnd::Failed {
            reason: exchange.why_no_result(),
            code: exchange.error_code(),
        };
    };
    let mut anomaly = |kind, detail: String| {
        anomalies.push(Anomaly {
            kind,
            frame: response.frame,
            connection: idx,
            dir: Dir::In,
            detail,
        });
    };
    let Some(items) = result.get(kind.member()).filter(|items| items.is_array()) else {
        let found = result.get(kind.member()).map_or("nothing", |value| value.kind().name());
        anomaly(AnomalyKind::NoItems, format!("{}: {found}", kind.member()));
        return PassEnd::Failed {
            reason: format!("the answer to {} has no array {}", kind.method(), kind.member()),
            code: None,
        };
    };
    let n_before = pass.items.len();
    for value in items.items() {
        if !value.is_object() {
            anomaly(AnomalyKind::ItemNotObject, value.kind().name().to_owned());
        }
        pass.items.push(Item {
            kind: kind.subject(),
            idx: pass.items.len(),
            page: pass.pages.len(),
            name: value
                .get(kind.key())
                .and_then(Value::as_str)
                .map(|name| Untrusted::new(name.into_owned()))
                .unwrap_or_default(),
            json: response.json.child(value),
            frame: response.frame,
        });
    }
    let next = result.get("nextCursor").filter(|cursor| !cursor.is_null());
    pass.pages.push(Page {
        frame: response.frame,
        cursor: exchange
            .request
            .params()
            .and_then(|params| params.get("cursor"))
            .and_then(Value::as_str)
            .map(|cursor| cursor.into_owned()),
        next: next.map(|cursor| response.json.child(cursor)),
        result: Json::child(&response.json, result),
        n_items: pass.items.len() - n_before,
    });
    if next.is_some() {
        PassEnd::Stopped
    } else {
        PassEnd::Whole
    }
}

/// Which listing counts. A listing that was under way when the server announced a change may be half old and half new, so
/// after an announcement the last whole one counts.
fn settled(connection: &Connection, listing: &Listing) -> Option<usize> {
    let whole = |pass: &Pass| pass.end == PassEnd::Whole;
    let first = listing.passes.iter().position(whole);
    let started = listing
        .passes
        .first()
        .and_then(|pass| pass.pages.first())
        .map(|page| page.frame.frame);
    let changed = connection
        .notifications(listing.kind.changed())
        .any(|message| Some(message.frame.frame) > started);
    let chosen = if changed {
        listing.passes.iter().rposition(whole)
    } else {
        first
    };
    chosen.or_else(|| listing.passes.iter().position(|pass| !pass.pages.is_empty()))
}
