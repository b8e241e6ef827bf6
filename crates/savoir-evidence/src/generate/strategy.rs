//! Strategies and counter-strategies: what to do in every state that a play may come to.
//!
//! The sets say where somebody wins. What can be done in a state, and what may come of it, is taken from the definitions
//! of the language, so that the strategy is the same for every engine.

use super::no_choice::Plays;
use super::region::{Aim, Region};
use super::uniform::Asked;
use super::{Generator, Moves};
use savoir_check::{GivenUp, Stop, System};
use savoir_model::{AgentId, AtlSemantics, Formula, FormulaId, Temporal};
use savoir_reference::{JointAction, State, TooMany, choices, outcomes};
use savoir_replay::{Choice, Coverage, MOST_OUTCOMES, NodeId, NotShown, Reason, Response, Row, Strategy};
use std::collections::{BTreeMap, BTreeSet, VecDeque};

/// More states than this are not listed.
pub(super) const MOST_ROWS: usize = 2_000;
/// A strategy covers all initial states, if there are no more than this.
const MOST_STARTS: u32 = 200;

/// Where plays start.
pub(super) struct Starts<Set> {
    pub(super) states: Vec<State>,
    pub(super) set: Set,
}

/// A strategy in the making.
struct Draft {
    rows: Vec<Row>,
    ends: Vec<State>,
    /// Everything that a play may come to, as far as it is known.
    seen: BTreeSet<State>,
    /// What has no row yet.
    open: VecDeque<State>,
    /// How many outcomes may still be looked at.
    left: u64,
}

/// Whose moves a strategy is about, and what for.
struct Game<'r, Set> {
    members: Vec<AgentId>,
    holds: bool,
    region: &'r Region<Set>,
}

impl<S: System> Generator<'_, '_, S> {
    /// Why a coalition can or cannot enforce something in a state.
    pub(super) fn strategy(&mut self, id: NodeId, formula: FormulaId, holds: bool) -> Result<Reason, GivenUp> {
        if !holds && !self.model.fairness.is_empty() {
            return Ok(Reason::Claim(NotShown::TooManyCases));
        }
        let state = self.nodes[id.index()].state.clone();
        let Formula::Enforce(coalition, temporal) = *self.model.formulas.get(formula) else {
            return Ok(Reason::Parts(Vec::new()));
        };
        let members = self.model.formulas.members(coalition).to_vec();
        if let AtlSemantics::Uniform(start) = self.checker.semantics().atl {
            let asked = Asked { members, temporal, start };
            return if holds {
                self.uniform_strategy(&asked, &state)
            } else {
                self.no_uniform(&asked, formula, &state)
            };
        }
        let starts = self.starts(id, state, holds)?;
        let mut known = None;
        if holds {
            known = self.plays_without_choice(&members, temporal, &starts)?;
        }
        if holds && known.is_none() {
            known = self.forced_path(&members, temporal, &starts)?;
        }
        if let Some(Plays { rows, ends, coverage }) = known {
            let (before, end) = match temporal {
                Temporal::Until(f, g) => (vec![(f, true)], vec![(g, true)]),
                temporal => (Vec::new(), temporal.operands().into_iter().map(|g| (g, true)).collect()),
            };
            return Ok(Reason::Strategy(self.with_marks(rows, ends, coverage, &before, &end)));
        }
        Ok(self.strategy_from(formula, holds, members, starts)?)
    }

    /// The strategy of a coalition, or against it, that is read off sets of states where somebody wins.
    pub(super) fn strategy_from(
        &mut self,
        formula: FormulaId,
        holds: bool,
        members: Vec<AgentId>,
        starts: Starts<S::Set>,
    ) -> Result<Reason, Stop> {
        let Some(region) = self.region(formula, holds, &starts.set)? else {
            return Ok(Reason::Claim(NotShown::ReliesOnFairness));
        };
        let game = Game { members, holds, region: &region };
        let mut draft = Draft {
            rows: Vec::new(),
            ends: Vec::new(),
            seen: BTreeSet::new(),
            open: VecDeque::new(),
            left: MOST_OUTCOMES,
        };
        for start in starts.states {
            if region.aim == Aim::Step {
                draft.open.push_back(start);
            } else {
                self.arrive(&game, &mut draft, start)?;
            }
        }
        let coverage = self.play(&game, &mut draft)?;
        if draft.rows.is_empty() && coverage == Coverage::Cut {
            return Ok(Reason::Claim(NotShown::TooManyAnswers));
        }
        let Draft { rows, ends, .. } = draft;
        Ok(Reason::Strategy(self.with_marks(rows, ends, coverage, &region.before, &region.end)))
    }

    /// A strategy, with nodes for what has to be shown about its states.
    pub(super) fn with_marks(
        &mut self,
        rows: Vec<Row>,
        ends: Vec<State>,
        coverage: Coverage,
        before: &[(FormulaId, bool)],
        end: &[(FormulaId, bool)],
    ) -> Strategy {
        self.states += rows.len() + ends.len();
        let mut marks = Vec::new();
        let about = rows.iter().map(|row| (&row.state, before));
        for (state, literals) in about.chain(ends.iter().map(|state| (state, end))) {
            for (part, holds) in literals {
                if !self.kinds.is_fact(*part) {
                    marks.push(self.node(state.clone(), *part, *holds));
                }
            }
        }
        Strategy { rows, ends, marks, coverage, start_set: None }
    }

