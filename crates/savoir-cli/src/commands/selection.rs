//! `--only`: formulas by name or number.

use savoir::{Model, closest};

/// The numbers of the formulas that are asked for, from 1. With several files a formula need not be in each of them.
///
/// # Errors
/// What is not there, if there is one file only.
pub(crate) fn numbers(only: &[String], model: &Model, files: usize) -> Result<Vec<usize>, String> {
    let mut found = Vec::new();
    for wanted in only {
        let here = matching(wanted, model);
        if here.is_empty() && files == 1 {
            return Err(missing(wanted, model));
        }
        found.extend(here);
    }
    found.sort_unstable();
    found.dedup();
    Ok(found)
}

/// All formulas with a name, or else the one with a number.
fn matching(wanted: &str, model: &Model) -> Vec<usize> {
    let properties = model.properties.iter().enumerate();
    let named: Vec<usize> = properties
        .filter(|(_, property)| property.name.as_deref() == Some(wanted))
        .map(|(index, _)| index + 1)
        .collect();
    if !named.is_empty() {
        return named;
    }
    let number = wanted.parse::<usize>().ok().filter(|number| (1..=model.properties.len()).contains(number));
    number.into_iter().collect()
}

fn missing(wanted: &str, model: &Model) -> String {
    let number = model.properties.len();
    if wanted.parse::<i64>().is_ok() {
        return match number {
            1 => format!("there is no formula {wanted}: the model has one formula"),
            _ => format!("there is no formula {wanted}: the model has {number} formulas"),
        };
    }
    let names: Vec<&str> = model.properties.iter().filter_map(|property| property.name.as_deref()).collect();
    let help = match closest(wanted, names.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if names.is_empty() => "the formulas of this model have no names; use numbers".to_owned(),
        None => format!("there are `{}`", names.join("`, `")),
    };
    format!("there is no formula `{wanted}`; {help}")
}
