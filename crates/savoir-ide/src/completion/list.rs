//! Collecting what may stand at a place.

use super::{Completion, CompletionKind, Insert};
use crate::context::Context;
use crate::{Document, describe};
use savoir_model::{AgentId, Model, VarId};
use savoir_syntax::{Span, SyntaxKind as K};
use std::collections::BTreeSet;

/// Completions of one place, each label once.
pub(super) struct List<'d> {
    pub(super) document: &'d Document,
    span: Span,
    found: Vec<Completion>,
    labels: BTreeSet<String>,
}

impl<'d> List<'d> {
    pub(super) fn new(document: &'d Document, span: Span) -> List<'d> {
        List { document, span, found: Vec::new(), labels: BTreeSet::new() }
    }

    pub(super) fn done(self) -> Vec<Completion> {
        self.found
    }

    pub(super) fn model(&self) -> &'d Model {
        &self.document.partial().model
    }

    fn add(&mut self, label: &str, kind: CompletionKind, insert: Insert, detail: Option<String>, more: Option<String>) {
        if self.labels.insert(label.to_owned()) {
            let (label, span) = (label.to_owned(), self.span);
            self.found.push(Completion { label, kind, span, insert, detail, documentation: more });
        }
    }

    /// A text as it is.
    pub(super) fn plain(&mut self, label: &str, kind: CompletionKind, detail: impl Into<String>) {
        let detail = detail.into();
        let detail = (!detail.is_empty()).then_some(detail);
        self.add(label, kind, Insert::Plain(label.to_owned()), detail, None);
    }

    /// A text that is inserted with more behind it.
    pub(super) fn with(&mut self, label: &str, kind: CompletionKind, insert: String, detail: impl Into<String>) {
        self.add(label, kind, Insert::Plain(insert), Some(detail.into()), None);
    }

    /// A piece of text with places to fill in.
    pub(super) fn snippet(&mut self, label: &str, kind: CompletionKind, body: &str, detail: &str, more: &str) {
        let more = (!more.is_empty()).then(|| more.to_owned());
        self.add(label, kind, Insert::Snippet(body.to_owned()), Some(detail.to_owned()), more);
    }

    /// Words of the language.
    pub(super) fn keywords(&mut self, words: &[&str]) {
        words.iter().for_each(|word| self.plain(word, CompletionKind::Keyword, ""));
    }

    /// A variable as `reader` writes it.
    pub(super) fn variable(&mut self, id: VarId, reader: Option<AgentId>) {
        let model = self.model();
        let label = describe::as_written_by(model, id, reader);
        self.add(
            &label,
            CompletionKind::Variable,
            Insert::Plain(label.clone()),
            Some(describe::domain(model, model.variable(id).domain)),
            Some(describe::observers(model, id)),
        );
    }

    /// A variable behind the dot.
    pub(super) fn variable_name(&mut self, id: VarId) {
        let model = self.model();
        let variable = model.variable(id);
        self.plain(&variable.name, CompletionKind::Variable, describe::domain(model, variable.domain));
    }

    /// The actions of an agent, without those that are listed already.
    pub(super) fn actions(&mut self, agent: AgentId, listed: &[&str]) {
        let agent = self.model().agent(agent);
        let actions = agent.actions.iter().filter(|action| !listed.contains(&action.name.as_str()));
        for action in actions {
            self.plain(&action.name, CompletionKind::Action, format!("action of {}", agent.name));
        }
    }

    /// Agents, without those that are listed already.
    pub(super) fn agents(&mut self, listed: &[&str]) {
        let agents = self.model().agents.iter().filter(|agent| agent.declared);
        // The environment is hardly ever meant.
        let (first, last): (Vec<_>, Vec<_>) = agents.partition(|agent| agent.name != "Environment");
        for agent in first.into_iter().chain(last).filter(|agent| !listed.contains(&agent.name.as_str())) {
            self.plain(&agent.name, CompletionKind::Agent, "agent");
        }
    }

    /// Named groups.
    pub(super) fn groups(&mut self) {
        let model = self.model();
        for group in &model.groups {
            let members = group.members.iter().map(|member| model.agent(*member).name.as_str());
            self.plain(&group.name, CompletionKind::Group, format!("{{{}}}", describe::some(members)));
        }
    }

    /// `end X` of the section at the cursor, where a statement may begin.
    pub(super) fn end(&mut self, context: &Context<'_>) {
        let takes_list = |kind: &K| matches!(kind, K::SemanticsKw | K::LobsvarsKw | K::ActionsKw);
        let section = context.section.filter(|kind| context.words.is_empty() && !takes_list(kind));
        if let Some(section) = section {
            self.keywords(&[&format!("end {}", word(section))]);
        }
    }
}

/// A keyword as it is written.
pub(super) fn word(kind: K) -> String {
    kind.describe().trim_matches('`').to_owned()
}
