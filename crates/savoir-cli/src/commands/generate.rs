//! `savoir generate`: write a model of a scalable family.

use crate::args::GenerateArguments;
use crate::exit::Exit;
use crate::write::{Kind, Target};
use crate::{output, write};
use savoir_families::{Family, Parameter, Values, families, family};

pub(crate) fn run(arguments: &GenerateArguments) -> Exit {
    let (Some(name), Some(size)) = (&arguments.family, arguments.size) else {
        output::out(&list());
        return Exit::Met;
    };
    let generate = |family: &Family| family.generate_with(size, &arguments.settings).map_err(|error| error.to_string());
    let text = find(name).and_then(generate);
    let text = text.map(|text| savoir::format(&savoir::parse(&text).tree));
    let written = text.and_then(|text| match &arguments.output {
        None => {
            output::document(&text);
            Ok(())
        }
        Some(path) => {
            let target = Target { path, kind: Kind::Model, overwrite: arguments.force.overwrite() };
            write::write(&target, text.as_bytes()).map_err(|problem| problem.to_string())
        }
    });
    match written {
        Ok(()) => Exit::Met,
        Err(message) => {
            output::error(&message);
            Exit::Usage
        }
    }
}

/// The family with a name, or what to say if there is none.
pub(crate) fn find(name: &str) -> Result<&'static Family, String> {
    family(name).ok_or_else(|| {
        let hint = match savoir::closest(name, families().iter().map(|family| family.name)) {
            Some(guess) => format!("did you mean `{guess}`?"),
            None => "`savoir generate --list` shows them".to_owned(),
        };
        format!("there is no family `{name}`; {hint}")
    })
}

fn list() -> String {
    let width = families().iter().map(|family| family.name.len()).max().unwrap_or(0);
    let line = |family: &Family| {
        let Family { name, about, counts, smallest, largest, .. } = family;
        let even = if family.multiple == 2 { ", even" } else { "" };
        let size = format!("N: {counts}, {smallest} to {largest}{even}");
        let below = [size].into_iter().chain(family.parameters.iter().map(parameter));
        let below: String = below.map(|text| format!("{:<width$}    {text}\n", "")).collect();
        format!("{name:<width$}  {about}\n{below}")
    };
    families().iter().map(line).collect()
}

/// What a parameter is and which values it may have.
fn parameter(parameter: &Parameter) -> String {
    let Parameter { name, counts, values } = parameter;
    match values {
        Values::Number { smallest, largest, usual } => {
            format!("{name}: {counts}, {smallest} to {largest}, usually {usual}")
        }
        Values::Shares { parts } => {
            format!("{name}: {counts}, {parts} numbers that add up to N, usually about the same")
        }
    }
}
