//! Reading evidence back, by the names of a model.

use super::entries::{
    AnswerEntry, ChoiceEntry, ConfusionEntry, CoverageEntry, LinkEntry, NodeEntry, PathEntry, ReasonEntry, RowEntry,
    StateEntry, TreeEntry,
};
use super::json::{Document, Entry, SCHEMA};
use super::ordered::Ordered;
use savoir::{
    ActionId, AgentId, AtlSemantics, Choice, Conflict, ConfusedState, Confusion, Coverage, Domain, EpistemicLink,
    Evidence, FormulaId, JointAction, Mark, Model, Node, NodeId, NotShown, Path, PathReason, PossibleState, Reason,
    Response, Row, Semantics, Shown, State, Strategy, Tree, VarId, resolve_formula,
};
use serde_json::Value;
use std::collections::BTreeMap;

/// Reads a document.
///
/// # Errors
/// What is wrong with it, in a sentence.
pub fn document(text: &str) -> Result<Document, String> {
    let value: Value = serde_json::from_str(text).map_err(|error| format!("it is not JSON: {error}"))?;
    match value["schema"].as_str() {
        Some(SCHEMA) => {}
        Some(other) => return Err(format!("its schema is `{other}`, but `{SCHEMA}` is needed")),
        None => return Err(format!("it has no field `schema` that says `{SCHEMA}`")),
    }
    // From the text again: a value does not keep the order of names.
    serde_json::from_str(text).map_err(|error| format!("it does not follow the schema `{SCHEMA}`: {error}"))
}

/// The evidence in an entry, for a model; `None` if its formula was not decided or there is nothing to show.
///
/// # Errors
/// What does not fit the model, in a sentence.
pub fn evidence(model: &mut Model, entry: &Entry) -> Result<Option<Evidence>, String> {
    let holds = match entry.verdict.as_str() {
        "true" => true,
        "false" => false,
        "unknown" => return Ok(None),
        other => return Err(format!("`{other}` is no verdict")),
    };
    let property = resolve_formula(model, &entry.text).map_err(|found| {
        let problem = found.first().map_or("it is wrong", |first| first.message.as_str());
        format!("its formula does not fit the model: {problem}")
    })?;
    let semantics = semantics(model, entry)?;
    let Some(tree) = &entry.tree else {
        let sentence = entry.sentence.clone().unwrap_or_default();
        return Ok(Some(Evidence {
            formula: property.formula,
            holds,
            semantics,
            shown: Shown::Claim(NotShown::Quoted(sentence)),
        }));
    };
    let texts = model.formulas.closure(property.formula).into_iter().map(|part| (model.formula_brief(part), part));
    let mut reader = Reader { model, formulas: texts.collect(), states: Vec::new() };
    let tree = reader.tree(tree)?;
    Ok(Some(Evidence { formula: property.formula, holds, semantics, shown: Shown::Tree(tree) }))
}

/// The reading that an entry is about.
fn semantics(model: &Model, entry: &Entry) -> Result<Semantics, String> {
    let Some(semantics) = &entry.semantics else { return Ok(Semantics::default()) };
    let atl = AtlSemantics::read(&semantics.atl, model).map_err(|wrong| wrong.to_string())?;
    Ok(Semantics { atl, ..Semantics::default() })
}

struct Reader<'a> {
    model: &'a Model,
    /// The parts of the formula by their texts.
    formulas: BTreeMap<String, FormulaId>,
    states: Vec<State>,
}

