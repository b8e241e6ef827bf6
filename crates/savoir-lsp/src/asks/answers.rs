//! Questions about the states of a model, and their answers.

use crate::documents::{DocumentId, Revision};
use crate::server::{Event, Failure, RequestId};
use savoir::play::{self, NoPlay};
use savoir::simulate::Trouble;
use savoir::{
    Condition, InspectRequest, Knower, Model, Semantics, Session, State, Stop, ViewError, WorldsRequest, agents_named,
    inspect, refute, worlds,
};
use savoir_report::workbench;
use serde_json::Value;

/// A question about the states of a model.
pub(crate) enum Question {
    /// Who sees and knows what.
    Inspect { state: State, agents: Vec<String>, most: usize, watch: Vec<String> },
    /// What refutes knowledge.
    Refute { state: State, knower: String, formula: String },
    /// Which worlds are possible.
    Worlds { state: State, agents: Vec<String>, most: usize },
    /// A play about the formula with this number, from 1.
    Play { formula: usize, side: Option<play::Side> },
    /// In how many states lines of protocols apply.
    Lines,
}

/// Who asks.
#[derive(Clone, Debug)]
pub(crate) enum For {
    /// The client.
    Request(RequestId),
    /// The server, about a text of a document.
    Hints(DocumentId, Revision),
}

impl For {
    /// The news that there is an answer; an error is of no interest to the server.
    pub(super) fn told(self, answer: Result<Value, Failure>) -> Option<Event> {
        match self {
            For::Request(request) => Some(Event::Answer { request, answer }),
            For::Hints(..) => None,
        }
    }
}

impl Question {
    /// Whether it names a formula by its number, so that no other version of the text will do.
    pub(super) fn is_about_a_formula_of_the_text(&self) -> bool {
        match self {
            Question::Play { .. } => true,
            Question::Lines | Question::Inspect { .. } | Question::Refute { .. } | Question::Worlds { .. } => false,
        }
    }

    /// Asks a session.
    pub(super) fn answer(self, whom: For, session: &mut Session<'_>) -> Option<Event> {
        let answer = match self {
            Question::Inspect { state, agents, most, watch } => inspection(session, &state, &agents, most, &watch),
            Question::Refute { state, knower, formula } => doubt(session, &state, &knower, &formula),
            Question::Worlds { state, agents, most } => possible_worlds(session, &state, &agents, most),
            Question::Play { formula, side } => match whom {
                For::Request(request) => {
                    let play = open_play(session, formula, side).map(Box::new);
                    return Some(Event::Opened { request, play });
                }
                For::Hints(..) => return None,
            },
            Question::Lines => match whom {
                For::Hints(document, revision) => {
                    let counts = session.protocol_lines().ok()?;
                    return Some(Event::Lines { document, revision, counts });
                }
                For::Request(_) => Err(Failure::internal()),
            },
        };
        whom.told(answer)
    }
}

fn inspection(
    session: &mut Session<'_>,
    state: &State,
    agents: &[String],
    most: usize,
    watch: &[String],
) -> Result<Value, Failure> {
    let model = session.model();
    let agents = agents_named(model, agents).map_err(no_view)?;
    let watched = watch.iter().map(|text| condition(model, text)).collect::<Result<Vec<_>, _>>()?;
    let request = InspectRequest { state, agents: &agents, most, watched: &watched };
    let found = inspect(session, &request).map_err(no_view)?;
    Ok(workbench::inspection(model, &found, &watched))
}

fn doubt(session: &mut Session<'_>, state: &State, knower: &str, formula: &str) -> Result<Value, Failure> {
    let model = session.model();
    let knower = Knower::named(model, knower).map_err(no_view)?;
    let formula = condition(model, formula)?;
    let found = refute(session, state, &knower, &formula).map_err(no_view)?;
    Ok(workbench::doubt(model, &knower, &formula, &found))
}

fn possible_worlds(session: &mut Session<'_>, state: &State, agents: &[String], most: usize) -> Result<Value, Failure> {
    let model = session.model();
    let agents = agents_named(model, agents).map_err(no_view)?;
    let found = worlds(session, &WorldsRequest { state, agents: &agents, most }).map_err(no_view)?;
    Ok(workbench::worlds(model, &found))
}

fn open_play(session: &mut Session<'_>, formula: usize, side: Option<play::Side>) -> Result<play::Play, Failure> {
    let property = formula.checked_sub(1).and_then(|index| session.model().properties.get(index));
    let property = property.ok_or_else(|| Failure::wrong(format!("there is no formula {formula}")))?;
    let default = Semantics::default();
    let semantics = Semantics { atl: property.reading.unwrap_or(default.atl), ..default };
    let refused = |reason: NoPlay| match reason {
        NoPlay::Stopped(Stop::Cancelled) => Failure::cancelled(),
        reason => Failure::failed(reason.to_string()),
    };
    let play = play::open(session, property.formula, semantics).map_err(refused)?;
    match side {
        Some(side) => play.for_user(side).map_err(refused),
        None => Ok(play),
    }
}

fn condition(model: &Model, text: &str) -> Result<Condition, Failure> {
    Condition::read(model, text, Semantics::default())
        .map_err(|wrong| Failure::failed(Trouble::Condition(wrong).text()))
}

fn no_view(error: ViewError) -> Failure {
    match error {
        ViewError::Stopped(Stop::Cancelled) => Failure::cancelled(),
        ViewError::Stopped(stop) => Failure::failed(format!("unknown: {stop}")),
        error => Failure::failed(error.to_string()),
    }
}
