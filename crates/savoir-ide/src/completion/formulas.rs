//! Formulas: operators from the table, propositions, groups and agents, each in its place.

use super::list::List;
use super::operands::{self, Reader, is_comparison};
use super::{CompletionKind, declarations};
use crate::brackets::{Bracket, Open, closes_coalition, open_brackets};
use crate::context::{Context, Word, ends_operand};
use crate::signature::{meaning, parameters};
use savoir_model::{Family, Logic, Notation, Operator, Role};
use savoir_syntax::SyntaxKind as K;

/// What may follow the words of a formula.
pub(super) fn complete(list: &mut List<'_>, context: &Context<'_>) {
    let logic = match context.words.first().map(|word| word.kind) {
        Some(K::LtlKw) => Logic::Ltl,
        Some(K::CtlStarKw) => Logic::CtlStar,
        _ => Logic::Plain,
    };
    let words = &context.words[usize::from(logic != Logic::Plain)..];
    let open = open_brackets(words);
    match open.last() {
        Some(open) if open.bracket == Bracket::List => {
            if let Some(listed) = declarations::listed(words).filter(|_| declarations::expects_name(words)) {
                list.agents(&listed);
            }
        }
        Some(open) if open.bracket == Bracket::Coalition => who(list, Role::Coalition, &words[open.inside..]),
        last => match last.and_then(|open| names_somebody(open, words)) {
            Some((role, inside)) => who(list, role, inside),
            None => formula(list, context, words, logic, &open),
        },
    }
}

/// The role of the agent or group that stands at the cursor inside of a call, and what is there already.
fn names_somebody<'w, 'd>(open: &Open<'d>, words: &'w [Word<'d>]) -> Option<(Role, &'w [Word<'d>])> {
    let Bracket::Call(word) = open.bracket else { return None };
    let called = |operator: &&Operator| matches!(operator.notation(), Notation::Call(own) if own == word);
    let operator = Operator::ALL.iter().find(called)?;
    let role = *operator.takes().get(open.place)?;
    let comma = words.iter().rposition(|word| word.kind == K::Comma).map_or(open.inside, |at| at + 1);
    let inside = &words[comma.max(open.inside)..];
    matches!(role, Role::Knower | Role::Knowers | Role::Judged | Role::Obliged).then_some((role, inside))
}

/// The name of an agent or a group.
fn who(list: &mut List<'_>, role: Role, inside: &[Word<'_>]) {
    if !inside.is_empty() {
        return;
    }
    if matches!(role, Role::Knowers | Role::Coalition) {
        list.groups();
        list.snippet("{…}", CompletionKind::Snippet, "{$0}", "several agents", "");
    }
    list.agents(&[]);
}

fn formula(list: &mut List<'_>, context: &Context<'_>, words: &[Word<'_>], logic: Logic, open: &[Open<'_>]) {
    let last = words.last().map(|word| word.kind);
    match last {
        Some(K::Greater) if closes_coalition(words) => enforced(list),
        Some(K::Dot) => operands::complete(list, words, Reader::Formula, &[]),
        Some(kind) if is_comparison(kind) => operands::complete(list, words, Reader::Formula, &[]),
        Some(kind) if ends_operand(kind) => between(list, logic, open),
        _ => {
            if words.is_empty() && logic == Logic::Plain {
                start(list, context);
            }
            propositions(list);
            operators(list, context, logic);
            operands::complete(list, &[], Reader::Formula, &[]);
        }
    }
}

/// What a formula may begin with besides operands.
fn start(list: &mut List<'_>, context: &Context<'_>) {
    if context.section == Some(K::FormulaeKw) {
        list.plain("LTL", CompletionKind::Keyword, "a path formula that holds on all paths");
        list.plain("CTL*", CompletionKind::Keyword, "quantifiers and temporal operators in any order");
    }
}

fn propositions(list: &mut List<'_>) {
    let model = list.model();
    for proposition in &model.propositions {
        let condition = crate::symbols::short(&model.condition_text(proposition.condition));
        list.plain(&proposition.name, CompletionKind::Proposition, condition);
    }
}

/// The operators that may stand before their operands.
fn operators(list: &mut List<'_>, context: &Context<'_>, logic: Logic) {
    for operator in Operator::ALL {
        let fits = match operator.notation() {
            Notation::Word(_) | Notation::Sign(_) | Notation::Prefix(_) | Notation::Enclosed(..) => true,
            Notation::Bracketed(_) | Notation::BracketedInfix(_) | Notation::Call(_) => true,
            Notation::Name | Notation::Condition | Notation::Suffix(_) | Notation::Infix(_) => false,
        };
        if fits && belongs(*operator, context, logic) {
            let (body, detail) = (body(*operator), meaning(*operator));
            let detail = detail.replace('`', "");
            list.snippet(operator.written(), CompletionKind::Operator, &body, &detail, &meaning(*operator));
        }
    }
}

/// Whether an operator may stand in a formula of some logic, and in the section.
fn belongs(operator: Operator, context: &Context<'_>, logic: Logic) -> bool {
    let is_plain = context.section == Some(K::FormulaeKw);
    match operator.family() {
        Family::Propositional | Family::Norms => true,
        Family::Knowledge => is_plain || operator != Operator::SoughtKnows,
        Family::Ctl => logic != Logic::Ltl,
        Family::Atl => logic != Logic::Ltl && is_plain,
        Family::Paths => match logic {
            Logic::Plain => false,
            Logic::Ltl => !matches!(operator, Operator::AllPaths | Operator::SomePath),
            Logic::CtlStar => true,
        },
    }
}

/// The way an operator is written, with places to fill in.
fn body(operator: Operator) -> String {
    let written = operator.written();
    let mut out = String::new();
    let mut copied = 0;
    for (index, place) in parameters(operator).into_iter().enumerate() {
        out += &written[copied..place.start];
        out += &format!("${{{}:{}}}", index + 1, &written[place.clone()]);
        copied = place.end;
    }
    out + &written[copied..]
}

/// What a coalition enforces.
fn enforced(list: &mut List<'_>) {
    list.snippet("F", CompletionKind::Operator, "F ${1:f}", "at some time", "");
    list.snippet("G", CompletionKind::Operator, "G ${1:f}", "all the time", "");
    list.snippet("X", CompletionKind::Operator, "X ${1:f}", "in the next state", "");
    list.snippet("(f U h)", CompletionKind::Operator, "(${1:f} U ${2:h})", "h at some time, and f before", "");
}

/// What may stand behind an operand.
fn between(list: &mut List<'_>, logic: Logic, open: &[Open<'_>]) {
    let awaits_until = open
        .last()
        .is_some_and(|open| matches!(open.bracket, Bracket::Quantifier(_) | Bracket::Enforce) && open.place == 0);
    if awaits_until || logic != Logic::Plain {
        list.plain("U", CompletionKind::Operator, "until");
    }
    for operator in [Operator::And, Operator::Or, Operator::Implies, Operator::Iff] {
        if let Notation::Infix(word) = operator.notation() {
            list.plain(word, CompletionKind::Operator, meaning(operator).replace('`', ""));
        }
    }
}
