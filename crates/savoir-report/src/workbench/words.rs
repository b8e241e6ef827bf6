//! Sentences of the views.

use crate::evidence::words::{capital, listed};
use savoir::play::{Play, Round, Side, Status};
use savoir::{AgentId, Doubt, FormulaId, Knower, Model, Moment, Temporal};

/// Why a formula is known, or not.
#[must_use]
pub fn doubt(model: &Model, knower: &Knower, formula: &str, found: &Doubt) -> String {
    let names = |agents: &[AgentId]| -> String {
        listed(&agents.iter().map(|agent| model.agent(*agent).name.clone()).collect::<Vec<_>>())
    };
    let Some(world) = &found.refuted else {
        return match knower {
            Knower::Agent(agent) => {
                format!("{} knows `{formula}`: it holds wherever it may be.", names(&[*agent]))
            }
            Knower::Everyone(members) => format!("Each of {} knows `{formula}`.", names(members)),
            Knower::Distributed(members) => {
                format!("{} together know `{formula}`: it holds wherever they may be.", names(members))
            }
            Knower::Common(members) => format!("`{formula}` is common knowledge of {}.", names(members)),
        };
    };
    match (world.links.as_slice(), knower) {
        ([], _) => format!("`{formula}` fails here itself."),
        ([link], Knower::Distributed(_)) => {
            format!("{} together cannot tell this state from one where `{formula}` fails.", names(&link.observers))
        }
        ([link], _) => {
            format!("{} cannot tell this state from one where `{formula}` fails.", names(&link.observers))
        }
        (links, _) => {
            let chain: Vec<String> = links.iter().map(|link| names(&link.observers)).collect();
            let chain = chain.join(", then of ");
            format!("A chain of doubts, of {chain}, leads to a state where `{formula}` fails.")
        }
    }
}

/// What the winner of a play sees to.
pub(super) fn goal(play: &Play) -> String {
    let model = play.model();
    let text = |formula: FormulaId| format!("`{}`", model.formula_short(formula));
    let Some((coalition, temporal)) = model.formulas.get(play.formula()).strategic() else { return String::new() };
    let group = model.coalition_text(coalition);
    match (play.winner(), temporal) {
        (Side::Coalition, Temporal::Next(f)) => format!("{group} sees to it that {} holds in the next state", text(f)),
        (Side::Coalition, Temporal::Finally(f)) => format!("{group} sees to it that {} comes to hold", text(f)),
        (Side::Coalition, Temporal::Globally(f)) => format!("{group} sees to it that {} holds for ever", text(f)),
        (Side::Coalition, Temporal::Until(f, h)) => {
            format!("{group} sees to it that {} comes to hold, and {} until then", text(h), text(f))
        }
        (Side::Opponents, Temporal::Next(f)) => {
            format!("the others see to it that {} fails in the next state", text(f))
        }
        (Side::Opponents, Temporal::Finally(f)) => format!("the others see to it that {} never holds", text(f)),
        (Side::Opponents, Temporal::Globally(f)) => {
            format!("the others see to it that {} fails some time, or that {group} has no move left", text(f))
        }
        (Side::Opponents, Temporal::Until(f, h)) => {
            format!("the others see to it that {} never holds, or not before {} has failed", text(h), text(f))
        }
    }
}

/// How a play stands.
pub(super) fn round(play: &Play, round: &Round) -> String {
    let stands = standing(play, round);
    let moment = Moment { model: play.model(), state: &round.state, joint: &[] };
    if round.number > 0 || round.did.is_some() || moment.holds(play.model().init) {
        return stands;
    }
    format!("The play starts where the evidence leads, not in an initial state. {stands}")
}

fn standing(play: &Play, round: &Round) -> String {
    let model = play.model();
    let text = |formula: FormulaId| format!("`{}`", model.formula_short(formula));
    let Some((coalition, temporal)) = model.formulas.get(play.formula()).strategic() else { return String::new() };
    let group = model.coalition_text(coalition);
    let steps = crate::simulation::steps;
    if !round.outcomes.is_empty() {
        return format!("The model leaves open what comes of this: choose one of {} states.", round.outcomes.len());
    }
    match (round.status, temporal) {
        (Status::Stuck, _) => format!("{group} has no move here, so its goal is not reached."),
        (Status::Reached, Temporal::Next(f) | Temporal::Finally(f) | Temporal::Until(_, f) | Temporal::Globally(f)) => {
            format!("{} holds: {group} has won after {}.", text(f), steps(round.number))
        }
        (Status::Lost, Temporal::Until(f, h)) => {
            format!("Neither {} nor {} holds: {group} has lost after {}.", text(f), text(h), steps(round.number))
        }
        (Status::Lost, Temporal::Next(f) | Temporal::Finally(f) | Temporal::Globally(f)) => {
            format!("{} fails: {group} has lost after {}.", text(f), steps(round.number))
        }
        (Status::AvoidedSoFar, temporal) => format!("{}{}", kept(model, temporal, round), again(round)),
        (Status::GoingOn, _) => {
            let within = match round.within {
                Some(1) => "in 1 step".to_owned(),
                Some(number) => format!("in at most {number} steps"),
                None => "after a while".to_owned(),
            };
            let goal = match temporal {
                Temporal::Next(f) if play.winner() == Side::Coalition => format!("{} holds in the next state", text(f)),
                Temporal::Next(f) => format!("{} fails in the next state", text(f)),
                Temporal::Finally(f) | Temporal::Until(_, f) => format!("a state with {} comes {within}", text(f)),
                Temporal::Globally(f) if play.strategy().rows.iter().any(|row| row.choices.is_empty()) => {
                    format!("a state without {}, or without a move of {group}, comes {within}", text(f))
                }
                Temporal::Globally(f) => format!("a state without {} comes {within}", text(f)),
            };
            format!("{}, whatever you do.", capital(&goal))
        }
    }
}

/// What has been so and will be.
fn kept(model: &Model, temporal: Temporal, round: &Round) -> String {
    let text = |formula: FormulaId| format!("`{}`", model.formula_short(formula));
    let (subject, so_far, always) = match temporal {
        Temporal::Globally(f) => (text(f), "has held so far", "will hold for ever"),
        Temporal::Until(_, f) => (text(f), "has been avoided so far", "will not come in time"),
        Temporal::Next(f) | Temporal::Finally(f) => (text(f), "has been avoided so far", "will never hold"),
    };
    match round.number {
        0 => format!("{subject} {always}, whatever you do."),
        _ => format!("{subject} {so_far}, and {always}, whatever you do."),
    }
}

/// Whether the play has come to a state again.
fn again(round: &Round) -> String {
    match round.before {
        None => String::new(),
        Some(0) => " The play started in this very state, so it can go on like this for ever.".to_owned(),
        Some(number) => {
            let steps = crate::simulation::steps(number);
            format!(" The play was here before, after {steps}, so it can go on like this for ever.")
        }
    }
}
