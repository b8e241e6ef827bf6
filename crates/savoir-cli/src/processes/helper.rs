//! All processes but the first: they do what it says, and write nothing.

use super::leader::failed;
use super::orders::{Order, Reply, Sameness, hear, tell};
use crate::args::CheckArguments;
use crate::commands::request::request;
use crate::exit::Exit;
use crate::{input, interrupt, output};
use savoir::{
    Budget, CheckRequest, Connection, EvidenceWish, Loaded, OtherProcesses, ProcessTransport, Stop, TransportError,
    check,
};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// So long the first process may take to say what becomes of all, after this one was asked to end or has lost another.
const PATIENCE: Duration = Duration::from_secs(5);
/// Time between two looks.
const PAUSE: Duration = Duration::from_millis(20);

/// One of several processes, but not the first.
pub(crate) struct Helper {
    connection: Connection,
}

impl Helper {
    pub(super) fn new(connection: Connection) -> Helper {
        Helper { connection }
    }

    /// Helps with one file after the other until the first process says that it is over.
    pub(crate) fn serve(self, arguments: &CheckArguments) -> Exit {
        for channel in 1.. {
            let transport = self.connection.open(channel);
            match self.next(&transport) {
                Ok(Order::End { code }) => {
                    self.connection.end(PATIENCE);
                    return Exit::from_code(code);
                }
                Ok(Order::Read { file, files, with_evidence, sameness }) => {
                    let ready = Reading { arguments, file: &file, files, with_evidence, sameness: &sameness };
                    if self.help(transport, &ready).is_err() {
                        self.connection.give_up(channel, Stop::Cancelled);
                    }
                }
                // The channel begins with something else, or the first process is done with it already.
                Ok(Order::Check { .. }) | Err(TransportError::GivenUp(..)) => {}
                Err(trouble) => return self.desert(&trouble),
            }
        }
        Exit::Internal
    }

    /// The next order. If this process is asked to end, so is the first one, and it says what is to be done.
    fn next(&self, transport: &ProcessTransport) -> Result<Order, TransportError> {
        let mut asked: Option<Instant> = None;
        loop {
            match hear(transport, 0) {
                Err(TransportError::Stopped(_)) if asked.get_or_insert_with(Instant::now).elapsed() < PATIENCE => {
                    std::thread::sleep(PAUSE);
                }
                heard => return heard,
            }
        }
    }

    fn help(&self, mut transport: ProcessTransport, reading: &Reading<'_>) -> Result<(), TransportError> {
        let limits = &reading.arguments.limits;
        let (reply, ready) = match reading.prepare(&limits.reading()) {
            Ok((loaded, request)) => (Reply::Ready { threads: request.threads }, Some((loaded, request))),
            Err(reason) => (Reply::Unable { reason }, None),
        };
        tell(&transport, 0, &reply)?;
        let Some((loaded, mut request)) = ready else { return Ok(()) };
        let Order::Check { threads } = hear(&transport, 0)? else { return Ok(()) };
        let used = Duration::try_from_secs_f64(loaded.seconds).unwrap_or_default();
        let budget = transport.limit(limits.quiet_budget(used));
        request.threads = threads;
        request.others = Some(OtherProcesses(Arc::new(Mutex::new(transport))));
        // Whatever comes of it, the first process hears of it through the parts.
        let _ = check(&loaded, &request, &budget, &mut |_| ());
        Ok(())
    }

    /// The end, if the others cannot be heard any more.
    fn desert(&self, trouble: &TransportError) -> Exit {
        let exit = if interrupt::happened() { Exit::Interrupted } else { Exit::Undecided };
        if *trouble == TransportError::Lost(0) {
            output::error(&failed(trouble));
        } else {
            // The first process says what happened, and ends all of them.
            std::thread::sleep(PATIENCE);
        }
        self.connection.abort(exit.code(), PATIENCE);
        exit
    }
}

/// A file to read, and what the first process knows about it.
struct Reading<'a> {
    arguments: &'a CheckArguments,
    file: &'a str,
    files: usize,
    with_evidence: bool,
    sameness: &'a Sameness,
}

impl Reading<'_> {
    /// What to check, if it is the same as for the first process; otherwise what is different.
    fn prepare(&self, budget: &Budget) -> Result<(Loaded, CheckRequest), String> {
        let loaded = input::load_within(Path::new(self.file), budget);
        let loaded = loaded.map_err(|error| format!("has a problem: {error}"))?;
        if !self.sameness.is_about(&loaded.source) {
            return Err(format!("finds another text in `{}` than rank 0", self.file));
        }
        let request =
            request(self.arguments, &loaded, self.files).map_err(|error| format!("has a problem: {error}"))?;
        let elsewhere = || "was started with other options than rank 0".to_owned();
        let mut request = request.ok_or_else(elsewhere)?;
        if let Some(difference) = Sameness::new(&loaded.source, &request).difference(self.sameness) {
            return Err(difference);
        }
        request.evidence = if self.with_evidence { EvidenceWish::Wanted } else { EvidenceWish::None };
        Ok((loaded, request))
    }
}
