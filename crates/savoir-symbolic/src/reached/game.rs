//! What coalitions can enforce in one step (Algorithm 6 of the STTT paper).

use super::SymbolicSystem;
use crate::encode::EncodedModel;
use crate::relation::Schedule;
use savoir_dd::{Bdd, Cube, Halt};
use savoir_model::AgentId;
use std::rc::Rc;

/// The choices of a coalition.
pub(super) struct Game {
    /// Goes back while keeping the coalition's actions.
    backward: Schedule,
    /// The coalition's actions.
    own: Cube,
    /// The reachable states with the moves that have a successor there.
    possible: Bdd,
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
        let game = Rc::new(Game { backward, own, possible: diagrams.and(&possible, &self.reachable)? });
        self.games.borrow_mut().insert(coalition.to_vec(), game.clone());
        Ok(game)
    }

    /// The states where a coalition has a move after which every successor is in a set.
    pub(super) fn controllable_into(&self, coalition: &[AgentId], set: &Bdd) -> Result<Bdd, Halt> {
        let (diagrams, game) = (self.diagrams(), self.game(coalition)?);
        let outside = diagrams.minus(&self.reachable, set)?;
        let bad = self.encoded.whole.preimage_by(diagrams, &game.backward, &outside)?;
        diagrams.exists(&diagrams.minus(&game.possible, &bad)?, &game.own)
    }
}
