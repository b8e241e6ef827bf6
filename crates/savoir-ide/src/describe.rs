//! Things of a model in a few words.

use savoir_model::{AgentId, Domain, EnumTypeId, Model, VarId, Visibility};

/// More names than this are not listed.
const MOST: usize = 24;

/// A type as it is written in a declaration.
pub(crate) fn domain(model: &Model, domain: Domain) -> String {
    match domain {
        Domain::Bool => "boolean".to_owned(),
        Domain::Int { low, high } => format!("{low}..{high}"),
        Domain::Enum(id) => format!("{{{}}}", some(values(model, id))),
    }
}

/// The names of the values of an enumeration.
pub(crate) fn values(model: &Model, id: EnumTypeId) -> impl Iterator<Item = &str> {
    let values = model.enum_types.get(id.index()).map_or(&[][..], |kind| &kind.values);
    values.iter().map(|value| model.enum_values[value.index()].as_str())
}

/// Names, as many as somebody reads.
pub(crate) fn some<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let mut names = names.peekable();
    let mut shown: Vec<&str> = names.by_ref().take(MOST).collect();
    shown.extend(names.peek().map(|_| "…"));
    shown.join(", ")
}

/// Names in code, as many as somebody reads; nothing if there are none.
pub(crate) fn codes<'a>(names: impl Iterator<Item = &'a str>) -> String {
    let listed = some(names);
    if listed.is_empty() { listed } else { format!("`{}`", listed.replace(", ", "`, `")).replace("`…`", "…") }
}

/// Who observes a variable, in words.
pub(crate) fn observers(model: &Model, id: VarId) -> String {
    let variable = model.variable(id);
    let owner = &model.agent(variable.owner).name;
    if variable.visibility == Visibility::Everyone {
        return "every agent observes it".to_owned();
    }
    let others = model.agent_ids().filter(|agent| *agent != variable.owner && model.agent(*agent).sees(id));
    let others = codes(others.map(|agent| model.agent(agent).name.as_str()));
    match others.is_empty() {
        true => format!("only `{owner}` observes it"),
        false => format!("`{owner}` observes it, and by `Lobsvars` {others}"),
    }
}

/// A variable as an agent writes it: its own without the agent.
pub(crate) fn as_written_by(model: &Model, id: VarId, reader: Option<AgentId>) -> String {
    let variable = model.variable(id);
    if reader == Some(variable.owner) { variable.name.clone() } else { model.variable_text(id) }
}
