//! On random models.

mod forged;
