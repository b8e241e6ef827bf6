//! The names that readings of strategies have in options, annotations and files of evidence.

use crate::semantics::{AtlSemantics, Restricted, StartSet};
use crate::{GroupId, Model};
use savoir_syntax::closest;
use std::fmt;
use std::str::FromStr;

/// A reading as it is written. Whether its group exists depends on the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrittenReading {
    /// A reading that is the same for all models.
    Known(AtlSemantics),
    /// `uniform-model:GROUP`.
    UniformModelOf(String),
}

/// Every name without a group, and what it stands for.
const NAMES: [(&str, AtlSemantics); 8] = [
    ("perfect", AtlSemantics::PerfectInformation),
    ("perfect-information", AtlSemantics::PerfectInformation),
    ("uniform", AtlSemantics::Uniform(StartSet::Everyone)),
    ("uniform:objective", AtlSemantics::Uniform(StartSet::Objective)),
    ("uniform:everyone", AtlSemantics::Uniform(StartSet::Everyone)),
    ("uniform:distributed", AtlSemantics::Uniform(StartSet::Distributed)),
    ("uniform:common", AtlSemantics::Uniform(StartSet::Common)),
    ("uniform-model", AtlSemantics::UniformModel(Restricted::Everybody)),
];

/// What stands before the name of a group.
const OF_GROUP: &str = "uniform-model:";

/// What others call the readings, and the name here. By their letters some are close to a name of the opposite.
const OTHER_NAMES: [(&str, &str); 11] = [
    ("imperfect", "uniform"),
    ("imperfect-information", "uniform"),
    ("partial", "uniform"),
    ("partial-observability", "uniform"),
    ("uniform:subjective", "uniform:everyone"),
    ("subjective", "uniform:everyone"),
    ("objective", "uniform:objective"),
    ("everyone", "uniform:everyone"),
    ("distributed", "uniform:distributed"),
    ("common", "uniform:common"),
    ("uniform-models", "uniform-model"),
];

impl WrittenReading {
    /// What to write, in a sentence.
    pub const HELP: &'static str = "the readings are `perfect`, `uniform` or `uniform:everyone`, `uniform:objective`, \
                                    `uniform:distributed`, `uniform:common`, `uniform-model` and `uniform-model:GROUP`";

    /// The names without a group, in the order of documents.
    pub fn names() -> impl Iterator<Item = &'static str> {
        NAMES.iter().map(|(name, _)| *name)
    }

    /// What it means for a model.
    ///
    /// # Errors
    /// If the model has no such group.
    pub fn resolve(&self, model: &Model) -> Result<AtlSemantics, WrongReading> {
        let name = match self {
            WrittenReading::Known(reading) => return Ok(*reading),
            WrittenReading::UniformModelOf(name) => name,
        };
        if let Some(index) = model.groups.iter().position(|group| group.name == *name) {
            return Ok(AtlSemantics::UniformModel(Restricted::Group(GroupId::from(index))));
        }
        Err(WrongReading::UnknownGroup {
            name: name.clone(),
            guess: closest(name, model.groups.iter().map(|group| group.name.as_str())).map(str::to_owned),
            is_agent: model.agents.iter().any(|agent| agent.name == *name),
        })
    }
}

impl FromStr for WrittenReading {
    type Err = WrongReading;

    fn from_str(text: &str) -> Result<WrittenReading, WrongReading> {
        if let Some((_, reading)) = NAMES.iter().find(|(name, _)| *name == text) {
            return Ok(WrittenReading::Known(*reading));
        }
        match text.strip_prefix(OF_GROUP) {
            Some(group) if !group.is_empty() && !group.contains(char::is_whitespace) => {
                Ok(WrittenReading::UniformModelOf(group.to_owned()))
            }
            _ => Err(WrongReading::UnknownReading { name: text.to_owned(), guess: guess(text) }),
        }
    }
}

/// What was meant by a name that is none.
fn guess(text: &str) -> Option<&'static str> {
    let other = OTHER_NAMES.iter().find(|(name, _)| name.eq_ignore_ascii_case(text)).map(|(_, meant)| *meant);
    other.or_else(|| closest(text, WrittenReading::names()))
}

/// Why a reading cannot be used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WrongReading {
    /// There is none of that name.
    UnknownReading {
        /// What was written.
        name: String,
        /// What was meant, perhaps.
        guess: Option<&'static str>,
    },
    /// The model has no group of that name.
    UnknownGroup {
        /// The name.
        name: String,
        /// The group that was meant, perhaps.
        guess: Option<String>,
        /// Whether there is an agent of that name.
        is_agent: bool,
    },
}

impl WrongReading {
    /// What the user meant, perhaps, as a whole reading.
    #[must_use]
    pub fn guess(&self) -> Option<String> {
        match self {
            WrongReading::UnknownReading { guess, .. } => guess.map(str::to_owned),
            WrongReading::UnknownGroup { guess, .. } => guess.as_ref().map(|guess| format!("{OF_GROUP}{guess}")),
        }
    }

    /// How to mend it, in a sentence.
    #[must_use]
    pub fn help(&self) -> String {
        match (self.guess(), self) {
            (Some(guess), _) => format!("did you mean `{guess}`?"),
            (None, WrongReading::UnknownReading { .. }) => WrittenReading::HELP.to_owned(),
            (None, WrongReading::UnknownGroup { name, is_agent: true, .. }) => {
                format!("`{name}` is an agent: define a group with it in `Groups`")
            }
            (None, WrongReading::UnknownGroup { is_agent: false, .. }) => {
                "define it in `Groups`, or write `uniform-model` for all agents".to_owned()
            }
        }
    }
}

impl fmt::Display for WrongReading {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WrongReading::UnknownReading { name, .. } => write!(f, "`{name}` is no reading of strategies"),
            WrongReading::UnknownGroup { name, .. } => write!(f, "there is no group `{name}`"),
        }
    }
}

impl std::error::Error for WrongReading {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_without_a_group_are_read_and_every_reading_has_one() {
        for (name, reading) in NAMES {
            assert_eq!(name.parse(), Ok(WrittenReading::Known(reading)));
            assert!(WrittenReading::HELP.contains(&format!("`{name}`")) || name == "perfect-information", "{name}");
        }
        for start in StartSet::ALL {
            assert!(NAMES.contains(&(format!("uniform:{start}").as_str(), AtlSemantics::Uniform(start))));
        }
        assert_eq!("uniform-model:g".parse(), Ok(WrittenReading::UniformModelOf("g".to_owned())));
    }

    #[test]
    fn what_is_meant_is_guessed() {
        for (text, expected) in [
            ("unifrom", Some("uniform")),
            ("Uniform", Some("uniform")),
            ("uniform:", Some("uniform")),
            ("uniform:comon", Some("uniform:common")),
            ("uniform:subjective", Some("uniform:everyone")),
            ("imperfect", Some("uniform")),
            ("uniform_model", Some("uniform-model")),
            ("uniform-model:", Some("uniform-model")),
            ("everything", None),
            ("", None),
        ] {
            let wrong = text.parse::<WrittenReading>().unwrap_err();
            assert_eq!(wrong.guess().as_deref(), expected, "{text}");
        }
    }
}
