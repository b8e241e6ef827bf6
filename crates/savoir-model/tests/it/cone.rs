//! Which variables the cone of influence keeps, in each reading of strategies.

use savoir_model::{AtlSemantics, Model, resolve, resolve_formula};
use savoir_syntax::parse;

/// A lock opens if the thief turns left, then right. He does not see how far he is, but he remembers whether he has begun.
/// Nothing reads that, and without it he has no uniform strategy: his first and his second turn would be the same. A guard
/// watches a clock, in vain.
const MODEL: &str = "
Semantics = SA;
Agent Environment
  Vars: stage : {closed, half, open, jammed}; clock : 0..1; end Vars
  Actions = {none};
  Protocol: Other : {none}; end Protocol
  Evolution:
    stage = half if stage = closed and Thief.Action = left;
    stage = open if stage = half and Thief.Action = right;
    stage = jammed if stage = closed and Thief.Action = right;
    stage = jammed if stage = half and Thief.Action = left;
    clock = 1 if clock = 0 and Guard.Action = wait;
  end Evolution
end Agent
Agent Thief
  Vars: begun : boolean; end Vars
  Actions = {left, right};
  Protocol: Other : {left, right}; end Protocol
  Evolution: begun = true if begun = false; end Evolution
end Agent
Agent Guard
  Lobsvars = {clock};
  Vars: mood : {good, bad}; end Vars
  Actions = {wait, sing};
  Protocol: Other : {wait, sing}; end Protocol
  Evolution: mood = bad if Action = wait; end Evolution
end Agent
Evaluation open if Environment.stage = open; end Evaluation
InitStates Environment.stage = closed and Thief.begun = false; end InitStates
Groups thieves = {Thief}; guards = {Guard}; end Groups
Formulae end Formulae
";

/// The variables that a formula does not need.
fn left_out(model: &Model, formula: &str, reading: &str) -> String {
    let mut model = model.clone();
    let formula = resolve_formula(&mut model, formula).unwrap().formula;
    let reading = AtlSemantics::read(reading, &model).unwrap();
    let (_, variables) = model.cone_of_influence(&[(formula, reading)]);
    variables.into_iter().map(|variable| model.variable_text(variable)).collect::<Vec<_>>().join(" ")
}

#[test]
fn what_strategies_may_depend_on_is_kept() {
    let model = resolve(&parse(MODEL).tree).model.unwrap();
    let idle = "Environment.clock Thief.begun Guard.mood";
    for (formula, reading, expected) in [
        ("<thieves>F open", "perfect", idle),
        ("<thieves>F open", "uniform", "Environment.clock Guard.mood"),
        ("<thieves>F open", "uniform:objective", "Environment.clock Guard.mood"),
        ("AG <Thief>F open", "uniform:common", "Environment.clock Guard.mood"),
        ("<{Thief, Guard}>F open", "uniform", ""),
        ("<Environment>F open", "uniform", "Thief.begun Guard.mood"),
        ("EF open", "uniform", idle),
        ("EF open", "uniform-model", ""),
        ("EF open", "uniform-model:guards", "Thief.begun"),
        ("<thieves>F open", "uniform-model:thieves", "Environment.clock Guard.mood"),
    ] {
        assert_eq!(left_out(&model, formula, reading), expected, "{formula} {reading}");
    }
}
