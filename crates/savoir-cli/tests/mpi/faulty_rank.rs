//! A process that sends half of a frame, beside one that is as it should be.

use crate::common::{SAVOIR, fresh, mpirun, savoir};
use ::savoir::{Connection, ConnectionOptions, MpiError, Rank, Transport, Wire, mpi_wire};
use std::time::{Duration, Instant};

/// What the message says that does not arrive as it was sent.
const CUT: &[u8] = b"this is cut short";

/// A wire that loses the end of some frames.
struct Cutting<W>(W);

impl<W: Wire> Wire for Cutting<W> {
    fn rank(&self) -> Rank {
        self.0.rank()
    }

    fn size(&self) -> usize {
        self.0.size()
    }

    fn post(&self, to: Rank, frame: &[u8]) {
        self.0.post(to, frame);
    }

    fn send(&self, to: Rank, frame: &[u8], meanwhile: &mut dyn FnMut()) {
        let frame = if frame.ends_with(CUT) { &frame[..frame.len() - 3] } else { frame };
        self.0.send(to, frame, meanwhile);
    }

    fn receive(&self) -> Option<(Rank, Vec<u8>)> {
        self.0.receive()
    }

    fn abort(&self, code: u8) {
        self.0.abort(code);
    }
}

#[test]
fn half_a_message_is_an_error() {
    let dir = fresh("half");
    savoir(&dir, &["generate", "dining-ck", "8", "-o", "m.ispl"]);
    let start = Instant::now();
    let mut command = mpirun(1);
    command.arg(SAVOIR).args(["check", "m.ispl", "--parallel", "simple", "--threads", "1"]);
    command.args([":", "-n", "1"]).arg(std::env::current_exe().unwrap());
    let done = command.args(["--exact", "faulty_rank::rank", "--ignored"]).current_dir(&dir).output().unwrap();
    let errors = String::from_utf8(done.stderr).unwrap();
    assert_eq!(done.status.code(), Some(3), "{errors}");
    let expected = "error: checking in parts has failed: a message from rank 1 arrived damaged: it has 14 bytes of content, and \
                    says that it has 17";
    assert!(errors.contains(expected), "{errors}");
    assert!(start.elapsed() < Duration::from_secs(30));
}

#[test]
#[ignore = "one of several processes"]
fn rank() {
    let make = || mpi_wire().map(Cutting);
    let connection = Connection::start(make, ConnectionOptions::default(), MpiError::Refused).unwrap();
    let transport = connection.open(1);
    // Which file to read, and that all may begin.
    transport.receive(0).unwrap();
    transport.send(0, br#"{"Ready":{"threads":1}}"#.to_vec()).unwrap();
    transport.receive(0).unwrap();
    transport.send(0, CUT.to_vec()).unwrap();
    // The other one ends all.
    std::thread::sleep(Duration::from_secs(60));
}
