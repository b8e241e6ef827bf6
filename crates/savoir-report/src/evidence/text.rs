//! Evidence for people: what it shows in sentences, paths with what changes, and what follows indented below.

use super::states::{States, WIDTH};
use super::{Detail, View, claims, problems, words};
use crate::style::{BAD, DIM, paint, wrap};
use savoir::{
    AtlSemantics, Claim, EpistemicLink, Evidence, EvidenceOutcome, FormulaEvidence, FormulaId, InitialCoverage,
    Mismatch, Model, Node, NodeId, Path, PathReason, Reason, Replayed, Shown, State, Tree, truth_along,
};
use std::fmt::Write;

/// Where evidence starts on a line, below its verdict.
const INDENT: usize = 6;
/// Deeper levels are not indented any further.
const DEEPEST: usize = 30;
/// Wider tables of truth values are left out.
const WIDEST_TABLE: usize = 40;

/// What a claim ends with; it stays on one line.
pub(super) const NOT_REPLAYED: &str = "(not\u{a0}replayed)";

/// What was found for a verdict.
#[must_use]
pub fn render(found: &FormulaEvidence, view: &View) -> String {
    let model = &found.model;
    match &found.outcome {
        EvidenceOutcome::GivenUp(cause) => paragraph(INDENT, &format!("No evidence: {cause}.")),
        EvidenceOutcome::Shown(evidence, replayed) => {
            format!("{}\n", evidence_text(model, evidence, replayed, view).trim_end())
        }
        EvidenceOutcome::Refuted(_, mismatch) => refuted(model, mismatch),
    }
}

fn refuted(model: &Model, mismatch: &Mismatch) -> String {
    let style = paint(BAD, "The evidence is wrong, and the verdict may be wrong too:");
    format!("{}{style} {}.\n", " ".repeat(INDENT), problems::mismatch(model, mismatch))
}

fn evidence_text(model: &Model, evidence: &Evidence, replayed: &Replayed, view: &View) -> String {
    let tree = match &evidence.shown {
        Shown::Claim(_) => {
            let sentence = evidence.claim().map(|claim| words::capital(&claims::sentence(model, &claim)));
            return sentence.map_or_else(String::new, |sentence| paragraph(INDENT, &format!("{sentence}.")));
        }
        Shown::Tree(tree) => tree,
    };
    let states = States::new(model, view);
    let atl = evidence.semantics.atl;
    let mut page = Page { model, tree, view, atl, states, out: String::new(), done: Vec::new() };
    page.node(NodeId::ROOT, INDENT);
    if view.detail == Detail::Full
        && let Some(fair) = &tree.fair
    {
        page.say(INDENT, "The first state lies on a fair path:");
        page.draw(INDENT + 2, fair);
    }
    page.footer(replayed);
    page.out
}

/// Whether a possible state is the only one, or one of several on the way to where something fails.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Place {
    Only,
    InChain,
}

pub(super) struct Page<'a> {
    pub(super) model: &'a Model,
    pub(super) tree: &'a Tree,
    pub(super) view: &'a View,
    /// What strategies may depend on.
    pub(super) atl: AtlSemantics,
    pub(super) states: States<'a>,
    pub(super) out: String,
    /// The nodes that were explained already.
    done: Vec<NodeId>,
}

