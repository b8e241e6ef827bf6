//! Deciding formulas over distributed states, as one rank does it together with the others.

use super::exploration::explore;
use super::record::{DistributedRecord, RankRecord};
use super::rounds::Crew;
use super::system::DistributedSystem;
use super::tuning::DistributedTuning;
use super::wire::Wire;
use crate::partitioned::{Question, Told};
use num_bigint::BigUint;
use savoir_check::{Checker, Form, Sets, Stop};
use savoir_explicit::PackedModel;
use savoir_model::{Connective, FormulaId, Semantics, Shape};

/// Finds the states and decides formulas; gives what all ranks took, to the first one.
pub(super) fn decide_together(
    model: &PackedModel<'_>,
    crew: &Crew<'_>,
    tuning: DistributedTuning,
    questions: &[Question],
    tell: &mut dyn FnMut(Told),
) -> Result<Option<DistributedRecord>, Stop> {
    let wire = Wire::new(model);
    let portion = explore(model, crew, &wire, tuning)?;
    let (states, transitions) = (portion.states.len() as u64, portion.transitions);
    let state_memory = portion.states.bytes();
    tell(Told::States(BigUint::from(portion.all_states)));
    let is_empty = portion.all_states == 0;
    let system = DistributedSystem::new(model, crew, &wire, portion, tuning);
    if !is_empty {
        evaluate(&system, questions, tell)?;
    }
    let record = RankRecord {
        states,
        transitions,
        batches: crew.batches(),
        bytes: crew.sent_bytes(),
        explore_work: states + transitions,
        check_work: system.work.get(),
        state_memory,
        most_memory: crew.ledger.most(),
    };
    let sizes = (model.words() * size_of::<u64>(), wire.bytes);
    let rounds = crew.rounds();
    let lines = crew.collect(&record.to_line())?;
    Ok(lines.map(|lines| DistributedRecord::new(&lines, sizes, rounds)))
}

fn evaluate(
    system: &DistributedSystem<'_, '_>,
    questions: &[Question],
    tell: &mut dyn FnMut(Told),
) -> Result<(), Stop> {
    let one_start = system.crew.sum(system.portion.initial as u64)? == 1;
    let mut checker = Checker::new(system.model.model(), system, Semantics::default())?;
    if system.crew.all(checker.no_fair_path())? {
        tell(Told::NoFairPath);
    }
    for &(formula, semantics) in questions {
        checker.read_as(semantics);
        let holds = holds(&mut checker, formula, one_start)?;
        tell(Told::Verdict(system.crew.all(holds)?));
    }
    Ok(())
}

/// Where a formula has to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    Initially,
    Everywhere,
}

/// Whether a formula holds in the initial states of this rank. Every rank evaluates the same formulas, whatever it finds.
///
/// Whether something can be reached at all takes no transitions, and nor does what always holds: all reachable states are there.
fn holds(
    checker: &mut Checker<'_, DistributedSystem<'_, '_>>,
    formula: FormulaId,
    one_start: bool,
) -> Result<bool, Stop> {
    let system = checker.system();
    let model = system.model.model();
    // With fairness, not all states of the domain lie on fair paths from the initial ones.
    let is_plain = model.fairness.is_empty();
    let mut open = vec![(formula, Place::Initially)];
    let mut holds = true;
    while let Some((formula, place)) = open.pop() {
        let starts_everywhere = place == Place::Initially && is_plain;
        match Form::of(&model.formulas, formula) {
            Form::Conjunction(parts) => open.extend(parts.into_iter().map(|part| (part, place))),
            Form::Always(inner) if is_plain => open.push((inner, Place::Everywhere)),
            Form::Possible(goal) if starts_everywhere && one_start => {
                holds &= !system.crew.all(checker.satisfying(goal)?.is_empty())?;
            }
            Form::Other if starts_everywhere && let Some(goal) = impossible(checker, formula) => {
                holds &= checker.satisfying(goal)?.is_empty();
            }
            Form::Under { .. }
            | Form::Known { .. }
            | Form::Always(_)
            | Form::Inevitable(_)
            | Form::Possible(_)
            | Form::Enforceable { .. }
            | Form::AllPaths(_)
            | Form::Other => {
                let states = match place {
                    Place::Initially => system.initial().intersection(checker.domain()),
                    Place::Everywhere => checker.domain().clone(),
                };
                holds &= states.is_subset(&checker.satisfying(formula)?);
            }
        }
    }
    Ok(holds)
}

/// What cannot be reached, if a formula says of something that it cannot.
fn impossible(checker: &Checker<'_, DistributedSystem<'_, '_>>, formula: FormulaId) -> Option<FormulaId> {
    let formulas = &checker.system().model.model().formulas;
    let Shape::Connective(Connective::Not(inner)) = formulas.get(formula).shape() else { return None };
    if let Form::Possible(goal) = Form::of(formulas, inner) { Some(goal) } else { None }
}
