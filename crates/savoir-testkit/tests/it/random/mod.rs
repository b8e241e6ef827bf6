//! Comparisons on random models. How many they try depends on `SAVOIR_TESTS`, see `savoir_testkit::cases`.

mod laws;
mod lints;
mod uniform;
