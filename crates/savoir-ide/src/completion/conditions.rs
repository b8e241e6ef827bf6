//! Conditions: what an agent sees, what it can test, and the values of the other side.

use super::declarations::{braces, expects_name, listed};
use super::list::List;
use super::{CompletionKind, operands};
use crate::context::{Context, Word, ends_operand};
use crate::describe;
use operands::{Reader, Tests};
use savoir_model::AgentId;
use savoir_syntax::SyntaxKind as K;

pub(super) fn red_states(list: &mut List<'_>, context: &Context<'_>) {
    local(list, context, &context.words, &[]);
}

/// `condition : {a, b};`
pub(super) fn protocol(list: &mut List<'_>, context: &Context<'_>) {
    match context.behind_last(K::Colon) {
        None => {
            if context.words.is_empty() {
                list.snippet("Other", CompletionKind::Keyword, "Other : {$0};", "where no line above applies", "");
            }
            if !context.words.iter().any(|word| word.kind == K::OtherKw) {
                local(list, context, &context.words, &[":"]);
            }
        }
        Some(behind) => match (listed(behind), context.agent.id()) {
            (Some(listed), Some(agent)) if expects_name(behind) => list.actions(agent, &listed),
            (None, _) => braces(list, behind),
            _ => {}
        },
    }
}

/// `x = value and y = value if condition;`
pub(super) fn evolution(list: &mut List<'_>, context: &Context<'_>) {
    if let Some(condition) = context.behind_last(K::IfKw) {
        if let Some(agent) = context.agent.id() {
            operands::complete(list, condition, Reader::Agent(agent, Tests::StateAndActions), &[]);
        }
        return;
    }
    let Some(agent) = context.agent.id() else { return };
    let first = context.words.iter().rposition(|word| word.kind == K::AndKw).map_or(0, |at| at + 1);
    let assignment = &context.words[first..];
    let assignment = &assignment[assignment.iter().take_while(|word| word.kind == K::LParen).count()..];
    match assignment.iter().position(|word| word.kind == K::Equal) {
        None if assignment.is_empty() => targets(list, agent, &context.words),
        None => own_behind_dot(list, agent, assignment),
        // What ends a value also ends the assignment.
        Some(_) => operands::complete(list, assignment, Reader::Agent(agent, Tests::State), &["if"]),
    }
}

/// The variables that an agent can give a value to, without those that this line assigns already.
fn targets(list: &mut List<'_>, agent: AgentId, words: &[Word<'_>]) {
    let assigned = |name: &str| words.windows(2).any(|pair| pair[0].text == name && pair[1].kind == K::Equal);
    let model = list.model();
    for &id in &model.agent(agent).variables {
        let name = &model.variable(id).name;
        if !assigned(name) {
            let detail = describe::domain(model, model.variable(id).domain);
            list.with(name, CompletionKind::Variable, format!("{name} = "), detail);
        }
    }
}

fn own_behind_dot(list: &mut List<'_>, agent: AgentId, words: &[Word<'_>]) {
    let model = list.model();
    if matches!(words, [name, dot] if dot.kind == K::Dot && name.text == model.agent(agent).name) {
        model.agent(agent).variables.iter().for_each(|id| list.variable_name(*id));
    }
}

/// `p if condition;`
pub(super) fn evaluation(list: &mut List<'_>, context: &Context<'_>) {
    match context.behind_last(K::IfKw) {
        Some(condition) => operands::complete(list, condition, Reader::Everything, &[]),
        None if context.words.len() == 1 => list.keywords(&["if"]),
        None => {}
    }
}

pub(super) fn initial(list: &mut List<'_>, context: &Context<'_>) {
    operands::complete(list, &context.words, Reader::Everything, &[]);
}

/// A condition on the local state of an agent; `behind` may follow it.
fn local(list: &mut List<'_>, context: &Context<'_>, words: &[Word<'_>], behind: &[&str]) {
    let Some(agent) = context.agent.id() else { return };
    operands::complete(list, words, Reader::Agent(agent, Tests::State), &[]);
    if words.last().is_some_and(|last| ends_operand(last.kind)) {
        list.keywords(behind);
    }
}
