//! Variables that an agent only writes, as agents of their own: they follow what the agent does, as they did before.

use super::edit::{agent_name, bare_names, inside, is_single_assignment, replaced, tree, words};
use savoir_syntax::{Node, Span, SyntaxKind, Tree};

/// All such variables; none if there are none.
pub(super) fn divided(text: &str) -> Option<String> {
    let tree = tree(text);
    if !is_single_assignment(&tree) {
        return None;
    }
    let mut edits = Vec::new();
    for agent in tree.root().children_of(SyntaxKind::Agent) {
        for variable in followers(&tree, agent) {
            edits.extend(moved_out(&tree, agent, variable)?);
        }
    }
    (!edits.is_empty()).then(|| replaced(text, edits))
}

/// The variables that nothing else of the agent reads, and that read no other variable of it; one is left at least.
fn followers<'t>(tree: &Tree, agent: Node<'t>) -> Vec<Node<'t>> {
    let section = |kind| agent.child(kind);
    let (Some(variables), Some(evolution)) = (section(SyntaxKind::VarsSection), section(SyntaxKind::EvolutionSection))
    else {
        return Vec::new();
    };
    if agent.token(SyntaxKind::EnvironmentKw).is_some() || section(SyntaxKind::RedStatesSection).is_some() {
        return Vec::new();
    }
    let declarations: Vec<Node<'t>> = variables.children_of(SyntaxKind::VarDecl).collect();
    let all: Vec<&str> = declarations.iter().filter_map(|declaration| Some(declaration.name()?.0)).collect();
    let protocol = section(SyntaxKind::ProtocolSection).map(Node::span);
    let follows = |declaration: &&Node<'t>| {
        let Some((name, _)) = declaration.name() else { return false };
        let own = [name];
        let others: Vec<&str> = all.iter().copied().filter(|other| *other != name).collect();
        let decides = protocol.is_some_and(|place| bare_names(tree, place, &own).next().is_some());
        let alone = evolution.children().all(|line| {
            let (mine, theirs) =
                (bare_names(tree, line.span(), &own).next(), bare_names(tree, line.span(), &others).next());
            mine.is_none() || (theirs.is_none() && is_assigned(tree, line, name))
        });
        let lines = evolution.children().filter(|line| is_assigned(tree, *line, name)).count();
        !decides && alone && lines > 0
    };
    let mut found: Vec<Node<'t>> = declarations.iter().filter(follows).copied().collect();
    found.truncate(declarations.len().saturating_sub(1));
    found
}

/// Whether a line assigns the variable.
fn is_assigned(tree: &Tree, line: Node<'_>, name: &str) -> bool {
    tree.text()[line.span().range()].split_whitespace().next() == Some(name)
}

fn moved_out(tree: &Tree, agent: Node<'_>, declaration: Node<'_>) -> Option<Vec<(Span, String)>> {
    let (owner, (variable, _)) = (agent_name(agent), declaration.name()?);
    let name = format!("{owner}_{variable}");
    let evolution = agent.child(SyntaxKind::EvolutionSection)?;
    let lines: Vec<Node<'_>> = evolution.children().filter(|line| is_assigned(tree, *line, variable)).collect();
    let seen = agent.child(SyntaxKind::LobsvarsSection).map_or("", Node::text);
    let mut text = format!(
        "\n\nAgent {name}\n  {seen}\n  Vars:\n    {}\n  end Vars\n  Actions = {{follow}};\n  Protocol:\n    Other : {{follow}};\n  end Protocol\n  Evolution:\n",
        declaration.text()
    );
    for line in &lines {
        text.push_str(&format!("    {}\n", with_owner(tree, line.span(), owner)));
    }
    text.push_str("  end Evolution\nend Agent");
    let end = agent.span().end;
    let mut edits = vec![(Span::new(end, end), text), (declaration.span(), String::new())];
    edits.extend(lines.iter().map(|line| (line.span(), String::new())));
    for window in words(tree).windows(3) {
        let [whose, dot, of] = window else { continue };
        if whose.1 == owner && dot.0 == SyntaxKind::Dot && of.1 == variable && !inside(whose.2, agent.span()) {
            edits.push((whose.2, name.clone()));
        }
    }
    Some(edits)
}

/// A line where the agent's own action is called by the agent's name.
fn with_owner(tree: &Tree, place: Span, owner: &str) -> String {
    let words = words(tree);
    let own = words.iter().enumerate().filter(|(at, word)| {
        word.0 == SyntaxKind::ActionKw && inside(word.2, place) && words[at - 1].0 != SyntaxKind::Dot
    });
    let edits = own.map(|(_, word)| {
        let at = word.2.start - place.start;
        (Span::new(at, at), format!("{owner}."))
    });
    replaced(&tree.text()[place.range()], edits.collect())
}
