//! Uniform strategies for people: from where they have to win, and which confused states leave none.

use super::text::{Page, Place};
use super::{Detail, words};
use savoir::{AtlSemantics, Conflict, Confusion, Coverage, EpistemicLink, Node, Reason, StartSet, State};

/// More states of a start set are not shown unless everything is.
const MOST_STARTS: usize = 4;

impl Page<'_> {
    /// States that members confuse, and in which they would have to do different things.
    pub(super) fn conflict(&mut self, node: &Node, conflict: &Conflict, claim: &str, indent: usize) {
        let deeper = indent + 2;
        self.say(indent, &format!("{claim}: {}.", words::NO_UNIFORM));
        self.show_state(node, deeper);
        self.start_set(node, &conflict.start_set, conflict.coverage, deeper);
        for confusion in &conflict.confusions {
            self.confusion(confusion, deeper);
        }
    }

    fn confusion(&mut self, confusion: &Confusion, indent: usize) {
        // In the order of their appearance.
        let states: Vec<&State> = confusion.states.iter().filter_map(|one| one.access.end()).collect();
        let names: Vec<(&State, String)> = states.iter().map(|state| (*state, self.states.name(state))).collect();
        let name = |state: &State| {
            names.iter().find(|(known, _)| *known == state).map_or_else(String::new, |(_, name)| name.clone())
        };
        self.say(indent, &format!("{}.", words::confusion(self.model, confusion, &name)));
        let mut first: Option<&State> = None;
        for confused in &confusion.states {
            let Some(state) = confused.access.end() else { continue };
            let full = self.view.detail == Detail::Full;
            let known = self.states.is_drawn(state) && !full;
            let how = match confused.access.actions.len() {
                _ if known => "was shown above".to_owned(),
                0 => "is an initial state".to_owned(),
                1 => "is reached in 1 step from an initial state".to_owned(),
                steps => format!("is reached in {steps} steps from an initial state"),
            };
            let difference = first.and_then(|first| Some((name(first), self.states.difference(state, first)?)));
            let draws = full || !known && difference.is_none();
            let where_from =
                difference.map_or_else(String::new, |(at, list)| format!(" and differs from {at} in {list}"));
            let end = if draws { ":" } else { "." };
            // Where nothing is to be added, it is enough to have it named.
            if !known || !where_from.is_empty() {
                self.say(indent + 2, &format!("{} {how}{where_from}{end}", name(state)));
            }
            if draws {
                self.draw(indent + 4, &confused.access);
            }
            self.states.mark_drawn(state);
            first = first.or(Some(state));
        }
    }

    /// From where else a uniform strategy has to win.
    pub(super) fn start_set(&mut self, node: &Node, links: &[EpistemicLink], coverage: Coverage, indent: usize) {
        let AtlSemantics::Uniform(start) = self.atl else { return };
        let at = self.states.name(&node.state);
        if links.is_empty() {
            return;
        }
        let has_heading = node.holds || matches!(node.reason, Reason::Conflict(_));
        let deeper = if has_heading { indent + 2 } else { indent };
        if has_heading {
            let more = match (links.len(), coverage) {
                (_, Coverage::Cut) => "many other states".to_owned(),
                (1, Coverage::Whole) => "1 other state".to_owned(),
                (count, Coverage::Whole) => format!("{count} other states"),
            };
            let who = match start {
                StartSet::Objective | StartSet::Everyone => "some member cannot tell from it",
                StartSet::Distributed => "the members together cannot tell from it",
                StartSet::Common => "a chain of doubts of the members leads to",
            };
            let it = if node.holds { "It wins" } else { "It would have to win" };
            self.say(indent, &format!("{it} from {at} and from {more} that {who}."));
        }
        let full = self.view.detail == Detail::Full;
        let most = if full { links.len() } else { MOST_STARTS };
        for (number, link) in links.iter().take(most).enumerate() {
            let from = self.confused_with(node, &links[..number], link);
            let (from_name, other) = (self.states.name(from), self.states.name(&link.state));
            if full {
                self.link(from, link, Place::Only, deeper);
                continue;
            }
            let who = match link.observers.as_slice() {
                [] => "Nobody can".to_owned(),
                [one] => format!("{} cannot", self.model.agent(*one).name),
                _ => format!("{} together cannot", self.states.agents(&link.observers)),
            };
            let difference = self.states.difference(&link.state, from);
            let with = difference.map_or_else(String::new, |list| format!(", with {list}"));
            self.say(deeper, &format!("{who} tell {from_name} from {other}{with}."));
        }
        match (links.len().saturating_sub(most), coverage) {
            (0, Coverage::Whole) => {}
            (1, Coverage::Whole) => self.say(deeper, "There is one more, which --full shows."),
            (more, Coverage::Whole) => self.say(deeper, &format!("There are {more} more, which --full shows.")),
            (_, Coverage::Cut) => self.say(deeper, "There are more, which were not looked at."),
        }
    }

    /// The state that a state of a start set is confused with: that of the node, or in a chain one before it.
    fn confused_with<'n>(&self, node: &'n Node, before: &'n [EpistemicLink], link: &EpistemicLink) -> &'n State {
        let same = |state: &&State| {
            let mut seen = link.observers.iter().flat_map(|agent| &self.model.agent(*agent).observes);
            seen.all(|id| state[id.index()] == link.state[id.index()])
        };
        let states = std::iter::once(&node.state).chain(before.iter().map(|link| &link.state));
        states.clone().find(same).unwrap_or(&node.state)
    }
}
