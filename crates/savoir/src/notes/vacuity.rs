//! Operands that plainly do not matter, because a part beside them never holds or always does.
//!
//! This finds some of the operands that do not matter by definition (see [`OperandPlace`](savoir_model::OperandPlace)), with
//! no more than looks at sets that the check has found, and at conditions on single states. Let `D` be the states that
//! formulas are about, `S` those where a part of the formula is needed, and `⟦f⟧` where `f` holds.
//!
//! * If `⟦p⟧ = ∅`, then `q` does not matter in `p → q` and in `p ∧ q`, wherever that stands: it is the same in all of `D`
//!   with any constant in the place of `q`. If `⟦p⟧ = D`, it does not matter in `q → p` and in `p ∨ q`.
//! * A formula that holds needs `φ` in `S`: initially `S` is the set of initial states. `φ ∧ ψ` needs both in `S`, `p → φ`
//!   needs `φ` in `S ∩ ⟦p⟧`, and `AG φ` needs it in `D`. If `S ∩ ⟦p⟧ = ∅` there, then `φ` does not matter, and if `S ⊆ ⟦q⟧`,
//!   then `p` does not matter in `A(p U q)`, `E(p U q)` and `<g>(p U q)`.

use savoir_check::{Checker, Form, Stop, System};
use savoir_model::{Connective, FormulaId, Model, Shape, Temporal};

/// Parts beyond this are not looked at.
const MOST_PARTS: usize = 200;

/// Where a part has the same truth value in all states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Where {
    /// In the initial states.
    InitialStates,
    /// In all states that formulas are about.
    AllStates,
}

/// The truth value that a part has everywhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Constant {
    /// It holds nowhere.
    Never,
    /// It holds everywhere.
    Always,
}

/// Operands that do not matter, and why. Formulas are given as texts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vacuity {
    /// What has the same truth value everywhere.
    pub cause: String,
    /// Which one.
    pub constant: Constant,
    /// Where.
    pub place: Where,
    /// Only states with these are meant.
    pub given: Vec<String>,
    /// Whether the cause holds in other states, if only initial states are needed.
    pub elsewhere: bool,
    /// What does not matter.
    pub operands: Vec<String>,
}

/// The sets that a search looks at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sets {
    /// Conditions on single states, and what the check has found.
    Known,
    /// Conditions on single states: then it does not matter what was decided before.
    Conditions,
}

/// The operands of a formula that plainly do not matter.
pub(super) fn find<S: System>(
    model: &Model,
    checker: &mut Checker<'_, S>,
    formula: FormulaId,
    holds: bool,
    sets: Sets,
) -> Result<Vec<Vacuity>, Stop> {
    let mut search = Search { model, checker, sets, found: Vec::new(), decided: Vec::new(), looked_at: 0 };
    if search.checker.system().is_empty(search.checker.domain()) {
        return Ok(Vec::new());
    }
    if holds {
        let initial = search.checker.initial()?;
        let need = Need { states: initial, place: Where::InitialStates, given: Vec::new() };
        search.needed(formula, &[], &need)?;
    }
    search.constants(formula)?;
    Ok(search.found)
}

/// Where a part is needed.
struct Need<Set> {
    states: Set,
    place: Where,
    /// Conditions that all these states satisfy.
    given: Vec<FormulaId>,
}

struct Search<'a, 'm, S: System> {
    model: &'a Model,
    checker: &'a mut Checker<'m, S>,
    sets: Sets,
    found: Vec<Vacuity>,
    /// The places of operands that do not matter.
    decided: Vec<Vec<usize>>,
    looked_at: usize,
}

impl<S: System> Search<'_, '_, S> {
    /// The set of a part, if it is known or a condition on single states.
    fn set(&mut self, part: FormulaId) -> Result<Option<S::Set>, Stop> {
        if self.model.formulas.is_condition(part) {
            return self.checker.satisfying(part).map(Some);
        }
        Ok(match self.sets {
            Sets::Known => self.checker.known_set(part).cloned(),
            Sets::Conditions => None,
        })
    }

    /// The truth value that a part has in all states; constants are left to those who wrote them.
    fn constant(&mut self, part: FormulaId) -> Result<Option<Constant>, Stop> {
        if is_constant(self.model, part) {
            return Ok(None);
        }
        let Some(set) = self.set(part)? else { return Ok(None) };
        Ok(if self.checker.system().is_empty(&set) {
            Some(Constant::Never)
        } else if set == *self.checker.domain() {
            Some(Constant::Always)
        } else {
            None
        })
    }

    /// Follows a formula that holds to where its parts are needed.
    fn needed(&mut self, formula: FormulaId, path: &[usize], need: &Need<S::Set>) -> Result<(), Stop> {
        let system = self.checker.system();
        match Form::of(&self.model.formulas, formula) {
            Form::Conjunction(parts) => {
                for (index, part) in parts.into_iter().enumerate() {
                    self.needed(part, &below(path, index), need)?;
                }
            }
            Form::Under { condition, then } => {
                let Some(set) = self.set(condition)? else { return Ok(()) };
                let states = system.intersection(&need.states, &set)?;
                if !system.is_empty(&states) {
                    let given = need.given.iter().copied().chain([condition]).collect();
                    return self.needed(then, &below(path, 1), &Need { states, place: need.place, given });
                }
                self.add((condition, Constant::Never), need, &[then], vec![below(path, 1)])?;
            }
            Form::Always(part) => {
                // From all initial states all states are reached.
                if need.place == Where::InitialStates && need.given.is_empty() {
                    let states = self.checker.domain().clone();
                    let need = Need { states, place: Where::AllStates, given: Vec::new() };
                    self.needed(part, &below(path, 0), &need)?;
                }
            }
            Form::Known { .. }
            | Form::Inevitable(_)
            | Form::Possible(_)
            | Form::Enforceable { .. }
            | Form::AllPaths(_)
            | Form::Other => self.until(formula, path, need)?,
        }
        Ok(())
    }

