//! What the views of a workbench show, for programs: the schema `savoir/workbench/1`, published as
//! `docs/schema/workbench-1.json`. One view per file; each is a value of JSON with names of fields in camel case.
//!
//! A state is named by the codes of its values, see [`read_state`]. All other texts are to be read by people, so hidden
//! characters are spelled in them; whoever shows them has to set them as text. What is called a `fragment` is markup of the
//! page renderer, in which everything is escaped.

/// What the field `schema` of answers says.
pub const SCHEMA: &str = "savoir/workbench/1";

mod doubt;
mod inspection;
mod play;
mod state;
mod words;
mod world_drawing;
mod worlds;

pub use doubt::doubt;
pub use inspection::inspection;
pub use play::{opened, round};
pub use state::{read_state, state_codes, state_view};
pub use words::doubt as doubt_sentence;
pub use world_drawing::drawing as world_drawing;
pub use worlds::worlds;
