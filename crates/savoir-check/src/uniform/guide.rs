//! Which actions to try first where there are too many moves to list: from some move on, one member after the other changes
//! its mind while that leads nearer to the goal. How near a state is follows from the layers of perfect information.

use super::arena::{Arena, MoveEnd, Place};
use super::goal::Goal;
use super::lookup::Lookup;
use super::ranks::Preferences;
use crate::Stop;

/// Sweeps over the members.
const SWEEPS: usize = 2;

/// Finds the layers of a goal.
type Grow<'a, Set> = Box<dyn Fn(&Goal<Set>) -> Result<Vec<Set>, Stop> + 'a>;

/// How near states are to the goal.
pub(super) struct Guide<'a, L: Lookup> {
    grow: Grow<'a, L::Set>,
    /// Growing sets, from each of which a coalition that sees everything can force the one before; none if there is no
    /// goal to get to. Found when first needed.
    layers: Option<Vec<L::Set>>,
}

impl<'a, L: Lookup> Guide<'a, L> {
    /// A guide that finds the layers of its goal in this way.
    pub(super) fn new(grow: impl Fn(&Goal<L::Set>) -> Result<Vec<L::Set>, Stop> + 'a) -> Guide<'a, L> {
        Guide { grow: Box::new(grow), layers: None }
    }

    /// The layers, if they were needed.
    pub(super) fn layers(&self) -> Option<&[L::Set]> {
        self.layers.as_deref()
    }

    /// Says what is to be tried first in the slots of a place from a number on.
    pub(super) fn prefer(
        &mut self,
        arena: &mut Arena<'_, L>,
        place: Place,
        from: usize,
        preferences: &mut Preferences,
    ) -> Result<(), Stop> {
        if self.layers.is_none() {
            self.layers = Some((self.grow)(&arena.goal)?);
        }
        let slots = arena.slots_of(place.state)?;
        let sizes: Vec<usize> = slots.iter().map(|slot| arena.slots()[*slot as usize].actions.len()).collect();
        if sizes.contains(&0) {
            return Ok(());
        }
        let mut best: Box<[u32]> = slots.iter().map(|slot| preferences.of(*slot)).collect();
        let mut least = self.cost(arena, place, &best)?;
        let is_new = |member: usize| slots[member] as usize >= from;
        for _ in 0..SWEEPS {
            let before = least;
            for member in (0..sizes.len()).filter(|member| is_new(*member)) {
                for action in 0..sizes[member] as u32 {
                    let mut other = best.clone();
                    other[member] = action;
                    let cost = self.cost(arena, place, &other)?;
                    if cost < least {
                        (least, best) = (cost, other);
                    }
                }
            }
            if least == before {
                break;
            }
        }
        for member in (0..sizes.len()).filter(|member| is_new(*member)) {
            preferences.prefer(slots[member], best[member], sizes[member]);
        }
        Ok(())
    }

    /// How bad a move is: by the steps from the worst outcome to the goal, then by how many outcomes are open.
    fn cost(&self, arena: &mut Arena<'_, L>, place: Place, choice: &[u32]) -> Result<(usize, usize), Stop> {
        let MoveEnd::Open(places) = arena.end(place, choice)? else { return Ok((usize::MAX, usize::MAX)) };
        let mut worst = 0;
        let mut sum = 0;
        for next in &places {
            let rank = self.rank(arena, *next)?;
            worst = worst.max(rank);
            sum += rank;
        }
        Ok((worst, sum))
    }

    fn rank(&self, arena: &Arena<'_, L>, place: Place) -> Result<usize, Stop> {
        let layers = self.layers.as_deref().unwrap_or(&[]);
        let (mut low, mut high) = (0, layers.len());
        while low < high {
            let middle = usize::midpoint(low, high);
            if arena.lookup.is_in(&layers[middle], arena.codes(place.state))? {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        Ok(low)
    }
}
