//! One attempt: the model encoded with one order, and the search for its reachable states. Which orders are tried and how far
//! is up to whoever plans the attempts: the budget is polled all the time, and [told](Budget::passed) of every step.

use crate::encode::EncodedModel;
use crate::meter::{BudgetPoll, Meter};
use crate::options::SymbolicOptions;
use crate::order::{Bit, OrderName};
use crate::prepare::Preparation;
use crate::reached::SymbolicSystem;
use crate::search::{ReachabilitySearch, Reached};
use savoir_check::{Budget, Stop};
use savoir_dd::Diagrams;
use savoir_model::Model;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

impl<'m> SymbolicSystem<'m> {
    /// Encodes a model with the first order and finds all reachable states, whatever it takes.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn build(model: &'m Model, options: &SymbolicOptions, budget: &Budget) -> Result<SymbolicSystem<'m>, Stop> {
        let prepared = Preparation::new(model, options, budget)?;
        Ok(*prepared.attempt(prepared.first_order())?)
    }
}

/// What the search of an attempt has found. Threads may search, and hand over what they found: a system stays with the one that
/// [asks it](Searched::into_system).
pub struct Searched<'m> {
    encoded: EncodedModel<'m>,
    reached: Reached,
    encode_seconds: f64,
}

impl<'m> Searched<'m> {
    /// The system.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn into_system(self) -> Result<Box<SymbolicSystem<'m>>, Stop> {
        let Searched { encoded, reached, encode_seconds } = self;
        let meter = encoded.meter.clone();
        let system = SymbolicSystem::new(encoded, reached, encode_seconds).map_err(|halt| meter.stop_of(halt))?;
        system.finish();
        Ok(Box::new(system))
    }
}

impl<'m> Preparation<'m> {
    /// Encodes the model with one order and finds all reachable states, whatever it takes.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn attempt(&self, order: OrderName) -> Result<Box<SymbolicSystem<'m>>, Stop> {
        self.search(order, &self.budget)?.into_system()
    }

    /// The same up to where a system would be made, with limits of its own.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn search(&self, order: OrderName, budget: &Budget) -> Result<Searched<'m>, Stop> {
        let start = Instant::now();
        let (order, diagrams, meter) = self.diagrams(order, budget)?;
        let encoded = EncodedModel::new(self, &order, diagrams, (budget, &meter));
        let encode_seconds = self.seconds + start.elapsed().as_secs_f64();
        let (mut encoded, parts) = encoded.map_err(|halt| meter.stop_of(halt))?;
        let search = ReachabilitySearch::new(&mut encoded, parts, self.options.leave_out);
        let reached = search.run(self.options.reach).map_err(|halt| meter.stop_of(halt))?;
        Ok(Searched { encoded, reached, encode_seconds })
    }

    /// Fresh diagrams for an order, with its bits.
    pub(crate) fn diagrams(&self, order: OrderName, budget: &Budget) -> Result<(Vec<Bit>, Diagrams, Arc<Meter>), Stop> {
        let (poll, meter) = BudgetPoll::new(budget.clone(), u64::MAX);
        let order =
            self.bits_with_groups(order).unwrap_or_else(|| unreachable!("{order} is no candidate of this model"));
        let bits = order.len() as u32;
        let spare = self.spare.lock().unwrap_or_else(PoisonError::into_inner).take();
        let diagrams = match spare {
            Some(spare) => spare.renewed(bits, Box::new(poll)),
            None => Diagrams::tuned(bits, Box::new(poll), self.options.tuning.diagrams),
        };
        // What the system refuses is a limit as well.
        let diagrams = diagrams.map_err(|_| Stop::Memory)?;
        Ok((order, diagrams, meter))
    }
}

#[cfg(test)]
#[path = "attempt_tests.rs"]
mod tests;
