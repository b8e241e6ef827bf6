//! Plays against strategies that are under way.

use crate::server::{Failure, RequestId, Server, parameters};
use savoir::play::{Play, Round, WrongMove};
use savoir_report::workbench;
use serde::Deserialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

#[derive(Deserialize)]
struct MoveParams {
    play: String,
    #[serde(default)]
    actions: BTreeMap<String, String>,
    /// What comes of the joint action, by its place in the list of outcomes.
    outcome: Option<usize>,
}

#[derive(Deserialize)]
struct StartParams {
    play: String,
    start: usize,
}

#[derive(Deserialize)]
struct PlayParams {
    play: String,
}

impl Server {
    /// A play was opened, or could not be.
    pub(crate) fn play_opened(&mut self, request: &RequestId, play: Result<Box<Play>, Failure>) {
        let answer = play.and_then(|play| {
            self.room_for_walk()?;
            let mut opened = workbench::opened(&play);
            let name = self.walks.name("play");
            opened["play"] = Value::from(name.as_str());
            // Nobody could close a play whose name was not told.
            if self.pending.is_waited_for(request) {
                self.walks.plays.insert(name, *play);
            }
            Ok(opened)
        });
        self.answer(request, answer);
    }

    pub(crate) fn move_play(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let MoveParams { play, actions, outcome } = parameters(method, params)?;
        let actions: Vec<(String, String)> = actions.into_iter().collect();
        self.with_play(&play, |play| match outcome {
            Some(number) => play.choose_outcome(number),
            None => play.named(&actions).and_then(|actions| play.choose(&actions)),
        })
    }

    pub(crate) fn take_back(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let PlayParams { play } = parameters(method, params)?;
        self.with_play(&play, Play::back)
    }

    pub(crate) fn restart_play(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let StartParams { play: name, start } = parameters(method, params)?;
        let play = self.walks.plays.get_mut(&name).ok_or_else(no_play)?;
        let round = play.start(start).ok_or_else(|| Failure::wrong(format!("there is no start {start}")))?;
        Ok(json!({ "round": workbench::round(play, &round) }))
    }

    pub(crate) fn close_play(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let PlayParams { play } = parameters(method, params)?;
        self.walks.plays.remove(&play).map(|_| Value::Null).ok_or_else(no_play)
    }

    fn with_play(
        &mut self,
        name: &str,
        step: impl FnOnce(&mut Play) -> Result<Round, WrongMove>,
    ) -> Result<Value, Failure> {
        let play = self.walks.plays.get_mut(name).ok_or_else(no_play)?;
        let round = step(play).map_err(|wrong| Failure::failed(wrong.to_string()))?;
        Ok(json!({ "round": workbench::round(play, &round) }))
    }
}

fn no_play() -> Failure {
    Failure::wrong("this play is not open")
}
