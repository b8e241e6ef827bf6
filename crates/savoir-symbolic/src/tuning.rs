//! Every number of this engine that was set by measurement, in one place. They are passed down with the
//! [options](crate::SymbolicOptions), so that a test can shrink them. The measurements are in `docs/decisions` under the
//! number that each entry names.

use savoir_dd::DiagramTuning;

/// The numbers that trade one cost for another.
#[derive(Clone, Debug, PartialEq)]
pub struct SymbolicTuning {
    /// The diagrams themselves.
    pub diagrams: DiagramTuning,
    /// How parts of the transition relation are joined.
    pub clusters: ClusterTuning,
    /// When dead nodes are collected and the order is improved.
    pub upkeep: UpkeepTuning,
    /// When bits that follow from others are looked for.
    pub dependencies: DependencyTuning,
    /// How orders of variables are found.
    pub force: ForceTuning,
    /// The transitions are split by the actions of an agent if its single actions change on average less than this share
    /// of the bits. Higher: more models are chained, which gains 2 to 10 times where one agent moves at a time and loses 4
    /// times where all do (0006).
    pub split_below: f64,
    /// When another way to take a step has a trial.
    pub trials: TrialTuning,
    /// How ways to find the same set compete.
    pub duel: DuelTuning,
    /// How ways to search compete.
    pub contest: ContestTuning,
    /// Bytes of diagrams for finding out, in the order of the file, which agents have no choice. Beyond it all agents whose
    /// protocol is not plain have action bits (0006, muddy children).
    pub determined_bytes: u64,
    /// Work that is to be brief may use so many times the bytes used before it. Evidence by a way that the verdict did not
    /// take may cost any amount (0006, evidence forwards).
    pub brief_factor: u64,
    /// And this many bytes in any case.
    pub brief_bytes: u64,
    /// Polls that a combination of propositions may take without regard to reachable states, which keep some of them small
    /// (0006, conditions).
    pub condition_polls: u64,
    /// Counting states for the progress line takes at most one part in so many of the time.
    pub count_share: u32,
    /// States are counted for a comparison with another search when the polls have grown by one part in so many ...
    pub tell_share: u64,
    /// ... and not before as many polls as there are nodes divided by this: counting takes longer than a step for each node.
    pub tell_nodes: u64,
    /// With fewer dead nodes than this after the search, collecting them is worth less than the results known about them
    /// (0006, small models).
    pub collect_after_search: usize,
}

/// How parts of the transition relation are joined; all in nodes (0006, "other sizes of clusters").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClusterTuning {
    /// Most nodes of a cluster, if no single part has more. Small clusters quantify early, large ones take fewer steps.
    pub nodes: usize,
    /// Where a part has more: so many times the nodes of the largest part.
    pub factor: usize,
    /// Most nodes in any case.
    pub most: usize,
}

/// When dead nodes are collected and the order is improved; all in nodes (0006).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UpkeepTuning {
    /// Fewest nodes before dead ones are collected: a collection forgets all known results.
    pub collect: usize,
    /// The same while work is to be brief: dead nodes must not make it look like a lot.
    pub collect_briefly: usize,
    /// After a collection the next one waits for so many times the live nodes.
    pub collect_factor: usize,
    /// Fewest live nodes, beyond those of the encoding, before the order is improved: from a good order it only gets worse,
    /// and the order was chosen for the encoding.
    pub sift: usize,
    /// Sifting helped if at most one part in so many of the nodes is left ...
    pub sift_helpful: usize,
    /// ... then it is tried again at so many times the live nodes,
    pub sift_again: usize,
    /// otherwise at so many times: the order was good.
    pub sift_later: usize,
    /// With `--reorder always` it is tried again when one part in so many was added.
    pub sift_eagerly: usize,
}

/// When bits that follow from others are looked for, and which count (0011).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DependencyTuning {
    /// Fewest nodes of the set of reachable states before bits are left out of it.
    pub nodes: usize,
    /// They are looked for again when it is so many times as large.
    pub again: usize,
    /// Polls of the search before bits are looked for: on small models there is nothing to gain.
    pub polls: u64,
    /// And bytes of diagrams.
    pub bytes: u64,
    /// Looking for bits in vain takes at most `polls`, or one part in so many of all work.
    pub share: u64,
    /// Leaving bits out is worth it if at most so much of the set of reachable states is left, in percent.
    pub worthwhile_percent: usize,
    /// And a single bit if so much is left without it, in percent.
    pub bit_percent: usize,
    /// A function of more bits than this is a coincidence.
    pub function_bits: usize,
    /// And so is one with more nodes.
    pub function_nodes: usize,
    /// No more bits are looked at after so many more coincidences than finds.
    pub coincidences: usize,
}

