//! What evidence says without showing it, in sentences.

use savoir::{Accessibility, Claim, ClaimScope, FormulaId, Modality, Model, NotShown, Shape, Temporal};

/// What a replay took as it is, each sentence once.
pub(super) fn sentences<'c>(model: &Model, claims: impl IntoIterator<Item = &'c Claim>) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for claim in claims {
        let sentence = sentence(model, claim);
        // Different formulas may be claimed with the same words. Each strategy that is cut off is mentioned.
        if matches!(claim, Claim::RestOfStrategy { .. }) || !found.contains(&sentence) {
            found.push(sentence);
        }
    }
    found
}

/// A claim in a sentence, without a capital letter and a full stop.
pub(super) fn sentence(model: &Model, claim: &Claim) -> String {
    match claim {
        Claim::Truth { formula, holds, scope, why } => truth(model, *formula, *holds, *scope, why),
        Claim::OtherInitialStates { formula, shown, all } => {
            let formula = text(model, *formula);
            match all {
                Some(all) => format!("{formula} is shown to hold in {shown} of {all} initial states only"),
                None => format!("there are too many initial states to see that {formula} holds in all of them"),
            }
        }
        Claim::InducedModels(formula) => {
            format!(
                "{} is about models that uniform strategies induce, of which nothing is shown",
                text(model, *formula)
            )
        }
        Claim::Rest => "the limits were met before everything was looked at".to_owned(),
        Claim::FairnessConstraint(constraint) => {
            format!("the fairness constraint {} holds somewhere on the loop", text(model, *constraint))
        }
        Claim::RestOfStrategy { formula, rows } => {
            format!("the strategy for {} goes on beyond its first {rows} states", text(model, *formula))
        }
        Claim::WholeStartSet { formula, states } => {
            let them = if *states == 1 { "this state" } else { &format!("these {states} states") };
            format!("the strategy for {} has to win from {them} only", text(model, *formula))
        }
        Claim::NoWayOut(formula) => {
            format!("no strategy for {} wins that does the same in the confused states", text(model, *formula))
        }
    }
}

fn text(model: &Model, formula: FormulaId) -> String {
    format!("`{}`", model.formula_short(formula))
}

fn truth(model: &Model, formula: FormulaId, holds: bool, scope: ClaimScope, why: &NotShown) -> String {
    let because = || Because::new(model, scope).sentence(formula, holds);
    match why {
        NotShown::TooManyCases => because(),
        NotShown::AllStates(states) => {
            let kind = if model.fairness.is_empty() { "reachable states" } else { "states with a fair path" };
            let condition = model.formulas.operands(formula).first().copied().unwrap_or(formula);
            let number = if holds { "all" } else { "none of the" };
            format!("{} holds in {number} {states} {kind}", text(model, condition))
        }
        NotShown::NoFairPath => {
            "no path satisfies the fairness constraints, so there is no state to look at".to_owned()
        }
        NotShown::NoInfinitePath => {
            let because = Because::new(model, scope);
            let effect = if holds { "holds" } else { "fails" };
            format!(
                "every path {} ends, and only infinite paths count, so {} {effect}",
                because.from,
                text(model, formula)
            )
        }
        NotShown::ReliesOnFairness => {
            format!("{}, but not without relying on fairness, and how it does so is not shown", because())
        }
        NotShown::TooManyAnswers => {
            format!("{}; there are too many moves and answers in a single state to list them", because())
        }
        NotShown::NestedStrategy => {
            format!("{}; a strategy inside of another one is shown on request only", because())
        }
        NotShown::TooLarge => "left out, because the evidence would become too large to read".to_owned(),
        NotShown::InFile => {
            let place = match scope {
                ClaimScope::Node => "in a state",
                ClaimScope::InitialStates if holds => "in all initial states",
                ClaimScope::InitialStates => "in an initial state",
            };
            let verb = if holds { "holds" } else { "fails" };
            format!("the file says that {} {verb} {place}, but does not show it", text(model, formula))
        }
    }
}

/// Words for why a formula has a truth value where everything of some kind would have to be looked at.
struct Because<'a> {
    model: &'a Model,
    /// Where paths start.
    from: &'static str,
    /// What other states look like.
    like: &'static str,
    /// Under fairness, all operators are about states with a fair path only.
    path: &'static str,
    paths: &'static str,
    with: &'static str,
    and_has: &'static str,
    of_states: &'static str,
}

