//! When jobs begin, and what is heard of them.

use super::job::{Job, News, Over, Task};
use super::progress::{Bar, sentence};
use super::record::State;
use super::worker::Worker;
use super::{Checks, Fate, Order, Purpose, Running, outdated};
use crate::documents::{Document, DocumentId, Snapshot};
use crate::server::{Failure, RequestId, Server};
use crate::settings::When;
use lsp_types::{ProgressToken, Uri};
use std::sync::Arc;
use std::time::Instant;

impl Server {
    /// A document was opened.
    pub(crate) fn text_opened(&mut self, uri: &Uri) {
        let is_wanted = self.settings.check != When::Manual;
        if let Some(document) = self.documents.get(uri) {
            document.checks.due = is_wanted.then(Instant::now);
        }
    }

    /// A text was changed: checks of what it was are of no use any more.
    pub(crate) fn text_changed(&mut self, uri: &Uri) {
        let due = (self.settings.check == When::Type).then(|| Instant::now() + self.options.pause);
        let Some(document) = self.documents.get(uri) else { return };
        let mut bars = Vec::new();
        document.checks.due = due;
        document.checks.count_anew();
        let waiting = document.checks.stop(Task::is_check, &mut bars);
        let record = document.checks.record.as_mut().filter(|record| record.state == State::Checking);
        if let Some(record) = record {
            record.state = State::Cancelled;
            document.checks.is_news = true;
        }
        bars.into_iter().for_each(|bar| self.end_bar(bar));
        for request in waiting {
            self.answer(&request, Err(outdated()));
        }
    }

    /// A document was saved.
    pub(crate) fn text_saved(&mut self, uri: &Uri) {
        let mode = self.settings.check;
        if let Some(document) = self.documents.get(uri)
            && (mode == When::Save || mode == When::Type && document.checks.due.is_some())
        {
            document.checks.due = Some(Instant::now());
        }
    }

    /// Begins the checks whose time has come.
    pub(crate) fn begin_due_checks(&mut self) {
        let now = Instant::now();
        let is_due = |checks: &mut Checks| checks.due.take_if(|due| *due <= now).is_some();
        let due =
            self.documents.all().filter_map(|document| is_due(&mut document.checks).then(|| document.uri.clone()));
        for uri in due.collect::<Vec<Uri>>() {
            let Some(snapshot) = self.documents.get(&uri).and_then(|document| document.current()) else { continue };
            if snapshot.model().is_some() {
                self.order(&uri, &snapshot, Task::Check { only: Vec::new() }, (Purpose::Unasked, None));
            }
        }
    }

    /// Somebody asks for verdicts, or for evidence.
    pub(crate) fn ask(
        &mut self,
        request: &RequestId,
        uri: &Uri,
        task: Task,
        token: Option<ProgressToken>,
    ) -> Result<(), Failure> {
        let Some(document) = self.documents.get(uri) else { return Err(Failure::not_open()) };
        let snapshot = if task.is_check() { document.current() } else { document.good() };
        let snapshot = snapshot.filter(|snapshot| snapshot.model().is_some());
        let Some(snapshot) = snapshot else { return Err(Failure::failed("the text has errors")) };
        let formulas = snapshot.model().map_or(0, |model| model.properties.len());
        if let Some(index) = task.named().iter().find(|index| !(1..=formulas).contains(*index)) {
            return Err(Failure::wrong(format!("there is no formula {index}")));
        }
        if task.is_check() {
            document.checks.due = None;
        }
        self.order(uri, &snapshot, task, (Purpose::Asked(Some(request.clone())), token));
        Ok(())
    }

    fn order(&mut self, uri: &Uri, snapshot: &Arc<Snapshot>, task: Task, wish: (Purpose, Option<ProgressToken>)) {
        let (purpose, token) = wish;
        self.serial += 1;
        let (limits, cancelled) = match &purpose {
            Purpose::Unasked => (self.settings.unasked, Arc::default()),
            Purpose::Asked(Some(request)) => (self.settings.asked, self.pending.flag(request)),
            Purpose::Asked(None) => (self.settings.asked, Arc::default()),
        };
        let limits = limits.within(&self.options);
        let Some(document) = self.documents.get(uri) else { return };
        document.checks.make_way(&task);
        if let Task::Check { only } = &task {
            document.checks.begin(snapshot, only);
        }
        let job = Job { serial: self.serial, snapshot: snapshot.clone(), task, limits, cancelled };
        document.checks.enqueue(Order { job, purpose, token });
        let id = document.id;
        self.advance(id);
    }

    /// Gives the worker of a document its next job, if it has none.
    pub(super) fn advance(&mut self, id: DocumentId) {
        self.spare_models(id);
        let means = self.means.clone();
        let Some(document) = self.documents.with_id(id) else { return };
        let checks = &mut document.checks;
        if checks.running.is_some() {
            return;
        }
        let Some(Order { job, purpose, token }) = checks.next() else { return };
        if checks.worker.is_none() {
            checks.worker = Worker::start(id, means);
        }
        let given = checks.worker.as_ref().map(|worker| worker.give(job.clone()));
        let is_given = matches!(given, Some(Ok(())));
        if !is_given {
            checks.worker = None;
        }
        let title = format!("Savoir: {}", document.name);
        let bar = token.clone().map_or_else(Bar::later, Bar::Shown);
        checks.running = Some(Running { job, purpose, bar, has_answers: false, fate: Fate::Told });
        if let Some(token) = &token {
            self.client.begin_bar(token, &title);
        }
        if !is_given {
            self.job_over(id, Over::Failed);
        }
    }

    /// Lets go of the states that were not asked about for longest, if too many documents have some and this one is about to.
    pub(crate) fn spare_models(&mut self, used: DocumentId) {
        self.serial += 1;
        let serial = self.serial;
        if let Some(document) = self.documents.with_id(used) {
            document.used = serial;
        }
        let others = || |document: &&mut Document| document.id != used && document.keeps_states();
        if self.documents.all().filter(others()).count() < self.options.kept_models {
            return;
        }
        let idle = self.documents.all().filter(others()).filter(|document| document.checks.is_idle());
        if let Some(oldest) = idle.min_by_key(|document| document.used) {
            oldest.checks.spare();
            oldest.asker = None;
        }
    }

    /// Takes news of a worker in.
    pub(crate) fn hear_work(&mut self, id: DocumentId, serial: u64, news: News) {
        let Some(document) = self.documents.with_id(id) else { return };
        let checks = &mut document.checks;
        let Some(running) = checks.running.as_mut().filter(|running| running.job.serial == serial) else { return };
        match news {
            News::Progress(progress) => {
                if let Bar::Shown(token) = &running.bar {
                    let token = token.clone();
                    self.client.report(&token, &sentence(&progress));
                }
            }
            News::Answer(answer) => {
                running.has_answers = true;
                // Evidence comes with the verdict too, but nobody has asked for that.
                let is_told = running.fate != Fate::Dropped && running.job.task.is_check();
                let record = checks.record.as_mut().filter(|record| record.is_about(&running.job.snapshot));
                if let Some(record) = record.filter(|_| is_told) {
                    record.answer(answer);
                    checks.is_news = true;
                }
            }
            News::Over(over) => self.job_over(id, over),
        }
    }
}
