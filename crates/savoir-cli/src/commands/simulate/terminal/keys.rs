//! What keys do.

use super::app::{App, Knowledge, Message};
use super::panels;
use super::selection::{Focus, Prompt, Purpose, Side};
use super::worker::Request;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use savoir::simulate::{Command, Jump, SetCommand, Start};

/// Lines for Page Up and Page Down.
const PAGE: isize = 10;
/// Columns for the arrows to the left and to the right.
const COLUMNS: u16 = 8;
/// Longer lines are not read to the end.
const MOST_COLUMNS: u16 = 4_000;

impl App {
    /// A key was pressed.
    pub(super) fn press(&mut self, key: KeyEvent) {
        let control_c = key.code == KeyCode::Char('c') && key.modifiers.contains(KeyModifiers::CONTROL);
        if self.working.is_some() {
            match key.code {
                _ if control_c => self.interrupt(),
                KeyCode::Esc => self.interrupt(),
                _ => self.keep(key),
            }
            return;
        }
        if control_c {
            self.interrupted = true;
            self.over = true;
        } else if self.prompt.is_some() {
            self.type_key(key);
        } else if self.help {
            self.help_key(key.code);
        } else if self.choosing {
            self.choose_key(key.code);
        } else {
            self.command_key(key.code);
        }
    }

    fn help_key(&mut self, key: KeyCode) {
        match moved(key) {
            Some(by) => self.lines.help = shifted(self.lines.help, by, super::help::KEYS.len()),
            None => self.help = false,
        }
    }

    /// While the initial state is being chosen.
    fn choose_key(&mut self, key: KeyCode) {
        let count = self.view.as_ref().map_or(0, |view| view.initial.states.len());
        match key {
            KeyCode::Enter => {
                self.choosing = false;
                self.run(Command::Start(Start::Number(self.lines.initial + 1)));
            }
            KeyCode::Esc => self.choosing = false,
            KeyCode::Char('q') => self.over = true,
            KeyCode::Char('r') => {
                self.choosing = false;
                self.run(Command::Start(Start::Random));
            }
            _ => {
                if let Some(by) = moved(key) {
                    self.lines.initial = shifted(self.lines.initial, by, count);
                }
            }
        }
    }

    fn command_key(&mut self, key: KeyCode) {
        match key {
            KeyCode::Char('q') => self.over = true,
            KeyCode::Char('?') | KeyCode::F(1) => self.help = true,
            KeyCode::Tab => self.turn_focus(1),
            KeyCode::BackTab => self.turn_focus(3),
            KeyCode::Enter => self.enter(),
            KeyCode::Char('b') | KeyCode::Backspace => self.run(Command::Back(1)),
            KeyCode::Char('f') => self.run(Command::Forward(1)),
            KeyCode::Char('r') => self.run(Command::Random(1)),
            KeyCode::Char('R') => self.ask_for(Purpose::Random),
            KeyCode::Char('/') => self.ask_for(Purpose::Filter),
            KeyCode::Char('g') => self.ask_for(Purpose::Goal),
            KeyCode::Char('u') => self.ask_for(Purpose::Until),
            KeyCode::Char('j') => self.ask_for(Purpose::Jump),
            KeyCode::Char('e') => self.ask_for(Purpose::Is),
            KeyCode::Char(':') => self.ask_for(Purpose::Command),
            KeyCode::Char('w') => self.ask_for(Purpose::Save),
            KeyCode::Char('o') => self.ask_for(Purpose::Load),
            KeyCode::Char('i') => self.choosing = true,
            KeyCode::Char('k') => self.show_knowledge(),
            KeyCode::Char('h') => self.show(Side::History),
            KeyCode::Char('s') => self.show_set(),
            KeyCode::Char('p') => self.show(Side::Evidence),
            KeyCode::Char('v') => self.ask_for(Purpose::Watch),
            KeyCode::Char('V') => self.run(Command::Unwatch(None)),
            KeyCode::Char('+') => self.run(Command::Set(SetCommand::Step)),
            KeyCode::Char('<') => self.run(Command::Set(SetCommand::Before)),
            KeyCode::Char('-') => self.run(Command::Set(SetCommand::Back)),
            KeyCode::Char('=') => self.ask_for(Purpose::Refine),
            KeyCode::Char('*') => self.run(Command::Set(SetCommand::Knows)),
            KeyCode::Char('c') => {
                self.fixed.clear();
                self.filter.clear();
                self.refresh();
            }
            KeyCode::Esc => {
                self.message = Message::Hint;
                self.possible = None;
            }
            KeyCode::Left if self.focus == Focus::Agents => self.turn_action(-1),
            KeyCode::Right if self.focus == Focus::Agents => self.turn_action(1),
            KeyCode::Left if self.is_at_grid() => self.knower = shifted(self.knower, -1, self.knowers()),
            KeyCode::Right if self.is_at_grid() => self.knower = shifted(self.knower, 1, self.knowers()),
            KeyCode::Left => self.pan = self.pan.saturating_sub(COLUMNS),
            KeyCode::Right => self.pan = (self.pan + COLUMNS).min(MOST_COLUMNS),
            _ => {
                if let Some(by) = moved(key) {
                    self.scroll(by);
                }
            }
        }
    }

    /// Whether the arrows to the left and right select a column of the knowledge.
    fn is_at_grid(&self) -> bool {
        self.focus == Focus::Side && self.side == Side::Knowledge && self.possible.is_none()
    }

