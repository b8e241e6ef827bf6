//! Finding bits that follow from others in all states found so far, and leaving them out.

use super::ReachabilitySearch;
use super::dependency::{DependentBit, cofactors, substitute};
use crate::meter::Ended;
use crate::options::LeaveOut;
use savoir_dd::{Bdd, Halt, Var};

/// What there is to say about a bit in a set of states.
enum Finding {
    /// It does not follow from others.
    Free,
    /// It does, but in no simple way, or in one that does not help.
    Coincidence,
    /// A simple function gives it; and the set without it.
    Dependent { function: Bdd, without: Bdd },
}

/// Bits with functions of the bits that remain or that come later in the list, and the states without these bits.
struct Simplified {
    found: Vec<(Var, Bdd)>,
    rest: Bdd,
}

impl ReachabilitySearch<'_, '_> {
    /// Leaves out bits that follow from others in all states found so far, if there are enough nodes.
    pub(super) fn simplify(&mut self) -> Result<(), Halt> {
        let found = match self.leave_out {
            LeaveOut::Never => return Ok(()),
            LeaveOut::Grow => self.worthwhile()?,
            LeaveOut::Always => self.dependent_bits(None)?.found,
        };
        if found.is_empty() {
            return Ok(());
        }
        let diagrams = &self.encoded.diagrams;
        let bits: Vec<Var> = found.iter().map(|(bit, _)| *bit).collect();
        for (bit, function) in found {
            for known in &mut self.dependencies.bits {
                known.function = substitute(diagrams, &known.function, bit, &function)?;
            }
            self.dependencies.bits.push(DependentBit { bit, function, violating: diagrams.constant(false) });
        }
        let cube = diagrams.cube(&bits)?;
        self.change_sets(|diagrams, set| diagrams.exists(set, &cube))?;
        self.change_transitions()
    }

    /// Bits without which the set of reachable states is much smaller; none if it is too early to look for them.
    fn worthwhile(&mut self) -> Result<Vec<(Var, Bdd)>, Halt> {
        let encoded = &*self.encoded;
        let (tuning, meter, diagrams) = (encoded.tuning.dependencies, &encoded.meter, &encoded.diagrams);
        let before = meter.polls();
        let work = before - self.begun;
        let is_brief = work < tuning.polls || diagrams.bytes() < tuning.bytes;
        if is_brief || diagrams.nodes() < self.look_at || tuning.share * self.wasted > work {
            return Ok(Vec::new());
        }
        // This takes time to find out.
        let size = diagrams.size(&self.reachable)?;
        if size < self.look_at {
            return Ok(Vec::new());
        }
        let Simplified { found, rest } = self.dependent_bits(Some(work))?;
        let left = diagrams.size(&rest)?;
        if 100 * left > tuning.worthwhile_percent * size {
            self.look_at = tuning.nodes.max(tuning.again * size);
            self.wasted += meter.polls() - before;
            return Ok(Vec::new());
        }
        self.look_at = tuning.nodes.max(tuning.again * left);
        Ok(found)
    }

    /// Bits that follow from others in all states found so far. With a number of polls so far, it takes few compared to
    /// them, and finds only bits that make a difference.
    fn dependent_bits(&self, work: Option<u64>) -> Result<Simplified, Halt> {
        let encoded = &*self.encoded;
        let (tuning, meter) = (encoded.tuning.dependencies, &encoded.meter);
        let mut rest = self.reachable.clone();
        let (mut found, mut coincidences) = (Vec::new(), 0);
        let bits = encoded.diagrams.support(&rest)?;
        let before = meter.polls();
        let allowed = meter.allow_polls(work.map_or(u64::MAX, |work| tuning.polls.max(work / tuning.share)));
        for &bit in &bits {
            match self.examine(&rest, bit, &bits) {
                Ok(Finding::Free) => {}
                Ok(Finding::Dependent { function, without }) => {
                    rest = without;
                    found.push((bit, function));
                    // More of them make the rest of the search shorter.
                    allowed.set_polls(work.map_or(u64::MAX, |work| before + work));
                }
                Ok(Finding::Coincidence) => {
                    coincidences += 1;
                    if coincidences >= found.len() + tuning.coincidences {
                        break;
                    }
                }
                Err(halt) if meter.ended_by(halt) == Ended::ByAllowance => {
                    if meter.polls() <= meter.ceiling().polls {
                        // There was no room for this, but there may be for the search.
                        encoded.collect();
                    }
                    break;
                }
                Err(halt) => return Err(halt),
            }
        }
        Ok(Simplified { found, rest })
    }

    /// Whether a bit follows from others in a set of states; unless all such bits are left out, only where it makes a
    /// difference.
    fn examine(&self, set: &Bdd, bit: Var, bits: &[Var]) -> Result<Finding, Halt> {
        let diagrams = &self.encoded.diagrams;
        let one = diagrams.variable(bit)?;
        // A bit that has always been the same will hardly stay so.
        let is_constant = diagrams.disjoint(set, &one)? || diagrams.implies(set, &one)?;
        if is_constant || !diagrams.determines(set, bit)? {
            return Ok(Finding::Free);
        }
        let Some(function) = self.simple_function(set, bit, bits)? else { return Ok(Finding::Coincidence) };
        let without = diagrams.exists(set, &diagrams.cube(&[bit])?)?;
        let percent = self.encoded.tuning.dependencies.bit_percent;
        if self.leave_out != LeaveOut::Always && 100 * diagrams.size(&without)? > percent * diagrams.size(set)? {
            return Ok(Finding::Coincidence);
        }
        Ok(Finding::Dependent { function, without })
    }

    /// A function that gives a bit in all states of a set, which determines it; `None` if it takes too many other bits.
    fn simple_function(&self, set: &Bdd, bit: Var, bits: &[Var]) -> Result<Option<Bdd>, Halt> {
        let (diagrams, tuning) = (&self.encoded.diagrams, self.encoded.tuning.dependencies);
        let (mut one, mut zero) = cofactors(diagrams, set, bit)?;
        // All others that are not needed go, several at a time while that works.
        let mut open: Vec<Var> = bits.iter().copied().filter(|other| *other != bit).collect();
        let (mut needed, mut several) = (0, 1);
        while !open.is_empty() {
            let rest = open.len().saturating_sub(several);
            let cube = diagrams.cube(&open[rest..])?;
            let (fewer_ones, fewer_zeros) = (diagrams.exists(&one, &cube)?, diagrams.exists(&zero, &cube)?);
            if diagrams.disjoint(&fewer_ones, &fewer_zeros)? {
                (one, zero) = (fewer_ones, fewer_zeros);
                open.truncate(rest);
                several *= 2;
            } else if several > 1 {
                several /= 2;
            } else {
                open.truncate(rest);
                needed += 1;
                if needed > tuning.function_bits {
                    return Ok(None);
                }
            }
        }
        let function = diagrams.simplify(&one, &diagrams.or(&one, &zero)?)?;
        Ok((diagrams.size(&function)? <= tuning.function_nodes).then_some(function))
    }
}
