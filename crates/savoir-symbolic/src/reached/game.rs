//! What coalitions can enforce in one step (Algorithm 6 of the STTT paper).

use super::SymbolicSystem;
use crate::encode::{Conditions, EncodedModel};
use crate::relation::{Schedule, Transitions, clustered, once};
use crate::search::Duel;
use savoir_check::{Ban, Sets, Stop};
use savoir_dd::{Bdd, Cube, Halt, Var};
use savoir_model::AgentId;
use std::cell::{OnceCell, RefCell};
use std::cmp::Reverse;
use std::rc::Rc;

/// The choices of a coalition.
pub(super) struct Game {
    /// How to go back.
    backwards: RefCell<Duel<Backwards>>,
    /// Goes back while keeping the coalition's actions, once somebody does.
    whole: OnceCell<Schedule>,
    /// The same slice by slice, with what members perform there, if the transitions are divided by the actions of a member.
    sliced: OnceCell<Vec<(Schedule, Option<Bdd>)>>,
    /// The coalition's actions.
    own_bits: Vec<Var>,
    own: Cube,
    /// What the members may choose, if everything that everybody may choose leads somewhere.
    free: Option<FreeChoice>,
    /// Once somebody needs them: the reachable states with the moves that have a successor there.
    possible: OnceCell<Bdd>,
    /// Once somebody forbids something. By member and class of actions: where the member performs it.
    performs: OnceCell<Vec<(AgentId, Vec<Bdd>)>>,
    /// What is left of the possible moves under the bans that were asked for last: questions with the same bans follow one
    /// another.
    left: RefCell<Option<(Vec<Ban<Bdd>>, Bdd)>>,
}

/// How to find the moves before a set.
#[derive(Clone, Copy, PartialEq)]
enum Backwards {
    /// Slice by slice.
    Sliced,
    /// By all transitions at once.
    Whole,
}

/// What members may choose, where every joint action that the protocols allow leads somewhere.
struct FreeChoice {
    /// The reachable states where everybody has an action to choose.
    open: Bdd,
    /// The protocols of the members, with their actions quantified one after the other.
    choices: Schedule,
}

