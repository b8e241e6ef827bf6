//! The evaluator: subformulas first, each once.

use crate::ended_paths::EndedPaths;
use crate::lasso::LassoTuning;
use crate::memory::Memory;
use crate::sought::Who;
use crate::uniform::UniformSearch;
use crate::{Combination, Stop, System, UnknownGroup};
use rustc_hash::FxHashSet;
use savoir_model::{Atom, CoalitionId, Formula, FormulaId, FormulaPool, Model, Semantics};
use std::collections::BTreeMap;

/// The answer to a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// It holds in every initial state (that has a fair path, where there are fairness constraints).
    True,
    /// It fails in some initial state.
    False,
    /// It was not decided.
    Unknown(Stop),
}

impl From<Result<bool, Stop>> for Verdict {
    fn from(result: Result<bool, Stop>) -> Verdict {
        match result {
            Ok(true) => Verdict::True,
            Ok(false) => Verdict::False,
            Err(stop) => Verdict::Unknown(stop),
        }
    }
}

/// Evaluates formulas over a system and remembers what it has found.
pub struct Checker<'m, S: System> {
    pub(crate) system: &'m S,
    pub(crate) model: &'m Model,
    pub(crate) formulas: &'m FormulaPool,
    semantics: Semantics,
    pub(crate) memory: Memory<S::Set>,
    pub(crate) lasso_tuning: LassoTuning,
    pub(crate) uniform: Option<UniformSearch<'m>>,
    /// What group variables stand for, if groups are sought.
    pub(crate) sought: BTreeMap<CoalitionId, UnknownGroup<S::Set>>,
    /// Whether paths that end count.
    pub(crate) ended_paths: EndedPaths,
}

