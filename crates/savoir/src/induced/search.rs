//! The search for an induced model that satisfies a formula.
//!
//! Choices are made one after the other, the nearest to the initial states first; those that no reachable state asks for
//! are never made. After each of them the [bounds](super::bounds) tell whether every completion satisfies the formula, or
//! none does. In the latter case some of the choices are the *reason*: no strategy that agrees with these satisfies the
//! formula. A model depends only on choices that its reachable states ask for, so these are a reason; it is made smaller
//! while the bounds still say the same. The search goes back to the last choice in the reason, past all others. If each
//! action fails at an observation, the reasons together, without this choice, are the next reason. Reasons are kept,
//! so that nothing fails twice for the same one.

use super::arena::{Arena, SlotNumber};
use super::bounds::Estimate;
use super::partial::{Decisions, PartialModel, Scope};
use super::record::InducedRecord;
use super::system::PartialSystem;
use super::tuning::InducedTuning;
use rustc_hash::{FxHashMap, FxHashSet};
use savoir_check::{Checker, Stop, UniformChoice, UniformStrategy, Verdict};
use savoir_model::{FormulaId, Semantics};

/// At most so many choices are made without a look at the bounds.
const MOST_UNSEEN: u32 = 1 << 12;

/// A search for one formula.
pub(super) struct Search<'a, 'm> {
    arena: &'a mut Arena<'m>,
    scope: &'a Scope,
    formula: FormulaId,
    record: &'a mut InducedRecord,
    /// Choices that do not go together.
    reasons: Vec<Vec<(SlotNumber, u16)>>,
    /// By choice: the reasons that it is part of.
    part_of: FxHashMap<(SlotNumber, u16), Vec<u32>>,
    made: Vec<MadeChoice>,
    decisions: Decisions,
}

/// A choice that was made.
struct MadeChoice {
    slot: SlotNumber,
    /// Why the actions before this one fail: other choices.
    failed: FxHashSet<SlotNumber>,
}

/// What is known about a partial model.
enum Look {
    /// Every completion satisfies the formula.
    Holds(FxHashSet<SlotNumber>),
    /// None does, because of these choices.
    Fails(FxHashSet<SlotNumber>, FoundBy),
    /// It depends on this choice, perhaps.
    Open(SlotNumber),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum FoundBy {
    Bounds,
    /// All choices are made.
    Checker,
}

impl<'a, 'm> Search<'a, 'm> {
    pub(super) fn new(
        arena: &'a mut Arena<'m>,
        scope: &'a Scope,
        formula: FormulaId,
        record: &'a mut InducedRecord,
    ) -> Search<'a, 'm> {
        Search {
            arena,
            scope,
            formula,
            record,
            reasons: Vec::new(),
            part_of: FxHashMap::default(),
            made: Vec::new(),
            decisions: Decisions::default(),
        }
    }

    /// A uniform strategy whose induced model satisfies the formula: the choices that matter; `None` if there is none.
    pub(super) fn run(mut self) -> Result<Option<UniformStrategy>, Stop> {
        // So many choices are made before the next look at the bounds: more and more, until something fails.
        let (mut batch, mut unseen) = (1, 0);
        loop {
            self.arena.budget.check()?;
            let reason = match self.known_reason() {
                Some(reason) => reason,
                None if unseen > 0 => {
                    unseen -= 1;
                    match self.nearest_open()? {
                        Some(slot) => self.choose(slot),
                        None => unseen = 0,
                    }
                    continue;
                }
                None => match self.look(&self.decisions.clone())? {
                    Look::Holds(used) => return Ok(Some(self.strategy(&used))),
                    Look::Open(slot) => {
                        self.choose(slot);
                        unseen = batch - 1;
                        batch = (batch * 2).min(MOST_UNSEEN);
                        continue;
                    }
                    Look::Fails(reason, found_by) => {
                        self.record.refuted += 1;
                        let reason = if found_by == FoundBy::Bounds { self.smaller(&reason)? } else { reason };
                        self.remember(&reason);
                        reason
                    }
                },
            };
            (batch, unseen) = (1, 0);
            if !self.go_back(reason) {
                return Ok(None);
            }
        }
    }

    /// Takes the first action at an observation.
    fn choose(&mut self, slot: SlotNumber) {
        self.decisions.insert(slot, 0);
        self.made.push(MadeChoice { slot, failed: FxHashSet::default() });
    }

    /// The nearest choice that is not made.
    fn nearest_open(&mut self) -> Result<Option<SlotNumber>, Stop> {
        let tuning = InducedTuning { states_with_open_choices: 0, ..self.scope.tuning };
        let scope = Scope { tuning, ..self.scope.clone() };
        Ok(PartialModel::explore(self.arena, &scope, &self.decisions)?.open)
    }

