//! Where evolution lines assign values outside the domains of their variables.

use crate::actions::ActionSets;
use crate::bitset::BitSet;
use crate::program::Risk;
use crate::successors::Successors;
use crate::sweep;
use crate::system::ExplicitSystem;
use crate::usage::Usage;
use savoir_check::{Sets, Stop};
use savoir_model::EvolutionLine;
use std::ops::Range;

impl ExplicitSystem<'_> {
    /// The states where a line may be enabled and lead nowhere.
    pub(crate) fn overflows(&self, line: &EvolutionLine) -> Result<BitSet, Stop> {
        let mut found = self.empty();
        if !self.noticed.overflow {
            return Ok(found);
        }
        self.afford_all_states()?;
        let (program, store) = (&self.program, &self.store);
        let Some(risk) = Risk::compile(self.model, &program.layout, line) else { return Ok(found) };
        let strikes = |_: &mut Successors<'_>, states: Range<usize>| {
            let mut actions = ActionSets::new(program.class_counts());
            let mut strike = |state: &usize| {
                let state = store.state(*state);
                program.enable(state, &mut actions) && risk.strikes(state, &mut actions)
            };
            Ok(states.filter(&mut strike).collect::<Vec<usize>>())
        };
        let usage = Usage::new(&self.budget, self.options.tuning, store.bytes());
        sweep::over_states(program, store, self.options.threads, &usage, strikes, |states| {
            states.into_iter().for_each(|state| {
                found.insert(state);
            });
            Ok(())
        })?;
        Ok(found)
    }
}
