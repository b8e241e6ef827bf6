//! Where evolution lines assign values outside the domains of their variables.

use super::SymbolicSystem;
use crate::encode::Conditions;
use savoir_dd::{Bdd, Halt};
use savoir_model::{Domain, EvolutionLine, Expr};

impl SymbolicSystem<'_> {
    /// The reachable states where a line may be enabled and lead nowhere.
    pub(super) fn overflows(&self, line: &EvolutionLine) -> Result<Bdd, Halt> {
        let (model, diagrams) = (self.encoded.model, self.diagrams());
        let classes = self.tracing.classes(model);
        let mut conditions = Conditions::new(model, diagrams, &self.encoded.encoding, classes);
        let next = diagrams.cube(&self.encoded.encoding.next())?;
        let mut outside = diagrams.constant(false);
        for &(variable, value) in &line.assignments {
            let keeps = *model.exprs.get(value) == Expr::Var(variable);
            if !keeps && matches!(model.variable(variable).domain, Domain::Int { .. }) {
                let inside = diagrams.exists(&conditions.assign(variable, value)?, &next)?;
                outside = diagrams.or(&outside, &diagrams.not(&inside))?;
            }
        }
        if diagrams.is_false(&outside) {
            return Ok(outside);
        }
        conditions.find_determined()?;
        let mut found = self.reachable.clone();
        let mut required = vec![outside, conditions.condition(line.guard)?];
        for agent in model.agent_ids() {
            required.push(conditions.choice(agent)?);
        }
        for condition in required {
            found = diagrams.and(&found, &self.dependencies.substitute(diagrams, &condition)?)?;
        }
        diagrams.exists(&found, &diagrams.cube(&self.encoded.encoding.action_bits(model.agent_ids()))?)
    }
}
