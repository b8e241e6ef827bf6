//! Evidence for programs: the schema `savoir/evidence/2`, which `docs/schema/evidence-2.json` describes.
//!
//! States and joint actions are written with the names of the model, each state once; everything else refers to it by
//! its number.

use super::certificate::{self, CertificateEntry};
use super::claims;
pub(crate) use super::entries::StateEntry;
use super::entries::{
    AnswerEntry, ChoiceEntry, ConfusedEntry, ConfusionEntry, CoverageEntry, LinkEntry, MarkEntry, NodeEntry, PathEntry,
    ReasonEntry, RowEntry, TreeEntry,
};
use super::fingerprint::fingerprint;
use super::ordered::Ordered;
use crate::escape;
use savoir::{
    AtlSemantics, Certificate, Choice, Confusion, Coverage, Domain, EpistemicLink, Evidence, EvidenceOutcome,
    FormulaEvidence, FormulaResult, JointAction, Model, Node, Path, PathReason, Reason, Replayed, Row, Shown,
    SourceFile, State, VarId, Verdict,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What the field `schema` says.
pub const SCHEMA: &str = "savoir/evidence/2";

/// The evidence for the formulas of a model.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Document {
    /// [`SCHEMA`].
    pub schema: String,
    /// The model as named on the command line.
    pub file: String,
    /// The model, by its text.
    pub model: ModelEntry,
    /// The formulas.
    pub formulas: Vec<Entry>,
    /// All reachable states, and what follows from them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) certificate: Option<CertificateEntry>,
}

/// Which model it is.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ModelEntry {
    /// The [sum](super::fingerprint::fingerprint) of its text.
    pub sha256: String,
}

/// Where a formula stands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Origin {
    /// In the model.
    #[default]
    #[serde(rename = "model")]
    Model,
    /// On the command line.
    #[serde(rename = "command line")]
    CommandLine,
}

impl Origin {
    fn is_model(&self) -> bool {
        *self == Origin::Model
    }
}

/// What is said about a formula.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum VerdictEntry {
    /// It holds.
    True,
    /// It does not.
    False,
    /// It was not decided.
    Unknown,
}

/// The evidence for one formula.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// Its number in the model, or on the command line, from 1.
    pub index: usize,
    /// Where it stands.
    #[serde(default, skip_serializing_if = "Origin::is_model")]
    pub origin: Origin,
    /// Its name, if it has one.
    pub name: Option<String>,
    /// The formula on one line.
    pub text: String,
    /// The verdict.
    pub verdict: VerdictEntry,
    /// The reading, where there are strategies in the formula.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) semantics: Option<SemanticsEntry>,
    /// Why there is no tree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sentence: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) tree: Option<TreeEntry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) replay: Option<ReplayEntry>,
}

/// The reading that a verdict is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct SemanticsEntry {
    /// What strategies may depend on.
    pub(super) atl: String,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ReplayEntry {
    nodes: usize,
    steps: usize,
    claims: Vec<String>,
}

impl Document {
    /// Evidence for no formula yet.
    #[must_use]
    pub fn new(source: &SourceFile) -> Document {
        Document {
            schema: SCHEMA.to_owned(),
            file: source.name.clone(),
            model: ModelEntry { sha256: fingerprint(source) },
            formulas: Vec::new(),
            certificate: None,
        }
    }

    /// Adds what was found for a formula that stands somewhere.
    pub fn add(&mut self, result: &FormulaResult, origin: Origin) {
        self.formulas.push(entry(result, origin));
    }

    /// Adds a certificate for the formulas.
    pub fn certify(&mut self, model: &Model, found: &Certificate) {
        self.certificate = Some(certificate::entry(model, found));
    }

    /// The document as text.
    #[must_use]
    pub fn render(&self) -> String {
        escape::json::pretty(self)
    }
}

