//! The lines of each panel.

use super::app::{App, Knowledge};
use super::selection::Side;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use savoir::simulate::{Known, Truths, action_text};
use savoir::{AgentId, Model, VarId};
use savoir_report::escape::visible;
use savoir_report::simulation::{changed, evidence_path, grid, states, value_text};

const BOLD: Style = Style::new().add_modifier(Modifier::BOLD);
const ACTION: Style = Style::new().fg(Color::Cyan);
const CHANGED: Style = Style::new().fg(Color::Yellow).add_modifier(Modifier::BOLD);
const DIM: Style = Style::new().fg(Color::DarkGray);
/// A grid of knowledge that is wider may not fit its panel.
const NARROW: usize = 58;

pub(super) fn state_title(app: &App) -> String {
    match &app.view {
        Some(view) if view.here.before.is_some() => format!("State {} (* changed)", view.here.step),
        Some(_) => "State 0, initial".to_owned(),
        None => "State".to_owned(),
    }
}

/// The state by agent; what the last step changed has a star and its old value.
pub(super) fn state(app: &App) -> Vec<Line<'static>> {
    let Some(view) = &app.view else { return Vec::new() };
    let changed = changed(&app.model, &view.here);
    let mut lines = Vec::new();
    for agent in app.model.agents.iter().filter(|agent| !agent.variables.is_empty()) {
        lines.push(Line::styled(agent.name.clone(), BOLD));
        for &variable in &agent.variables {
            let name = &app.model.variable(variable).name;
            let value = value_text(&app.model, variable, &view.here.state);
            let old = view.here.before.as_ref().filter(|_| changed.contains(&variable));
            lines.push(match old {
                Some(before) => Line::from(vec![
                    Span::styled(format!("* {name} = {value}"), CHANGED),
                    Span::styled(format!("  was {}", value_text(&app.model, variable, before)), DIM),
                ]),
                None => Line::raw(format!("  {name} = {value}")),
            });
        }
    }
    lines.extend(truths(app, &view.truths));
    lines
}

/// Which propositions and watched formulas hold in the state.
fn truths(app: &App, truths: &Truths) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    let line = |holds: Option<bool>, what: &str| {
        let (mark, style) = match holds {
            Some(true) => ("✓", known_style(Known::True)),
            Some(false) => ("✗", known_style(Known::False)),
            None => ("?", known_style(Known::Open)),
        };
        Line::from(vec![Span::styled(format!("  {mark} "), style), Span::raw(visible(what).into_owned())])
    };
    if !truths.propositions.is_empty() {
        lines.push(Line::styled("Propositions", BOLD));
    }
    let named = app.model.propositions.iter().zip(&truths.propositions);
    lines.extend(named.map(|(proposition, holds)| line(Some(*holds), &proposition.name)));
    if !truths.watched.is_empty() {
        lines.push(Line::styled("Watched", BOLD));
    }
    lines.extend(truths.watched.iter().map(|(formula, holds)| line(*holds, formula)));
    lines
}

fn known_style(known: Known) -> Style {
    Style::new().fg(match known {
        Known::True => Color::Green,
        Known::False => Color::Red,
        Known::Open => Color::Yellow,
    })
}

/// What each agent may do; a fixed action is marked.
pub(super) fn agents(app: &App) -> Vec<Line<'static>> {
    let Some(view) = &app.view else { return Vec::new() };
    let acting = app.acting();
    let width = acting.iter().map(|agent| app.model.agent(*agent).name.chars().count()).max().unwrap_or(0);
    let line = |agent: &AgentId| {
        let fixed = app.fixed.iter().find(|(known, _)| known == agent).map(|(_, action)| *action);
        let mut spans = vec![Span::styled(format!("{:<width$} ", app.model.agent(*agent).name), BOLD)];
        for action in view.options.by_agent[agent.index()].iter().flatten() {
            let name = &app.model.agent(*agent).actions[action.index()].name;
            spans.push(match fixed {
                Some(fixed) if fixed == *action => Span::styled(format!(" [{name}]"), CHANGED),
                Some(_) => Span::styled(format!(" {name}"), DIM),
                None => Span::styled(format!(" {name}"), ACTION),
            });
        }
        if view.options.by_agent[agent.index()].is_empty() {
            spans.push(Span::styled(" nothing", DIM));
        }
        Line::from(spans)
    };
    acting.iter().map(line).collect()
}

