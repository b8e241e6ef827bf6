//! The thread that owns a wire.

use super::frame::{Assembly, Frame, Kind, stop_from_byte, stop_to_byte, trouble_from_bytes, trouble_to_bytes};
use super::{ConnectionOptions, Standing, Wire};
use crate::{Rank, TransportError};
use savoir_check::Stop;
use std::collections::VecDeque;
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// The shortest and the longest time between two looks at the wire while nothing happens: what arrives is noticed after at most
/// that, and looking takes a hundredth of a core.
const PAUSES: (Duration, Duration) = (Duration::from_micros(20), Duration::from_millis(1));

/// What others ask for.
pub(super) enum Command {
    Open { number: u32, to: Vec<Sender<Parcel>>, standing: Arc<Standing> },
    Send { number: u32, to: Rank, message: Vec<u8> },
    GiveUp { number: u32, reason: Stop },
    End,
    Abort(u8),
}

/// What arrives in a channel.
pub(super) enum Parcel {
    Message(Vec<u8>),
    GivenUp(Stop),
}

/// A channel that somebody listens to.
struct Route {
    number: u32,
    to: Vec<Sender<Parcel>>,
    standing: Arc<Standing>,
}

/// What is known about another process.
struct Peer {
    /// When something last arrived from it.
    heard: Instant,
    /// A message of which some pieces have arrived, and when the last one did.
    assembly: Option<Assembly>,
    last_piece: Instant,
}

pub(super) struct Courier {
    rank: Rank,
    options: ConnectionOptions,
    commands: Receiver<Command>,
    /// What is still to be done, in order.
    waiting: VecDeque<Command>,
    routes: Vec<Route>,
    /// The newest channel that was opened; what belongs to a later one waits.
    newest: Option<u32>,
    early: Vec<(u32, Rank, Parcel)>,
    peers: Vec<Peer>,
    last_beat: Option<Instant>,
    last_look: Instant,
    trouble: Arc<OnceLock<TransportError>>,
}

impl Courier {
    pub(super) fn new(
        (rank, size): (Rank, usize),
        options: ConnectionOptions,
        commands: Receiver<Command>,
        trouble: Arc<OnceLock<TransportError>>,
    ) -> Courier {
        let now = Instant::now();
        Courier {
            rank,
            options,
            commands,
            waiting: VecDeque::new(),
            routes: Vec::new(),
            newest: None,
            early: Vec::new(),
            peers: (0..size).map(|_| Peer { heard: now, assembly: None, last_piece: now }).collect(),
            last_beat: None,
            last_look: now,
            trouble,
        }
    }

    /// Does what it is told until that is to end.
    pub(super) fn run(mut self, wire: &dyn Wire) {
        let mut pause = PAUSES.0;
        loop {
            let is_busy = self.look(wire);
            match self.waiting.pop_front() {
                Some(Command::End | Command::Abort(_)) => return,
                Some(Command::Send { number, to, message }) => self.send(wire, (number, to), &message),
                Some(Command::GiveUp { number, reason }) => {
                    self.post_to_all(wire, &Frame::short(Kind::GivenUp, number, &[stop_to_byte(reason)]));
                }
                Some(Command::Open { number, to, standing }) => self.open(Route { number, to, standing }),
                None => match self.commands.recv_timeout(pause) {
                    Ok(command) => self.take(wire, command),
                    // Nobody is left who could ask for anything.
                    Err(RecvTimeoutError::Disconnected) => return,
                    Err(RecvTimeoutError::Timeout) => {
                        pause = if is_busy { PAUSES.0 } else { PAUSES.1.min(pause * 2) };
                        continue;
                    }
                },
            }
            pause = PAUSES.0;
        }
    }

    /// Takes what has arrived and what is asked for, and sees whether all others are there; says whether anything has arrived.
    fn look(&mut self, wire: &dyn Wire) -> bool {
        let mut is_busy = false;
        while let Some((from, bytes)) = wire.receive() {
            is_busy = true;
            self.peers[from].heard = Instant::now();
            self.arrived(wire, from, &bytes);
        }
        while let Ok(command) = self.commands.try_recv() {
            self.take(wire, command);
        }
        if self.options.interrupted.load(Ordering::Relaxed) {
            self.routes.iter().for_each(|route| route.standing.end());
        }
        self.beat(wire);
        self.watch(wire);
        is_busy
    }

    /// Everything is done in order, but the end of all does not wait.
    fn take(&mut self, wire: &dyn Wire, command: Command) {
        if let Command::Abort(code) = command {
            wire.abort(code);
            self.waiting.clear();
        }
        self.waiting.push_back(command);
    }

    fn open(&mut self, route: Route) {
        let number = route.number;
        self.newest = self.newest.max(Some(number));
        if self.trouble.get().is_some() {
            route.standing.end();
        }
        self.routes.retain(|other| Arc::strong_count(&other.standing) > 1);
        self.routes.push(route);
        let (now, later) = std::mem::take(&mut self.early).into_iter().partition(|(to, ..)| *to == number);
        self.early = later;
        let now: Vec<(u32, Rank, Parcel)> = now;
        for (_, from, parcel) in now {
            self.deliver(number, from, parcel);
        }
    }

