//! A part of the initial states, and what is constant in everything that is reachable from it.

use super::condition::Conditions;
use super::relation::{Part, changing};
use crate::part::{Alternative, FixedBit, InitialPart};
use savoir_dd::{Bdd, Halt, Var};

impl Conditions<'_> {
    /// The initial states of a part.
    pub(crate) fn initial_part(&mut self, part: &InitialPart) -> Result<Bdd, Halt> {
        if part.is_all() {
            return self.initial();
        }
        let alternatives = part.alternatives.iter().map(|alternative| self.alternative(alternative));
        let alternatives = alternatives.collect::<Result<Vec<Bdd>, Halt>>()?;
        let among = self.diagrams().any(alternatives)?;
        self.initial_among(Some(among))
    }

    /// Where an alternative holds.
    fn alternative(&mut self, alternative: &Alternative) -> Result<Bdd, Halt> {
        let mut conjuncts = Vec::with_capacity(alternative.fixed.len() + 1);
        if let Some(condition) = alternative.condition {
            conjuncts.push(self.condition(condition)?);
        }
        for &FixedBit { variable, place, value } in &alternative.fixed {
            let bit = self.arithmetic.encoding.variables[variable.index()].current[place as usize];
            let bit = self.diagrams().variable(bit)?;
            conjuncts.push(if value { bit } else { self.diagrams().not(&bit) });
        }
        self.diagrams().all(conjuncts)
    }

    /// Bits that have one value in all of these initial states, and keep it since their variables never change, get it in
    /// all parts of the relation. It is then right only for what is reachable from these states.
    pub(crate) fn substitute_constants(&self, initial: &Bdd, parts: &mut [Part]) -> Result<(), Halt> {
        let diagrams = self.diagrams();
        let (literals, bits) = self.constants(initial)?;
        let (literals, cube) = (diagrams.all(literals)?, diagrams.cube(&bits)?);
        for part in parts {
            part.relation = diagrams.and_exists(&part.relation, &literals, &cube)?;
        }
        Ok(())
    }

    /// The bits of variables that never change which have the same value in all states of a set, each as a condition and
    /// by itself.
    fn constants(&self, states: &Bdd) -> Result<(Vec<Bdd>, Vec<Var>), Halt> {
        let (model, encoding, diagrams) = (self.arithmetic.model, self.arithmetic.encoding, self.diagrams());
        let changes = changing(model);
        let (mut literals, mut bits) = (Vec::new(), Vec::new());
        for bit in encoding.current(model.variable_ids().filter(|id| !changes[id.index()])) {
            let literal = diagrams.variable(bit)?;
            if diagrams.implies(states, &literal)? {
                literals.push(literal);
            } else if diagrams.disjoint(states, &literal)? {
                literals.push(diagrams.not(&literal));
            } else {
                continue;
            }
            bits.push(bit);
        }
        Ok((literals, bits))
    }
}
