//! The token, and the address that the browser is opened with.
//!
//! Other users of the machine can read the command line of a browser, so it must not contain the token: it has a word that
//! opens once and for a short time, and leads to the token.

use crate::token::Token;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Who has the key.
pub(crate) struct Door {
    token: Token,
    welcome: Mutex<Option<Welcome>>,
}

struct Welcome {
    word: Token,
    until: Instant,
}

/// What a word opens.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Opens {
    /// Everything.
    All,
    /// This once: the address with the token.
    Once,
    Nothing,
}

impl Door {
    pub(crate) fn new() -> Result<Door, getrandom::Error> {
        Ok(Door { token: Token::new()?, welcome: Mutex::new(None) })
    }

    pub(crate) fn token(&self) -> &str {
        self.token.as_str()
    }

    /// A word that opens once within this time; an earlier one is void.
    pub(crate) fn welcome(&self, within: Duration) -> Result<String, getrandom::Error> {
        let word = Token::new()?;
        let text = word.as_str().to_owned();
        let welcome = Welcome { word, until: Instant::now() + within };
        *self.welcome.lock().unwrap_or_else(PoisonError::into_inner) = Some(welcome);
        Ok(text)
    }

    /// What this word opens; one that opens once has done so then.
    pub(crate) fn try_word(&self, word: &str) -> Opens {
        if self.token.is(word) {
            return Opens::All;
        }
        let mut welcome = self.welcome.lock().unwrap_or_else(PoisonError::into_inner);
        match welcome.take_if(|welcome| welcome.word.is(word)) {
            Some(used) if Instant::now() <= used.until => Opens::Once,
            _ => Opens::Nothing,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_welcome_opens_once_and_not_for_ever() {
        let door = Door::new().unwrap();
        assert_eq!(door.try_word(door.token()), Opens::All);
        let word = door.welcome(Duration::from_secs(60)).unwrap();
        assert_eq!(door.try_word("guess"), Opens::Nothing);
        assert_eq!((door.try_word(&word), door.try_word(&word)), (Opens::Once, Opens::Nothing));
        let late = door.welcome(Duration::ZERO).unwrap();
        std::thread::sleep(Duration::from_millis(2));
        assert_eq!(door.try_word(&late), Opens::Nothing);
    }
}