    /// `f U g` where `g` holds at once.
    fn until(&mut self, formula: FormulaId, path: &[usize], need: &Need<S::Set>) -> Result<(), Stop> {
        let (Shape::Ctl(_, Temporal::Until(before, goal)) | Shape::Strategic(_, Temporal::Until(before, goal))) =
            self.model.formulas.get(formula).shape()
        else {
            return Ok(());
        };
        let Some(set) = self.set(goal)? else { return Ok(()) };
        if self.checker.system().is_subset(&need.states, &set)? {
            self.add((goal, Constant::Always), need, &[before], vec![below(path, 0)])?;
        }
        Ok(())
    }

    /// Looks through all parts for what never holds, or always does.
    fn constants(&mut self, formula: FormulaId) -> Result<(), Stop> {
        let mut open = vec![(formula, Vec::new())];
        while let Some((part, path)) = open.pop() {
            self.looked_at += 1;
            if self.looked_at > MOST_PARTS || self.decided.iter().any(|done| path.starts_with(done)) {
                continue;
            }
            self.checker.system().budget().check()?;
            let beside = self.beside_constant(part)?;
            let operands = self.model.formulas.operands(part);
            let Some((cause, constant)) = beside else {
                open.extend(operands.into_iter().enumerate().map(|(index, part)| (part, below(&path, index))).rev());
                continue;
            };
            // What makes the others idle may have operands that are idle as well.
            open.push((operands[cause], below(&path, cause)));
            let is_decided = |index: &usize| self.decided.contains(&below(&path, *index));
            let others: Vec<usize> =
                (0..operands.len()).filter(|index| *index != cause && !is_decided(index)).collect();
            if others.is_empty() {
                continue;
            }
            let places = others.iter().map(|index| below(&path, *index)).collect();
            let need = Need { states: self.checker.domain().clone(), place: Where::AllStates, given: Vec::new() };
            let others: Vec<FormulaId> = others.into_iter().map(|index| operands[index]).collect();
            self.add((operands[cause], constant), &need, &others, places)?;
        }
        Ok(())
    }

    /// Which operand of a connective never holds, or always does, so that the others do not matter.
    fn beside_constant(&mut self, formula: FormulaId) -> Result<Option<(usize, Constant)>, Stop> {
        let (decisive, whole): (Vec<(FormulaId, Constant)>, Constant) =
            match self.model.formulas.get(formula).connective() {
                Some(Connective::And(parts)) => {
                    (parts.iter().map(|part| (*part, Constant::Never)).collect(), Constant::Never)
                }
                Some(Connective::Or(parts)) => {
                    (parts.iter().map(|part| (*part, Constant::Always)).collect(), Constant::Always)
                }
                Some(Connective::Implies(condition, then)) => {
                    (vec![(condition, Constant::Never), (then, Constant::Always)], Constant::Always)
                }
                Some(Connective::Not(_) | Connective::Iff(..)) | None => return Ok(None),
            };
        // Then the whole is the same everywhere as well, and one look at it saves those at its parts.
        if self.set(formula)?.is_some() && self.constant(formula)? != Some(whole) {
            return Ok(None);
        }
        for (index, (part, constant)) in decisive.into_iter().enumerate() {
            if self.constant(part)? == Some(constant) {
                return Ok(Some((index, constant)));
            }
        }
        Ok(None)
    }

    fn add(
        &mut self,
        (cause, constant): (FormulaId, Constant),
        need: &Need<S::Set>,
        operands: &[FormulaId],
        places: Vec<Vec<usize>>,
    ) -> Result<(), Stop> {
        let model = self.model;
        let set = self.set(cause)?;
        let is_nowhere = set.is_some_and(|set| self.checker.system().is_empty(&set)) && constant == Constant::Never;
        let place = if is_nowhere { Where::AllStates } else { need.place };
        let given = if is_nowhere { &[][..] } else { &need.given[..] };
        let elsewhere = place == Where::InitialStates && constant == Constant::Never;
        // It reads better without a negation.
        let negated = match model.formulas.get(cause).connective() {
            Some(Connective::Not(inner)) => Some(inner),
            Some(Connective::And(_) | Connective::Or(_) | Connective::Implies(..) | Connective::Iff(..)) | None => None,
        };
        let (cause, constant) = negated.map_or((cause, constant), |inner| (inner, constant.other()));
        let text = |formula: &FormulaId| model.formula_short(*formula);
        self.decided.extend(places);
        // That a constant does not matter is no news.
        let operands: Vec<String> =
            operands.iter().filter(|operand| !is_constant(model, **operand)).map(text).collect();
        if operands.is_empty() {
            return Ok(());
        }
        self.found.push(Vacuity {
            cause: text(&cause),
            constant,
            place,
            given: given.iter().map(text).collect(),
            elsewhere,
            operands,
        });
        Ok(())
    }
}

impl Constant {
    fn other(self) -> Constant {
        match self {
            Constant::Never => Constant::Always,
            Constant::Always => Constant::Never,
        }
    }
}

fn is_constant(model: &Model, formula: FormulaId) -> bool {
    matches!(model.formulas.get(formula).shape(), Shape::Constant(_))
}

/// The path to an operand of what is at the end of a path.
fn below(path: &[usize], index: usize) -> Vec<usize> {
    path.iter().copied().chain([index]).collect()
}
