//! Lines that can be enabled at once and assign different variables, of which MultiAssignment chooses one.

use super::trial::Trial;
use super::values::{Search, Valuation, search};
use crate::{ActionId, AgentId, AssignmentSemantics, CompareOp, EvolutionLine, Expr, ExprId, Model, VarId};
use rustc_hash::FxHashMap;
use savoir_syntax::{Code, Diagnostic, Fix, Node, SyntaxKind as K, Tree};

/// A line is compared with so many lines before it that are waiting for the same action.
const MAX_COMPARED: usize = 32;

/// So many pairs of lines of a model are looked at more closely.
const MAX_TRIED: usize = 2000;

/// Reports each line that competes with one before it.
pub(super) fn lines(trial: &Trial<'_>, tree: &Tree, found: &mut Vec<Diagnostic>) {
    if trial.model.semantics == AssignmentSemantics::Single {
        return;
    }
    let mut tried = 0;
    for id in trial.model.agent_ids() {
        let lines: Vec<Line<'_>> =
            trial.model.agent(id).evolution.iter().filter_map(|line| Line::of(trial.model, line)).collect();
        let mut waiting: FxHashMap<Option<ActionId>, Vec<usize>> = FxHashMap::default();
        for (place, line) in lines.iter().enumerate() {
            trial.effort.spend(line.fixed.len() + 1);
            let own = line.fixed.actions.get(&id).copied();
            let alike = [own, None].into_iter().take(if own.is_some() { 2 } else { 1 });
            let earlier = alike.flat_map(|key| waiting.get(&key).into_iter().flatten().rev().take(MAX_COMPARED));
            for &other in earlier {
                let other = &lines[other];
                if tried == MAX_TRIED || trial.effort.is_used_up() {
                    return;
                }
                if other.shares_a_variable(line) || other.fixed.contradicts(&line.fixed) {
                    continue;
                }
                tried += 1;
                if let Some(values) = both_enabled(trial, other.line, line.line) {
                    report(trial.model, tree, (other.line, line.line), &values, found);
                    break;
                }
            }
            waiting.entry(own).or_default().push(place);
        }
    }
}

/// A line with what its condition fixes.
struct Line<'m> {
    line: &'m EvolutionLine,
    /// What it changes, sorted.
    assigned: Vec<VarId>,
    fixed: Fixed,
}

impl Line<'_> {
    /// `None` for a line that changes nothing: that is a choice.
    fn of<'m>(model: &Model, line: &'m EvolutionLine) -> Option<Line<'m>> {
        let changes = |(variable, value): &&(VarId, ExprId)| *model.exprs.get(*value) != Expr::Var(*variable);
        let mut assigned: Vec<VarId> = line.assignments.iter().filter(changes).map(|(variable, _)| *variable).collect();
        assigned.sort_unstable();
        (!assigned.is_empty()).then(|| Line { line, assigned, fixed: Fixed::by(model, line.guard) })
    }

    fn shares_a_variable(&self, other: &Line<'_>) -> bool {
        self.assigned.iter().any(|variable| other.assigned.binary_search(variable).is_ok())
    }
}

/// What a condition fixes in so many words: a quick answer to whether two of them can meet.
#[derive(Default)]
struct Fixed {
    values: FxHashMap<VarId, Expr>,
    actions: FxHashMap<AgentId, ActionId>,
}

impl Fixed {
    fn by(model: &Model, guard: ExprId) -> Fixed {
        let exprs = &model.exprs;
        let mut fixed = Fixed::default();
        for conjunct in exprs.conjuncts(guard) {
            match exprs.get(conjunct) {
                Expr::ActionIs(agent, action) => {
                    fixed.actions.insert(*agent, *action);
                }
                Expr::Var(variable) => {
                    fixed.values.insert(*variable, Expr::Bool(true));
                }
                Expr::Not(inner) => {
                    if let Expr::Var(variable) = exprs.get(*inner) {
                        fixed.values.insert(*variable, Expr::Bool(false));
                    }
                }
                Expr::Iff(a, b) | Expr::Same(a, b) | Expr::Compare(CompareOp::Equal, a, b) => {
                    if let (Expr::Var(variable), value @ (Expr::Bool(_) | Expr::Number(_) | Expr::EnumValue(_)))
                    | (value @ (Expr::Bool(_) | Expr::Number(_) | Expr::EnumValue(_)), Expr::Var(variable)) =
                        (exprs.get(*a), exprs.get(*b))
                    {
                        fixed.values.insert(*variable, value.clone());
                    }
                }
                _ => {}
            }
        }
        fixed
    }

