//! Pictures of states and what leads from one to another: one model for all of them, and one renderer per file.
//!
//! Evidence and whole state graphs become a [`Drawing`]; [`dot`], [`svg`], [`html`] and [`tikz`] draw it. The last three
//! share a [`layout`] of our own, so that no other program is needed.

pub mod dot;
pub mod html;
mod labels;
pub mod layout;
mod legend;
mod merged;
mod strategy_table;
pub mod svg;
pub mod tikz;
mod values;

pub use labels::{Line, LineKind};
pub(crate) use merged::merged;
pub use strategy_table::{StrategyCase, StrategyTable};
pub(crate) use values::{all_values, differing_values, holding, value_text, wanted_agents};

use savoir::State;

/// A picture.
#[derive(Clone, Debug, Default)]
pub struct Drawing {
    /// What tells it from other pictures in the same file: letters and digits.
    pub key: String,
    /// What it is about: a formula, or a model.
    pub title: String,
    /// The name of the formula, if it has one; of another picture, what tells it from its neighbours.
    pub name: Option<String>,
    /// The verdict on the formula, in its fixed word.
    pub verdict: Option<&'static str>,
    /// Whether the verdict is the expected one.
    pub judgement: Judgement,
    /// What was expected of the formula, in a few words, if somebody said so or it came otherwise.
    pub expectation: Option<String>,
    /// How the formula is read, in a few words each.
    pub reading: Vec<String>,
    /// What was checked against the model, and what was not.
    pub replayed: Vec<String>,
    /// What the picture shows, in sentences; the first one is the most important.
    pub sentences: Vec<String>,
    /// The names of the agents that values and actions refer to by number.
    pub agents: Vec<String>,
    /// The agents that are shown.
    pub shown_agents: Vec<usize>,
    /// The states.
    pub nodes: Vec<Node>,
    /// What leads from one to another.
    pub edges: Vec<Edge>,
    /// Tables: the paths in it, step by step.
    pub traces: Vec<Trace>,
    /// Strategies, as tables.
    pub strategies: Vec<StrategyTable>,
    /// The names of the propositions that states refer to by number.
    pub propositions: Vec<String>,
    /// Whether pictures say which of them hold.
    pub shows_propositions: Propositions,
}

/// Whether a verdict is the expected one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Judgement {
    /// Nothing was expected: the picture is about no formula.
    #[default]
    None,
    /// It is.
    Expected,
    /// It is not.
    Unexpected,
    /// There is no verdict.
    Undecided,
}

impl Judgement {
    /// The sign that stands before verdicts.
    #[must_use]
    pub fn sign(self) -> &'static str {
        match self {
            Judgement::None => "",
            Judgement::Expected => "✓",
            Judgement::Unexpected => "✗",
            Judgement::Undecided => "?",
        }
    }
}

/// Whether the propositions that hold in a state are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Propositions {
    /// They are not; a page shows them when asked.
    #[default]
    Hidden,
    /// They are.
    Shown,
}

/// A state.
#[derive(Clone, Debug, Default)]
pub struct Node {
    /// Its name.
    pub name: String,
    /// How far from the top it stands.
    pub layer: usize,
    /// What is special about it.
    pub roles: Vec<Role>,
    /// All values of the shown agents.
    pub values: Vec<Values>,
    /// The values that the picture shows.
    pub shown: Vec<Values>,
    /// What holds in it, or does not.
    pub notes: Vec<Note>,
    /// The numbers of the propositions that hold in it.
    pub holding: Vec<usize>,
    /// The state itself: its values as codes, in the order of the model's variables; none for a box of several states.
    pub state: Option<State>,
    /// How many states it stands for, if these are several.
    pub stands_for: Option<usize>,
}

/// What is special about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// It is an initial state.
    Initial,
    /// It is the state that the verdict is about.
    Root,
    /// It is where somebody is.
    Here,
    /// No joint action leads on from it.
    Deadlock,
    /// A path or a play is to come to it, and does.
    Goal,
    /// A path or a play comes to it, and should not.
    Violation,
}

/// Values of the variables of one agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    /// The agent.
    pub agent: usize,
    /// Names and values.
    pub values: Vec<(String, String)>,
}

/// That a formula holds in a state, or does not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// The formula.
    pub formula: String,
    /// Whether it holds.
    pub holds: bool,
    /// Whether nothing finite shows it.
    pub claimed: bool,
}

/// From one state to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Where it starts.
    pub from: usize,
    /// Where it ends.
    pub to: usize,
    /// What it means.
    pub style: Style,
    /// What is written next to it.
    pub label: Label,
    /// Whether it closes the loop of an infinite path.
    pub closes_loop: bool,
    /// The numbers of the steps on a path that comes to a state more than once; otherwise empty.
    pub steps: Vec<usize>,
}

/// What an edge means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Style {
    /// A step in time.
    Step,
    /// A step that a strategy chooses.
    Choice,
    /// Somebody cannot tell the two states apart.
    Indistinguishable,
    /// The second state is possible, and somebody behaves correctly there.
    Duty,
}

impl Style {
    /// Whether it has a direction.
    #[must_use]
    pub fn is_directed(self) -> bool {
        self != Style::Indistinguishable
    }
}

/// What is written next to an edge.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Label {
    /// Joint actions, one of which is performed.
    Actions(Vec<Vec<Performed>>),
    /// Who cannot tell the states apart, or who behaves correctly.
    Agents(String),
}

/// What an agent does.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Performed {
    /// The agent.
    pub agent: usize,
    /// One of these actions.
    pub actions: Vec<String>,
    /// Whether that says nothing, because the agent can do nothing else.
    pub only_one: bool,
}

/// What the rows of a table are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Rows {
    /// The states of a path, one after the other.
    #[default]
    Path,
    /// States that have nothing to do with each other.
    List,
}

/// A path, step by step, or a list of states.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// What it is.
    pub title: String,
    /// What its rows are.
    pub rows: Rows,
    /// Its states.
    pub nodes: Vec<usize>,
    /// By step: what the agents do; one more than steps between states if it goes on.
    pub actions: Vec<Vec<Performed>>,
    /// By step: whether the model leaves open what comes of these actions.
    pub left_open: Vec<bool>,
    /// Where it goes on after the last state.
    pub back: Option<usize>,
    /// The truth of formulas along the path, where it is known.
    pub truths: Vec<(String, Vec<Option<bool>>)>,
}

impl Drawing {
    /// Adds an edge. Where the same one is there already, it becomes one with it.
    pub(crate) fn connect(&mut self, edge: Edge) {
        let same = |known: &&mut Edge| {
            (known.from, known.to, known.style, known.closes_loop) == (edge.from, edge.to, edge.style, edge.closes_loop)
                && known.label == edge.label
        };
        match self.edges.iter_mut().find(same) {
            Some(known) => {
                known.steps.extend(edge.steps);
                known.steps.sort_unstable();
                known.steps.dedup();
            }
            None => self.edges.push(edge),
        }
    }

    /// The number of the formula, its text and the verdict, on one line.
    pub(crate) fn heading(&self) -> String {
        match self.verdict {
            Some(verdict) => format!("{} – {verdict}", self.title),
            None => self.title.clone(),
        }
    }
}
