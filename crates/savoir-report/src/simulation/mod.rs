//! Simulations, for people and for programs.

pub mod grid;
pub mod json;
pub mod text;

use savoir::simulate::{EvidencePath, Here, PathPurpose};
use savoir::{AgentId, Model, VarId};

/// The variables that the step to this place changed.
#[must_use]
pub fn changed(model: &Model, here: &Here) -> Vec<VarId> {
    let Some(before) = &here.before else { return Vec::new() };
    model.variable_ids().filter(|variable| before[variable.index()] != here.state[variable.index()]).collect()
}

/// The value of a variable in a state.
#[must_use]
pub fn value_text(model: &Model, variable: VarId, state: &[u64]) -> String {
    model.value_text(model.variable(variable).domain, state[variable.index()])
}

/// `1 state`, `2 states`.
#[must_use]
pub fn states(count: &str) -> String {
    if count == "1" { "1 state".to_owned() } else { format!("{count} states") }
}

/// `1 step`, `2 steps`.
#[must_use]
pub fn steps(count: usize) -> String {
    if count == 1 { "1 step".to_owned() } else { format!("{count} steps") }
}

/// What a path of evidence is for, in a line.
#[must_use]
pub fn evidence_path(model: &Model, path: &EvidencePath) -> String {
    let name = |agent: &AgentId| model.agent(*agent).name.clone();
    let steps = steps(path.steps.len());
    let what = match &path.purpose {
        PathPurpose::Shows if path.steps.is_empty() => "the initial state".to_owned(),
        PathPurpose::Shows => format!("a path of {steps}"),
        PathPurpose::Possible(observers) => {
            let names: Vec<String> = observers.iter().map(name).collect();
            format!("{steps} to a state that {} cannot tell from another one", names.join(" and "))
        }
        PathPurpose::Play => format!("a play of {steps}"),
        PathPurpose::Confused(agent) => format!("{steps} to a state that {} confuses with another one", name(agent)),
    };
    let back = path.back.map_or_else(String::new, |step| format!(", which goes on as from step {step}"));
    format!("{} is {}: {what}{back}", path.formula, path.holds)
}

/// A search that came to an end.
#[must_use]
pub fn stuck_before(condition: &str, taken: usize) -> String {
    format!(
        "{condition} did not come to hold: after {}, a state without successor came; nothing has moved",
        steps(taken)
    )
}

/// A search that took too long.
#[must_use]
pub fn not_reached(condition: &str, taken: usize) -> String {
    format!("{condition} did not come to hold in {taken} random steps; nothing has moved")
}