impl<'a> Because<'a> {
    fn new(model: &'a Model, scope: ClaimScope) -> Because<'a> {
        let (from, like) = match scope {
            ClaimScope::Node => ("from here", "like this state"),
            ClaimScope::InitialStates => ("from the initial states", "like an initial state"),
        };
        let (path, paths, with, and_has, of_states) = if model.fairness.is_empty() {
            ("path", "every infinite path", "", "", "")
        } else {
            let of_states = " of states with a fair path";
            ("fair path", "every fair path", " with a fair path", " and has a fair path", of_states)
        };
        Because { model, from, like, path, paths, with, and_has, of_states }
    }

    fn sentence(&self, formula: FormulaId, holds: bool) -> String {
        let Because { model, from, path, paths, .. } = self;
        match model.formulas.get(formula).shape() {
            Shape::Ctl(_, temporal) => self.temporal(temporal, holds),
            Shape::Quantified(_, f) if holds => format!("{paths} {from} satisfies {}", text(model, f)),
            Shape::Quantified(_, f) => format!("no infinite {path} {from} satisfies {}", text(model, f)),
            Shape::Modality(modality) => self.modality(modality),
            Shape::Strategic(coalition, _) => {
                let coalition = model.coalition_text(coalition);
                match (holds, model.fairness.is_empty()) {
                    (true, _) => format!("the coalition {coalition} can enforce it"),
                    (false, true) => format!("the coalition {coalition} cannot enforce it"),
                    (false, false) => format!(
                        "the coalition {coalition} cannot enforce it: the others can spoil every strategy by a fair \
                         path, which is not shown"
                    ),
                }
            }
            Shape::Constant(_) | Shape::Atom(_) | Shape::Connective(_) | Shape::Path(_) => {
                format!("{} {} for several reasons", text(model, formula), if holds { "holds" } else { "fails" })
            }
        }
    }

    /// A universal operator that holds, or an existential one that fails.
    fn temporal(&self, temporal: Temporal, holds: bool) -> String {
        let Because { from, path, paths, with, and_has, .. } = self;
        let text = |formula| text(self.model, formula);
        match (temporal, holds) {
            (Temporal::Next(f), true) => format!("{} holds in every next state{with} {from}", text(f)),
            (Temporal::Next(f), false) => format!("{} holds in no next state{with} {from}", text(f)),
            (Temporal::Finally(f), true) => format!("{paths} {from} comes to a state with {}", text(f)),
            (Temporal::Finally(f), false) => {
                format!("no state that can be reached {from}{and_has} satisfies {}", text(f))
            }
            (Temporal::Globally(f), true) => {
                format!("{} holds in every state that can be reached {from}{and_has}", text(f))
            }
            (Temporal::Globally(f), false) => format!("on {paths} {from} there is a state without {}", text(f)),
            // Until then, finite paths count as well.
            (Temporal::Until(f, g), true) => {
                let every_path = if self.model.fairness.is_empty() { "every path " } else { "" };
                format!("{paths} {from} comes to a state with {}, and {every_path}has {} until then", text(g), text(f))
            }
            (Temporal::Until(f, g), false) => {
                format!("no {path} {from} comes to a state with {} and has {} until then", text(g), text(f))
            }
        }
    }

    fn modality(&self, Modality { accessible, correct, operand }: Modality) -> String {
        let Because { model, like, with, of_states, .. } = self;
        let holds = format!("{} holds in every", text(model, operand));
        let group = |id| model.coalition_text(id);
        let agent = |id| model.agent(id).name.as_str();
        let correct = correct.map(|id| format!("where {} behaves correctly", agent(id)));
        let which = match accessible {
            Accessibility::Agent(id) => format!("that looks to {} {like}", agent(id)),
            Accessibility::Everyone(id) => format!("that looks to some agent of {} {like}", group(id)),
            Accessibility::Distributed(id) => format!("that looks to all of {} together {like}", group(id)),
            Accessibility::Common(id) => {
                return format!(
                    "{holds} state of every chain{of_states} in which each state looks to some agent of {} like the one \
                     before",
                    group(id)
                );
            }
            Accessibility::Anywhere => {
                return format!("{holds} reachable state{with} {}", correct.unwrap_or_default());
            }
        };
        let correct = correct.map_or_else(String::new, |correct| format!(" and {correct}"));
        format!("{holds} reachable state{with} {which}{correct}")
    }
}

#[cfg(test)]
mod tests {
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
}