    fn len(&self) -> usize {
        self.values.len() + self.actions.len()
    }

    fn contradicts(&self, other: &Fixed) -> bool {
        let values = self.values.iter().any(|(at, value)| other.values.get(at).is_some_and(|found| found != value));
        values || self.actions.iter().any(|(at, action)| other.actions.get(at).is_some_and(|found| found != action))
    }
}

/// Values and actions, allowed by the protocols, that enable both lines.
fn both_enabled(trial: &Trial<'_>, a: &EvolutionLine, b: &EvolutionLine) -> Option<Valuation> {
    let tested = trial.choices(&[a.guard, b.guard]);
    if tested.iter().any(|(_, allowed)| allowed.is_empty()) {
        return None;
    }
    let variables = trial.variables(tested.iter().map(|(agent, _)| *agent), &[a.guard, b.guard]);
    let enabled = |values: &Valuation| {
        tested.iter().all(|(agent, _)| values.may_perform(trial, *agent))
            && values.truth(trial.model, a.guard)
            && values.truth(trial.model, b.guard)
    };
    match search(trial, &variables, &tested, enabled) {
        Search::Witness(values) => Some(values),
        Search::Nowhere | Search::TooMany => None,
    }
}

fn report(
    model: &Model,
    tree: &Tree,
    (first, second): (&EvolutionLine, &EvolutionLine),
    values: &Valuation,
    found: &mut Vec<Diagnostic>,
) {
    let names = |line: &EvolutionLine| {
        let names: Vec<&str> =
            line.assignments.iter().map(|(variable, _)| model.variable(*variable).name.as_str()).collect();
        names.join("`, `")
    };
    let place = match values.describe_step(model) {
        example if example.is_empty() => "always".to_owned(),
        example => format!("for example where {example}"),
    };
    let message = format!("either this line is taken, which assigns `{}`, or another one, never both", names(second));
    let finding = Diagnostic::new(Code::CompetingLines, second.span, message)
        .label(format!("enabled together with the other one, {place}"))
        .also(first.span, format!("this one assigns `{}`", names(first)))
        .help("under `MultiAssignment` one enabled line is chosen; for both changes, write one line with `and`")
        .help("or begin the file with `Semantics = SingleAssignment;`; if a choice is meant, allow this lint here");
    super::add(found, finding, || merged(tree, first, second));
}

/// One line in place of two with the same condition.
fn merged(tree: &Tree, first: &EvolutionLine, second: &EvolutionLine) -> Option<Fix> {
    let (first, second) = (node_of(tree, first)?, node_of(tree, second)?);
    let (one, other) = (Halves::of(first)?, Halves::of(second)?);
    let words = |text: &str| text.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    (words(one.condition) == words(other.condition)).then(|| {
        Fix::maybe_wrong("make it one line")
            .insert(one.end_of_assignments, format!(" and {}", other.assignments))
            .remove_with_lines(tree.text(), second.span())
    })
}

fn node_of<'t>(tree: &'t Tree, line: &EvolutionLine) -> Option<Node<'t>> {
    let sections = tree.root().children_of(K::Agent).flat_map(|agent| agent.children_of(K::EvolutionSection));
    let around = sections.filter(|it| it.span().start <= line.span.start && line.span.end <= it.span().end);
    around.flat_map(|section| section.children_of(K::EvolutionLine)).find(|node| node.span() == line.span)
}

/// The two sides of `if`.
struct Halves<'t> {
    assignments: &'t str,
    end_of_assignments: u32,
    condition: &'t str,
}

impl<'t> Halves<'t> {
    fn of(line: Node<'t>) -> Option<Halves<'t>> {
        let assigns = |node: &Node<'_>| matches!(node.kind(), K::Assignment | K::AssignmentGroup);
        let span = line.children().filter(assigns).map(Node::span).reduce(savoir_syntax::Span::cover)?;
        let condition = line.children().find(|node| !assigns(node))?;
        let assignments = &line.tree().text()[span.range()];
        Some(Halves { assignments, end_of_assignments: span.end, condition: condition.text() })
    }
}
