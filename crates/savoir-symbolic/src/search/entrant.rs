//! One of the ways to search that compete, with the states that it has found.

use super::ways::Ways;
use super::{Dependencies, Reached, SearchSteps, report};
use crate::encode::EncodedModel;
use savoir_dd::{Bdd, Halt};

/// A way to search where the transitions are divided into slices, and how far it has come.
pub(super) struct Entrant {
    /// The states it has found.
    pub(super) found: Bdd,
    steps: SearchSteps,
    way: Way,
}

enum Way {
    /// Slice by slice, each from all that was found so far.
    Rounds,
    /// All transitions from the same states.
    Layers {
        /// What was new after each step.
        layers: Vec<Bdd>,
        images: Ways<Image>,
        /// The work of the last step.
        work: u64,
    },
}

/// How the successors of a layer are found.
#[derive(Clone, Copy, PartialEq)]
enum Image {
    /// Slice by slice.
    Sliced,
    /// By all transitions at once.
    Whole,
}

impl Entrant {
    pub(super) fn rounds(encoded: &EncodedModel<'_>) -> Entrant {
        Entrant { found: encoded.initial.clone(), steps: SearchSteps::default(), way: Way::Rounds }
    }

    pub(super) fn layers(encoded: &EncodedModel<'_>) -> Entrant {
        let images = Ways::new(Image::Sliced, [Image::Whole], encoded.tuning.trials);
        let way = Way::Layers { layers: vec![encoded.initial.clone()], images, work: 0 };
        Entrant { found: encoded.initial.clone(), steps: SearchSteps::default(), way }
    }

    /// Takes a step; whether it found anything new.
    pub(super) fn step(&mut self, encoded: &EncodedModel<'_>) -> Result<bool, Halt> {
        let Entrant { found, steps, way } = self;
        let next = match way {
            Way::Rounds => {
                let next = encoded.round_of_chaining(found)?;
                steps.rounds += 1;
                next
            }
            Way::Layers { layers, images, work } => {
                let (before, last) = (encoded.work(), layers.last().unwrap_or(found));
                let is_all = encoded.is_all_simpler(found, last, *work)?;
                let from = if is_all { &*found } else { last };
                let image = |image| match image {
                    Image::Sliced => encoded.image(from),
                    Image::Whole => encoded.whole.image(&encoded.diagrams, from),
                };
                let image = encoded.take_step(images, |_| 1, image)?;
                let new = encoded.diagrams.minus(&image, found)?;
                let next = encoded.diagrams.or(found, &new)?;
                *if is_all { &mut steps.all } else { &mut steps.new } += 1;
                *work = encoded.work() - before;
                layers.push(new);
                next
            }
        };
        let is_more = next != *found;
        *found = next;
        Ok(is_more)
    }

    /// Says how far it is.
    pub(super) fn report(&self, encoded: &EncodedModel<'_>) {
        report(encoded, self.steps.new + self.steps.all + self.steps.rounds, &self.found, 0);
    }

    /// All states, once there is nothing new.
    pub(super) fn reached(self) -> Reached {
        let layers = match self.way {
            Way::Rounds => None,
            Way::Layers { mut layers, .. } => {
                // The last one is empty.
                layers.pop();
                Some(layers)
            }
        };
        Reached { reachable: self.found, layers, dependencies: Dependencies::default(), steps: self.steps }
    }
}
