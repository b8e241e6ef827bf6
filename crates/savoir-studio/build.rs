//! Compiles the crate anew when an asset changes, comes or goes.

#![allow(clippy::print_stdout, reason = "this is how Cargo is spoken to")]

fn main() {
    println!("cargo:rerun-if-changed=assets");
}
