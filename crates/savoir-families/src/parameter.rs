//! What can be chosen in a family besides the size.

/// Something that can be chosen, with the values it may have.
#[derive(Clone, Copy, Debug)]
pub struct Parameter {
    /// Its name.
    pub name: &'static str,
    /// What it counts.
    pub counts: &'static str,
    /// Which values it may have.
    pub values: Values,
}

/// The values that a parameter may have.
#[derive(Clone, Copy, Debug)]
pub enum Values {
    /// A number.
    Number {
        /// The smallest.
        smallest: usize,
        /// The largest.
        largest: usize,
        /// The one it has unless told otherwise.
        usual: usize,
    },
    /// How N is divided: positive numbers that add up to it; unless told otherwise they differ by at most one, and those
    /// that are larger stand first.
    Shares {
        /// How many numbers.
        parts: usize,
    },
}

/// Values given to a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    /// The name of the parameter.
    pub name: String,
    /// Its values: one, or the shares.
    pub values: Vec<usize>,
}

impl Values {
    /// The values in a model of size `n` unless told otherwise.
    pub(crate) fn usual(&self, n: usize) -> Vec<usize> {
        match *self {
            Values::Number { usual, .. } => vec![usual],
            Values::Shares { parts } => (0..parts).map(|part| (n + parts - 1 - part) / parts).collect(),
        }
    }

    /// Whether a parameter may have these values in a model of size `n`.
    pub(crate) fn has(&self, n: usize, values: &[usize]) -> bool {
        match *self {
            Values::Number { smallest, largest, .. } => {
                matches!(values, [value] if (smallest..=largest).contains(value))
            }
            Values::Shares { parts } => {
                let sum = values.iter().try_fold(0_usize, |sum, value| sum.checked_add(*value));
                values.len() == parts && !values.contains(&0) && sum == Some(n)
            }
        }
    }
}
