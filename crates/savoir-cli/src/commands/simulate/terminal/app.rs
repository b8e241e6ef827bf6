//! What the screen shows, and what is selected on it.

use super::selection::{Focus, Lines, Prompt, Side};
use super::worker::{Done, Outcome, Problem, Request, View, Worker};
use ratatui::crossterm::event::KeyEvent;
use savoir::simulate::{
    Command, Ending, EvidencePath, Filter, KnownAcross, PossibleStates, Reply, SetCommand, SetReport, StateKnowledge,
    Walk,
};
use savoir::{ActionId, AgentId, Model, Stop};
use savoir_report::simulation::{not_reached, stuck_before};
use savoir_report::workbench::doubt_sentence;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Something that takes a while.
#[derive(Clone, Copy, Debug)]
pub(super) struct Working {
    pub(super) since: Instant,
    /// Whether it was told to stop because of the time limit.
    late: bool,
}

/// What is known about knowledge.
#[derive(Clone, Debug)]
pub(super) enum Knowledge {
    /// To be asked for.
    Wanted,
    Found(Vec<StateKnowledge>),
    Unknown(Stop),
}

pub(super) struct App {
    pub(super) model: Arc<Model>,
    pub(super) file: String,
    pub(super) worker: Worker,
    timeout: Option<Duration>,
    pub(super) view: Option<View>,
    pub(super) focus: Focus,
    pub(super) side: Side,
    pub(super) lines: Lines,
    /// How many columns of the focused panel are off the left edge.
    pub(super) pan: u16,
    /// The action that each agent is to do, for those that are fixed.
    pub(super) fixed: Vec<(AgentId, ActionId)>,
    pub(super) filter: String,
    pub(super) prompt: Option<Prompt>,
    pub(super) message: Message,
    pub(super) working: Option<Working>,
    /// Keys that were pressed while something was running.
    ahead: VecDeque<KeyEvent>,
    pub(super) knowledge: Knowledge,
    pub(super) possible: Option<PossibleStates>,
    pub(super) set: Option<SetReport>,
    pub(super) across: Option<Vec<KnownAcross>>,
    /// The paths of the evidence that was opened.
    pub(super) evidence: Vec<EvidencePath>,
    /// The agent whose column of the knowledge is selected, by its place.
    pub(super) knower: usize,
    pub(super) help: bool,
    /// Whether the initial state is being chosen.
    pub(super) choosing: bool,
    pub(super) over: bool,
    pub(super) interrupted: bool,
}

/// What the last line says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Message {
    Hint,
    Note(String),
    Problem(String),
}

impl App {
    pub(super) fn new(model: Arc<Model>, file: &str, worker: Worker, timeout: Option<Duration>) -> App {
        let mut app = App {
            model,
            file: file.to_owned(),
            worker,
            timeout,
            view: None,
            focus: Focus::Steps,
            side: Side::History,
            lines: Lines::default(),
            pan: 0,
            fixed: Vec::new(),
            filter: String::new(),
            prompt: None,
            message: Message::Hint,
            working: None,
            ahead: VecDeque::new(),
            knowledge: Knowledge::Wanted,
            possible: None,
            set: None,
            across: None,
            evidence: Vec::new(),
            knower: 0,
            help: false,
            choosing: false,
            over: false,
            interrupted: false,
        };
        app.ask(Request::Look);
        app
    }

    /// Asks the session for something; the screen goes on.
    pub(super) fn ask(&mut self, request: Request) {
        let filter = Filter { actions: self.fixed.clone(), text: self.filter.clone() };
        self.working = Some(Working { since: Instant::now(), late: false });
        self.worker.ask(request, filter);
    }

    /// Opens evidence that was named when the program was started.
    pub(super) fn open_first(&mut self, file: &Path) {
        self.ask(Request::Load(file.to_string_lossy().into_owned()));
    }

    pub(super) fn run(&mut self, command: Command) {
        self.message = Message::Hint;
        self.ask(Request::Run(command));
    }

    /// Keeps a key for later.
    pub(super) fn keep(&mut self, key: KeyEvent) {
        self.ahead.push_back(key);
    }

    /// Presses the keys that were kept, as far as nothing is running.
    pub(super) fn type_ahead(&mut self) {
        while self.working.is_none()
            && let Some(key) = self.ahead.pop_front()
        {
            self.press(key);
        }
    }

    /// Stops what is running and forgets the keys that were pressed meanwhile.
    pub(super) fn interrupt(&mut self) {
        self.ahead.clear();
        self.worker.interrupt();
    }

    /// Stops what runs for too long.
    pub(super) fn watch_the_clock(&mut self) {
        if let (Some(working), Some(limit)) = (&mut self.working, self.timeout)
            && working.since.elapsed() > limit
        {
            working.late = true;
            self.worker.interrupt();
        }
    }

