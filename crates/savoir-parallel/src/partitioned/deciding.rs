//! Deciding formulas in parts (Procedures 7 to 9, 14 and 15).

use super::reaching::{Reached, Seating, reach, seated};
use super::record::PartitionRecord;
use super::table::Seat;
use super::{Others, PartitionError, Question, Told, Work};
use num_bigint::BigUint;
use savoir_check::{Checker, Form, Membership, Sets, Stop, Verdict};
use savoir_model::{FormulaId, Model, Semantics};
use savoir_symbolic::{Companions, SymbolicSystem};

/// Decides formulas in parts; `tell` sees what the first process finds. Gives what it took, to the first process.
///
/// # Errors
/// A limit of the user, or a part that is gone. What was told before counts.
pub fn decide(
    work: &Work<'_, '_>,
    others: Others<'_>,
    questions: &[Question],
    tell: &mut dyn FnMut(Told),
) -> Result<Option<PartitionRecord>, PartitionError> {
    let seating = Seating::new(work, others)?;
    let run = |seat: &Seat<'_>, number: usize, tell: &mut dyn FnMut(Told)| {
        let Reached { mut system, mut record } = reach(work, &seating, number)?;
        system.join(Box::new(seat));
        evaluate(work, &seating, (seat, &system), questions, tell)?;
        record.note(&system, seat);
        Ok(seat.collect(record.to_line())?)
    };
    let is_first = others.is_none_or(|others| others.rank() == 0);
    let found = seated(work, others, &seating, &|seat, number| run(seat, number, &mut |_| ()), &mut |seat| {
        run(seat, 0, &mut |told| {
            if is_first {
                tell(told);
            }
        })
    })?;
    let records = found.flatten();
    Ok(records.map(|records| PartitionRecord::new(work.options.algorithm, &seating.division, &records)))
}

/// Evaluates formulas in one part, together with the others.
fn evaluate(
    work: &Work<'_, '_>,
    seating: &Seating,
    (seat, system): (&Seat<'_>, &SymbolicSystem<'_>),
    questions: &[Question],
    tell: &mut dyn FnMut(Told),
) -> Result<(), PartitionError> {
    let states = if seating.division.is_apart {
        seat.sum(&system.state_count()?)?
    } else {
        // The first one knows; the others have nothing to add.
        let gathered = system.gather_states()?;
        seat.sum(&gathered.map_or(BigUint::ZERO, |(_, count)| count))?
    };
    let is_empty = states == BigUint::ZERO;
    tell(Told::States(states));
    if is_empty {
        return Ok(());
    }
    let mut checker = Checker::new(work.model, system, Semantics::default())?;
    if seat.all(checker.no_fair_path())? {
        tell(Told::NoFairPath);
    }
    for &(formula, semantics) in questions {
        checker.read_as(semantics);
        let holds = holds(work.model, (seat, &mut checker), formula)?;
        tell(Told::Verdict(seat.all(holds)?));
    }
    Ok(())
}

/// Whether a formula holds in the initial states of this part, as far as it is up to this part. Where parts have to meet, every part
/// evaluates the same formulas, whatever it finds; elsewhere each finds its own way. What always holds has to hold in all
/// states of the part, which takes no fixpoint.
fn holds(
    model: &Model,
    (seat, checker): (&Seat<'_>, &mut Checker<'_, SymbolicSystem<'_>>),
    formula: FormulaId,
) -> Result<bool, Stop> {
    let system = checker.system();
    let initial = system.intersection(&system.initial(), checker.domain())?;
    let mut open = vec![(formula, initial, true)];
    let mut holds = true;
    while let Some((formula, states, is_initial)) = open.pop() {
        if is_initial && (seat.is_alone() || !is_about_other_parts(model, formula)) {
            holds &= match checker.verdict(formula) {
                Verdict::True => true,
                Verdict::False => false,
                Verdict::Unknown(stop) => return Err(stop),
            };
            continue;
        }
        match Form::of(&model.formulas, formula) {
            Form::Conjunction(parts) => open.extend(parts.into_iter().map(|part| (part, states.clone(), is_initial))),
            // With fairness, not all states of the domain lie on fair paths from the initial ones.
            Form::Always(inner) if model.fairness.is_empty() => open.push((inner, system.reachable(), false)),
            _ => holds &= system.is_subset(&states, &checker.satisfying(formula)?)?,
        }
    }
    Ok(holds)
}

/// Whether a formula is about states that may be in other parts: those that look the same, or are green.
fn is_about_other_parts(model: &Model, formula: FormulaId) -> bool {
    let parts = model.formulas.closure(formula);
    parts.into_iter().any(|part| model.formulas.get(part).modality().is_some())
}
