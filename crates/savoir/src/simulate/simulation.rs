//! A simulation under way.

use super::command::{Command, Jump, SetCommand};
use super::evidence::EvidencePath;
use super::moves::{Filter, Options};
use super::random::Random;
use super::reply::{Here, InitialChoice, Reply, Trouble};
use super::script::{find_agent, joint_action, script};
use super::trail::Trail;
use crate::plan::BuildOptions;
use crate::select::no_initial_state;
use crate::session::Step;
use crate::session::{Condition, Making, Session};
use crate::views::{Knower, refute};
use crate::{CheckError, Stop, WrongFormula};
use num_bigint::BigUint;
use savoir_check::Budget;
use savoir_explicit::InitialStates;
use savoir_model::{AgentId, Model, Semantics};

/// How the reachable states are found when they are needed, and the limits of the simulation.
#[derive(Clone, Debug)]
pub struct Settings {
    /// How the reachable states are found.
    pub build: BuildOptions,
    /// How formulas are read.
    pub semantics: Semantics,
    /// Limits on every computation of the simulation, and a way to interrupt it.
    pub budget: Budget,
}

/// A simulation under way: the path walked so far and a place on it.
pub struct Simulation<'m> {
    pub(super) model: &'m Model,
    pub(super) settings: Settings,
    pub(super) initial: InitialStates,
    pub(super) trail: Trail,
    pub(super) random: Random,
    /// Paths of evidence that can be walked along.
    pub(super) evidence: Vec<EvidencePath>,
    /// Formulas whose truth is shown beside the state.
    pub(super) watched: Vec<Condition>,
    /// The reachable states, once they were needed.
    session: Option<Session<'m>>,
}

impl std::fmt::Debug for Simulation<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Simulation").field("trail", &self.trail).finish_non_exhaustive()
    }
}

/// Why a simulation cannot begin.
#[derive(Clone, Debug)]
pub enum NoStart {
    /// The model has no initial state.
    Model(CheckError),
    /// The initial states were not found within the limits.
    Stopped(Stop),
}

