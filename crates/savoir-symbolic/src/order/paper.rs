//! The four orders of MCMAS (section 4.1.1 of the STTT paper).

use super::{Bit, Subject};
use crate::encode::action_bits;
use crate::options::PaperOrder;
use savoir_model::AgentId;

pub(crate) fn order(subject: &Subject<'_>, order: PaperOrder) -> Vec<Bit> {
    let mut bits = Vec::new();
    for agent in subject.model.agent_ids() {
        let current = current(subject, agent);
        let all_next: Vec<Bit> = current.iter().filter_map(|bit| next(subject, *bit)).collect();
        match order {
            PaperOrder::StatesThenActions | PaperOrder::Interleaved => {
                bits.extend(current.iter().flat_map(|bit| [Some(*bit), next(subject, *bit)]).flatten());
                if order == PaperOrder::Interleaved {
                    bits.extend(actions(subject, agent));
                }
            }
            PaperOrder::ActionsBetween => {
                bits.extend(&current);
                bits.extend(actions(subject, agent));
                bits.extend(&all_next);
            }
            PaperOrder::ActionsLast => {
                bits.extend(&current);
                bits.extend(&all_next);
                bits.extend(actions(subject, agent));
            }
        }
    }
    if order == PaperOrder::StatesThenActions {
        bits.extend(subject.model.agent_ids().flat_map(|agent| actions(subject, agent)));
    }
    bits
}

fn current(subject: &Subject<'_>, agent: AgentId) -> Vec<Bit> {
    let variables = subject.model.agent(agent).variables.iter();
    let bits =
        |id| (0..subject.model.domain_bits(subject.model.variable(id).domain)).map(move |at| Bit::Current(id, at));
    variables.flat_map(|id| bits(*id)).collect()
}

/// The next bit of a current one, if its variable changes.
fn next(subject: &Subject<'_>, bit: Bit) -> Option<Bit> {
    match bit {
        Bit::Current(id, place) if subject.changes[id.index()] => Some(Bit::Next(id, place)),
        _ => None,
    }
}

fn actions(subject: &Subject<'_>, agent: AgentId) -> Vec<Bit> {
    let bits = if subject.has_choice(agent) { action_bits(subject.classes, agent) } else { 0 };
    (0..bits).map(|place| Bit::Action(agent, place)).collect()
}
