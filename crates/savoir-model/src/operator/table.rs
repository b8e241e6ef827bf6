//! The table of operators.

use super::Family::{Atl, Ctl, Knowledge, Norms, Paths, Propositional};
use super::Introduced::{Each, First, Second};
use super::Mcmas::{Lacking, Same};
use super::Notation::{Bracketed, BracketedInfix, Call, Enclosed, Infix, Name, Prefix, Sign, Suffix, Word};
use super::Role::{AnyFormula as Any, PathFormula as Path, StateFormula as State};
use super::Role::{Coalition, Condition, Judged, Knower, Knowers, Obliged, Proposition};
use super::Words::{Fact, Introduce, Opposite};
use super::{Entry, Mcmas, Notation};

macro_rules! operators {
    ($($name:ident {
        $written:literal: $meaning:literal,
        $family:ident $takes:expr,
        $notation:expr,
        $mcmas:expr,
        $words:expr,
    })*) => {
        /// An operator of formulas, by its row in the table.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum Operator {
            $(
                #[doc = concat!("`", $written, "`: ", $meaning, ".")]
                $name,
            )*
        }

        impl Operator {
            /// All operators, in the order of the documentation.
            pub const ALL: &[Operator] = &[$(Operator::$name,)*];

            pub(super) fn entry(self) -> &'static Entry {
                &TABLE[self as usize]
            }
        }

        static TABLE: [Entry; Operator::ALL.len()] = [$(Entry {
            written: $written,
            meaning: $meaning,
            family: $family,
            takes: &$takes,
            notation: $notation,
            mcmas: $mcmas,
            words: $words,
        },)*];
    };
}

