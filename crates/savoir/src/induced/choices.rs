//! Whether there is anything to choose.

use savoir_check::{Stop, System};
use savoir_model::{ActionClasses, AgentId, Model};

/// Whether some of these agents may do one of two things in some reachable state, with effects that can differ. If not,
/// there is one uniform strategy, and the model that it induces is the model itself.
pub(super) fn has_choices<S: System>(model: &Model, system: &S, agents: &[AgentId]) -> Result<bool, Stop> {
    let classes = ActionClasses::new(model);
    for &agent in agents {
        if classes.count(agent) < 2 {
            continue;
        }
        let protocol = &model.agent(agent).protocol;
        if protocol.is_empty() {
            return Ok(true);
        }
        let mut elsewhere = system.reachable();
        let mut allowed: Vec<(u32, S::Set)> = Vec::new();
        let guarded = protocol.iter().filter(|line| line.guard.is_some());
        let other = protocol.iter().find(|line| line.guard.is_none());
        for line in guarded.chain(other) {
            system.budget().check()?;
            let states = match line.guard {
                Some(guard) => system.states_where(model, guard)?,
                None => elsewhere.clone(),
            };
            elsewhere = system.difference(&elsewhere, &states)?;
            for class in classes.of(agent, &line.actions) {
                for (before, there) in &allowed {
                    if *before != class && !system.is_empty(&system.intersection(there, &states)?) {
                        return Ok(true);
                    }
                }
                allowed.push((class, states.clone()));
            }
        }
    }
    Ok(false)
}
