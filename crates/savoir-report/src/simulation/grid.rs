//! What agents know, as a grid: a line for each proposition, a column for each agent.

use savoir::Model;
use savoir::simulate::{Known, StateKnowledge};

/// The line above the propositions.
const POSSIBLE: &str = "states possible";

/// A cell, with so many spaces before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Cell {
    /// Spaces before the text.
    pub before: usize,
    /// The text.
    pub text: String,
    /// What is known, in the cells that say so.
    pub known: Option<Known>,
}

/// The grid, in blocks of columns where there are more agents than fit into so many letters.
#[must_use]
pub fn lines(model: &Model, knowledge: &[StateKnowledge], width: usize) -> Vec<Vec<Cell>> {
    let label = label_width(model);
    let mut lines: Vec<Vec<Cell>> = Vec::new();
    let mut rest = knowledge;
    while !rest.is_empty() {
        let count = fitting(model, rest, width.saturating_sub(label));
        let (block, after) = rest.split_at(count);
        if !lines.is_empty() {
            lines.push(Vec::new());
        }
        lines.extend(self::block(model, block, label));
        rest = after;
    }
    lines
}

/// Some columns of the grid.
#[must_use]
pub fn columns(model: &Model, knowledge: &[StateKnowledge]) -> Vec<Vec<Cell>> {
    block(model, knowledge, label_width(model))
}

/// How many letters wide the grid is.
#[must_use]
pub fn width(model: &Model, knowledge: &[StateKnowledge]) -> usize {
    label_width(model) + knowledge.iter().map(|about| column_width(model, about)).sum::<usize>()
}

/// The word for what is known.
fn word(known: Known) -> &'static str {
    match known {
        Known::True => "true",
        Known::False => "false",
        Known::Open => "?",
    }
}

fn letters(text: &str) -> usize {
    text.chars().count()
}

fn label_width(model: &Model) -> usize {
    model.propositions.iter().map(|known| letters(&known.name)).chain([POSSIBLE.len()]).max().unwrap_or(0)
}

fn column_width(model: &Model, about: &StateKnowledge) -> usize {
    letters(&model.agent(about.agent).name).max(about.possible.to_string().len()).max("false".len()) + 2
}

/// How many of the first columns fit; at least one.
fn fitting(model: &Model, knowledge: &[StateKnowledge], width: usize) -> usize {
    let mut used = 0;
    let fits = |about: &&StateKnowledge| {
        used += column_width(model, about);
        used <= width
    };
    knowledge.iter().take_while(fits).count().max(1)
}

fn block(model: &Model, knowledge: &[StateKnowledge], label: usize) -> Vec<Vec<Cell>> {
    let row = |name: &str, cell: &dyn Fn(&StateKnowledge) -> (String, Option<Known>)| {
        let mut cells = vec![Cell { before: 0, text: name.to_owned(), known: None }];
        // What the cell before left free comes before the next one, so that columns end below each other.
        let mut free = label - letters(name).min(label);
        for about in knowledge {
            let (text, known) = cell(about);
            let before = free + column_width(model, about).saturating_sub(letters(&text));
            free = 0;
            cells.push(Cell { before, text, known });
        }
        cells
    };
    let mut lines = vec![
        row("", &|about| (model.agent(about.agent).name.clone(), None)),
        row(POSSIBLE, &|about| (about.possible.to_string(), None)),
    ];
    for (index, proposition) in model.propositions.iter().enumerate() {
        lines.push(row(&proposition.name, &|about| {
            let known = about.propositions.get(index).copied().unwrap_or(Known::Open);
            (word(known).to_owned(), Some(known))
        }));
    }
    lines
}