impl Page<'_> {
    /// What a node says, and why. The recursion goes to proper parts of the formula, whose depth is bounded.
    fn node(&mut self, id: NodeId, indent: usize) {
        let tree = self.tree;
        let node = tree.node(id);
        let new = !self.done.contains(&id);
        self.done.push(id);
        let at = self.states.name(&node.state);
        let formula = words::quoted(self.model, node.formula);
        let initial = if id == NodeId::ROOT { "the initial state " } else { "" };
        let claim = format!("{formula} {} in {initial}{at}", words::verb(node.holds));
        if !new {
            self.say(indent, &format!("{claim}, as shown above."));
            return;
        }
        let deeper = (indent + 2).min(DEEPEST);
        match &node.reason {
            Reason::Parts(parts) => {
                let because = words::because(self.model, tree, node, parts);
                let because = if because.is_empty() { ".".to_owned() } else { format!(": {because}.") };
                self.say(indent, &format!("{claim}{because}"));
                self.show_state(node, deeper);
                parts.iter().for_each(|part| self.node(*part, deeper));
            }
            Reason::Path(reason) => self.path(node, reason, &claim, indent),
            Reason::PossibleState(possible) => {
                let other = self.states.name(&tree.node(possible.node).state);
                self.say(
                    indent,
                    &format!("{claim}: {}.", words::possible_state(self.model, node, possible, &at, &other)),
                );
                self.show_state(node, deeper);
                let place = if possible.links.len() > 1 { Place::InChain } else { Place::Only };
                let mut from = &node.state;
                for link in &possible.links {
                    self.link(from, link, place, deeper);
                    from = &link.state;
                }
                self.follow(possible.node, deeper);
            }
            Reason::Strategy(strategy) => self.strategy(node, strategy, &claim, indent),
            Reason::Conflict(conflict) => self.conflict(node, conflict, &claim, indent),
            Reason::Claim(_) => {
                let sentence = node.claim().map_or_else(String::new, |claim| claims::sentence(self.model, &claim));
                self.say(indent, &format!("{claim}: {sentence}. {NOT_REPLAYED}"));
                self.show_state(node, deeper);
            }
        }
    }

    fn path(&mut self, node: &Node, reason: &PathReason, claim: &str, indent: usize) {
        let deeper = (indent + 2).min(DEEPEST);
        let at = self.states.name(&node.state);
        self.say(indent, &format!("{claim}: {}{}", words::path(self.model, node, reason, &at), self.end(reason)));
        let alone = reason.path.states.len() == 1 && reason.path.back.is_none();
        if !alone || !self.states.is_drawn(&node.state) {
            self.draw(deeper, &reason.path);
        }
        if let (Detail::Full, Some(fair)) = (self.view.detail, &reason.fair) {
            self.say(deeper, "It goes on fairly:");
            self.draw(deeper + 2, fair);
        }
        if let Some((_, path)) = self.model.formulas.get(node.formula).quantified() {
            self.table(path, reason, deeper);
        }
        let mut followed: Vec<NodeId> = Vec::new();
        for mark in &reason.marks {
            if !followed.contains(&mark.node) {
                followed.push(mark.node);
                self.follow(mark.node, deeper);
            }
        }
    }

    /// A path between empty lines.
    pub(super) fn draw(&mut self, indent: usize, path: &Path) {
        if !self.out.ends_with("\n\n") {
            self.out.push('\n');
        }
        self.states.path(&mut self.out, indent, path);
        self.out.push('\n');
    }

    /// A full stop, or a colon where a path follows.
    fn end(&self, reason: &PathReason) -> &'static str {
        if reason.path.states.len() == 1 && reason.path.back.is_none() { "." } else { ":" }
    }

    /// What a node says, unless that was said already with the path that led there.
    pub(super) fn follow(&mut self, id: NodeId, indent: usize) {
        let node = self.tree.node(id);
        if !self.model.formulas.get(node.formula).is_fact() {
            self.node(id, indent);
        }
    }

    /// How a possible state looks, and how it is reached; `from` is the state it cannot be told from.
    pub(super) fn link(&mut self, from: &State, link: &EpistemicLink, place: Place, indent: usize) {
        let (at, other) = (self.states.name(from), self.states.name(&link.state));
        let full = self.view.detail == Detail::Full;
        let known = self.states.is_drawn(&link.state) && !full;
        let steps = link.access.actions.len();
        let how = match steps {
            _ if known => "was shown above".to_owned(),
            0 => "is an initial state".to_owned(),
            1 => "is reached in 1 step from an initial state".to_owned(),
            steps => format!("is reached in {steps} steps from an initial state"),
        };
        let subject = match place {
            Place::Only => other,
            Place::InChain => {
                format!("In {at}, {} thinks {other} possible, which", self.states.agents(&link.observers))
            }
        };
        // An initial state is known well enough by what makes the difference.
        let draws = full || !known && steps > 0;
        let end = if draws { ":" } else { "." };
        let difference = if link.observers.is_empty() { None } else { self.states.difference(&link.state, from) };
        let where_from = difference.map_or_else(String::new, |list| format!(" and differs from {at} in {list}"));
        self.say(indent, &format!("{subject} {how}{where_from}{end}"));
        if draws {
            self.draw(indent + 2, &link.access);
        }
        self.states.mark_drawn(&link.state);
        if let (true, Some(fair)) = (full, &link.fair) {
            self.say(indent, "It goes on fairly:");
            self.draw(indent + 2, fair);
        }
    }

    /// The state of a node, if it was not drawn before.
    pub(super) fn show_state(&mut self, node: &Node, indent: usize) {
        if !self.states.is_drawn(&node.state) {
            self.draw(indent, &Path { states: vec![node.state.clone()], actions: Vec::new(), back: None });
        }
    }

    /// The truth of a path formula and its parts along a lasso.
    fn table(&mut self, formula: FormulaId, reason: &PathReason, indent: usize) {
        let names: Vec<String> = reason.path.states.iter().map(|state| self.states.name(state)).collect();
        if names.len() > WIDEST_TABLE {
            return;
        }
        let rows = truth_along(self.model, self.tree, formula, reason);
        let text = |part: FormulaId| self.model.formula_brief(part);
        let width = rows.iter().map(|(part, _)| text(*part).chars().count()).max().unwrap_or(0);
        if width + 4 * names.len() + indent > WIDTH {
            return;
        }
        let left = " ".repeat(indent);
        let cells: String = names.iter().map(|name| format!("{name:>4}")).collect();
        let _ = writeln!(self.out, "{left}{:<width$}{cells}", "");
        for (part, truths) in rows {
            let mark = |truth: &Option<bool>| match truth {
                Some(true) => "   +",
                Some(false) => "   -",
                None => "   ?",
            };
            let cells: String = truths.iter().map(mark).collect();
            let _ = writeln!(self.out, "{left}{:<width$}{cells}", text(part));
        }
        self.out.push('\n');
    }

    /// What was checked, and what was not unless it says so itself.
    fn footer(&mut self, replayed: &Replayed) {
        let fair = if self.view.detail == Detail::Full { "" } else { ", some of them on fair paths that --full shows" };
        for line in replayed_lines(self.model, self.tree, replayed, fair) {
            let text = paragraph(INDENT, &line);
            self.out.push_str(&text.lines().map(|line| paint(DIM, line) + "\n").collect::<String>());
        }
    }

    pub(super) fn say(&mut self, indent: usize, sentence: &str) {
        self.out.push_str(&paragraph(indent, sentence));
    }
}

