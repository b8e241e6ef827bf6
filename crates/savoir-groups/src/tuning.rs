//! The numbers that were set by measurement. No set or number depends on them.

/// Fewest entries of the computed table, 16 bytes each. With the 2,048 of the diagrams as they are, the minimal coalitions
/// of a weighted vote of 40 agents (1,495 nodes) take 130 ms in the test profile, with 2^14 30 ms, with 2^16 and more
/// 17 ms; a table of 2^18 takes 2 ms to make.
pub(crate) const FEWEST_RESULTS: usize = 1 << 16;

/// Dead nodes are not looked for below this many nodes, about 24 MB: that forgets all known results.
pub(crate) const COLLECT_FROM: usize = 1 << 20;

/// Steps of an operation after which a relation between two groups is not worth saying: "each member of the first is in the
/// second" takes a node or two for each agent where the order keeps an agent's slots together, and twice as many with each
/// agent where it does not.
pub(crate) const RELATION_STEPS: u32 = 1 << 16;
