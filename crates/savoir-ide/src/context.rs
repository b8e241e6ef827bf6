//! Where a cursor stands, as far as the words before it tell. It is found out from words and not from the tree: while a
//! statement is being typed, the tree may see in it what nobody means.

use crate::Document;
use crate::syntax::{is_word, token_at};
use savoir_model::{AgentId, Symbol};
use savoir_syntax::{Span, SyntaxKind as K, TokenId};

/// A word or a sign before the cursor.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Word<'d> {
    pub(crate) kind: K,
    pub(crate) text: &'d str,
    pub(crate) span: Span,
}

/// Where a cursor stands.
pub(crate) struct Context<'d> {
    /// Whether it stands inside an agent, and which one, if that is known.
    pub(crate) agent: Whose,
    /// The word that the section around it begins with.
    pub(crate) section: Option<K>,
    /// The words of the statement, without the one at the cursor.
    pub(crate) words: Vec<Word<'d>>,
    /// The word right before the one at the cursor.
    pub(crate) previous: Option<K>,
    /// What an `end` ends that stands right before the cursor.
    pub(crate) closing: Option<K>,
    /// The word at the cursor, as far as it is a word.
    pub(crate) typed: Span,
    /// The sections of this agent, or of the file, that begin before the cursor, and those that begin behind it.
    pub(crate) before: Vec<K>,
    pub(crate) behind: Vec<K>,
}

/// Inside which agent a cursor stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Whose {
    /// In none.
    Nobody,
    /// In one that has no name yet.
    Unnamed,
    /// In this one.
    Agent(AgentId),
}

impl Whose {
    pub(crate) fn id(self) -> Option<AgentId> {
        match self {
            Whose::Agent(id) => Some(id),
            Whose::Nobody | Whose::Unnamed => None,
        }
    }
}

impl<'d> Context<'d> {
    /// Where an offset is; nothing inside of comments.
    pub(crate) fn at(document: &'d Document, offset: u32) -> Option<Context<'d>> {
        let tree = document.tree();
        let offset = offset.min(document.text().len() as u32);
        let left = offset.checked_sub(1).and_then(|before| token_at(tree, before)).map(|id| tree.token(id));
        if left.is_some_and(|left| left.kind == K::Comment) {
            return None;
        }
        let typed = left.filter(|left| is_word(left.kind)).map_or(Span::new(offset, offset), |left| left.span);
        let words: Vec<Word<'d>> = words(document).collect();
        let cut = words.partition_point(|word| word.span.start < typed.start);
        let next = cut + usize::from(words.get(cut).is_some_and(|word| word.span == typed));
        let mut scan = Scan { words: &words, at: 0, end: cut, level: Level::default(), statement: 0 };
        scan.run();
        let Scan { level, statement, .. } = scan;
        let behind = sections_behind(&words[next..], level.agent.is_some());
        Some(Context {
            agent: whose(document, level.agent),
            section: level.section,
            words: words[statement.min(cut)..cut].to_vec(),
            previous: words[..cut].last().map(|word| word.kind),
            closing: level.closing,
            typed,
            before: level.seen,
            behind,
        })
    }

    /// The words behind the last of this kind, if there is one.
    pub(crate) fn behind_last(&self, kind: K) -> Option<&[Word<'d>]> {
        let at = self.words.iter().rposition(|word| word.kind == kind)?;
        Some(&self.words[at + 1..])
    }
}

/// The words and signs of a text, without comments.
fn words(document: &Document) -> impl Iterator<Item = Word<'_>> {
    let tree = document.tree();
    let all = tree.tokens().iter().enumerate().filter(|(_, token)| !token.kind.is_trivia());
    all.map(|(index, token)| {
        let text = tree.token_text(TokenId(index as u32));
        Word { kind: token.kind, text, span: token.span }
    })
}

fn whose(document: &Document, agent: Option<Option<Span>>) -> Whose {
    let Some(name) = agent else { return Whose::Nobody };
    let found = name.and_then(|name| document.partial().map.at(name.start).filter(|found| found.span == name));
    match found.map(|found| found.symbol) {
        Some(Symbol::Agent(id)) => Whose::Agent(id),
        _ => Whose::Unnamed,
    }
}

#[derive(Default)]
struct Level {
    /// The name of the agent, inside of one.
    agent: Option<Option<Span>>,
    section: Option<K>,
    closing: Option<K>,
    /// Sections of the agent, or of the file.
    seen: Vec<K>,
    /// Those of the file, while inside an agent.
    outside: Vec<K>,
}