/// When another way to take a step of a fixpoint has a trial (0036).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrialTuning {
    /// Trials of a way take at most one part in so many of the work. More: less is lost where the first way is the best, and
    /// it is noticed later where it is not.
    pub share: u64,
    /// A trial may take so many times the work of the step before it.
    pub factor: u64,
    /// A round of chaining is worth so many layers: it loses its turn if it takes more work than they do.
    pub chained_layers: u64,
    /// Steps of diagrams after which all transitions at once are made ready where they are divided into slices: that is work too.
    pub whole_after: u64,
    /// Steps of diagrams that a layer must have taken before it is asked whether all states have a smaller diagram than the new
    /// ones: in long searches with tiny steps the question would take longer than the answer saves.
    pub compare_work: u64,
}

/// How two ways to find the same set compete. Work is counted in steps of diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DuelTuning {
    /// The other way takes at most one part in so many of the work.
    pub share: u64,
    /// It may take so many times the work of the best one.
    pub factor: u64,
    /// Sets that take less say nothing.
    pub least: u64,
}

/// How ways to search compete where the transitions are divided into slices (0040). Work is counted in steps of diagrams.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ContestTuning {
    /// The first way goes alone until it has done so much work ...
    pub head_start: u64,
    /// ... and one part in so many of what the encoding took.
    pub encoding_share: u64,
    /// Then others may have done one part in so many of the leader's work.
    pub share: u64,
    /// They have their next turn when the leader has done so many times as much as either of them now; if they were far behind, as
    /// many times that.
    pub back_factor: u64,
    /// A way leads if the leader took so much of its work to come as far, in percent.
    pub gain_percent: u64,
    /// States are counted when the work has grown by one part in so many.
    pub count_share: u64,
}

/// How FORCE sees a model (0006, and the notes in [`crate::order`]).
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ForceTuning {
    /// An element is a hub, and goes on top, if it is in more than one part in so many of the edges ...
    pub hub_share: usize,
    /// ... and in more edges than this.
    pub hub_edges: usize,
    /// Edges with more than one part in so many of all elements are dropped ...
    pub edge_share: usize,
    /// ... if they have more elements than this.
    pub edge_elements: usize,
    /// Equal edges add up to at most this weight.
    pub edge_weight: f64,
    /// Edges from initial conditions with less weight are dropped.
    pub initial_weight: f64,
    /// An agent that sees at least so many variables of the environment ...
    pub seen_variables: usize,
    /// ... and misses at most so many is tied to those it misses.
    pub missed_variables: usize,
    /// The orders of MCMAS are tried where what should stand together stands at most so many times as far apart as in the best
    /// order of FORCE. More tries them where they are in vain, mostly, at the cost of an attempt each (0035).
    pub paper_span: f64,
    /// Rounds without gain before FORCE ends.
    pub stale_rounds: usize,
}

impl Default for SymbolicTuning {
    fn default() -> SymbolicTuning {
        SymbolicTuning {
            diagrams: DiagramTuning::default(),
            clusters: ClusterTuning { nodes: 1_500, factor: 4, most: 100_000 },
            upkeep: UpkeepTuning {
                collect: 8 << 20,
                collect_briefly: 1 << 20,
                collect_factor: 4,
                sift: 2 << 20,
                sift_helpful: 2,
                sift_again: 2,
                sift_later: 8,
                sift_eagerly: 8,
            },
            dependencies: DependencyTuning {
                nodes: 20_000,
                again: 2,
                polls: 64,
                bytes: 8 << 20,
                share: 8,
                worthwhile_percent: 75,
                bit_percent: 98,
                function_bits: 12,
                function_nodes: 200,
                coincidences: 4,
            },
            force: ForceTuning {
                hub_share: 4,
                hub_edges: 8,
                edge_share: 3,
                edge_elements: 12,
                edge_weight: 3.0,
                initial_weight: 0.13,
                seen_variables: 5,
                missed_variables: 2,
                paper_span: 2.0,
                stale_rounds: 20,
            },
            split_below: 0.7,
            trials: TrialTuning { share: 16, factor: 4, chained_layers: 4, whole_after: 1 << 16, compare_work: 4_000 },
            duel: DuelTuning { share: 8, factor: 4, least: 1_000 },
            contest: ContestTuning {
                head_start: 1 << 16,
                encoding_share: 1,
                share: 4,
                back_factor: 4,
                gain_percent: 120,
                count_share: 10,
            },
            determined_bytes: 64 << 20,
            brief_factor: 8,
            brief_bytes: 64 << 20,
            condition_polls: 2,
            count_share: 20,
            tell_share: 4,
            tell_nodes: 1 << 12,
            collect_after_search: 1 << 20,
        }
    }
}
