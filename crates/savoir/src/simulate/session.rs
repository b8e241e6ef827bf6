//! A simulation under way.

use super::command::{Command, Jump, SetCommand};
use super::condition::Condition;
use super::initial;
use super::moves::{Filter, Options, Step};
use super::oracle::{Oracle, Settings, consult};
use super::random::Random;
use super::reply::{Here, InitialChoice, Reply, Trouble};
use super::script::{find_agent, joint_action, script};
use super::sets::Making;
use super::trail::Trail;
use crate::select::no_initial_state;
use crate::{CheckError, Stop};
use num_bigint::BigUint;
use savoir_explicit::InitialStates;
use savoir_model::{AgentId, Model};

/// A simulation under way: the path walked so far and a place on it.
pub struct Session<'m> {
    pub(super) model: &'m Model,
    pub(super) settings: Settings,
    pub(super) initial: InitialStates,
    pub(super) trail: Trail,
    pub(super) random: Random,
    /// The reachable states, once they were needed.
    oracle: Option<Box<dyn Oracle + 'm>>,
}

impl std::fmt::Debug for Session<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Session").field("trail", &self.trail).finish_non_exhaustive()
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

impl<'m> Session<'m> {
    /// Begins in the first initial state.
    ///
    /// # Errors
    /// If there is no initial state, or it was not found within the budget.
    pub fn new(model: &'m Model, settings: Settings, seed: u64) -> Result<Session<'m>, NoStart> {
        let initial = initial::listed(model, &settings.budget).map_err(NoStart::Stopped)?;
        let Some(first) = initial.states.first() else {
            return Err(NoStart::Model(CheckError::Model(vec![no_initial_state(model)])));
        };
        let trail = Trail::new(Some(1), first.clone());
        Ok(Session { model, settings, trail, initial, random: Random::new(seed), oracle: None })
    }

    /// The model.
    #[must_use]
    pub fn model(&self) -> &'m Model {
        self.model
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
        self.oracle.as_ref().map(|oracle| oracle.reachable())
    }

    /// The session as a script that leads here.
    #[must_use]
    pub fn script(&self) -> String {
        let sets = self.oracle.as_ref().map_or_else(Vec::new, |oracle| oracle.commands());
        script(self.model, &self.trail, &sets)
    }

    /// Does what a command says.
    ///
    /// # Errors
    /// If the command is wrong here, or a limit was reached. Then nothing has changed, except that random steps before the
    /// limit were taken.
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
                Ok(Reply::Possible(self.oracle()?.possible(agent, &state, *most)?))
            }
            Command::Is(condition) => self.truth(condition, false),
            Command::Expect(condition) => self.truth(condition, true),
            Command::Set(command) => self.set(command),
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
        let oracle = self.oracle()?;
        let about = |agent| oracle.knowledge(agent, &state);
        Ok(Reply::Knowledge(agents.into_iter().map(about).collect::<Result<_, Stop>>()?))
    }

    fn truth(&mut self, text: &str, expected: bool) -> Result<Reply, Trouble> {
        let condition = Condition::read(self.model, text)?;
        let state = self.trail.current().clone();
        let holds = self.holds(&condition, &state)?;
        Ok(Reply::Truth { condition: condition.text, holds, expected })
    }

    fn set(&mut self, command: &SetCommand) -> Result<Reply, Trouble> {
        let state = self.trail.current().clone();
        let condition = match command {
            SetCommand::Where(text) => Some(Condition::read(self.model, text)?),
            _ => None,
        };
        let oracle = self.oracle()?;
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
            oracle.make(making, format!("set {command}"))?;
        } else if oracle.commands().is_empty() {
            // The set that everything starts from.
            oracle.make(Making::Initial, "set initial".to_owned())?;
        }
        let nothing = || Trouble::Wrong("there is no set before this one".to_owned());
        match command {
            SetCommand::Back if !oracle.undo() => Err(nothing()),
            SetCommand::Knows => Ok(Reply::Across(oracle.across()?.ok_or_else(nothing)?)),
            SetCommand::List(most) => Ok(Reply::Set(oracle.report(*most)?.ok_or_else(nothing)?)),
            _ => Ok(Reply::Set(oracle.report(0)?.ok_or_else(nothing)?)),
        }
    }

    /// Whether a condition holds in a reachable state.
    pub(super) fn holds(&mut self, condition: &Condition, state: &[u64]) -> Result<bool, Trouble> {
        if let Some(holds) = condition.holds(state) {
            return Ok(holds);
        }
        self.oracle()?.truth(condition, state)?.ok_or_else(|| {
            Trouble::Wrong(format!("no fair path starts in this state, so `{}` says nothing about it", condition.text))
        })
    }

    /// Finds the reachable states, if that was not done before.
    pub(super) fn oracle(&mut self) -> Result<&mut (dyn Oracle + 'm), Stop> {
        let oracle = match self.oracle.take() {
            Some(oracle) => oracle,
            None => consult(self.model, &self.settings)?,
        };
        Ok(self.oracle.insert(oracle).as_mut())
    }
}

fn steps(count: usize) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}
