//! Messages on a stream of bytes: a header with the length, an empty line, and the message.

use std::io::{BufRead, Read, Write};

/// A header has no more bytes than this.
const MOST_HEADER_BYTES: u64 = 8 << 10;

/// What comes next on a stream.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// The text of a message.
    Text(String),
    /// Something else of the announced length, which was passed over.
    Unreadable(&'static str),
    /// Nothing that can be followed: nobody knows where the next message begins.
    Lost(String),
    /// The stream has ended.
    End,
}

/// Reads what comes next; messages of more bytes than `most` are passed over.
pub(crate) fn read(stream: &mut dyn BufRead, most: u64) -> Frame {
    let length = match header(stream) {
        Ok(Some(length)) => length,
        Ok(None) => return Frame::End,
        Err(problem) => return Frame::Lost(problem),
    };
    if length > most {
        let passed = std::io::copy(&mut stream.take(length), &mut std::io::sink());
        return match passed {
            Ok(passed) if passed == length => Frame::Unreadable("the message is too large"),
            _ => Frame::End,
        };
    }
    let mut bytes = Vec::new();
    match stream.take(length).read_to_end(&mut bytes) {
        Ok(read) if read as u64 == length => {}
        _ => return Frame::End,
    }
    String::from_utf8(bytes).map_or(Frame::Unreadable("the message is no UTF-8 text"), Frame::Text)
}

/// The length that a header announces; `None` at the end of the stream.
fn header(stream: &mut dyn BufRead) -> Result<Option<u64>, String> {
    let mut limited = stream.take(MOST_HEADER_BYTES);
    let mut length = None;
    let mut line = Vec::new();
    loop {
        line.clear();
        match limited.read_until(b'\n', &mut line) {
            Ok(0) if limited.limit() > 0 => return Ok(None),
            Ok(_) => {}
            Err(error) => return Err(error.to_string()),
        }
        let Some(text) = line.strip_suffix(b"\n") else {
            return if limited.limit() == 0 { Err("a header has no end".to_owned()) } else { Ok(None) };
        };
        let text = String::from_utf8_lossy(text.strip_suffix(b"\r").unwrap_or(text));
        if text.is_empty() {
            return length.map(Some).ok_or_else(|| "a header has no `Content-Length`".to_owned());
        }
        let Some((name, value)) = text.split_once(':') else {
            return Err("a line of a header has no colon".to_owned());
        };
        if name.trim().eq_ignore_ascii_case("Content-Length") {
            length = Some(value.trim().parse().map_err(|_| "`Content-Length` is no number".to_owned())?);
        }
    }
}

/// Writes the text of a message.
pub(crate) fn write(stream: &mut dyn Write, text: &str) -> std::io::Result<()> {
    write!(stream, "Content-Length: {}\r\n\r\n{text}", text.len())?;
    stream.flush()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn frames(mut bytes: &[u8]) -> Vec<Frame> {
        let mut frames = Vec::new();
        loop {
            let frame = read(&mut bytes, 10);
            let is_last = matches!(frame, Frame::End | Frame::Lost(_));
            frames.push(frame);
            if is_last {
                return frames;
            }
        }
    }

    #[test]
    fn what_is_written_can_be_read() {
        let mut stream = Vec::new();
        write(&mut stream, "{}").unwrap();
        write(&mut stream, "\u{1f600}").unwrap();
        let text = |text: &str| Frame::Text(text.to_owned());
        assert_eq!(frames(&stream), [text("{}"), text("\u{1f600}"), Frame::End]);
    }

    #[test]
    fn what_cannot_be_read_is_passed_over() {
        let stream = b"Content-Length: 11\r\n\r\nhello world\
            content-length:2\nContent-Type: x\n\nabContent-Length: 1\r\n\r\n\xffContent-Length: 9\r\n\r\nab";
        let found = frames(stream);
        let large = Frame::Unreadable("the message is too large");
        let binary = Frame::Unreadable("the message is no UTF-8 text");
        assert_eq!(found, [large, Frame::Text("ab".to_owned()), binary, Frame::End]);
        // Nothing is reserved for what is only announced.
        assert_eq!(frames(b"Content-Length: 99999999999999\r\n\r\nab"), [Frame::End]);
        assert_eq!(frames(b""), [Frame::End]);
        assert_eq!(frames(b"Content-Le"), [Frame::End]);
    }

    #[test]
    fn headers_without_sense_are_the_end() {
        let long = [b"A: ".to_vec(), vec![b'a'; 9000]].concat();
        for bytes in
            [&b"\r\n"[..], b"{\"id\":1}\r\n\r\n", b"Content-Length: -1\r\n\r\n", &long, b"Content-Length: x\r\n"]
        {
            assert!(matches!(frames(bytes)[..], [Frame::Lost(_)]), "{}", String::from_utf8_lossy(bytes));
        }
    }
}