    /// Where plays start: the state of the node. If the whole formula is about what a coalition can enforce, it has to
    /// do so from every initial state.
    fn starts(&self, id: NodeId, state: State, holds: bool) -> Result<Starts<S::Set>, Stop> {
        let system = self.checker.system();
        let here = system.singleton(&state)?;
        if id != NodeId::ROOT || !holds {
            return Ok(Starts { states: vec![state], set: here });
        }
        let initial = system.intersection(&system.initial(), self.checker.domain())?;
        if system.count(&initial)? > num_bigint::BigUint::from(MOST_STARTS) {
            return Ok(Starts { states: vec![state], set: here });
        }
        let mut states = vec![state];
        let mut rest = system.difference(&initial, &here)?;
        while let Some(next) = system.pick(&rest)? {
            rest = system.difference(&rest, &system.singleton(&next)?)?;
            states.push(next);
        }
        Ok(Starts { states, set: initial })
    }

    /// Makes rows until none is missing, or there are too many.
    fn play(&self, game: &Game<'_, S::Set>, draft: &mut Draft) -> Result<Coverage, Stop> {
        while let Some(state) = draft.open.pop_front() {
            if draft.rows.len() >= MOST_ROWS {
                return Ok(Coverage::Cut);
            }
            let rank = match game.region.aim {
                Aim::Step => Some(1),
                Aim::Reach => Some(self.rank(game.region, &state)?),
                Aim::Stay => None,
            };
            let target = &game.region.layers.found()[rank.map_or(0, |rank| rank.saturating_sub(1))];
            let found = if game.holds {
                self.winning(game, draft, &state, target)?
            } else {
                self.refuting(game, draft, &state, target)?
            };
            let Ok(choices) = found else { return Ok(Coverage::Cut) };
            for answer in choices.iter().flat_map(|choice| &choice.answers) {
                self.arrive(game, draft, answer.state.clone())?;
            }
            draft.rows.push(Row { state, rank: rank.map(|rank| rank as u32), choices });
        }
        Ok(Coverage::Whole)
    }

    /// A play may come to this state.
    fn arrive(&self, game: &Game<'_, S::Set>, draft: &mut Draft, state: State) -> Result<(), Stop> {
        if !draft.seen.insert(state.clone()) {
            return Ok(());
        }
        let system = self.checker.system();
        let ends = match (game.region.aim, &game.region.escape) {
            (Aim::Step, _) => true,
            (Aim::Reach, _) => system.contains(&game.region.layers.found()[0], &state)?,
            (Aim::Stay, Some(escape)) => system.contains(escape, &state)?,
            (Aim::Stay, None) => false,
        };
        if ends {
            draft.ends.push(state);
        } else {
            draft.open.push_back(state);
        }
        Ok(())
    }

    /// What may come of a choice in a state, each next state with a joint action that leads there.
    fn outcomes_of(
        &self,
        game: &Game<'_, S::Set>,
        draft: &mut Draft,
        state: &State,
        own: &JointAction,
    ) -> Result<Result<BTreeMap<State, JointAction>, TooMany>, Stop> {
        self.checker.system().budget().check()?;
        Ok(outcomes(self.model, &game.members, state, own, &mut draft.left))
    }

    /// The choices in a state all of whose outcomes are in `target`; if one is wanted, the first of those that lead to
    /// the fewest new states.
    fn winning(
        &self,
        game: &Game<'_, S::Set>,
        draft: &mut Draft,
        state: &State,
        target: &S::Set,
    ) -> Result<Result<Vec<Choice>, TooMany>, Stop> {
        let mut all = Vec::new();
        let mut fewest = usize::MAX;
        for own in choices(self.model, &game.members, state) {
            let Ok(found) = self.outcomes_of(game, draft, state, &own)? else { return Ok(Err(TooMany)) };
            let mut wins = !found.is_empty();
            for next in found.keys() {
                wins = wins && self.checker.system().contains(target, next)?;
            }
            if !wins {
                continue;
            }
            let new = found.keys().filter(|next| !draft.seen.contains(*next)).count();
            let choice =
                Choice { own, answers: found.into_iter().map(|(state, action)| Response { action, state }).collect() };
            match self.options.moves {
                Moves::All => all.push(choice),
                Moves::One if new < fewest => {
                    fewest = new;
                    all = vec![choice];
                }
                Moves::One => {}
            }
            if fewest == 0 {
                break;
            }
        }
        Ok(Ok(all))
    }

    /// An answer to every choice in a state that leads into `target`: to a state that is known already if there is one,
    /// otherwise to the least one.
    fn refuting(
        &self,
        game: &Game<'_, S::Set>,
        draft: &mut Draft,
        state: &State,
        target: &S::Set,
    ) -> Result<Result<Vec<Choice>, TooMany>, Stop> {
        let mut all: Vec<Choice> = Vec::new();
        let mut new: Option<State> = None;
        for own in choices(self.model, &game.members, state) {
            let Ok(found) = self.outcomes_of(game, draft, state, &own)? else { return Ok(Err(TooMany)) };
            let mut best: Option<(bool, Response)> = None;
            for (state, action) in found {
                let known = draft.seen.contains(&state) || new.as_ref() == Some(&state);
                let better = best.as_ref().is_none_or(|(best, _)| known && !best);
                if better && self.checker.system().contains(target, &state)? {
                    best = Some((known, Response { action, state }));
                }
            }
            // A choice without outcomes is no move. If a move has no answer, the replay will find it missing.
            if let Some((known, answer)) = best {
                if !known {
                    new = Some(answer.state.clone());
                }
                all.push(Choice { own, answers: vec![answer] });
            }
        }
        Ok(Ok(all))
    }
}
