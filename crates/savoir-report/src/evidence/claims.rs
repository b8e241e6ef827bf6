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
mod tests;
