//! Reading evidence back, by the names of a model.
//!
//! The formula, its name, its reading and the initial states are not taken from the file: who reads it has them from the
//! model. A file may come from anybody, so that everything in it is bounded and looked up.

use super::certificate::{CertificateEntry, Line, PathsEntry, recurrence};
use super::entries::{
    AnswerEntry, ChoiceEntry, ConfusionEntry, CoverageEntry, LinkEntry, NodeEntry, PathEntry, ReasonEntry, RowEntry,
    TreeEntry,
};
use super::json::{Document, Entry, SCHEMA};
use super::names::Names;
use savoir::{
    Certificate, CertificateLabel, Choice, Conflict, ConfusedState, Confusion, Coverage, EpistemicLink, Evidence,
    FormulaId, Labelled, Mark, Model, Node, NodeId, NotShown, Path, PathReason, PossibleState, Ranks, Reason, Response,
    Row, Semantics, Shown, State, Strategy, Tree,
};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Larger files are not read: it takes about thirty-two times as much memory to do so.
pub const MOST_BYTES: u64 = 32 << 20;

/// The schema that has no fingerprint of the model.
const FIRST_SCHEMA: &str = "savoir/evidence/1";

/// Reads a document.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn document(text: &str) -> Result<Document, String> {
    /// As much as any document with a schema has.
    #[derive(Deserialize)]
    struct Named {
        schema: Option<String>,
    }
    if text.len() as u64 > MOST_BYTES {
        return Err(format!("it is too large: {} bytes, the limit is {MOST_BYTES}", text.len()));
    }
    let is_json = |error: &serde_json::Error| error.is_data();
    let named: Named = match serde_json::from_str(text) {
        Ok(named) => named,
        Err(error) if is_json(&error) => Named { schema: None },
        Err(error) => return Err(format!("it is not JSON: {error}")),
    };
    match named.schema.as_deref() {
        Some(SCHEMA) => {}
        Some(FIRST_SCHEMA) => {
            return Err(format!(
                "its schema is `{FIRST_SCHEMA}`, which does not say which model it is about; make it again for `{SCHEMA}`"
            ));
        }
        Some(other) => return Err(format!("its schema is `{}`, but `{SCHEMA}` is needed", other.escape_debug())),
        None => return Err(format!("it has no field `schema` that says `{SCHEMA}`")),
    }
    serde_json::from_str(text).map_err(|error| format!("it does not follow the schema `{SCHEMA}`: {error}"))
}

/// The evidence in an entry that is about a formula of the model, for a verdict.
///
/// # Errors
/// What does not fit the model, in a sentence.
pub fn evidence(
    model: &Model,
    entry: &Entry,
    formula: FormulaId,
    semantics: Semantics,
    holds: bool,
) -> Result<Evidence, String> {
    let Some(tree) = &entry.tree else {
        return Ok(Evidence { formula, holds, semantics, shown: Shown::Claim(NotShown::InFile) });
    };
    let mut reader = Reader { names: Names::new(model), formulas: texts(model, &[formula]), states: Vec::new() };
    let tree = reader.tree(tree)?;
    Ok(Evidence { formula, holds, semantics, shown: Shown::Tree(tree) })
}

/// The certificate of a document, if it has one, for some formulas.
///
/// # Errors
/// What does not fit the model, in a sentence.
pub fn certificate(model: &Model, document: &Document, formulas: &[FormulaId]) -> Result<Option<Certificate>, String> {
    document.certificate.as_ref().map(|entry| read_certificate(model, entry, formulas)).transpose()
}

fn read_certificate(model: &Model, entry: &CertificateEntry, formulas: &[FormulaId]) -> Result<Certificate, String> {
    let variables: Vec<String> = model.variable_ids().map(|id| model.variable_text(id)).collect();
    if entry.variables != variables {
        return Err("the certificate: its variables are not those of the model".to_owned());
    }
    let mut names = Names::new(model);
    let mut states = Vec::with_capacity(entry.states.len());
    for (number, Line(values)) in entry.states.iter().enumerate() {
        let state = names.listed_state(values);
        states.push(state.map_err(|problem| format!("the certificate, state {number}: {problem}"))?);
    }
    let texts = texts(model, formulas);
    let mut labels = BTreeMap::new();
    for label in &entry.labels {
        // What was not asked for need not be looked at.
        let Some(&formula) = texts.get(&label.formula) else { continue };
        let about = match label.paths {
            None => Labelled::State(formula),
            Some(PathsEntry::All) => Labelled::AllPaths(formula),
            Some(PathsEntry::Some) => Labelled::SomePath(formula),
        };
        let ranks = |line: &Option<Line<Ranks>>| line.as_ref().map(|Line(ranks)| ranks.clone());
        let recur = label.recur.as_ref().map(|Line(found)| recurrence(found));
        let read = CertificateLabel { reach: ranks(&label.reach), leave: ranks(&label.leave), recur };
        if labels.insert(about, read).is_some() {
            return Err(format!("the certificate has two labels for `{}`", model.formula_short(formula)));
        }
    }
    let fair = entry.fair.as_ref().map(|Line(found)| recurrence(found));
    Ok(Certificate { states, fair, labels })
}

/// The parts of formulas by their texts.
fn texts(model: &Model, formulas: &[FormulaId]) -> BTreeMap<String, FormulaId> {
    let parts = formulas.iter().flat_map(|formula| model.formulas.closure(*formula));
    let parts: std::collections::BTreeSet<FormulaId> = parts.collect();
    parts.into_iter().map(|part| (model.formula_brief(part), part)).collect()
}

