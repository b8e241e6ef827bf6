//! How messages look on a wire: frames of bounded length, each with its own length and checksum.
//!
//! A long message travels as several frames. Each says how long the whole message is and where its piece belongs, so whatever is
//! cut short, damaged or missing is noticed.

use crate::{Rank, TransportError};
use savoir_check::Stop;

const MAGIC: [u8; 4] = *b"SvF1";
/// Bytes of a frame before its content.
pub(super) const HEADER: usize = 36;
/// No text about an error is longer.
const MOST_OF_TEXT: usize = 200;

/// What a frame is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A piece of a message.
    Piece,
    /// The sender gives up the work of a channel.
    GivenUp,
    /// A sign of life.
    Beat,
    /// A rank is gone, or what it sent was damaged.
    Trouble,
}

impl Kind {
    const ALL: [Kind; 4] = [Kind::Piece, Kind::GivenUp, Kind::Beat, Kind::Trouble];

    fn code(self) -> u8 {
        match self {
            Kind::Piece => 1,
            Kind::GivenUp => 2,
            Kind::Beat => 3,
            Kind::Trouble => 4,
        }
    }
}

/// A frame.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Frame<'b> {
    pub(super) kind: Kind,
    pub(super) channel: u32,
    /// Bytes of the whole message.
    pub(super) total: u64,
    /// Where in it the content stands.
    pub(super) offset: u64,
    pub(super) content: &'b [u8],
}

