//! Single steps from single states, compiled: for searches that look at few states of a system, whatever its engine is.

use crate::halt::Halt;
use crate::program::{Condition, Program};
use crate::successors::Successors;
use crate::tuning::ExplicitTuning;
use crate::usage::Usage;
use savoir_check::{Budget, SingleSteps, Stop};
use savoir_model::{ActionClasses, ActionId, AgentId, Model, ProtocolLine};
use std::sync::OnceLock;

/// A protocol line: where it applies, `None` for `Other`, and the actions it allows.
type Line = (Option<Condition>, Vec<ActionId>);

/// The steps of a model, compiled when one is first asked for.
pub struct CompiledSteps<'m> {
    model: &'m Model,
    budget: Budget,
    compiled: OnceLock<Compiled>,
}

struct Compiled {
    program: Program,
    classes: ActionClasses,
    /// By agent.
    protocols: Vec<Vec<Line>>,
}

impl Compiled {
    fn new(model: &Model) -> Compiled {
        let program = Program::compile(model);
        let line = |line: &ProtocolLine| {
            (line.guard.map(|guard| Condition::compile(model, &program.layout, guard)), line.actions.clone())
        };
        let protocols = model.agents.iter().map(|agent| agent.protocol.iter().map(line).collect()).collect();
        Compiled { classes: ActionClasses::new(model), protocols, program }
    }
}

impl<'m> CompiledSteps<'m> {
    /// The steps of a model.
    #[must_use]
    pub fn new(model: &'m Model, budget: Budget) -> CompiledSteps<'m> {
        CompiledSteps { model, budget, compiled: OnceLock::new() }
    }

    fn compiled(&self) -> &Compiled {
        self.compiled.get_or_init(|| Compiled::new(self.model))
    }
}

impl SingleSteps for CompiledSteps<'_> {
    fn actions(&self, state: &[u64], agent: AgentId) -> Result<Vec<ActionId>, Stop> {
        let compiled = self.compiled();
        let packed = compiled.program.layout.packed(state);
        let lines = &compiled.protocols[agent.index()];
        let mut allowed: Vec<ActionId> = Vec::new();
        let mut matched = false;
        for (guard, actions) in lines {
            if guard.as_ref().is_some_and(|guard| guard.holds(&packed)) {
                matched = true;
                allowed.extend(actions);
            }
        }
        if lines.is_empty() {
            allowed.extend((0..self.model.agent(agent).actions.len()).map(ActionId::from));
        } else if !matched && let Some((_, actions)) = lines.iter().find(|(guard, _)| guard.is_none()) {
            allowed.extend(actions);
        }
        allowed.sort_unstable();
        let mut seen = Vec::new();
        allowed.retain(|action| {
            let class = compiled.classes.class(agent, *action);
            let is_new = !seen.contains(&class);
            seen.push(class);
            is_new
        });
        Ok(allowed)
    }

    fn outcomes(&self, state: &[u64], chosen: &[(AgentId, ActionId)]) -> Result<Vec<Vec<u64>>, Stop> {
        let Compiled { program, classes, .. } = self.compiled();
        let usage = Usage::new(&self.budget, ExplicitTuning::default(), 0);
        let mut successors = Successors::new(program, &usage);
        let fixed: Vec<_> =
            chosen.iter().map(|&(agent, action)| (agent.index(), classes.class(agent, action))).collect();
        let found = successors.of_choice(&program.layout.packed(state), &fixed).map_err(Halt::limit)?;
        let fields: Vec<_> = self.model.variable_ids().map(|variable| program.layout.field(variable)).collect();
        let codes = |packed: &[u64]| fields.iter().map(|field| field.get(packed)).collect::<Vec<u64>>();
        let mut states: Vec<Vec<u64>> = found.chunks_exact(program.layout.words).map(codes).collect();
        states.sort_unstable();
        states.dedup();
        Ok(states)
    }
}
