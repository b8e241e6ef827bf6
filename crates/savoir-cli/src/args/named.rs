//! Options whose values are a table of the library: values, their names, and what they do. So each choice is defined
//! once, and what `--help`, completions and manual pages say stands beside it.

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

/// Values of an option with their names and help; the help may be empty.
pub(super) type Table<T> = &'static [(T, &'static str, &'static str)];

/// Reads the name of a value.
pub(super) fn named<T: Clone + Send + Sync + 'static>(table: Table<T>) -> impl TypedValueParser<Value = T> {
    let shown = table.iter().map(|(_, name, help)| match *help {
        "" => PossibleValue::new(*name),
        help => PossibleValue::new(*name).help(help),
    });
    PossibleValuesParser::new(shown).try_map(|given| {
        let found = table.iter().find(|(_, name, _)| *name == given);
        found.map(|(value, ..)| value.clone()).ok_or("there is no such value")
    })
}

/// The name of the value that is taken where none is given.
pub(super) fn default_name<T: Default + PartialEq>(table: Table<T>) -> &'static str {
    let default = T::default();
    table.iter().find(|(value, ..)| *value == default).map_or("", |(_, name, _)| name)
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir::{Engine, Grouping, LeaveOut, OrderChoice, Reach, Reorder, UniformAlgorithm};

    fn check<T: Clone + Default + PartialEq + Send + Sync + std::fmt::Debug + 'static>(table: Table<T>, default: &str) {
        assert_eq!(default_name(table), default);
        let command = clap::Command::new("c").arg(clap::Arg::new("a").value_parser(named(table)));
        for (value, name, _) in table {
            let read = command.clone().try_get_matches_from(["c", name]).unwrap();
            assert_eq!(read.get_one::<T>("a"), Some(value));
        }
        assert!(command.try_get_matches_from(["c", "none"]).is_err());
    }

    #[test]
    fn every_name_stands_for_its_value() {
        check(Engine::NAMED, "auto");
        check(OrderChoice::NAMED, "auto");
        check(Grouping::NAMED, "variables");
        check(Reorder::NAMED, "grow");
        check(Reach::NAMED, "auto");
        check(LeaveOut::NAMED, "grow");
        check(UniformAlgorithm::NAMED, "auto");
    }
}
