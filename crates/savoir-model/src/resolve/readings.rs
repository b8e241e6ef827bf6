//! `-- atl: …`: which strategies a formula is about.

use super::annotations::{Annotations, not_understood, place_of};
use super::{Resolver, fixes};
use crate::source_map::Symbol;
use crate::{AtlSemantics, Restricted, WrittenReading, WrongReading};
use savoir_syntax::{Code, Diagnostic, Fix, Span};

impl Resolver<'_> {
    /// Reads one item of the comment at `span`; false if it is about something else.
    pub(super) fn reading(&mut self, item: &str, text: &str, span: Span, found: &mut Annotations) -> bool {
        if let Some(meant) = looks_like_reading(item) {
            let fix = fixes::write(place_of(item.trim(), text), &format!("atl: {meant}"));
            let report = not_understood(span, "this is no reading".to_owned());
            self.report(report.help(format!("write `-- atl: {meant}`")).fix(fix));
            return true;
        }
        let Some((key, value)) = item.split_once(':') else { return false };
        if !key.trim().eq_ignore_ascii_case("atl") {
            return false;
        }
        let value = value.trim();
        match AtlSemantics::read(value, &self.model) {
            Ok(reading) => {
                self.refer_to_group(reading, value, text);
                self.has_reading(reading, text, span, found);
            }
            Err(wrong) => match wrong_words(value, wrong) {
                Some(wrong) => self.report(unknown(&wrong, place_of(value, text))),
                None => return false,
            },
        }
        true
    }

    /// Tells editors that the group in a reading is one of the model.
    fn refer_to_group(&mut self, reading: AtlSemantics, value: &str, text: &str) {
        match reading {
            AtlSemantics::UniformModel(Restricted::Group(group)) => {
                let place = place_of(value, text);
                let length = self.model.group(group).name.len() as u32;
                self.refers(Span::new(place.end - length, place.end), Symbol::Group(group));
            }
            AtlSemantics::PerfectInformation
            | AtlSemantics::Uniform(_)
            | AtlSemantics::UniformModel(Restricted::Everybody) => {}
        }
    }

    fn has_reading(&mut self, reading: AtlSemantics, text: &str, span: Span, found: &mut Annotations) {
        let before = found.reading.zip(found.reading_place).filter(|(other, _)| *other != reading);
        if let Some((other, first)) = before {
            let (one, two) = (other.name(&self.model), reading.name(&self.model));
            let message = format!("this formula has two readings: `{one}` and `{two}`");
            let mut report = Diagnostic::new(Code::TwoReadings, span, message)
                .label("this one counts")
                .also(first, "this one does not")
                .help("remove one of them, or write the formula twice");
            // A comment that says nothing but what does not count can go.
            if first != span && !text[first.range()].contains([',', ';']) {
                let fix = Fix::safe("remove the reading that does not count");
                report = report.fix(fix.remove_with_lines(text, first));
            }
            self.report(report);
        }
        found.reading = Some(reading);
        found.reading_place = Some(span);
    }
}

/// What is wrong with a value that is no reading; `None` if the comment is just a comment, which happens to begin with
/// the name of a logic.
fn wrong_words(value: &str, wrong: WrongReading) -> Option<WrongReading> {
    let mut words = value.split_whitespace();
    let (first, more) = (words.next()?, words.next().is_some());
    if !more {
        return Some(wrong);
    }
    let guess = WrittenReading::names().find(|name| *name == first);
    guess.map(|guess| WrongReading::UnknownReading { name: value.to_owned(), guess: Some(guess) })
}

fn unknown(wrong: &WrongReading, place: Span) -> Diagnostic {
    let report = Diagnostic::new(Code::UnknownReading, place, wrong.to_string());
    let report = report.label("not understood").help(wrong.help());
    match wrong.guess() {
        Some(guess) => report.fix(fixes::write(place, &guess)),
        None => report,
    }
}

/// The reading in a comment such as `atl uniform` or `ATL = perfect`, which differs from an annotation only in form.
fn looks_like_reading(item: &str) -> Option<&str> {
    let item = item.trim();
    let rest = item.get(.."atl".len()).filter(|key| key.eq_ignore_ascii_case("atl")).map(|key| &item[key.len()..])?;
    let value = rest.trim_start_matches([' ', '\t', '=']);
    let apart = value.len() < rest.len();
    (apart && value.parse::<WrittenReading>().is_ok()).then_some(value)
}
