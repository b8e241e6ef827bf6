//! Connections over a wire of channels, which may lose, cut or change what it carries.

use super::*;
use std::time::Instant;

/// What happens to a frame on its way; it may be gone afterwards.
type Fault = Box<dyn FnMut(Vec<u8>) -> Option<Vec<u8>> + Send>;

struct ChannelWire {
    rank: Rank,
    to: Vec<Sender<(Rank, Vec<u8>)>>,
    from: Receiver<(Rank, Vec<u8>)>,
    fault: Mutex<Fault>,
}

impl Wire for ChannelWire {
    fn rank(&self) -> Rank {
        self.rank
    }

    fn size(&self) -> usize {
        self.to.len()
    }

    fn post(&self, to: Rank, frame: &[u8]) {
        self.send(to, frame, &mut || ());
    }

    fn send(&self, to: Rank, frame: &[u8], meanwhile: &mut dyn FnMut()) {
        meanwhile();
        if let Some(frame) = (self.fault.lock().unwrap())(frame.to_vec()) {
            let _ = self.to[to].send((self.rank, frame));
        }
    }

    fn receive(&self) -> Option<(Rank, Vec<u8>)> {
        self.from.try_recv().ok()
    }

    fn abort(&self, _: u8) {}
}

fn options(frame_bytes: usize) -> ConnectionOptions {
    let (beat, silence) = (Duration::from_millis(50), Duration::from_millis(1500));
    ConnectionOptions { frame_bytes, beat, silence, interrupted: Arc::default() }
}

/// So many connections; what the last process sends goes through a fault.
fn connect(size: usize, options: &ConnectionOptions, fault: Fault) -> Vec<Connection> {
    let (to, from): (Vec<_>, Vec<_>) = (0..size).map(|_| channel()).unzip();
    let mut fault = Some(fault);
    let start = |(rank, from): (Rank, _)| {
        let fault = if rank + 1 == size { fault.take().unwrap() } else { Box::new(Some) };
        let wire = ChannelWire { rank, to: to.clone(), from, fault: Mutex::new(fault) };
        Connection::start(move || Ok::<_, ()>(wire), options.clone(), ()).unwrap()
    };
    from.into_iter().enumerate().map(start).collect()
}

/// A channel with limits.
fn limited(end: &Connection, budget: Budget) -> (ProcessTransport, Budget) {
    let mut transport = end.open(1);
    let budget = transport.limit(budget);
    (transport, budget)
}

fn no_fault() -> Fault {
    Box::new(Some)
}

#[test]
fn messages_of_any_length_arrive_whatever_the_frames_hold() {
    for frame_bytes in [1, 7, 64, 1 << 20] {
        let ends = connect(3, &options(frame_bytes), no_fault());
        let transports: Vec<_> = ends.iter().map(|end| end.open(1)).collect();
        for length in [0, 1, 6, 7, 8, 63, 64, 65, 1000] {
            let message: Vec<u8> = (0..length).map(|byte| byte as u8).collect();
            for (from, to) in [(0, 1), (1, 0), (2, 1), (1, 1)] {
                transports[from].send(to, message.clone()).unwrap();
                assert_eq!(transports[to].receive(from).unwrap(), message, "{frame_bytes} {length}");
            }
        }
        assert_eq!(transports[2].sent_bytes(), 1214);
    }
}

#[test]
fn channels_do_not_mix() {
    let ends = connect(2, &options(5), no_fault());
    let first = ends[0].open(1);
    let second = ends[0].open(2);
    second.send(1, b"of the second".to_vec()).unwrap();
    first.send(1, b"of the first".to_vec()).unwrap();
    let there = ends[1].open(1);
    assert_eq!(there.receive(0).unwrap(), b"of the first");
    // What is left in a channel that nobody listens to is not in the way.
    first.send(1, b"too late".to_vec()).unwrap();
    drop(there);
    let there = ends[1].open(2);
    assert_eq!(there.receive(0).unwrap(), b"of the second");
}

