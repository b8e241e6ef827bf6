//! Names: what they stand for, who sees it, who changes it, and where it is used.

use super::{block, comment};
use crate::highlights::is_assigned;
use crate::syntax::{is_section, path, section_name};
use crate::{Document, describe};
use savoir_model::{ActionId, AgentId, Domain, EnumValueId, GroupId, NameRole, PropId, Symbol, VarId};
use savoir_syntax::{Span, SyntaxKind as K};

/// More sections than this are not listed.
const MOST: usize = 12;

/// What there is to say about something that has a name.
pub(super) fn describe(document: &Document, symbol: Symbol) -> String {
    let (code, mut lines) = match symbol {
        Symbol::Agent(id) => agent(document, id),
        Symbol::Variable(id) => variable(document, id),
        Symbol::Action(agent, id) => action(document, agent, id),
        Symbol::EnumValue(id) => value(document, id),
        Symbol::Proposition(id) => proposition(document, id),
        Symbol::Group(id) => group(document, id),
        Symbol::Property(_) => return String::new(),
    };
    lines.push(used(document, symbol));
    let mut out = block("ispl", &code);
    let map = &document.partial().map;
    if let Some(said) = map.definition(symbol).and_then(|whole| comment::above(document, whole.start)) {
        out += &format!("\n{}", block("text", &said));
    }
    lines.iter().filter(|line| !line.is_empty()).for_each(|line| out += &format!("\n- {line}"));
    out
}

fn agent(document: &Document, id: AgentId) -> (String, Vec<String>) {
    let model = &document.partial().model;
    let agent = model.agent(id);
    let observed: Vec<String> =
        agent.observes.iter().map(|variable| describe::as_written_by(model, *variable, Some(id))).collect();
    let observed = match observed.is_empty() {
        true => "It observes nothing.".to_owned(),
        false => format!("It observes {}.", describe::codes(observed.iter().map(String::as_str))),
    };
    let actions = match agent.actions.is_empty() {
        true => "It has no actions.".to_owned(),
        false => {
            format!("Its actions are {}.", describe::codes(agent.actions.iter().map(|action| action.name.as_str())))
        }
    };
    let groups = model.groups.iter().filter(|group| group.members.contains(&id));
    let groups = describe::codes(groups.map(|group| group.name.as_str()));
    let groups = if groups.is_empty() { groups } else { format!("It is in {groups}.") };
    (format!("Agent {}", agent.name), vec![observed, actions, groups])
}

fn variable(document: &Document, id: VarId) -> (String, Vec<String>) {
    let model = &document.partial().model;
    let variable = model.variable(id);
    let size = model.domain_size(variable.domain);
    let heading = format!("{} : {};", model.variable_text(id), describe::domain(model, variable.domain));
    let values = if size == 1 { "1 value".to_owned() } else { format!("{size} values") };
    (heading, vec![format!("{values}; {}.", describe::observers(model, id)), assigned(document, id)])
}

/// Who assigns a variable.
fn assigned(document: &Document, id: VarId) -> String {
    let model = &document.partial().model;
    let owner = &model.agent(model.variable(id).owner);
    let lines = owner.evolution.iter().filter(|line| line.assignments.iter().any(|(variable, _)| *variable == id));
    let lines: Vec<usize> = lines.map(|line| document.lines().line(line.span.start) + 1).collect();
    match lines[..] {
        [] => "No line assigns it: it keeps its first value.".to_owned(),
        [line] => format!("`{}` assigns it in line {line}.", owner.name),
        [first, .., last] => format!("`{}` assigns it in {} lines, {first} to {last}.", owner.name, lines.len()),
    }
}

fn action(document: &Document, agent: AgentId, id: ActionId) -> (String, Vec<String>) {
    let agent = document.partial().model.agent(agent);
    let name = agent.actions.get(id.index()).map_or("", |action| action.name.as_str());
    let allowing = agent.protocol.iter().filter(|line| line.actions.contains(&id)).count();
    let allowed = match (agent.protocol.len(), allowing) {
        (0, _) => format!("`{}` may always do it: its protocol is empty.", agent.name),
        (_, 0) => format!("No line of the protocol of `{}` allows it.", agent.name),
        (all, _) => format!("Allowed by {allowing} of {all} lines of the protocol of `{}`.", agent.name),
    };
    (format!("{}.Action = {name}", agent.name), vec![allowed])
}

fn value(document: &Document, id: EnumValueId) -> (String, Vec<String>) {
    let model = &document.partial().model;
    let name = model.enum_values.get(id.index()).map_or("", String::as_str);
    let has = |variable: &VarId| match model.variable(*variable).domain {
        Domain::Enum(kind) => model.enum_types[kind.index()].values.contains(&id),
        Domain::Bool | Domain::Int { .. } => false,
    };
    let variables: Vec<String> = model.variable_ids().filter(has).map(|id| model.variable_text(id)).collect();
    (name.to_owned(), vec![format!("A value of {}.", describe::codes(variables.iter().map(String::as_str)))])
}

fn proposition(document: &Document, id: PropId) -> (String, Vec<String>) {
    let model = &document.partial().model;
    let proposition = model.proposition(id);
    let condition = model.condition_text(proposition.condition);
    let broken = match document.partial().is_whole(Symbol::Proposition(id)) {
        true => String::new(),
        false => "Its definition has an error.".to_owned(),
    };
    let shown = if broken.is_empty() { condition } else { "…".to_owned() };
    (format!("{} if {shown};", proposition.name), vec![broken])
}

fn group(document: &Document, id: GroupId) -> (String, Vec<String>) {
    let model = &document.partial().model;
    let group = model.group(id);
    let members = describe::some(group.members.iter().map(|member| model.agent(*member).name.as_str()));
    let count = match group.members.len() {
        1 => "1 member.".to_owned(),
        count => format!("{count} members."),
    };
    (format!("{} = {{{members}}};", group.name), vec![count])
}

/// The sections in which something is used, each with how often.
fn used(document: &Document, symbol: Symbol) -> String {
    let map = &document.partial().map;
    let mut sections: Vec<(String, usize)> = Vec::new();
    let uses = map.places(symbol).filter(|place| place.role == NameRole::Use);
    let is_variable = matches!(symbol, Symbol::Variable(_));
    for place in uses.filter(|place| !(is_variable && is_assigned(document, place.span))) {
        let section = section_of(document, place.span);
        match sections.last_mut().filter(|last| last.0 == section) {
            Some(last) => last.1 += 1,
            None => sections.push((section, 1)),
        }
    }
    if sections.is_empty() {
        return "It is not used.".to_owned();
    }
    let listed = sections.iter().take(MOST).map(|(section, count)| match count {
        1 => section.clone(),
        count => format!("{section} ({count} times)"),
    });
    let mut listed: Vec<String> = listed.collect();
    listed.extend(sections.get(MOST).map(|_| "…".to_owned()));
    format!("Used in {}.", listed.join(", "))
}

fn section_of(document: &Document, place: Span) -> String {
    let around = path(document.tree(), place.start);
    let section = around.iter().rfind(|node| is_section(node.kind())).map_or("the text", |node| section_name(*node));
    let agent = around.iter().find(|node| node.kind() == K::Agent).and_then(|node| node.name());
    match agent {
        Some((agent, _)) => format!("`{section}` of `{agent}`"),
        None => format!("`{section}`"),
    }
}
