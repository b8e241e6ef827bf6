//! The script language: one command a line. What is saved is written in it, too.

mod parse;
mod text;

/// A line of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// `start`: begin anew in an initial state.
    Start(Start),
    /// `do A=left, B=right -> 2`: a joint action.
    Do {
        /// Who does what.
        actions: Vec<Named>,
        /// Which of several outcomes.
        to: Option<Destination>,
    },
    /// `step 3`: a step of the list that `actions` shows, from 1; without a number, the only step there is.
    Step(Option<usize>),
    /// `random 10`: so many random steps.
    Random(usize),
    /// `seed 7`: the seed of random choices from now on.
    Seed(u64),
    /// `back 2`.
    Back(usize),
    /// `forward 2`: along what was gone back over.
    Forward(usize),
    /// `jump 5`, `jump CONDITION`.
    Jump(Jump),
    /// `until CONDITION`: random steps until it holds.
    Until(String),
    /// `goal CONDITION`: a shortest path to where it holds.
    Goal(String),
    /// `show`: the state.
    Show,
    /// `initial`: the initial states.
    Initial,
    /// `actions`, `actions TEXT`: what can happen here.
    Actions(String),
    /// `history`.
    History,
    /// `knows`, `knows AGENT`.
    Knows(Option<String>),
    /// `possible AGENT`, `possible AGENT 50`.
    Possible {
        /// The agent.
        agent: String,
        /// How many states to list.
        most: usize,
    },
    /// `refute AGENT FORMULA`, `refute GK GROUP FORMULA`: a possible state that refutes knowledge of a formula.
    Refute {
        /// The agent; or `GK`, `DK` or `GCK` with the group.
        who: String,
        /// The formula.
        formula: String,
    },
    /// `is CONDITION`: whether it holds here.
    Is(String),
    /// `expect CONDITION`: the same; the run fails if it does not.
    Expect(String),
    /// `evidence`, `evidence 2`: the paths of the evidence that was opened, or one of them to walk along.
    Evidence(Option<usize>),
    /// `watch FORMULA`: its truth is shown beside the state from now on.
    Watch(String),
    /// `unwatch 2`, `unwatch`: not any more; without a number, none of them.
    Unwatch(Option<usize>),
    /// `truth`: which propositions and watched formulas hold here.
    Truth,
    /// `set …`: sets of states.
    Set(SetCommand),
    /// `save FILE`.
    Save(String),
}

/// Where to start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Start {
    /// In the initial state with this number, from 1.
    Number(usize),
    /// In a random one.
    Random,
    /// In the first one that satisfies a condition.
    Where(String),
}

/// Where to jump.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Jump {
    /// To this step of the path.
    Step(usize),
    /// To the next step of the path where the condition holds, going round from the end to the beginning.
    Where(String),
}

/// Which outcome of a joint action is meant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Destination {
    /// The one with this number, from 1.
    Number(usize),
    /// The only one that satisfies a condition.
    Where(String),
}

/// `AGENT=ACTION`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Named {
    /// The agent.
    pub agent: String,
    /// Its action.
    pub action: String,
}

/// Commands about sets of states.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetCommand {
    /// The initial states.
    Initial,
    /// All reachable states.
    Reachable,
    /// The current state alone.
    Here,
    /// Those of the set that satisfy a condition.
    Where(String),
    /// All successors of the set.
    Step,
    /// All predecessors of the set.
    Before,
    /// The set before the last command.
    Back,
    /// The set as it is.
    Show,
    /// What is known across the set.
    Knows,
    /// The least states of the set.
    List(usize),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_read_back_from_its_text() {
        for line in [
            "start 2",
            "start random",
            "start A.x = 1",
            "do",
            "do A=left, B=right",
            "do A=left -> 2",
            "do A=left -> A.x = 1",
            "step",
            "step 3",
            "random 10",
            "seed 7",
            "back 2",
            "forward 1",
            "jump 4",
            "jump p and q",
            "until p",
            "goal K(A, p)",
            "show",
            "initial",
            "actions",
            "actions A=left",
            "history",
            "knows",
            "knows A",
            "possible A 5",
            "refute A p and q",
            "refute GCK all p",
            "is p",
            "expect p",
            "set initial",
            "set reachable",
            "set here",
            "set where A.x = 1",
            "set step",
            "set before",
            "set back",
            "set show",
            "set knows",
            "set list 3",
            "save f.txt",
        ] {
            assert_eq!(Command::parse(line).unwrap().unwrap().to_string(), line);
        }
        assert_eq!(Command::parse("  # note"), Ok(None));
        assert_eq!(Command::parse("-- note"), Ok(None));
    }

    #[test]
    fn mistakes_are_named() {
        let error = |line: &str| Command::parse(line).unwrap_err();
        assert_eq!(error("randon 3"), "there is no command `randon`; did you mean `random`?");
        assert_eq!(error("random three"), "`random` needs a whole number, not `three`");
        assert_eq!(
            error("back 99999999999999999999999"),
            "the number 99999999999999999999999 after `back` is too large"
        );
        assert_eq!(error("show it"), "nothing is expected after `show`, but there is `it`");
        assert_eq!(error("do left"), "`left` is no action of an agent; write `Agent=action`");
        assert_eq!(error("until"), "`until` needs a condition, such as `until Agent.variable = value`");
        assert_eq!(error("refute A"), "`refute` needs an agent and a formula, such as `refute A p`");
        assert_eq!(error("refute GK all"), "`refute GK` needs a group and a formula, such as `refute GK all p`");
        assert!(error("set union").starts_with("there is no command `set union`"));
    }
}
