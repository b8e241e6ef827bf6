//! The `savoir` program; everything is in the library beside it.

use std::process::ExitCode;

#[global_allocator]
static ALLOCATOR: savoir_cli::Allocator = savoir_cli::Allocator;

fn main() -> ExitCode {
    savoir_cli::main()
}
