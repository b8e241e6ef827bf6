//! Random models, against the reference semantics.

mod distributed;
mod partitioned;
