//! Groups that are sought: what their members see and do depends on variables of the diagrams that say who they are.

use super::SymbolicSystem;
use crate::encode::EncodedModel;
use crate::relation::{ConditionalSchedule, KeptAction};
use savoir_check::{DecisionRef, GroupDecision, GroupDecisions, Member, UnknownGroup};
use savoir_dd::{Bdd, Cube, Diagrams, Halt, Var, WireRef};
use savoir_model::AgentId;
use std::collections::BTreeMap;
use std::rc::Rc;

/// What is known about a group that is sought, once somebody asked for it.
#[derive(Default)]
pub(super) struct SoughtGroup {
    views: Option<Rc<Vec<View>>>,
    game: Option<Rc<SoughtGame>>,
}

/// Bits that the same agents observe.
struct View {
    /// Where one of them is a member.
    seen: Bdd,
    bits: Cube,
}

/// The choices of the members.
struct SoughtGame {
    /// Goes back while keeping the members' actions.
    backward: ConditionalSchedule,
    /// All actions.
    actions: Cube,
    /// The reachable states with the moves that have a successor there.
    possible: Bdd,
}

impl SymbolicSystem<'_> {
    /// All groups that are sought.
    pub(super) fn unknown_groups(&self) -> Result<Vec<UnknownGroup<Bdd>>, Halt> {
        let diagrams = self.diagrams();
        let group = |(index, members): (usize, &Vec<(AgentId, Var)>)| {
            let member = |(agent, variable): &(AgentId, Var)| {
                let states = diagrams.and(&self.reachable, &diagrams.variable(*variable)?)?;
                Ok(Member { agent: *agent, states })
            };
            Ok(UnknownGroup { index, members: members.iter().map(member).collect::<Result<_, Halt>>()? })
        };
        self.encoded.encoding.groups.iter().enumerate().map(group).collect()
    }

    /// The reachable states that all members of a group together cannot tell from some state of a set: bit by bit, a bit
    /// stays where a member observes it, and may have any value elsewhere.
    pub(super) fn indistinguishable_to_group(&self, group: usize, set: &Bdd) -> Result<Bdd, Halt> {
        let diagrams = self.diagrams();
        let views = self.views(group)?;
        let mut found = self.dependencies.restore(diagrams, set, |_| true)?;
        for view in views.iter() {
            found = diagrams.if_then_else(&view.seen, &found, &diagrams.exists(&found, &view.bits)?)?;
        }
        diagrams.and(&self.dependencies.substitute(diagrams, &found)?, &self.reachable)
    }

    fn views(&self, group: usize) -> Result<Rc<Vec<View>>, Halt> {
        if let Some(views) = self.sought.borrow().get(&group).and_then(|known| known.views.clone()) {
            return Ok(views);
        }
        let EncodedModel { model, encoding, diagrams, .. } = &self.encoded;
        let members = &encoding.groups[group];
        // By who observes them: those that nobody does come first, then from the bottom of the order upwards.
        let mut by_observers: BTreeMap<Vec<Var>, Vec<Var>> = BTreeMap::new();
        for variable in model.variable_ids() {
            let observes = |agent: AgentId| model.agent(agent).sees(variable);
            let observers = members.iter().filter(|(agent, _)| observes(*agent)).map(|(_, member)| *member).collect();
            by_observers.entry(observers).or_default().extend(encoding.current([variable]));
        }
        let lowest = |bits: &[Var]| bits.iter().map(|bit| diagrams.level(*bit)).max();
        let mut sorted: Vec<(Vec<Var>, Vec<Var>)> =
            by_observers.into_iter().filter(|(_, bits)| !bits.is_empty()).collect();
        sorted.sort_by_key(|(observers, bits)| (!observers.is_empty(), std::cmp::Reverse(lowest(bits))));
        let view = |(observers, bits): (Vec<Var>, Vec<Var>)| {
            let seen =
                observers.into_iter().map(|member| diagrams.variable(member)).collect::<Result<Vec<_>, Halt>>()?;
            Ok(View { seen: diagrams.any(seen)?, bits: diagrams.cube(&bits)? })
        };
        let views = Rc::new(sorted.into_iter().map(view).collect::<Result<Vec<_>, Halt>>()?);
        self.sought.borrow_mut().entry(group).or_default().views = Some(views.clone());
        Ok(views)
    }

    /// The states where the members of a group have a move after which every successor is in a set.
    pub(super) fn controllable_by_group(&self, group: usize, set: &Bdd) -> Result<Bdd, Halt> {
        let (diagrams, whole) = (self.diagrams(), &self.encoded.whole);
        let game = self.sought_game(group)?;
        let outside = diagrams.rename(&diagrams.minus(&self.reachable, set)?, &whole.to_next)?;
        let bad = game.backward.apply(diagrams, &outside, &self.reachable)?;
        // The actions of others are gone already.
        diagrams.exists(&diagrams.minus(&game.possible, &bad)?, &game.actions)
    }

    fn sought_game(&self, group: usize) -> Result<Rc<SoughtGame>, Halt> {
        if let Some(game) = self.sought.borrow().get(&group).and_then(|known| known.game.clone()) {
            return Ok(game);
        }
        let EncodedModel { model, encoding, whole, diagrams, .. } = &self.encoded;
        let members = &encoding.groups[group];
        let kept = |(agent, member): &(AgentId, Var)| {
            let bits = encoding.action_bits([*agent]);
            (!bits.is_empty()).then_some(KeptAction { member: *member, bits })
        };
        let kept: Vec<KeptAction> = members.iter().filter_map(kept).collect();
        let outsiders = model.agent_ids().filter(|agent| !members.iter().any(|(member, _)| member == agent));
        let mut quantified = encoding.next();
        quantified.extend(encoding.action_bits(outsiders));
        let backward = ConditionalSchedule::new(diagrams, whole.parts(diagrams)?, &quantified, &kept)?;
        let possible = backward.apply(diagrams, &diagrams.rename(&self.reachable, &whole.to_next)?, &self.reachable)?;
        let possible = diagrams.and(&possible, &self.reachable)?;
        let actions = diagrams.cube(&encoding.action_bits(model.agent_ids()))?;
        let game = Rc::new(SoughtGame { backward, actions, possible });
        self.sought.borrow_mut().entry(group).or_default().game = Some(game.clone());
        Ok(game)
    }

    /// For which groups there is a state in a set.
    pub(super) fn groups_of(&self, set: &Bdd) -> Result<GroupDecisions, Halt> {
        let EncodedModel { model, encoding, diagrams, .. } = &self.encoded;
        let states = diagrams.cube(&encoding.current(model.variable_ids()))?;
        let groups = diagrams.exists(set, &states)?;
        Ok(decisions(diagrams, &encoding.groups, &groups))
    }
}

/// A function of who is in which group, as a graph of decisions.
fn decisions(diagrams: &Diagrams, groups: &[Vec<(AgentId, Var)>], function: &Bdd) -> GroupDecisions {
    let named = groups
        .iter()
        .enumerate()
        .flat_map(|(group, members)| members.iter().map(move |(agent, variable)| (*variable, (group, *agent))));
    let named: BTreeMap<Var, (usize, AgentId)> = named.collect();
    let reference = |reference: WireRef| match reference {
        WireRef::Constant(value) => DecisionRef::Constant(value),
        WireRef::Node { index, complement } => DecisionRef::Decision { index, opposite: complement },
    };
    let wire = diagrams.export(std::slice::from_ref(function));
    let nodes = wire.nodes().filter_map(|(variable, then, other)| {
        let &(group, agent) = named.get(&variable)?;
        Some(GroupDecision { group, agent, member: reference(then), other: reference(other) })
    });
    let nodes = nodes.collect();
    let root = wire.roots().next().map_or(DecisionRef::Constant(false), reference);
    let order = diagrams.order().into_iter().filter_map(|variable| named.get(&variable).copied()).collect();
    GroupDecisions { order, nodes, root }
}