    fn deliver(&mut self, number: u32, from: Rank, parcel: Parcel) {
        let Some(route) = self.routes.iter().find(|route| route.number == number) else {
            if self.newest < Some(number) {
                self.early.push((number, from, parcel));
            }
            return;
        };
        if let Parcel::GivenUp(stop) = parcel {
            let _ = route.standing.given_up.set(TransportError::GivenUp(from, stop));
            route.standing.end();
        }
        // Maybe nobody listens any more.
        drop(route.to[from].send(parcel));
    }

    fn send(&mut self, wire: &dyn Wire, (channel, to): (u32, Rank), message: &[u8]) {
        if to == self.rank {
            return self.deliver(channel, to, Parcel::Message(message.to_vec()));
        }
        let total = message.len() as u64;
        let mut offset = 0;
        loop {
            // Who is gone would be waited for in vain.
            if self.trouble.get().is_some() {
                return;
            }
            let end = message.len().min(offset + self.options.frame_bytes.max(1));
            let content = &message[offset..end];
            let frame = Frame { kind: Kind::Piece, channel, total, offset: offset as u64, content };
            let mut looks = 0u32;
            wire.send(to, &frame.to_bytes(), &mut || {
                self.look(wire);
                looks += 1;
                if looks < 200 { std::thread::yield_now() } else { std::thread::sleep(PAUSES.0) }
            });
            offset = end;
            if offset == message.len() {
                return;
            }
        }
    }

    fn post_to_all(&self, wire: &dyn Wire, frame: &Frame<'_>) {
        let bytes = frame.to_bytes();
        (0..self.peers.len()).filter(|to| *to != self.rank).for_each(|to| wire.post(to, &bytes));
    }

    fn arrived(&mut self, wire: &dyn Wire, from: Rank, bytes: &[u8]) {
        let taken = Frame::from_bytes(bytes).and_then(|frame| self.accept(from, &frame));
        if let Err(damage) = taken {
            self.damaged(wire, from, damage);
        }
    }

    fn accept(&mut self, from: Rank, frame: &Frame<'_>) -> Result<(), String> {
        match frame.kind {
            Kind::Beat => {}
            Kind::Piece => {
                let peer = &mut self.peers[from];
                peer.last_piece = Instant::now();
                if let Some(message) = Assembly::add(&mut peer.assembly, frame)? {
                    self.deliver(frame.channel, from, Parcel::Message(message));
                }
            }
            Kind::GivenUp => {
                let stop = frame.content.first().and_then(|byte| stop_from_byte(*byte));
                self.deliver(frame.channel, from, Parcel::GivenUp(stop.ok_or("it gives no reason")?));
            }
            Kind::Trouble => self.fail(trouble_from_bytes(frame.content).ok_or("it names no rank")?),
        }
        Ok(())
    }

    /// Signs of life travel along a star: everybody tells the first process, which tells everybody.
    fn beat(&mut self, wire: &dyn Wire) {
        if self.trouble.get().is_some() || self.last_beat.is_some_and(|last| last.elapsed() < self.options.beat) {
            return;
        }
        self.last_beat = Some(Instant::now());
        let beat = Frame::short(Kind::Beat, 0, &[]);
        match self.rank {
            0 => self.post_to_all(wire, &beat),
            _ => wire.post(0, &beat.to_bytes()),
        }
    }

    /// Sees who has been silent for too long, and whose message broke off.
    fn watch(&mut self, wire: &dyn Wire) {
        let (now, silence) = (Instant::now(), self.options.silence);
        if now.duration_since(self.last_look) > silence / 4 {
            // This process itself was asleep, and cannot tell whether the others were.
            self.peers.iter_mut().for_each(|peer| (peer.heard, peer.last_piece) = (now, now));
        }
        self.last_look = now;
        if self.trouble.get().is_some() {
            return;
        }
        let watched = if self.rank == 0 { 1..self.peers.len() } else { 0..1 };
        let is_silent = |rank: &Rank| now.duration_since(self.peers[*rank].heard) > silence;
        if let Some(rank) = watched.into_iter().find(is_silent) {
            if self.rank == 0 {
                self.post_to_all(wire, &Frame::short(Kind::Trouble, 0, &trouble_to_bytes(rank, None)));
            }
            return self.fail(TransportError::Lost(rank));
        }
        let broken = |peer: &Peer| peer.assembly.is_some() && now.duration_since(peer.last_piece) > silence;
        if let Some(from) = self.peers.iter().position(broken) {
            let damage = self.peers[from].assembly.take().map(|assembly| assembly.progress());
            self.damaged(wire, from, damage.unwrap_or_default());
        }
    }

    /// What one has sent cannot be read by another: all hear of it, so that nobody waits for what will not come.
    fn damaged(&mut self, wire: &dyn Wire, from: Rank, damage: String) {
        if self.trouble.get().is_none() {
            self.post_to_all(wire, &Frame::short(Kind::Trouble, 0, &trouble_to_bytes(from, Some(&damage))));
        }
        self.fail(TransportError::Damaged(from, damage));
    }

    fn fail(&mut self, trouble: TransportError) {
        let _ = self.trouble.set(trouble);
        self.routes.iter().for_each(|route| route.standing.end());
    }
}
