//! What people want to know about the groups that were found.

use super::outcome::{Closure, FoundGroups, SomeGroups};
use super::request::ListLimit;
use super::tuning::SynthTuning;
use super::{Question, Space};
use savoir_check::{Budget, Stop};
use savoir_groups::{DescribeLimits, GroupSet, Halt};

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
        Ok(FoundGroups {
            satisfying: groups.count(satisfying)?,
            description: groups.describe(satisfying, possible, DescribeLimits { cases: tuning.cases })?,
            closure,
            minimal: some(&groups.minimal(satisfying)?)?,
            maximal: some(&groups.maximal(satisfying)?)?,
            groups: some(satisfying)?,
            chosen: question.chosen.as_ref().map(|chosen| groups.contains(satisfying, chosen)),
        })
    })();
    space.stop(found, budget)
}
