//! Random models, against the reference semantics.

mod partitioned;
