//! What the targets share: small models with their reference semantics, and a reader of choices.

use savoir::{Budget, Loaded, Model};
use savoir_testkit::Reference;
use std::sync::OnceLock;
use std::time::Duration;

/// A model that inputs are tried on.
pub struct Subject {
    /// As it was read.
    pub loaded: Loaded,
    /// What its formulas mean, with perfect information.
    pub reference: Reference<'static>,
}

impl Subject {
    fn new(name: &str, text: &str) -> Subject {
        let loaded = Loaded::from_text(name, text);
        // It is needed until the process ends.
        let model: &'static Model = Box::leak(Box::new(loaded.model.clone().expect("the models have no errors")));
        let reference = Reference::build(model, 1_000).expect("the models are small");
        Subject { loaded, reference }
    }

    /// The model.
    pub fn model(&self) -> &Model {
        self.loaded.model.as_ref().expect("the models have no errors")
    }
}

/// The models.
pub fn subjects() -> &'static [Subject] {
    static SUBJECTS: OnceLock<Vec<Subject>> = OnceLock::new();
    SUBJECTS.get_or_init(|| {
        [
            ("lamp.ispl", include_str!("../models/lamp.ispl")),
            ("fair.ispl", include_str!("../models/fair.ispl")),
            ("pair.ispl", include_str!("../models/pair.ispl")),
            ("clock.ispl", include_str!("../models/clock.ispl")),
        ]
        .map(|(name, text)| Subject::new(name, text))
        .into()
    })
}

/// The model that the first byte chooses, and the other bytes.
pub fn choose(data: &[u8]) -> Option<(usize, &'static Subject, &[u8])> {
    let (first, rest) = data.split_first()?;
    let number = usize::from(*first) % subjects().len();
    Some((number, &subjects()[number], rest))
}

/// Time for one input. It is shorter than what the fuzzer takes for a hang, so a limit that is not kept is found.
pub fn budget() -> Budget {
    Budget::unlimited().with_time(Duration::from_millis(500)).with_memory(512 << 20)
}

/// Choices, made by the bytes of an input; all of them are 0 when the bytes are used up.
pub struct Choices<'b> {
    rest: &'b [u8],
}

impl<'b> Choices<'b> {
    /// From these bytes.
    pub fn new(bytes: &'b [u8]) -> Choices<'b> {
        Choices { rest: bytes }
    }

    /// Whether there are bytes left.
    pub fn is_empty(&self) -> bool {
        self.rest.is_empty()
    }

    /// A byte.
    pub fn byte(&mut self) -> u8 {
        let (first, rest) = self.rest.split_first().unwrap_or((&0, &[]));
        self.rest = rest;
        *first
    }

    /// A number below `count`, or 0.
    pub fn below(&mut self, count: usize) -> usize {
        let byte = usize::from(self.byte());
        if count > 256 { (byte << 8 | usize::from(self.byte())) % count } else { byte % count.max(1) }
    }
}
