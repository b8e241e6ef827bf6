//! What a family is: its sizes, what else can be chosen, and how its texts are made.

use crate::parameter::{Parameter, Setting, Values};
use std::fmt;
use std::ops::RangeInclusive;

/// A family of models.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one line.
    pub about: &'static str,
    /// What N counts.
    pub counts: &'static str,
    /// The smallest size that makes sense.
    pub smallest: usize,
    /// The largest size that makes sense.
    pub largest: usize,
    /// Sizes are multiples of this.
    pub multiple: usize,
    /// What can be chosen besides the size.
    pub parameters: &'static [Parameter],
    /// The text, for N and the numbers that the parameters have, one after the other.
    pub(crate) text: fn(usize, &[usize]) -> String,
}

/// A model that a family does not have.
#[derive(Clone, Debug)]
pub enum NoSuchModel {
    /// No model is of this size.
    Size {
        /// The family.
        family: Family,
        /// The size.
        size: usize,
    },
    /// The family has no parameter of this name.
    Name {
        /// The family.
        family: Family,
        /// The name.
        name: String,
    },
    /// A parameter cannot have these values, or it has values already.
    Values {
        /// The size.
        size: usize,
        /// The parameter.
        parameter: Parameter,
        /// Whether it is set a second time.
        again: bool,
    },
}

impl fmt::Display for NoSuchModel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NoSuchModel::Size { family, size } => {
                let Family { name, counts, smallest, largest, .. } = family;
                write!(f, "`{name}` has no size {size}: N, the number of {counts}, goes from {smallest} to {largest}")?;
                match family.multiple {
                    1 => Ok(()),
                    2 => write!(f, " and is even"),
                    other => write!(f, " and is a multiple of {other}"),
                }
            }
            NoSuchModel::Name { family, name } => {
                write!(f, "`{}` has no parameter `{name}`; ", family.name)?;
                match family.parameters {
                    [] => write!(f, "it has none but N"),
                    parameters => {
                        let names: Vec<String> = parameters.iter().map(|known| format!("`{}`", known.name)).collect();
                        write!(f, "it has {}", names.join(" and "))
                    }
                }
            }
            NoSuchModel::Values { parameter, again: true, .. } => write!(f, "`{}` is set twice", parameter.name),
            NoSuchModel::Values { size, parameter, again: false } => match parameter.values {
                Values::Number { smallest, largest, .. } => {
                    write!(f, "`{}` is a number from {smallest} to {largest}", parameter.name)
                }
                Values::Shares { parts } => {
                    write!(f, "`{}` are {parts} numbers from 1 on that add up to N, {size}", parameter.name)
                }
            },
        }
    }
}

impl std::error::Error for NoSuchModel {}

impl Family {
    /// Whether there is a model of size `n`.
    #[must_use]
    pub fn has(&self, n: usize) -> bool {
        (self.smallest..=self.largest).contains(&n) && n.is_multiple_of(self.multiple)
    }

    /// The sizes within a range.
    pub fn sizes(&self, range: RangeInclusive<usize>) -> impl Iterator<Item = usize> {
        let (first, last) = ((*range.start()).max(self.smallest), (*range.end()).min(self.largest));
        (first..=last).filter(|n| n.is_multiple_of(self.multiple))
    }

    /// What is wrong with a size that does not exist.
    #[must_use]
    pub fn no_such_size(&self, size: usize) -> NoSuchModel {
        NoSuchModel::Size { family: *self, size }
    }

    /// The model of size `n`, where all parameters have their usual values.
    ///
    /// # Errors
    /// If the family has no such size.
    pub fn generate(&self, n: usize) -> Result<String, NoSuchModel> {
        self.generate_with(n, &[])
    }

    /// The model of size `n`, where some parameters have given values and the others their usual ones.
    ///
    /// # Errors
    /// If the family has no such size or parameter, or the parameter no such values.
    pub fn generate_with(&self, n: usize, settings: &[Setting]) -> Result<String, NoSuchModel> {
        if !self.has(n) {
            return Err(self.no_such_size(n));
        }
        if let Some(stray) =
            settings.iter().find(|setting| self.parameters.iter().all(|known| known.name != setting.name))
        {
            return Err(NoSuchModel::Name { family: *self, name: stray.name.clone() });
        }
        let mut chosen = Vec::new();
        for parameter in self.parameters {
            let mut given = settings.iter().filter(|setting| setting.name == parameter.name);
            let wrong = |again| NoSuchModel::Values { size: n, parameter: *parameter, again };
            match (given.next(), given.next()) {
                (None, _) => chosen.extend(parameter.values.usual(n)),
                (Some(one), None) if parameter.values.has(n, &one.values) => chosen.extend(&one.values),
                (Some(_), None) => return Err(wrong(false)),
                (Some(_), Some(_)) => return Err(wrong(true)),
            }
        }
        Ok((self.text)(n, &chosen))
    }
}
