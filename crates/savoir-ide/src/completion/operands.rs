//! Operands of conditions, and what may stand between them.

use super::CompletionKind;
use super::list::List;
use crate::context::{Word, ends_operand};
use crate::describe;
use savoir_model::{AgentId, Domain, EnumTypeId, Model, VarId};
use savoir_syntax::SyntaxKind as K;

/// Numbers of larger ranges are not listed.
const FEW: i128 = 33;

/// Of models with more variables than this, only the names of agents are listed.
const MANY: usize = 300;

/// Who reads a condition.
#[derive(Clone, Copy)]
pub(super) enum Reader {
    /// An agent, which knows what it observes.
    Agent(AgentId, Tests),
    /// Nobody in particular: all variables, with their agents.
    Everything,
    /// A formula: the same, and colours.
    Formula,
}

/// What an agent can test.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Tests {
    /// Its local state.
    State,
    /// Its local state, and what everybody does.
    StateAndActions,
}

/// One side of a comparison.
#[derive(Clone, Copy)]
enum Side {
    Variable(VarId),
    Action(AgentId),
    Other,
}

/// What may follow some words of a condition. `behind` may stand behind an operand besides `and` and the like.
pub(super) fn complete(list: &mut List<'_>, words: &[Word<'_>], reader: Reader, behind: &[&str]) {
    match words.last().map(|last| last.kind) {
        Some(K::Dot) => behind_dot(list, &words[..words.len() - 1], reader),
        Some(kind) if is_comparison(kind) => {
            let side = side(list.model(), &words[..words.len() - 1], reader);
            values(list, side, reader);
        }
        Some(kind) if ends_operand(kind) => {
            list.keywords(behind);
            list.keywords(&["and", "or"]);
        }
        _ => operands(list, reader),
    }
}

pub(super) fn is_comparison(kind: K) -> bool {
    matches!(kind, K::Equal | K::NotEq | K::Less | K::LessEq | K::Greater | K::GreaterEq)
}

fn agent_named(model: &Model, name: &str) -> Option<AgentId> {
    model.agent_ids().find(|id| model.agent(*id).name == name)
}

fn variable_named(model: &Model, agent: AgentId, name: &str) -> Option<VarId> {
    model.agent(agent).variables.iter().copied().find(|id| model.variable(*id).name == name)
}

