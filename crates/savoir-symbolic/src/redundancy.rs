//! Bits that follow from others in every reachable state.
//!
//! Models often say things twice: what was received is what was sent, a copy is in the environment. Diagrams of sets of
//! states then have to spell out that the two agree, which can make them ten times as large. So while the reachable
//! states are being found, bits that are simple functions of others in all states found so far are left out of all
//! diagrams (van Eijk and Jess, "Exploiting functional dependencies in finite state machine verification", 1996). A set
//! `X` of states stands for `X ∧ (bit ⇔ function) ∧ …`, and everything that mentions such a bit mentions its function.
//!
//! What was true of the states so far need not be true of the next ones. Before each step, the states about to be
//! explored are compared with those that have a successor where a bit differs from its function. If there are any, the
//! function changes at values that were not seen before, or the bit returns into the diagrams.

use crate::build::FIRST_CEILING;
use crate::encoding::Encoding;
use crate::limits::Limits;
use crate::options::LeaveOut;
use crate::order::Bit;
use crate::schedule::Schedule;
use crate::system::SymbolicSystem;
use crate::transitions::Transitions;
use savoir_dd::{Bdd, Diagrams, Halt, Var};
use std::collections::BTreeSet;

/// Fewest nodes of the set of reachable states before bits are left out of it.
const LOOK: usize = 20_000;
/// They are looked for again when it is so many times as large.
const LOOK_AGAIN: usize = 2;
/// Work of the search, in polls, before bits are looked for: on small models there is nothing to gain.
const WORK: u64 = 64;
/// Looking for bits in vain takes at most so much again, or this part of all work.
const SHARE: u64 = 8;
/// Leaving bits out is worth it if so much of the set of reachable states, in percent, is left at most.
const WORTH_IT: usize = 75;
/// And a single bit if so much is left without it.
const HELPS: usize = 98;

/// A function of more bits than this is a coincidence.
const MOST_BITS: usize = 12;
/// And so is one with more nodes.
const MOST_NODES: usize = 200;
/// No more bits are looked at after so many more coincidences than others.
const MOST_COINCIDENCES: usize = 4;

/// Bits that are left out.
#[derive(Default)]
pub(crate) struct Redundant {
    bits: Vec<Follows>,
}

/// A bit that follows from others.
struct Follows {
    bit: Var,
    /// Of bits that are not left out.
    function: Bdd,
    /// The states with a successor where the bit differs from the function, and perhaps some without.
    broken: Bdd,
}

/// What there is to say about a bit in a set of states.
enum Finding {
    /// It does not follow from others.
    Free,
    /// It does, but in no simple way, or in one that does not help.
    Coincidence,
    /// A simple function gives it; and the set without it.
    Follows { function: Bdd, without: Bdd },
}

/// The search for reachable states, where it stands.
pub(crate) struct Search {
    /// What was new after each step.
    pub(crate) layers: Vec<Bdd>,
    /// What is explored next.
    pub(crate) start: Bdd,
    leave_out: LeaveOut,
    /// How many nodes the set of reachable states must have before redundant bits are looked for, unless always.
    look_at: usize,
    /// The polls before the search.
    begun: u64,
    /// Those for looking for redundant bits in vain.
    wasted: u64,
}

impl Search {
    pub(crate) fn new(initial: &Bdd, limits: &Limits, leave_out: LeaveOut) -> Search {
        Search {
            layers: vec![initial.clone()],
            start: initial.clone(),
            leave_out,
            look_at: LOOK,
            begun: limits.polls.get(),
            wasted: 0,
        }
    }
}

impl Redundant {
    /// How many bits are left out.
    pub(crate) fn count(&self) -> u32 {
        self.bits.len() as u32
    }

    pub(crate) fn contains(&self, bit: Var) -> bool {
        self.function(bit).is_some()
    }

    /// What a bit follows from, if it is left out.
    pub(crate) fn function(&self, bit: Var) -> Option<&Bdd> {
        self.bits.iter().find(|follows| follows.bit == bit).map(|follows| &follows.function)
    }

    /// `f` with functions instead of the bits that are left out.
    pub(crate) fn replace(&self, diagrams: &Diagrams, f: &Bdd) -> Result<Bdd, Halt> {
        let mut result = f.clone();
        if !self.bits.is_empty() {
            let support = diagrams.support(f)?;
            for follows in self.bits.iter().filter(|follows| support.contains(&follows.bit)) {
                result = replace(diagrams, &result, follows.bit, &follows.function)?;
            }
        }
        Ok(result)
    }

