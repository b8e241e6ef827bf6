//! Simulations in JSON follow the published schema.

use crate::common::{root, schema};
use savoir::simulate::{Command, Settings, Simulation};
use savoir::{Budget, BuildOptions, Loaded, Semantics};
use savoir_report::simulation::json::Document;
use savoir_testkit::schema::follows;
use serde_json::Value;

const SCRIPT: [&str; 24] = [
    "initial",
    "start 1",
    "start random",
    "show",
    "actions",
    "step 1",
    "random 3",
    "back",
    "forward",
    "jump 0",
    "history",
    "knows",
    "until false",
    "set",
    "set step",
    "set list 3",
    "set knows",
    "is true",
    "goal false",
    "seed 3",
    "save file",
    "start 9999",
    "is EF true",
    "is nonsense",
];

#[test]
fn every_reply_follows_the_schema() {
    let schema = schema("simulation-1.json");
    for name in ["two-doors.ispl", "tian-ji.ispl", "dining-cryptographers.ispl", "bit-transmission.ispl"] {
        let loaded = Loaded::from_file(&root().join("examples").join(name)).unwrap();
        let model = loaded.model.as_ref().unwrap();
        let settings = Settings {
            build: BuildOptions::with_threads(1),
            semantics: Semantics::default(),
            budget: Budget::unlimited(),
        };
        let mut session = Simulation::new(model, settings, 5).unwrap();
        let mut document = Document::new(name, 5);
        document.add_error("nonsense", "there is no command `nonsense`");
        let agent = model.agents.iter().find(|agent| agent.declared).unwrap();
        for line in SCRIPT.iter().map(ToString::to_string).chain([
            format!("possible {}", agent.name),
            format!("refute {} AF false", agent.name),
            "refute GK x true".to_owned(),
        ]) {
            let reply = session.execute(&Command::parse(&line).unwrap().unwrap());
            document.add(model, &line, &reply);
        }
        let text = document.render();
        let value: Value = serde_json::from_str(&text).unwrap();
        follows(&value, &schema).unwrap_or_else(|problem| panic!("{name}: {problem}\n{text}"));
        for kind in value["entries"].as_array().unwrap().iter().map(|entry| &entry["reply"]["kind"]) {
            assert!(kind.is_string());
        }
    }
}
