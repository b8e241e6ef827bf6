//! The screen as a whole.

use super::app::{App, Message};
use super::selection::{Focus, Prompt, Purpose, Side};
use super::{help, panels};
use crate::progress;
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use savoir_report::escape::{is_hidden, visible};
use std::time::Duration;

/// Smaller terminals show one panel at a time.
const ROOMY: (u16, u16) = (64, 16);
/// Shorter work is not worth a word.
const PATIENCE: Duration = Duration::from_millis(150);

/// Draws everything. Texts from outside are made visible where they are put into lines; whatever else a terminal might obey
/// is replaced at the end.
pub(super) fn draw(frame: &mut Frame<'_>, app: &App) {
    let [title, body, status] =
        Layout::vertical([Constraint::Length(1), Constraint::Min(0), Constraint::Length(1)]).areas(frame.area());
    frame.render_widget(Paragraph::new(title_line(app)), title);
    if app.help {
        let rows = help::KEYS.iter().map(|(key, what)| {
            Line::from(vec![Span::styled(format!("{key:<14}"), Style::new().bold()), Span::raw(*what)])
        });
        panel(
            frame,
            body,
            "Keys (↑ ↓ scroll, any other key closes)",
            rows.collect(),
            app.lines.help,
            Look::Scrolled,
            0,
        );
    } else if app.choosing {
        let title = "Initial states (↑ ↓ and Enter choose, r random, Esc keeps the first)";
        panel(frame, body, title, panels::initial(app), app.lines.initial, Look::Selected, 0);
    } else if frame.area().width < ROOMY.0 || frame.area().height < ROOMY.1 {
        focused(frame, body, app, app.focus);
    } else {
        let [left, right] = Layout::horizontal([Constraint::Percentage(42), Constraint::Percentage(58)]).areas(body);
        let agents = (app.acting().len() as u16 + 2).min(left.height / 2);
        let [state, agents] = Layout::vertical([Constraint::Min(0), Constraint::Length(agents)]).areas(left);
        let [steps, side] = Layout::vertical([Constraint::Percentage(50), Constraint::Percentage(50)]).areas(right);
        for (area, focus) in
            [(state, Focus::State), (agents, Focus::Agents), (steps, Focus::Steps), (side, Focus::Side)]
        {
            focused(frame, area, app, focus);
        }
    }
    status_line(frame, status, app);
    let cells = frame.buffer_mut().content.iter_mut();
    cells.filter(|cell| cell.symbol().contains(is_hidden)).for_each(|cell| {
        cell.set_char(char::REPLACEMENT_CHARACTER);
    });
}

/// One of the four panels.
fn focused(frame: &mut Frame<'_>, area: Rect, app: &App, which: Focus) {
    let lines = &app.lines;
    let (title, rows, line, selects) = match which {
        Focus::State => (panels::state_title(app), panels::state(app), lines.state, false),
        Focus::Agents => ("Agents (← → fix an action)".to_owned(), panels::agents(app), lines.agents, true),
        Focus::Steps => (panels::steps_title(app), panels::steps(app), lines.steps, true),
        Focus::Side => (panels::side_title(app), panels::side(app), lines.side, app.side != Side::Set),
    };
    let (look, pan) = match (app.focus == which, selects) {
        (true, true) => (Look::Selected, app.pan),
        (true, false) => (Look::Scrolled, app.pan),
        (false, true) => (Look::Dim, 0),
        (false, false) => (Look::Still, 0),
    };
    panel(frame, area, &title, rows, line, look, pan);
}

/// How a panel looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Look {
    /// Focused, with a selected line.
    Selected,
    /// Focused, scrolled to a line.
    Scrolled,
    /// Not focused, with a selected line.
    Dim,
    /// Not focused.
    Still,
}

