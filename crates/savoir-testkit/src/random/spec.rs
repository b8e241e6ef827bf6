//! The structure of a random model: close to the text, so that printing is plain, and easy to cut down.
//!
//! Things are referred to by name, so that removing one does not renumber the others.

/// A model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RandomModel {
    /// The `Semantics` line.
    pub semantics: Semantics,
    /// The agents, the environment first if there is one.
    pub agents: Vec<AgentSpec>,
    /// `Evaluation`.
    pub propositions: Vec<PropositionSpec>,
    /// `InitStates`.
    pub initial: Cond,
    /// `Groups`.
    pub groups: Vec<GroupSpec>,
    /// `Fairness`.
    pub fairness: Vec<Form>,
    /// `Formulae`.
    pub properties: Vec<PropertySpec>,
}

/// The `Semantics` line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Semantics {
    /// No such line.
    Default,
    /// `MultiAssignment`.
    Multi,
    /// `SingleAssignment`.
    Single,
}

/// An agent; the environment is the one called `Environment`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AgentSpec {
    /// Its name.
    pub name: String,
    /// `Obsvars`, of the environment only.
    pub observable: Vec<VarSpec>,
    /// `Lobsvars`, of ordinary agents only.
    pub lobsvars: Vec<String>,
    /// `Vars`.
    pub variables: Vec<VarSpec>,
    /// `RedStates`.
    pub red: Option<Cond>,
    /// `Actions`.
    pub actions: Vec<String>,
    /// `Protocol`.
    pub protocol: Vec<ProtocolSpec>,
    /// `Evolution`.
    pub evolution: Vec<EvolutionSpec>,
}

/// The name of the environment.
pub(super) const ENVIRONMENT: &str = "Environment";

impl AgentSpec {
    pub(super) fn is_environment(&self) -> bool {
        self.name == ENVIRONMENT
    }

    /// All its variables.
    pub(super) fn all_variables(&self) -> impl Iterator<Item = &VarSpec> {
        self.observable.iter().chain(&self.variables)
    }
}

/// A variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarSpec {
    /// Its name.
    pub name: String,
    /// Its values.
    pub kind: TypeSpec,
}

/// The values of a variable.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TypeSpec {
    /// `boolean`.
    Bool,
    /// `low .. high`.
    Int(i64, i64),
    /// `{a, b}`.
    Enum(Vec<String>),
}

impl TypeSpec {
    pub(super) fn size(&self) -> u64 {
        match self {
            TypeSpec::Bool => 2,
            TypeSpec::Int(low, high) => (high - low + 1).unsigned_abs(),
            TypeSpec::Enum(values) => values.len() as u64,
        }
    }
}

/// A line of a protocol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProtocolSpec {
    /// The condition; `None` for `Other`.
    pub guard: Option<Cond>,
    /// The actions it allows.
    pub actions: Vec<String>,
}

/// A line of an evolution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EvolutionSpec {
    /// What is assigned.
    pub assignments: Vec<Assignment>,
    /// The condition.
    pub guard: Cond,
}

/// An assignment to a variable of the agent itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assignment {
    /// The variable.
    pub target: String,
    /// Its next value.
    pub value: Rhs,
}

/// The right-hand side of an assignment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Rhs {
    /// A truth value.
    Truth(Cond),
    /// A number.
    Number(Term),
    /// An enumeration value.
    Value(String),
    /// The value of an enumeration variable.
    Copy(VarRef),
}

/// A variable, of whichever agent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VarRef {
    /// Its agent.
    pub agent: String,
    /// Its name.
    pub name: String,
}

/// A number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Term {
    /// A literal.
    Literal(i64),
    /// A variable.
    Var(VarRef),
    /// `-t`.
    Minus(Box<Term>),
    /// `t + u` and so on.
    Binary(Arithmetic, Box<Term>, Box<Term>),
}

/// An operator on numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
}

/// A condition: anything with a truth value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cond {
    /// `true`, `false`.
    Constant(bool),
    /// A boolean variable.
    Flag(VarRef),
    /// Two numbers, with the operator as it is written.
    Compare(&'static str, Term, Term),
    /// An enumeration variable and a value; `=` or `<>`.
    IsValue(&'static str, VarRef, String),
    /// Two enumeration variables; `=` or `<>`.
    SameValue(&'static str, VarRef, VarRef),
    /// Two truth values; `=` or `<>`.
    SameTruth(&'static str, Box<Cond>, Box<Cond>),
    /// An action test.
    Action(Action),
    /// `!c` or `~c`.
    Not(&'static str, Box<Cond>),
    /// Several conditions joined.
    Chain(Connective, Vec<Cond>),
}

/// A test of an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Action {
    /// `=` or `<>`.
    pub operator: &'static str,
    /// The agent, or `None` for the agent whose line this is.
    pub agent: Option<String>,
    /// The action.
    pub action: String,
}

/// A connective.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names are the documentation")]
pub enum Connective {
    And,
    Or,
    Implies,
    Iff,
    BitAnd,
    BitOr,
    BitXor,
}

/// A proposition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropositionSpec {
    /// Its name.
    pub name: String,
    /// Where it holds.
    pub condition: Cond,
}

/// A named group.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GroupSpec {
    /// Its name.
    pub name: String,
    /// The agents in it.
    pub members: Vec<String>,
}

/// A formula to be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PropertySpec {
    /// The language it is written in.
    pub language: Language,
    /// The formula.
    pub formula: Form,
}

/// A language of formulas.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    /// CTL, ATL, knowledge, norms.
    Plain,
    /// `LTL …`
    Ltl,
    /// `CTL* …`
    CtlStar,
}

/// A formula. Operators are kept as they are written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Form {
    /// `true`, `false`.
    Constant(bool),
    /// A proposition.
    Prop(String),
    /// A condition on variables.
    Condition(Cond),
    /// `i.RedStates` or `i.GreenStates`.
    Colour(String, &'static str),
    /// `!f`.
    Not(Box<Form>),
    /// Several formulas joined, by a connective without bits.
    Chain(Connective, Vec<Form>),
    /// `AG`, `EX` …, or `X`, `F`, `G` of a path formula, or the quantifiers `A`, `E` of CTL*.
    Prefix(&'static str, Box<Form>),
    /// `A(f U g)` and `E(f U g)` of CTL with a quantifier, `f U g` of a path formula without.
    Until(Option<&'static str>, Box<Form>, Box<Form>),
    /// `<g>X f` and so on.
    Enforce(GroupRef, &'static str, Box<Form>),
    /// `<g>(f U h)`.
    EnforceUntil(GroupRef, Box<Form>, Box<Form>),
    /// `K(i, f)`, `O(i, f)` with one agent, `KH(i, j, f)` with two.
    Agent(&'static str, Vec<String>, Box<Form>),
    /// `GK(g, f)`, `DK(g, f)`, `GCK(g, f)`.
    Group(&'static str, GroupRef, Box<Form>),
}

/// A group in a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum GroupRef {
    /// By its name, or an agent as a group of one.
    Named(String),
    /// `{i, j}`.
    Listed(Vec<String>),
}
