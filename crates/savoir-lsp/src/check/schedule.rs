//! Which job is next, and what happens when one ends.

use super::job::{Checked, Job, News, Over, Task};
use super::progress::{Bar, sentence};
use super::record::{Record, State};
use super::worker::Worker;
use super::{Checks, Fate, Order, Purpose, Running, outdated};
use crate::documents::{Document, DocumentId, Snapshot};
use crate::server::{Failure, RequestId, Server};
use crate::settings::When;
use lsp_types::{ProgressToken, Uri};
use savoir::Stop;
use serde_json::Value;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

impl Checks {
    /// Takes note of a version that was read: what was known about another one is no more.
    pub(crate) fn read(&mut self, snapshot: &Snapshot) {
        let is_known = self.record.as_ref().is_some_and(|record| record.version == snapshot.version);
        if !is_known && snapshot.model().is_none() {
            let message = "the text has errors".to_owned();
            self.record = Some(Record::new(snapshot, State::Broken, Some(message)));
            self.is_news = true;
        }
    }

    /// The record of this version, a new one if there is none; a check is about to begin.
    fn begin(&mut self, snapshot: &Snapshot, only: &[usize]) {
        let record = self.record.take_if(|record| record.version == snapshot.version);
        let mut record = record.unwrap_or_else(|| Record::new(snapshot, State::Checking, None));
        record.forget(only);
        record.state = State::Checking;
        record.message = None;
        self.record = Some(record);
        self.is_news = true;
    }

    /// Puts something behind what somebody asked for before, and before everything that nobody did.
    fn enqueue(&mut self, order: Order) {
        let place = match order.purpose {
            Purpose::Unasked => self.waiting.len(),
            Purpose::Asked(_) => {
                self.waiting.iter().take_while(|order| matches!(order.purpose, Purpose::Asked(_))).count()
            }
        };
        self.waiting.insert(place, order);
    }

    /// Interrupts what goes on, if something else has to come first.
    fn make_way(&mut self, task: &Task) {
        let Some(running) = self.running.as_mut().filter(|running| running.fate == Fate::Told) else { return };
        let gives_way = match (&running.purpose, running.job.task.is_check(), task.is_check()) {
            (_, false, _) | (Purpose::Asked(_), true, true) => false,
            (Purpose::Unasked, true, _) => true,
            // Its states are known, so it goes on at once afterwards.
            (Purpose::Asked(_), true, false) => running.has_answers,
        };
        if gives_way {
            running.fate = Fate::Resumed;
            running.job.cancel();
        }
    }
}

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
        request: Option<RequestId>,
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
        self.order(uri, &snapshot, task, (Purpose::Asked(request), token));
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
    fn advance(&mut self, id: DocumentId) {
        self.spare_models(id);
        let means = self.means.clone();
        let Some(document) = self.documents.with_id(id) else { return };
        let checks = &mut document.checks;
        if checks.running.is_some() {
            return;
        }
        let Some(Order { job, purpose, token }) = checks.waiting.pop_front() else { return };
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
                let record = checks.record.as_mut().filter(|record| record.version == running.job.snapshot.version);
                if let Some(record) = record.filter(|_| is_told) {
                    record.answer(answer);
                    checks.is_news = true;
                }
            }
            News::Over(over) => self.job_over(id, over),
        }
    }

    /// A job has ended.
    fn job_over(&mut self, id: DocumentId, over: Over) {
        let Some(document) = self.documents.with_id(id) else { return };
        let Some(Running { job, purpose, bar, fate, .. }) = document.checks.running.take() else { return };
        match fate {
            Fate::Dropped => {}
            Fate::Told => self.tell_over(id, &job, purpose, over),
            Fate::Resumed => self.resume(id, job, purpose),
        }
        self.end_bar(bar);
        self.advance(id);
    }

    /// What is left of a job waits for its turn again.
    fn resume(&mut self, id: DocumentId, mut job: Job, purpose: Purpose) {
        let cancelled: Arc<AtomicBool> = match &purpose {
            Purpose::Asked(Some(request)) => self.pending.renew(request),
            Purpose::Asked(None) | Purpose::Unasked => Arc::default(),
        };
        self.serial += 1;
        let serial = self.serial;
        let Some(document) = self.documents.with_id(id) else { return };
        let Some(record) = &document.checks.record else { return };
        if let Task::Check { only } = &mut job.task {
            let open = record.open(only);
            if open.is_empty() && !record.formulas.is_empty() {
                return self.tell_over(id, &job, purpose, Over::Interrupted);
            }
            *only = open;
        }
        document.checks.enqueue(Order { job: Job { serial, cancelled, ..job }, purpose, token: None });
    }

    /// Tells whoever asked, and keeps what was found out.
    fn tell_over(&mut self, id: DocumentId, job: &Job, purpose: Purpose, over: Over) {
        let Some(document) = self.documents.with_id(id) else { return };
        let result = match over {
            Over::Evidence(found) => found.map_err(Failure::failed).and_then(to_json),
            Over::Paths(found) => match (found, &purpose) {
                (Err(problem), _) => Err(Failure::failed(problem)),
                (Ok(_), Purpose::Unasked | Purpose::Asked(None)) => return,
                (Ok(paths), Purpose::Asked(Some(request))) => {
                    match self.begin_simulation(request, job.snapshot.clone(), Some(paths)) {
                        // The simulation answers.
                        Ok(()) => return,
                        Err(failure) => Err(failure),
                    }
                }
            },
            over if !job.task.is_check() => Err(no_evidence(&over)),
            over => {
                let version = job.snapshot.version;
                let Some(record) = document.checks.record.as_mut().filter(|record| record.version == version) else {
                    return;
                };
                record.conclude(over, job);
                document.is_published &= record.diagnostics.is_empty();
                document.checks.is_news = true;
                to_json(record.told(&document.uri.0))
            }
        };
        if let Purpose::Asked(Some(request)) = purpose {
            self.answer(&request, result);
        }
    }
}

impl Record {
    /// Takes in how a check ended.
    fn conclude(&mut self, over: Over, job: &Job) {
        (self.state, self.message) = match over {
            Over::Checked(Checked { states, engine, diagnostics, stop }) => {
                self.states = states.or(self.states.take());
                self.engine = Some(engine);
                self.diagnostics = diagnostics;
                match stop {
                    None => (State::Done, None),
                    Some(Stop::Cancelled) => (State::Cancelled, None),
                    Some(stop) => {
                        let seconds = job.limits.time.as_secs_f64();
                        let limit = if stop == Stop::Time { format!(" after {seconds} s") } else { String::new() };
                        (State::Stopped, Some(format!("{stop}{limit}")))
                    }
                }
            }
            Over::Refused { diagnostics, message } => {
                self.diagnostics = diagnostics;
                (State::Broken, Some(message))
            }
            Over::Interrupted => (State::Done, None),
            Over::Unwanted | Over::Evidence(_) | Over::Paths(_) => (State::Cancelled, None),
            Over::Failed => (State::Broken, Some(Failure::internal().message)),
        };
    }
}

fn to_json(result: impl serde::Serialize) -> Result<Value, Failure> {
    serde_json::to_value(result).map_err(|_| Failure::internal())
}

/// Why there is no evidence.
fn no_evidence(over: &Over) -> Failure {
    match over {
        Over::Refused { message, .. } => Failure::failed(message),
        Over::Unwanted | Over::Interrupted => Failure::cancelled(),
        Over::Checked(_) | Over::Evidence(_) | Over::Paths(_) | Over::Failed => Failure::internal(),
    }
}
