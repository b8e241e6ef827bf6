//! Agents without a choice as part of another one: their only action says nothing, and their variables change as before.

use super::edit::{agent_name, bare_names, inside, is_single_assignment, replaced, tree, words};
use savoir_syntax::{Node, Span, SyntaxKind, Tree};

/// One agent after the other; none if there is nothing to combine.
pub(super) fn combined(text: &str) -> Option<String> {
    let mut text = once(text)?;
    while let Some(next) = once(&text) {
        text = next;
    }
    Some(text)
}

/// The first agent that can be is combined with the one before it, or behind it.
fn once(text: &str) -> Option<String> {
    let tree = tree(text);
    let agents: Vec<Node<'_>> = tree.root().children_of(SyntaxKind::Agent).collect();
    let ordinary = agents.iter().filter(|agent| agent.token(SyntaxKind::EnvironmentKw).is_none()).count();
    if ordinary < 2 || !is_single_assignment(&tree) {
        return None;
    }
    let place = agents.iter().position(|agent| has_no_choice(&tree, *agent))?;
    let host = agents[if place > 0 { place - 1 } else { place + 1 }];
    moved_to(&tree, agents[place], host)
}

fn has_no_choice(tree: &Tree, agent: Node<'_>) -> bool {
    let section = |kind| agent.child(kind);
    let (Some(protocol), Some(evolution)) =
        (section(SyntaxKind::ProtocolSection), section(SyntaxKind::EvolutionSection))
    else {
        return false;
    };
    let mut lines = protocol.children();
    let always = lines.next().is_some_and(|line| line.token(SyntaxKind::OtherKw).is_some()) && lines.next().is_none();
    let actions = section(SyntaxKind::ActionsSection)
        .map_or(0, |actions| actions.child(SyntaxKind::NameList).unwrap_or(actions).names().count());
    let words = words(tree);
    let name = agent_name(agent);
    let acts = words.iter().enumerate().filter(|(_, word)| word.0 == SyntaxKind::ActionKw).any(|(at, word)| {
        let whose = (at > 1 && words[at - 1].0 == SyntaxKind::Dot).then(|| words[at - 2].1);
        whose.map_or(inside(word.2, evolution.span()), |whose| whose == name)
    });
    let environment = agent.token(SyntaxKind::EnvironmentKw).is_some();
    always && actions == 1 && !acts && !environment && section(SyntaxKind::RedStatesSection).is_none()
}

fn moved_to(tree: &Tree, guest: Node<'_>, host: Node<'_>) -> Option<String> {
    let (name, host_name) = (agent_name(guest), agent_name(host));
    let own: Vec<&str> = declared(guest);
    let new = |variable: &str| format!("{name}_{variable}");
    let lines = |kind| -> Option<String> {
        let section = guest.child(kind)?;
        let first = section.children().next().map_or(section.span().end, |child| child.span().start);
        let last = section.children().last().map_or(first, |child| child.span().end);
        let place = Span::new(first, last);
        let edits = bare_names(tree, place, &own)
            .map(|(place, variable)| (Span::new(place.start - first, place.end - first), new(variable)));
        Some(replaced(&tree.text()[place.range()], edits.collect()))
    };
    let at_end = |kind| -> Option<Span> {
        let end = host.child(kind)?.token(SyntaxKind::EndKw)?;
        let start = tree.token(end).span.start;
        Some(Span::new(start, start))
    };
    let mut edits = vec![
        (guest.span(), String::new()),
        (at_end(SyntaxKind::VarsSection)?, format!("{}\n", lines(SyntaxKind::VarsSection)?)),
        (at_end(SyntaxKind::EvolutionSection)?, format!("{}\n", lines(SyntaxKind::EvolutionSection)?)),
    ];
    edits.extend(sees_as_well(guest, host));
    let words = words(tree);
    for window in words.windows(3) {
        let [agent, dot, variable] = window else { continue };
        if agent.1 == name && dot.0 == SyntaxKind::Dot && !inside(agent.2, guest.span()) {
            edits.push((agent.2, host_name.to_owned()));
            edits.push((variable.2, new(variable.1)));
        }
    }
    // In the lines that move, its own variables may be called by its name.
    let text = replaced(tree.text(), edits);
    (!text.contains(&format!("{name}."))).then_some(text)
}

/// What the guest sees of the environment, the host sees too.
fn sees_as_well(guest: Node<'_>, host: Node<'_>) -> Option<(Span, String)> {
    let seen = |agent: Node<'_>| -> Vec<String> {
        let section = agent.child(SyntaxKind::LobsvarsSection);
        let names = section.map(|section| section.child(SyntaxKind::NameList).unwrap_or(section).names());
        names.into_iter().flatten().map(|name| name.0.to_owned()).collect()
    };
    if host.token(SyntaxKind::EnvironmentKw).is_some() || seen(guest).is_empty() {
        return None;
    }
    let mut all = seen(host);
    all.extend(seen(guest));
    all.sort();
    all.dedup();
    let text = format!("Lobsvars = {{{}}};", all.join(", "));
    let place = match host.child(SyntaxKind::LobsvarsSection) {
        Some(section) => section.span(),
        None => {
            let start = host.child(SyntaxKind::VarsSection)?.span().start;
            return Some((Span::new(start, start), format!("{text}\n")));
        }
    };
    Some((place, text))
}

/// The variables that an agent declares.
fn declared(agent: Node<'_>) -> Vec<&str> {
    let section = agent.child(SyntaxKind::VarsSection);
    let declarations = section.into_iter().flat_map(|section| section.children_of(SyntaxKind::VarDecl));
    declarations.filter_map(|declaration| Some(declaration.name()?.0)).collect()
}