    /// A set of states with some of the bits that are left out.
    pub(crate) fn restore(&self, diagrams: &Diagrams, set: &Bdd, wanted: impl Fn(Var) -> bool) -> Result<Bdd, Halt> {
        let mut result = set.clone();
        for follows in self.bits.iter().filter(|follows| wanted(follows.bit)) {
            result = restore(diagrams, &result, follows)?;
        }
        Ok(result)
    }
}

/// `f` with a function instead of a bit.
fn replace(diagrams: &Diagrams, f: &Bdd, bit: Var, function: &Bdd) -> Result<Bdd, Halt> {
    let (one, zero) = halves(diagrams, f, bit)?;
    diagrams.if_then_else(function, &one, &zero)
}

/// `f` where a bit is one, and where it is zero.
fn halves(diagrams: &Diagrams, f: &Bdd, bit: Var) -> Result<(Bdd, Bdd), Halt> {
    let (cube, one) = (diagrams.cube(&[bit])?, diagrams.variable(bit)?);
    Ok((diagrams.and_exists(f, &one, &cube)?, diagrams.and_exists(f, &diagrams.not(&one), &cube)?))
}

fn restore(diagrams: &Diagrams, set: &Bdd, follows: &Follows) -> Result<Bdd, Halt> {
    let differs = diagrams.xor(&diagrams.variable(follows.bit)?, &follows.function)?;
    diagrams.minus(set, &differs)
}

/// The next value of a current bit, unless it never changes.
fn next_of(encoding: &Encoding, bit: Var) -> Option<Var> {
    match encoding.bits[bit.0 as usize] {
        Bit::Current(id, place) => encoding.variables[id.index()].next.get(place as usize).copied(),
        Bit::Next(..) | Bit::Action(..) => None,
    }
}

