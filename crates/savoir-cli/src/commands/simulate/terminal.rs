use crate::args::SimulateArguments;
use crate::exit::Exit;
pub(super) fn run(_: &SimulateArguments, _: savoir::Loaded) -> Exit {
    Exit::Usage
}
