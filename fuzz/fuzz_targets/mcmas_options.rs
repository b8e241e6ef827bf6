//! The words behind `mcmas`, one a line. Whatever they are, they are accepted or refused with a sentence; and options that
//! are written down again are read as the same options.

#![no_main]

use libfuzzer_sys::fuzz_target;
use savoir::{Grouping, PaperOrder, Reach, Reorder};
use savoir_cli::mcmas_options::{Followers, Options, Strategies, Wish, read};
use std::ffi::{OsStr, OsString};
use std::os::unix::ffi::OsStrExt;

/// The options that have a number, with their numbers.
fn numbers(options: &Options) -> [(&'static str, Option<u8>); 7] {
    let reach = options.reach.map(|reach| match reach {
        Reach::Bfs => 1,
        Reach::Layers => 2,
        Reach::Auto | Reach::Frontier | Reach::Chaining => 3,
    });
    let order = options.order.map(|order| match order {
        PaperOrder::StatesThenActions => 1,
        PaperOrder::Interleaved => 2,
        PaperOrder::ActionsBetween => 3,
        PaperOrder::ActionsLast => 4,
    });
    let grouping = options.grouping.map(|grouping| match grouping {
        Grouping::Bits => 1,
        Grouping::Variables => 2,
        Grouping::Agents => 3,
    });
    let reorder = options.reorder.map(|reorder| u8::from(reorder != Reorder::Never));
    let witnesses = u8::from(options.shows_witnesses) + 2 * u8::from(options.writes_witnesses);
    let strategies = options.strategies.map(|strategies| match strategies {
        Strategies::WithinFairStates => 0,
        Strategies::FairOutcomes => 1,
        Strategies::Uniform => 2,
    });
    [
        ("-v", Some(options.verbosity)),
        ("-e", reach),
        ("-o", order),
        ("-g", grouping),
        ("-d", reorder),
        ("-c", Some(witnesses)),
        ("-atlk", strategies),
    ]
}

/// Options as words, written without a look at how they are read.
fn written(options: &Options) -> Vec<OsString> {
    let mut words: Vec<OsString> = Vec::new();
    for (option, number) in numbers(options) {
        words.extend(number.into_iter().flat_map(|number| [option.into(), number.to_string().into()]));
    }
    for (option, wanted) in [
        ("-s", options.interactive),
        ("-u", options.statistics),
        ("-q", options.quiet),
        ("-k", options.deadlocks),
        ("-a", options.overflow),
        ("-exportmodel", options.exports_model),
        ("-n", options.only_equal_enumerations),
        ("-uniform", options.uniform == Some(Followers::Everybody)),
    ] {
        words.extend(wanted.then(|| option.into()));
    }
    if let Some(Followers::Group(name)) = &options.uniform {
        words.extend(["-ufgroup".into(), name.into()]);
    }
    if let Some(directory) = &options.directory {
        words.extend(["-p".into(), directory.into()]);
    }
    words.push(options.file.clone().into());
    words
}

fuzz_target!(|data: &[u8]| {
    let words: Vec<OsString> = data.split(|byte| *byte == b'\n').map(|word| OsStr::from_bytes(word).into()).collect();
    let asks_for_help = words.iter().any(|word| word == "-h" || word == "--help");
    match read(&words) {
        Ok(Wish::Help) => assert!(asks_for_help),
        Ok(Wish::Run(options)) => {
            assert!(!asks_for_help && Some(options.file.as_os_str()) == words.last().map(OsString::as_os_str));
            assert_eq!(read(&written(&options)), Ok(Wish::Run(options)));
        }
        Err(sentence) => assert!(!asks_for_help && !sentence.is_empty()),
    }
});