impl Reader<'_> {
    fn tree(&mut self, tree: &TreeEntry) -> Result<Tree, String> {
        for (number, state) in tree.states.iter().enumerate() {
            let state = self.codes(state).map_err(|problem| format!("state {number}: {problem}"))?;
            self.states.push(state);
        }
        let initial_states = tree.initial_states.parse();
        let initial_states = initial_states.map_err(|_| format!("`{}` is no number", tree.initial_states))?;
        let node = |(number, node)| self.node(node).map_err(|problem| format!("node {number}: {problem}"));
        let nodes = tree.nodes.iter().enumerate().map(node).collect::<Result<_, String>>()?;
        let fair = tree.fair.as_ref().map(|path| self.path(path)).transpose()?;
        Ok(Tree { nodes, initial_states, fair })
    }

    fn codes(&self, entry: &StateEntry) -> Result<State, String> {
        for (agent, variables) in &entry.0 {
            let agent = self.model.agent(self.agent(agent)?);
            let known = |name: &str| agent.variables.iter().any(|id| self.model.variable(*id).name == name);
            if let Some((name, _)) = variables.0.iter().find(|(name, _)| !known(name)) {
                return Err(format!("the model has no variable `{}.{name}`", agent.name));
            }
        }
        let code = |id: VarId| {
            let owner = &self.model.agent(self.model.variable(id).owner).name;
            let value = entry.get(owner).and_then(|own| own.get(&self.model.variable(id).name));
            let value = value.ok_or_else(|| format!("`{}` has no value", self.model.variable_text(id)))?;
            self.code(id, value).ok_or_else(|| format!("{value} is no value of `{}`", self.model.variable_text(id)))
        };
        self.model.variable_ids().map(code).collect()
    }

    fn code(&self, id: VarId, value: &Value) -> Option<u64> {
        let domain = self.model.variable(id).domain;
        match domain {
            Domain::Bool => value.as_bool().map(u64::from),
            Domain::Int { low, high } => {
                let number = value.as_i64().filter(|number| (low..=high).contains(number))?;
                u64::try_from(i128::from(number) - i128::from(low)).ok()
            }
            Domain::Enum(_) => {
                let name = value.as_str()?;
                let size = u64::try_from(self.model.domain_size(domain)).ok()?;
                (0..size).find(|code| self.model.value_text(domain, *code) == name)
            }
        }
    }

    fn agent(&self, name: &str) -> Result<AgentId, String> {
        let found = self.model.agent_ids().find(|id| self.model.agent(*id).name == name);
        found.ok_or_else(|| format!("the model has no agent `{name}`"))
    }

    fn state(&self, number: usize) -> Result<State, String> {
        self.states.get(number).cloned().ok_or_else(|| format!("there is no state {number}"))
    }

    fn node(&self, entry: &NodeEntry) -> Result<Node, String> {
        let formula = self.formulas.get(&entry.formula).copied();
        let formula = formula.ok_or_else(|| format!("`{}` is no part of the formula", entry.formula))?;
        let state = self.state(entry.state)?;
        Ok(Node { state, formula, holds: entry.holds, reason: self.reason(&entry.reason)? })
    }

    fn reason(&self, entry: &ReasonEntry) -> Result<Reason, String> {
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
            ReasonEntry::Claim { sentence } => Reason::Claim(NotShown::Quoted(sentence.clone())),
        })
    }

    fn row(&self, entry: &RowEntry) -> Result<Row, String> {
        let answer = |entry: &AnswerEntry| -> Result<Response, String> {
            Ok(Response { action: self.joint(&entry.action)?, state: self.state(entry.state)? })
        };
        let choice = |entry: &ChoiceEntry| -> Result<Choice, String> {
            let answers = entry.answers.iter().map(answer).collect::<Result<_, String>>()?;
            Ok(Choice { own: self.joint(&entry.own)?, answers })
        };
        let choices = entry.choices.iter().map(choice).collect::<Result<_, String>>()?;
        Ok(Row { state: self.state(entry.state)?, rank: entry.rank, choices })
    }

    fn confusion(&self, entry: &ConfusionEntry) -> Result<Confusion, String> {
        let agent = self.agent(&entry.agent)?;
        let states = entry.states.iter().map(|confused| {
            let action = self.action(agent, &confused.action)?;
            Ok(ConfusedState { access: self.path(&confused.access)?, action })
        });
        Ok(Confusion { agent, states: states.collect::<Result<_, String>>()? })
    }

    fn links(&self, entries: &[LinkEntry]) -> Result<Vec<EpistemicLink>, String> {
        entries.iter().map(|link| self.link(link)).collect()
    }

    fn link(&self, entry: &LinkEntry) -> Result<EpistemicLink, String> {
        Ok(EpistemicLink {
            observers: entry.observers.iter().map(|name| self.agent(name)).collect::<Result<_, String>>()?,
            state: self.state(entry.state)?,
            access: self.path(&entry.access)?,
            fair: entry.fair.as_ref().map(|path| self.path(path)).transpose()?,
        })
    }

    fn path(&self, entry: &PathEntry) -> Result<Path, String> {
        Ok(Path {
            states: entry.states.iter().map(|number| self.state(*number)).collect::<Result<_, String>>()?,
            actions: entry.actions.iter().map(|joint| self.joint(joint)).collect::<Result<_, String>>()?,
            back: entry.back,
        })
    }

    fn joint(&self, entry: &Ordered<String>) -> Result<JointAction, String> {
        let mut joint = vec![None; self.model.agents.len()];
        for (agent, action) in &entry.0 {
            let id = self.agent(agent)?;
            joint[id.index()] = Some(self.action(id, action)?);
        }
        Ok(joint)
    }

    fn action(&self, agent: AgentId, name: &str) -> Result<ActionId, String> {
        let agent = self.model.agent(agent);
        let found = agent.actions.iter().position(|known| known.name == name);
        found.map(ActionId::from).ok_or_else(|| format!("agent `{}` has no action `{name}`", agent.name))
    }
}

fn coverage(entry: CoverageEntry) -> Coverage {
    match entry {
        CoverageEntry::Whole => Coverage::Whole,
        CoverageEntry::Cut => Coverage::Cut,
    }
}
