//! What evidence calls its model: by the bytes of its text, so that there is no mistake about which one is meant.

use savoir::SourceFile;
use sha2::{Digest, Sha256};
use std::fmt::Write;

/// The SHA-256 sum of the text of a model, in hexadecimal digits, without a byte order mark.
///
/// Every change counts, layout and comments too: names, expectations and readings of formulas stand in comments.
#[must_use]
pub fn fingerprint(source: &SourceFile) -> String {
    sum(source.text.as_bytes())
}

/// The SHA-256 sum of bytes, in hexadecimal digits.
#[must_use]
pub fn sum(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().fold(String::new(), |mut text, byte| {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_what_other_programs_say() {
        let source = |text: &str| SourceFile { name: "m".to_owned(), text: text.to_owned() };
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(fingerprint(&source("")), empty);
        let abc = "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        assert_eq!(fingerprint(&source("abc")), abc);
        assert_ne!(fingerprint(&source("abc\n")), abc);
    }
}
