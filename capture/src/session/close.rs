//! Closes connections, in good order or in haste, and says what a failed start was not told.

use std::io::Write;

use mcpward_schemas::snapshot::EventKind;

use super::{Ending, Session};
use crate::transport::Haste;

impl<W: Write> Session<'_, W> {
    /// Closes the connection, if one is open, and keeps all that still comes. Bounded by the delays of the shutdown.
    pub(super) async fn close(&mut self, haste: Haste) -> Result<(), Ending> {
        let Some(talk) = self.talk.as_mut() else { return Ok(()) };
        talk.connection.close(haste);
        let mut ending = None;
        while let Some(talk) = self.talk.as_mut().filter(|talk| !talk.is_gone) {
            if haste == Haste::Forced || ending.is_some() {
                let incoming = talk.connection.next().await;
                self.take(incoming)?;
            } else if let Err(early) = self.pump(None).await {
                if let Some(talk) = self.talk.as_mut() {
                    talk.connection.close(Haste::Forced);
                }
                ending = Some(early);
            }
        }
        self.tell_withheld()?;
        self.talk = None;
        ending.map_or(Ok(()), Err)
    }

    /// A server that never answered may have missed a variable that it was not given: its own words tell.
    fn tell_withheld(&mut self) -> Result<(), Ending> {
        let Some(talk) = self.talk.as_ref().filter(|talk| !talk.has_answered) else {
            return Ok(());
        };
        let Some(environment) = &talk.environment else {
            return Ok(());
        };
        let variables = environment.withheld_in(&talk.stderr.text);
        if !variables.is_empty() {
            self.story.withheld(&variables);
            self.recorder.event(talk.conn, EventKind::Withheld { variables })?;
        }
        Ok(())
    }
}