struct Reader<'a> {
    names: Names<'a>,
    /// The parts of the formula by their texts.
    formulas: BTreeMap<String, FormulaId>,
    states: Vec<State>,
}

impl Reader<'_> {
    fn tree(&mut self, tree: &TreeEntry) -> Result<Tree, String> {
        for (number, state) in tree.states.iter().enumerate() {
            let state = self.names.state(state).map_err(|problem| format!("state {number}: {problem}"))?;
            self.states.push(state);
        }
        let mut nodes = Vec::with_capacity(tree.nodes.len());
        for (number, node) in tree.nodes.iter().enumerate() {
            nodes.push(self.node(node).map_err(|problem| format!("node {number}: {problem}"))?);
        }
        let fair = tree.fair.as_ref().map(|path| self.path(path)).transpose()?;
        Ok(Tree { nodes, others: tree.others.iter().copied().map(NodeId).collect(), fair })
    }

    fn state(&mut self, number: usize) -> Result<State, String> {
        let state = self.states.get(number).ok_or_else(|| format!("there is no state {number}"))?;
        self.names.copy(state)
    }

    fn node(&mut self, entry: &NodeEntry) -> Result<Node, String> {
        let formula = self.formulas.get(&entry.formula).copied();
        let formula = formula.ok_or("it is about something that is no part of the formula")?;
        let state = self.state(entry.state)?;
        Ok(Node { state, formula, holds: entry.holds, reason: self.reason(&entry.reason)? })
    }

    fn reason(&mut self, entry: &ReasonEntry) -> Result<Reason, String> {
        Ok(match entry {
            ReasonEntry::Parts { nodes } => Reason::Parts(nodes.iter().copied().map(NodeId).collect()),
            ReasonEntry::Path { path, marks, fair } => Reason::Path(PathReason {
                path: self.path(path)?,
                marks: marks.iter().map(|mark| Mark { position: mark.position, node: NodeId(mark.node) }).collect(),
                fair: fair.as_ref().map(|path| self.path(path)).transpose()?,
            }),
            ReasonEntry::PossibleState { links, node } => {
                let links = self.links(links)?;
                Reason::PossibleState(PossibleState { links, node: NodeId(*node) })
            }
            ReasonEntry::Strategy { rows, ends, marks, coverage: kind, start_set } => Reason::Strategy(Strategy {
                rows: rows.iter().map(|row| self.row(row)).collect::<Result<_, String>>()?,
                ends: ends.iter().map(|number| self.state(*number)).collect::<Result<_, String>>()?,
                marks: marks.iter().copied().map(NodeId).collect(),
                coverage: coverage(*kind),
                start_set: start_set.as_ref().map(|links| self.links(links)).transpose()?,
            }),
            ReasonEntry::Conflict { start_set, coverage: kind, confusions } => Reason::Conflict(Conflict {
                start_set: self.links(start_set)?,
                coverage: coverage(*kind),
                confusions: confusions.iter().map(|entry| self.confusion(entry)).collect::<Result<_, String>>()?,
            }),
            ReasonEntry::Claim { .. } => Reason::Claim(NotShown::InFile),
        })
    }

    fn row(&mut self, entry: &RowEntry) -> Result<Row, String> {
        let choices = entry.choices.iter().map(|entry| self.choice(entry)).collect::<Result<_, String>>()?;
        Ok(Row { state: self.state(entry.state)?, rank: entry.rank, choices })
    }

    fn choice(&mut self, entry: &ChoiceEntry) -> Result<Choice, String> {
        let mut answer = |entry: &AnswerEntry| -> Result<Response, String> {
            Ok(Response { action: self.names.joint(&entry.action)?, state: self.state(entry.state)? })
        };
        let answers = entry.answers.iter().map(&mut answer).collect::<Result<_, String>>()?;
        Ok(Choice { own: self.names.joint(&entry.own)?, answers })
    }

    fn confusion(&mut self, entry: &ConfusionEntry) -> Result<Confusion, String> {
        let agent = self.names.agent(&entry.agent)?;
        let states = entry.states.iter().map(|confused| {
            let action = self.names.action(agent, &confused.action)?;
            Ok(ConfusedState { access: self.path(&confused.access)?, action })
        });
        Ok(Confusion { agent, states: states.collect::<Result<_, String>>()? })
    }

    fn links(&mut self, entries: &[LinkEntry]) -> Result<Vec<EpistemicLink>, String> {
        entries.iter().map(|link| self.link(link)).collect()
    }

    fn link(&mut self, entry: &LinkEntry) -> Result<EpistemicLink, String> {
        Ok(EpistemicLink {
            observers: entry.observers.iter().map(|name| self.names.agent(name)).collect::<Result<_, String>>()?,
            state: self.state(entry.state)?,
            access: self.path(&entry.access)?,
            fair: entry.fair.as_ref().map(|path| self.path(path)).transpose()?,
        })
    }

    fn path(&mut self, entry: &PathEntry) -> Result<Path, String> {
        Ok(Path {
            states: entry.states.iter().map(|number| self.state(*number)).collect::<Result<_, String>>()?,
            actions: entry.actions.iter().map(|joint| self.names.joint(joint)).collect::<Result<_, String>>()?,
            back: entry.back,
        })
    }
}

fn coverage(entry: CoverageEntry) -> Coverage {
    match entry {
        CoverageEntry::Whole => Coverage::Whole,
        CoverageEntry::Cut => Coverage::Cut,
    }
}
