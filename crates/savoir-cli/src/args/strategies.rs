//! Which strategies `<g>` is about.

use super::named::{default_name, named};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Arg, Args, Command};
use savoir::{UniformAlgorithm, WrittenReading};
use std::ffi::OsStr;

/// What `--help` says about `--atl`. The values have a list of their own, since a group may stand behind the last one.
const READINGS: &str = "\
What strategies in `<g>` may depend on

- perfect: on the whole state, perfect information
- uniform: for each member on what it observes, and every member knows that they win
- uniform:objective: the same, but they need to win from the state itself only
- uniform:everyone: another name of `uniform`
- uniform:distributed: the members together know that they win
- uniform:common: it is common knowledge among the members that they win
- uniform-model: the formula is about some model where all agents follow a uniform strategy
- uniform-model:GROUP: the same where the members of this group do

`-- atl: READING` before a formula counts more. Example: --atl uniform:common";

#[derive(Clone, Debug, Args)]
pub(crate) struct ReadingArguments {
    /// What strategies in `<g>` may depend on.
    #[arg(long, value_name = "READING", value_parser = ReadingParser, default_value = "perfect", hide_possible_values = true, long_help = READINGS)]
    pub(crate) atl: WrittenReading,
}

#[derive(Clone, Debug, Args)]
pub(crate) struct StrategyArguments {
    #[command(flatten)]
    pub(crate) reading: ReadingArguments,
    /// How uniform strategies are looked for.
    ///
    /// Every way gives the same verdicts. Example: --atl uniform --uniform-by sat
    #[arg(long, value_name = "WAY", hide_short_help = true, value_parser = named(UniformAlgorithm::NAMED), default_value = default_name(UniformAlgorithm::NAMED))]
    pub(crate) uniform_by: UniformAlgorithm,
}

/// Reads the name of a reading; whether there is such a group depends on the model.
#[derive(Clone)]
struct ReadingParser;

impl TypedValueParser for ReadingParser {
    type Value = WrittenReading;

    fn parse_ref(&self, command: &Command, arg: Option<&Arg>, value: &OsStr) -> Result<WrittenReading, clap::Error> {
        let read = |text: String| text.parse::<WrittenReading>().map_err(|wrong| format!("{wrong}; {}", wrong.help()));
        StringValueParser::new().try_map(read).parse_ref(command, arg, value)
    }

    /// For the completions of shells.
    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new(WrittenReading::names().map(PossibleValue::new)))
    }
}
