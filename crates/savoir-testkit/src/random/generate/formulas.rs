//! Groups, fairness constraints and formulas of every kind.

use super::{FairnessRate, FormulaKind, Generator, Scope, World};
use crate::random::spec::{
    Connective, ENVIRONMENT, Form, GroupRef, GroupSpec, Language, PropertySpec, PropositionSpec,
};

/// More temporal operators than this in one path formula would make the tableau of the reference large.
const MAX_TEMPORAL: u32 = 4;

const CTL: [&str; 6] = ["AG", "EG", "AX", "EX", "AF", "EF"];
const PATH: [&str; 3] = ["X", "F", "G"];
const QUANTIFIERS: [&str; 2] = ["A", "E"];

/// What formulas may mention, and what is left of the size of the path formula in the making.
pub(super) struct Topics {
    agents: Vec<String>,
    groups: Vec<String>,
    propositions: Vec<String>,
    variables: Scope,
    temporal: u32,
}

impl Generator<'_> {
    pub(super) fn questions(
        &mut self,
        propositions: &[PropositionSpec],
    ) -> (Vec<GroupSpec>, Vec<Form>, Vec<PropertySpec>) {
        let mut agents: Vec<String> = self.agents.iter().map(|agent| agent.name.clone()).collect();
        // An environment that is not declared has a name all the same.
        if agents[0] != ENVIRONMENT && self.rng.chance(10) {
            agents.push(ENVIRONMENT.to_owned());
        }
        let names = &["g", "h"][..self.rng.below(3) as usize];
        let groups: Vec<GroupSpec> =
            names.iter().map(|&name| GroupSpec { name: name.to_owned(), members: self.members(&agents) }).collect();
        let mut topics = Topics {
            agents,
            groups: groups.iter().map(|group| group.name.clone()).collect(),
            propositions: propositions.iter().map(|it| it.name.clone()).collect(),
            variables: self.global(),
            temporal: 0,
        };
        let constraints = match self.options.fairness {
            FairnessRate::Never => 0,
            FairnessRate::Sometimes => self.rng.weighted(&[6, 3, 1]),
            FairnessRate::Always => 1 + self.rng.weighted(&[3, 2]),
        };
        let fairness = (0..constraints).map(|_| self.constraint(&topics)).collect();
        let kinds = self.options.kinds.clone();
        let properties = (0..self.options.formulas)
            .filter_map(|index| kinds.get(index % kinds.len().max(1)))
            .map(|&kind| self.property(&mut topics, kind))
            .collect();
        (groups, fairness, properties)
    }

    /// At least one agent.
    fn members(&mut self, agents: &[String]) -> Vec<String> {
        let some = self.rng.some(agents, 50);
        if some.is_empty() { self.rng.pick(agents).cloned().into_iter().collect() } else { some }
    }

    fn constraint(&mut self, topics: &Topics) -> Form {
        let side = |it: &mut Self| {
            let f = it.literal(topics);
            if it.rng.chance(40) { Form::Not(Box::new(f)) } else { f }
        };
        let q = side(self);
        // A disjunction is more often true, and a fair path more often there.
        let p = match self.rng.weighted(&[2, 5, 2]) {
            0 => side(self),
            more => Form::Chain(Connective::Or, (0..=more).map(|_| side(self)).collect()),
        };
        match self.rng.weighted(&[9, 4, 1, 1, 1]) {
            0 => p,
            1 => Form::Prefix(CTL[self.rng.below(6) as usize], Box::new(p)),
            2 => Form::Until(Some(QUANTIFIERS[self.rng.below(2) as usize]), Box::new(p), Box::new(q)),
            3 => Form::Not(Box::new(self.about_agent(topics, p))),
            _ => self.about_agent(topics, p),
        }
    }

    fn property(&mut self, topics: &mut Topics, kind: FormulaKind) -> PropertySpec {
        let depth = self.options.depth;
        topics.temporal = MAX_TEMPORAL;
        let (language, formula) = match kind {
            FormulaKind::Ltl => (Language::Ltl, self.path(topics, kind, depth)),
            FormulaKind::CtlStar => (Language::CtlStar, self.star(topics, depth)),
            FormulaKind::Strategic if self.options.world == World::Games => (Language::Plain, self.aim(topics, depth)),
            _ => (Language::Plain, self.plain(topics, kind, depth)),
        };
        PropertySpec { language, formula }
    }

    /// A proposition, a colour, a constant or a condition on variables.
    fn literal(&mut self, topics: &Topics) -> Form {
        match self.rng.weighted(&[12, 2, 1, 3]) {
            0 => self.rng.pick(&topics.propositions).map_or(Form::Constant(true), |name| Form::Prop(name.clone())),
            1 => {
                let colour = ["RedStates", "GreenStates"][self.rng.below(2) as usize];
                Form::Colour(self.someone(topics), colour)
            }
            2 => Form::Constant(self.rng.chance(50)),
            _ => Form::Condition(self.atom(&topics.variables)),
        }
    }

    fn someone(&mut self, topics: &Topics) -> String {
        self.rng.pick(&topics.agents).cloned().unwrap_or_default()
    }

    /// A formula of the same sort as its parts, which `part` makes.
    fn joined(&mut self, mut part: impl FnMut(&mut Self) -> Form) -> Form {
        let connectives = [Connective::And, Connective::Or, Connective::Implies, Connective::Iff];
        match self.rng.weighted(&[3, 3, 2, 1, 3]) {
            4 => Form::Not(Box::new(part(self))),
            index => {
                let count = 2 + self.rng.weighted(&[5, 1]);
                Form::Chain(connectives[index], (0..count).map(|_| part(self)).collect())
            }
        }
    }

    /// A plain formula; its outermost operator, negations aside, is of the kind asked for as often as not.
    fn plain(&mut self, topics: &mut Topics, kind: FormulaKind, depth: u32) -> Form {
        if depth == 0 {
            return self.literal(topics);
        }
        let weights = match kind {
            FormulaKind::Knowledge => [1, 3, 2, 8, 0],
            FormulaKind::Strategic => [1, 3, 2, 1, 8],
            _ => [1, 3, 8, 1, 0],
        };
        match self.rng.weighted(&weights) {
            0 => self.literal(topics),
            1 => self.joined(|it| it.plain(topics, kind, depth - 1)),
            2 if self.rng.chance(25) => {
                let quantifier = QUANTIFIERS[self.rng.below(2) as usize];
                let (f, g) = (self.plain(topics, kind, depth - 1), self.plain(topics, kind, depth - 1));
                Form::Until(Some(quantifier), Box::new(f), Box::new(g))
            }
            2 => Form::Prefix(CTL[self.rng.below(6) as usize], Box::new(self.plain(topics, kind, depth - 1))),
            3 => {
                let f = self.plain(topics, kind, depth - 1);
                self.about_knowledge(topics, f)
            }
            _ => {
                let group = self.coalition(topics, 5);
                let f = self.plain(topics, kind, depth - 1);
                if self.rng.chance(30) {
                    let g = self.plain(topics, kind, depth - 1);
                    Form::EnforceUntil(group, Box::new(f), Box::new(g))
                } else {
                    Form::Enforce(group, PATH[self.rng.below(3) as usize], Box::new(f))
                }
            }
        }
    }

    pub(super) fn about_knowledge(&mut self, topics: &Topics, f: Form) -> Form {
        if self.rng.chance(50) {
            return self.about_agent(topics, f);
        }
        let operator = ["GK", "GCK", "DK"][self.rng.below(3) as usize];
        Form::Group(operator, self.coalition(topics, 0), Box::new(f))
    }

    fn about_agent(&mut self, topics: &Topics, f: Form) -> Form {
        let (operator, agents) = match self.rng.weighted(&[5, 2, 2]) {
            0 => ("K", vec![self.someone(topics)]),
            1 => ("O", vec![self.someone(topics)]),
            _ => ("KH", vec![self.someone(topics), self.someone(topics)]),
        };
        Form::Agent(operator, agents, Box::new(f))
    }

    pub(super) fn coalition(&mut self, topics: &Topics, empty_percent: u64) -> GroupRef {
        match self.rng.weighted(&[4, 3, 3]) {
            0 if !topics.groups.is_empty() => {
                GroupRef::Named(self.rng.pick(&topics.groups).cloned().unwrap_or_default())
            }
            1 => GroupRef::Named(self.someone(topics)),
            _ if self.rng.chance(empty_percent) => GroupRef::Listed(Vec::new()),
            _ => GroupRef::Listed(self.members(&topics.agents)),
        }
    }

    /// A path formula of LTL or CTL*.
    fn path(&mut self, topics: &mut Topics, kind: FormulaKind, depth: u32) -> Form {
        if depth == 0 {
            return self.literal(topics);
        }
        match self.rng.weighted(&[1, 4, 6, 3, 2]) {
            0 => self.literal(topics),
            1 => self.joined(|it| it.path(topics, kind, depth - 1)),
            2 | 3 if topics.temporal == 0 => self.joined(|it| it.path(topics, kind, depth - 1)),
            2 => {
                topics.temporal -= 1;
                Form::Prefix(PATH[self.rng.below(3) as usize], Box::new(self.path(topics, kind, depth - 1)))
            }
            3 => {
                topics.temporal -= 1;
                let (f, g) = (self.path(topics, kind, depth - 1), self.path(topics, kind, depth - 1));
                Form::Until(None, Box::new(f), Box::new(g))
            }
            _ if kind == FormulaKind::CtlStar => self.star(topics, depth - 1),
            _ => {
                let f = self.path(topics, kind, depth - 1);
                self.about_knowledge(topics, f)
            }
        }
    }

    /// A state formula of CTL*.
    fn star(&mut self, topics: &mut Topics, depth: u32) -> Form {
        if depth == 0 {
            return self.literal(topics);
        }
        let path = |it: &mut Self, topics: &mut Topics| Box::new(it.path(topics, FormulaKind::CtlStar, depth));
        match self.rng.weighted(&[1, 3, 7, 2, 2, 1]) {
            0 => self.literal(topics),
            1 => self.joined(|it| it.star(topics, depth - 1)),
            2 => Form::Prefix(QUANTIFIERS[self.rng.below(2) as usize], path(self, topics)),
            3 => {
                topics.temporal = topics.temporal.saturating_sub(1);
                Form::Prefix(CTL[self.rng.below(6) as usize], path(self, topics))
            }
            4 => {
                let f = self.star(topics, depth - 1);
                self.about_knowledge(topics, f)
            }
            _ => {
                let group = self.coalition(topics, 5);
                let f = self.star(topics, depth - 1);
                Form::Enforce(group, PATH[self.rng.below(3) as usize], Box::new(f))
            }
        }
    }
}
