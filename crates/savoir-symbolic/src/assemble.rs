//! A system whose reachable states others have found, part by part.

use crate::encode::EncodedModel;
use crate::prepare::Preparation;
use crate::reached::{Post, ReadError, SymbolicSystem};
use crate::search::{Dependencies, Reached, SearchSteps};
use std::time::Instant;

impl<'m> Preparation<'m> {
    /// Encodes the model with the first order and takes these sets, see [`SymbolicSystem::gather_states`], and the initial states
    /// together for all that is reachable.
    ///
    /// # Errors
    /// When a set cannot be read, or a limit of the user is met.
    pub fn assemble(&self, sets: &[Vec<u8>]) -> Result<SymbolicSystem<'m>, ReadError> {
        let start = Instant::now();
        let (order, diagrams, meter) = self.diagrams(self.first_order(), &self.budget)?;
        let encoded = EncodedModel::new(self, &order, diagrams, (&self.budget, &meter));
        let (encoded, _) = encoded.map_err(|halt| meter.stop_of(halt))?;
        let seconds = self.seconds + start.elapsed().as_secs_f64();
        let post = Post::new(&encoded);
        let mut reachable = encoded.initial.clone();
        for set in sets {
            reachable = post.union(&reachable, &post.read(set)?)?;
        }
        let reached =
            Reached { reachable, layers: None, dependencies: Dependencies::default(), steps: SearchSteps::default() };
        Ok(SymbolicSystem::new(encoded, reached, seconds).map_err(|halt| meter.stop_of(halt))?)
    }
}
