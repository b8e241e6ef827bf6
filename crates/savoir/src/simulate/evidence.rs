//! Evidence as paths to walk along: from an initial state to whatever it shows.
//!
//! A tree of evidence may come from anybody. It is gone through without recursion, each node once, and a path is offered
//! only if it starts in an initial state and each of its steps is one of the model.

use super::Simulation;
use super::command::Command;
use super::reply::{Reply, Trouble};
use super::trail::Trail;
use crate::session::{Step, holds};
use savoir_model::{AgentId, Model};
use savoir_reference::{State, leads_to, may_perform};
use savoir_replay::{Conflict, EpistemicLink, Evidence, Node, NodeId, Path, PathReason, Reason, Shown, Strategy, Tree};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// So many paths of a piece of evidence are offered at most.
const MOST_PATHS: usize = 100;
/// A play of a strategy is followed for so many steps.
const LONGEST_PLAY: usize = 1_000;

/// A path that evidence shows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvidencePath {
    /// The formula that the evidence is for, in words for people.
    pub formula: String,
    /// Whether the formula holds.
    pub holds: bool,
    /// What the path is for.
    pub purpose: PathPurpose,
    /// Where it starts.
    pub first: State,
    /// What happens then.
    pub steps: Vec<Step>,
    /// For an infinite path: after how many steps it was where it ends before.
    pub back: Option<usize>,
}

/// What a path of evidence is for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PathPurpose {
    /// It shows the verdict, or a part of it.
    Shows,
    /// It leads to a state that these observers together cannot tell from another one.
    Possible(Vec<AgentId>),
    /// It is a play: the first choice of a strategy with the first answer to it, again and again.
    Play,
    /// It leads to a state that this agent confuses with another one.
    Confused(AgentId),
}

/// The paths that a piece of evidence shows, in the order of its nodes; `formula` names what it is for.
#[must_use]
pub fn evidence_paths(formula: &str, evidence: &Evidence) -> Vec<EvidencePath> {
    let Shown::Tree(tree) = &evidence.shown else { return Vec::new() };
    let mut finder = Finder { tree, seen: BTreeSet::new(), open: Vec::new(), found: Vec::new() };
    finder.find();
    let found = finder.found.into_iter().map(|found| EvidencePath {
        formula: formula.to_owned(),
        holds: evidence.holds,
        purpose: found.purpose,
        first: found.walked.first.clone(),
        steps: found.walked.steps.clone(),
        back: found.back,
    });
    without_beginnings(found.collect())
}

/// Each path once, without those that go on in another one, and without mere initial states beyond the first.
fn without_beginnings(paths: Vec<EvidencePath>) -> Vec<EvidencePath> {
    let goes_on = |path: &EvidencePath, other: &EvidencePath| {
        path.back.is_none()
            && other.first == path.first
            && other.steps.len() > path.steps.len()
            && other.steps.starts_with(&path.steps)
    };
    let is_new = |(number, path): (usize, &EvidencePath)| {
        let is_bare = number > 0 && path.steps.is_empty() && path.purpose == PathPurpose::Shows;
        !is_bare && !paths[..number].contains(path) && !paths.iter().any(|other| goes_on(path, other))
    };
    let kept: Vec<bool> = paths.iter().enumerate().map(is_new).collect();
    paths.into_iter().zip(kept).filter_map(|(path, kept)| kept.then_some(path)).collect()
}

/// A path from an initial state.
struct Walked {
    first: State,
    steps: Vec<Step>,
}

impl Walked {
    fn of(path: &Path) -> Option<Walked> {
        let first = path.start()?.clone();
        Some(Walked { first, steps: steps(path).collect() })
    }

    fn end(&self) -> &State {
        self.steps.last().map_or(&self.first, |step| &step.state)
    }

    /// This path, then so many states of another one that starts where it ends.
    fn then(&self, path: &Path, states: usize) -> Walked {
        let more = steps(path).take(states.saturating_sub(1));
        Walked { first: self.first.clone(), steps: self.steps.iter().cloned().chain(more).collect() }
    }
}