pub(super) fn steps_title(app: &App) -> String {
    let Some(view) = &app.view else { return "Steps".to_owned() };
    let count = view.options.steps.len();
    let more = if view.options.complete { "" } else { "+" };
    let filter = match (app.filter.is_empty(), app.fixed.is_empty()) {
        (true, true) => String::new(),
        (true, false) => ", some actions fixed".to_owned(),
        (false, _) => format!(", filter “{}”", visible(&app.filter)),
    };
    format!("Steps: {count}{more} of {} joint actions{filter}", view.options.joint_actions)
}

/// The steps that can be taken: only agents with a choice are named.
pub(super) fn steps(app: &App) -> Vec<Line<'static>> {
    let Some(view) = &app.view else { return Vec::new() };
    if view.options.steps.is_empty() {
        let why = if app.filter.is_empty() && app.fixed.is_empty() {
            "no step: this state has no successor"
        } else {
            "no step passes the filter; c clears it"
        };
        return vec![Line::styled(why, DIM)];
    }
    let line = |step: &savoir::simulate::Step| {
        let names = step.action.iter().enumerate().filter_map(|(index, action)| {
            let agent = &app.model.agents[index];
            let choice = view.options.by_agent[index].len() > 1;
            action.filter(|_| choice).map(|action| format!("{}={}", agent.name, agent.actions[action.index()].name))
        });
        let names = names.collect::<Vec<_>>().join(" ");
        let names = if names.is_empty() { "go on".to_owned() } else { names };
        let changes = changes(&app.model, &view.here.state, &step.state);
        Line::from(vec![Span::styled(names, ACTION), Span::styled(format!("  {changes}"), DIM)])
    };
    view.options.steps.iter().map(line).collect()
}

/// What a step changes, in short.
fn changes(model: &Model, from: &[u64], to: &[u64]) -> String {
    let changed = model.variable_ids().filter(|variable| from[variable.index()] != to[variable.index()]);
    let texts: Vec<String> = changed
        .map(|variable| format!("{}→{}", model.variable_text(variable), value_text(model, variable, to)))
        .collect();
    if texts.is_empty() { "no change".to_owned() } else { texts.join(" ") }
}

pub(super) fn side_title(app: &App) -> String {
    match app.side {
        Side::History => "History (Enter jumps)".to_owned(),
        Side::Knowledge => match &app.possible {
            Some(found) => {
                let count = states(&found.count.to_string());
                format!("{} considers {count} possible (Esc closes)", app.model.agent(found.agent).name)
            }
            None => "Knowledge (← → agent, Enter: possible states)".to_owned(),
        },
        Side::Set => match &app.set {
            Some(set) => format!("Set: {}", states(&set.count.to_string())),
            None => "Set of states".to_owned(),
        },
        Side::Evidence => "Evidence (Enter walks along a path)".to_owned(),
    }
}

pub(super) fn side(app: &App) -> Vec<Line<'static>> {
    match app.side {
        Side::History => history(app),
        Side::Knowledge if app.possible.is_some() => possible(app),
        Side::Knowledge => knowledge(app),
        Side::Set => set(app),
        Side::Evidence => evidence(app),
    }
}

fn history(app: &App) -> Vec<Line<'static>> {
    let Some(view) = &app.view else { return Vec::new() };
    let line = |place: &savoir::simulate::Here| {
        let here = if place.step == view.here.step { "●" } else { " " };
        let what = match (&place.action, &place.before) {
            (Some(action), Some(before)) => {
                format!("{}  {}", action_text(&app.model, action), changes(&app.model, before, &place.state))
            }
            _ => "initial state".to_owned(),
        };
        Line::from(vec![Span::styled(format!("{here} {:>3} ", place.step), BOLD), Span::raw(what)])
    };
    view.history.iter().map(line).collect()
}

/// The agent whose column of the knowledge is selected.
pub(super) fn selected_agent(app: &App) -> Option<AgentId> {
    match (&app.possible, &app.knowledge) {
        (None, Knowledge::Found(found)) => found.get(app.knower).map(|about| about.agent),
        _ => None,
    }
}