impl<'m> Simulation<'m> {
    /// Begins in the first initial state.
    ///
    /// # Errors
    /// If there is no initial state, or it was not found within the budget.
    pub fn new(model: &'m Model, settings: Settings, seed: u64) -> Result<Simulation<'m>, NoStart> {
        let unknown = InitialStates { states: Vec::new(), complete: false };
        let trail = Trail::new(None, Vec::new());
        let mut simulation = Simulation {
            model,
            settings,
            trail,
            initial: unknown,
            random: Random::new(seed),
            evidence: Vec::new(),
            watched: Vec::new(),
            session: None,
        };
        simulation.initial = simulation.listed_initial().map_err(NoStart::Stopped)?;
        let Some(first) = simulation.initial.states.first() else {
            return Err(NoStart::Model(CheckError::Model(vec![no_initial_state(model)])));
        };
        simulation.trail = Trail::new(Some(1), first.clone());
        Ok(simulation)
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &'m Model {
        self.model
    }

    /// The limits of the commands from now on.
    pub fn limit(&mut self, budget: &Budget) {
        self.settings.budget = budget.clone();
        if let Some(session) = &mut self.session {
            session.limit(budget);
        }
    }

    /// Where the simulation is.
    #[must_use]
    pub fn here(&self) -> Here {
        self.trail.moment(self.trail.at())
    }

    /// A place on the path, by its number of steps; `None` beyond the end.
    #[must_use]
    pub fn place(&self, at: usize) -> Option<Here> {
        (at <= self.trail.len()).then(|| self.trail.moment(at))
    }

    /// The whole path, what lies ahead included.
    #[must_use]
    pub fn history(&self) -> Vec<Here> {
        (0..=self.trail.len()).map(|at| self.trail.moment(at)).collect()
    }

    /// The initial states to choose from.
    #[must_use]
    pub fn initial(&self) -> InitialChoice {
        let InitialStates { states, complete } = self.initial.clone();
        InitialChoice { states, complete, chosen: self.trail.number }
    }

    /// What can happen here, of what is wanted.
    #[must_use]
    pub fn options(&self, filter: &Filter) -> Options {
        Options::new(self.model, self.trail.current(), filter, &self.settings.budget)
    }

    /// Takes a step of the options, which is one from here.
    pub fn take(&mut self, step: Step) -> Here {
        self.trail.push(step);
        self.here()
    }

    /// How many states are reachable, if that was found out.
    #[must_use]
    pub fn reachable(&self) -> Option<&BigUint> {
        self.session.as_ref().map(Session::states)
    }

    /// The session as a script that leads here.
    #[must_use]
    pub fn script(&self) -> String {
        let sets = self.session.as_ref().map_or_else(Vec::new, Session::set_commands);
        let watched = self.watched().map(|formula| Command::Watch(formula.to_owned()).to_string());
        script(self.model, &self.trail, &sets.into_iter().chain(watched).collect::<Vec<_>>())
    }

    /// Does what a command says.
    ///
    /// # Errors
    /// If the command is wrong here, or a limit was reached. Then nothing has changed, except that the steps of `random`
    /// before the limit were taken.
    pub fn execute(&mut self, command: &Command) -> Result<Reply, Trouble> {
        match command {
            Command::Start(start) => self.start(start),
            Command::Do { actions, to } => {
                let action = joint_action(self.model, self.trail.current(), actions).map_err(Trouble::Wrong)?;
                self.perform(action, to.as_ref())
            }
            Command::Step(number) => self.step(*number),
            Command::Random(count) => self.walk(*count),
            Command::Seed(seed) => {
                self.random = Random::new(*seed);
                Ok(Reply::Done)
            }
            Command::Back(count) => {
                let at = self.trail.at().checked_sub(*count);
                self.go(at.ok_or_else(|| Trouble::Wrong(format!("there are only {} before", steps(self.trail.at()))))?)
            }
            Command::Forward(count) => {
                let ahead = self.trail.len() - self.trail.at();
                if *count > ahead {
                    return Err(Trouble::Wrong(format!("there are only {} ahead", steps(ahead))));
                }
                self.go(self.trail.at() + count)
            }
            Command::Jump(Jump::Step(at)) if *at > self.trail.len() => {
                Err(Trouble::Wrong(format!("the path has only {}", steps(self.trail.len()))))
            }
            Command::Jump(Jump::Step(at)) => self.go(*at),
            Command::Jump(Jump::Where(condition)) => self.jump(condition),
            Command::Until(condition) => self.until(condition),
            Command::Goal(condition) => self.goal(condition),
            Command::Show => Ok(Reply::Here(self.here())),
            Command::Initial => Ok(Reply::Initial(self.initial())),
            Command::Actions(text) => {
                self.settings.budget.check()?;
                Ok(Reply::Options(self.options(&Filter { text: text.clone(), ..Filter::default() })))
            }
            Command::History => Ok(Reply::History(self.history())),
            Command::Knows(agent) => self.knows(agent.as_deref()),
            Command::Possible { agent, most } => {
                let agent = find_agent(self.model, agent).map_err(Trouble::Wrong)?;
                let state = self.trail.current().clone();
                Ok(Reply::Possible(self.session()?.possible(agent, &state, *most)?))
            }
            Command::Refute { who, formula } => self.refute(who, formula),
            Command::Is(condition) => self.truth(condition, false),
            Command::Expect(condition) => self.truth(condition, true),
            Command::Set(command) => self.set(command),
            Command::Evidence(number) => self.evidence(*number),
            Command::Watch(text) => self.watch(text),
            Command::Unwatch(number) => self.unwatch(*number),
            Command::Truth => self.truths().map(Reply::Truths),
            Command::Save(file) => Ok(Reply::Save { file: file.clone(), script: self.script() }),
        }
    }

    fn knows(&mut self, agent: Option<&str>) -> Result<Reply, Trouble> {
        let model = self.model;
        let agents: Vec<AgentId> = match agent {
            Some(name) => vec![find_agent(model, name).map_err(Trouble::Wrong)?],
            None => model.agent_ids().filter(|agent| model.agent(*agent).declared).collect(),
        };
        let state = self.trail.current().clone();
        let session = self.session()?;
        let about = |agent| session.knowledge(agent, &state);
        Ok(Reply::Knowledge(agents.into_iter().map(about).collect::<Result<_, Stop>>()?))
    }

    fn refute(&mut self, who: &str, formula: &str) -> Result<Reply, Trouble> {
        let knower = Knower::named(self.model, who)?;
        let condition = self.condition(formula)?;
        let state = self.trail.current().clone();
        let found = refute(self.session()?, &state, &knower, &condition)?;
        Ok(Reply::Doubt { knower, formula: condition.text, found })
    }

    fn truth(&mut self, text: &str, expected: bool) -> Result<Reply, Trouble> {
        let condition = self.condition(text)?;
        let state = self.trail.current().clone();
        let holds = self.holds(&condition, &state)?;
        Ok(Reply::Truth { condition: condition.text, holds, expected })
    }

    fn set(&mut self, command: &SetCommand) -> Result<Reply, Trouble> {
        let state = self.trail.current().clone();
        let condition = match command {
            SetCommand::Where(text) => Some(self.condition(text)?),
            _ => None,
        };
        let sets = self.session()?.sets();
        let making = match (command, &condition) {
            (SetCommand::Initial, _) => Some(Making::Initial),
            (SetCommand::Reachable, _) => Some(Making::Reachable),
            (SetCommand::Here, _) => Some(Making::State(&state)),
            (SetCommand::Where(_), Some(condition)) => Some(Making::Where(condition)),
            (SetCommand::Step, _) => Some(Making::Successors),
            (SetCommand::Before, _) => Some(Making::Predecessors),
            _ => None,
        };
        if let Some(making) = making {
            sets.make(making, format!("set {command}"))?;
        } else if sets.commands().is_empty() {
            // The set that everything starts from.
            sets.make(Making::Initial, "set initial".to_owned())?;
        }
        let nothing = || Trouble::Wrong("there is no set before this one".to_owned());
        match command {
            SetCommand::Back if !sets.undo() => Err(nothing()),
            SetCommand::Knows => Ok(Reply::Across(sets.across()?.ok_or_else(nothing)?)),
            SetCommand::List(most) => Ok(Reply::Set(sets.report(*most)?.ok_or_else(nothing)?)),
            _ => Ok(Reply::Set(sets.report(0)?.ok_or_else(nothing)?)),
        }
    }

    /// Reads a condition.
    pub(super) fn condition(&self, text: &str) -> Result<Condition, WrongFormula> {
        Condition::read(self.model, text, self.settings.semantics)
    }

    /// Whether a condition holds in a reachable state.
    pub(super) fn holds(&mut self, condition: &Condition, state: &[u64]) -> Result<bool, Trouble> {
        if let Some(holds) = condition.holds(state) {
            return Ok(holds);
        }
        self.session()?.truth(condition, state)?.ok_or_else(|| {
            Trouble::Wrong(format!("no fair path starts in this state, so `{}` says nothing about it", condition.text))
        })
    }

    /// The session that knows all reachable states, opened when it is first needed. If that is interrupted, the next
    /// question tries again.
    pub(super) fn session(&mut self) -> Result<&mut Session<'m>, Stop> {
        let session = match self.session.take() {
            Some(session) => session,
            None => {
                let Settings { build, budget, .. } = &self.settings;
                Session::open(self.model, build, budget).map_err(|not| not.stop)?
            }
        };
        Ok(self.session.insert(session))
    }
}

fn steps(count: usize) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}
