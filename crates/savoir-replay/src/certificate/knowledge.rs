//! Where knowledge and obligations hold, among all reachable states.

use super::space::Space;
use crate::facts::is_red;
use savoir_model::{Accessibility, AgentId, Modality};
use std::collections::BTreeMap;

impl Space<'_> {
    /// The states of the domain from where the operand holds in all accessible states of the domain.
    pub(super) fn modality(&self, modality: Modality, domain: &[bool], operand: &[bool]) -> Vec<bool> {
        let Modality { accessible, correct, .. } = modality;
        let is_excused = |state: usize| correct.is_some_and(|agent| is_red(self.model, agent, &self.states[state]));
        let fails: Vec<bool> =
            (0..operand.len()).map(|state| domain[state] && !operand[state] && !is_excused(state)).collect();
        let doubtful = match accessible {
            Accessibility::Common(group) => self.chained(self.model.formulas.members(group), domain, fails),
            Accessibility::Agent(_)
            | Accessibility::Everyone(_)
            | Accessibility::Distributed(_)
            | Accessibility::Anywhere => {
                let mut doubtful = vec![false; fails.len()];
                for observers in accessible.observers(&self.model.formulas) {
                    let classes = self.classes(&observers, domain);
                    for class in classes.values().filter(|class| class.iter().any(|state| fails[*state])) {
                        class.iter().for_each(|state| doubtful[*state] = true);
                    }
                }
                doubtful
            }
        };
        domain.iter().zip(doubtful).map(|(counts, doubtful)| *counts && !doubtful).collect()
    }

    /// The states of the domain that look the same to some observers who put together what they see.
    fn classes(&self, observers: &[AgentId], domain: &[bool]) -> BTreeMap<Vec<u64>, Vec<usize>> {
        let mut classes: BTreeMap<Vec<u64>, Vec<usize>> = BTreeMap::new();
        for (number, state) in self.states.iter().enumerate().filter(|(number, _)| domain[*number]) {
            let seen = observers.iter().flat_map(|agent| self.model.agent(*agent).observes.iter());
            classes.entry(seen.map(|id| state[id.index()]).collect()).or_default().push(number);
        }
        classes
    }

    /// The states from which a chain of doubts leads to one of these, themselves included.
    fn chained(&self, members: &[AgentId], domain: &[bool], mut found: Vec<bool>) -> Vec<bool> {
        let classes: Vec<Vec<usize>> =
            members.iter().flat_map(|agent| self.classes(&[*agent], domain).into_values()).collect();
        let mut classes_of: Vec<Vec<usize>> = vec![Vec::new(); found.len()];
        for (number, class) in classes.iter().enumerate() {
            class.iter().for_each(|state| classes_of[*state].push(number));
        }
        let mut is_done = vec![false; classes.len()];
        let mut open: Vec<usize> = (0..found.len()).filter(|state| found[*state]).collect();
        while let Some(state) = open.pop() {
            for &class in &classes_of[state] {
                if std::mem::replace(&mut is_done[class], true) {
                    continue;
                }
                for &other in &classes[class] {
                    if !std::mem::replace(&mut found[other], true) {
                        open.push(other);
                    }
                }
            }
        }
        found
    }
}