impl<'m, S: System> Checker<'m, S> {
    /// Prepares to check formulas of `model` on its `system` under a reading: evaluates the fairness constraints.
    pub fn new(model: &'m Model, system: &'m S, semantics: Semantics) -> Result<Checker<'m, S>, Stop> {
        let mut checker = Checker::resume(model, system, semantics, Memory::new(system.reachable()));
        checker.restrict_to_fair_paths(&model.fairness)?;
        Ok(checker)
    }

    /// Goes on with what another checker has found out about the same system under the same reading. Its model has the
    /// formulas of the other one, perhaps with more after them.
    pub fn resume(model: &'m Model, system: &'m S, semantics: Semantics, memory: Memory<S::Set>) -> Checker<'m, S> {
        let lasso_tuning = LassoTuning::default();
        let sought = BTreeMap::new();
        let ended_paths = EndedPaths::default();
        let formulas = &model.formulas;
        Checker { system, model, formulas, semantics, memory, lasso_tuning, uniform: None, sought, ended_paths }
    }

    /// The reading of the formulas from now on. What was found out under another one is kept.
    pub fn read_as(&mut self, semantics: Semantics) {
        self.semantics = semantics;
    }

    /// How uniform strategies are to be looked for; readings with uniform strategies need it.
    pub fn search_uniform_strategies(&mut self, search: UniformSearch<'m>) {
        self.uniform = Some(search);
    }

    /// What was found out, to be kept for later questions.
    pub fn into_memory(self) -> Memory<S::Set> {
        self.memory
    }

    /// Keeps what strategies are made of while formulas are decided, where that costs no extra time.
    pub fn keep_layers(&mut self) {
        if self.system.attracts_by_layers() {
            self.memory.attractors.get_or_insert_default();
        }
    }

    /// The system.
    pub fn system(&self) -> &'m S {
        self.system
    }

    /// The states that formulas are about: those with a fair path, or all reachable ones.
    pub fn domain(&self) -> &S::Set {
        &self.memory.domain
    }

    /// The fairness constraints, as sets; empty if there are none.
    pub(crate) fn fair(&self) -> &[S::Set] {
        &self.memory.fair
    }

    /// The reading that verdicts are about.
    #[must_use]
    pub fn semantics(&self) -> Semantics {
        self.semantics
    }

    /// Whether there are fairness constraints, but no path satisfies them all; then every formula holds.
    #[must_use]
    pub fn no_fair_path(&self) -> bool {
        !self.fair().is_empty() && self.system.is_empty(self.domain())
    }

    /// The states of the domain that satisfy a state formula.
    pub fn satisfying(&mut self, formula: FormulaId) -> Result<S::Set, Stop> {
        self.evaluate_parts(formula)?;
        Ok(self.known(formula).clone())
    }

    /// From now on a formula holds in these states of the domain, whatever it says.
    pub fn assume(&mut self, formula: FormulaId, set: S::Set) -> Result<(), Stop> {
        let set = self.within_domain(set)?;
        self.remember(formula, set);
        Ok(())
    }

    /// Evaluates all state formulas in a formula.
    pub(crate) fn evaluate_parts(&mut self, formula: FormulaId) -> Result<(), Stop> {
        let formulas = self.formulas;
        for part in self.open_parts(formula)? {
            if !formulas.is_path(part) && !self.is_known(part) {
                self.system.budget().check()?;
                let set = self.evaluate(part)?;
                self.remember(part, set);
            }
        }
        Ok(())
    }

    /// The parts of a formula whose sets are not known, parts before wholes. Conditions that the system can find as a
    /// whole are known afterwards.
    fn open_parts(&mut self, formula: FormulaId) -> Result<Vec<FormulaId>, Stop> {
        let mut parts = Vec::new();
        let mut seen = FxHashSet::default();
        let mut open = vec![formula];
        while let Some(part) = open.pop() {
            if self.is_known(part) || !seen.insert(part) {
                continue;
            }
            if self.formulas.is_condition(part)
                && let Some(combination) = Combination::of(self.model, part)
                && let Some(set) = self.system.states_where_combined(self.model, &combination)?
            {
                let set = self.within_domain(set)?;
                self.remember(part, set);
                continue;
            }
            parts.push(part);
            open.extend(self.formulas.operands(part));
        }
        parts.sort_unstable();
        Ok(parts)
    }

    /// The formulas whose sets are known, in no order.
    pub(crate) fn evaluated(&self) -> impl Iterator<Item = FormulaId> {
        self.memory.sets.keys().filter(|(semantics, _)| *semantics == self.semantics).map(|(_, formula)| *formula)
    }

    /// The set of a formula, if it was found before.
    #[must_use]
    pub fn known_set(&self, formula: FormulaId) -> Option<&S::Set> {
        self.memory.sets.get(&(self.semantics, formula))
    }

    /// Asks something on the side: what is found out about formulas is forgotten afterwards, so that whatever comes later
    /// is the same as if nobody had asked.
    pub fn aside<T>(&mut self, question: impl FnOnce(&mut Self) -> T) -> T {
        let sets: FxHashSet<(Semantics, FormulaId)> = self.memory.sets.keys().copied().collect();
        let decisions: FxHashSet<(Semantics, FormulaId)> = self.memory.decisions.keys().copied().collect();
        let (semantics, records) = (self.semantics, self.memory.uniform.take());
        let answer = question(self);
        self.memory.sets.retain(|key, _| sets.contains(key));
        self.memory.decisions.retain(|key, _| decisions.contains(key));
        self.memory.uniform.replace(records);
        self.semantics = semantics;
        answer
    }

    fn is_known(&self, formula: FormulaId) -> bool {
        self.memory.sets.contains_key(&(self.semantics, formula))
    }

    fn remember(&mut self, formula: FormulaId, set: S::Set) {
        self.memory.sets.insert((self.semantics, formula), set);
    }

    /// The set of a subformula that was evaluated before.
    pub(crate) fn known(&self, formula: FormulaId) -> &S::Set {
        &self.memory.sets[&(self.semantics, formula)]
    }

    pub(crate) fn complement(&self, set: &S::Set) -> Result<S::Set, Stop> {
        self.system.difference(self.domain(), set)
    }

    /// States of the domain from which an infinite fair path starts.
    pub fn unending(&self) -> Result<&S::Set, Stop> {
        if self.memory.unending.get().is_none() {
            let set = self.for_ever_within(self.domain())?;
            // Nothing else sets it in between.
            let _ = self.memory.unending.set(set);
        }
        Ok(self.memory.unending.get().unwrap_or(self.domain()))
    }

    /// Reachable states without successor.
    pub fn stuck(&self) -> Result<&S::Set, Stop> {
        if self.memory.stuck.get().is_none() {
            let set = self.system.without_successor()?;
            // Nothing else sets it in between.
            let _ = self.memory.stuck.set(set);
        }
        Ok(self.memory.stuck.get().unwrap_or(self.domain()))
    }

    /// The reachable states of a set that are in the domain.
    fn within_domain(&self, set: S::Set) -> Result<S::Set, Stop> {
        // Without fairness the domain is all that is reachable.
        if self.fair().is_empty() { Ok(set) } else { self.system.intersection(self.domain(), &set) }
    }

    fn evaluate(&self, formula: FormulaId) -> Result<S::Set, Stop> {
        let system = self.system;
        match self.formulas.get(formula) {
            Formula::True => Ok(self.domain().clone()),
            Formula::False => Ok(system.empty()),
            Formula::Prop(id) => self.within_domain(self.atom(Atom::Proposition(*id))?),
            Formula::Condition(id) => self.within_domain(self.atom(Atom::Condition(*id))?),
            Formula::Red(agent) => self.within_domain(self.red(*agent)?),
            Formula::Green(agent) => self.complement(&self.red(*agent)?),
            Formula::Not(f) => self.complement(self.known(*f)),
            Formula::And(parts) => {
                let mut set = self.known(parts[0]).clone();
                for &part in &parts[1..] {
                    set = system.intersection(&set, self.known(part))?;
                }
                Ok(set)
            }
            Formula::Or(parts) => {
                let mut set = self.known(parts[0]).clone();
                for &part in &parts[1..] {
                    set = system.union(&set, self.known(part))?;
                }
                Ok(set)
            }
            Formula::Implies(f, g) => system.union(&self.complement(self.known(*f))?, self.known(*g)),
            Formula::Iff(f, g) => {
                let (f, g) = (self.known(*f), self.known(*g));
                let both = system.intersection(f, g)?;
                let neither = self.complement(&system.union(f, g)?)?;
                system.union(&both, &neither)
            }
            Formula::Ctl(quantifier, temporal) => self.ctl(*quantifier, *temporal),
            Formula::Enforce(coalition, temporal) => self.enforce(self.who(*coalition), *temporal),
            Formula::Knows(agent, f) => self.knows(Who::Known(&[*agent]), self.known(*f)),
            Formula::Distributed(group, f) => self.knows(self.who(*group), self.known(*f)),
            Formula::SoughtKnows(group, f) | Formula::Everyone(group, f) => {
                self.everyone_knows(self.who(*group), self.known(*f))
            }
            Formula::Common(group, f) => self.common_knowledge(self.who(*group), self.known(*f)),
            Formula::Obliged(agent, f) => self.obliged(*agent, self.known(*f)),
            Formula::KnowsAssuming(agent, correct, f) => self.knows_assuming(*agent, *correct, self.known(*f)),
            Formula::Quantified(quantifier, path) => self.quantified(*quantifier, *path),
            Formula::Path(_) => unreachable!("path formulas have no set of states"),
        }
    }
}
