//! How many cases the comparisons on random models try.
//!
//! `cargo test` tries enough of them to notice a mistake soon; `SAVOIR_TESTS=full` asks for all, as before a change
//! lands. Tests that depend on it stand in a module `random`, or in `shared_models`, so that they can be run by
//! themselves: `SAVOIR_TESTS=full cargo test --workspace --test it -- random:: shared_models::`.

use std::sync::OnceLock;

/// How thorough tests are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// One case in eight.
    Quick,
    /// Every case.
    Full,
}

/// The modules whose tests may ask for the effort.
const MODULES: [&str; 2] = ["random::", "shared_models::"];

impl Effort {
    /// What the environment variable `SAVOIR_TESTS` asks for.
    ///
    /// # Panics
    /// If it is neither `full` nor `quick`, or if the test that asks would be missed when the full comparisons are run by
    /// the names of their modules.
    #[must_use]
    pub fn wanted() -> Effort {
        static WANTED: OnceLock<Effort> = OnceLock::new();
        if let Some(test) = std::thread::current().name() {
            let is_test = test.contains("::");
            assert!(
                !is_test || MODULES.iter().any(|module| test.contains(module)),
                "{test} is in no module {MODULES:?}"
            );
        }
        *WANTED.get_or_init(|| match std::env::var("SAVOIR_TESTS").as_deref() {
            Ok("full") => Effort::Full,
            Ok("quick") | Err(_) => Effort::Quick,
            Ok(other) => panic!("SAVOIR_TESTS is `{other}`: it may be `quick` or `full`"),
        })
    }

    /// How many of so many cases to try; also how often something must be seen that is seen so often in all cases.
    #[must_use]
    pub fn part_of(self, all: u64) -> u64 {
        match self {
            Effort::Quick => all.div_ceil(8),
            Effort::Full => all,
        }
    }
}

/// How many of so many cases to try with the effort that is wanted.
#[must_use]
pub fn cases(all: u64) -> u64 {
    Effort::wanted().part_of(all)
}

#[cfg(test)]
mod tests {
    use super::Effort;

    #[test]
    fn quick_tests_try_some_of_all_cases() {
        assert_eq!(Effort::Quick.part_of(2000), 250);
        assert_eq!(Effort::Quick.part_of(3), 1);
        assert_eq!(Effort::Full.part_of(2000), 2000);
    }
}
