//! The table on small graphs: what fires where, and that it agrees with the definitions.

use super::{Shortcut, table};
use crate::test_graph::{Direction, Graph, model, model_where};
use crate::{Checker, How, Membership, Power, Sets, Verdict};
use savoir_model::{FormulaId, Model, Semantics};

/// By formula of the model, the verdict and the shortcuts.
fn decided(model: &Model, graph: &Graph) -> Vec<(bool, Vec<Shortcut>)> {
    let mut checker = Checker::new(model, graph, Semantics::default()).unwrap();
    let mut decide = |formula: FormulaId| {
        let decided = checker.decide(formula).how.unwrap();
        (decided.holds, decided.shortcuts())
    };
    model.properties.iter().map(|property| decide(property.formula)).collect()
}

#[test]
fn the_table_has_each_shortcut_once() {
    let names: Vec<String> = table::<Graph>().iter().map(|entry| entry.shortcut.to_string()).collect();
    let mut sorted = names.clone();
    sorted.sort();
    sorted.dedup();
    assert_eq!(sorted.len(), names.len());
}

#[test]
fn each_shortcut_fires_where_it_applies() {
    let model =
        model(&["AG (p -> AF q)", "EF r", "K(One, EF q) and AF p", "!p", "<g>F q", "<g>X q", "p -> AG q", "AG EF p"]);
    let mut graph = Graph::new(6, &[(0, 1), (1, 2), (2, 0), (0, 5), (5, 3), (3, 4), (4, 3)]);
    // Nobody distinguishes anything, so all states count.
    let found = decided(&model, &graph);
    let [always, possible, both, condition, enforce, next, under, inside] = found.as_slice() else { panic!() };
    assert_eq!(always.1, [Shortcut::ReachableStates, Shortcut::Condition, Shortcut::NoInfinitePath]);
    assert_eq!(possible, &(true, vec![Shortcut::ReachableGoal]));
    assert_eq!(both.1, [Shortcut::Conjunction, Shortcut::IndistinguishableStates, Shortcut::NoInfinitePath]);
    assert_eq!(condition, &(true, Vec::new()));
    assert_eq!((&enforce.1, &next.1), (&Vec::new(), &Vec::new()));
    // Where the condition leaves no initial state, `AG` is not about all reachable ones.
    assert_eq!(under, &(true, vec![Shortcut::Condition]));
    assert_eq!(inside.1, [Shortcut::ReachableStates]);
    graph.power = Power::Everything;
    assert_eq!(decided(&model, &graph)[4], (true, vec![Shortcut::ChoosesEverything]));
    graph.power = Power::Nothing;
    assert_eq!(decided(&model, &graph)[4].1, [Shortcut::ChoosesNothing]);
    // A path that ends before the goal is no way to it, and that takes the definition.
    let ends = Graph { power: Power::Nothing, ..Graph::new(6, &[(0, 1), (0, 2)]) };
    assert_eq!(decided(&model, &ends)[4], (false, Vec::new()));
}

#[test]
fn what_comes_after_a_part_that_fails_is_not_looked_at() {
    let model = model(&["!p and r and AF q"]);
    let graph = Graph::new(6, &[(0, 1), (1, 2), (2, 0)]);
    let mut checker = Checker::new(&model, &graph, Semantics::default()).unwrap();
    let decision = checker.decide(model.properties[0].formula);
    assert_eq!(decision.verdict, Verdict::False);
    let How::Shortcut(Shortcut::Conjunction, parts) = decision.how.as_ref().unwrap().how.clone() else { panic!() };
    assert_eq!(parts.iter().map(|part| part.holds).collect::<Vec<_>>(), [true, false]);
    // It is remembered.
    assert_eq!(checker.decide(model.properties[0].formula), decision);
}

#[test]
fn shortcuts_agree_with_the_definitions() {
    let formulas = [
        "AG (p -> AF q)",
        "AF (p or q)",
        "EF (p and EF r)",
        "K(One, EF q) and AF p",
        "AG K(One, !r)",
        "GK(g, AF q)",
        "DK(g, p -> AG EF q)",
        "(EF p) -> AF q",
        "AG (EF p and (q -> AF r))",
        "LTL F p",
    ];
    let model = model(&formulas);
    for seed in 1..400 {
        let mut graph = Graph::random(seed, 7);
        if seed % 2 == 0 {
            graph.direction = Direction::Forwards;
        }
        let by_shortcuts = decided(&model, &graph);
        let mut checker = Checker::new(&model, &graph, Semantics::default()).unwrap();
        for (property, (holds, shortcuts)) in model.properties.iter().zip(by_shortcuts) {
            let set = checker.satisfying(property.formula).unwrap();
            let expected = graph.is_subset(&graph.initial(), &set).unwrap();
            assert_eq!(holds, expected, "{seed}: {} by {shortcuts:?}", property.text);
        }
    }
}

/// Whether a formula was decided without all states where it holds.
fn is_forwards(checker: &Checker<'_, Graph>, formula: FormulaId) -> bool {
    !checker.evaluated().any(|known| known == formula)
}

/// Path formulas, decided by definition and forwards, with fairness and without.
#[test]
fn what_holds_on_all_paths_is_found_forwards_as_well() {
    let formulas = [
        "LTL G F p",
        "LTL F G !q",
        "LTL (G F p) -> (G F q)",
        "LTL G (p -> F q)",
        "LTL (F r) or (G (p -> X !p))",
        "LTL (!q U p) or G F r",
        "LTL G (p -> X (q or r))",
        "CTL* A ((F p) and (G F q -> F G r))",
        "CTL* A (G !(E (F G p)))",
        "LTL G !r",
    ];
    let mut verdicts = [0, 0];
    for section in ["", "Fairness p; end Fairness", "Fairness p or r; !q; end Fairness"] {
        let model = model_where(section, &formulas);
        for seed in 1..300 {
            let mut graph = Graph::random(seed, 7);
            let by_definition = decided(&model, &graph);
            // The definition, which has a moment, is given up at once.
            (graph.direction, graph.work) = (Direction::Forwards, 1 << 30);
            let mut checker = Checker::new(&model, &graph, Semantics::default()).unwrap();
            for (property, (expected, shortcuts)) in model.properties.iter().zip(by_definition) {
                assert!(shortcuts.is_empty());
                let decided = checker.decide(property.formula).how.unwrap();
                assert_eq!(decided.holds, expected, "{section} {seed}: {}", property.text);
                assert_eq!(decided.shortcuts(), [Shortcut::BothDirections]);
                assert!(is_forwards(&checker, property.formula));
                verdicts[usize::from(expected)] += 1;
            }
        }
    }
    assert!(verdicts.iter().all(|count| *count > 1_000), "{verdicts:?}");
}

/// The definition comes first where it takes little, and last where the way forwards is long.
#[test]
fn the_definition_has_the_first_turn_and_the_last() {
    let model = model(&["LTL F q"]);
    let formula = model.properties[0].formula;
    let mut graph = Graph::new(6, &[(0, 1), (1, 2), (2, 0)]);
    graph.direction = Direction::Forwards;
    // What there is to do, the rounds that the way forwards may take, and whether it was taken.
    for (work, rounds, expected) in [(0, 1_000, false), (1 << 30, 1_000, true), (1 << 30, 1, false)] {
        graph.work = work;
        let mut checker = Checker::new(&model, &graph, Semantics::default()).unwrap();
        checker.lasso_tuning.forward_rounds = rounds;
        assert!(checker.decide(formula).how.unwrap().holds);
        assert_eq!(is_forwards(&checker, formula), expected, "{work} {rounds}");
    }
}