    fn strategy(&self, used: &FxHashSet<SlotNumber>) -> UniformStrategy {
        let choice = |slot: &SlotNumber| {
            let made = self.arena.slot(*slot);
            UniformChoice {
                agent: made.agent,
                observation: made.observation.to_vec(),
                action: made.actions[usize::from(self.decisions[slot])],
            }
        };
        let mut strategy: UniformStrategy = used.iter().map(choice).collect();
        strategy.sort_unstable();
        strategy
    }

    fn look(&mut self, decisions: &Decisions) -> Result<Look, Stop> {
        self.record.models += 1;
        let partial = PartialModel::explore(self.arena, self.scope, decisions)?;
        if let (true, Some(slot)) = (partial.is_cut, partial.open) {
            return Ok(Look::Open(slot));
        }
        self.record.largest = self.record.largest.max(partial.len());
        let system = PartialSystem::new(self.arena, &partial, self.scope);
        let found = Estimate::new(&system)?.verdict(self.formula)?;
        match (found, partial.open) {
            (Some(true), _) => Ok(Look::Holds(partial.used)),
            (Some(false), _) => Ok(Look::Fails(partial.used, FoundBy::Bounds)),
            (None, Some(slot)) => Ok(Look::Open(slot)),
            (None, None) => {
                self.record.checked += 1;
                // It is read with perfect information.
                let mut checker = Checker::new(system.model(), &system, Semantics::default())?;
                match checker.verdict(self.formula) {
                    Verdict::True => Ok(Look::Holds(partial.used)),
                    Verdict::False => Ok(Look::Fails(partial.used, FoundBy::Checker)),
                    Verdict::Unknown(stop) => Err(stop),
                }
            }
        }
    }

    /// A part of a reason that is one as well. Earlier choices are preferred, so that the search goes back far.
    fn smaller(&mut self, reason: &FxHashSet<SlotNumber>) -> Result<FxHashSet<SlotNumber>, Stop> {
        let in_order = self.made.iter().map(|made| made.slot).filter(|slot| reason.contains(slot));
        let mut rest: Vec<SlotNumber> = in_order.collect();
        let mut core: Vec<SlotNumber> = Vec::new();
        let mut trials = self.scope.tuning.trials;
        // All of `rest` with `core` is a reason.
        while !rest.is_empty() {
            let (mut few, mut enough) = (0, rest.len());
            while few < enough {
                if trials == 0 {
                    core.append(&mut rest);
                    return Ok(core.into_iter().collect());
                }
                trials -= 1;
                let middle = usize::midpoint(few, enough);
                let tried = core.iter().chain(&rest[..middle]).map(|slot| (*slot, self.decisions[slot])).collect();
                match self.look(&tried)? {
                    Look::Fails(..) => enough = middle,
                    Look::Holds(_) | Look::Open(_) => few = middle + 1,
                }
            }
            rest.truncate(enough);
            core.extend(rest.pop());
        }
        Ok(core.into_iter().collect())
    }

    /// Keeps choices that do not go together.
    fn remember(&mut self, reason: &FxHashSet<SlotNumber>) {
        if self.reasons.len() >= self.scope.tuning.reasons {
            return;
        }
        let number = self.reasons.len() as u32;
        let mut choices: Vec<(SlotNumber, u16)> = reason.iter().map(|slot| (*slot, self.decisions[slot])).collect();
        choices.sort_unstable();
        for choice in &choices {
            self.part_of.entry(*choice).or_default().push(number);
        }
        self.reasons.push(choices);
        self.record.reasons += 1;
    }

    /// A reason that was met before, if the last choice completes one.
    fn known_reason(&self) -> Option<FxHashSet<SlotNumber>> {
        let last = self.made.last()?.slot;
        let candidates = self.part_of.get(&(last, self.decisions[&last]))?;
        let is_there = |choice: &(SlotNumber, u16)| self.decisions.get(&choice.0) == Some(&choice.1);
        let known = candidates.iter().map(|number| &self.reasons[*number as usize]);
        let reason = known.into_iter().find(|reason| reason.iter().all(is_there))?;
        Some(reason.iter().map(|(slot, _)| *slot).collect())
    }

    /// Goes back to the last choice of a reason and takes the next action there; `false` if there is none.
    fn go_back(&mut self, mut reason: FxHashSet<SlotNumber>) -> bool {
        while let Some(last) = self.made.last_mut() {
            let slot = last.slot;
            if reason.remove(&slot) {
                last.failed.extend(&reason);
                let place = self.decisions[&slot] + 1;
                if usize::from(place) < self.arena.slot(slot).actions.len() {
                    self.decisions.insert(slot, place);
                    return true;
                }
                reason = std::mem::take(&mut last.failed);
                self.made.pop();
                self.decisions.remove(&slot);
                self.remember(&reason);
            } else {
                self.made.pop();
                self.decisions.remove(&slot);
            }
        }
        false
    }
}
