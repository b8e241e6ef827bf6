//! A play against a strategy.

use super::state::{state_view, text};
use super::words;
use crate::drawing::html::strategy_tables;
use crate::policy::grid::grids;
use savoir::play::{Play, Round, Side};
use savoir::{AgentId, Coverage, JointAction, Model, Policy, State};
use serde_json::{Map, Value, json};

/// More states to choose from are only counted.
const MOST_LISTED: usize = 200;

/// A play that was opened: who plays against whom for what, the strategy as a table, and the first round.
#[must_use]
pub fn opened(play: &Play) -> Value {
    let model = play.model();
    let names = |agents: Vec<AgentId>| agents.into_iter().map(|agent| text(&model.agent(agent).name));
    let starts = play.starts().iter().take(MOST_LISTED).map(|state| state_view(model, state, None));
    json!({
        "schema": super::SCHEMA,
        "kind": "play",
        "formula": text(&model.formula_brief(play.formula())),
        "goal": text(&words::goal(play)),
        "winner": side(play.winner()),
        "coalition": names(play.agents(Side::Coalition)).collect::<Vec<Value>>(),
        "you": names(play.agents(play.winner().other())).collect::<Vec<Value>>(),
        "table": table(play),
        "whole": play.coverage() == Coverage::Whole,
        "starts": starts.collect::<Vec<Value>>(),
        "round": round(play, &play.round()),
    })
}

/// A moment of a play.
#[must_use]
pub fn round(play: &Play, round: &Round) -> Value {
    let model = play.model();
    let view = |state: &State| state_view(model, state, None);
    let choice = |(agent, actions): &(AgentId, Vec<savoir::ActionId>)| {
        let own = model.agent(*agent);
        let actions = actions.iter().map(|action| text(&own.actions[action.index()].name));
        json!({ "agent": text(&own.name), "actions": actions.collect::<Vec<Value>>() })
    };
    json!({
        "number": round.number,
        "state": view(&round.state),
        "did": round.did.as_ref().map(|joint| done(model, joint)),
        "choices": round.choices.iter().map(choice).collect::<Vec<Value>>(),
        "outcomes": round.outcomes.iter().take(MOST_LISTED).map(view).collect::<Vec<Value>>(),
        "outcomeCount": round.outcomes.len(),
        "status": round.status.word(),
        "within": round.within,
        "before": round.before,
        "sentence": text(&words::round(play, round)),
    })
}

/// What everybody does who has actions.
fn done(model: &Model, joint: &JointAction) -> Value {
    let action = |(agent, action): (&savoir::Agent, &Option<savoir::ActionId>)| {
        let action = agent.actions.get((*action)?.index())?;
        Some((crate::escape::visible(&agent.name).into_owned(), text(&action.name)))
    };
    Value::Object(model.agents.iter().zip(joint).filter_map(action).collect::<Map<String, Value>>())
}

/// The strategy as markup of a page; a sentence if it is no table.
fn table(play: &Play) -> String {
    let model = play.model();
    let policy = Policy::new(model, play.formula(), play.node().holds, play.strategy());
    strategy_tables(&policy.iter().flat_map(|policy| grids(model, policy)).collect::<Vec<_>>())
}

fn side(side: Side) -> &'static str {
    match side {
        Side::Coalition => "coalition",
        Side::Opponents => "opponents",
    }
}
