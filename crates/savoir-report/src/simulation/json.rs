//! What a simulation says, for programs: the schema `savoir/simulation/1`.

use super::changed;
use crate::escape;
use crate::evidence::json::{StateEntry, joint_entry, state_entry};
use crate::evidence::ordered::Ordered;
use crate::workbench::doubt_sentence;
use savoir::simulate::{
    Ending, EvidencePath, Here, Known, KnownAcross, Options, PathPurpose, Reply, StateKnowledge, Trouble, Walk,
};
use savoir::{JointAction, Model, PropId};
use serde::Serialize;

/// The name of the schema.
pub const SCHEMA: &str = "savoir/simulation/1";

/// All that was said in a run.
#[derive(Clone, Debug, Serialize)]
pub struct Document {
    schema: &'static str,
    file: String,
    seed: u64,
    entries: Vec<Entry>,
}

/// A command with its reply.
#[derive(Clone, Debug, Serialize)]
struct Entry {
    command: String,
    reply: ReplyEntry,
}

#[derive(Clone, Debug, Serialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
enum ReplyEntry {
    Walk {
        ending: &'static str,
        #[serde(skip_serializing_if = "Option::is_none")]
        condition: Option<String>,
        places: Vec<Place>,
    },
    Here {
        place: Place,
        length: usize,
    },
    Initial {
        states: Vec<StateEntry>,
        complete: bool,
        chosen: Option<usize>,
    },
    Options {
        joint_actions: String,
        by_agent: Ordered<Vec<String>>,
        steps: Vec<StepEntry>,
        complete: bool,
    },
    History {
        places: Vec<Place>,
    },
    Knowledge {
        agents: Vec<KnowledgeEntry>,
    },
    Possible {
        agent: String,
        count: String,
        states: Vec<StateEntry>,
    },
    Doubt {
        formula: String,
        holds: bool,
        knows: bool,
        state: Option<StateEntry>,
        sentence: String,
    },
    Truth {
        condition: String,
        holds: bool,
    },
    Evidence {
        paths: Vec<PathEntry>,
    },
    Truths {
        propositions: Ordered<bool>,
        watched: Vec<WatchedEntry>,
    },
    Set {
        commands: Vec<String>,
        count: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        fair: Option<String>,
        propositions: Ordered<String>,
        states: Vec<StateEntry>,
    },
    Across {
        known: Vec<AcrossEntry>,
    },
    Save {
        file: String,
    },
    Done,
    Error {
        message: String,
    },
    Unknown {
        reason: String,
    },
}

#[derive(Clone, Debug, Serialize)]
struct Place {
    step: usize,
    action: Option<Ordered<String>>,
    state: StateEntry,
    changed: Vec<String>,
}

#[derive(Clone, Debug, Serialize)]
struct PathEntry {
    formula: String,
    holds: bool,
    purpose: &'static str,
    agents: Vec<String>,
    length: usize,
    back: Option<usize>,
}

#[derive(Clone, Debug, Serialize)]
struct WatchedEntry {
    formula: String,
    holds: Option<bool>,
}

#[derive(Clone, Debug, Serialize)]
struct StepEntry {
    action: Ordered<String>,
    state: StateEntry,
}

#[derive(Clone, Debug, Serialize)]
struct KnowledgeEntry {
    agent: String,
    possible: String,
    propositions: Ordered<&'static str>,
}

#[derive(Clone, Debug, Serialize)]
struct AcrossEntry {
    agent: String,
    proposition: String,
    knows_true: String,
    knows_false: String,
    open: String,
}

impl Document {
    /// A run in which nothing was said yet.
    #[must_use]
    pub fn new(file: &str, seed: u64) -> Document {
        Document { schema: SCHEMA, file: file.to_owned(), seed, entries: Vec::new() }
    }

    /// Adds a command with its reply.
    pub fn add(&mut self, model: &Model, command: &str, reply: &Result<Reply, Trouble>) {
        let reply = match reply {
            Ok(reply) => entry(model, reply),
            Err(Trouble::Stopped(stop)) => ReplyEntry::Unknown { reason: stop.to_string() },
            Err(trouble) => ReplyEntry::Error { message: trouble.text() },
        };
        self.entries.push(Entry { command: command.to_owned(), reply });
    }

    /// Adds a line that is no command.
    pub fn add_error(&mut self, line: &str, message: &str) {
        let reply = ReplyEntry::Error { message: message.to_owned() };
        self.entries.push(Entry { command: line.to_owned(), reply });
    }

    /// As text.
    #[must_use]
    pub fn render(&self) -> String {
        escape::json::pretty(self)
    }
}

/// A command with its reply, apart from a document.
#[must_use]
pub fn entry_value(model: &Model, command: &str, reply: &Result<Reply, Trouble>) -> serde_json::Value {
    let mut document = Document::new("", 0);
    document.add(model, command, reply);
    // What has no place in JSON cannot be in an entry.
    document.entries.first().and_then(|entry| serde_json::to_value(entry).ok()).unwrap_or_default()
}

