//! A simulation under way.

use super::command::{Command, Destination, Jump, SetCommand, Start};
use super::condition::Condition;
use super::initial;
use super::moves::{Filter, MOST_STEPS, Options, Step, TooMany, outcomes, random_step};
use super::oracle::{Oracle, Settings, consult};
use super::random::Random;
use super::reply::{Ending, Here, InitialChoice, Reply, Trouble, Walk};
use super::script::{find_agent, joint_action, script};
use super::sets::Making;
use super::trail::Trail;
use crate::check::no_initial_state;
use crate::{CheckError, Stop};
use num_bigint::BigUint;
use savoir_explicit::InitialStates;
use savoir_model::{AgentId, Model};
use savoir_reference::{JointAction, State, leads_to};

/// A random walk towards a condition gives up after so many steps.
const MOST_RANDOM: usize = 10_000;
/// So many random steps are taken at once.
const LONGEST_WALK: usize = 1_000_000;

/// A simulation under way: the path walked so far and a place on it.
pub struct Session<'m> {
    model: &'m Model,
    settings: Settings,
    initial: InitialStates,
    trail: Trail,
    random: Random,
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
        Options::new(self.model, self.trail.current(), filter)
    }

    /// Takes a step of the options, which is one from here.
    pub fn take(&mut self, step: Step) -> Here {
        self.trail.push(step);
        self.here()
    }

    /// How many states are reachable, if that was found out.
    #[must_use]
    pub fn reachable(&self) -> Option<BigUint> {
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

    fn start(&mut self, start: &Start) -> Result<Reply, Trouble> {
        let InitialStates { states, complete } = &self.initial;
        let number = match start {
            Start::Number(number) => *number,
            Start::Random => self.random.below(states.len()) + 1,
            Start::Where(text) => {
                let condition = Condition::read(self.model, text)?;
                let listed = states.iter().position(|state| condition.holds(state) == Some(true));
                match listed {
                    Some(index) => index + 1,
                    None => {
                        let found = initial::satisfying(&condition, &self.settings.budget)?;
                        self.trail = Trail::new(None, found);
                        return Ok(Reply::Here(self.here()));
                    }
                }
            }
        };
        let Some(state) = number.checked_sub(1).and_then(|index| states.get(index)) else {
            return Err(Trouble::Wrong(match (complete, states.len()) {
                (true, 1) => "there is only one initial state".to_owned(),
                (true, count) => format!("the initial states have the numbers 1 to {count}"),
                (false, count) => format!("only the first {count} initial states have numbers: give a condition"),
            }));
        };
        self.trail = Trail::new(Some(number), state.clone());
        Ok(Reply::Here(self.here()))
    }

    fn perform(&mut self, action: JointAction, to: Option<&Destination>) -> Result<Reply, Trouble> {
        let (mut states, complete) = outcomes(self.model, self.trail.current(), &action, MOST_STEPS);
        let several = |count: usize| {
            let more = if complete { "" } else { "more than " };
            format!("this leads to {more}{count} states: choose one with `-> NUMBER` or `-> CONDITION`")
        };
        let index = match to {
            _ if states.is_empty() => return Err(Trouble::Wrong("this joint action has no successor".to_owned())),
            None if states.len() == 1 => 0,
            None => return Err(Trouble::Wrong(several(states.len()))),
            Some(Destination::Number(number)) if (1..=states.len()).contains(number) => number - 1,
            Some(Destination::Number(_)) => {
                return Err(Trouble::Wrong(format!("the outcomes have the numbers 1 to {}", states.len())));
            }
            Some(Destination::Where(text)) => {
                let condition = Condition::read(self.model, text)?;
                if !complete {
                    states = self.outcomes_with(&condition, &action)?;
                }
                let mut fitting = Vec::new();
                for (index, state) in states.iter().enumerate() {
                    if self.holds(&condition, state)? {
                        fitting.push(index);
                    }
                }
                match fitting[..] {
                    [index] => index,
                    [] => return Err(Trouble::Wrong(format!("no outcome satisfies `{}`", condition.text))),
                    _ => {
                        return Err(Trouble::Wrong(format!("{} outcomes satisfy `{}`", fitting.len(), condition.text)));
                    }
                }
            }
        };
        self.trail.push(Step { action, state: states.swap_remove(index) });
        Ok(self.arrived())
    }

    /// The outcomes that satisfy a condition, where there are too many outcomes to list them.
    fn outcomes_with(&self, condition: &Condition, action: &JointAction) -> Result<Vec<State>, Trouble> {
        let found = initial::states_with(condition, None, MOST_STEPS, &self.settings.budget)?;
        if !found.complete {
            return Err(Trouble::Wrong(format!("very many states satisfy `{}`: give more values", condition.text)));
        }
        let here = self.trail.current();
        Ok(found.states.into_iter().filter(|state| leads_to(self.model, here, action, state)).collect())
    }

    fn step(&mut self, number: Option<usize>) -> Result<Reply, Trouble> {
        let mut options = self.options(&Filter::default());
        let count = options.steps.len();
        let index = match number {
            _ if count == 0 => {
                return Err(Trouble::Wrong("no step is possible: this state has no successor".to_owned()));
            }
            None if count == 1 && options.complete => 0,
            None => return Err(Trouble::Wrong(format!("there are {count} steps: choose one with `step NUMBER`"))),
            Some(number) if (1..=count).contains(&number) => number - 1,
            Some(_) => return Err(Trouble::Wrong(format!("the steps have the numbers 1 to {count}"))),
        };
        self.take(options.steps.swap_remove(index));
        Ok(self.arrived())
    }

    /// A random step; whether there was one.
    fn random_step(&mut self) -> Result<bool, Trouble> {
        self.settings.budget.check()?;
        match random_step(self.model, self.trail.current(), &mut self.random) {
            Ok(Some(step)) => {
                self.trail.push(step);
                Ok(true)
            }
            Ok(None) => Ok(false),
            Err(TooMany) => Err(Trouble::Wrong("no step was found among very many joint actions".to_owned())),
        }
    }

    fn walk(&mut self, count: usize) -> Result<Reply, Trouble> {
        if count > LONGEST_WALK {
            return Err(Trouble::Wrong(format!("at most {LONGEST_WALK} random steps are taken at once")));
        }
        let first = self.trail.at() + 1;
        for _ in 0..count {
            if !self.random_step()? {
                return Ok(self.walked(first, Ending::Stuck));
            }
        }
        Ok(self.walked(first, Ending::Arrived))
    }

    fn until(&mut self, text: &str) -> Result<Reply, Trouble> {
        let condition = Condition::read(self.model, text)?;
        let first = self.trail.at() + 1;
        for _ in 0..MOST_RANDOM {
            let state = self.trail.current().clone();
            if self.holds(&condition, &state)? {
                return Ok(self.walked(first, Ending::Reached(condition.text)));
            }
            if !self.random_step()? {
                return Ok(self.walked(first, Ending::StuckBefore(condition.text)));
            }
        }
        Ok(self.walked(first, Ending::NotReached(condition.text)))
    }

    fn goal(&mut self, text: &str) -> Result<Reply, Trouble> {
        let condition = Condition::read(self.model, text)?;
        let state = self.trail.current().clone();
        let first = self.trail.at() + 1;
        if condition.holds(&state) == Some(true) {
            return Ok(self.walked(first, Ending::Reached(condition.text)));
        }
        match self.oracle()?.path(&state, &condition)? {
            Some(steps) => {
                steps.into_iter().for_each(|step| self.trail.push(step));
                Ok(self.walked(first, Ending::Reached(condition.text)))
            }
            None => Ok(self.walked(first, Ending::Unreachable(condition.text))),
        }
    }

    fn jump(&mut self, text: &str) -> Result<Reply, Trouble> {
        let condition = Condition::read(self.model, text)?;
        let places = self.trail.len() + 1;
        for distance in 1..=places {
            let at = (self.trail.at() + distance) % places;
            let state = self.trail.state(at).clone();
            if self.holds(&condition, &state)? {
                return self.go(at);
            }
        }
        Err(Trouble::Wrong(format!("`{}` holds nowhere on the path", condition.text)))
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
    fn holds(&mut self, condition: &Condition, state: &[u64]) -> Result<bool, Trouble> {
        if let Some(holds) = condition.holds(state) {
            return Ok(holds);
        }
        self.oracle()?.truth(condition, state)?.ok_or_else(|| {
            Trouble::Wrong(format!("no fair path starts in this state, so `{}` says nothing about it", condition.text))
        })
    }

    /// Finds the reachable states, if that was not done before.
    fn oracle(&mut self) -> Result<&mut (dyn Oracle + 'm), Stop> {
        let oracle = match self.oracle.take() {
            Some(oracle) => oracle,
            None => consult(self.model, &self.settings)?,
        };
        Ok(self.oracle.insert(oracle).as_mut())
    }

    fn go(&mut self, at: usize) -> Result<Reply, Trouble> {
        self.trail.go(at);
        Ok(Reply::Here(self.here()))
    }

    fn arrived(&self) -> Reply {
        Reply::Walked(Walk { places: vec![self.here()], ending: Ending::Arrived })
    }

    /// The places from one on to the current one.
    fn walked(&self, first: usize, ending: Ending) -> Reply {
        Reply::Walked(Walk { places: (first..=self.trail.at()).map(|at| self.trail.moment(at)).collect(), ending })
    }
}

fn steps(count: usize) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}
