//! What single paths are made of: picking states, going forwards, and the joint action of a step.

use crate::bitset::BitSet;
use crate::halt::Halt;
use crate::layout::Layout;
use crate::program::ActionClass;
use crate::store::Store;
use crate::successors::Successors;
use crate::sweep;
use crate::system::ExplicitSystem;
use crate::usage::Usage;
use savoir_check::{JointAction, Sets, Stop};
use savoir_model::{ActionId, AgentId};
use std::cmp::Ordering;
use std::ops::Range;

/// The number of a state with these codes, if it is in the store.
pub(crate) fn number(layout: &Layout, store: &Store, codes: &[u64]) -> Option<usize> {
    store.find(&layout.packed(codes)).map(|number| number as usize)
}

impl ExplicitSystem<'_> {
    /// The number of a state, if it is reachable.
    pub(crate) fn number(&self, codes: &[u64]) -> Option<usize> {
        number(&self.program.layout, &self.store, codes)
    }

    pub(crate) fn only(&self, codes: &[u64]) -> BitSet {
        let mut set = self.empty();
        if let Some(number) = self.number(codes) {
            set.insert(number);
        }
        set
    }

    /// How two states are ordered by their codes.
    pub(crate) fn order(&self, a: usize, b: usize) -> Ordering {
        let (a, b) = (self.store.state(a), self.store.state(b));
        let fields = self.model.variable_ids().map(|variable| self.program.layout.field(variable));
        fields.map(|field| field.get(a).cmp(&field.get(b))).find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }

    /// The state of a set whose codes come first.
    pub(crate) fn least(&self, set: &BitSet) -> Option<Vec<u64>> {
        set.iter().min_by(|&a, &b| self.order(a, b)).map(|least| self.state_codes(least))
    }

    pub(crate) fn after(&self, set: &BitSet) -> Result<BitSet, Stop> {
        let store = &self.store;
        let usage = Usage::new(&self.budget, self.options.tuning, store.bytes());
        let mut found = self.empty();
        let targets = |successors: &mut Successors<'_>, state: usize, into: &mut Vec<u32>| {
            // Every successor was stored by the exploration.
            into.extend(
                successors.of(store.state(state))?.chunks_exact(store.words).filter_map(|next| store.find(next)),
            );
            Ok(())
        };
        let mut insert = |targets: Vec<u32>| {
            targets.into_iter().for_each(|target| {
                found.insert(target as usize);
            });
        };
        if set.count() < self.options.tuning.parallel_set {
            let mut successors = Successors::new(&self.program, &usage);
            for state in set.iter() {
                let mut into = Vec::new();
                targets(&mut successors, state, &mut into).map_err(Halt::limit)?;
                insert(into);
            }
        } else {
            let work = |successors: &mut Successors<'_>, states: Range<usize>| {
                let mut into = Vec::new();
                for state in states.filter(|&state| set.contains(state)) {
                    targets(successors, state, &mut into)?;
                }
                Ok(into)
            };
            sweep::over_states(&self.program, store, self.options.threads, &usage, work, |into| {
                insert(into);
                Ok(())
            })?;
        }
        Ok(found)
    }

    pub(crate) fn action_between(
        &self,
        from: &[u64],
        to: &[u64],
        allowed: &[Vec<ActionId>],
    ) -> Result<Option<JointAction>, Stop> {
        let classes = self.classes();
        let class = |agent: usize, action: &ActionId| classes.class(AgentId::from(agent), *action);
        let wanted: Vec<Vec<ActionClass>> = (allowed.iter().enumerate())
            .map(|(agent, actions)| actions.iter().map(|action| class(agent, action)).collect())
            .collect();
        let usage = Usage::new(&self.budget, self.options.tuning, self.store.bytes());
        let mut successors = Successors::new(&self.program, &usage);
        let [from, to] = [from, to].map(|codes| self.program.layout.packed(codes));
        let places = successors.choice(&from, &to, &wanted).map_err(Halt::limit)?;
        let action = |(places, allowed): (usize, &Vec<ActionId>)| allowed.get(places).copied();
        Ok(places.map(|places| places.into_iter().zip(allowed).map(action).collect()))
    }
}