fn entry(model: &Model, reply: &Reply) -> ReplyEntry {
    let states = |list: &[Vec<u64>]| list.iter().map(|state| state_entry(model, state)).collect();
    let name = |id: PropId| model.proposition(id).name.clone();
    match reply {
        Reply::Walked(walk) => walked(model, walk),
        Reply::Here(here) => ReplyEntry::Here { place: place(model, here), length: here.length },
        Reply::Initial(choice) => {
            ReplyEntry::Initial { states: states(&choice.states), complete: choice.complete, chosen: choice.chosen }
        }
        Reply::Options(found) => options(model, found),
        Reply::History(places) => {
            ReplyEntry::History { places: places.iter().map(|here| place(model, here)).collect() }
        }
        Reply::Knowledge(found) => {
            ReplyEntry::Knowledge { agents: found.iter().map(|known| knowledge(model, known)).collect() }
        }
        Reply::Possible(found) => ReplyEntry::Possible {
            agent: model.agent(found.agent).name.clone(),
            count: found.count.to_string(),
            states: states(&found.states),
        },
        Reply::Doubt { formula, found, knower } => ReplyEntry::Doubt {
            formula: formula.clone(),
            holds: found.holds,
            knows: found.is_known(),
            state: found.refuted.as_ref().map(|world| state_entry(model, &world.state)),
            sentence: doubt_sentence(model, knower, formula, found),
        },
        Reply::Truth { condition, holds, .. } => ReplyEntry::Truth { condition: condition.clone(), holds: *holds },
        Reply::Evidence(paths) => {
            ReplyEntry::Evidence { paths: paths.iter().map(|path| evidence_path(model, path)).collect() }
        }
        Reply::Truths(truths) => {
            let propositions = model.propositions.iter().zip(&truths.propositions);
            let watched = truths.watched.iter();
            ReplyEntry::Truths {
                propositions: Ordered(propositions.map(|(about, holds)| (about.name.clone(), *holds)).collect()),
                watched: watched
                    .map(|(formula, holds)| WatchedEntry { formula: formula.clone(), holds: *holds })
                    .collect(),
            }
        }
        Reply::Set(report) => ReplyEntry::Set {
            commands: report.history.clone(),
            count: report.count.to_string(),
            fair: report.fair.as_ref().map(ToString::to_string),
            propositions: Ordered(
                report.propositions.iter().map(|found| (name(found.proposition), found.holds.to_string())).collect(),
            ),
            states: states(&report.states),
        },
        Reply::Across(known) => ReplyEntry::Across { known: known.iter().map(|found| across(model, found)).collect() },
        Reply::Save { file, .. } => ReplyEntry::Save { file: file.clone() },
        Reply::Done => ReplyEntry::Done,
    }
}

fn walked(model: &Model, walk: &Walk) -> ReplyEntry {
    let (ending, condition) = match &walk.ending {
        Ending::Arrived => ("arrived", None),
        Ending::Stuck => ("stuck", None),
        Ending::StuckBefore(condition, _) => ("stuck", Some(condition)),
        Ending::Reached(condition) => ("reached", Some(condition)),
        Ending::NotReached(condition, _) => ("not-reached", Some(condition)),
        Ending::Unreachable(condition) => ("unreachable", Some(condition)),
    };
    let places = walk.places.iter().map(|here| place(model, here)).collect();
    ReplyEntry::Walk { ending, condition: condition.cloned(), places }
}

fn evidence_path(model: &Model, path: &EvidencePath) -> PathEntry {
    let (purpose, agents) = match &path.purpose {
        PathPurpose::Shows => ("shows", &[][..]),
        PathPurpose::Possible(observers) => ("possible", &observers[..]),
        PathPurpose::Play => ("play", &[][..]),
        PathPurpose::Confused(agent) => ("confused", std::slice::from_ref(agent)),
    };
    PathEntry {
        formula: path.formula.clone(),
        holds: path.holds,
        purpose,
        agents: agents.iter().map(|agent| model.agent(*agent).name.clone()).collect(),
        length: path.steps.len(),
        back: path.back,
    }
}

fn knowledge(model: &Model, known: &StateKnowledge) -> KnowledgeEntry {
    let propositions = model.propositions.iter().zip(&known.propositions);
    KnowledgeEntry {
        agent: model.agent(known.agent).name.clone(),
        possible: known.possible.to_string(),
        propositions: Ordered(propositions.map(|(about, known)| (about.name.clone(), word(*known))).collect()),
    }
}

fn across(model: &Model, found: &KnownAcross) -> AcrossEntry {
    AcrossEntry {
        agent: model.agent(found.agent).name.clone(),
        proposition: model.proposition(found.proposition).name.clone(),
        knows_true: found.knows_true.to_string(),
        knows_false: found.knows_false.to_string(),
        open: found.open.to_string(),
    }
}

fn place(model: &Model, here: &Here) -> Place {
    Place {
        step: here.step,
        action: here.action.as_ref().map(|action: &JointAction| joint_entry(model, action)),
        state: state_entry(model, &here.state),
        changed: changed(model, here).into_iter().map(|variable| model.variable_text(variable)).collect(),
    }
}

fn options(model: &Model, options: &Options) -> ReplyEntry {
    let acting = model.agents.iter().zip(&options.by_agent).filter(|(agent, _)| !agent.actions.is_empty());
    let by_agent = acting.map(|(agent, allowed)| {
        let names = allowed.iter().flatten().map(|action| agent.actions[action.index()].name.clone());
        (agent.name.clone(), names.collect())
    });
    ReplyEntry::Options {
        joint_actions: options.joint_actions.to_string(),
        by_agent: Ordered(by_agent.collect()),
        steps: options
            .steps
            .iter()
            .map(|step| StepEntry { action: joint_entry(model, &step.action), state: state_entry(model, &step.state) })
            .collect(),
        complete: options.complete,
    }
}

fn word(known: Known) -> &'static str {
    match known {
        Known::True => "true",
        Known::False => "false",
        Known::Open => "open",
    }
}
