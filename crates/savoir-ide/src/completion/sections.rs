//! Sections of a file and of an agent, in their order.

use super::CompletionKind;
use super::list::{List, word};
use crate::context::{Context, Whose};
use savoir_model::AgentId;
use savoir_syntax::SyntaxKind as K;

/// A section with the text that begins it.
type Section = (K, &'static str, &'static str);

const AGENT: &str = "Agent ${1:Name}\n  Vars:\n    ${2:x} : ${3:boolean};\n  end Vars\n  Actions = {${4:none}};\n  \
                     Protocol:\n    Other : {${4:none}};\n  end Protocol\n  Evolution:\n    $0\n  end Evolution\nend Agent";

const FILE: &[Section] = &[
    (K::SemanticsKw, "Semantics = ${1:MultiAssignment};", "how several enabled lines combine"),
    (K::AgentKw, AGENT, "an agent with all its sections"),
    (K::EvaluationKw, "Evaluation\n  ${1:p} if $0;\nend Evaluation", "propositions"),
    (K::InitStatesKw, "InitStates\n  $0;\nend InitStates", "in which states the system starts"),
    (K::GroupsKw, "Groups\n  ${1:g} = {$0};\nend Groups", "named groups of agents"),
    (K::FairnessKw, "Fairness\n  $0;\nend Fairness", "what holds again and again on the paths that count"),
    (K::FormulaeKw, "Formulae\n  $0;\nend Formulae", "what is to be checked"),
];

const OBSVARS: Section =
    (K::ObsvarsKw, "Obsvars:\n  ${1:x} : ${2:boolean};\nend Obsvars", "variables that every agent observes");
const LOBSVARS: Section = (K::LobsvarsKw, "Lobsvars = {$0};", "variables of the environment that this agent observes");
const VARS: Section = (K::VarsKw, "Vars:\n  ${1:x} : ${2:boolean};\nend Vars", "its own variables");
const REST: &[Section] = &[
    (K::RedStatesKw, "RedStates:\n  $0;\nend RedStates", "where it does not behave correctly"),
    (K::ActionsKw, "Actions = {$0};", "what it can do"),
    (K::ProtocolKw, "Protocol:\n  ${1:Other} : {$0};\nend Protocol", "which actions it may choose where"),
    (K::EvolutionKw, "Evolution:\n  $0\nend Evolution", "how its variables change"),
];

/// The sections that may begin at a place.
pub(super) fn complete(list: &mut List<'_>, context: &Context<'_>) {
    if let Some(closing) = context.closing.filter(|_| context.previous == Some(K::EndKw)) {
        return list.keywords(&[&word(closing)]);
    }
    if !context.words.is_empty() {
        return;
    }
    let declared = list.model().agent(AgentId::ENVIRONMENT).declared;
    if context.previous == Some(K::AgentKw) && context.agent == Whose::Unnamed {
        // New names cannot be guessed.
        if !declared {
            list.keywords(&["Environment"]);
        }
        return;
    }
    match context.agent {
        Whose::Nobody => {
            fitting(list, context, FILE);
            if !declared && !context.before.contains(&K::AgentKw) && is_early(context) {
                let body = AGENT.replace("${1:Name}", "Environment");
                list.snippet("Agent Environment", CompletionKind::Snippet, &body, "what all agents share", "");
            }
        }
        Whose::Unnamed | Whose::Agent(_) => {
            let first: &[Section] = match context.agent {
                Whose::Agent(AgentId::ENVIRONMENT) => &[OBSVARS, VARS],
                Whose::Agent(_) => &[LOBSVARS, VARS],
                Whose::Unnamed | Whose::Nobody => &[OBSVARS, LOBSVARS, VARS],
            };
            let sections: Vec<Section> = first.iter().chain(REST).copied().collect();
            fitting(list, context, &sections);
            list.keywords(&["end Agent"]);
        }
    }
}

/// Whether no section stands before that must come later than agents.
fn is_early(context: &Context<'_>) -> bool {
    context.before.iter().all(|kind| *kind == K::SemanticsKw)
}

/// Those of some sections, given in their order, that are missing at this place.
fn fitting(list: &mut List<'_>, context: &Context<'_>, sections: &[Section]) {
    let rank = |kind: &K| sections.iter().position(|section| section.0 == *kind);
    let first = context.before.iter().filter_map(rank).max();
    let last = context.behind.iter().filter_map(rank).min();
    for (index, (kind, body, detail)) in sections.iter().enumerate() {
        let repeats = *kind == K::AgentKw;
        let is_late = first.is_none_or(|first| first < index || first == index && repeats);
        let is_early = last.is_none_or(|last| index < last || index == last && repeats);
        if is_late && is_early {
            list.snippet(&word(*kind), CompletionKind::Snippet, body, detail, "");
        }
    }
}
