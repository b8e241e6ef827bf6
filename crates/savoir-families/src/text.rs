//! Writing a model, section by section. Every statement is on one line; the formatter breaks those that are too long.

/// A model under way.
pub(crate) struct Text {
    out: String,
    indent: usize,
}

impl Text {
    /// A model that starts with comments, under `SingleAssignment`.
    pub(crate) fn new(comments: &[&str]) -> Text {
        let mut text = Text { out: String::new(), indent: 0 };
        comments.iter().for_each(|line| text.comment(line));
        text.out.push_str("\nSemantics = SingleAssignment;\n");
        text
    }

    /// The finished text.
    pub(crate) fn finish(self) -> String {
        self.out
    }

    /// A comment on a line of its own.
    pub(crate) fn comment(&mut self, comment: &str) {
        self.write(format!("-- {comment}").trim_end());
    }

    /// A declaration, assignment or condition, without its semicolon.
    pub(crate) fn line(&mut self, line: &str) {
        self.write(&format!("{line};"));
    }

    /// `target if condition`.
    pub(crate) fn when(&mut self, target: &str, condition: &str) {
        self.line(&format!("{target} if {condition}"));
    }

    /// A line of a protocol.
    pub(crate) fn allow(&mut self, condition: &str, actions: &str) {
        self.line(&format!("{condition} : {{{actions}}}"));
    }

    /// The actions of an agent.
    pub(crate) fn actions(&mut self, actions: &str) {
        self.line(&format!("Actions = {{{actions}}}"));
    }

    /// The variables of an agent, each with its type.
    pub(crate) fn variables(&mut self, variables: &[&str]) {
        self.section("Vars", |text| variables.iter().for_each(|variable| text.line(variable)));
    }

    /// The actions of an agent: which are allowed under which condition, and which otherwise.
    pub(crate) fn protocol(&mut self, actions: &str, allowed: &[(&str, &str)], otherwise: &str) {
        self.actions(actions);
        self.section("Protocol", |text| {
            allowed
                .iter()
                .chain([&("Other", otherwise)])
                .for_each(|(condition, actions)| text.allow(condition, actions));
        });
    }

    /// The environment's variables that an agent sees.
    pub(crate) fn sees(&mut self, variables: &str) {
        self.line(&format!("Lobsvars = {{{variables}}}"));
    }

    /// An agent.
    pub(crate) fn agent(&mut self, name: &str, body: impl FnOnce(&mut Text)) {
        self.out.push('\n');
        self.block(&format!("Agent {name}"), "end Agent", body);
    }

    /// A section of an agent.
    pub(crate) fn section(&mut self, name: &str, body: impl FnOnce(&mut Text)) {
        self.block(&format!("{name}:"), &format!("end {name}"), body);
    }

    /// A section of the model.
    pub(crate) fn part(&mut self, name: &str, body: impl FnOnce(&mut Text)) {
        self.out.push('\n');
        self.block(name, &format!("end {name}"), body);
    }

    /// The single action `name`, always allowed, of an environment that has no choice.
    pub(crate) fn only_action(&mut self, name: &str) {
        self.protocol(name, &[], name);
    }

    /// A formula with its name and verdict, apart from the one before.
    pub(crate) fn formula(&mut self, name: &str, expected: bool, formula: &str) {
        self.space();
        self.comment(&format!("name: {name}"));
        self.comment(&format!("expect: {expected}"));
        self.line(formula);
    }

    /// A formula with group variables, whose groups are to be found.
    pub(crate) fn sought(&mut self, name: &str, formula: &str) {
        self.space();
        self.comment(&format!("name: {name}"));
        self.line(formula);
    }

    /// A formula about a coalition twice, with its verdicts for strategies with perfect information and for uniform ones.
    pub(crate) fn ability(&mut self, name: &str, perfect: bool, uniform: bool, formula: &str) {
        self.perfect_ability(name, Some(perfect), formula);
        self.uniform_ability(name, uniform, formula);
    }

    /// A formula about a coalition that has perfect information, with its verdict if that is known.
    pub(crate) fn perfect_ability(&mut self, name: &str, expected: Option<bool>, formula: &str) {
        self.reading(&format!("name: {name}, atl: perfect"), expected, formula);
    }

    /// A formula about a coalition whose members each act on what they see, and know that they win.
    pub(crate) fn uniform_ability(&mut self, name: &str, expected: bool, formula: &str) {
        self.reading(&format!("name: {name}-uniform, atl: uniform"), Some(expected), formula);
    }

    fn reading(&mut self, heading: &str, expected: Option<bool>, formula: &str) {
        self.space();
        self.comment(heading);
        if let Some(expected) = expected {
            self.comment(&format!("expect: {expected}"));
        }
        self.line(formula);
    }

    fn space(&mut self) {
        if self.out.ends_with(";\n") {
            self.out.push('\n');
        }
    }

    fn block(&mut self, first: &str, last: &str, body: impl FnOnce(&mut Text)) {
        self.write(first);
        self.indent += 2;
        body(self);
        self.indent -= 2;
        self.write(last);
    }

    fn write(&mut self, line: &str) {
        self.out.extend(std::iter::repeat_n(' ', self.indent));
        self.out.push_str(line);
        self.out.push('\n');
    }
}

/// One word for each number of a range.
pub(crate) fn each(numbers: impl IntoIterator<Item = usize>, word: impl Fn(usize) -> String) -> Vec<String> {
    numbers.into_iter().map(word).collect()
}

/// The words but the one at `index`, joined.
pub(crate) fn others(words: &[String], index: usize, separator: &str) -> String {
    let kept: Vec<&str> =
        words.iter().enumerate().filter(|(other, _)| *other != index).map(|(_, word)| word.as_str()).collect();
    kept.join(separator)
}

/// `conditions` joined by `or`, in parentheses where more than one needs them.
pub(crate) fn any(conditions: &[String]) -> String {
    if conditions.len() == 1 { conditions[0].clone() } else { format!("({})", conditions.join(" or ")) }
}
