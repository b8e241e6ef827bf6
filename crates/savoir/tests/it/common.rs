//! What the tests of this crate share: both engines as they work by default, and strategies in evidence.

use savoir_check::{Budget, Checker, System, Verdict};
use savoir_evidence::{StrategyOptions, explain};
use savoir_explicit::{ExplicitOptions, ExplicitSystem};
use savoir_model::{Model, Semantics};
use savoir_replay::{Evidence, Node, Reason, Shown, Strategy};
use savoir_symbolic::{Grouping, LeaveOut, OrderChoice, PaperOrder, Reach, Reorder, SymbolicOptions, SymbolicSystem};

pub(crate) const ORDERS: [OrderChoice; 5] = [
    OrderChoice::Auto,
    OrderChoice::Paper(PaperOrder::StatesThenActions),
    OrderChoice::Paper(PaperOrder::Interleaved),
    OrderChoice::Paper(PaperOrder::ActionsBetween),
    OrderChoice::Paper(PaperOrder::ActionsLast),
];
pub(crate) const REACHES: [Reach; 5] = [Reach::Auto, Reach::Bfs, Reach::Layers, Reach::Frontier, Reach::Chaining];
pub(crate) const REORDERS: [Reorder; 3] = [Reorder::Never, Reorder::Grow, Reorder::Always];

/// Every order with every way to search and to reorder; the groupings take turns, and so do `or_else` and leaving out bits
/// always.
pub(crate) fn every_symbolic_way(or_else: LeaveOut) -> Vec<SymbolicOptions> {
    let mut groupings = [Grouping::Bits, Grouping::Variables, Grouping::Agents].into_iter().cycle();
    let mut leave_outs = [or_else, LeaveOut::Always].into_iter().cycle();
    let mut ways = Vec::new();
    for order in ORDERS {
        for reach in REACHES {
            for reorder in REORDERS {
                let (grouping, leave_out) = (groupings.next().unwrap(), leave_outs.next().unwrap());
                let order = order.clone();
                let usual = SymbolicOptions::default();
                ways.push(SymbolicOptions { order, grouping, reorder, reach, leave_out, ..usual });
            }
        }
    }
    ways
}

/// The explicit engine on one thread.
pub(crate) fn explicit(model: &Model) -> ExplicitSystem<'_> {
    let options = ExplicitOptions { threads: 1, ..ExplicitOptions::default() };
    ExplicitSystem::explore(model, options, Budget::unlimited()).unwrap()
}

/// The symbolic engine with its usual options.
pub(crate) fn symbolic(model: &Model) -> SymbolicSystem<'_> {
    SymbolicSystem::build(model, &SymbolicOptions::default(), &Budget::unlimited()).unwrap()
}

/// The evidence for all formulas of a model.
pub(crate) fn evidence<S: System>(model: &Model, system: &S, options: StrategyOptions) -> Vec<Evidence> {
    explain_all(model, Checker::new(model, system, Semantics::default()).unwrap(), options)
}

/// The same by a checker that keeps the layers of its fixpoints for strategies.
pub(crate) fn evidence_from_layers<S: System>(model: &Model, system: &S, options: StrategyOptions) -> Vec<Evidence> {
    let mut checker = Checker::new(model, system, Semantics::default()).unwrap();
    checker.keep_layers();
    explain_all(model, checker, options)
}

/// The evidence for all formulas of a model, by a checker of it.
pub(crate) fn explain_all<S: System>(
    model: &Model,
    mut checker: Checker<'_, S>,
    options: StrategyOptions,
) -> Vec<Evidence> {
    let formulas = model.properties.iter().map(|property| property.formula);
    let explained = formulas.map(|formula| {
        let holds = match checker.verdict(formula) {
            Verdict::True => true,
            Verdict::False => false,
            Verdict::Unknown(stop) => panic!("{stop}"),
        };
        explain(model, &mut checker, formula, holds, options).unwrap()
    });
    explained.collect()
}

/// The strategies in a piece of evidence, each with the node that it is the reason for.
pub(crate) fn strategies(evidence: &Evidence) -> Vec<(&Node, &Strategy)> {
    let Shown::Tree(tree) = &evidence.shown else { return Vec::new() };
    let mut found = Vec::new();
    for node in &tree.nodes {
        if let Reason::Strategy(strategy) = &node.reason {
            found.push((node, strategy));
        }
    }
    found
}