/// What was found for a formula that stands somewhere.
pub(super) fn entry(result: &FormulaResult, origin: Origin) -> Entry {
    let verdict = match result.verdict {
        Verdict::True => VerdictEntry::True,
        Verdict::False => VerdictEntry::False,
        Verdict::Unknown(_) => VerdictEntry::Unknown,
    };
    let mut entry = Entry {
        index: result.index,
        origin,
        name: result.property.name.clone(),
        text: result.property.text.clone(),
        verdict,
        semantics: (result.reading.strategies.as_ref()).map(|reading| SemanticsEntry { atl: reading.name.clone() }),
        sentence: None,
        tree: None,
        replay: None,
    };
    match &result.evidence {
        None => entry.sentence = Some("the formula was not decided".to_owned()),
        Some(FormulaEvidence { model, outcome }) => match outcome {
            EvidenceOutcome::GivenUp(cause) => entry.sentence = Some(cause.to_string()),
            EvidenceOutcome::Shown(evidence, replayed) => {
                entry.show(model, evidence);
                let Replayed { nodes, steps, .. } = *replayed;
                let claims = claims::sentences(model, &replayed.claims);
                entry.replay = entry.tree.as_ref().map(|_| ReplayEntry { nodes, steps, claims });
            }
            EvidenceOutcome::Refuted(evidence, _) => entry.show(model, evidence),
        },
    }
    entry
}

impl Entry {
    /// The reading that the verdict is about, if one is named; none, if there is none of that name.
    pub(super) fn reading(&self, model: &Model) -> Option<Option<AtlSemantics>> {
        self.semantics.as_ref().map(|semantics| AtlSemantics::read(&semantics.atl, model).ok())
    }

    fn show(&mut self, model: &Model, evidence: &Evidence) {
        match &evidence.shown {
            Shown::Claim(_) => self.sentence = evidence.claim().map(|claim| claims::sentence(model, &claim)),
            Shown::Tree(tree) => {
                let mut writer = Writer { model, states: Vec::new(), numbers: BTreeMap::new() };
                let nodes = tree.nodes.iter().map(|node| writer.node(node)).collect();
                let fair = tree.fair.as_ref().map(|path| writer.path(path));
                let states = writer.states.iter().map(|state| state_entry(model, state)).collect();
                self.tree =
                    Some(TreeEntry { states, nodes, others: tree.others.iter().map(|id| id.0).collect(), fair });
            }
        }
    }
}

/// Writes nodes, and numbers the states in them.
struct Writer<'a> {
    model: &'a Model,
    states: Vec<State>,
    numbers: BTreeMap<State, usize>,
}

