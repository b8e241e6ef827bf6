//! The views of a workbench: JSON by the published schema, pictures of worlds, sentences of plays.

mod plays;
mod views;

use crate::common::{root, schema};
use savoir::{Budget, BuildOptions, Engine, Loaded, Model, Session};
use savoir_testkit::schema::follows;
use serde_json::{Value, json};

fn example(name: &str) -> Model {
    Loaded::from_file(&root().join("examples").join(name)).unwrap().model.unwrap()
}

fn session<'m>(model: &'m Model, engine: Engine) -> Session<'m> {
    let options = BuildOptions { engine, ..BuildOptions::with_threads(1) };
    Session::open(model, &options, &Budget::unlimited()).unwrap()
}

/// A value follows the schema, or the part of it with this name.
#[track_caller]
fn check(value: &Value, part: Option<&str>) {
    let mut schema = schema("workbench-1.json");
    if let Some(part) = part {
        schema = json!({ "$ref": format!("#/$defs/{part}"), "$defs": schema["$defs"] });
    }
    follows(value, &schema).unwrap_or_else(|problem| panic!("{problem}\n{value:#}"));
}
