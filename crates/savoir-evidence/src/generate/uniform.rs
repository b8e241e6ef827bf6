//! Uniform strategies, and why there is none.
//!
//! A strategy that wins is followed from all states of the start set. If there is none, then either the others have an
//! answer to everything even if the coalition sees everything, or there are observations in conflict.

use super::Generator;
use super::no_choice::{Plays, rank};
use super::strategy::{MOST_ROWS, Starts};
use savoir_check::{GivenUp, Stop, System, UniformRefutation, UniformStrategy};
use savoir_model::{ActionId, AgentId, FormulaId, StartSet, Temporal};
use savoir_reference::{JointAction, State, may_perform, outcomes};
use savoir_replay::{
    Choice, Conflict, ConfusedState, Confusion, Coverage, MOST_OUTCOMES, NotShown, Reason, Response, Row,
};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// What is asked about a coalition.
pub(super) struct Asked {
    pub(super) members: Vec<AgentId>,
    pub(super) temporal: Temporal,
    pub(super) start: StartSet,
}

/// By member and observation.
type Actions = BTreeMap<(AgentId, Vec<u64>), ActionId>;

/// Where plays may be and where they end, as sets.
struct Limits<Set> {
    before: Option<Set>,
    end: Option<Set>,
}

impl<S: System> Generator<'_, '_, S> {
    /// How a coalition wins from all states of the start set of a state.
    pub(super) fn uniform_strategy(&mut self, asked: &Asked, state: &State) -> Result<Reason, GivenUp> {
        self.know_operands(asked.temporal)?;
        let found = self.checker.uniform_strategy(&asked.members, asked.temporal, asked.start, state);
        let found = match found {
            Err(Stop::TooLarge) => None,
            found => found?,
        };
        // There is one, but it has too many observations to list them.
        let Some(found) = found else { return Ok(Reason::Claim(NotShown::TooLarge)) };
        let (links, starts_coverage) = self.start_set(asked, state)?;
        let starts: Vec<State> = std::iter::once(state).chain(links.iter().map(|link| &link.state)).cloned().collect();
        let Some((mut plays, wins)) = self.followed(asked, &found, starts)? else {
            return Ok(Reason::Claim(NotShown::TooManyAnswers));
        };
        if !wins && !self.model.fairness.is_empty() {
            return Ok(Reason::Claim(NotShown::ReliesOnFairness));
        }
        if starts_coverage == Coverage::Cut {
            plays.coverage = Coverage::Cut;
        }
        let (before, end) = match asked.temporal {
            Temporal::Next(f) | Temporal::Finally(f) => (Vec::new(), vec![(f, true)]),
            Temporal::Globally(f) => (vec![(f, true)], Vec::new()),
            Temporal::Until(f, g) => (vec![(f, true)], vec![(g, true)]),
        };
        let mut strategy = self.with_marks(plays.rows, plays.ends, plays.coverage, &before, &end);
        strategy.start_set = Some(links);
        Ok(Reason::Strategy(strategy))
    }

    /// All plays of a uniform strategy, and whether they do what they should; `None` if there is too much to follow.
    fn followed(
        &mut self,
        asked: &Asked,
        strategy: &UniformStrategy,
        starts: Vec<State>,
    ) -> Result<Option<(Plays, bool)>, Stop> {
        let limits = self.limits(asked.temporal)?;
        let actions: Actions = strategy.iter().map(|one| ((one.agent, one.observation.clone()), one.action)).collect();
        let is_step = matches!(asked.temporal, Temporal::Next(_));
        let system = self.checker.system();
        let mut found = Plays { rows: Vec::new(), ends: Vec::new(), coverage: Coverage::Whole };
        let mut wins = true;
        let mut seen: BTreeSet<State> = BTreeSet::new();
        let mut ends: BTreeSet<State> = BTreeSet::new();
        let mut open: VecDeque<State> = starts.into();
        let mut left = MOST_OUTCOMES;
        while let Some(state) = open.pop_front() {
            system.budget().check()?;
            let is_end = |set: &S::Set| system.contains(set, &state);
            if !seen.insert(state.clone()) {
                continue;
            }
            if !is_step && limits.end.as_ref().map_or(Ok(false), is_end)? {
                found.ends.push(state);
                continue;
            }
            wins = wins && limits.before.as_ref().map_or(Ok(true), is_end)?;
            if found.rows.len() >= MOST_ROWS {
                found.coverage = Coverage::Cut;
                break;
            }
            let own = self.own(&asked.members, &actions, &state);
            let Ok(next) = outcomes(self.model, &asked.members, &state, &own, &mut left) else {
                found.coverage = Coverage::Cut;
                break;
            };
            wins = wins && !next.is_empty();
            for state in next.keys() {
                match &limits.end {
                    Some(end) if is_step => {
                        wins = wins && system.contains(end, state)?;
                        ends.insert(state.clone());
                    }
                    Some(_) | None => open.push_back(state.clone()),
                }
            }
            let answers = next.into_iter().map(|(state, action)| Response { action, state }).collect();
            let rank = is_step.then_some(1);
            found.rows.push(Row { state, rank, choices: vec![Choice { own, answers }] });
        }
        found.ends.extend(ends);
        if found.rows.is_empty() && found.coverage == Coverage::Cut {
            return Ok(None);
        }
        if !is_step && limits.end.is_some() && found.coverage == Coverage::Whole {
            wins = rank(&mut found) && wins;
        }
        Ok(Some((found, wins)))
    }