/// Lines in a frame, scrolled so that the selected one is there.
fn panel(frame: &mut Frame<'_>, area: Rect, title: &str, lines: Vec<Line<'static>>, line: usize, look: Look, pan: u16) {
    let border = match look {
        Look::Selected | Look::Scrolled => Style::new().fg(Color::Cyan).add_modifier(Modifier::BOLD),
        Look::Dim | Look::Still => Style::new().fg(Color::DarkGray),
    };
    let block = Block::bordered().border_style(border).title(format!(" {title} "));
    let height = usize::from(block.inner(area).height);
    let line = line.min(lines.len().saturating_sub(1));
    let offset = match look {
        Look::Scrolled | Look::Still => line.min(lines.len().saturating_sub(height)),
        Look::Selected | Look::Dim => (line + 1).saturating_sub(height),
    };
    let selected = matches!(look, Look::Selected | Look::Dim);
    let rows = lines.into_iter().enumerate().skip(offset).take(height).map(|(index, row)| {
        let here = selected && index == line;
        let mark = match (selected, here) {
            (true, true) => "▸ ",
            (true, false) => "  ",
            (false, _) => "",
        };
        let mut spans = vec![Span::raw(mark)];
        spans.extend(row.spans);
        let row = Line::from(spans);
        if here && look == Look::Selected { row.style(Style::new().add_modifier(Modifier::REVERSED)) } else { row }
    });
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(rows.collect::<Vec<_>>()).block(block).scroll((0, pan)), area);
}

fn title_line(app: &App) -> Line<'static> {
    let mut spans = Vec::new();
    if let Some(view) = &app.view {
        let place = format!(" step {} of {} ", view.here.step, view.here.length);
        spans.push(Span::styled(place, Style::new().add_modifier(Modifier::BOLD)));
    }
    spans.push(Span::raw(format!(" {}", visible(&app.file))));
    if let Some(count) = app.view.as_ref().and_then(|view| view.reachable.as_ref()) {
        spans.push(Span::styled(format!("  {count} reachable states"), Style::new().fg(Color::DarkGray)));
    }
    Line::from(spans)
}

/// What is being typed, what is running, or what happened last.
fn status_line(frame: &mut Frame<'_>, area: Rect, app: &App) {
    if let Some(Prompt { purpose, text }) = &app.prompt {
        let label = label(*purpose);
        let line = Line::from(vec![Span::styled(label, Style::new().bold()), Span::raw(visible(text))]);
        let width = line.width().min(usize::from(u16::MAX)) as u16;
        // The end of a long line is what is being typed.
        let scroll = (width + 1).saturating_sub(area.width);
        frame.render_widget(Paragraph::new(line).scroll((0, scroll)), area);
        if area.width > 0 && area.height > 0 {
            frame.set_cursor_position((area.x + (width - scroll).min(area.width - 1), area.y));
        }
        return;
    }
    let line = match (app.working.filter(|working| working.since.elapsed() > PATIENCE), &app.message) {
        (Some(working), _) => {
            let elapsed = working.since.elapsed();
            let doing = match app.worker.progress() {
                Some(progress) => progress::text(&progress, elapsed),
                None => format!("working · {:.1} s", elapsed.as_secs_f64()),
            };
            Line::styled(format!(" {doing} · Esc interrupts"), Style::new().fg(Color::Yellow))
        }
        (None, Message::Hint) => Line::styled(
            " ? help · Enter step · b back · r random · k knowledge · s set · : command · q quit",
            Style::new().fg(Color::DarkGray),
        ),
        (None, Message::Note(text)) => Line::styled(format!(" {}", visible(text)), Style::new().fg(Color::Green)),
        (None, Message::Problem(text)) => Line::styled(format!(" {}", visible(text)), Style::new().fg(Color::Red)),
    };
    frame.render_widget(Paragraph::new(line), area);
}

fn label(purpose: Purpose) -> &'static str {
    match purpose {
        Purpose::Command => ":",
        Purpose::Filter => "filter: ",
        Purpose::Random => "how many random steps: ",
        Purpose::Goal => "goal: ",
        Purpose::Until => "until: ",
        Purpose::Jump => "jump to step or condition: ",
        Purpose::Is => "evaluate: ",
        Purpose::Save => "write session to file: ",
        Purpose::Load => "open session or evidence in file: ",
        Purpose::Watch => "watch: ",
        Purpose::Refine => "only states where: ",
    }
}
