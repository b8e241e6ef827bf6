//! Questions on their way to the thread that has the states of a document.

use super::answers::{For, Question};
use super::asker::{Asker, Asking};
use crate::documents::{DocumentId, Revision};
use crate::server::{Failure, Server};
use lsp_types::Uri;
use savoir::{BigUint, LineCount};
use std::time::Duration;

/// The lines of protocols are counted only where there are no more states, since these are found once more for it.
const MOST_STATES: u32 = 100_000;
/// And only for so long.
const TIME: Duration = Duration::from_secs(2);

impl Server {
    /// Hands a question to the thread that has the states of a document; it is started if there is none.
    pub(super) fn give(&mut self, uri: &Uri, mut asking: Asking) -> Result<(), Failure> {
        let used = self.documents.get(uri).ok_or_else(Failure::not_open)?.id;
        self.spare_models(used);
        let means = self.means.clone();
        let document = self.documents.get(uri).ok_or_else(Failure::not_open)?;
        if let Some(asker) = &document.asker {
            match asker.give(asking) {
                Ok(()) => return Ok(()),
                // The thread is gone, and another one takes its place.
                Err(back) => asking = *back,
            }
        }
        let asker = Asker::start(means).ok_or_else(Failure::internal)?;
        let given = asker.give(asking).map_err(|_| Failure::internal());
        document.asker = Some(asker);
        given
    }

    /// Has the lines of protocols counted after a check, if the client shows such things and there are few states.
    pub(crate) fn count_lines(&mut self, id: DocumentId) {
        let limits = self.settings.unasked.within(&self.options);
        if !self.client.abilities.shows_hints {
            return;
        }
        let Some(document) = self.documents.with_id(id) else { return };
        let Some(record) = document.checks.record.as_ref().filter(|record| record.lines.is_none()) else { return };
        let are_few = record.states.as_ref().is_some_and(|states| *states <= BigUint::from(MOST_STATES));
        let revision = record.revision();
        let Some(snapshot) = document.current().filter(|snapshot| are_few && snapshot.revision == revision) else {
            return;
        };
        let limits = crate::settings::Limits { time: limits.time.min(TIME), ..limits };
        let cancelled = document.checks.count_anew();
        let whom = For::Hints(id, revision);
        let uri = document.uri.clone();
        // If there is no thread for it, there are no such hints.
        drop(self.give(&uri, Asking { whom, snapshot, question: Question::Lines, limits, cancelled }));
    }

    /// Lines of protocols were counted.
    pub(crate) fn lines_counted(&mut self, id: DocumentId, revision: Revision, counts: Vec<LineCount>) {
        let Some(document) = self.documents.with_id(id) else { return };
        if let Some(record) = document.checks.record.as_mut().filter(|record| record.revision() == revision) {
            record.lines = Some(counts);
            self.refresh();
        }
    }
}