#[test]
fn who_gives_up_is_heard_even_by_those_who_compute() {
    let ends = connect(3, &options(100), no_fault());
    let opened: Vec<_> = ends.iter().map(|end| limited(end, Budget::unlimited())).collect();
    opened[2].0.send(0, b"before".to_vec()).unwrap();
    opened[2].0.give_up(Stop::Memory);
    assert_eq!(opened[0].0.receive(2).unwrap(), b"before");
    assert_eq!(opened[0].0.receive(2), Err(TransportError::GivenUp(2, Stop::Memory)));
    let start = Instant::now();
    while opened[1].1.check().is_ok() {
        assert!(start.elapsed().as_secs() < 20);
        std::thread::yield_now();
    }
    assert_eq!(opened[1].0.failure(), Some(TransportError::GivenUp(2, Stop::Memory)));
    assert_eq!(opened[1].0.receive(0), Err(TransportError::GivenUp(2, Stop::Memory)), "although 0 has said nothing");
    // The connection is as good as before.
    let (first, second) = (ends[0].open(2), ends[1].open(2));
    first.send(1, b"next".to_vec()).unwrap();
    assert_eq!(second.receive(0).unwrap(), b"next");
}

#[test]
fn who_is_silent_is_gone_for_all() {
    let mut ends = connect(3, &options(100), no_fault());
    // Its thread ends with it, so there are no signs of life.
    drop(ends.pop());
    let start = Instant::now();
    for end in &ends {
        let transport = end.open(1);
        // Nobody waits for it, and still they hear of it.
        assert_eq!(transport.receive(1 - end.rank()), Err(TransportError::Lost(2)));
        assert_eq!(transport.send(0, Vec::new()), Err(TransportError::Lost(2)));
        assert_eq!(end.trouble(), Some(TransportError::Lost(2)));
    }
    assert!(start.elapsed().as_secs() < 20);
}

#[test]
fn the_first_process_is_missed_by_the_others() {
    let mut ends = connect(3, &options(100), no_fault());
    drop(ends.remove(0));
    let (transport, budget) = limited(&ends[1], Budget::unlimited());
    assert_eq!(transport.receive(1), Err(TransportError::Lost(0)));
    assert_eq!(budget.check(), Err(Stop::Cancelled), "whoever computes need not go on");
}

#[test]
fn what_is_cut_or_changed_or_missing_is_an_error_for_all() {
    let with_content = |frame: &[u8]| frame.ends_with(b"abcde") || frame.ends_with(b"fgh");
    let cut = move |mut frame: Vec<u8>| {
        let length = if with_content(&frame) { frame.len() - 2 } else { frame.len() };
        frame.truncate(length);
        Some(frame)
    };
    let changed = move |mut frame: Vec<u8>| {
        if with_content(&frame) {
            *frame.last_mut().unwrap() ^= 4;
        }
        Some(frame)
    };
    let without_end = move |frame: Vec<u8>| (!frame.ends_with(b"fgh")).then_some(frame);
    let without_begin = move |frame: Vec<u8>| (!frame.ends_with(b"abcde")).then_some(frame);
    let faults: [(Fault, &str); 4] = [
        (Box::new(cut), "3 bytes of content"),
        (Box::new(changed), "checksum"),
        (Box::new(without_end), "broke off after 5 of 8 bytes"),
        (Box::new(without_begin), "begins with byte 5"),
    ];
    for (fault, expected) in faults {
        let ends = connect(3, &options(5), fault);
        let transports: Vec<_> = ends.iter().map(|end| end.open(1)).collect();
        transports[2].send(1, b"abcdefgh".to_vec()).unwrap();
        for (waiting, from) in [(1, 2), (0, 1), (2, 0)] {
            let Err(TransportError::Damaged(2, damage)) = transports[waiting].receive(from) else {
                panic!("{waiting} heard nothing of it")
            };
            assert!(damage.contains(expected), "{damage}");
        }
    }
}

#[test]
fn whoever_waits_asks_the_budget_and_hears_ctrl_c() {
    let options = options(100);
    let ends = connect(2, &options, no_fault());
    let (transport, _) = limited(&ends[0], Budget::unlimited().with_time(Duration::ZERO));
    assert_eq!(transport.receive(1), Err(TransportError::Stopped(Stop::Time)));
    let transport = ends[0].open(2);
    options.interrupted.store(true, Ordering::Relaxed);
    assert_eq!(transport.receive(1), Err(TransportError::Stopped(Stop::Cancelled)));
    // They end in good order.
    ends.iter().for_each(|end| end.end(Duration::from_secs(20)));
}