// How it is written and what it means; its logic and what it takes; its notation; what MCMAS calls it; its words.
operators! {
    True {
        "true": "holds everywhere",
        Propositional [],
        Word("true"),
        Same,
        Fact { holds: "nothing is asked: true", fails: "never: false" },
    }
    False {
        "false": "holds nowhere",
        Propositional [],
        Word("false"),
        Same,
        Fact { holds: "never: false", fails: "nothing is asked: true" },
    }
    Proposition {
        "p": "the condition of proposition `p` in `Evaluation` is satisfied",
        Propositional [Proposition],
        Name,
        Same,
        Fact { holds: "`{}` holds", fails: "`{}` does not hold" },
    }
    Condition {
        "i.x < 3": "the condition on variables is satisfied; [any condition](language.md#conditions-in-formulas) of `Evaluation` may stand here",
        Propositional [Condition],
        Notation::Condition,
        Lacking,
        Fact { holds: "`{}` holds", fails: "`{}` does not hold" },
    }
    Not {
        "!f": "`f` does not hold",
        Propositional [Any],
        Sign("!"),
        Same,
        Opposite("it is not so that"),
    }
    And {
        "f and g": "both `f` and `g` hold",
        Propositional [Any, Any],
        Infix("and"),
        Mcmas::Infix("&&"),
        Introduce(&[("all of these", Each)]),
    }
    Or {
        "f or g": "`f` holds, or `g`, or both",
        Propositional [Any, Any],
        Infix("or"),
        Mcmas::Infix("||"),
        Introduce(&[("at least one of these", Each)]),
    }
    Implies {
        "f -> g": "if `f` holds, then `g` holds too",
        Propositional [Any, Any],
        Infix("->"),
        Same,
        Introduce(&[("if", First), ("then", Second)]),
    }
    Iff {
        "f <-> g": "both `f` and `g` hold, or neither does",
        Propositional [Any, Any],
        Infix("<->"),
        Same,
        Introduce(&[("both of these or neither", Each)]),
    }
    ExistsNext {
        "EX f": "some successor satisfies `f`",
        Ctl [State],
        Prefix("EX"),
        Same,
        Introduce(&[("in some next state", First)]),
    }
    AllNext {
        "AX f": "all successors satisfy `f`",
        Ctl [State],
        Prefix("AX"),
        Same,
        Introduce(&[("in every next state", First)]),
    }
    ExistsFinally {
        "EF f": "a state that satisfies `f` can be reached, in zero or more steps",
        Ctl [State],
        Prefix("EF"),
        Same,
        Introduce(&[("on some path, now or at some later moment", First)]),
    }
    AllGlobally {
        "AG f": "all states that can be reached satisfy `f`, this one included",
        Ctl [State],
        Prefix("AG"),
        Same,
        Introduce(&[("on every path, now and at every later moment", First)]),
    }
    ExistsGlobally {
        "EG f": "there is an infinite path on which `f` holds all the time",
        Ctl [State],
        Prefix("EG"),
        Same,
        Introduce(&[("on some path, now and at every later moment", First)]),
    }
    AllFinally {
        "AF f": "on every infinite path, `f` holds at some time",
        Ctl [State],
        Prefix("AF"),
        Same,
        Introduce(&[("on every path, now or at some later moment", First)]),
    }
    ExistsUntil {
        "E(f U g)": "a state that satisfies `g` can be reached, with `f` at all states before it",
        Ctl [State, State],
        Enclosed("E", "U"),
        Same,
        Introduce(&[("on some path, now or at some later moment", Second), ("and at every moment before that", First)]),
    }
    AllUntil {
        "A(f U g)": "no infinite path avoids `g`, and no path loses `f` before it reaches `g`",
        Ctl [State, State],
        Enclosed("A", "U"),
        Same,
        Introduce(&[
            ("on every path, now or at some later moment", Second),
            ("and at every moment before that", First),
        ]),
    }
    Knows {
        "K(i, f)": "agent `i` knows `f`: it holds in all states that look the same to `i`",
        Knowledge [Knower, State],
        Call("K"),
        Same,
        Introduce(&[("{} knows", First)]),
    }
    SoughtKnows {
        "K(?Y, f)": "the agent that `?Y` stands for knows `f`; [`savoir synth`](command-line.md#savoir-synth) finds out who that may be",
        Knowledge [Knowers, State],
        Call("K"),
        Lacking,
        Introduce(&[("the agent {} knows", First)]),
    }
    Everyone {
        "GK(g, f)": "everybody in group `g` knows `f`",
        Knowledge [Knowers, State],
        Call("GK"),
        Same,
        Introduce(&[("everybody in {} knows", First)]),
    }
    Distributed {
        "DK(g, f)": "the members would know `f` if they put together what they see (distributed knowledge)",
        Knowledge [Knowers, State],
        Call("DK"),
        Same,
        Introduce(&[("{}, putting together what its members observe, knows", First)]),
    }
    Common {
        "GCK(g, f)": "`f` is common knowledge: everybody knows it, everybody knows that everybody knows it, and so on",
        Knowledge [Knowers, State],
        Call("GCK"),
        Same,
        Introduce(&[("it is common knowledge in {}", First)]),
    }
    Red {
        "i.RedStates": "the current state is red for `i`",
        Norms [Judged],
        Suffix("RedStates"),
        Same,
        Fact { holds: "{} behaves incorrectly", fails: "{} behaves correctly" },
    }
    Green {
        "i.GreenStates": "the current state is green for `i`",
        Norms [Judged],
        Suffix("GreenStates"),
        Same,
        Fact { holds: "{} behaves correctly", fails: "{} behaves incorrectly" },
    }
    Obliged {
        "O(i, f)": "`f` holds wherever `i` behaves correctly",
        Norms [Obliged, State],
        Call("O"),
        Same,
        Introduce(&[("in every reachable state where {} behaves correctly", First)]),
    }
    KnowsAssuming {
        "KH(i, j, f)": "agent `i` knows `f`, on the assumption that `j` behaves correctly",
        Knowledge [Knower, Judged, State],
        Call("KH"),
        Lacking,
        Introduce(&[("{} knows, supposing that {} behaves correctly", First)]),
    }
    EnforceNext {
        "<g>X f": "`g` can make sure that `f` holds in the next state",
        Atl [Coalition, State],
        Bracketed("X"),
        Same,
        Introduce(&[("{} can see to it, whatever the others do, that at the next moment", First)]),
    }
    EnforceFinally {
        "<g>F f": "`g` can make sure that `f` holds at some time",
        Atl [Coalition, State],
        Bracketed("F"),
        Same,
        Introduce(&[("{} can see to it, whatever the others do, that now or at some later moment", First)]),
    }
    EnforceGlobally {
        "<g>G f": "`g` can make sure that `f` holds now and at all times",
        Atl [Coalition, State],
        Bracketed("G"),
        Same,
        Introduce(&[("{} can see to it, whatever the others do, that now and at every later moment", First)]),
    }
    EnforceUntil {
        "<g>(f U h)": "`g` can make sure that `h` holds at some time, and `f` all the time before",
        Atl [Coalition, State, State],
        BracketedInfix("U"),
        Same,
        Introduce(&[
            ("{} can see to it, whatever the others do, that now or at some later moment", Second),
            ("and at every moment before that", First),
        ]),
    }
    Next {
        "X f": "`f` holds on the path from the next state on",
        Paths [Path],
        Prefix("X"),
        Same,
        Introduce(&[("at the next moment", First)]),
    }
    Finally {
        "F f": "`f` holds on the path from some state on",
        Paths [Path],
        Prefix("F"),
        Same,
        Introduce(&[("now or at some later moment", First)]),
    }
    Globally {
        "G f": "`f` holds on the path from every state on",
        Paths [Path],
        Prefix("G"),
        Same,
        Introduce(&[("now and at every later moment", First)]),
    }
    Until {
        "f U g": "`g` holds from some state on, and `f` from each state before it on",
        Paths [Path, Path],
        Infix("U"),
        Same,
        Introduce(&[("now or at some later moment", Second), ("and at every moment before that", First)]),
    }
    AllPaths {
        "A f": "all infinite paths satisfy `f`",
        Paths [Path],
        Prefix("A"),
        Same,
        Introduce(&[("on every path", First)]),
    }
    SomePath {
        "E f": "some infinite path satisfies `f`",
        Paths [Path],
        Prefix("E"),
        Same,
        Introduce(&[("on some path", First)]),
    }
}
