//! Early quantification for all coalitions at once: the action of an agent goes where it is not a member.

use savoir_dd::{Bdd, Cube, Diagrams, Halt, Unless, Var};
use std::collections::BTreeSet;

/// The action of an agent, which stays where a variable is true.
pub(crate) struct KeptAction {
    /// Whether the agent is a member.
    pub(crate) member: Var,
    /// The bits of its action.
    pub(crate) bits: Vec<Var>,
}

/// Parts of a relation with what to quantify after each.
pub(crate) struct ConditionalSchedule {
    /// Variables that no part depends on.
    first: Cube,
    steps: Vec<Step>,
}

struct Step {
    part: Bdd,
    /// What goes in any case.
    cube: Cube,
    /// What goes where an agent is not a member.
    kept: Unless,
}

impl ConditionalSchedule {
    /// Quantifies each of `variables`, and each action, after the last part that depends on it.
    pub(crate) fn new(
        diagrams: &Diagrams,
        parts: &[Bdd],
        variables: &[Var],
        actions: &[KeptAction],
    ) -> Result<ConditionalSchedule, Halt> {
        let mut left: BTreeSet<Var> = variables.iter().copied().collect();
        let mut open: Vec<&KeptAction> = actions.iter().collect();
        let mut steps = Vec::with_capacity(parts.len());
        for part in parts.iter().rev() {
            let support = diagrams.support(part)?;
            let here: Vec<Var> = support.iter().copied().filter(|variable| left.remove(variable)).collect();
            let used = |action: &KeptAction| action.bits.iter().any(|bit| support.contains(bit));
            let (done, later) = open.into_iter().partition::<Vec<_>, _>(|action| used(action));
            open = later;
            let kept = diagrams.unless(done.into_iter().map(|action| (action.member, action.bits.clone())))?;
            steps.push(Step { part: part.clone(), cube: diagrams.cube(&here)?, kept });
        }
        steps.reverse();
        Ok(ConditionalSchedule { first: diagrams.cube(&left.into_iter().collect::<Vec<_>>())?, steps })
    }

    /// The set joined with all parts, the variables quantified, and the actions of those who are not members. Only states
    /// where `care` holds matter: what the actions of many agents do elsewhere is often what makes it large.
    pub(crate) fn apply(&self, diagrams: &Diagrams, set: &Bdd, care: &Bdd) -> Result<Bdd, Halt> {
        let mut result = diagrams.exists(set, &self.first)?;
        for step in &self.steps {
            result = smaller(diagrams, diagrams.and_exists(&result, &step.part, &step.cube)?, care)?;
            result = diagrams.exists_unless(&result, &step.kept)?;
        }
        Ok(result)
    }
}

/// The function, or a smaller one that agrees with it where `care` holds.
fn smaller(diagrams: &Diagrams, function: Bdd, care: &Bdd) -> Result<Bdd, Halt> {
    let simplified = diagrams.simplify(&function, care)?;
    Ok(if diagrams.size(&simplified)? < diagrams.size(&function)? { simplified } else { function })
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_dd::Unlimited;

    #[test]
    fn an_action_stays_where_its_agent_is_a_member() {
        let diagrams = Diagrams::new(4, Box::new(Unlimited));
        let [member, action, next, other] = [0, 1, 2, 3].map(|place| diagrams.variable(Var(place)).unwrap());
        // What comes next is what is done.
        let part = diagrams.not(&diagrams.xor(&action, &next).unwrap());
        let kept = [KeptAction { member: Var(0), bits: vec![Var(1)] }];
        let schedule = ConditionalSchedule::new(&diagrams, &[part], &[Var(2), Var(3)], &kept).unwrap();
        let all = diagrams.constant(true);
        let before = schedule.apply(&diagrams, &diagrams.and(&next, &other).unwrap(), &all).unwrap();
        // A member has to do it; of the others somebody may.
        assert!(before == diagrams.or(&diagrams.not(&member), &action).unwrap());
    }
}