/// What stands before a comparison.
fn side(model: &Model, words: &[Word<'_>], reader: Reader) -> Side {
    let own = match reader {
        Reader::Agent(agent, _) => Some(agent),
        Reader::Everything | Reader::Formula => None,
    };
    let (agent, last) = match words {
        [.., agent, dot, last] if dot.kind == K::Dot => (agent_named(model, agent.text), last),
        [.., last] => (own, last),
        [] => return Side::Other,
    };
    match agent {
        Some(agent) if last.kind == K::ActionKw => Side::Action(agent),
        Some(agent) => variable_named(model, agent, last.text).map_or(Side::Other, Side::Variable),
        None => Side::Other,
    }
}

/// The other side of a comparison.
fn values(list: &mut List<'_>, side: Side, reader: Reader) {
    let variable = match side {
        Side::Action(agent) => return list.actions(agent, &[]),
        Side::Other => return operands(list, reader),
        Side::Variable(variable) => variable,
    };
    let model = list.model();
    let domain = model.variable(variable).domain;
    let detail = model.variable_text(variable);
    match domain {
        Domain::Bool => ["true", "false"].iter().for_each(|value| list.plain(value, CompletionKind::Value, &*detail)),
        Domain::Int { low, high } if i128::from(high) - i128::from(low) < FEW => {
            (low..=high).for_each(|value| list.plain(&value.to_string(), CompletionKind::Value, &*detail));
        }
        Domain::Int { low, high } => {
            [low, high].iter().for_each(|value| list.plain(&value.to_string(), CompletionKind::Value, &*detail));
        }
        Domain::Enum(id) => {
            describe::values(model, id).for_each(|value| list.plain(value, CompletionKind::Value, &*detail));
        }
    }
    let alike = |id: &VarId| comparable(model, model.variable(*id).domain, domain);
    for id in visible(model, reader).into_iter().filter(alike) {
        list.variable(id, own(reader));
    }
}

/// Whether values of two types can be compared: equal types of enumerations, any numbers, truth values.
fn comparable(model: &Model, one: Domain, two: Domain) -> bool {
    match (one, two) {
        (Domain::Bool, Domain::Bool) | (Domain::Int { .. }, Domain::Int { .. }) => true,
        (Domain::Enum(one), Domain::Enum(two)) => {
            let values = |id: EnumTypeId| &model.enum_types[id.index()].values;
            let within = |small, large| values(small).iter().all(|value| values(large).binary_search(value).is_ok());
            one == two || within(one, two) || within(two, one)
        }
        (Domain::Bool | Domain::Int { .. } | Domain::Enum(_), _) => false,
    }
}

fn own(reader: Reader) -> Option<AgentId> {
    match reader {
        Reader::Agent(agent, _) => Some(agent),
        Reader::Everything | Reader::Formula => None,
    }
}

/// The variables that may be read, one's own first.
fn visible(model: &Model, reader: Reader) -> Vec<VarId> {
    match reader {
        Reader::Everything | Reader::Formula => model.variable_ids().collect(),
        Reader::Agent(agent, _) => {
            let is_own = |id: &VarId| model.variable(*id).owner == agent;
            let (first, last): (Vec<VarId>, Vec<VarId>) = model.agent(agent).observes.iter().partition(|id| is_own(id));
            [first, last].concat()
        }
    }
}

/// What a condition may begin with.
fn operands(list: &mut List<'_>, reader: Reader) {
    let model = list.model();
    let visible = visible(model, reader);
    if visible.len() <= MANY || own(reader).is_some() {
        visible.into_iter().for_each(|id| list.variable(id, own(reader)));
    }
    match reader {
        Reader::Agent(agent, Tests::StateAndActions) => actions(list, agent),
        Reader::Agent(_, Tests::State) => {}
        Reader::Everything | Reader::Formula => list.agents(&[]),
    }
    if !matches!(reader, Reader::Formula) {
        list.keywords(&["true", "false"]);
    }
}

/// Tests of what agents do.
fn actions(list: &mut List<'_>, agent: AgentId) {
    list.with("Action", CompletionKind::Keyword, "Action = ".to_owned(), "what this agent does");
    let model = list.model();
    let others = model.agent_ids().filter(|id| *id != agent && !model.agent(*id).actions.is_empty());
    for other in others.map(|id| &model.agent(id).name) {
        let label = format!("{other}.Action");
        list.with(&label, CompletionKind::Keyword, format!("{label} = "), format!("what {other} does"));
    }
}

/// What belongs to the agent before the dot, as far as it may be read.
fn behind_dot(list: &mut List<'_>, before: &[Word<'_>], reader: Reader) {
    let model = list.model();
    let Some(agent) = before.last().and_then(|name| agent_named(model, name.text)) else { return };
    let is_visible = |id: &VarId| match reader {
        Reader::Agent(reader, _) => model.agent(reader).sees(*id),
        Reader::Everything | Reader::Formula => true,
    };
    for id in model.agent(agent).variables.iter().copied().filter(is_visible) {
        list.variable_name(id);
    }
    match reader {
        Reader::Agent(_, Tests::StateAndActions) if !model.agent(agent).actions.is_empty() => {
            list.with("Action", CompletionKind::Keyword, "Action = ".to_owned(), "what it does");
        }
        Reader::Formula => {
            list.plain("RedStates", CompletionKind::Keyword, "where it does not behave correctly");
            list.plain("GreenStates", CompletionKind::Keyword, "where it behaves correctly");
        }
        Reader::Agent(..) | Reader::Everything => {}
    }
}
