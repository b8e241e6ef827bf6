//! Conflicts: members confuse states in which they would have to do different things.
//!
//! That the states are there and look the same is checked one by one. That no strategy wins which does the same in them is
//! found out anew in small models: all ways to decide the confused observations are tried, and for each of them the game in
//! which everything else may depend on the whole state is solved by its definition.

use super::Replay;
use super::explored::Explored;
use crate::claim::Claim;
use crate::problem::{ConflictProblem, Problem, ProblemPlace};
use crate::tree::{Conflict, Confusion, Coverage, Node};
use savoir_model::{ActionId, AgentId, AtlSemantics, Formula, FormulaId, Temporal};
use savoir_reference::{State, choices, may_perform, outcomes};
use std::collections::BTreeMap;

/// More ways to decide the confused observations are not tried.
const MOST_WAYS: usize = 10_000;
/// Moves with more outcomes altogether are not looked at.
const MOST_OUTCOMES: u64 = 500_000;
/// Moves that are looked at for all ways together, at most.
const MOST_WORK: usize = 50_000_000;

/// A game of a coalition with all its moves.
struct Game {
    /// By state.
    moves: Vec<Vec<Move>>,
    /// For each confused observation, what may be done there.
    actions: Vec<Vec<Option<ActionId>>>,
    /// Where plays start.
    starts: Vec<usize>,
    /// Moves that may still be looked at.
    left: usize,
}

struct Move {
    /// What it decides about confused observations.
    decides: Vec<(usize, Option<ActionId>)>,
    to: Vec<usize>,
}

/// The goal of a game, as truth values of the states.
enum Goal {
    Next(Vec<bool>),
    Globally(Vec<bool>),
    Until(Vec<bool>, Vec<bool>),
}

impl Replay<'_> {
    pub(super) fn conflict(&mut self, node: &Node, conflict: &Conflict) -> Result<(), Problem> {
        let (Formula::Enforce(coalition, temporal), false, AtlSemantics::Uniform(start)) =
            (self.model.formulas.get(node.formula), node.holds, self.semantics.atl)
        else {
            return Err(ConflictProblem::OtherFormula.into());
        };
        let (members, temporal) = (self.model.formulas.members(*coalition), *temporal);
        self.start_set(node, &conflict.start_set, members, start)?;
        for (number, confusion) in conflict.confusions.iter().enumerate() {
            let place = ProblemPlace::Confusion(number);
            self.confusion(confusion, members).map_err(|problem| problem.within(place))?;
        }
        match self.some_strategy_wins(node, conflict, members, temporal) {
            Some(false) => Ok(()),
            // The states that are not listed may make the difference.
            Some(true) if conflict.coverage == Coverage::Whole => Err(ConflictProblem::StrategyWins.into()),
            Some(true) | None => {
                self.claim(Claim::NoWayOut(node.formula));
                Ok(())
            }
        }
    }

    /// The states can be reached, look the same to a member, and it would not do the same in all of them.
    fn confusion(&mut self, confusion: &Confusion, members: &[AgentId]) -> Result<(), Problem> {
        let agent = confusion.agent;
        if !members.contains(&agent) {
            return Err(ConflictProblem::NotAMember(agent).into());
        }
        let mut first: Option<(&State, ActionId)> = None;
        let mut differ = false;
        for confused in &confusion.states {
            self.path(&confused.access)?;
            self.initial(&confused.access.states[0])?;
            let (Some(state), None) = (confused.access.end(), confused.access.back) else {
                return Err(ConflictProblem::EndlessAccess.into());
            };
            if !may_perform(self.model, agent, state).contains(&Some(confused.action)) {
                return Err(crate::problem::StepProblem::NotAllowed(agent, Some(confused.action)).into());
            }
            let (other, action) = *first.get_or_insert((state, confused.action));
            if let Some(variable) = self.tells_apart(agent, other, state) {
                return Err(ConflictProblem::Distinguishable(agent, variable).into());
            }
            differ |= action != confused.action;
        }
        match (confusion.states.len(), differ) {
            (0 | 1, _) => Err(ConflictProblem::NothingConfused(agent).into()),
            (_, false) => Err(ConflictProblem::SameAction(agent).into()),
            (_, true) => Ok(()),
        }
    }

    /// Whether a strategy wins from the listed states that does the same wherever a confused observation is made; `None`
    /// if that takes too much to find out.
    fn some_strategy_wins(
        &self,
        node: &Node,
        conflict: &Conflict,
        members: &[AgentId],
        temporal: Temporal,
    ) -> Option<bool> {
        let plain = temporal.operands().into_iter().all(|part| self.kinds.is_fact(part));
        if !plain || !self.model.fairness.is_empty() {
            return None;
        }
        let explored = self.explored()?;
        let mut game = self.game(explored, node, conflict, members)?;
        let truth = |formula: FormulaId| -> Vec<bool> {
            explored.states.iter().map(|state| self.truth(formula, state, &[]) == Some(true)).collect()
        };
        let goal = match temporal {
            Temporal::Next(f) => Goal::Next(truth(f)),
            Temporal::Globally(f) => Goal::Globally(truth(f)),
            Temporal::Finally(g) => Goal::Until(vec![true; explored.states.len()], truth(g)),
            Temporal::Until(f, g) => Goal::Until(truth(f), truth(g)),
        };
        let won = game.is_won_somehow(&goal);
        self.meter.spend((MOST_WORK - game.left) as u64 / 16);
        won
    }

    fn game(&self, explored: &Explored, node: &Node, conflict: &Conflict, members: &[AgentId]) -> Option<Game> {
        let mut slots: BTreeMap<(AgentId, Vec<u64>), usize> = BTreeMap::new();
        let mut actions = Vec::new();
        for confusion in &conflict.confusions {
            let state = confusion.states.first()?.access.end()?;
            let slot = (confusion.agent, self.observation(confusion.agent, state));
            slots.entry(slot).or_insert_with(|| {
                actions.push(may_perform(self.model, confusion.agent, state));
                actions.len() - 1
            });
        }
        let mut left = MOST_OUTCOMES;
        if !self.meter.go_on() {
            return None;
        }
        let mut moves = Vec::with_capacity(explored.states.len());
        for state in &explored.states {
            let decided: Vec<(AgentId, usize)> = (members.iter())
                .filter_map(|agent| Some((*agent, *slots.get(&(*agent, self.observation(*agent, state)))?)))
                .collect();
            let mut here = Vec::new();
            for own in choices(self.model, members, state) {
                let found = outcomes(self.model, members, state, &own, &mut left).ok()?;
                let to: Option<Vec<usize>> = found.keys().map(|next| explored.numbers.get(next).copied()).collect();
                let decides = decided.iter().map(|(agent, slot)| (*slot, own[agent.index()])).collect();
                here.push(Move { decides, to: to? });
            }
            moves.push(here);
        }
        self.meter.spend_steps(MOST_OUTCOMES - left);
        let starts = std::iter::once(&node.state).chain(conflict.start_set.iter().map(|link| &link.state));
        let starts: Option<Vec<usize>> = starts.map(|state| explored.numbers.get(state).copied()).collect();
        Some(Game { moves, actions, starts: starts?, left: MOST_WORK })
    }
}

