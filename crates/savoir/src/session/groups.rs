//! Questions about groups that are sought.

use super::held::Held;
use crate::Verdict;
use crate::induced;
use savoir_check::{Checker, GroupDecisions, Stop, System, UniformAlgorithm};
use savoir_explicit::CompiledSteps;
use savoir_model::{AtlSemantics, CoalitionId, FormulaId, Model, Semantics};

/// What a session can be asked about groups. Models are that of the session with more formulas: each has those of the models
/// that were given before it.
pub(crate) trait GroupQuestions {
    /// How many groups the engine has variables for.
    fn sought_groups(&self) -> Result<usize, Stop>;

    /// For which groups a formula fails in some initial state. The variables stand for the groups of the engine, in order.
    fn groups_without(
        &mut self,
        model: &Model,
        formula: FormulaId,
        variables: &[CoalitionId],
        semantics: Semantics,
    ) -> Result<GroupDecisions, Stop>;

    /// Whether a formula without variables is true.
    fn instance(&mut self, model: &Model, formula: FormulaId, semantics: Semantics, by: UniformAlgorithm) -> Verdict;
}

impl<S: System> GroupQuestions for Held<'_, S> {
    fn sought_groups(&self) -> Result<usize, Stop> {
        Ok(self.system.sought_groups()?.len())
    }

    fn groups_without(
        &mut self,
        model: &Model,
        formula: FormulaId,
        variables: &[CoalitionId],
        semantics: Semantics,
    ) -> Result<GroupDecisions, Stop> {
        let groups = self.system.sought_groups()?;
        // What is found out depends on what the variables stand for, which may be another group for the next formula.
        let memory = self.memory()?.clone();
        let mut checker = Checker::resume(model, &self.system, semantics, memory);
        checker.search_uniform_strategies(self.uniform_search(UniformAlgorithm::Auto));
        checker.seek(variables.iter().copied().zip(groups));
        checker.groups_without(formula)
    }

    fn instance(&mut self, model: &Model, formula: FormulaId, semantics: Semantics, by: UniformAlgorithm) -> Verdict {
        let memory = match self.memory() {
            Ok(memory) => memory.clone(),
            Err(stop) => return Verdict::Unknown(stop),
        };
        let mut checker = Checker::resume(model, &self.system, semantics, memory);
        checker.search_uniform_strategies(self.uniform_search(by));
        let verdict = match semantics.atl {
            AtlSemantics::PerfectInformation | AtlSemantics::Uniform(_) => checker.verdict(formula),
            AtlSemantics::UniformModel(restricted) => {
                let steps = CompiledSteps::new(model, self.system.budget().clone());
                let question = (restricted, formula);
                induced::decide(&mut checker, (model, &self.system), &steps, &mut None, question).verdict
            }
        };
        self.memory = Some(checker.into_memory());
        verdict
    }
}
