//! Questions about single states: what is asked is read and bounded here.

use super::answers::{For, Question};
use super::asker::Asking;
use crate::server::{Failure, RequestId, Server, parameters};
use lsp_types::Uri;
use savoir::State;
use savoir::play::Side;
use savoir_report::workbench::read_state;
use serde::Deserialize;
use serde_json::Value;

/// So many states are listed at most, and so many if nobody says how many.
const MOST_LISTED: usize = 1_000;
const LISTED: usize = 50;
/// So many formulas are watched at once.
const MOST_WATCHED: usize = 100;
/// So many agents are named.
const MOST_NAMED: usize = 10_000;
/// A formula or a name has so many bytes at most.
const MOST_BYTES: usize = 100_000;

#[derive(Deserialize)]
struct InspectParams {
    uri: Uri,
    state: Value,
    #[serde(default)]
    agents: Vec<String>,
    most: Option<usize>,
    #[serde(default)]
    watch: Vec<String>,
}

#[derive(Deserialize)]
struct RefuteParams {
    uri: Uri,
    state: Value,
    agent: String,
    formula: String,
}

#[derive(Deserialize)]
struct WorldsParams {
    uri: Uri,
    state: Value,
    #[serde(default)]
    agents: Vec<String>,
    most: Option<usize>,
}

#[derive(Deserialize)]
struct PlayParams {
    uri: Uri,
    formula: usize,
    side: Option<GivenSide>,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum GivenSide {
    Coalition,
    Opponents,
}

impl Server {
    pub(crate) fn inspect(&mut self, id: &RequestId, method: &str, params: Value) -> Result<Option<Value>, Failure> {
        let InspectParams { uri, state, agents, most, watch } = parameters(method, params)?;
        bounded(&agents, MOST_NAMED)?;
        bounded(&watch, MOST_WATCHED)?;
        let most = most.unwrap_or(LISTED).min(MOST_LISTED);
        self.question(id, &uri, Question::Inspect { state: read(&state)?, agents, most, watch })
    }

    pub(crate) fn refute(&mut self, id: &RequestId, method: &str, params: Value) -> Result<Option<Value>, Failure> {
        let RefuteParams { uri, state, agent, formula } = parameters(method, params)?;
        bounded(&[agent.as_str(), formula.as_str()], 2)?;
        self.question(id, &uri, Question::Refute { state: read(&state)?, knower: agent, formula })
    }

    pub(crate) fn worlds(&mut self, id: &RequestId, method: &str, params: Value) -> Result<Option<Value>, Failure> {
        let WorldsParams { uri, state, agents, most } = parameters(method, params)?;
        bounded(&agents, MOST_NAMED)?;
        let most = most.unwrap_or(LISTED).min(MOST_LISTED);
        self.question(id, &uri, Question::Worlds { state: read(&state)?, agents, most })
    }

    pub(crate) fn open_play(&mut self, id: &RequestId, method: &str, params: Value) -> Result<Option<Value>, Failure> {
        let PlayParams { uri, formula, side } = parameters(method, params)?;
        self.room_for_walk()?;
        let side = side.map(|side| match side {
            GivenSide::Coalition => Side::Coalition,
            GivenSide::Opponents => Side::Opponents,
        });
        self.question(id, &uri, Question::Play { formula, side })
    }

    /// Hands a question to the thread that has the states of a document.
    fn question(&mut self, id: &RequestId, uri: &Uri, question: Question) -> Result<Option<Value>, Failure> {
        let limits = self.settings.asked.within(&self.options);
        let cancelled = self.pending.flag(id);
        let document = self.documents.get(uri).ok_or_else(Failure::not_open)?;
        let snapshot = document.good().ok_or_else(|| Failure::failed("the text has errors"))?;
        let asking = Asking { whom: For::Request(id.clone()), snapshot, question, limits, cancelled };
        self.give(uri, asking).map(|()| None)
    }
}

fn read(state: &Value) -> Result<State, Failure> {
    read_state(state).ok_or_else(|| Failure::wrong("a state is a list of the codes of its values"))
}

fn bounded<T: AsRef<str>>(texts: &[T], most: usize) -> Result<(), Failure> {
    if texts.len() > most {
        return Err(Failure::wrong(format!("more than {most} texts at once")));
    }
    match texts.iter().any(|text| text.as_ref().len() > MOST_BYTES) {
        true => Err(Failure::wrong("a text is too long")),
        false => Ok(()),
    }
}