impl Writer<'_> {
    fn state(&mut self, state: &State) -> usize {
        if let Some(number) = self.numbers.get(state) {
            return *number;
        }
        self.numbers.insert(state.clone(), self.states.len());
        self.states.push(state.clone());
        self.states.len() - 1
    }

    fn node(&mut self, node: &Node) -> NodeEntry {
        NodeEntry {
            state: self.state(&node.state),
            formula: self.model.formula_brief(node.formula),
            holds: node.holds,
            reason: self.reason(node),
        }
    }

    fn reason(&mut self, node: &Node) -> ReasonEntry {
        match &node.reason {
            Reason::Parts(nodes) => ReasonEntry::Parts { nodes: nodes.iter().map(|id| id.0).collect() },
            Reason::Path(PathReason { path, marks, fair }) => ReasonEntry::Path {
                path: self.path(path),
                marks: marks.iter().map(|mark| MarkEntry { position: mark.position, node: mark.node.0 }).collect(),
                fair: fair.as_ref().map(|path| self.path(path)),
            },
            Reason::PossibleState(possible) => ReasonEntry::PossibleState {
                links: possible.links.iter().map(|link| self.link(link)).collect(),
                node: possible.node.0,
            },
            Reason::Strategy(strategy) => ReasonEntry::Strategy {
                rows: strategy.rows.iter().map(|row| self.row(row)).collect(),
                ends: strategy.ends.iter().map(|state| self.state(state)).collect(),
                marks: strategy.marks.iter().map(|id| id.0).collect(),
                coverage: coverage(strategy.coverage),
                start_set: strategy.start_set.as_ref().map(|links| links.iter().map(|link| self.link(link)).collect()),
            },
            Reason::Conflict(conflict) => ReasonEntry::Conflict {
                start_set: conflict.start_set.iter().map(|link| self.link(link)).collect(),
                coverage: coverage(conflict.coverage),
                confusions: conflict.confusions.iter().map(|confusion| self.confusion(confusion)).collect(),
            },
            Reason::Claim(_) => {
                let sentence = node.claim().map(|claim| claims::sentence(self.model, &claim));
                ReasonEntry::Claim { sentence: sentence.unwrap_or_default() }
            }
        }
    }

    fn row(&mut self, row: &Row) -> RowEntry {
        let state = self.state(&row.state);
        let mut choice = |choice: &Choice| ChoiceEntry {
            own: joint_entry(self.model, &choice.own),
            answers: (choice.answers.iter())
                .map(|answer| AnswerEntry {
                    action: joint_entry(self.model, &answer.action),
                    state: self.state(&answer.state),
                })
                .collect(),
        };
        RowEntry { state, rank: row.rank, choices: row.choices.iter().map(&mut choice).collect() }
    }

    fn confusion(&mut self, confusion: &Confusion) -> ConfusionEntry {
        let agent = self.model.agent(confusion.agent);
        let states = confusion.states.iter().map(|confused| ConfusedEntry {
            access: self.path(&confused.access),
            action: agent.actions.get(confused.action.index()).map_or_else(String::new, |action| action.name.clone()),
        });
        let states = states.collect();
        ConfusionEntry { agent: agent.name.clone(), states }
    }

    fn link(&mut self, link: &EpistemicLink) -> LinkEntry {
        LinkEntry {
            observers: link.observers.iter().map(|agent| self.model.agent(*agent).name.clone()).collect(),
            state: self.state(&link.state),
            access: self.path(&link.access),
            fair: link.fair.as_ref().map(|path| self.path(path)),
        }
    }

    fn path(&mut self, path: &Path) -> PathEntry {
        PathEntry {
            states: path.states.iter().map(|state| self.state(state)).collect(),
            actions: path.actions.iter().map(|joint| joint_entry(self.model, joint)).collect(),
            back: path.back,
        }
    }
}

fn coverage(coverage: Coverage) -> CoverageEntry {
    match coverage {
        Coverage::Whole => CoverageEntry::Whole,
        Coverage::Cut => CoverageEntry::Cut,
    }
}

/// By agent: its action; agents without actions are left out.
pub(crate) fn joint_entry(model: &Model, joint: &JointAction) -> Ordered<String> {
    let performed = model.agents.iter().zip(joint).filter_map(|(agent, action)| {
        let action = agent.actions.get((*action)?.index())?;
        Some((agent.name.clone(), action.name.clone()))
    });
    Ordered(performed.collect())
}

/// The values of a state with the names of the model.
pub(crate) fn state_entry(model: &Model, state: &State) -> StateEntry {
    let value = |id: &VarId| (model.variable(*id).name.clone(), value_entry(model, *id, state));
    let agents = model.agents.iter().filter(|agent| !agent.variables.is_empty());
    Ordered(agents.map(|agent| (agent.name.clone(), Ordered(agent.variables.iter().map(value).collect()))).collect())
}

/// The values of a state in the order of the model.
pub(super) fn state_values(model: &Model, state: &State) -> Vec<Value> {
    model.variable_ids().map(|id| value_entry(model, id, state)).collect()
}

fn value_entry(model: &Model, id: VarId, state: &State) -> Value {
    let domain = model.variable(id).domain;
    let text = model.value_text(domain, state[id.index()]);
    match domain {
        Domain::Bool => Value::Bool(state[id.index()] != 0),
        Domain::Int { .. } => text.parse::<i64>().map_or(Value::String(text), Value::from),
        Domain::Enum(_) => Value::String(text),
    }
}
