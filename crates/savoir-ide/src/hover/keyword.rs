//! Words and signs of the language.

use savoir_syntax::SyntaxKind as K;

/// What a word or sign means, as Markdown.
pub(super) fn describe(kind: K) -> Option<&'static str> {
    section(kind).or_else(|| in_section(kind)).or_else(|| operator(kind))
}

fn section(kind: K) -> Option<&'static str> {
    Some(match kind {
        K::SemanticsKw => {
            "`Semantics` says how several enabled evolution lines of an agent combine: `MultiAssignment`, which is meant if \
             there is none, or `SingleAssignment`."
        }
        K::AgentKw => "`Agent` begins an agent: its variables, actions, protocol and evolution.",
        K::EnvironmentKw => {
            "The environment is the first agent. It alone can have variables that others observe: all of them (`Obsvars`), \
             or those that list them (`Lobsvars`)."
        }
        K::ObsvarsKw => "`Obsvars` are variables of the environment that every agent observes.",
        K::LobsvarsKw => {
            "`Lobsvars` are the variables of the environment that this agent observes besides the `Obsvars`."
        }
        K::VarsKw => "`Vars` are an agent's own variables. Those of the environment are seen by agents that list them.",
        K::RedStatesKw => {
            "`RedStates` is the condition under which the agent behaves incorrectly. In formulas, `i.RedStates` holds in \
             these states."
        }
        K::GreenStatesKw => {
            "`i.GreenStates` holds where agent `i` behaves correctly: where its `RedStates` do not hold."
        }
        K::ActionsKw => "`Actions` lists what the agent can do. In a step every agent performs one action.",
        K::ProtocolKw => {
            "`Protocol` says which actions the agent may choose in which of its local states. If several lines apply, all \
             their actions are allowed; `Other` applies where no line above does."
        }
        K::EvolutionKw => {
            "`Evolution` says how the agent's variables change: a line `x = value if condition;` is enabled if its \
             condition holds in the current state under the current joint action."
        }
        K::EvaluationKw => "`Evaluation` gives names to conditions: propositions, which formulas speak about.",
        K::InitStatesKw => "`InitStates` is the condition that initial states satisfy.",
        K::GroupsKw => "`Groups` gives names to sets of agents.",
        K::FairnessKw => {
            "`Fairness` lists formulas that hold again and again on the paths that count; all others are left out."
        }
        K::FormulaeKw => {
            "`Formulae` is what is to be checked: each formula is true if it holds in every initial state."
        }
        _ => return None,
    })
}

fn in_section(kind: K) -> Option<&'static str> {
    Some(match kind {
        K::MultiAssignmentKw | K::MaKw => {
            "`MultiAssignment`: of the enabled lines of an agent exactly one is taken, with all its assignments."
        }
        K::SingleAssignmentKw | K::SaKw => {
            "`SingleAssignment`: each line has one assignment, and each variable takes one of its own enabled lines."
        }
        K::BooleanKw => "`boolean`: the values `true` and `false`.",
        K::OtherKw => "`Other` applies where no line above it does; it is the last line of a protocol.",
        K::ActionKw => {
            "`Action` is what the agent itself does in this step, `X.Action` what agent `X` does. Only conditions of \
             evolution lines can test actions, with `=` and `<>`."
        }
        K::IfKw => "`if` stands before the condition of an evolution line or of a proposition.",
        K::EndKw => "`end` closes a section or an agent.",
        K::TrueKw => "`true` holds everywhere.",
        K::FalseKw => "`false` holds nowhere.",
        K::LtlKw => "`LTL` begins a path formula. It is true if it holds on every path from every initial state.",
        K::CtlStarKw => "`CTL*` begins a formula in which quantifiers over paths and temporal operators can be mixed.",
        K::Question => "`?Y` stands for a group that is to be found; `savoir synth` looks for it.",
        _ => return None,
    })
}

fn operator(kind: K) -> Option<&'static str> {
    Some(match kind {
        K::AndKw => "`f and g`: both hold. In an evolution line it also joins assignments.",
        K::OrKw => "`f or g`: one of them holds, or both.",
        K::Arrow => "`f -> g`: if `f` holds, then `g` holds too. It groups to the right.",
        K::DoubleArrow => "`f <-> g`: both hold, or neither does.",
        K::Bang => "`!f`: `f` does not hold. In conditions it negates the comparison that follows.",
        K::NotEq => "`<>` and `!=`: the two sides differ.",
        K::Amp => "`&`: both truth values are true. It binds tighter than comparisons.",
        K::Pipe => "`|`: one of the truth values is true, or both. It binds tighter than comparisons.",
        K::Caret => "`^`: exactly one of the truth values is true. It binds tighter than comparisons.",
        K::Tilde => "`~b`: the opposite truth value. It binds tighter than comparisons.",
        K::Slash => "`/`: the exact quotient; it is not rounded.",
        _ => return None,
    })
}
