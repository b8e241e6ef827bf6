//! A policy as tables for pages: a column for each thing that is looked at, and one for each agent that moves.

use super::text::{condition_on, performance};
use crate::drawing::{StrategyCase, StrategyTable};
use crate::evidence::words::listed;
use savoir::{AgentId, Case, Feature, JointAction, Model, Player, Policy, Sight, Table, VarId};

/// More cases are not repeated on a page.
const MOST_CASES: usize = 200;
/// More variables that an agent sees are not named.
const MOST_SEEN: usize = 12;

/// The tables of a policy.
pub(crate) fn grids(model: &Model, policy: &Policy) -> Vec<StrategyTable> {
    let tables = policy.tables.iter().filter(|table| !table.cases.is_empty());
    tables.map(|table| grid(model, policy, table)).collect()
}

fn grid(model: &Model, policy: &Policy, table: &Table) -> StrategyTable {
    let features = features(table);
    let heading = |feature: &Feature| match feature {
        Feature::Variable(id) => model.variable_text(*id),
        Feature::Action(agent) => model.agent(*agent).name.clone(),
    };
    // Where several agents have several moves together, a column for each would not say which belong together.
    let is_single = table.agents.len() > 1 && table.cases.iter().any(|case| case.moves.len() > 1);
    let names: Vec<String> = table.agents.iter().map(|agent| model.agent(*agent).name.clone()).collect();
    let group = model.coalition_text(policy.coalition);
    let who = listed(&names);
    StrategyTable {
        title: match policy.player {
            Player::Coalition => format!("What {who} does"),
            Player::Others => format!("What {who} answers to {group}"),
        },
        looks_at: features.iter().map(heading).collect(),
        movers: if is_single { vec![who] } else { names },
        cases: table.cases.iter().take(MOST_CASES).map(|case| row(model, &features, table, case, is_single)).collect(),
        left_out: table.cases.len().saturating_sub(MOST_CASES),
        sight: match policy.player {
            Player::Coalition => table.agents.iter().flat_map(|agent| sight(model, *agent, policy, table)).collect(),
            Player::Others => Vec::new(),
        },
    }
}

/// What the cases look at, in the order of the model, actions last.
fn features(table: &Table) -> Vec<Feature> {
    let mut found: Vec<Feature> = table.cases.iter().flat_map(|case| &case.guard).map(|one| one.feature).collect();
    found.sort_unstable();
    found.dedup();
    found
}

fn row(model: &Model, features: &[Feature], table: &Table, case: &Case, is_single: bool) -> StrategyCase {
    let condition = |feature: &Feature| {
        let literals = case.guard.iter().filter(|literal| literal.feature == *feature);
        literals.map(|literal| condition_on(model, literal)).collect::<Vec<String>>().join(" and ")
    };
    let action = |agent: &AgentId, joint: &JointAction| {
        let name = joint[agent.index()].and_then(|action| model.agent(*agent).actions.get(action.index()));
        name.map_or_else(|| "anything".to_owned(), |action| action.name.clone())
    };
    let moves = if is_single {
        let together: Vec<String> = case.moves.iter().map(|joint| performance(model, joint)).collect();
        vec![together.join(" or ")]
    } else {
        let of = |agent: &AgentId| case.moves.iter().map(|joint| action(agent, joint)).collect::<Vec<_>>().join(" or ");
        table.agents.iter().map(of).collect()
    };
    StrategyCase { conditions: features.iter().map(condition).collect(), moves }
}

/// What an agent sees, and what the table looks at although the agent does not see it.
fn sight(model: &Model, agent: AgentId, policy: &Policy, table: &Table) -> Vec<String> {
    let own = model.agent(agent);
    let names = |ids: &[VarId]| -> Vec<String> { ids.iter().map(|id| model.variable_text(*id)).collect() };
    let mut seen = names(&own.observes);
    if seen.len() > MOST_SEEN {
        let more = seen.len() - MOST_SEEN;
        seen.truncate(MOST_SEEN);
        seen.push(format!("{more} more"));
    }
    let mut sentences = vec![match seen.is_empty() {
        true => format!("{} sees nothing.", own.name),
        false => format!("{} sees {}.", own.name, listed(&seen)),
    }];
    let unseen: Vec<VarId> = table.variables().into_iter().filter(|id| !own.observes.contains(id)).collect();
    if !unseen.is_empty() && policy.sight == Sight::Everything {
        sentences.push(format!("{} does not see {}.", own.name, listed(&names(&unseen))));
    }
    sentences
}
