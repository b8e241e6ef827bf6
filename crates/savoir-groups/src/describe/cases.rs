//! A set as a short list of alternatives.
//!
//! Interchangeable slots are only counted: it is enough to look at valuations where those that hold are the first of their
//! class. There "at least three of a class" is its third slot, and "at most three" is not its fourth one, so a case is a list
//! of values of slots again. A case is found around one valuation, of which values are given up as long as nothing outside
//! of the set gets in: a prime implicant. This goes on with a valuation that no case covers yet.

use super::reduction::Reduction;
use super::symmetry::Trust;
use super::{Cases, Closed, Conditions, Count, DescribeLimits};
use crate::{GroupSet, GroupSpace, Numbers, Slot, Valuation};
use num_bigint::BigUint;
use savoir_dd::Halt;

/// A conjunction of values of slots.
type Values = Vec<(Slot, bool)>;

/// The set to be covered by cases.
struct Cover<'a> {
    space: &'a GroupSpace,
    classes: Vec<Vec<Slot>>,
    closed: Option<Closed>,
    /// What cases must not let in.
    outside: GroupSet,
    /// The slots that tell the set from what is outside.
    relevant: Vec<Slot>,
}

impl Reduction<'_> {
    /// Alternatives that make up the set.
    pub(super) fn cases(&self, limits: DescribeLimits) -> Result<Cases, Halt> {
        let space = self.space;
        let classes = self.classes(Trust::Comparisons)?;
        let sorted = space.first_of_classes(&classes)?;
        let [set, possible] = [&self.set, &self.possible].map(|set| space.and(set, &sorted));
        let (set, possible) = (set?, possible?);
        // Counts are closed if sets are, and the diagrams of all valuations are smaller here.
        let closed = if space.is_upward_closed_within(&self.set, &self.possible)? {
            Some(Closed::Upward)
        } else if space.is_downward_closed_within(&self.set, &self.possible)? {
            Some(Closed::Downward)
        } else {
            None
        };
        if self.is_hopeless(&set, closed, limits)? {
            return Ok(Cases { closed, list: Vec::new(), more: true });
        }
        let outside = space.minus(&possible, &set)?;
        let relevant = space.diagrams.support(&outside.0)?.into_iter().map(|var| space.slot(var)).collect();
        let cover = Cover { space, classes, closed, outside, relevant };
        let (found, more) = cover.find(&set, limits.cases)?;
        let list = found.iter().map(|values| cover.conditions(values)).collect();
        Ok(Cases { closed, list, more })
    }
}

/// If a closed set has so many times the cases that may be told, nobody needs the first few of them.
const HOPELESS: usize = 20;

impl Reduction<'_> {
    /// Whether there are far more cases than may be told. For a closed set that takes little time to find out: each of its
    /// extreme elements is a case.
    fn is_hopeless(&self, set: &GroupSet, closed: Option<Closed>, limits: DescribeLimits) -> Result<bool, Halt> {
        let extremes = match closed {
            Some(Closed::Upward) => self.space.minimal(set)?,
            Some(Closed::Downward) => self.space.maximal(set)?,
            None => return Ok(false),
        };
        Ok(self.space.count(&extremes)? > BigUint::from(limits.cases.saturating_mul(HOPELESS)))
    }
}

impl GroupSpace {
    /// The valuations where the slots of each class that hold are the first ones.
    fn first_of_classes(&self, classes: &[Vec<Slot>]) -> Result<GroupSet, Halt> {
        let mut conditions = Vec::new();
        for pair in classes.iter().flat_map(|class| class.windows(2)) {
            conditions.push(self.complement(&self.fixed([(pair[0], false), (pair[1], true)])?));
        }
        self.intersection(conditions)
    }
}

impl Cover<'_> {
    /// Cases that make up a set, or the first so many, and whether there are more.
    fn find(&self, set: &GroupSet, limit: usize) -> Result<(Vec<Values>, bool), Halt> {
        let space = self.space;
        let mut left = set.clone();
        let mut found = Vec::new();
        while !space.is_empty(&left) && found.len() < limit {
            space.tidy();
            let valuation = match self.closed {
                Some(Closed::Downward) => space.first_of_largest(&left)?,
                Some(Closed::Upward) | None => space.first(&left)?,
            };
            let Some(valuation) = valuation else { break };
            let values = self.widen(&valuation)?;
            left = space.minus(&left, &space.fixed(values.iter().copied())?)?;
            found.push(values);
        }
        let more = !space.is_empty(&left);
        if !more {
            self.drop_covered(set, &mut found)?;
        }
        Ok((found, more))
    }

    /// Gives up values of a valuation. Who is not there is given up before who is there, unless members may leave anyway;
    /// of a class, the stronger condition goes first, so that the weaker ones have their turn.
    fn widen(&self, valuation: &Valuation) -> Result<Values, Halt> {
        let relevant = |slot: &&Slot| self.relevant.contains(slot);
        let slots = || self.classes.iter().flatten().filter(relevant).copied();
        let mut absent: Values = slots().filter(|slot| !valuation.has(*slot)).map(|slot| (slot, false)).collect();
        let mut present: Values = slots().filter(|slot| valuation.has(*slot)).map(|slot| (slot, true)).collect();
        present.reverse();
        let order = match self.closed {
            Some(Closed::Downward) => [&mut present, &mut absent],
            Some(Closed::Upward) | None => [&mut absent, &mut present],
        };
        let order: Values = order.into_iter().flat_map(std::mem::take).collect();
        let mut kept = Values::new();
        self.give_up(&order, &[], &mut kept)?;
        Ok(kept)
    }

    /// Gives up as many of some values as possible, in their order, while `later` still hold; keeps the others. Many at once
    /// are tried first.
    fn give_up(&self, values: &[(Slot, bool)], later: &[(Slot, bool)], kept: &mut Values) -> Result<(), Halt> {
        let rest = self.space.fixed(kept.iter().chain(later).copied())?;
        if self.space.is_disjoint(&rest, &self.outside)? {
            return Ok(());
        }
        if let [value] = values {
            kept.push(*value);
            return Ok(());
        }
        let (first, second) = values.split_at(values.len() / 2);
        self.give_up(first, &[second, later].concat(), kept)?;
        self.give_up(second, later, kept)
    }

    /// Drops cases that the others cover.
    fn drop_covered(&self, set: &GroupSet, cases: &mut Vec<Values>) -> Result<(), Halt> {
        let space = self.space;
        for index in (0..cases.len()).rev() {
            let others = cases.iter().enumerate().filter(|(other, _)| *other != index);
            let others: Result<Vec<GroupSet>, Halt> =
                others.map(|(_, values)| space.fixed(values.iter().copied())).collect();
            if space.is_subset(set, &space.union(others?)?)? {
                cases.remove(index);
            }
        }
        Ok(())
    }

    /// What values of slots mean for the classes.
    fn conditions(&self, values: &Values) -> Conditions {
        let mut conditions = Conditions::default();
        for class in &self.classes {
            let has = |value: bool| move |slot: &Slot| values.contains(&(*slot, value));
            let least = class.iter().rposition(has(true)).map_or(0, |last| last + 1);
            let most = class.iter().position(has(false)).unwrap_or(class.len());
            if least == class.len() {
                conditions.contains.extend(class);
            } else if most == 0 {
                conditions.excludes.extend(class);
            } else if least > 0 || most < class.len() {
                conditions.counts.push(Count { of: class.clone(), numbers: Numbers::from(least..=most) });
            }
        }
        conditions.contains.sort_unstable();
        conditions.excludes.sort_unstable();
        conditions
    }
}
