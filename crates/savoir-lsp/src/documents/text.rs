//! The text of a document, with positions as its client counts them.

use lsp_types::{Position, Range};
use savoir::{ColumnUnit, LineIndex, Span};

/// What some editors leave at the beginning of a text. The model begins behind it.
const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text as its client has it.
#[derive(Clone, Debug)]
pub(crate) struct Text {
    /// Everything, a byte order mark included.
    whole: String,
    lines: LineIndex,
    unit: ColumnUnit,
}

impl Text {
    pub(crate) fn new(whole: String, unit: ColumnUnit) -> Text {
        Text { lines: LineIndex::new(&whole), whole, unit }
    }

    /// Everything that the client has.
    pub(crate) fn whole(&self) -> &str {
        &self.whole
    }

    /// Bytes before what spans refer to.
    fn before(&self) -> usize {
        if self.whole.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 }
    }

    /// Where an offset of the model's text is.
    pub(crate) fn position(&self, offset: u32) -> Position {
        let found = self.lines.position(&self.whole, offset.saturating_add(self.before() as u32), self.unit);
        Position { line: found.line, character: found.column }
    }

    /// The offset in the model's text.
    pub(crate) fn offset(&self, position: Position) -> u32 {
        (self.byte(position) as u32).saturating_sub(self.before() as u32)
    }

    /// Where a span of the model's text is.
    pub(crate) fn range(&self, span: Span) -> Range {
        Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// The span of the model's text.
    pub(crate) fn span(&self, range: Range) -> Span {
        let (start, end) = (self.offset(range.start), self.offset(range.end));
        Span { start: start.min(end), end: start.max(end) }
    }

    /// Puts something else into a range.
    pub(crate) fn replace(&mut self, range: Range, by: &str) {
        let (start, end) = (self.byte(range.start), self.byte(range.end));
        self.whole.replace_range(start.min(end)..start.max(end), by);
        self.lines = LineIndex::new(&self.whole);
    }

    /// The offset in everything.
    fn byte(&self, position: Position) -> usize {
        let position = savoir::Position { line: position.line, column: position.character };
        self.lines.offset(&self.whole, position, self.unit) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(line: u32, character: u32) -> Position {
        Position { line, character }
    }

    #[test]
    fn a_byte_order_mark_is_there_for_the_client_only() {
        let text = Text::new("\u{feff}ab\ncd".to_owned(), ColumnUnit::Utf16);
        assert_eq!([at(0, 0), at(0, 1), at(0, 3), at(1, 1)].map(|position| text.offset(position)), [0, 0, 2, 4]);
        assert_eq!(text.range(Span { start: 0, end: 4 }), Range { start: at(0, 1), end: at(1, 1) });
    }

    #[test]
    fn replacements_count_in_the_units_of_the_client() {
        let range = |unit_start, unit_end| Range { start: at(0, unit_start), end: at(0, unit_end) };
        let mut text = Text::new("\u{1f600}x\r\ny".to_owned(), ColumnUnit::Utf16);
        text.replace(range(2, 3), "z");
        assert_eq!(text.whole(), "\u{1f600}z\r\ny");
        // Behind the end of a line is its end.
        text.replace(range(9, 9), "!");
        assert_eq!(text.whole(), "\u{1f600}z!\r\ny");
        let mut text = Text::new("\u{1f600}x".to_owned(), ColumnUnit::Utf8);
        text.replace(range(5, 4), "");
        assert_eq!(text.whole(), "\u{1f600}");
    }
}
