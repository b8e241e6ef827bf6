//! The register itself: for every code its documentation, its name, its standing and what it stands for in a few words.
//!
//! A code never changes its meaning. `docs/src/diagnostics.md` repeats each documentation, with an example and its
//! correction; a test of the book compares the two.

use super::Standing::{self, Error, Lint};
use crate::Level::{Deny, Warn};

super::codes! {
    /// The text contains a character that no word of the language can contain; only in comments every character is
    /// allowed. Comments start with `--`; a name starts with a letter and continues with letters, digits and `_`.
    InvalidCharacter "E0001" "invalid-character" Error, "invalid character";
    /// The text does not follow the grammar of [the language](language.md). The message says what was expected at the
    /// marked place; the mistake is there or just before it.
    Syntax "E0002" "syntax" Error, "syntax error";
    /// Parentheses and prefix operators are nested more than 500 levels deep. Long chains such as `a and b and c` are
    /// no problem: they count as one level. The same code is reported for the rare condition or formula that is
    /// accepted as a text, but whose meaning has more than 1000 levels.
    TooDeep "E0003" "too-deep" Error, "nesting too deep";
    /// Numbers range from -9223372036854775808 to 9223372036854775807.
    NumberTooLarge "E0004" "number-too-large" Error, "number does not fit into 64 bits";
    /// The sections of a file and of an agent have a fixed order, and each but `Agent` comes once. The help under the
    /// message lists the order. The same code is reported if `Environment` is not the first agent.
    SectionOrder "E0005" "section-order" Error, "section out of order";
    /// A section that must be there is missing, or an ordinary agent has no actions or no protocol lines. A file also
    /// needs at least one agent besides `Environment`.
    MissingSection "E0006" "missing-section" Error, "missing section";
    /// A keyword stands where a name should be. The single letters `A`, `E`, `F`, `G`, `K`, `O`, `U` and `X` are
    /// keywords, because formulas use them; so are `MA` and `SA`.
    ReservedWord "E0007" "reserved-word" Error, "reserved word used as a name";
    /// There is no variable of that name here. Inside an agent its own variables are written bare and those of the
    /// environment as `Environment.v`; in `Evaluation`, `InitStates` and formulas every variable is written with its
    /// agent, `Agent.v`. A proposition is no variable: it cannot be compared.
    UnknownVariable "E0101" "unknown-variable" Error, "unknown variable";
    /// The agent has no action of that name in its `Actions`.
    UnknownAction "E0102" "unknown-action" Error, "unknown action";
    /// There is no agent of that name. `K`, `O` and `KH` are about single agents, so the name of a group is not
    /// accepted there: the knowledge of a group is written `GK`, `GCK` or `DK`.
    UnknownAgent "E0103" "unknown-agent" Error, "unknown agent";
    /// There is no group, and no agent, of that name. Groups are defined in `Groups`; an agent may stand for the
    /// group of itself alone, and `{Ann, Bob}` needs no definition.
    UnknownGroup "E0104" "unknown-group" Error, "unknown group";
    /// A name alone in a formula is a proposition, which `Evaluation` defines; there is none of that name. A variable is
    /// written with its agent, and compared with something unless it is true or false: `Agent.v = 1`.
    UnknownProposition "E0105" "unknown-proposition" Error, "unknown proposition";
    /// The name is not a value of the enumeration it is compared with or assigned to.
    UnknownEnumValue "E0106" "unknown-enum-value" Error, "unknown enumeration value";
    /// Two agents, two variables or two actions of one agent, two propositions or two groups have the same name; or a
    /// variable has the name of an enumeration value of the same agent.
    DuplicateName "E0107" "duplicate-name" Error, "name defined twice";
    /// A condition or an assignment of an agent reads a variable that is not part of its local state: its own
    /// variables, the `Obsvars` of the environment, and those variables of the environment that it lists in
    /// `Lobsvars`.
    NotObservable "E0108" "not-observable" Error, "variable is not observable here";
    /// Every agent, the environment included, assigns its own variables only. Let the owner react to an action
    /// instead.
    ForeignAssignment "E0109" "foreign-assignment" Error, "assignment to a variable of another agent";
    /// Only the condition after `if` of an evolution line can test actions: it is about a step. Protocols,
    /// `Evaluation`, `InitStates` and `RedStates` are about a state, in which no action is being performed. Record
    /// the action in a variable to speak about it.
    NoActionsHere "E0110" "no-actions-here" Error, "actions cannot be tested here";
    /// An expression has the wrong type: arithmetic is for numbers, `and`, `or`, `!`, `&`, `|`, `^`, `~` are for
    /// truth values, `<` and its like are for numbers, and both sides of `=` must have the same type. Two
    /// enumerations can be compared if one contains all values of the other, and assigned if they have the same
    /// values.
    TypeMismatch "E0201" "type-mismatch" Error, "type mismatch";
    /// A number is compared with, or assigned to, a variable that can never have this value; or a variable is
    /// assigned to another with which it has no value in common. Inside arithmetic nothing is checked: `x + 0 < 9` is
    /// accepted.
    OutOfRange "E0202" "out-of-range" Error, "literal out of range";
    /// The lower bound of a range is above the upper one, or an enumeration has no values.
    EmptyRange "E0203" "empty-range" Error, "empty range";
    /// One evolution line assigns the same variable twice. If one of two values is to be chosen, write two lines.
    AssignedTwice "E0204" "assigned-twice" Error, "variable assigned twice in one line";
    /// With `Semantics = SingleAssignment` every evolution line has one assignment. Write one line for each variable,
    /// with the same condition.
    TwoAssignments "E0205" "two-assignments" Error, "two assignments under SingleAssignment";
    /// For some values of its variables, the expression or a part of it could have a numerator or a denominator
    /// beyond 64 bits. Arithmetic in Savoir is exact and never overflows; such expressions are refused. Use smaller
    /// ranges.
    ArithmeticOverflow "E0206" "arithmetic-overflow" Error, "arithmetic exceeds 64 bits";
    /// `LTL` has no path quantifiers and no strategic operators, and a fairness constraint has no strategic
    /// operators.
    WrongLogic "E0301" "wrong-logic" Error, "operator does not belong to this logic";
    /// `X`, `F`, `G` and `U` speak about a path, and a formula must speak about a state. Outside `LTL` put a path
    /// quantifier in front: `AF` instead of `F`, or in `CTL*` an `A` or `E`.
    PathFormula "E0302" "path-formula" Error, "path formula without a path quantifier";
    /// The knowledge of a group without members has no useful meaning. (Strategies of the empty group have: `<{}>F p`
    /// says that `p` is inevitable.)
    EmptyGroup "E0303" "empty-group" Error, "group without members";
    /// `?Y` stands for a group that is to be found, by [`savoir synth`](command-line.md#savoir-synth). It has no place in
    /// fairness constraints, nor in a formula that another command is asked to decide. Other formulas with such variables in
    /// a file are no error: `savoir check` leaves them to `savoir synth`.
    GroupVariable "E0304" "group-variable" Error, "group variable outside synthesis";
    /// No state satisfies the condition of `InitStates`. Every formula would be true of such a model, so Savoir
    /// refuses to answer.
    NoInitialState "E0401" "no-initial-state" Error, "no initial state";
    /// No condition depends on the variable, and no formula asks about the knowledge of an agent that observes it. It
    /// only makes the model larger: it can be removed, with what is assigned to it and what `InitStates` says about
    /// it, and no verdict changes.
    ///
    /// There is no warning about a variable that makes a difference although nobody reads it: one that can leave its
    /// range and so stop the system, such as a counter `c = c + 1`; one that `InitStates` relates to others; and,
    /// under `MultiAssignment`, one that is assigned in a line of its own which can be taken instead of another line.
    UnusedVariable "W0001" "unused-variable" Lint(Warn), "variable is never read";
    /// No protocol line allows the action and no condition tests it.
    UnusedAction "W0002" "unused-action" Lint(Warn), "action is never used";
    /// The proposition stands in no formula and no fairness constraint.
    UnusedProposition "W0003" "unused-proposition" Lint(Warn), "proposition is never used";
    /// No state satisfies the condition of the line together with an action that the protocol allows in that state.
    /// (Reachable or not: states are not explored for this. Where there are too many values to try out, there is no
    /// warning.)
    NeverFires "W0004" "never-fires" Lint(Warn), "evolution line can never fire";
    /// A condition tests the action, but no protocol line allows it, so it never happens.
    ForbiddenAction "W0005" "forbidden-action" Lint(Warn), "action that no protocol line allows";
    /// Division is exact: 3 / 2 is one and a half, which is not a value of any variable. Where the result is not
    /// whole, the line is enabled but leads nowhere. If you want another result, such as the next whole number below,
    /// write the cases out. In a comparison such as `x / 2 = 1` the quotient is as exact, and no whole number equals
    /// one and a half.
    ///
    /// The warning gives an example, which takes the condition of the line into account. If there are too many values
    /// to try them all, it says so; it is left out where the dividend is clearly a multiple of the divisor, as in `2
    /// * x / 2`.
    InexactDivision "W0006" "inexact-division" Lint(Warn), "division may be inexact";
    /// There are values of the variables for which no protocol line applies, or only lines that allow nothing. A
    /// state in which some agent has no action has no successor, for any agent.
    StuckLocalState "W0007" "stuck-local-state" Lint(Warn), "local state without an enabled action";
    /// There is no infinite path on which every fairness constraint holds infinitely often. Then there is no path for
    /// a formula to speak about, and all formulas are true. The warning comes with the verdicts.
    NoFairPath "W0008" "no-fair-path" Lint(Warn), "no fair path";
    /// Both sides of a comparison are constants, so the result is always the same. Write `true` or `false` if that is
    /// meant.
    ConstantComparison "W0009" "constant-comparison" Lint(Warn), "comparison of constants";
    /// A comment `-- expect: …` that belongs to a formula says something else than `true` or `false`, or a comment
    /// such as `-- expect false` looks like an expectation and is none, for want of the colon. The same code is reported
    /// for a comment `-- savoir: …` that says nothing about [lints](#lints-and-their-levels).
    BadExpectation "W0010" "bad-annotation" Lint(Warn), "annotation not understood";
    /// An action in a protocol line, an agent in a group, or a value of an enumeration is listed twice. The second
    /// mention changes nothing.
    RepeatedItem "W0011" "repeated-item" Lint(Warn), "item listed twice";
    /// The comments that belong to a formula expect it to be true and to be false. The last one counts.
    TwoExpectations "W0012" "two-expectations" Lint(Warn), "expectations contradict each other";
    /// A comment `-- savoir: allow(…)`, `warn(…)` or `deny(…)` names something that is no lint. Lints have the names and codes
    /// of the warnings on this page; errors cannot be allowed.
    UnknownLint "W0013" "unknown-lint" Lint(Warn), "unknown lint";
    /// A comment `-- atl: …` that belongs to a formula names no [reading of strategies](which-strategies.md), or a group
    /// that the model does not have. The formula is then read as the command line says, and its verdict may be about
    /// something else than you mean; so this lint is denied unless you say otherwise. In a formula that is given on the
    /// command line it is an error.
    UnknownReading "W0014" "unknown-reading" Lint(Deny), "unknown reading of strategies";
    /// The comments that belong to a formula name two readings of strategies. The last one counts. To ask about
    /// both, write the formula twice.
    TwoReadings "W0015" "two-readings" Lint(Warn), "two readings of strategies";
    /// Two evolution lines of an agent can be enabled at once, and they assign different variables. Under `MultiAssignment`
    /// exactly one of them is chosen: the other one does *not* happen in that step. Who is used to guarded commands expects
    /// both. If both changes are meant to happen, write one line, `x = 1 and y = 2 if …`, or let the file begin with
    /// `Semantics = SingleAssignment;`. If a choice is meant, allow the lint there.
    ///
    /// Lines that assign a variable in common are taken for a choice, and not warned about. The warning gives an example
    /// of values and actions; whether that state is reachable is not looked into. Where there are too many values to try
    /// out, there is no warning.
    CompetingLines "W0016" "competing-lines" Lint(Warn), "one of two lines is chosen";
    /// In `LTL` and `CTL*`, `!` takes everything up to the next connective: `! p U q` is `!(p U q)`, and not `(!p) U q`,
    /// as in many other tools. Parentheses say which of the two is meant.
    NegatedUntil "W0017" "negated-until" Lint(Warn), "negation of an until without parentheses";
    /// No state satisfies the condition of the protocol line, so it allows nothing. If the label says that no *reachable*
    /// state does, the line is possible as such: it may be meant for cases that do not occur, or something else keeps
    /// them from occurring. `savoir lint` looks at reachable states if it can find them.
    NeverApplies "W0018" "never-applies" Lint(Warn), "protocol line never applies";
    /// The formula is true, or false, by its form: no model could give another verdict. Perhaps a part of it is missing, or a
    /// name stands twice where two names were meant.
    ConstantFormula "W0019" "constant-formula" Lint(Warn), "formula does not depend on the model";
}