impl<'b> Frame<'b> {
    /// A frame that is a message by itself.
    pub(super) fn short(kind: Kind, channel: u32, content: &'b [u8]) -> Frame<'b> {
        Frame { kind, channel, total: content.len() as u64, offset: 0, content }
    }

    pub(super) fn to_bytes(&self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(HEADER + self.content.len());
        bytes.extend(MAGIC);
        bytes.extend([self.kind.code(), 0, 0, 0]);
        bytes.extend(self.channel.to_le_bytes());
        bytes.extend(self.total.to_le_bytes());
        bytes.extend(self.offset.to_le_bytes());
        bytes.extend((self.content.len() as u32).to_le_bytes());
        bytes.extend(checksum(&bytes, self.content).to_le_bytes());
        bytes.extend(self.content);
        bytes
    }

    /// Reads a frame, or says what is wrong with it.
    pub(super) fn from_bytes(bytes: &'b [u8]) -> Result<Frame<'b>, String> {
        let Some((header, content)) = bytes.split_at_checked(HEADER) else {
            return Err(format!("it has {} bytes, and a frame has at least {HEADER}", bytes.len()));
        };
        let (described, sum) = header.split_at(HEADER - 4);
        let number = |from: usize, size: usize| {
            described[from..from + size].iter().rev().fold(0u64, |number, byte| number << 8 | u64::from(*byte))
        };
        if described[..4] != MAGIC {
            return Err("it does not begin as a frame of this version does".to_owned());
        }
        let length = number(28, 4);
        if length != content.len() as u64 {
            return Err(format!("it has {} bytes of content, and says that it has {length}", content.len()));
        }
        if checksum(described, content).to_le_bytes() != sum {
            return Err("its checksum is wrong".to_owned());
        }
        let kind = Kind::ALL.into_iter().find(|kind| kind.code() == described[4]);
        let kind = kind.ok_or_else(|| format!("frames of kind {} are not known", described[4]))?;
        let channel = number(8, 4) as u32;
        Ok(Frame { kind, channel, total: number(12, 8), offset: number(20, 8), content })
    }
}

fn checksum(described: &[u8], content: &[u8]) -> u32 {
    let mut sum = crc32fast::Hasher::new();
    sum.update(described);
    sum.update(content);
    sum.finalize()
}

/// A message that is being put together.
#[derive(Debug)]
pub(super) struct Assembly {
    channel: u32,
    total: u64,
    content: Vec<u8>,
}

impl Assembly {
    /// Adds a piece to what there is; gives the message if that was the last one.
    pub(super) fn add(open: &mut Option<Assembly>, piece: &Frame<'_>) -> Result<Option<Vec<u8>>, String> {
        let Frame { channel, total, offset, content, .. } = *piece;
        let assembly = match open {
            None if offset == 0 => open.insert(Assembly { channel, total, content: Vec::new() }),
            None => return Err(format!("it begins with byte {offset}")),
            Some(assembly) => assembly,
        };
        let so_far = assembly.content.len() as u64;
        if (assembly.channel, assembly.total, so_far) != (channel, total, offset) {
            return Err(format!("after {so_far} of {} bytes, byte {offset} of {total} follows", assembly.total));
        }
        if so_far + content.len() as u64 > total {
            return Err(format!("it is longer than its {total} bytes"));
        }
        let missing = usize::try_from(total - so_far).unwrap_or_default();
        assembly.content.reserve_exact(missing);
        assembly.content.extend_from_slice(content);
        let is_complete = assembly.content.len() as u64 == total;
        Ok(if is_complete { open.take().map(|assembly| assembly.content) } else { None })
    }

    /// How far it is, in words.
    pub(super) fn progress(&self) -> String {
        format!("it broke off after {} of {} bytes", self.content.len(), self.total)
    }
}

/// A reason to stop as a byte.
pub(super) fn stop_to_byte(stop: Stop) -> u8 {
    match stop {
        Stop::Time => 1,
        Stop::Memory => 2,
        Stop::Cancelled => 3,
        Stop::TooLarge => 4,
    }
}

pub(super) fn stop_from_byte(byte: u8) -> Option<Stop> {
    [Stop::Time, Stop::Memory, Stop::Cancelled, Stop::TooLarge].into_iter().find(|stop| stop_to_byte(*stop) == byte)
}

/// Who is in trouble, and what was damaged, if something was.
pub(super) fn trouble_to_bytes(rank: Rank, damage: Option<&str>) -> Vec<u8> {
    let mut bytes = (rank as u32).to_le_bytes().to_vec();
    if let Some(damage) = damage {
        bytes.extend(damage.chars().take(MOST_OF_TEXT / 4).collect::<String>().bytes());
    }
    bytes
}

pub(super) fn trouble_from_bytes(bytes: &[u8]) -> Option<TransportError> {
    let (rank, damage) = bytes.split_first_chunk::<4>()?;
    let rank = u32::from_le_bytes(*rank) as Rank;
    Some(match damage {
        [] => TransportError::Lost(rank),
        damage => TransportError::Damaged(rank, String::from_utf8_lossy(damage).into_owned()),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frame(offset: u64, content: &[u8]) -> Frame<'_> {
        Frame { kind: Kind::Piece, channel: 7, total: 10, offset, content }
    }

    #[test]
    fn frames_are_read_as_they_were_written_and_no_damage_goes_unnoticed() {
        let bytes = frame(3, b"hello").to_bytes();
        assert_eq!(Frame::from_bytes(&bytes), Ok(frame(3, b"hello")));
        for length in 0..bytes.len() {
            assert!(Frame::from_bytes(&bytes[..length]).is_err(), "cut short to {length}");
        }
        for place in 0..bytes.len() * 8 {
            let mut damaged = bytes.clone();
            damaged[place / 8] ^= 1 << (place % 8);
            assert!(Frame::from_bytes(&damaged).is_err(), "bit {place}");
        }
        assert!(Frame::from_bytes(&[&bytes[..], &[0]].concat()).is_err());
    }

    #[test]
    fn pieces_follow_each_other_or_are_refused() {
        let mut open = None;
        assert_eq!(Assembly::add(&mut open, &frame(0, b"01234")), Ok(None));
        assert_eq!(Assembly::add(&mut open, &frame(5, b"567")), Ok(None));
        assert_eq!(Assembly::add(&mut open, &frame(8, b"89")), Ok(Some(b"0123456789".to_vec())));
        assert!(Assembly::add(&mut open, &frame(8, b"89")).is_err(), "there is no beginning");
        for wrong in [frame(0, b"0"), frame(6, b"6"), frame(5, b"567890"), Frame { channel: 8, ..frame(5, b"5") }] {
            let mut open = None;
            Assembly::add(&mut open, &frame(0, b"01234")).unwrap();
            assert!(Assembly::add(&mut open, &wrong).is_err(), "{wrong:?}");
        }
        let empty = Frame { total: 0, ..frame(0, b"") };
        assert_eq!(Assembly::add(&mut None, &empty), Ok(Some(Vec::new())));
    }

    #[test]
    fn reasons_and_trouble_travel() {
        for stop in [Stop::Time, Stop::Memory, Stop::Cancelled, Stop::TooLarge] {
            assert_eq!(stop_from_byte(stop_to_byte(stop)), Some(stop));
        }
        assert_eq!(trouble_from_bytes(&trouble_to_bytes(5, None)), Some(TransportError::Lost(5)));
        let damage = TransportError::Damaged(2, "its checksum is wrong".to_owned());
        assert_eq!(trouble_from_bytes(&trouble_to_bytes(2, Some("its checksum is wrong"))), Some(damage));
        assert!(trouble_to_bytes(2, Some(&"ä".repeat(999))).len() <= MOST_OF_TEXT + 4);
    }
}