/// Who knows what: a line for each proposition, a column for each agent. The name of the selected agent stands out, and
/// the columns begin with it where they may not fit.
fn knowledge(app: &App) -> Vec<Line<'static>> {
    let found = match &app.knowledge {
        Knowledge::Wanted => return vec![Line::styled("finding out …", DIM)],
        Knowledge::Unknown(stop) => return vec![Line::raw(format!("unknown: {stop}; k tries again"))],
        Knowledge::Found(found) => found,
    };
    let first = if grid::width(&app.model, found) > NARROW { app.knower.min(found.len()) } else { 0 };
    let rows = grid::columns(&app.model, &found[first..]);
    let cell = |row: usize, (column, cell): (usize, grid::Cell)| {
        let style = match (cell.known, row, column) {
            (Some(known), ..) => known_style(known),
            (None, 0, _) if column == app.knower - first + 1 => BOLD.add_modifier(Modifier::REVERSED),
            (None, 0, _) => BOLD,
            (None, ..) if row == 1 => DIM,
            (None, ..) => Style::new(),
        };
        [Span::raw(" ".repeat(cell.before)), Span::styled(cell.text, style)]
    };
    let line = |(row, cells): (usize, Vec<grid::Cell>)| {
        Line::from(cells.into_iter().enumerate().flat_map(|at| cell(row, at)).collect::<Vec<_>>())
    };
    rows.into_iter().enumerate().map(line).collect()
}

/// The paths of the evidence that was opened.
fn evidence(app: &App) -> Vec<Line<'static>> {
    if app.evidence.is_empty() {
        return vec![Line::styled("no evidence was opened: o opens it", DIM)];
    }
    let line = |path| Line::raw(visible(&evidence_path(&app.model, path)).into_owned());
    app.evidence.iter().map(line).collect()
}

/// The values of a state on one line, without those of some variables.
fn values(model: &Model, state: &[u64], without: &[VarId]) -> String {
    let one = |variable| format!("{}={}", model.variable_text(variable), value_text(model, variable, state));
    let shown = model.variable_ids().filter(|variable| !without.contains(variable));
    shown.map(one).collect::<Vec<_>>().join(" ")
}

fn possible(app: &App) -> Vec<Line<'static>> {
    let Some(found) = &app.possible else { return Vec::new() };
    let here = app.view.as_ref().map(|view| &view.here.state);
    let line = |state: &Vec<u64>| {
        let mark = if Some(state) == here { "● " } else { "  " };
        // What the agent observes is the same in all of them.
        Line::raw(format!("{mark}{}", values(&app.model, state, &app.model.agent(found.agent).observes)))
    };
    let mut lines: Vec<Line<'static>> = found.states.iter().map(line).collect();
    if found.count.to_string() != found.states.len().to_string() {
        lines.push(Line::styled(format!("the first {} of {}", found.states.len(), found.count), DIM));
    }
    lines
}

pub(super) fn initial(app: &App) -> Vec<Line<'static>> {
    let Some(view) = &app.view else { return Vec::new() };
    let states = view.initial.states.iter().enumerate();
    let mut lines: Vec<Line<'static>> = states
        .map(|(index, state)| Line::raw(format!("{:>3}  {}", index + 1, values(&app.model, state, &[]))))
        .collect();
    if !view.initial.complete {
        lines.push(Line::styled("there are more: `:start CONDITION` finds them", DIM));
    }
    lines
}

fn set(app: &App) -> Vec<Line<'static>> {
    let Some(set) = &app.set else {
        return vec![Line::styled("no set yet: s begins with the initial states", DIM)];
    };
    let mut lines = vec![
        Line::styled(visible(&set.history.join("; ")).into_owned(), DIM),
        Line::styled("+ step  < predecessors  = refine  - back  * known  Enter list", DIM),
    ];
    if let Some(fair) = &set.fair {
        lines.push(Line::raw(format!("{fair} of them have a fair path")));
    }
    let width = app.model.propositions.iter().map(|known| known.name.chars().count()).max().unwrap_or(0);
    match &app.across {
        Some(across) => {
            let mut last = None;
            for found in across {
                if last != Some(found.agent) {
                    lines.push(Line::styled(app.model.agent(found.agent).name.clone(), BOLD));
                    last = Some(found.agent);
                }
                lines.push(Line::raw(format!(
                    "  {:<width$}  knows true {}, false {}, neither {}",
                    app.model.proposition(found.proposition).name,
                    found.knows_true,
                    found.knows_false,
                    found.open
                )));
            }
        }
        None => lines.extend(set.propositions.iter().map(|found| {
            let name = &app.model.proposition(found.proposition).name;
            Line::raw(format!("{name:<width$}  holds in {}", found.holds))
        })),
    }
    lines.extend(set.states.iter().map(|state| Line::raw(values(&app.model, state, &[]))));
    lines
}
