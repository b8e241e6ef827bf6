//! From a model to a system: candidate orders race through the first steps of the search, the best one goes on.

use crate::condition::Conditions;
use crate::encoding::{Encoding, VariableBits};
use crate::limits::{Attained, BudgetPoll, Limits};
use crate::options::Reach;
use crate::order::Bit;
use crate::prepare::Preparation;
use crate::redundancy::Redundant;
use crate::split::split;
use crate::system::SymbolicSystem;
use crate::transitions::Transitions;
use crate::upkeep::Upkeep;
use savoir_check::Stop;
use savoir_dd::{Bdd, Diagrams, Halt, Var};
use std::cmp::Reverse;
use std::rc::Rc;
use std::time::Instant;

/// Memory that candidate orders may use in the first round of a race.
pub(crate) const FIRST_CEILING: u64 = 8 << 20;
/// Memory beyond which there is no race: the first candidate is taken.
const LAST_CEILING: u64 = 1 << 30;

/// Once an order has led to the end, another one is better if it takes this part of the memory. Little is collected in a
/// race, so that memory is work.
const BETTER: u64 = 2;

/// An attempt that is to be small is given up if the encoding alone needs more memory than this.
const SMALL_ENCODING: u64 = 2 << 20;

/// More slices than this are not made for an attempt that is to be small: they take longer than a search state by state
/// in a small model, and in a large one the attempt is in vain.
const FEW_SLICES: usize = 30;

/// So few dead nodes are worth less than the results known about them.
const TOO_SMALL_TO_COLLECT: usize = 100_000;

/// What an attempt may use.
#[derive(Clone, Copy)]
struct Allowance {
    /// Memory beyond which it is given up.
    bytes: u64,
    /// The same for the encoding alone.
    encoding: u64,
    /// How far it came is looked at when it has used this much.
    mark: u64,
    /// Memory that is used elsewhere at the same time.
    elsewhere: u64,
    /// The most slices of the transitions.
    slices: usize,
}

impl Allowance {
    fn bytes(bytes: u64) -> Allowance {
        Allowance { bytes, encoding: bytes, mark: bytes, elsewhere: 0, slices: usize::MAX }
    }

    /// What is left within `bytes` for an order that is to be better than that of a finished attempt.
    fn beside(best: &Finished<'_>, bytes: u64) -> Allowance {
        Allowance { elsewhere: best.system.diagrams.bytes(), ..Allowance::bytes(bytes.min(best.bytes / BETTER)) }
    }
}

/// An attempt that came to its end, and what it took.
struct Finished<'m> {
    system: Box<SymbolicSystem<'m>>,
    bytes: u64,
}

/// How an attempt with one order ended.
enum Attempt<'m> {
    Done(Finished<'m>),
    /// It came this far before it was given up.
    GivenUp(Attained),
    /// There are more slices than allowed.
    NotMade,
}

/// One build: the attempts until one succeeds.
struct Builder<'m, 'p> {
    prepared: &'p Preparation<'m>,
    start: Instant,
}

impl<'m> Preparation<'m> {
    /// Encodes the model and finds all reachable states.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn build(&self) -> Result<SymbolicSystem<'m>, Stop> {
        Builder { prepared: self, start: Instant::now() }.race(self.candidates())
    }

    /// The same, if it takes little: `None` if the first candidate order needs so much that others should be tried.
    ///
    /// # Errors
    /// When the budget is used up.
    pub fn build_small(&self) -> Result<Option<SymbolicSystem<'m>>, Stop> {
        let small = Allowance { encoding: SMALL_ENCODING, slices: FEW_SLICES, ..Allowance::bytes(FIRST_CEILING) };
        let builder = Builder { prepared: self, start: Instant::now() };
        match builder.attempt(self.first_candidate(), small)? {
            Attempt::Done(done) => Ok(Some(*done.system)),
            Attempt::GivenUp(attained) => {
                // The encoding alone may be larger in a race.
                self.first_attained.set((attained.0 > 0).then_some(attained));
                Ok(None)
            }
            Attempt::NotMade => Ok(None),
        }
    }
}