impl SymbolicSystem<'_> {
    /// Leaves out bits that follow from others in all states found so far, if there are enough nodes.
    pub(crate) fn leave_out(&mut self, search: &mut Search) -> Result<(), Halt> {
        let found = match search.leave_out {
            LeaveOut::Never => return Ok(()),
            LeaveOut::Grow => self.worthwhile(search)?,
            LeaveOut::Always => self.look(None)?.0,
        };
        if found.is_empty() {
            return Ok(());
        }
        let gone: Vec<Var> = found.iter().map(|(bit, _)| *bit).collect();
        for (bit, function) in found {
            for known in &mut self.redundant.bits {
                known.function = replace(&self.diagrams, &known.function, bit, &function)?;
            }
            self.redundant.bits.push(Follows { bit, function, broken: self.diagrams.constant(false) });
        }
        let cube = self.diagrams.cube(&gone)?;
        self.change_sets(search, |diagrams, set| diagrams.exists(set, &cube))?;
        self.change_transitions()
    }

    /// Bits without which the set of reachable states is much smaller; none if it is too early to look for them.
    fn worthwhile(&self, search: &mut Search) -> Result<Vec<(Var, Bdd)>, Halt> {
        let before = self.limits.polls.get();
        let work = before - search.begun;
        let is_brief = work < WORK || self.limits.ceiling.get() <= FIRST_CEILING;
        if is_brief || self.diagrams.nodes() < search.look_at || SHARE * search.wasted > work {
            return Ok(Vec::new());
        }
        // This takes time to find out.
        let size = self.diagrams.size(&self.reachable)?;
        if size < search.look_at {
            return Ok(Vec::new());
        }
        let (found, rest) = self.look(Some(work))?;
        let left = self.diagrams.size(&rest)?;
        if 100 * left > WORTH_IT * size {
            search.look_at = LOOK.max(LOOK_AGAIN * size);
            search.wasted += self.limits.polls.get() - before;
            return Ok(Vec::new());
        }
        search.look_at = LOOK.max(LOOK_AGAIN * left);
        Ok(found)
    }

    /// Bits that follow from others in all states found so far, each with a function of the bits that remain or that come
    /// later in the list; and the states without these bits. With a number of polls so far, it takes few compared to them,
    /// and finds only bits that make a difference.
    fn look(&self, work: Option<u64>) -> Result<(Vec<(Var, Bdd)>, Bdd), Halt> {
        let mut rest = self.reachable.clone();
        let (mut found, mut coincidences) = (Vec::new(), 0);
        let bits = self.diagrams.support(&rest)?;
        let helps = |rest: &Bdd, without: &Bdd| {
            Ok(work.is_none() || 100 * self.diagrams.size(without)? <= HELPS * self.diagrams.size(rest)?)
        };
        let useful = |rest: &Bdd, finding| match finding {
            Finding::Follows { without, .. } if !helps(rest, &without)? => Ok(Finding::Coincidence),
            finding => Ok(finding),
        };
        let before = self.limits.polls.get();
        self.limits.most_polls.set(work.map_or(u64::MAX, |work| before + WORK.max(work / SHARE)));
        for &bit in &bits {
            match self.examine(&rest, bit, &bits).and_then(|finding| useful(&rest, finding)) {
                Ok(Finding::Free) => {}
                Ok(Finding::Follows { function, without }) => {
                    rest = without;
                    found.push((bit, function));
                    // More of them make the rest of the search shorter.
                    self.limits.most_polls.set(work.map_or(u64::MAX, |work| before + work));
                }
                Ok(Finding::Coincidence) => {
                    coincidences += 1;
                    if coincidences >= found.len() + MOST_COINCIDENCES {
                        break;
                    }
                }
                Err(Halt::Interrupted) if self.limits.reason.get().is_none() => {
                    if self.limits.polls.get() <= self.limits.most_polls.get() {
                        // There was no room for this, but there may be for the search.
                        self.collect();
                    }
                    break;
                }
                Err(halt) => return Err(halt),
            }
        }
        self.limits.most_polls.set(u64::MAX);
        Ok((found, rest))
    }

    fn examine(&self, set: &Bdd, bit: Var, bits: &[Var]) -> Result<Finding, Halt> {
        let diagrams = &self.diagrams;
        let one = diagrams.variable(bit)?;
        // A bit that has always been the same will hardly stay so.
        let is_constant = diagrams.disjoint(set, &one)? || diagrams.implies(set, &one)?;
        if is_constant || !diagrams.determines(set, bit)? {
            return Ok(Finding::Free);
        }
        Ok(match self.simple_function(set, bit, bits)? {
            Some(function) => Finding::Follows { function, without: diagrams.exists(set, &diagrams.cube(&[bit])?)? },
            None => Finding::Coincidence,
        })
    }

    /// A function that gives a bit in all states of a set, which determines it; `None` if it takes too many other bits.
    fn simple_function(&self, set: &Bdd, bit: Var, bits: &[Var]) -> Result<Option<Bdd>, Halt> {
        let diagrams = &self.diagrams;
        let (mut one, mut zero) = halves(diagrams, set, bit)?;
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
                if needed > MOST_BITS {
                    return Ok(None);
                }
            }
        }
        let function = diagrams.simplify(&one, &diagrams.or(&one, &zero)?)?;
        Ok((diagrams.size(&function)? <= MOST_NODES).then_some(function))
    }

    /// Sees to it that all bits that are left out follow from others in the successors of what is explored next.
    pub(crate) fn mend_functions(&mut self, search: &mut Search) -> Result<(), Halt> {
        let mut changed = false;
        for index in (0..self.redundant.bits.len()).rev() {
            if self.diagrams.disjoint(&search.start, &self.redundant.bits[index].broken)? {
                continue;
            }
            changed = true;
            if let Some(function) = self.widened(&search.start, index)? {
                self.redundant.bits[index].function = function;
            } else {
                let returns = self.redundant.bits.remove(index);
                self.change_sets(search, |diagrams, set| restore(diagrams, set, &returns))?;
            }
        }
        if changed { self.change_transitions() } else { Ok(()) }
    }

    /// The function of a bit that is left out, changed for the successors of a set at values that were not seen before;
    /// `None` if they contradict each other or what was seen.
    fn widened(&self, start: &Bdd, index: usize) -> Result<Option<Bdd>, Halt> {
        let (diagrams, Follows { bit, function, .. }) = (&self.diagrams, &self.redundant.bits[index]);
        let Some(next) = next_of(&self.encoding, *bit) else { return Ok(None) };
        let support = diagrams.support(function)?;
        let stays = |bit: &Var| support.contains(bit) && next_of(&self.encoding, *bit).is_none();
        let current = self.encoding.current(self.model.variable_ids());
        let mut gone: Vec<Var> = current.iter().copied().filter(|bit| !stays(bit)).collect();
        gone.extend(self.encoding.action_bits(self.model.agent_ids()));
        let parts = self.parts_about(*bit, &support)?;
        let (ones, zeros) = halves(diagrams, &Schedule::new(diagrams, &parts, &gone)?.apply(diagrams, start)?, next)?;
        let ones = diagrams.rename(&ones, &self.whole.to_current)?;
        let zeros = diagrams.rename(&zeros, &self.whole.to_current)?;
        let others: Vec<Var> = current.into_iter().filter(|bit| !support.contains(bit)).collect();
        let seen = diagrams.exists(&self.reachable, &diagrams.cube(&others)?)?;
        let other_ones = diagrams.minus(&ones, function)?;
        let other_zeros = diagrams.and(&zeros, function)?;
        let news = diagrams.or(&other_ones, &other_zeros)?;
        let contradiction = diagrams.or(&diagrams.and(&ones, &zeros)?, &diagrams.and(&news, &seen)?)?;
        if !diagrams.is_false(&contradiction) {
            return Ok(None);
        }
        diagrams.minus(&diagrams.or(function, &ones)?, &zeros).map(Some)
    }

    /// The parts of the relation that say how a bit and those it follows from change, and what agents may choose.
    fn parts_about(&self, bit: Var, support: &[Var]) -> Result<Vec<Bdd>, Halt> {
        let diagrams = &self.diagrams;
        let next: BTreeSet<Var> =
            support.iter().chain([&bit]).filter_map(|bit| next_of(&self.encoding, *bit)).collect();
        let mut parts = Vec::new();
        for part in &self.parts {
            let sets = part.sets.iter().flat_map(|id| self.encoding.variables[id.index()].next.iter().copied());
            let (about, others): (Vec<Var>, Vec<Var>) = sets.partition(|bit| next.contains(bit));
            if part.sets.is_empty() || !about.is_empty() {
                let rest = diagrams.exists(&part.relation, &diagrams.cube(&others)?)?;
                parts.push(self.redundant.replace(diagrams, &rest)?);
            }
        }
        Ok(parts)
    }

    /// The states with a successor where a bit differs from its function.
    fn broken(&self, bit: Var, function: &Bdd) -> Result<Bdd, Halt> {
        let diagrams = &self.diagrams;
        let after = match next_of(&self.encoding, bit) {
            Some(next) => diagrams.variable(next)?,
            None => function.clone(),
        };
        let differs = diagrams.xor(&after, &diagrams.rename(function, &self.whole.to_next)?)?;
        let mut gone = self.encoding.next();
        gone.extend(self.encoding.action_bits(self.model.agent_ids()));
        let parts = self.parts_about(bit, &diagrams.support(function)?)?;
        Schedule::new(diagrams, &parts, &gone)?.apply(diagrams, &differs)
    }

    fn change_sets(
        &mut self,
        search: &mut Search,
        change: impl Fn(&Diagrams, &Bdd) -> Result<Bdd, Halt>,
    ) -> Result<(), Halt> {
        let sets = [&mut self.initial, &mut self.reachable, &mut search.start];
        for set in sets.into_iter().chain(&mut search.layers) {
            *set = change(&self.diagrams, set)?;
        }
        Ok(())
    }

    /// The transitions without the bits that are left out.
    fn change_transitions(&mut self) -> Result<(), Halt> {
        let diagrams = &self.diagrams;
        let gone: Vec<Var> = self.redundant.bits.iter().filter_map(|one| next_of(&self.encoding, one.bit)).collect();
        let gone = diagrams.cube(&gone)?;
        let mut parts = Vec::with_capacity(self.parts.len());
        for part in &self.parts {
            parts.push(self.redundant.replace(diagrams, &diagrams.exists(&part.relation, &gone)?)?);
        }
        parts.retain(|part| !diagrams.is_true(part));
        let pairs = self.encoding.variables.iter().flat_map(|bits| bits.pairs());
        let pairs: Vec<(Var, Var)> = pairs.filter(|(current, _)| !self.redundant.contains(*current)).collect();
        self.whole = Transitions::new(diagrams, &self.encoding, parts, &pairs);
        for index in 0..self.redundant.bits.len() {
            let Follows { bit, function, .. } = &self.redundant.bits[index];
            let broken = self.broken(*bit, function)?;
            self.redundant.bits[index].broken = broken;
        }
        Ok(())
    }
}
