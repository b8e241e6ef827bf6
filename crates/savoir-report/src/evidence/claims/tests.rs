//! Every claim has its words.

use super::*;
use savoir::resolve_formula;
use savoir_testkit::fixtures::load;

const MODEL: &str = "Agent Ann\n Vars:\n x : boolean;\n end Vars\n Actions = {a};\n Protocol:\n Other : {a};\n end \
                     Protocol\n Evolution:\n x = true if Action = a;\n end Evolution\nend Agent\nEvaluation\n p if \
                     Ann.x = true;\n q if Ann.x = false;\nend Evaluation\nInitStates\n Ann.x = false;\nend \
                     InitStates\nGroups\n g = {Ann};\nend Groups\nFormulae\n p;\nend Formulae\n";

fn said(model: &mut Model, text: &str, holds: bool, scope: ClaimScope, why: NotShown) -> String {
    let formula = resolve_formula(model, text).unwrap().formula;
    sentence(model, &Claim::Truth { formula, holds, scope, why })
}

#[test]
fn every_operator_says_what_would_have_to_be_looked_at() {
    let mut model = load(MODEL);
    for (text, holds, sentence) in [
        ("AX p", true, "`p` holds in every next state from here"),
        ("EX p", false, "`p` holds in no next state from here"),
        ("AF p", true, "every infinite path from here comes to a state with `p`"),
        ("EF p", false, "no state that can be reached from here satisfies `p`"),
        ("AG p", true, "`p` holds in every state that can be reached from here"),
        ("EG p", false, "on every infinite path from here there is a state without `p`"),
        (
            "A(p U q)",
            true,
            "every infinite path from here comes to a state with `q`, and every path has `p` until then",
        ),
        ("E(p U q)", false, "no path from here comes to a state with `q` and has `p` until then"),
        ("CTL* A (G F p)", true, "every infinite path from here satisfies `G F p`"),
        ("CTL* E (G F p)", false, "no infinite path from here satisfies `G F p`"),
        ("K(Ann, p)", true, "`p` holds in every reachable state that looks to Ann like this state"),
        (
            "KH(Ann, Ann, p)",
            true,
            "`p` holds in every reachable state that looks to Ann like this state and where Ann behaves correctly",
        ),
        ("GK(g, p)", true, "`p` holds in every reachable state that looks to some agent of g like this state"),
        ("DK(g, p)", true, "`p` holds in every reachable state that looks to all of g together like this state"),
        (
            "GCK(g, p)",
            true,
            "`p` holds in every state of every chain in which each state looks to some agent of g like the one before",
        ),
        ("O(Ann, p)", true, "`p` holds in every reachable state where Ann behaves correctly"),
        ("<g>F p", true, "the coalition g can enforce it"),
        ("<g>F p", false, "the coalition g cannot enforce it"),
    ] {
        assert_eq!(said(&mut model, text, holds, ClaimScope::Node, NotShown::TooManyCases), sentence, "{text}");
    }
    let everywhere = said(&mut model, "AF K(Ann, p)", true, ClaimScope::InitialStates, NotShown::TooManyCases);
    assert_eq!(everywhere, "every infinite path from the initial states comes to a state with `K(Ann, p)`");
    let knows = said(&mut model, "K(Ann, p)", true, ClaimScope::InitialStates, NotShown::TooManyCases);
    assert_eq!(knows, "`p` holds in every reachable state that looks to Ann like an initial state");
}

#[test]
fn under_fairness_only_fair_paths_count() {
    let mut model = load(MODEL);
    model.fairness = vec![resolve_formula(&mut model, "p").unwrap().formula];
    for (text, holds, sentence) in [
        ("AX p", true, "`p` holds in every next state with a fair path from here"),
        ("AF p", true, "every fair path from here comes to a state with `p`"),
        ("EF p", false, "no state that can be reached from here and has a fair path satisfies `p`"),
        ("E(p U q)", false, "no fair path from here comes to a state with `q` and has `p` until then"),
        ("O(Ann, p)", true, "`p` holds in every reachable state with a fair path where Ann behaves correctly"),
        (
            "GCK(g, p)",
            true,
            "`p` holds in every state of every chain of states with a fair path in which each state looks to some \
             agent of g like the one before",
        ),
        (
            "<g>F p",
            false,
            "the coalition g cannot enforce it: the others can spoil every strategy by a fair path, which is not \
             shown",
        ),
    ] {
        assert_eq!(said(&mut model, text, holds, ClaimScope::Node, NotShown::TooManyCases), sentence, "{text}");
    }
}

#[test]
fn every_reason_has_its_words() {
    let mut model = load(MODEL);
    let mut strategic = |why| said(&mut model, "<g>F p", true, ClaimScope::Node, why);
    for (why, sentence) in [
        (
            NotShown::ReliesOnFairness,
            "the coalition g can enforce it, but not without relying on fairness, and how it does so is not shown",
        ),
        (
            NotShown::TooManyAnswers,
            "the coalition g can enforce it; there are too many moves and answers in a single state to list them",
        ),
        (
            NotShown::NestedStrategy,
            "the coalition g can enforce it; a strategy inside of another one is shown on request only",
        ),
        (NotShown::NoInfinitePath, "every path from here ends, and only infinite paths count, so `<g>F p` holds"),
        (NotShown::TooLarge, "left out, because the evidence would become too large to read"),
        (NotShown::NoFairPath, "no path satisfies the fairness constraints, so there is no state to look at"),
        (NotShown::InFile, "the file says that `<g>F p` holds in a state, but does not show it"),
    ] {
        assert_eq!(strategic(why), sentence);
    }
    let two = NotShown::AllStates(2u32.into());
    let all = said(&mut model, "AG p", true, ClaimScope::InitialStates, two.clone());
    assert_eq!(all, "`p` holds in all 2 reachable states");
    let none = said(&mut model, "EF p", false, ClaimScope::InitialStates, two);
    assert_eq!(none, "`p` holds in none of the 2 reachable states");
}

#[test]
fn the_same_words_are_said_once() {
    let mut model = load(MODEL);
    let [f, g] = ["<g>F p", "<g>F q"].map(|text| resolve_formula(&mut model, text).unwrap().formula);
    let claimed = |formula| {
        let (scope, why) = (ClaimScope::Node, NotShown::TooManyCases);
        Claim::Truth { formula, holds: true, scope, why }
    };
    let all = [
        Claim::OtherInitialStates { formula: f, shown: 1, all: Some(3) },
        Claim::OtherInitialStates { formula: f, shown: 1, all: None },
        Claim::InducedModels(f),
        Claim::Rest,
        claimed(f),
        claimed(g),
        Claim::FairnessConstraint(f),
        Claim::RestOfStrategy { formula: g, rows: 9 },
        Claim::WholeStartSet { formula: f, states: 1 },
        Claim::WholeStartSet { formula: f, states: 3 },
        Claim::NoWayOut(g),
    ];
    let expected = [
        "`<g>F p` is shown to hold in 1 of 3 initial states only",
        "there are too many initial states to see that `<g>F p` holds in all of them",
        "`<g>F p` is about models that uniform strategies induce, of which nothing is shown",
        "the limits were met before everything was looked at",
        "the coalition g can enforce it",
        "the fairness constraint `<g>F p` holds somewhere on the loop",
        "the strategy for `<g>F q` goes on beyond its first 9 states",
        "the strategy for `<g>F p` has to win from this state only",
        "the strategy for `<g>F p` has to win from these 3 states only",
        "no strategy for `<g>F q` wins that does the same in the confused states",
    ];
    assert_eq!(sentences(&model, &all), expected);
}