impl<'m> Builder<'m, '_> {
    /// The candidates race, each within a ceiling; those that come furthest go on with a higher one.
    fn race(&self, mut orders: Vec<Vec<Bit>>) -> Result<SymbolicSystem<'m>, Stop> {
        let mut ceiling = FIRST_CEILING;
        while orders.len() > 1 && ceiling <= LAST_CEILING {
            let is_first = ceiling == FIRST_CEILING;
            let mut best: Option<Attained> = None;
            let mut ahead = Vec::new();
            let mut done: Option<Finished<'m>> = None;
            for (place, order) in orders.iter().enumerate() {
                let allowed = match &done {
                    Some(best) => Allowance::beside(best, ceiling),
                    // It is the most promising one and may be nearly done.
                    None if is_first && place == 0 => Allowance { mark: ceiling, ..Allowance::bytes(2 * ceiling) },
                    None => Allowance::bytes(ceiling),
                };
                let was_tried = is_first && order == self.prepared.first_candidate();
                let attempt = match self.prepared.first_attained.get() {
                    Some(attained) if was_tried => Attempt::GivenUp(attained),
                    _ => self.attempt(order, allowed)?,
                };
                match attempt {
                    // Another order could save little.
                    Attempt::Done(new) if is_first => return Ok(*new.system),
                    Attempt::Done(new) => {
                        let nodes = |finished: &Finished<'_>| finished.system.diagrams.nodes();
                        if done.as_ref().is_none_or(|best| nodes(&new) < nodes(best)) {
                            done = Some(new);
                        }
                    }
                    Attempt::GivenUp(attained) => {
                        if best.is_none_or(|best| attained > best) {
                            ahead = vec![order.clone()];
                            best = Some(attained);
                        } else if best == Some(attained) {
                            ahead.push(order.clone());
                        }
                    }
                    Attempt::NotMade => {}
                }
            }
            if let Some(best) = done {
                return Ok(*best.system);
            }
            // Those that came furthest stay in the race.
            orders = ahead;
            // Where no encoding is small, nothing is learnt about the orders.
            if !is_first && best.is_some_and(|(steps, _)| steps == 0) {
                break;
            }
            ceiling *= 8;
        }
        match self.attempt(&orders[0], Allowance::bytes(u64::MAX))? {
            Attempt::Done(done) => Ok(*done.system),
            Attempt::GivenUp(_) | Attempt::NotMade => Err(Stop::Memory),
        }
    }

    /// Builds the system with one order, unless that takes more than is allowed.
    fn attempt(&self, order: &[Bit], allowed: Allowance) -> Result<Attempt<'m>, Stop> {
        let (poll, limits) = BudgetPoll::new(self.prepared.budget.clone(), allowed.encoding);
        limits.elsewhere.set(allowed.elsewhere);
        limits.mark.set(allowed.mark);
        match self.encode(order, poll, &limits, allowed).and_then(|mut system| {
            limits.ceiling.set(allowed.bytes);
            system.as_mut().map_or(Ok(()), |system| system.explore(&self.prepared.options))?;
            Ok(system)
        }) {
            Ok(None) => Ok(Attempt::NotMade),
            Ok(Some(system)) => {
                let bytes = system.diagrams.bytes();
                limits.ceiling.set(u64::MAX);
                limits.elsewhere.set(0);
                if system.diagrams.nodes() > TOO_SMALL_TO_COLLECT {
                    system.collect();
                }
                Ok(Attempt::Done(Finished { system: Box::new(system), bytes }))
            }
            Err(Halt::Memory) => Err(Stop::Memory),
            Err(Halt::Interrupted) => match limits.reason.get() {
                Some(stop) => Err(stop),
                None => Ok(Attempt::GivenUp(limits.attained_at_mark.get().unwrap_or(limits.attained.get()))),
            },
        }
    }

    /// Encodes the model with one order, unless that takes more slices than allowed.
    fn encode(
        &self,
        order: &[Bit],
        poll: BudgetPoll,
        limits: &Rc<Limits>,
        allowed: Allowance,
    ) -> Result<Option<SymbolicSystem<'m>>, Halt> {
        let Preparation { model, options, budget, classes, spare, .. } = self.prepared;
        let encoding = Encoding::new(model, order);
        let diagrams = match spare.take() {
            Some(spare) => spare.renewed(encoding.count(), Box::new(poll)),
            None => Diagrams::new(encoding.count(), Box::new(poll)),
        };
        let mut conditions = Conditions::new(model, &diagrams, &encoding, classes);
        conditions.find_determined()?;
        let (parts, deterministic) = conditions.parts()?;
        let initial = conditions.initial()?;
        let mut propositions = Vec::with_capacity(model.propositions.len());
        for proposition in &model.propositions {
            propositions.push(conditions.condition(proposition.condition)?);
        }
        let mut red = Vec::with_capacity(model.agents.len());
        for agent in &model.agents {
            red.push(match agent.red {
                Some(condition) => conditions.condition(condition)?,
                None => diagrams.constant(false),
            });
        }
        let slices = match options.reach {
            Reach::Auto | Reach::Chaining => split(&conditions, &parts)?,
            Reach::Bfs | Reach::Layers | Reach::Frontier => None,
        };
        drop(conditions);
        if slices.as_ref().is_some_and(|slices| slices.len() > allowed.slices) {
            return Ok(None);
        }
        let slices = slices
            .map(|slices| slices.into_iter().map(|slice| slice.transitions(&diagrams, &encoding)).collect::<Vec<_>>());
        let pairs: Vec<(Var, Var)> = encoding.variables.iter().flat_map(VariableBits::pairs).collect();
        let relations: Vec<Bdd> = parts.iter().map(|part| part.relation.clone()).collect();
        let whole = Transitions::new(&diagrams, &encoding, relations, &pairs);
        for transitions in slices.as_deref().unwrap_or(std::slice::from_ref(&whole)) {
            transitions.forward(&diagrams)?;
        }
        limits.attained.set((1, Reverse(diagrams.nodes())));
        Ok(Some(SymbolicSystem {
            model,
            reachable: initial.clone(),
            initial,
            propositions,
            red,
            parts,
            whole,
            slices,
            redundant: Redundant::default(),
            deterministic,
            encoding,
            limits: limits.clone(),
            budget: budget.clone(),
            games: Default::default(),
            hidden: Default::default(),
            has_large_conditions: Default::default(),
            tracing: Default::default(),
            told: Default::default(),
            upkeep: Upkeep::new(options, diagrams.nodes()),
            encode_seconds: self.prepared.seconds + self.start.elapsed().as_secs_f64(),
            diagrams,
        }))
    }
}