/// The steps of a path, without the one that closes a circle.
fn steps(path: &Path) -> impl Iterator<Item = Step> + '_ {
    path.actions
        .iter()
        .zip(path.states.iter().skip(1))
        .map(|(action, state)| Step { action: action.clone(), state: state.clone() })
}

struct Found {
    purpose: PathPurpose,
    walked: Rc<Walked>,
    back: Option<usize>,
}

/// A node to look at: how it is come to, and what for.
struct Open {
    node: NodeId,
    walked: Rc<Walked>,
    purpose: PathPurpose,
}

struct Finder<'t> {
    tree: &'t Tree,
    seen: BTreeSet<NodeId>,
    open: Vec<Open>,
    found: Vec<Found>,
}

impl Finder<'_> {
    fn find(&mut self) {
        let roots: Vec<NodeId> = self.tree.others.iter().rev().copied().chain([NodeId::ROOT]).collect();
        for node in roots {
            if let Some(root) = self.tree.nodes.get(node.index()) {
                let walked = Rc::new(Walked { first: root.state.clone(), steps: Vec::new() });
                self.open.push(Open { node, walked, purpose: PathPurpose::Shows });
            }
        }
        while self.found.len() < MOST_PATHS
            && let Some(open) = self.open.pop()
        {
            if let Some(node) = self.tree.nodes.get(open.node.index()).filter(|_| self.seen.insert(open.node)) {
                self.look(node, &open);
            }
        }
    }

    fn look(&mut self, node: &Node, open: &Open) {
        let keep = |back| Found { purpose: open.purpose.clone(), walked: open.walked.clone(), back };
        match &node.reason {
            Reason::Parts(parts) if parts.is_empty() => self.found.push(keep(None)),
            Reason::Parts(parts) => {
                let part =
                    |node: &NodeId| Open { node: *node, walked: open.walked.clone(), purpose: open.purpose.clone() };
                self.open.extend(parts.iter().rev().map(part));
            }
            Reason::Path(path) => self.path(path, open),
            Reason::PossibleState(possible) => match possible.links.last() {
                None => self.open.push(Open {
                    node: possible.node,
                    walked: open.walked.clone(),
                    purpose: open.purpose.clone(),
                }),
                Some(link) => {
                    self.found.push(keep(None));
                    self.linked(link, Some(possible.node));
                }
            },
            Reason::Strategy(strategy) => self.strategy(node, strategy, open),
            Reason::Conflict(conflict) => {
                self.found.push(keep(None));
                self.conflict(conflict);
            }
            Reason::Claim(_) => self.found.push(keep(None)),
        }
    }

    fn path(&mut self, PathReason { path, marks, .. }: &PathReason, open: &Open) {
        let mut walked = open.walked.then(path, path.states.len());
        let mut back = None;
        if let Some(place) = path.back
            && let (Some(state), Some(action)) = (path.states.get(place), path.actions.last())
        {
            walked.steps.push(Step { action: action.clone(), state: state.clone() });
            back = Some(open.walked.steps.len() + place);
        }
        self.found.push(Found { purpose: open.purpose.clone(), walked: Rc::new(walked), back });
        for mark in marks.iter().rev() {
            let walked = Rc::new(open.walked.then(path, mark.position + 1));
            self.open.push(Open { node: mark.node, walked, purpose: open.purpose.clone() });
        }
    }

    /// A state that looks the same as another one, by its own way from an initial state.
    fn linked(&mut self, link: &EpistemicLink, node: Option<NodeId>) {
        let Some(walked) = Walked::of(&link.access).map(Rc::new) else { return };
        let purpose = PathPurpose::Possible(link.observers.clone());
        self.found.push(Found { purpose: purpose.clone(), walked: walked.clone(), back: None });
        self.open.extend(node.map(|node| Open { node, walked, purpose }));
    }

    fn strategy(&mut self, node: &Node, strategy: &Strategy, open: &Open) {
        let link = strategy.start_set.iter().flatten().last().filter(|_| !node.holds);
        let start = link.and_then(|link| Walked::of(&link.access)).map_or_else(|| open.walked.clone(), Rc::new);
        let rows: BTreeMap<&State, _> = strategy.rows.iter().map(|row| (&row.state, row)).collect();
        let (mut at, mut steps, mut back) = (start.end().clone(), start.steps.clone(), None);
        let mut been = BTreeMap::from([(at.clone(), steps.len())]);
        for _ in 0..LONGEST_PLAY {
            let choice = rows.get(&at).and_then(|row| row.choices.first());
            let Some(answer) = choice.and_then(|choice| choice.answers.first()) else { break };
            at.clone_from(&answer.state);
            steps.push(Step { action: answer.action.clone(), state: at.clone() });
            back = been.insert(at.clone(), steps.len());
            if back.is_some() {
                break;
            }
        }
        let walked = Rc::new(Walked { first: start.first.clone(), steps });
        self.found.push(Found { purpose: PathPurpose::Play, walked, back });
    }

    fn conflict(&mut self, conflict: &Conflict) {
        for confusion in &conflict.confusions {
            let purpose = PathPurpose::Confused(confusion.agent);
            let walked = confusion.states.iter().filter_map(|confused| Walked::of(&confused.access));
            let found = walked.map(|walked| Found { purpose: purpose.clone(), walked: Rc::new(walked), back: None });
            self.found.extend(found.take(MOST_PATHS));
        }
    }
}

