//! Sentences for what nothing finite can show.

use super::Generator;
use savoir_check::{Stop, System};
use savoir_model::{Formula, FormulaId, Quantifier, Temporal};

pub(super) const NO_STATE: &str = "no path satisfies the fairness constraints, so there is no state to look at";
pub(super) const TOO_LARGE: &str = "left out, because the evidence would become too large to read";
pub(super) const TOO_MANY_ANSWERS: &str = "there are too many moves and answers in a single state to list them";
pub(super) const UNFAIR_ONLY: &str = ", but not without relying on fairness, and how it does so is not shown";
pub(super) const ON_REQUEST: &str = "; a strategy inside of another one is shown on request only";

impl<S: System> Generator<'_, '_, S> {
    /// Why a formula holds, or does not, in a state; nothing finite shows it.
    pub(super) fn sentence(&self, formula: FormulaId, holds: bool) -> String {
        self.say(formula, holds, "from here", "like this state")
    }

    /// Why a formula holds in all initial states.
    pub(super) fn sentence_about_all(&self, formula: FormulaId) -> Result<String, Stop> {
        Ok(match self.model.formulas.get(formula) {
            Formula::Ctl(Quantifier::All, Temporal::Globally(f)) => {
                format!("`{}` holds in all {}", self.model.formula_short(*f), self.number_of_states()?)
            }
            _ => self.say(formula, true, "from the initial states", "like an initial state"),
        })
    }

    /// Why `EF f` fails in all initial states.
    pub(super) fn sentence_about_none(&self, f: FormulaId) -> Result<String, Stop> {
        Ok(format!("`{}` holds in none of the {}", self.model.formula_short(f), self.number_of_states()?))
    }

    fn number_of_states(&self) -> Result<String, Stop> {
        let states = self.checker.system().count(self.checker.domain())?;
        let kind = if self.model.fairness.is_empty() { "reachable states" } else { "states with a fair path" };
        Ok(format!("{states} {kind}"))
    }

    fn say(&self, formula: FormulaId, holds: bool, from: &str, like: &str) -> String {
        let model = self.model;
        let text = |f: FormulaId| format!("`{}`", model.formula_short(f));
        // Under fairness, all operators are about states with a fair path only.
        let (path, paths, with, and_has, of_states) = if model.fairness.is_empty() {
            ("path", "every path", "", "", "")
        } else {
            let of_states = " of states with a fair path";
            ("fair path", "every fair path", " with a fair path", " and has a fair path", of_states)
        };
        let group = |id| model.coalition_text(id);
        let agent = |id| &model.agent(id).name;
        match (model.formulas.get(formula), holds) {
            (Formula::Ctl(_, Temporal::Next(f)), true) => {
                format!("{} holds in every next state{with} {from}", text(*f))
            }
            (Formula::Ctl(_, Temporal::Next(f)), false) => format!("{} holds in no next state{with} {from}", text(*f)),
            (Formula::Ctl(_, Temporal::Finally(f)), true) => {
                format!("{paths} {from} comes to a state with {}", text(*f))
            }
            (Formula::Ctl(_, Temporal::Finally(f)), false) => {
                format!("no state that can be reached {from}{and_has} satisfies {}", text(*f))
            }
            (Formula::Ctl(_, Temporal::Globally(f)), true) => {
                format!("{} holds in every state that can be reached {from}{and_has}", text(*f))
            }
            (Formula::Ctl(_, Temporal::Globally(f)), false) => {
                format!("on {paths} {from} there is a state without {}", text(*f))
            }
            (Formula::Ctl(_, Temporal::Until(f, g)), true) => {
                format!("{paths} {from} comes to a state with {}, and has {} until then", text(*g), text(*f))
            }
            (Formula::Ctl(_, Temporal::Until(f, g)), false) => {
                format!("no {path} {from} comes to a state with {} and has {} until then", text(*g), text(*f))
            }
            (Formula::Quantified(_, f), true) => format!("{paths} {from} satisfies {}", text(*f)),
            (Formula::Quantified(_, f), false) => format!("no infinite {path} {from} satisfies {}", text(*f)),
            (Formula::Knows(i, f), _) => {
                format!("{} holds in every reachable state{with} that looks to {} {like}", text(*f), agent(*i))
            }
            (Formula::KnowsAssuming(i, j, f), _) => format!(
                "{} holds in every reachable state{with} that looks to {} {like} and where {} behaves correctly",
                text(*f),
                agent(*i),
                agent(*j)
            ),
            (Formula::Everyone(g, f), _) => {
                format!(
                    "{} holds in every reachable state{with} that looks to some agent of {} {like}",
                    text(*f),
                    group(*g)
                )
            }
            (Formula::Distributed(g, f), _) => format!(
                "{} holds in every reachable state{with} that looks to all of {} together {like}",
                text(*f),
                group(*g)
            ),
            (Formula::Common(g, f), _) => format!(
                "{} holds in every state of every chain{of_states} in which each state looks to some agent of {} like the \
                 one before",
                text(*f),
                group(*g)
            ),
            (Formula::Obliged(i, f), _) => {
                format!("{} holds in every reachable state{with} where {} behaves correctly", text(*f), agent(*i))
            }
            (Formula::Enforce(g, _), true) => format!("the coalition {} can enforce it", group(*g)),
            (Formula::Enforce(g, _), false) if model.fairness.is_empty() => {
                format!("the coalition {} cannot enforce it", group(*g))
            }
            (Formula::Enforce(g, _), false) => format!(
                "the coalition {} cannot enforce it: the others can spoil every strategy by a fair path, which is not \
                 shown",
                group(*g)
            ),
            _ => format!("{} {} for several reasons", text(formula), if holds { "holds" } else { "fails" }),
        }
    }
}
