//! Laws that connect the logics: each logic has its own evaluator, so these check one by another.

use savoir_model::{Model, resolve_formula};
use savoir_testkit::random::FairnessRate;
use savoir_testkit::{Options, RandomModel, Reference, StateSet, cases, fixtures::load};

/// Pairs of formulas that hold in the same states wherever every state has a (fair) path: CTL within CTL*, and what the
/// empty coalition can enforce is what happens anyway.
const ALWAYS: [(&str, &str); 16] = [
    ("AX p", "CTL* AX p"),
    ("EX p", "CTL* EX p"),
    ("AF p", "CTL* AF p"),
    ("EF p", "CTL* EF p"),
    ("AG p", "CTL* AG p"),
    ("EG p", "CTL* EG p"),
    ("A(p U q)", "CTL* A(p U q)"),
    ("E(p U q)", "CTL* E(p U q)"),
    ("AG EF p", "CTL* A G E F p"),
    ("AF EG q", "CTL* A F E G q"),
    ("AG AF p", "LTL G F p"),
    ("AX AX p", "LTL X X p"),
    ("AX p", "<{}>X p"),
    ("AF p", "<{}>F p"),
    ("AG p", "<{}>G p"),
    ("A(p U q)", "<{}>(p U q)"),
];

/// Pairs that hold in the same states of every model.
const EVERYWHERE: [(&str, &str); 12] = [
    ("CTL* A (G F p)", "CTL* !E(F G !p)"),
    ("CTL* E (p U q)", "CTL* E (q or (p and X (p U q)))"),
    ("CTL* E (F p and G q)", "CTL* E (G q and (q U p))"),
    ("CTL* E ((X p) <-> G q)", "CTL* E ((X p and G q) or (X !p and F !q))"),
    ("GCK(M, p)", "K(M, p)"),
    ("DK(M, p)", "K(M, p)"),
    ("GCK({M, Environment}, p)", "p and GK({M, Environment}, GCK({M, Environment}, p))"),
    ("GK({M, Environment}, p)", "K(M, p) and K(Environment, p)"),
    ("K(M, p)", "p and K(M, K(M, p))"),
    ("!K(M, p)", "K(M, !K(M, p))"),
    ("O(M, p)", "KH(M, M, p) and O(M, p)"),
    ("K(M, M.GreenStates -> p)", "KH(M, M, p)"),
];

/// Pairs that hold in the same states where there is no fairness and every joint action has one successor: the coalition
/// of all agents chooses the path.
const ALL_TOGETHER: [(&str, &str); 4] =
    [("EX p", "<all>X p"), ("EF p", "<all>F p"), ("EG p", "<all>G p"), ("E(p U q)", "<all>(p U q)")];

fn sat(model: &Model, text: &str) -> StateSet {
    let mut model = model.clone();
    let property = resolve_formula(&mut model, text).unwrap_or_else(|found| panic!("{text}: {found:?}"));
    Reference::build(&model, 1_000).unwrap().sat(property.formula).unwrap()
}

#[test]
fn the_logics_agree_where_they_overlap() {
    let mut compared = [0; 3];
    for seed in 1_000..1_000 + cases(300) {
        let fairness = if seed % 2 == 0 { FairnessRate::Never } else { FairnessRate::Always };
        let spec = RandomModel::generate(seed, &Options { formulas: 1, fairness, max_space: 64, ..Options::default() });
        let text = spec.to_ispl();
        let model = load(&text);
        let reference = Reference::build(&model, 1_000).unwrap();
        let mut check = |pairs: &[(&str, &str)], kind: usize| {
            for (left, right) in pairs {
                assert_eq!(sat(&model, left), sat(&model, right), "seed {seed}: {left} and {right}\n{text}");
            }
            compared[kind] += 1;
        };
        check(&EVERYWHERE, 0);
        if !model.fairness.is_empty() || reference.deadlocks().is_empty() {
            check(&ALWAYS, 1);
        }
        let steps = &reference.graph().transitions;
        let determined = steps.windows(2).all(|two| (two[0].from, &two[0].action) != (two[1].from, &two[1].action));
        if model.fairness.is_empty() && determined {
            let all: Vec<&str> = model.agents.iter().map(|agent| agent.name.as_str()).collect();
            let all = format!("<{{{}}}>", all.join(", "));
            let pairs: Vec<(&str, String)> =
                ALL_TOGETHER.iter().map(|(left, right)| (*left, right.replace("<all>", &all))).collect();
            let pairs: Vec<(&str, &str)> = pairs.iter().map(|(left, right)| (*left, right.as_str())).collect();
            check(&pairs, 2);
        }
    }
    assert!(compared.iter().all(|count| *count > cases(20)), "{compared:?}");
}
