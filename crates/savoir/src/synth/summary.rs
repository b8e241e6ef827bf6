//! What people want to know about the groups that were found.

use super::explain::without;
use super::outcome::{ChosenGroup, Closure, Example, FoundGroups, SomeGroups};
use super::request::ListLimit;
use super::tuning::SynthTuning;
use super::{Question, Space};
use savoir_check::{Budget, Stop};
use savoir_groups::{DescribeLimits, GroupSet, GroupSpace, Halt, Slot};

/// Sums up the choices of groups that satisfy a formula, out of those that come into question.
pub(super) fn summary(
    space: &Space,
    question: &Question,
    possible: &GroupSet,
    satisfying: &GroupSet,
    limit: ListLimit,
    tuning: &SynthTuning,
    budget: &Budget,
) -> Result<FoundGroups, Stop> {
    let groups = &space.groups;
    let some = |set: &GroupSet| -> Result<SomeGroups, Halt> {
        Ok(SomeGroups { count: groups.count(set)?, listed: groups.list(set, limit.0)? })
    };
    let found = (|| {
        let closure = Closure {
            upward: groups.is_upward_closed_within(satisfying, possible)?,
            downward: groups.is_downward_closed_within(satisfying, possible)?,
        };
        let minimal = groups.minimal(satisfying)?;
        Ok(FoundGroups {
            satisfying: groups.count(satisfying)?,
            description: groups.describe(satisfying, possible, DescribeLimits { cases: tuning.cases })?,
            closure,
            minimal: some(&minimal)?,
            maximal: some(&groups.maximal(satisfying)?)?,
            groups: some(satisfying)?,
            chosen: question.chosen.as_ref().map(|chosen| match groups.contains(satisfying, chosen) {
                true => ChosenGroup::Satisfies,
                false if groups.contains(possible, chosen) => ChosenGroup::Fails,
                false => ChosenGroup::NotPossible,
            }),
            example: example(groups, question, possible, satisfying, &minimal)?,
        })
    })();
    space.stop(found, budget)
}

/// The chosen groups, or else the first minimal ones, and what becomes of the formula without each member.
fn example(
    groups: &GroupSpace,
    question: &Question,
    possible: &GroupSet,
    satisfying: &GroupSet,
    minimal: &GroupSet,
) -> Result<Option<Example>, Halt> {
    let valuation = match &question.chosen {
        Some(chosen) => chosen.clone(),
        None => match groups.first(minimal)? {
            Some(first) => first,
            None => return Ok(None),
        },
    };
    let without = |slot: Slot| {
        let fewer = without(&valuation, slot);
        (slot, groups.contains(possible, &fewer).then(|| groups.contains(satisfying, &fewer)))
    };
    let holds = groups.contains(satisfying, &valuation);
    let without = groups.slots().filter(|slot| valuation.has(*slot)).map(without).collect();
    Ok(Some(Example { holds, without, valuation }))
}