    /// What the members do in a state. Where the strategy says nothing, any action is as good as another.
    fn own(&self, members: &[AgentId], actions: &Actions, state: &State) -> JointAction {
        let mut own: JointAction = vec![None; self.model.agents.len()];
        for &agent in members {
            let observed = self.model.agent(agent).observes.iter().map(|id| state[id.index()]).collect();
            let chosen = actions.get(&(agent, observed)).copied();
            own[agent.index()] = chosen.or_else(|| may_perform(self.model, agent, state).first().copied().flatten());
        }
        own
    }

    fn limits(&mut self, temporal: Temporal) -> Result<Limits<S::Set>, Stop> {
        let (before, end) = match temporal {
            Temporal::Next(f) | Temporal::Finally(f) => (None, Some(f)),
            Temporal::Globally(f) => (Some(f), None),
            Temporal::Until(f, g) => (Some(f), Some(g)),
        };
        let mut set = |part: Option<FormulaId>| part.map(|part| self.set(part, true)).transpose();
        Ok(Limits { before: set(before)?, end: set(end)? })
    }

    /// The searches for strategies take the sets of the operands as they are known.
    fn know_operands(&mut self, temporal: Temporal) -> Result<(), Stop> {
        for part in temporal.operands() {
            self.checker.satisfying(part)?;
        }
        Ok(())
    }

    /// Why a coalition has no uniform strategy.
    pub(super) fn no_uniform(&mut self, asked: &Asked, formula: FormulaId, state: &State) -> Result<Reason, GivenUp> {
        self.know_operands(asked.temporal)?;
        let won = self.checker.enforce_with_perfect_information(&asked.members, asked.temporal)?;
        let refutation = if self.checker.system().contains(&won, state)? {
            let found = self.checker.uniform_refutation(&asked.members, asked.temporal, asked.start, state);
            match found {
                Err(Stop::TooLarge) => return Ok(Reason::Claim(NotShown::TooManyCases)),
                found => found?,
            }
        } else {
            Some(UniformRefutation::PerfectInformation(state.clone()))
        };
        match refutation {
            // The verdict says that there is one.
            None => Ok(Reason::Parts(Vec::new())),
            Some(UniformRefutation::PerfectInformation(lost)) => {
                let links = self.way_in_start_set(asked, state, &lost)?;
                let set = self.checker.system().singleton(&lost)?;
                let starts = Starts { states: vec![lost], set };
                let reason = self.strategy_from(formula, false, asked.members.clone(), starts)?;
                Ok(match reason {
                    Reason::Strategy(mut strategy) => {
                        strategy.start_set = Some(links);
                        Reason::Strategy(strategy)
                    }
                    other => other,
                })
            }
            Some(UniformRefutation::Core(core)) => {
                let (start_set, coverage) = self.start_set(asked, state)?;
                let mut confusions = Vec::with_capacity(core.len());
                for one in core {
                    confusions.push(self.confusion(one)?);
                }
                Ok(Reason::Conflict(Conflict { start_set, coverage, confusions }))
            }
        }
    }

    fn confusion(&mut self, found: savoir_check::Confusion) -> Result<Confusion, GivenUp> {
        let mut states = Vec::with_capacity(found.states.len());
        for confused in found.states {
            let target = self.checker.system().singleton(&confused.state)?;
            if let Some(access) = self.access(&target)? {
                states.push(ConfusedState { access, action: confused.action });
            }
        }
        Ok(Confusion { agent: found.observation.agent, states })
    }
}