    /// Takes up what the session answered.
    pub(super) fn receive(&mut self, done: Done) {
        let late = self.working.take().is_some_and(|working| working.late);
        let first = self.view.is_none();
        let moved = self.view.as_ref().is_none_or(|view| view.here != done.view.here);
        if moved {
            self.fixed.clear();
            self.lines.steps = 0;
            self.possible = None;
            // What could not be found out is asked for again only when somebody wants to wait for it.
            if !matches!(self.knowledge, Knowledge::Unknown(_)) {
                self.knowledge = Knowledge::Wanted;
            }
        }
        self.lines.steps = self.lines.steps.min(done.view.options.steps.len().saturating_sub(1));
        let filtered = moved && !first && done.view.options.steps.is_empty() && !self.filter.is_empty();
        self.view = Some(done.view);
        if moved && self.side == Side::History {
            self.select_here();
        }
        match done.result {
            Ok(outcome) => self.accept(outcome),
            Err(Problem::Stopped(stop)) => {
                let stop = if late { Stop::Time } else { stop };
                if matches!(self.knowledge, Knowledge::Wanted) && self.side == Side::Knowledge {
                    self.knowledge = Knowledge::Unknown(stop);
                }
                self.message = Message::Problem(format!("unknown: {stop}"));
            }
            Err(Problem::Wrong(message)) => self.message = Message::Problem(message),
        }
        if filtered && self.message == Message::Hint {
            self.message = Message::Note("the filter hides all steps: `c` clears it".to_owned());
        }
        if first {
            self.choosing =
                self.evidence.is_empty() && self.view.as_ref().is_some_and(|view| view.initial.states.len() > 1);
        }
        if self.side == Side::Knowledge && matches!(self.knowledge, Knowledge::Wanted) && self.working.is_none() {
            self.ask(Request::Knowledge);
        }
    }

    fn accept(&mut self, outcome: Outcome) {
        match outcome {
            Outcome::Nothing => {}
            Outcome::Loaded(count) => self.note(format!("{count} commands executed")),
            Outcome::Knowledge(found) => self.knowledge = Knowledge::Found(found),
            Outcome::Replied(reply) => self.reply(reply),
        }
    }

    fn note(&mut self, text: String) {
        self.message = Message::Note(text);
    }

    fn reply(&mut self, reply: Reply) {
        match reply {
            Reply::Walked(Walk { places, ending }) => match ending {
                Ending::Arrived if places.len() > 1 => self.note(format!("{} steps", places.len())),
                Ending::Arrived => {}
                Ending::Stuck => self.note("this state has no successor".to_owned()),
                Ending::StuckBefore(condition, taken) => self.note(stuck_before(&condition, taken)),
                Ending::Reached(condition) => {
                    self.note(format!("{condition} holds here, after {} steps", places.len()));
                }
                Ending::NotReached(condition, taken) => self.note(not_reached(&condition, taken)),
                Ending::Unreachable(condition) => self.note(format!("no path leads to where {condition} holds")),
            },
            Reply::Truth { condition, holds, .. } => self.note(format!("{condition} is {holds} here")),
            Reply::Doubt { knower, formula, found } => {
                self.note(doubt_sentence(&self.model, &knower, &formula, &found));
            }
            Reply::Knowledge(found) => {
                self.show(Side::Knowledge);
                self.knowledge = Knowledge::Found(found);
            }
            Reply::Possible(found) => {
                self.show(Side::Knowledge);
                self.possible = Some(found);
                self.lines.side = 0;
            }
            Reply::Set(report) => {
                self.show(Side::Set);
                self.set = Some(report);
                self.across = None;
            }
            Reply::Across(known) => {
                self.show(Side::Set);
                self.across = Some(known);
            }
            Reply::Evidence(paths) => {
                self.evidence = paths;
                self.choosing = false;
                self.show(Side::Evidence);
                self.lines.side = 0;
                self.note("Enter opens a path, f goes on along it".to_owned());
            }
            Reply::Save { file, .. } => self.note(format!("written to {file}")),
            Reply::History(_) => self.show(Side::History),
            Reply::Initial(_) => self.choosing = true,
            Reply::Here(_) | Reply::Options(_) | Reply::Truths(_) | Reply::Done => {}
        }
    }

    /// Shows something in the lower right panel.
    pub(super) fn show(&mut self, side: Side) {
        if self.side != side {
            self.side = side;
            self.lines.side = 0;
        }
        self.pan = 0;
        self.focus = Focus::Side;
        if side == Side::History {
            self.select_here();
        }
    }

    /// Selects the current place in the history.
    fn select_here(&mut self) {
        if let Some(view) = &self.view {
            let first = view.history.first().map_or(0, |place| place.step);
            self.lines.side = view.here.step - first;
        }
    }

    /// Shows what agents know, and asks for it if need be.
    pub(super) fn show_knowledge(&mut self) {
        self.show(Side::Knowledge);
        self.possible = None;
        self.message = Message::Hint;
        if !matches!(self.knowledge, Knowledge::Found(_)) {
            self.knowledge = Knowledge::Wanted;
            self.ask(Request::Knowledge);
        }
    }

    /// Shows the set of states.
    pub(super) fn show_set(&mut self) {
        self.show(Side::Set);
        if self.set.is_none() {
            self.run(Command::Set(SetCommand::Show));
        }
    }

    /// The agents that do something, in the order of the model.
    pub(super) fn acting(&self) -> Vec<AgentId> {
        self.model.agent_ids().filter(|agent| !self.model.agent(*agent).actions.is_empty()).collect()
    }
}
