//! Groups in words: what those that satisfy a formula have in common.

use savoir::{
    Cases, Closed, Conditions, Count, Description, Numbers, Part, Relation, RelationKind, Slot, SynthOutcome,
    SynthResult, Valuation,
};
use std::ops::RangeInclusive;

/// The names that groups are told with.
pub(crate) struct Names<'a> {
    pub(crate) outcome: &'a SynthOutcome,
    pub(crate) result: &'a SynthResult,
}

impl Names<'_> {
    /// An agent, by its place among the candidates.
    pub(crate) fn agent(&self, place: usize) -> &str {
        &self.outcome.model.agent(self.outcome.candidates[place]).name
    }

    fn variable(&self, place: usize) -> &str {
        &self.result.variables[place].name
    }

    /// `Y = {A, B}, Z = {C}`
    pub(crate) fn valuation(&self, valuation: &Valuation) -> String {
        let group = |(place, group): (usize, &Vec<usize>)| {
            let agents: Vec<&str> = group.iter().map(|agent| self.agent(*agent)).collect();
            format!("{} = {{{}}}", self.variable(place), agents.join(", "))
        };
        let groups: Vec<String> = valuation.groups().iter().enumerate().map(group).collect();
        groups.join(", ")
    }

    /// What a description says, in lines.
    pub(crate) fn description(&self, description: &Description) -> Vec<String> {
        match description {
            Description::Nothing => vec!["no group".to_owned()],
            Description::Everything => vec!["every group".to_owned()],
            Description::Only(valuation) => vec![self.valuation(valuation)],
            Description::Conditions { relations, parts } => {
                let relations = relations.iter().map(|relation| self.relation(relation));
                relations.chain(parts.iter().flat_map(|part| self.part(part))).collect()
            }
        }
    }

    fn relation(&self, relation: &Relation) -> String {
        let (first, second) = (self.variable(relation.first), self.variable(relation.second));
        match relation.kind {
            RelationKind::Equal => format!("{first} and {second} have the same members"),
            RelationKind::Subset => format!("every member of {first} is one of {second}"),
            RelationKind::Disjoint => format!("{first} and {second} have no member in common"),
            RelationKind::Exhaustive => format!("everybody is in {first} or in {second}"),
        }
    }

    fn part(&self, part: &Part) -> Vec<String> {
        if let Some(group) = self.exactly(part) {
            return vec![group];
        }
        let several = part.variables.len() > 1;
        let mut clauses = self.conditions(&part.conditions, several);
        let Some(cases) = &part.cases else {
            let name = if several { String::new() } else { format!("{}: ", self.variables(part)) };
            let clauses = if clauses.is_empty() { "any group".to_owned() } else { clauses.join("; ") };
            return vec![format!("{name}{clauses}")];
        };
        clauses.push(
            match cases.closed {
                Some(Closed::Upward) => "one of these, perhaps with more members",
                Some(Closed::Downward) => "one of these, perhaps with fewer members",
                None => "one of these",
            }
            .to_owned(),
        );
        let name = if several { String::new() } else { format!("{}: ", self.variables(part)) };
        let mut lines = vec![format!("{name}{}:", clauses.join("; "))];
        lines.extend(self.cases(cases, several));
        lines
    }

    /// The one group that a part allows, if it names everybody.
    fn exactly(&self, part: &Part) -> Option<String> {
        let [variable] = part.variables[..] else { return None };
        let Conditions { contains, excludes, .. } = &part.conditions;
        let is_exact = part.cases.is_none() && contains.len() + excludes.len() == self.outcome.candidates.len();
        let agents: Vec<&str> = contains.iter().map(|slot| self.agent(slot.agent)).collect();
        is_exact.then(|| format!("{} = {{{}}}", self.variable(variable), agents.join(", ")))
    }

    fn variables(&self, part: &Part) -> String {
        let names: Vec<&str> = part.variables.iter().map(|place| self.variable(*place)).collect();
        names.join(", ")
    }

    fn cases(&self, cases: &Cases, several: bool) -> Vec<String> {
        let case = |conditions: &Conditions| {
            let clauses = self.conditions(conditions, several);
            format!("- {}", if clauses.is_empty() { "any group".to_owned() } else { clauses.join("; ") })
        };
        let mut lines: Vec<String> = cases.list.iter().map(case).collect();
        if cases.more {
            lines.push("- …".to_owned());
        }
        lines
    }

    /// The conditions one by one; with several variables, each agent is told with its variable.
    fn conditions(&self, conditions: &Conditions, several: bool) -> Vec<String> {
        let Conditions { contains, excludes, together, counts } = conditions;
        let mut clauses = Vec::new();
        let one = |slot: &Slot| match several {
            true => format!("{} in {}", self.agent(slot.agent), self.variable(slot.variable)),
            false => self.agent(slot.agent).to_owned(),
        };
        let all = |slots: &[Slot]| slots.iter().map(one).collect::<Vec<_>>();
        if !contains.is_empty() {
            clauses.push(format!("with {}", listed(&all(contains), "and")));
        }
        if !excludes.is_empty() {
            clauses.push(self.without(excludes, contains, several, &all));
        }
        for slots in together {
            clauses.push(format!("{} together or not at all", listed(&all(slots), "and")));
        }
        for Count { of, numbers } in counts {
            clauses.push(format!("{} of {}", numbers_in_words(numbers, of.len()), listed(&all(of), "and")));
        }
        clauses
    }
}

