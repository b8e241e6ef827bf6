//! Scalable families of models: each gives, for a size N, an ISPL text with the expected verdicts in it.
//!
//! A text is laid out as `savoir fmt` would, and made in time linear in its length.
//!
//! What must not be here: parsing, checking, files.

mod cards;
mod deontic;
mod dining;
mod dining_ck;
mod layout;
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

macro_rules! family {
    ($name:literal, $about:literal, $counts:literal, $smallest:literal..=$largest:literal by $multiple:literal, $text:expr) => {
        Family {
            name: $name,
            about: $about,
            counts: $counts,
            smallest: $smallest,
            largest: $largest,
            multiple: $multiple,
            text: $text,
        }
    };
}

const FAMILIES: &[Family] = &[
    family!("cards", "a card game: the best hand leads to a win", "cards", 4..=32 by 2, cards::time),
    family!("cards-k", "a card game: who has the best hand knows that he will win", "cards", 4..=32 by 2, cards::knowledge),
    family!("deontic-1", "bit transmission with a receiver that may fail to acknowledge", "channels", 1..=100 by 1, deontic::silent),
    family!("deontic-2", "bit transmission with a receiver that may acknowledge too early", "channels", 1..=100 by 1, deontic::hasty),
    family!("dining", "dining cryptographers: the payer stays unknown", "cryptographers", 3..=1000 by 1, dining::knowledge),
    family!("dining-ck", "dining cryptographers: parity is common knowledge", "cryptographers", 3..=400 by 1, dining_ck::text),
    family!("dining-ctl", "dining cryptographers: formulas of time only", "cryptographers", 3..=1000 by 1, dining::time),
    family!("muddy", "muddy children: who says so knows", "children", 2..=400 by 1, muddy::says_what_it_knows),
    family!("muddy-says", "muddy children: who knows says so", "children", 2..=400 by 1, muddy::knows_what_it_says),
    family!("nsl", "Needham-Schroeder key exchange as Lowe mended it", "agents", 2..=16 by 1, nspk::mended),
    family!("nspk", "Needham-Schroeder key exchange with an intruder", "agents", 2..=16 by 1, nspk::original),
    family!("prisoners", "prisoners who count visits with a light", "prisoners", 2..=100 by 1, prisoners::text),
    family!("tianji", "Tian Ji's horses against the king's", "horses of each side", 3..=100 by 1, tianji::text),
    family!("tokenring", "a token ring with injected faults", "nodes", 3..=200 by 1, tokenring::text),
];
