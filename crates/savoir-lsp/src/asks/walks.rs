//! Simulations and plays that are open, by their names.

use super::simulation::SimulationThread;
use crate::server::{Failure, Server};
use savoir::play::Play;
use std::collections::BTreeMap;

/// Simulations and plays that are open.
#[derive(Default)]
pub(crate) struct Walks {
    pub(super) simulations: BTreeMap<String, SimulationThread>,
    pub(super) plays: BTreeMap<String, Play>,
    opened: u64,
}

impl Walks {
    fn len(&self) -> usize {
        self.simulations.len() + self.plays.len()
    }

    /// A name that was not given before.
    pub(super) fn name(&mut self, kind: &str) -> String {
        self.opened += 1;
        format!("{kind}-{}", self.opened)
    }
}

impl Server {
    /// Whether one more simulation or play may be opened.
    pub(super) fn room_for_walk(&self) -> Result<(), Failure> {
        let most = self.options.open_walks;
        if self.walks.len() < most {
            return Ok(());
        }
        Err(Failure::failed(format!("{most} simulations and plays are open; close one of them")))
    }
}
