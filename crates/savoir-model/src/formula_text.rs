//! Formulas as text: with every parenthesis written, to show how a formula is read, or with few of them. The notation
//! stands in the table of operators.

use crate::{Argument, Coalition, CoalitionId, FormulaId, Logic, Mcmas, Model, Notation};

/// Longer formulas are not written out in sentences.
const LONG: usize = 160;

/// How a formula is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Style {
    /// As in a model, with parentheses around everything that has operands.
    Full,
    /// As in a model, with parentheses around connectives inside other operators only.
    Brief,
    /// As MCMAS repeats it beside its verdict: with all parentheses, and connectives of two operands each.
    Mcmas,
}

impl Model {
    /// The formula, fully parenthesised.
    #[must_use]
    pub fn formula_text(&self, id: FormulaId) -> String {
        Writer::text(self, id, Style::Full)
    }

    /// The formula with parentheses only around connectives inside other operators. Different formulas have different
    /// texts.
    #[must_use]
    pub fn formula_brief(&self, id: FormulaId) -> String {
        Writer::text(self, id, Style::Brief)
    }

    /// The formula as a text that is read as the same formula, with its prefix. What was written in LTL is written in CTL*,
    /// where quantifiers over paths that LTL leaves out can be said; and there all parentheses are needed.
    #[must_use]
    pub fn formula_source(&self, id: FormulaId, logic: Logic) -> String {
        match logic {
            Logic::Plain => self.formula_brief(id),
            Logic::Ltl | Logic::CtlStar => format!("CTL* {}", self.formula_text(id)),
        }
    }

    /// The same, with the middle left out of long formulas: for sentences.
    #[must_use]
    pub fn formula_short(&self, id: FormulaId) -> String {
        let text = self.formula_brief(id);
        let letters: Vec<char> = text.chars().collect();
        if letters.len() <= LONG {
            return text;
        }
        let (start, end) = (&letters[..LONG - 40], &letters[letters.len() - 30..]);
        format!("{} … {}", start.iter().collect::<String>(), end.iter().collect::<String>())
    }

    /// The formula as MCMAS repeats it beside its verdict: with every parenthesis and with `&&`, `||` and `!`. What MCMAS
    /// does not have is written as in a model.
    #[must_use]
    pub fn formula_mcmas(&self, id: FormulaId) -> String {
        Writer::text(self, id, Style::Mcmas)
    }

    /// What a formula calls a set of agents.
    #[must_use]
    pub fn coalition_text(&self, id: CoalitionId) -> String {
        match self.formulas.coalition(id) {
            Coalition::Agents { label, .. } => label.clone(),
            Coalition::Variable(name) => format!("?{name}"),
        }
    }

    /// What a formula calls something that its operator is applied to; `None` for formulas.
    #[must_use]
    pub fn argument_name(&self, argument: Argument) -> Option<String> {
        match argument {
            Argument::Proposition(id) => Some(self.proposition(id).name.clone()),
            Argument::Condition(id) => Some(self.condition_text(id)),
            Argument::Agent(id) => Some(self.agent(id).name.clone()),
            Argument::Group(id) => Some(self.coalition_text(id)),
            Argument::Formula(_) => None,
        }
    }
}

struct Writer<'m> {
    model: &'m Model,
    style: Style,
    out: String,
}

impl Writer<'_> {
    fn text(model: &Model, id: FormulaId, style: Style) -> String {
        let mut writer = Writer { model, style, out: String::new() };
        writer.formula(id);
        writer.out
    }

    /// The depth of formulas is bounded by the front end, and so is this recursion.
    fn formula(&mut self, id: FormulaId) {
        let formula = self.model.formulas.get(id);
        let operator = formula.operator();
        let (parts, arguments) = (formula.operands(), formula.arguments());
        let names: Vec<String> = arguments.into_iter().filter_map(|it| self.model.argument_name(it)).collect();
        let names = names.join(", ");
        match operator.notation() {
            Notation::Word(word) => self.out += word,
            Notation::Name => self.out += &names,
            Notation::Condition if self.is_bare(id) => self.out += &names,
            Notation::Condition => self.whole(|writer| writer.out += &names),
            Notation::Suffix(suffix) => self.out += &format!("{names}.{suffix}"),
            Notation::Sign(sign) => {
                let space = if self.style == Style::Brief { "" } else { " " };
                self.whole(|writer| writer.prefix(&format!("{sign}{space}"), &parts));
            }
            Notation::Prefix(word) => self.whole(|writer| writer.prefix(&format!("{word} "), &parts)),
            Notation::Bracketed(word) => self.whole(|writer| writer.prefix(&format!("<{names}>{word} "), &parts)),
            Notation::Infix(word) => match (self.style, operator.mcmas()) {
                (Style::Mcmas, Mcmas::Infix(word)) => self.nested(&parts, word),
                (Style::Full | Style::Brief, Mcmas::Infix(_)) | (_, Mcmas::Same | Mcmas::Lacking) => {
                    self.whole(|writer| writer.joined(&parts, word));
                }
            },
            Notation::Enclosed(before, word) => {
                self.out += before;
                self.enclosed(|writer| writer.joined(&parts, word));
            }
            Notation::BracketedInfix(word) => {
                self.out += &format!("<{names}>");
                self.enclosed(|writer| writer.joined(&parts, word));
            }
            Notation::Call(word) => {
                self.out += &format!("{word}({names}");
                for part in parts {
                    self.out += ", ";
                    self.formula(part);
                }
                self.out.push(')');
            }
        }
    }

    fn enclosed(&mut self, write: impl FnOnce(&mut Self)) {
        self.out.push('(');
        write(self);
        self.out.push(')');
    }

    /// What has operands, and no parentheses of its own.
    fn whole(&mut self, write: impl FnOnce(&mut Self)) {
        match self.style {
            Style::Full | Style::Mcmas => self.enclosed(write),
            Style::Brief => write(self),
        }
    }

    fn prefix(&mut self, operator: &str, parts: &[FormulaId]) {
        self.out += operator;
        for part in parts {
            let compares = self.model.formulas.get(*part).operator().notation() == Notation::Condition;
            if compares && self.style == Style::Brief && !self.is_bare(*part) {
                self.enclosed(|writer| writer.formula(*part));
            } else {
                self.operand(*part);
            }
        }
    }

    /// Whether a condition on variables is a variable alone.
    fn is_bare(&self, id: FormulaId) -> bool {
        let arguments = self.model.formulas.get(id).arguments();
        matches!(arguments[..], [Argument::Condition(condition)] if self.model.is_bare(condition))
    }

    fn joined(&mut self, parts: &[FormulaId], word: &str) {
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.out += &format!(" {word} ");
            }
            self.operand(*part);
        }
    }

    /// `((f && g) && h)`
    fn nested(&mut self, parts: &[FormulaId], word: &str) {
        self.out.extend(std::iter::repeat_n('(', parts.len() - 1));
        for (index, part) in parts.iter().enumerate() {
            if index > 0 {
                self.out += &format!(" {word} ");
            }
            self.operand(*part);
            if index > 0 {
                self.out.push(')');
            }
        }
    }

    /// The formula as an operand of something that is no list of arguments.
    fn operand(&mut self, id: FormulaId) {
        let connects = matches!(self.model.formulas.get(id).operator().notation(), Notation::Infix(_));
        if connects && self.style == Style::Brief {
            self.enclosed(|writer| writer.formula(id));
        } else {
            self.formula(id);
        }
    }
}
