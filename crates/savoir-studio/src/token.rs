//! Words that nobody can guess.

use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

/// So many random bytes, twice as many characters.
const BYTES: usize = 16;

/// 128 bits from the operating system, as 32 hexadecimal digits.
#[derive(Clone)]
pub(crate) struct Token(String);

impl Token {
    /// A new one.
    ///
    /// # Errors
    /// If the system has no random numbers.
    pub(crate) fn new() -> Result<Token, getrandom::Error> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes)?;
        Ok(Token(hexadecimal(&bytes)))
    }

    /// Whether this is it. How long that takes does not tell how much of it was right.
    pub(crate) fn is(&self, word: &str) -> bool {
        self.0.as_bytes().ct_eq(word.as_bytes()).into()
    }

    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

/// The sum by which a changed text is noticed.
pub(crate) fn sum(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_know_themselves() {
        let (one, other) = (Token::new().unwrap(), Token::new().unwrap());
        assert_eq!(one.as_str().len(), 2 * BYTES);
        assert!(one.is(one.as_str()) && !one.is(other.as_str()));
        let digits = one.as_str();
        for wrong in ["", &digits[1..], &digits.to_uppercase().replace(char::is_numeric, "x"), &format!("{digits}0")] {
            assert!(!one.is(wrong), "{wrong}");
        }
    }

    #[test]
    fn sums_are_those_of_sha256sum() {
        assert_eq!(sum(b""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    }
}
