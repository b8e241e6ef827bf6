//! States and paths as lines of text.

use super::cause::{choosers, open_variables};
use super::{Detail, Propositions, View};
use crate::drawing::holding;
use crate::style::{ACTION, BOLD, DIM, paint, wrap};
use savoir::{AgentId, JointAction, Model, Path, State, VarId};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Lines are at most this long where possible.
pub(crate) const WIDTH: usize = 100;

/// More differences than this are not listed.
const MOST_DIFFERENCES: usize = 6;

/// Gives states their names and draws them.
pub(crate) struct States<'a> {
    model: &'a Model,
    view: &'a View,
    /// Numbers in the order of their first appearance, and whether they were drawn already.
    known: BTreeMap<State, (usize, Drawn)>,
}

/// Whether the reader knows a state.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Drawn {
    NotYet,
    Already,
}

impl<'a> States<'a> {
    pub(crate) fn new(model: &'a Model, view: &'a View) -> States<'a> {
        States { model, view, known: BTreeMap::new() }
    }

    /// The name of a state.
    pub(crate) fn name(&mut self, state: &State) -> String {
        let next = self.known.len();
        let number = match self.known.get(state) {
            Some((number, _)) => *number,
            None => self.known.entry(state.clone()).or_insert((next, Drawn::NotYet)).0,
        };
        format!("s{number}")
    }

    /// Whether the state was drawn before.
    pub(crate) fn is_drawn(&self, state: &State) -> bool {
        self.known.get(state).is_some_and(|(_, drawn)| *drawn == Drawn::Already)
    }

    /// From now on the reader knows this state.
    pub(crate) fn mark_drawn(&mut self, state: &State) {
        if let Some((_, drawn)) = self.known.get_mut(state) {
            *drawn = Drawn::Already;
        }
    }

    /// Draws a path: the first state as a whole, then what changes.
    pub(crate) fn path(&mut self, out: &mut String, indent: usize, path: &Path) {
        let names: Vec<String> = path.states.iter().map(|state| self.name(state)).collect();
        let margin = names.iter().map(String::len).max().unwrap_or(0) + 2;
        let left = " ".repeat(indent);
        for (position, state) in path.states.iter().enumerate() {
            let before = position.checked_sub(1).map(|before| &path.states[before]);
            let lines = self.lines(state, before);
            for (number, line) in lines.iter().enumerate() {
                let label = if number == 0 { names[position].as_str() } else { "" };
                let label = paint(BOLD, &format!("{label:<margin$}"));
                let _ = writeln!(out, "{left}{label}{line}");
            }
            self.mark_drawn(state);
            if let Some(joint) = path.actions.get(position) {
                self.action(out, indent, margin, state, joint);
            }
        }
        if let Some(back) = path.back {
            let stays = back + 1 == path.states.len();
            let rest = if stays { format!("stays in {}", names[back]) } else { format!("back to {}", names[back]) };
            let _ = writeln!(out, "{left}{:<margin$}{}", "↺", paint(BOLD, &format!("{rest}, for ever")));
        }
    }

    /// A joint action, between two states.
    fn action(&self, out: &mut String, indent: usize, margin: usize, state: &State, joint: &JointAction) {
        let can_choose = choosers(self.model, state);
        let agents = self.model.agents.iter().zip(joint).zip(&can_choose);
        let shown = agents.filter_map(|((agent, action), can_choose)| {
            let action = agent.actions.get((*action)?.index())?;
            let wanted = (*can_choose || self.view.detail == Detail::Full) && self.wants(&agent.name);
            wanted.then(|| format!("{}:\u{a0}{}", agent.name, action.name))
        });
        let mut text = shown.collect::<Vec<String>>().join(", ");
        // Where no agent decides, it has to be said what does.
        if !can_choose.contains(&true) && self.view.detail == Detail::Changes {
            text = match open_variables(self.model, state, joint).is_empty() {
                true => "nobody has a choice".to_owned(),
                false => "nobody has a choice, but the model leaves one open".to_owned(),
            };
        }
        for line in wrap(&text, WIDTH - indent - margin) {
            let line = paint(ACTION, &line.replace('\u{a0}', " "));
            let _ = writeln!(out, "{}{:<margin$}{line}", " ".repeat(indent), "│");
        }
    }

    /// The values of a state, agent by agent; only those that differ from the state before, if there is one.
    fn lines(&self, state: &State, before: Option<&State>) -> Vec<String> {
        let before = before.filter(|_| self.view.detail == Detail::Changes);
        if before.is_none() && self.view.detail == Detail::Changes && self.is_drawn(state) {
            return vec![paint(DIM, "as above")];
        }
        let agents = self.model.agents.iter().filter(|agent| self.wants(&agent.name));
        let width = agents.clone().map(|agent| agent.name.chars().count()).max().unwrap_or(0);
        let width = if self.view.propositions == Propositions::Shown { width.max("holds".len()) } else { width };
        let mut lines = Vec::new();
        for agent in agents {
            let changed =
                agent.variables.iter().filter(|id| before.is_none_or(|before| before[id.index()] != state[id.index()]));
            let values: Vec<String> = changed
                .map(|id| {
                    let variable = self.model.variable(*id);
                    let value = self.model.value_text(variable.domain, state[id.index()]);
                    format!("{}\u{a0}=\u{a0}{value}", variable.name)
                })
                .collect();
            if values.is_empty() {
                continue;
            }
            for (number, line) in wrap(&values.join(", "), WIDTH.saturating_sub(width + 16)).iter().enumerate() {
                let name = if number == 0 { agent.name.as_str() } else { "" };
                lines.push(format!("{name:<width$}  {}", line.replace('\u{a0}', " ")));
            }
        }
        if lines.is_empty() {
            let nothing = if before.is_some() { "nothing changes" } else { "no variables" };
            lines.push(paint(DIM, nothing));
        }
        lines.extend(self.holding_lines(state, width));
        lines
    }

    /// The propositions that hold in a state, if these are to be shown.
    fn holding_lines(&self, state: &State, width: usize) -> Vec<String> {
        if self.view.propositions == Propositions::Hidden || self.model.propositions.is_empty() {
            return Vec::new();
        }
        let names = holding(self.model, state).into_iter().map(|number| self.model.propositions[number].name.as_str());
        let names: Vec<&str> = names.collect();
        let text = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
        let line = |(number, line): (usize, &String)| {
            let name = if number == 0 { "holds" } else { "" };
            paint(DIM, &format!("{name:<width$}  {line}"))
        };
        wrap(&text, WIDTH.saturating_sub(width + 16)).iter().enumerate().map(line).collect()
    }

    /// The values of a state that differ from those of another, as a list; `None` if there are none or too many.
    pub(crate) fn difference(&self, state: &State, other: &State) -> Option<String> {
        let differs = |id: &VarId| state[id.index()] != other[id.index()];
        let value = |id: VarId| {
            let value = self.model.value_text(self.model.variable(id).domain, state[id.index()]);
            format!("{}\u{a0}=\u{a0}{value}", self.model.variable_text(id))
        };
        let list: Vec<String> = self.model.variable_ids().filter(differs).map(value).collect();
        (!list.is_empty() && list.len() <= MOST_DIFFERENCES).then(|| list.join(", "))
    }

    /// Whether an agent is to be shown.
    pub(super) fn wants(&self, agent: &str) -> bool {
        self.view.agents.is_empty() || self.view.agents.iter().any(|wanted| wanted == agent)
    }

    /// The names of agents.
    pub(crate) fn agents(&self, ids: &[AgentId]) -> String {
        let names: Vec<&str> = ids.iter().map(|id| self.model.agent(*id).name.as_str()).collect();
        names.join(", ")
    }
}