impl EvidencePath {
    /// What is wrong with the path, if it is none of the model.
    fn problem(&self, model: &Model) -> Option<String> {
        if !holds(model, model.init, &self.first) {
            return Some("it does not start in an initial state".to_owned());
        }
        let mut from = &self.first;
        for (number, Step { action, state }) in self.steps.iter().enumerate() {
            let allowed =
                model.agent_ids().zip(action).all(|(agent, action)| may_perform(model, agent, from).contains(action));
            if !allowed || !leads_to(model, from, action, state) {
                return Some(format!("step {} is none of the model", number + 1));
            }
            from = state;
        }
        None
    }
}

impl Simulation<'_> {
    /// Offers paths of evidence to `evidence N`, instead of those that were offered before.
    ///
    /// # Errors
    /// If a path is none of the model; then nothing has changed.
    pub fn offer(&mut self, paths: Vec<EvidencePath>) -> Result<Reply, Trouble> {
        for (number, path) in paths.iter().enumerate() {
            self.settings.budget.check()?;
            if let Some(problem) = path.problem(self.model) {
                return Err(Trouble::Wrong(format!("path {} of the evidence: {problem}", number + 1)));
            }
        }
        self.evidence = paths;
        Ok(Reply::Evidence(self.evidence.clone()))
    }

    /// The paths of evidence, or one of them to walk along.
    pub(super) fn evidence(&mut self, number: Option<usize>) -> Result<Reply, Trouble> {
        let Some(number) = number else { return Ok(Reply::Evidence(self.evidence.clone())) };
        let Some(path) = number.checked_sub(1).and_then(|index| self.evidence.get(index)) else {
            return Err(Trouble::Wrong(match self.evidence.len() {
                0 => format!("no evidence was opened, so there is no `{}`", Command::Evidence(Some(number))),
                1 => "the evidence has only one path".to_owned(),
                count => format!("the paths of the evidence have the numbers 1 to {count}"),
            }));
        };
        let start = self.initial.states.iter().position(|state| *state == path.first);
        let mut trail = Trail::new(start.map(|index| index + 1), path.first.clone());
        path.steps.iter().for_each(|step| trail.push(step.clone()));
        trail.go(0);
        self.trail = trail;
        Ok(Reply::Here(self.here()))
    }
}
