//! Descriptions as sets again.

use super::{Conditions, Description, Part};
use crate::{GroupSet, GroupSpace};
use savoir_dd::Halt;

impl GroupSpace {
    /// The possible valuations that a description speaks of. If it is not complete, some are missing.
    pub fn described(&self, description: &Description, possible: &GroupSet) -> Result<GroupSet, Halt> {
        match description {
            Description::Nothing => Ok(self.none()),
            Description::Everything => Ok(possible.clone()),
            Description::Only(valuation) => self.and(possible, &self.only(valuation)?),
            Description::Conditions { relations, parts } => {
                let mut set = possible.clone();
                for relation in relations {
                    set = self.and(&set, &self.related(*relation)?)?;
                }
                for part in parts {
                    set = self.and(&set, &self.part(part)?)?;
                }
                Ok(set)
            }
        }
    }

    fn part(&self, part: &Part) -> Result<GroupSet, Halt> {
        let conditions = self.conditions(&part.conditions)?;
        let Some(cases) = &part.cases else { return Ok(conditions) };
        let cases = cases.list.iter().map(|case| self.conditions(case)).collect::<Result<Vec<_>, Halt>>()?;
        self.and(&conditions, &self.union(cases)?)
    }

    fn conditions(&self, conditions: &Conditions) -> Result<GroupSet, Halt> {
        let contains = conditions.contains.iter().map(|slot| (*slot, true));
        let excludes = conditions.excludes.iter().map(|slot| (*slot, false));
        let mut sets = vec![self.fixed(contains.chain(excludes))?];
        for class in &conditions.together {
            sets.push(self.all_or_none(class)?);
        }
        for count in &conditions.counts {
            sets.push(self.counted(&count.of, &count.numbers)?);
        }
        self.intersection(sets)
    }
}
