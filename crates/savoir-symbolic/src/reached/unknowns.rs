//! Variables of the diagrams beside those of the model.

use super::SymbolicSystem;
use savoir_dd::{Bdd, Halt};

impl SymbolicSystem<'_> {
    /// So many unknowns, each as the reachable states where it is true.
    pub(super) fn some_unknowns(&self, count: usize) -> Result<Vec<Bdd>, Halt> {
        let mut unknowns = self.unknowns.borrow_mut();
        let missing = count.saturating_sub(unknowns.len());
        unknowns.extend(self.diagrams().add_variables(missing as u32));
        let states = |variable| self.diagrams().and(&self.reachable, &self.diagrams().variable(variable)?);
        unknowns[..count].iter().copied().map(states).collect()
    }

    /// The unknowns as in some state of a set.
    pub(super) fn without_state(&self, set: &Bdd) -> Result<Bdd, Halt> {
        let bits = self.encoded.encoding.current(self.encoded.model.variable_ids());
        self.diagrams().exists(set, &self.diagrams().cube(&bits)?)
    }

    /// The states of a set, whatever the unknowns are.
    pub(super) fn without_unknowns(&self, set: &Bdd) -> Result<Bdd, Halt> {
        self.diagrams().exists(set, &self.diagrams().cube(&self.unknowns.borrow())?)
    }
}