struct Scan<'w> {
    words: &'w [Word<'w>],
    at: usize,
    end: usize,
    level: Level,
    /// Where the statement begins.
    statement: usize,
}

impl Scan<'_> {
    fn kind(&self, index: usize) -> Option<K> {
        self.words[..self.end].get(index).map(|word| word.kind)
    }

    fn run(&mut self) {
        while let Some(kind) = self.kind(self.at) {
            let step = match kind {
                K::EndKw => self.end_of_section(),
                K::AgentKw => self.agent(),
                _ if self.starts_section(kind) => self.section(kind),
                K::Semicolon => {
                    self.statement = self.at + 1;
                    if matches!(self.level.section, Some(K::LobsvarsKw | K::ActionsKw | K::SemanticsKw)) {
                        self.level.section = None;
                    }
                    1
                }
                _ => 1,
            };
            self.at += step;
        }
    }

    fn end_of_section(&mut self) -> usize {
        let name = self.kind(self.at + 1).filter(|_| !self.begins_agent(self.at + 1));
        self.level.closing = name.is_none().then(|| self.level.section.unwrap_or(K::AgentKw));
        self.level.section = None;
        if name == Some(K::AgentKw) {
            self.leave_agent();
        }
        let step = 1 + usize::from(name.is_some_and(|name| name == K::AgentKw || is_section_word(name)));
        // What is typed behind `end` belongs to it.
        self.statement = if step == 1 { self.at } else { self.at + step };
        step
    }

    /// Whether the word `Agent` begins one, and is no name behind an `end`: then a name and a section follow.
    fn begins_agent(&self, index: usize) -> bool {
        let is_name = |kind| matches!(kind, K::Ident | K::EnvironmentKw);
        self.kind(index) == Some(K::AgentKw)
            && self.kind(index + 1).is_some_and(is_name)
            && self.kind(index + 2).is_some_and(is_section_word)
    }

    fn agent(&mut self) -> usize {
        self.leave_agent();
        self.level.seen.push(K::AgentKw);
        self.level.outside = std::mem::take(&mut self.level.seen);
        let named = self.kind(self.at + 1).is_some_and(|kind| matches!(kind, K::Ident | K::EnvironmentKw));
        self.level.agent = Some(named.then(|| self.words[self.at + 1].span));
        self.statement = self.at + 1 + usize::from(named);
        self.statement - self.at
    }

    fn leave_agent(&mut self) {
        if self.level.agent.take().is_some() {
            self.level.seen = std::mem::take(&mut self.level.outside);
        }
        self.level.section = None;
    }

    fn starts_section(&self, kind: K) -> bool {
        let behind_dot = self.at > 0 && self.words[self.at - 1].kind == K::Dot;
        is_section_word(kind) && !behind_dot
    }

    fn section(&mut self, kind: K) -> usize {
        if is_file_section(kind) {
            self.leave_agent();
        }
        self.level.seen.push(kind);
        self.level.section = Some(kind);
        let step = 1 + usize::from(matches!(self.kind(self.at + 1), Some(K::Colon | K::Equal)));
        self.statement = self.at + step;
        step
    }
}

/// The sections that follow on the same level.
fn sections_behind(words: &[Word<'_>], in_agent: bool) -> Vec<K> {
    let mut found = Vec::new();
    let mut before = None;
    for word in words {
        let begins = before != Some(K::EndKw) && before != Some(K::Dot);
        let is_over = word.kind == K::AgentKw || is_file_section(word.kind);
        if in_agent && is_over {
            break;
        }
        if begins && (in_agent && is_section_word(word.kind) || is_over) {
            found.push(word.kind);
        }
        before = Some(word.kind);
    }
    found
}

/// Words that begin a section, of the file or of an agent.
pub(crate) fn is_section_word(kind: K) -> bool {
    let of_agent = matches!(
        kind,
        K::ObsvarsKw | K::LobsvarsKw | K::VarsKw | K::RedStatesKw | K::ActionsKw | K::ProtocolKw | K::EvolutionKw
    );
    of_agent || is_file_section(kind)
}

fn is_file_section(kind: K) -> bool {
    matches!(kind, K::SemanticsKw | K::EvaluationKw | K::InitStatesKw | K::GroupsKw | K::FairnessKw | K::FormulaeKw)
}

/// Whether a word can be the last one of an operand.
pub(crate) fn ends_operand(kind: K) -> bool {
    matches!(
        kind,
        K::Ident | K::Int | K::RParen | K::TrueKw | K::FalseKw | K::ActionKw | K::RedStatesKw | K::GreenStatesKw
    )
}
