//! What a server offers and how it behaved, read from snapshots. Reading never fails and never drops.
