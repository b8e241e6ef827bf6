//! Variations: other texts that mean the same, so that what is tuned by names, order of declarations or encodings shows.

mod combine;
mod divide;
mod edit;
mod flags;
mod names;
mod order;
mod shuffle;
mod temporal;

use savoir_families::Random;

/// How a text is written anew. Verdicts are those of the original; so are the numbers of states.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variation {
    /// All names are others, without numbers in them.
    Renamed,
    /// Agents, variables, values, actions and lines stand in another order.
    Permuted,
    /// What is joined by `and` or `or` stands in another order.
    Shuffled,
    /// Some booleans are their opposites.
    Flipped,
    /// Booleans are numbers from 0 to 1.
    Numbers,
    /// Booleans are enumerations of two values.
    Enums,
    /// All of these that do not exclude each other.
    Mixed,
    /// Variables that an agent only writes are those of an agent of their own. Only formulas of time are left.
    Divided,
    /// Agents without a choice are part of the one before. Only formulas of time are left.
    Combined,
}

impl Variation {
    /// All of them.
    pub const ALL: [Variation; 9] = [
        Variation::Renamed,
        Variation::Permuted,
        Variation::Shuffled,
        Variation::Flipped,
        Variation::Numbers,
        Variation::Enums,
        Variation::Mixed,
        Variation::Divided,
        Variation::Combined,
    ];

    /// Its name.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Variation::Renamed => "renamed",
            Variation::Permuted => "permuted",
            Variation::Shuffled => "shuffled",
            Variation::Flipped => "flipped",
            Variation::Numbers => "numbers",
            Variation::Enums => "enums",
            Variation::Mixed => "mixed",
            Variation::Divided => "divided",
            Variation::Combined => "combined",
        }
    }

    /// The text written anew; none if there is nothing in it that could be.
    #[must_use]
    pub fn apply(self, text: &str, random: &mut Random) -> Option<String> {
        match self {
            Variation::Renamed => Some(names::renamed(text, random)),
            Variation::Permuted => Some(order::permuted(text, random)),
            Variation::Shuffled => Some(shuffle::shuffled(text, random)),
            Variation::Flipped => flags::flipped(text, random),
            Variation::Numbers => flags::numbers(text),
            Variation::Enums => flags::enums(text),
            Variation::Mixed => {
                let text = flags::flipped(text, random).unwrap_or_else(|| text.to_owned());
                let text = shuffle::shuffled(&order::permuted(&text, random), random);
                Some(names::renamed(&text, random))
            }
            Variation::Divided => divide::divided(&temporal::only(text)?),
            Variation::Combined => combine::combined(&temporal::only(text)?),
        }
    }
}
