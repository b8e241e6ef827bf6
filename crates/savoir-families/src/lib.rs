//! Scalable families of models: each gives, for a size N, an ISPL text with the expected verdicts in it.
//!
//! A text is made in time linear in its length; whoever shows it to people lets the formatter break long lines.
//!
//! What must not be here: parsing, checking, files.

mod cards;
mod deontic;
mod dining;
mod dining_ck;
mod muddy;
mod nspk;
mod prisoners;
mod text;
mod tianji;
mod tokenring;

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
    text: fn(usize) -> String,
}

/// A size that a family does not have.
#[derive(Clone, Copy, Debug)]
pub struct NoSuchSize {
    family: Family,
    size: usize,
}

impl fmt::Display for NoSuchSize {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Family { name, counts, smallest, largest, multiple, .. } = self.family;
        write!(f, "`{name}` has no size {}: N, the number of {counts}, goes from {smallest} to {largest}", self.size)?;
        match multiple {
            1 => Ok(()),
            2 => write!(f, " and is even"),
            other => write!(f, " and is a multiple of {other}"),
        }
    }
}

impl std::error::Error for NoSuchSize {}

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
    pub fn no_such_size(&self, size: usize) -> NoSuchSize {
        NoSuchSize { family: *self, size }
    }

    /// The model of size `n`.
    ///
    /// # Errors
    /// If the family has no such size.
    pub fn generate(&self, n: usize) -> Result<String, NoSuchSize> {
        if self.has(n) { Ok((self.text)(n)) } else { Err(self.no_such_size(n)) }
    }
}

/// All families, in alphabetical order.
#[must_use]
pub fn families() -> &'static [Family] {
    FAMILIES
}

/// The family with a name.
#[must_use]
pub fn family(name: &str) -> Option<&'static Family> {
    FAMILIES.iter().find(|family| family.name == name)
}

const FAMILIES: &[Family] = &[
    Family {
        name: "cards",
        about: "a card game: the best hand leads to a win",
        counts: "cards",
        smallest: 4,
        largest: 32,
        multiple: 2,
        text: cards::time,
    },
    Family {
        name: "cards-k",
        about: "a card game: who has the best hand knows that he will win",
        counts: "cards",
        smallest: 4,
        largest: 32,
        multiple: 2,
        text: cards::knowledge,
    },
    Family {
        name: "deontic-1",
        about: "bit transmission with a receiver that may fail to acknowledge",
        counts: "channels",
        smallest: 1,
        largest: 100,
        multiple: 1,
        text: deontic::silent,
    },
    Family {
        name: "deontic-2",
        about: "bit transmission with a receiver that may acknowledge too early",
        counts: "channels",
        smallest: 1,
        largest: 100,
        multiple: 1,
        text: deontic::hasty,
    },
    Family {
        name: "dining",
        about: "dining cryptographers: the payer stays unknown",
        counts: "cryptographers",
        smallest: 3,
        largest: 1000,
        multiple: 1,
        text: dining::knowledge,
    },
    Family {
        name: "dining-ck",
        about: "dining cryptographers: parity is common knowledge",
        counts: "cryptographers",
        smallest: 3,
        largest: 400,
        multiple: 1,
        text: dining_ck::text,
    },
    Family {
        name: "dining-ctl",
        about: "dining cryptographers: formulas of time only",
        counts: "cryptographers",
        smallest: 3,
        largest: 1000,
        multiple: 1,
        text: dining::time,
    },
    Family {
        name: "muddy",
        about: "muddy children: who says so knows",
        counts: "children",
        smallest: 2,
        largest: 400,
        multiple: 1,
        text: muddy::says_what_it_knows,
    },
    Family {
        name: "muddy-says",
        about: "muddy children: who knows says so",
        counts: "children",
        smallest: 2,
        largest: 400,
        multiple: 1,
        text: muddy::knows_what_it_says,
    },
    Family {
        name: "nsl",
        about: "Needham-Schroeder key exchange as Lowe mended it",
        counts: "agents",
        smallest: 2,
        largest: 16,
        multiple: 1,
        text: nspk::mended,
    },
    Family {
        name: "nspk",
        about: "Needham-Schroeder key exchange with an intruder",
        counts: "agents",
        smallest: 2,
        largest: 16,
        multiple: 1,
        text: nspk::original,
    },
    Family {
        name: "prisoners",
        about: "prisoners who count visits with a light",
        counts: "prisoners",
        smallest: 2,
        largest: 100,
        multiple: 1,
        text: prisoners::text,
    },
    Family {
        name: "tianji",
        about: "Tian Ji's horses against the king's",
        counts: "horses of each side",
        smallest: 3,
        largest: 100,
        multiple: 1,
        text: tianji::text,
    },
    Family {
        name: "tokenring",
        about: "a token ring with injected faults",
        counts: "nodes",
        smallest: 3,
        largest: 200,
        multiple: 1,
        text: tokenring::text,
    },
];
