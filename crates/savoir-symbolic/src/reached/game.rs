//! What coalitions can enforce in one step (Algorithm 6 of the STTT paper).

use super::SymbolicSystem;
use crate::encode::{Conditions, EncodedModel};
use crate::relation::Schedule;
use savoir_check::Ban;
use savoir_dd::{Bdd, Cube, Halt};
use savoir_model::AgentId;
use std::cell::{OnceCell, RefCell};
use std::rc::Rc;

/// The choices of a coalition.
pub(super) struct Game {
    /// Goes back while keeping the coalition's actions.
    backward: Schedule,
    /// The coalition's actions.
    own: Cube,
    /// The reachable states with the moves that have a successor there.
    possible: Bdd,
    /// Once somebody forbids something. By member and class of actions: where the member performs it.
    performs: OnceCell<Vec<(AgentId, Vec<Bdd>)>>,
    /// What is left of the possible moves under the bans that were asked for last: questions with the same bans follow one
    /// another.
    left: RefCell<Option<(Vec<Ban<Bdd>>, Bdd)>>,
}

impl SymbolicSystem<'_> {
    fn game(&self, coalition: &[AgentId]) -> Result<Rc<Game>, Halt> {
        if let Some(game) = self.games.borrow().get(coalition) {
            return Ok(game.clone());
        }
        let EncodedModel { model, encoding, whole, diagrams, .. } = &self.encoded;
        let others = model.agent_ids().filter(|agent| !coalition.contains(agent));
        let mut quantified = encoding.next();
        quantified.extend(encoding.action_bits(others));
        let own = diagrams.cube(&encoding.action_bits(coalition.iter().copied()))?;
        let backward = Schedule::new(diagrams, whole.parts(diagrams)?, &quantified)?;
        let possible = whole.preimage_by(diagrams, &backward, &self.reachable)?;
        let possible = diagrams.and(&possible, &self.reachable)?;
        let game = Rc::new(Game { backward, own, possible, performs: OnceCell::new(), left: RefCell::default() });
        self.games.borrow_mut().insert(coalition.to_vec(), game.clone());
        Ok(game)
    }

    /// The states where a coalition has a move that no ban rules out, after which every successor is in a set.
    pub(super) fn controllable_into(&self, coalition: &[AgentId], set: &Bdd, bans: &[Ban<Bdd>]) -> Result<Bdd, Halt> {
        let game = self.game(coalition)?;
        self.diagrams().exists(&self.moves_into(&game, coalition, set, bans)?, &game.own)
    }

    /// The successors of some states by such moves.
    pub(super) fn outcomes_into(
        &self,
        coalition: &[AgentId],
        from: &Bdd,
        into: &Bdd,
        bans: &[Ban<Bdd>],
    ) -> Result<Bdd, Halt> {
        let (diagrams, game) = (self.diagrams(), self.game(coalition)?);
        let moves = self.moves_into(&game, coalition, into, bans)?;
        self.encoded.whole.image(diagrams, &diagrams.and(from, &moves)?)
    }

    /// States with the moves there that no ban rules out, after which every successor is in a set.
    fn moves_into(&self, game: &Game, coalition: &[AgentId], set: &Bdd, bans: &[Ban<Bdd>]) -> Result<Bdd, Halt> {
        let diagrams = self.diagrams();
        let outside = diagrams.minus(&self.reachable, set)?;
        let bad = self.encoded.whole.preimage_by(diagrams, &game.backward, &outside)?;
        diagrams.minus(&self.moves_under(game, coalition, bans)?, &bad)
    }

    /// The possible moves that no ban rules out.
    fn moves_under(&self, game: &Game, coalition: &[AgentId], bans: &[Ban<Bdd>]) -> Result<Bdd, Halt> {
        if bans.is_empty() {
            return Ok(game.possible.clone());
        }
        if let Some((known, left)) = &*game.left.borrow()
            && same_bans(known, bans)
        {
            return Ok(left.clone());
        }
        let (diagrams, classes) = (self.diagrams(), self.tracing.classes(self.encoded.model));
        let performs = self.performs(game, coalition)?;
        let mut left = game.possible.clone();
        for ban in bans {
            if let Some((_, by_class)) = performs.iter().find(|(agent, _)| *agent == ban.agent) {
                let class = classes.class(ban.agent, ban.action) as usize;
                left = diagrams.minus(&left, &diagrams.and(&by_class[class], &ban.states)?)?;
            }
        }
        game.left.replace(Some((bans.to_vec(), left.clone())));
        Ok(left)
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