impl SymbolicSystem<'_> {
    fn game(&self, coalition: &[AgentId]) -> Result<Rc<Game>, Stop> {
        if let Some(game) = self.games.borrow().get(coalition) {
            return Ok(game.clone());
        }
        let EncodedModel { encoding, diagrams, slices, tuning, .. } = &self.encoded;
        let own_bits = encoding.action_bits(coalition.iter().copied());
        let own = self.stop(diagrams.cube(&own_bits))?;
        let free = self.free_choice(coalition)?;
        let backwards = match slices {
            Some(_) => Duel::new(Backwards::Sliced, Some(Backwards::Whole), tuning.duel),
            None => Duel::new(Backwards::Whole, None, tuning.duel),
        };
        let game = Rc::new(Game {
            backwards: RefCell::new(backwards),
            whole: OnceCell::new(),
            sliced: OnceCell::new(),
            own_bits,
            own,
            free,
            possible: OnceCell::new(),
            performs: OnceCell::new(),
            left: RefCell::default(),
        });
        self.games.borrow_mut().insert(coalition.to_vec(), game.clone());
        Ok(game)
    }

    /// Where a value may be out of range there is none: then a joint action that is allowed may lead nowhere.
    fn free_choice(&self, coalition: &[AgentId]) -> Result<Option<FreeChoice>, Stop> {
        let model = self.encoded.model;
        if model.agents.iter().flat_map(|agent| &agent.evolution).any(|line| model.may_overflow(line)) {
            return Ok(None);
        }
        let open = self.difference(&self.reachable, &self.stuck_states()?)?;
        Ok(Some(FreeChoice { open, choices: self.stop(self.choices(coalition))? }))
    }

    /// What those members may choose whose actions do not follow from the state.
    fn choices(&self, coalition: &[AgentId]) -> Result<Schedule, Halt> {
        let EncodedModel { model, encoding, diagrams, tuning, .. } = &self.encoded;
        let mut conditions = Conditions::new(model, diagrams, encoding, self.tracing.classes(model));
        conditions.find_determined()?;
        let mut parts = Vec::new();
        for &agent in coalition {
            let lowest = encoding.action_bits([agent]).iter().map(|bit| diagrams.level(*bit)).max();
            let allowed = self.dependencies.substitute(diagrams, &conditions.choice(agent)?)?;
            if lowest.is_some() && !diagrams.is_true(&allowed) {
                parts.push((Reverse(lowest), allowed));
            }
        }
        parts.sort_by_key(|(lowest, _)| *lowest);
        let parts = clustered(diagrams, parts.into_iter().map(|(_, allowed)| allowed).collect(), tuning.clusters)?;
        Schedule::new(diagrams, &parts, &encoding.action_bits(coalition.iter().copied()))
    }

    /// The moves of a coalition, with the states where they are made, that may lead into a set: bad ones, if it wants to stay
    /// outside of it.
    pub(super) fn moves_before(&self, coalition: &[AgentId], set: &Bdd) -> Result<Bdd, Stop> {
        let game = self.game(coalition)?;
        self.stop(self.before(&game, coalition, set))
    }

    /// The moves of a coalition, with the states where they are made, reachable or not, that may lead into a set.
    fn before(&self, game: &Game, coalition: &[AgentId], set: &Bdd) -> Result<Bdd, Halt> {
        let EncodedModel { diagrams, whole, .. } = &self.encoded;
        let mut backwards = game.backwards.borrow_mut();
        self.encoded.better_of(&mut backwards, |way| match way {
            Backwards::Whole => {
                let schedule = once(&game.whole, || whole.backward_keeping(diagrams, &game.own_bits))?;
                whole.preimage_by(diagrams, schedule, set)
            }
            Backwards::Sliced => {
                let schedules = once(&game.sliced, || self.sliced_backwards(coalition, &game.own_bits))?;
                let mut found = diagrams.constant(false);
                for (transitions, (schedule, performed)) in self.encoded.slices().iter().zip(schedules) {
                    let before = transitions.preimage_by(diagrams, schedule, set)?;
                    let before = performed.as_ref().map_or(Ok(before.clone()), |own| diagrams.and(own, &before))?;
                    found = diagrams.or(&found, &before)?;
                }
                Ok(found)
            }
        })
    }

    /// Slice by slice how to go back, and what members perform.
    fn sliced_backwards(&self, coalition: &[AgentId], own: &[Var]) -> Result<Vec<(Schedule, Option<Bdd>)>, Halt> {
        let Some(slices) = &self.encoded.slices else { return Ok(Vec::new()) };
        let is_member = coalition.contains(&slices.splitter);
        let slice = |(transitions, performed): (&Transitions, &Bdd)| {
            Ok((transitions.backward_keeping(self.diagrams(), own)?, is_member.then(|| performed.clone())))
        };
        slices.transitions.iter().zip(&slices.performed).map(slice).collect()
    }

    /// The states where a coalition has a move that is not among these. What the members may choose is not joined to one
    /// condition where that can be avoided: some after the others are joined with the moves, and their actions quantified.
    pub(super) fn has_move_besides(&self, coalition: &[AgentId], bad: &Bdd) -> Result<Bdd, Stop> {
        let game = self.game(coalition)?;
        self.stop(self.good_states(&game, coalition, bad))
    }

    fn good_states(&self, game: &Game, coalition: &[AgentId], bad: &Bdd) -> Result<Bdd, Halt> {
        let diagrams = self.diagrams();
        match &game.free {
            Some(free) => diagrams.and(&free.choices.apply(diagrams, &diagrams.not(bad))?, &free.open),
            None => diagrams.exists(&diagrams.minus(self.possible(game, coalition)?, bad)?, &game.own),
        }
    }

    /// The states where a coalition has a move that no ban rules out, after which every successor is in a set.
    pub(super) fn controllable_into(&self, coalition: &[AgentId], set: &Bdd, bans: &[Ban<Bdd>]) -> Result<Bdd, Stop> {
        let outside = self.difference(&self.reachable, set)?;
        if bans.is_empty() {
            return self.has_move_besides(coalition, &self.moves_before(coalition, &outside)?);
        }
        let game = self.game(coalition)?;
        self.stop(
            self.moves_into(&game, coalition, set, bans).and_then(|moves| self.diagrams().exists(&moves, &game.own)),
        )
    }

    /// The successors of some states by such moves.
    pub(super) fn outcomes_into(
        &self,
        coalition: &[AgentId],
        from: &Bdd,
        into: &Bdd,
        bans: &[Ban<Bdd>],
    ) -> Result<Bdd, Stop> {
        let (diagrams, game) = (self.diagrams(), self.game(coalition)?);
        let moves = self.moves_into(&game, coalition, into, bans);
        self.stop(moves.and_then(|moves| self.encoded.whole.image_of_moves(diagrams, &diagrams.and(from, &moves)?)))
    }

    /// States with the moves there that no ban rules out, after which every successor is in a set.
    fn moves_into(&self, game: &Game, coalition: &[AgentId], set: &Bdd, bans: &[Ban<Bdd>]) -> Result<Bdd, Halt> {
        let diagrams = self.diagrams();
        let outside = diagrams.minus(&self.reachable, set)?;
        let bad = self.before(game, coalition, &outside)?;
        diagrams.minus(&self.moves_under(game, coalition, bans)?, &bad)
    }

    /// The possible moves that no ban rules out.
    fn moves_under(&self, game: &Game, coalition: &[AgentId], bans: &[Ban<Bdd>]) -> Result<Bdd, Halt> {
        let possible = self.possible(game, coalition)?;
        if bans.is_empty() {
            return Ok(possible.clone());
        }
        if let Some((known, left)) = &*game.left.borrow()
            && same_bans(known, bans)
        {
            return Ok(left.clone());
        }
        let (diagrams, classes) = (self.diagrams(), self.tracing.classes(self.encoded.model));
        let performs = self.performs(game, coalition)?;
        let mut left = possible.clone();
        for ban in bans {
            if let Some((_, by_class)) = performs.iter().find(|(agent, _)| *agent == ban.agent) {
                let class = classes.class(ban.agent, ban.action) as usize;
                left = diagrams.minus(&left, &diagrams.and(&by_class[class], &ban.states)?)?;
            }
        }
        game.left.replace(Some((bans.to_vec(), left.clone())));
        Ok(left)
    }

    /// The reachable states with the moves that have a successor there.
    fn possible<'g>(&self, game: &'g Game, coalition: &[AgentId]) -> Result<&'g Bdd, Halt> {
        if let Some(known) = game.possible.get() {
            return Ok(known);
        }
        let possible = self.before(game, coalition, &self.reachable)?;
        let possible = self.diagrams().and(&possible, &self.reachable)?;
        Ok(game.possible.get_or_init(|| possible))
    }

    /// Where members of a coalition perform actions of each class. What an agent does follows from the state if it has no
    /// choice, with or without bits for its actions.
    fn performs<'g>(&self, game: &'g Game, coalition: &[AgentId]) -> Result<&'g [(AgentId, Vec<Bdd>)], Halt> {
        if let Some(known) = game.performs.get() {
            return Ok(known);
        }
        let (model, diagrams) = (self.encoded.model, self.diagrams());
        let classes = self.tracing.classes(model);
        let mut conditions = Conditions::new(model, diagrams, &self.encoded.encoding, classes);
        conditions.find_determined()?;
        let mut found = Vec::with_capacity(coalition.len());
        for &agent in coalition {
            let performed = |class| self.dependencies.substitute(diagrams, &conditions.performs(agent, class)?);
            let by_class = (0..classes.count(agent) as u32).map(performed).collect::<Result<Vec<Bdd>, Halt>>()?;
            found.push((agent, by_class));
        }
        Ok(game.performs.get_or_init(|| found))
    }
}

/// Whether two lists of bans are the same. Equal functions are equal values, so this takes no time.
fn same_bans(a: &[Ban<Bdd>], b: &[Ban<Bdd>]) -> bool {
    let same = |(a, b): (&Ban<Bdd>, &Ban<Bdd>)| (a.agent, a.action) == (b.agent, b.action) && a.states == b.states;
    a.len() == b.len() && a.iter().zip(b).all(same)
}
