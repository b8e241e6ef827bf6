//! What a client may choose.

use crate::ServerOptions;
use savoir::Budget;
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;

/// The name of the section of a client's configuration that is about this server.
const SECTION: &str = "savoir";
/// Nobody waits longer than this; larger numbers stand for it.
const MOST_SECONDS: f64 = 1e6;

/// When formulas are checked without being asked about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum When {
    /// When nobody has typed for a moment.
    #[default]
    Type,
    /// When the file is opened or saved.
    Save,
    /// Never.
    Manual,
}

/// Limits on a computation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Limits {
    pub(crate) time: Duration,
    pub(crate) megabytes: u64,
}

impl Limits {
    /// A budget with these limits.
    pub(crate) fn apply(self, budget: Budget) -> Budget {
        budget.with_time(self.time).with_memory(self.megabytes.saturating_mul(1 << 20))
    }

    /// None above those of the server.
    pub(crate) fn within(self, options: &ServerOptions) -> Limits {
        Limits { time: self.time.min(options.time), megabytes: self.megabytes.min(options.megabytes) }
    }
}

/// What a client has chosen.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    pub(crate) check: When,
    /// Limits on checks that nobody asked for.
    pub(crate) unasked: Limits,
    /// Limits on everything that somebody asked for.
    pub(crate) asked: Limits,
    /// Where the pages about diagnostics are, if somewhere; the code in small letters is what comes behind `#`.
    pub(crate) documentation: Option<String>,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            check: When::Type,
            unasked: Limits { time: Duration::from_secs(10), megabytes: 2048 },
            asked: Limits { time: Duration::from_secs(600), megabytes: 4096 },
            documentation: None,
        }
    }
}

#[derive(Deserialize)]
struct Given {
    check: Option<When>,
    seconds: Option<f64>,
    limits: Option<GivenLimits>,
    documentation: Option<String>,
}

#[derive(Deserialize)]
struct GivenLimits {
    seconds: Option<f64>,
    megabytes: Option<f64>,
}

impl Settings {
    /// Takes over what a client gives, as options of its own or as a section of its configuration.
    ///
    /// # Errors
    /// What is wrong with it; then nothing has changed.
    pub(crate) fn take(&mut self, given: &Value) -> Result<(), String> {
        let given = given.get(SECTION).unwrap_or(given);
        if given.is_null() {
            return Ok(());
        }
        let given = Given::deserialize(given).map_err(|error| format!("the settings of Savoir: {error}"))?;
        let limits = given.limits.unwrap_or(GivenLimits { seconds: None, megabytes: None });
        self.check = given.check.unwrap_or(self.check);
        self.unasked.time = given.seconds.map_or(self.unasked.time, seconds);
        self.asked.time = limits.seconds.map_or(self.asked.time, seconds);
        // What is no sensible number becomes zero or the largest one, and limits of the server hold in any case.
        self.asked.megabytes = limits.megabytes.map_or(self.asked.megabytes, |megabytes| megabytes as u64);
        self.unasked.megabytes = self.unasked.megabytes.min(self.asked.megabytes);
        self.documentation = given.documentation.or(self.documentation.take());
        Ok(())
    }
}

fn seconds(given: f64) -> Duration {
    Duration::from_secs_f64(if given.is_nan() { 0.0 } else { given.clamp(0.0, MOST_SECONDS) })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn settings_are_taken_one_by_one() {
        let mut settings = Settings::default();
        settings.take(&json!({ "check": "save", "limits": { "seconds": 5 } })).unwrap();
        settings.take(&json!({ "savoir": { "seconds": 0.5 }, "other": 7 })).unwrap();
        settings.take(&Value::Null).unwrap();
        assert_eq!((settings.check, settings.unasked.time), (When::Save, Duration::from_millis(500)));
        assert_eq!((settings.asked.time, settings.asked.megabytes), (Duration::from_secs(5), 4096));
    }

    #[test]
    fn what_makes_no_sense_changes_nothing_or_is_bounded() {
        let mut settings = Settings::default();
        assert!(settings.take(&json!({ "check": "sometimes", "seconds": 1 })).is_err());
        assert!(settings.take(&json!("fast")).is_err());
        assert_eq!(settings, Settings::default());
        settings.take(&json!({ "seconds": -3, "limits": { "seconds": 1e300, "megabytes": -1 } })).unwrap();
        assert_eq!((settings.unasked.time, settings.asked.megabytes), (Duration::ZERO, 0));
        assert_eq!(settings.asked.time, Duration::from_secs(1_000_000));
    }
}
