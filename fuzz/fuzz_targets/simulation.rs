//! A script of the simulator on a small model, which the first byte chooses. Every line is executed or refused, every reply
//! can be shown, a command is read as it is written, and the script that a simulation saves leads to the same place.

#![no_main]

use libfuzzer_sys::fuzz_target;
use savoir::simulate::{Command, Reply, Settings, Simulation, Trouble};
use savoir::{BuildOptions, Model, Semantics};
use savoir_fuzz::{budget, choose, subjects};
use savoir_report::simulation::json::Document;
use savoir_report::simulation::text;

/// Lines of a script that are executed.
const LINES: usize = 24;
/// Longer walks are not asked for, and longer paths not gone on with: that they take long is no surprise.
const STEPS: usize = 1_000;

fn simulation(model: &Model) -> Simulation<'_> {
    let settings = Settings { build: BuildOptions::with_threads(1), semantics: Semantics::default(), budget: budget() };
    Simulation::new(model, settings, 7).expect("the models have initial states")
}

/// Whether the saved script leads to where the simulation is, unless there was no time.
fn saved_script_leads_back(model: &Model, ended: &Simulation<'_>) {
    let script = ended.script();
    // Long walks are not worth the time.
    if ended.history().len() > 200 {
        return;
    }
    let mut again = simulation(model);
    for line in script.lines() {
        let command = Command::parse(line).expect("a saved script can be read").expect("it has no empty lines");
        match again.execute(&command) {
            Ok(_) => {}
            Err(Trouble::Stopped(_)) => return,
            Err(trouble) => panic!("{line}: {}\n{script}", trouble.text()),
        }
    }
    assert_eq!((again.here(), again.history()), (ended.here(), ended.history()), "{script}");
    assert_eq!(again.script(), script);
}

fuzz_target!(
    init: {
        subjects();
    },
    |data: &[u8]| try_input(data)
);

fn try_input(data: &[u8]) {
    let Some((_, subject, rest)) = choose(data) else { return };
    let script = String::from_utf8_lossy(rest);
    let model = subject.model();
    let mut simulation = simulation(model);
    let mut document = Document::new("model.ispl", 7);
    for line in script.lines().take(LINES) {
        let command = match Command::parse(line) {
            Ok(None) => continue,
            Ok(Some(command)) => command,
            Err(message) => {
                document.add_error(line, &message);
                continue;
            }
        };
        assert_eq!(Command::parse(&command.to_string()), Ok(Some(command.clone())), "{line}");
        if matches!(command, Command::Random(steps) if steps > STEPS) || simulation.here().length > STEPS {
            continue;
        }
        let reply = simulation.execute(&command);
        document.add(model, line, &reply);
        match &reply {
            Ok(reply) => {
                let _ = text::command(line);
                let _ = text::reply(model, reply);
                if let Reply::Save { script, .. } = reply {
                    assert_eq!(*script, simulation.script());
                }
            }
            Err(trouble) => assert!(!trouble.text().is_empty()),
        }
    }
    assert!(document.render().ends_with('\n'));
    saved_script_leads_back(model, &simulation);
}
