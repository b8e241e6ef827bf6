//! In how many states lines of protocols apply.

use super::Session;
use super::held::Held;
use num_bigint::BigUint;
use savoir_check::{Stop, System};
use savoir_model::AgentId;

/// A line of a protocol by its agent and its place, from 0, with the number of reachable states where it applies.
pub type LineCount = (AgentId, usize, BigUint);

/// Questions about lines of protocols.
pub(crate) trait LineQuestions {
    fn protocol_lines(&self) -> Result<Vec<LineCount>, Stop>;
}

impl<S: System> LineQuestions for Held<'_, S> {
    fn protocol_lines(&self) -> Result<Vec<LineCount>, Stop> {
        let system = &self.system;
        let mut found = Vec::new();
        for agent in self.model.agent_ids() {
            let mut above = system.empty();
            for (place, line) in self.model.agent(agent).protocol.iter().enumerate() {
                system.budget().check()?;
                let here = match line.guard {
                    Some(guard) => system.states_where(self.model, guard)?,
                    // Where no line above applies.
                    None => system.difference(&system.reachable(), &above)?,
                };
                found.push((agent, place, system.count(&here)?));
                above = system.union(&above, &here)?;
            }
        }
        Ok(found)
    }
}

impl Session<'_> {
    /// In how many reachable states each line of a protocol applies, in the order of the model.
    ///
    /// # Errors
    /// A limit of the user.
    pub fn protocol_lines(&self) -> Result<Vec<LineCount>, Stop> {
        self.system.protocol_lines()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BuildOptions, Engine, Loaded};
    use savoir_check::Budget;

    #[test]
    fn lines_apply_in_so_many_reachable_states() {
        let text = crate::examples_for_docs::TOGGLE.replace(
            "    Other : {press, wait};",
            "    on = true : {wait};\n    on = true : {press};\n    Other : {press};",
        );
        let loaded = Loaded::from_text("toggle.ispl", &text);
        let model = loaded.model.as_ref().unwrap();
        for engine in [Engine::Explicit, Engine::Symbolic] {
            let options = BuildOptions { engine, ..BuildOptions::with_threads(1) };
            let Ok(session) = Session::open(model, &options, &Budget::unlimited()) else { panic!("it is small") };
            let counts: Vec<String> =
                session.protocol_lines().unwrap().into_iter().map(|(_, _, count)| count.to_string()).collect();
            assert_eq!(counts, ["1", "1", "1"], "{engine}");
        }
    }
}