impl Names<'_> {
    /// Who is not in a group; if that is nearly everybody, who else may be.
    fn without(
        &self,
        excludes: &[Slot],
        contains: &[Slot],
        several: bool,
        all: &dyn Fn(&[Slot]) -> Vec<String>,
    ) -> String {
        let agents = self.outcome.candidates.len();
        if several || excludes.len() <= 6 || excludes.len() * 2 <= agents {
            return format!("without {}", listed(&all(excludes), "and"));
        }
        let Some(variable) = excludes.first().map(|slot| slot.variable) else { return String::new() };
        let others = (0..agents).map(|agent| Slot::new(variable, agent));
        let others: Vec<Slot> = others.filter(|slot| !excludes.contains(slot) && !contains.contains(slot)).collect();
        match (&contains[..], &others[..]) {
            (_, []) => "and nobody else".to_owned(),
            ([], _) => format!("nobody but {}", listed(&all(&others), "and")),
            (_, _) => format!("else nobody but {}", listed(&all(&others), "and")),
        }
    }
}

/// `a, b and c`; long lists are cut in the middle.
fn listed(names: &[String], last: &str) -> String {
    const MOST: usize = 12;
    match names {
        [] => "nobody".to_owned(),
        [only] => only.clone(),
        [all @ .., end] if names.len() <= MOST => format!("{} {last} {end}", all.join(", ")),
        [all @ .., end] => format!("{}, … {last} {end} ({})", all[..MOST - 4].join(", "), names.len()),
    }
}

/// Which numbers out of so many.
fn numbers_in_words(numbers: &Numbers, out_of: usize) -> String {
    let ranges = numbers.ranges();
    match ranges {
        [only] => range_in_words(only, out_of),
        _ => {
            let parts: Vec<String> = ranges.iter().map(plain_range).collect();
            listed(&parts, "or")
        }
    }
}

fn range_in_words(range: &RangeInclusive<usize>, out_of: usize) -> String {
    let (from, to) = (*range.start(), *range.end());
    match (from, to) {
        (0, 0) => "none".to_owned(),
        (from, to) if from == to && to == out_of => "all".to_owned(),
        (from, to) if from == to => format!("exactly {}", word(from)),
        (0, to) => format!("at most {}", word(to)),
        (from, to) if to >= out_of => format!("at least {}", word(from)),
        (from, to) => format!("{} to {}", word(from), word(to)),
    }
}

fn plain_range(range: &RangeInclusive<usize>) -> String {
    match (range.start(), range.end()) {
        (from, to) if from == to => word(*from),
        (from, to) => format!("{} to {}", word(*from), word(*to)),
    }
}

fn word(number: usize) -> String {
    const WORDS: [&str; 13] =
        ["none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    WORDS.get(number).map_or_else(|| number.to_string(), |word| (*word).to_owned())
}
