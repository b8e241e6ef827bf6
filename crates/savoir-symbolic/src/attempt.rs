//! One attempt: the model encoded with one order, and the search for its reachable states, within an allowance. Which orders
//! are tried and with how much is up to whoever plans the attempts.

use crate::encode::{EncodedModel, TooManySlices};
use crate::meter::{BudgetPoll, Ceiling, Ended, Meter, Milestone};
use crate::options::SymbolicOptions;
use crate::order::{Bit, OrderName};
use crate::prepare::Preparation;
use crate::reached::SymbolicSystem;
use crate::search::{ReachabilitySearch, Reached};
use savoir_check::{Budget, Stop};
use savoir_dd::{Diagrams, Halt};
use savoir_model::Model;
use std::sync::{Arc, PoisonError};
use std::time::Instant;

/// What an attempt may use before it is given up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// Bytes of diagrams.
    pub bytes: u64,
    /// The same for the encoding alone.
    pub encoding_bytes: u64,
    /// How far an attempt came that is given up is looked at when it has used this many bytes, so that attempts with
    /// different allowances can be compared.
    pub mark: u64,
    /// Bytes that something else holds at the same time, which count for the limits of the user.
    pub elsewhere: u64,
    /// Slices of the transitions.
    pub slices: usize,
    /// Whether it is worth while to try what only pays in large models.
    pub diligence: Diligence,
}

/// What an attempt tries to get to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Diligence {
    /// What pays in every model.
    Brief,
    /// Also what only pays in large ones: bits that follow from others are looked for.
    Full,
}

impl Allowance {
    /// As much as the user allows.
    pub const UNLIMITED: Allowance = Allowance::bytes(u64::MAX);

    /// So many bytes.
    #[must_use]
    pub const fn bytes(bytes: u64) -> Allowance {
        Allowance {
            bytes,
            encoding_bytes: bytes,
            mark: bytes,
            elsewhere: 0,
            slices: usize::MAX,
            diligence: Diligence::Full,
        }
    }
}

/// How an attempt ended.
pub enum Attempted<'m> {
    /// All reachable states were found, with so many bytes of diagrams.
    Finished(Box<SymbolicSystem<'m>>, u64),
    /// It came this far within its allowance.
    GivenUp(Milestone),
    /// The transitions fall into more slices than allowed: so many.
    TooManySlices(usize),
}

impl<'m> SymbolicSystem<'m> {
    /// Encodes a model with the first order and finds all reachable states, whatever it takes.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn build(model: &'m Model, options: &SymbolicOptions, budget: &Budget) -> Result<SymbolicSystem<'m>, Stop> {
        let prepared = Preparation::new(model, options, budget)?;
        match prepared.attempt(prepared.first_order(), Allowance::UNLIMITED)? {
            Attempted::Finished(system, _) => Ok(*system),
            Attempted::GivenUp(_) | Attempted::TooManySlices(_) => unreachable!("everything is allowed"),
        }
    }
}

/// How the search of an attempt ended. Threads may search, and hand over what they found: a system stays with the one that
/// [asks it](Searched::into_system).
pub struct Searched<'m>(Ending<'m>);

enum Ending<'m> {
    Found(Box<Found<'m>>),
    GivenUp(Milestone),
    TooManySlices(usize),
}

struct Found<'m> {
    encoded: EncodedModel<'m>,
    reached: Reached,
    /// What the attempt may use.
    bytes: u64,
    encode_seconds: f64,
}

impl<'m> Searched<'m> {
    fn over(meter: &Meter, halt: Halt) -> Result<Searched<'m>, Stop> {
        match meter.ended_by(halt) {
            Ended::ByUser(stop) => Err(stop),
            Ended::ByAllowance => Ok(Searched(Ending::GivenUp(meter.milestone()))),
        }
    }

    /// The system, if all reachable states were found.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn into_system(self) -> Result<Attempted<'m>, Stop> {
        let found = match self.0 {
            Ending::Found(found) => found,
            Ending::GivenUp(milestone) => return Ok(Attempted::GivenUp(milestone)),
            Ending::TooManySlices(slices) => return Ok(Attempted::TooManySlices(slices)),
        };
        let Found { encoded, reached, bytes, encode_seconds } = *found;
        let meter = encoded.meter.clone();
        let system = {
            let _ceiling = meter.allow(Ceiling { bytes, ..Ceiling::NONE });
            SymbolicSystem::new(encoded, reached, encode_seconds)
        };
        match system {
            Ok(system) => {
                let bytes = system.finish();
                Ok(Attempted::Finished(Box::new(system), bytes))
            }
            Err(halt) => Searched::over(&meter, halt)?.into_system(),
        }
    }
}

impl<'m> Preparation<'m> {
    /// Encodes the model with one order and finds all reachable states, unless that takes more than is allowed.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn attempt(&self, order: OrderName, allowed: Allowance) -> Result<Attempted<'m>, Stop> {
        self.search(order, allowed, &self.budget)?.into_system()
    }

    /// The same up to where a system would be made, with limits of its own.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn search(&self, order: OrderName, allowed: Allowance, budget: &Budget) -> Result<Searched<'m>, Stop> {
        let start = Instant::now();
        let (order, diagrams, meter) = self.diagrams(order, allowed, budget)?;
        let encoded = {
            let _ceiling = meter.allow(Ceiling { bytes: allowed.encoding_bytes, ..Ceiling::NONE });
            EncodedModel::new(self, &order, diagrams, (budget, &meter), allowed.slices)
        };
        let encode_seconds = self.seconds + start.elapsed().as_secs_f64();
        let (mut encoded, parts) = match encoded {
            Ok(Ok(encoded)) => encoded,
            Ok(Err(TooManySlices(slices))) => return Ok(Searched(Ending::TooManySlices(slices))),
            Err(halt) => return Searched::over(&meter, halt),
        };
        let reached = {
            let _ceiling = meter.allow(Ceiling { bytes: allowed.bytes, ..Ceiling::NONE });
            ReachabilitySearch::new(&mut encoded, parts, self.options.leave_out, allowed.diligence)
                .run(self.options.reach)
        };
        match reached {
            Ok(reached) => {
                Ok(Searched(Ending::Found(Box::new(Found { encoded, reached, bytes: allowed.bytes, encode_seconds }))))
            }
            Err(halt) => Searched::over(&meter, halt),
        }
    }

    /// Fresh diagrams for an order, with its bits.
    pub(crate) fn diagrams(
        &self,
        order: OrderName,
        allowed: Allowance,
        budget: &Budget,
    ) -> Result<(Vec<Bit>, Diagrams, Arc<Meter>), Stop> {
        let (poll, meter) = BudgetPoll::new(budget.clone(), u64::MAX, allowed.mark, allowed.elsewhere);
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