impl Game {
    /// Whether the game is won for one of the ways to decide the confused observations; `None` if there are too many.
    fn is_won_somehow(&mut self, goal: &Goal) -> Option<bool> {
        let sizes: Vec<usize> = self.actions.iter().map(|actions| actions.len().max(1)).collect();
        let ways = sizes.iter().try_fold(1_usize, |ways, size| ways.checked_mul(*size))?;
        if ways > MOST_WAYS {
            return None;
        }
        for way in 0..ways {
            let mut rest = way;
            let chosen: Vec<Option<ActionId>> = (self.actions.iter().zip(&sizes))
                .map(|(actions, size)| {
                    let action = actions.get(rest % size).copied().flatten();
                    rest /= size;
                    action
                })
                .collect();
            let won = self.won(&chosen, goal)?;
            if self.starts.iter().all(|start| won[*start]) {
                return Some(true);
            }
        }
        Some(false)
    }

    /// The states where the coalition wins if it may see everything where it does not observe what is decided.
    fn won(&mut self, chosen: &[Option<ActionId>], goal: &Goal) -> Option<Vec<bool>> {
        match goal {
            Goal::Next(f) => self.forced(chosen, f),
            Goal::Globally(f) => {
                let mut won = f.clone();
                loop {
                    let forced = self.forced(chosen, &won)?;
                    let fewer: Vec<bool> = won.iter().zip(forced).map(|(won, forced)| *won && forced).collect();
                    if fewer == won {
                        return Some(won);
                    }
                    won = fewer;
                }
            }
            Goal::Until(f, g) => {
                let mut won = g.clone();
                loop {
                    let forced = self.forced(chosen, &won)?;
                    let more: Vec<bool> =
                        (g.iter().zip(f).zip(forced)).map(|((g, f), forced)| *g || *f && forced).collect();
                    if more == won {
                        return Some(won);
                    }
                    won = more;
                }
            }
        }
    }

    /// The states with a move, of those that are as decided, that has outcomes and only such as are in a set.
    fn forced(&mut self, chosen: &[Option<ActionId>], set: &[bool]) -> Option<Vec<bool>> {
        let forces = |one: &Move| {
            one.decides.iter().all(|(slot, action)| chosen[*slot] == *action)
                && !one.to.is_empty()
                && one.to.iter().all(|next| set[*next])
        };
        self.left = self.left.checked_sub(self.moves.iter().map(Vec::len).sum())?;
        Some(self.moves.iter().map(|moves| moves.iter().any(forces)).collect())
    }
}
