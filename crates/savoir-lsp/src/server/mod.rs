//! The loop of the server: one message or one piece of news after the other.

mod abilities;
mod capabilities;
mod client;
mod failure;
mod lifecycle;
mod notifications;
mod pending;
mod publish;
mod requests;

pub(crate) use abilities::Abilities;
pub(crate) use client::Client;
pub(crate) use failure::Failure;
pub(crate) use lsp_server::RequestId;
pub(crate) use publish::diagnostic;
pub(crate) use requests::parameters;

use crate::ServerOptions;
use crate::asks::Walks;
use crate::check::{Means, News};
use crate::documents::{DocumentId, Documents, Revision};
use crate::settings::Settings;
use crossbeam_channel::{Receiver, select, unbounded};
use lifecycle::Stage;
use lsp_server::{Connection, Message};
use pending::Pending;
use savoir::LineCount;
use savoir::play::Play;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Time between two looks at what nobody reports, such as a parent that is gone.
const TICK: Duration = Duration::from_millis(500);
/// So long messages may keep coming before something is done about what they have changed.
const PATIENCE: Duration = Duration::from_millis(40);
/// So long the threads have to notice that nobody wants their answers any more.
const GRACE: Duration = Duration::from_secs(2);

/// How a connection ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The client said that it has finished, in the order that the protocol asks for.
    Finished,
    /// The client told the server to end without having announced it.
    Unannounced,
    /// The client, or the process that it belongs to, is gone.
    Vanished,
}

impl End {
    /// The exit code that the protocol asks for.
    #[must_use]
    pub fn code(self) -> u8 {
        match self {
            End::Finished => 0,
            End::Unannounced | End::Vanished => 1,
        }
    }
}

/// What threads tell the server.
pub(crate) enum Event {
    /// About a job on a document.
    Work { document: DocumentId, serial: u64, news: News },
    /// The answer to a request.
    Answer { request: RequestId, answer: Result<Value, Failure> },
    /// A play, or why there is none.
    Opened { request: RequestId, play: Result<Box<Play>, Failure> },
    /// In how many states lines of protocols apply.
    Lines { document: DocumentId, revision: Revision, counts: Vec<LineCount> },
    /// A simulation that can be used now.
    Begun { request: RequestId, simulation: String, answer: Value },
    /// One that nobody can use any more.
    Ended { simulation: String },
}

/// A server with its one client.
pub(crate) struct Server {
    pub(crate) client: Client,
    pub(crate) options: ServerOptions,
    pub(crate) settings: Settings,
    pub(crate) documents: Documents,
    pub(crate) pending: Pending,
    pub(crate) means: Means,
    pub(crate) walks: Walks,
    /// The number of the last job.
    pub(crate) serial: u64,
    /// When clients were last told to show verdicts anew.
    pub(crate) refreshed: Option<Instant>,
    stage: Stage,
    /// The process that the client belongs to, if it is watched.
    parent: Option<i32>,
    /// Since when something has changed that nothing was done about.
    unsettled: Option<Instant>,
}

/// Serves one client until it says that it has finished, or is gone. Then all that was going on has been stopped.
pub fn serve(connection: Connection, options: ServerOptions) -> End {
    let (events, heard) = unbounded();
    let Connection { sender, receiver } = connection;
    let means = Means {
        slots: options.slots.clone(),
        budget: options.budget.clone(),
        threads: options.threads,
        events,
        alive: Arc::new(()),
    };
    let alive = means.alive.clone();
    let mut server = Server {
        client: Client::new(sender),
        options,
        settings: Settings::default(),
        documents: Documents::default(),
        pending: Pending::default(),
        means,
        walks: Walks::default(),
        serial: 0,
        refreshed: None,
        stage: Stage::Silent,
        parent: None,
        unsettled: None,
    };
    let end = server.run(&receiver, &heard);
    server.stop();
    drop(server);
    wait_for(&alive);
    end
}

/// Waits for threads that have a copy of this, but not for ever: they end by themselves in any case.
fn wait_for(alive: &Arc<()>) {
    let start = Instant::now();
    while Arc::strong_count(alive) > 1 && start.elapsed() < GRACE {
        std::thread::sleep(Duration::from_millis(2));
    }
}

impl Server {
    fn run(&mut self, messages: &Receiver<Message>, events: &Receiver<Event>) -> End {
        loop {
            let wait = self.next_time().saturating_duration_since(Instant::now());
            select! {
                recv(messages) -> message => {
                    let Ok(message) = message else { return End::Vanished };
                    self.unsettled.get_or_insert_with(Instant::now);
                    if let Some(end) = self.take(message) {
                        return end;
                    }
                }
                recv(events) -> event => {
                    if let Ok(event) = event {
                        self.unsettled.get_or_insert_with(Instant::now);
                        self.carefully(|server| server.hear(event));
                    }
                }
                default(wait) => {}
            }
            let is_quiet = messages.is_empty() && events.is_empty();
            if is_quiet || self.unsettled.is_some_and(|since| since.elapsed() > PATIENCE) {
                self.carefully(Server::settle);
            }
            if self.client.is_gone() || self.parent_is_gone() {
                return End::Vanished;
            }
        }
    }

    /// A bug somewhere below is no reason to end the conversation.
    fn carefully(&mut self, work: impl FnOnce(&mut Server)) {
        if catch_unwind(AssertUnwindSafe(|| work(self))).is_err() {
            self.client.log(&Failure::internal().message);
        }
    }

    /// When there is something to do without a message.
    fn next_time(&mut self) -> Instant {
        let tick = Instant::now() + TICK;
        self.documents.all().filter_map(|document| document.checks.due).min().map_or(tick, |due| due.min(tick))
    }

    /// Does what follows from the messages so far.
    fn settle(&mut self) {
        self.unsettled = None;
        self.publish_all();
        self.begin_due_checks();
        self.tell_verdicts();
        self.show_bars();
    }

    fn hear(&mut self, event: Event) {
        match event {
            Event::Work { document, serial, news } => self.hear_work(document, serial, news),
            Event::Answer { request, answer } => self.answer(&request, answer),
            Event::Opened { request, play } => self.play_opened(&request, play),
            Event::Lines { document, revision, counts } => self.lines_counted(document, revision, counts),
            Event::Begun { request, simulation, answer } => self.simulation_begun(&request, &simulation, answer),
            Event::Ended { simulation } => self.simulation_ended(&simulation),
        }
    }

    /// Answers a request, unless somebody has done so already or does not want to know.
    pub(crate) fn answer(&mut self, request: &RequestId, answer: Result<Value, Failure>) {
        if self.pending.complete(request) {
            self.client.respond(request.clone(), answer);
        }
    }

    /// Stops everything.
    fn stop(&mut self) {
        self.pending.cancel_all();
        self.walks = Walks::default();
        for document in self.documents.take_all() {
            document.checks.close();
        }
    }
}
