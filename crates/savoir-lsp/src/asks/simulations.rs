//! Simulations: opening, commands, closing.

use super::simulation::{Beginning, Doing, SimulationThread};
use crate::check::Task;
use crate::documents::Snapshot;
use crate::server::{Failure, RequestId, Server, parameters};
use lsp_types::Uri;
use savoir::simulate::EvidencePath;
use serde::Deserialize;
use serde_json::Value;
use std::sync::Arc;

/// A command has so many bytes at most.
const MOST_BYTES: usize = 100_000;

#[derive(Deserialize)]
struct OpenParams {
    uri: Uri,
    evidence: Option<usize>,
}

#[derive(Deserialize)]
struct DoParams {
    simulation: String,
    command: String,
}

#[derive(Deserialize)]
struct CloseParams {
    simulation: String,
}

impl Server {
    pub(crate) fn open_simulation(
        &mut self,
        id: &RequestId,
        method: &str,
        params: Value,
    ) -> Result<Option<Value>, Failure> {
        let OpenParams { uri, evidence } = parameters(method, params)?;
        self.room_for_walk()?;
        match evidence {
            Some(formula) => self.ask(id, &uri, Task::Walk { formula }, None)?,
            None => {
                let document = self.documents.get(&uri).ok_or_else(Failure::not_open)?;
                let snapshot = document.good().ok_or_else(|| Failure::failed("the text has errors"))?;
                self.begin_simulation(id, snapshot, None)?;
            }
        }
        Ok(None)
    }

    /// Starts the thread of a simulation, which answers.
    pub(crate) fn begin_simulation(
        &mut self,
        id: &RequestId,
        snapshot: Arc<Snapshot>,
        paths: Option<Vec<EvidencePath>>,
    ) -> Result<(), Failure> {
        self.room_for_walk()?;
        let name = self.walks.name("simulation");
        let limits = self.settings.asked.within(&self.options);
        let cancelled = self.pending.flag(id);
        let beginning = Beginning { request: id.clone(), name: name.clone(), snapshot, paths, limits, cancelled };
        let thread = SimulationThread::start(beginning, self.means.clone()).ok_or_else(Failure::internal)?;
        self.walks.simulations.insert(name, thread);
        Ok(())
    }

    pub(crate) fn do_command(&mut self, id: &RequestId, method: &str, params: Value) -> Result<Option<Value>, Failure> {
        let DoParams { simulation, command } = parameters(method, params)?;
        if command.len() > MOST_BYTES || command.contains('\n') {
            return Err(Failure::wrong("a command is one line, and not that long"));
        }
        let limits = self.settings.asked.within(&self.options);
        let thread = self.walks.simulations.get(&simulation).ok_or_else(no_simulation)?;
        let cancelled = self.pending.flag(id);
        match thread.give(Doing { request: id.clone(), line: command, limits, cancelled }) {
            true => Ok(None),
            false => Err(no_simulation()),
        }
    }

    pub(crate) fn close_simulation(&mut self, method: &str, params: Value) -> Result<Value, Failure> {
        let CloseParams { simulation } = parameters(method, params)?;
        self.walks.simulations.remove(&simulation).map(|_| Value::Null).ok_or_else(no_simulation)
    }

    /// A simulation can be used now. If nobody waits for it any more, nobody knows its name.
    pub(crate) fn simulation_begun(&mut self, request: &RequestId, name: &str, answer: Value) {
        if !self.pending.is_waited_for(request) {
            self.walks.simulations.remove(name);
        }
        self.answer(request, Ok(answer));
    }

    /// A simulation has ended by itself.
    pub(crate) fn simulation_ended(&mut self, name: &str) {
        self.walks.simulations.remove(name);
    }
}

fn no_simulation() -> Failure {
    Failure::wrong("this simulation is not open")
}
