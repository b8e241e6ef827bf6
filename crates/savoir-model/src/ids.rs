//! Typed indices: one type per table, so that they cannot be mixed up.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident;)*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
            pub struct $name(pub u32);

            impl $name {
                /// As an index into its table.
                #[must_use]
                pub fn index(self) -> usize {
                    self.0 as usize
                }
            }

            impl From<usize> for $name {
                fn from(index: usize) -> $name {
                    $name(index as u32)
                }
            }
        )*
    };
}

ids! {
    /// An agent; the environment is agent 0, also where the file does not declare it.
    AgentId;
    /// A variable of the whole model.
    VarId;
    /// An action among the actions of its agent.
    ActionId;
    /// A named group of agents.
    GroupId;
    /// A proposition.
    PropId;
    /// A formula to be checked, among the properties of the model.
    PropertyId;
    /// An enumeration type: a set of value names.
    EnumTypeId;
    /// The name of an enumeration value; equal names are equal values, whatever the type.
    EnumValueId;
    /// An expression in the model's pool.
    ExprId;
    /// A formula in the model's pool.
    FormulaId;
    /// A set of agents, or a variable for one, inside a formula.
    CoalitionId;
}

impl AgentId {
    /// The environment.
    pub const ENVIRONMENT: AgentId = AgentId(0);
}
