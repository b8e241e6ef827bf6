//! The initial states, and the conditions that the model names.

use super::arithmetic::{Form, spells};
use super::bits::{Spelling, VariableBits};
use super::condition::Conditions;
use savoir_dd::{Bdd, Halt, Var};
use savoir_model::{CompareOp, Expr, ExprId, Model};
use std::collections::BTreeMap;

impl Conditions<'_> {
    /// Where bits spell a number below `size`.
    pub(super) fn legal(&self, bits: &[Var], size: u128) -> Result<Bdd, Halt> {
        let form = Form::bits(bits, 0).add(&Form::constant(-(size as i128)));
        self.arithmetic.compare_with_zero(CompareOp::Less, &form)
    }

    /// The initial states: every conjunct of the initial condition holds and every variable has one of its values.
    pub(crate) fn initial(&mut self) -> Result<Bdd, Halt> {
        self.initial_among(None)
    }

    /// The same among some states: joined with the conjuncts, not with what they come to, which may be far larger.
    pub(super) fn initial_among(&mut self, among: Option<Bdd>) -> Result<Bdd, Halt> {
        let model: &Model = self.arithmetic.model;
        let mut conjuncts: Vec<Bdd> = among.into_iter().collect();
        for variable in model.variable_ids() {
            let size = model.domain_size(model.variable(variable).domain);
            if !size.is_power_of_two() {
                let VariableBits { current, spelling, .. } = &self.arithmetic.encoding.variables[variable.index()];
                conjuncts.push(match spelling {
                    Spelling::Binary => self.legal(current, size)?,
                    Spelling::Unary => self.diagrams().not(&spells(self.diagrams(), current, 0b10)?),
                });
            }
        }
        let mut open = vec![model.init];
        while let Some(id) = open.pop() {
            match model.exprs.get(id) {
                Expr::And(parts) => open.extend(parts.iter()),
                _ => conjuncts.push(self.condition(id)?),
            }
        }
        self.diagrams().all(conjuncts)
    }

    /// Where each condition holds that the model names: its propositions, and what makes states of agents red.
    pub(super) fn named(&mut self) -> Result<BTreeMap<ExprId, Bdd>, Halt> {
        let model: &Model = self.arithmetic.model;
        let propositions = model.propositions.iter().map(|proposition| proposition.condition);
        let red = model.agents.iter().filter_map(|agent| agent.red);
        propositions.chain(red).map(|condition| Ok((condition, self.condition(condition)?))).collect()
    }
}