/// A paragraph of lines that are not too long.
fn paragraph(indent: usize, text: &str) -> String {
    let left = " ".repeat(indent);
    let lines = wrap(text, WIDTH.saturating_sub(indent));
    let styled = |line: &String| line.replace(NOT_REPLAYED, &paint(DIM, NOT_REPLAYED)).replace('\u{a0}', " ");
    lines.iter().map(|line| format!("{left}{}\n", styled(line))).collect()
}

/// What was checked, and what was not unless the evidence says so itself, in sentences.
pub(super) fn replayed(model: &Model, tree: &Tree, replayed: &Replayed) -> Vec<String> {
    replayed_lines(model, tree, replayed, "")
}

fn replayed_lines(model: &Model, tree: &Tree, replayed: &Replayed, fair: &str) -> Vec<String> {
    let mut lines = Vec::new();
    if replayed.nodes > 0 {
        let steps = match replayed.steps {
            0 => String::new(),
            1 => ", 1 step".to_owned(),
            steps => format!(", {steps} steps"),
        };
        let fair = if has_fair_paths(tree) { fair } else { "" };
        lines.push(format!("Replayed{steps}{fair}{}.", starts_everywhere(replayed)));
    }
    let in_tree: Vec<Claim> = tree.shown_nodes().iter().filter_map(Node::claim).collect();
    let others = replayed.claims.iter().filter(|claim| !in_tree.contains(claim));
    let others = claims::sentences(model, others);
    lines.extend(others.iter().map(|claim| format!("Not replayed: {claim}.")));
    lines
}

/// People see one initial state, but there may be more.
fn starts_everywhere(replayed: &Replayed) -> String {
    match replayed.initial {
        Some(InitialCoverage { shown, all: Some(all) }) if shown == all && all > 1 => {
            format!(", for all {all} initial states")
        }
        // Otherwise a claim says so.
        _ => String::new(),
    }
}

/// Whether there are fair paths beside those that are shown.
fn has_fair_paths(tree: &Tree) -> bool {
    tree.fair.is_some()
        || tree.shown_nodes().iter().any(|node| match &node.reason {
            Reason::Path(reason) => reason.fair.is_some(),
            Reason::PossibleState(possible) => possible.links.iter().any(|link| link.fair.is_some()),
            Reason::Strategy(strategy) => {
                strategy.start_set.as_ref().is_some_and(|links| links.iter().any(|link| link.fair.is_some()))
            }
            Reason::Parts(_) | Reason::Conflict(_) | Reason::Claim(_) => false,
        })
}
