//! A strategy as a table: what is looked at, and what is done.

/// What somebody does in a play, case by case; the first case that applies counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrategyTable {
    /// Whose moves these are, and what for.
    pub title: String,
    /// What the cases look at: variables, or what somebody does.
    pub looks_at: Vec<String>,
    /// Whose actions the last columns are.
    pub movers: Vec<String>,
    /// The cases.
    pub cases: Vec<StrategyCase>,
    /// How many more cases there are.
    pub left_out: usize,
    /// What the agents see, in sentences.
    pub sight: Vec<String>,
}

/// A case of a strategy.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct StrategyCase {
    /// By what is looked at: how it has to be; empty if it does not matter.
    pub conditions: Vec<String>,
    /// By mover: what it does.
    pub moves: Vec<String>,
}

impl StrategyTable {
    /// The cases, one on a line.
    #[must_use]
    pub fn lines(&self) -> Vec<String> {
        let line = |(number, case): (usize, &StrategyCase)| {
            let looked = self.looks_at.iter().zip(&case.conditions).filter(|(_, condition)| !condition.is_empty());
            let conditions: Vec<String> = looked.map(|(what, condition)| format!("{what} {condition}")).collect();
            let when = match (number, conditions.is_empty()) {
                (0, true) => "always".to_owned(),
                (_, true) => "otherwise".to_owned(),
                (0, false) => format!("if {}", conditions.join(" and ")),
                (_, false) => format!("else if {}", conditions.join(" and ")),
            };
            let done = self.movers.iter().zip(&case.moves).map(|(mover, action)| format!("{mover}: {action}"));
            format!("{when} → {}", done.collect::<Vec<String>>().join(", "))
        };
        self.cases.iter().enumerate().map(line).collect()
    }
}