    /// How many agents have a column.
    fn knowers(&self) -> usize {
        if let Knowledge::Found(found) = &self.knowledge { found.len() } else { 0 }
    }

    fn turn_focus(&mut self, by: usize) {
        self.focus = self.focus.turned(by);
        self.pan = 0;
    }

    /// Enter does what the focused panel is for.
    fn enter(&mut self) {
        let Some(view) = &self.view else { return };
        match (self.focus, self.side) {
            (Focus::Side, Side::History) => {
                if let Some(place) = view.history.get(self.lines.side) {
                    let step = place.step;
                    self.run(Command::Jump(Jump::Step(step)));
                }
            }
            (Focus::Side, Side::Knowledge) => {
                if let Some(agent) = panels::selected_agent(self) {
                    let agent = self.model.agent(agent).name.clone();
                    self.run(Command::Possible { agent, most: 100 });
                }
            }
            (Focus::Side, Side::Evidence) if !self.evidence.is_empty() => {
                self.run(Command::Evidence(Some(self.lines.side + 1)));
            }
            (Focus::Agents, _) => self.turn_action(1),
            (Focus::Side, Side::Set) => self.run(Command::Set(SetCommand::List(100))),
            _ => match view.options.steps.get(self.lines.steps).cloned() {
                Some(step) => {
                    self.message = Message::Hint;
                    self.ask(Request::Take(step));
                }
                None => self.message = Message::Problem("no step is possible here".to_owned()),
            },
        }
    }

    /// Fixes the next or the previous action of the selected agent, or leaves it open again.
    fn turn_action(&mut self, by: isize) {
        let (Some(view), Some(&agent)) = (&self.view, self.acting().get(self.lines.agents)) else { return };
        let allowed: Vec<_> = view.options.by_agent[agent.index()].iter().flatten().copied().collect();
        let fixed = self.fixed.iter().find(|(known, _)| *known == agent).map(|(_, action)| *action);
        // Place 0 leaves it open.
        let place = fixed.and_then(|action| allowed.iter().position(|known| *known == action)).map_or(0, |at| at + 1);
        let next = (place as isize + by).rem_euclid(allowed.len() as isize + 1) as usize;
        self.fixed.retain(|(known, _)| *known != agent);
        self.fixed.extend(next.checked_sub(1).map(|at| (agent, allowed[at])));
        self.refresh();
    }

    /// Lists the steps anew.
    fn refresh(&mut self) {
        self.lines.steps = 0;
        self.ask(Request::Look);
    }

    fn scroll(&mut self, by: isize) {
        let Some(view) = &self.view else { return };
        let (line, count) = match self.focus {
            Focus::Steps => (&mut self.lines.steps, view.options.steps.len()),
            Focus::Agents => {
                let count = self.acting().len();
                (&mut self.lines.agents, count)
            }
            Focus::State => {
                let count = panels::state(self).len();
                (&mut self.lines.state, count)
            }
            Focus::Side => {
                let count = panels::side(self).len();
                (&mut self.lines.side, count)
            }
        };
        *line = shifted(*line, by, count);
    }

    fn ask_for(&mut self, purpose: Purpose) {
        let text = if purpose == Purpose::Filter { self.filter.clone() } else { String::new() };
        self.prompt = Some(Prompt { purpose, text });
    }

    /// While a line is being typed.
    fn type_key(&mut self, key: KeyEvent) {
        let Some(prompt) = &mut self.prompt else { return };
        match key.code {
            KeyCode::Esc => self.prompt = None,
            KeyCode::Backspace => {
                prompt.text.pop();
            }
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => prompt.text.clear(),
            KeyCode::Char(letter) if !key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {
                prompt.text.push(letter);
            }
            KeyCode::Enter => {
                let Prompt { purpose, text } = prompt.clone();
                self.prompt = None;
                self.typed(purpose, text.trim());
            }
            _ => {}
        }
    }

    fn typed(&mut self, purpose: Purpose, text: &str) {
        let word = match purpose {
            Purpose::Filter => {
                text.clone_into(&mut self.filter);
                self.focus = Focus::Steps;
                return self.refresh();
            }
            _ if text.is_empty() => return,
            Purpose::Load => return self.ask(Request::Load(text.to_owned())),
            Purpose::Command if text == "quit" || text == "q" => {
                self.over = true;
                return;
            }
            Purpose::Command => "",
            Purpose::Random => "random ",
            Purpose::Goal => "goal ",
            Purpose::Until => "until ",
            Purpose::Jump => "jump ",
            Purpose::Is => "is ",
            Purpose::Save => "save ",
            Purpose::Refine => "set where ",
            Purpose::Watch => "watch ",
        };
        match Command::parse(&format!("{word}{text}")) {
            Ok(Some(Command::Actions(filter))) => {
                self.filter = filter;
                self.focus = Focus::Steps;
                self.refresh();
            }
            Ok(Some(command)) => self.run(command),
            Ok(None) => {}
            Err(message) => self.message = Message::Problem(message),
        }
    }
}

/// How far a key moves a selection.
fn moved(key: KeyCode) -> Option<isize> {
    Some(match key {
        KeyCode::Up => -1,
        KeyCode::Down => 1,
        KeyCode::PageUp => -PAGE,
        KeyCode::PageDown => PAGE,
        KeyCode::Home => isize::MIN / 2,
        KeyCode::End => isize::MAX / 2,
        _ => return None,
    })
}

/// A line moved within a list.
fn shifted(line: usize, by: isize, count: usize) -> usize {
    line.saturating_add_signed(by).min(count.saturating_sub(1))
}
