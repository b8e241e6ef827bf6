//! Lines and columns: as people count them, and as editors do.

/// A position as people count it: line and column from 1, columns in characters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LineColumn {
    /// Line, from 1.
    pub line: usize,
    /// Column, from 1.
    pub column: usize,
}

/// A position as editors count it: line and column from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Position {
    /// Line, from 0.
    pub line: u32,
    /// Column, from 0, in the units that were agreed on.
    pub column: u32,
}

/// What the columns of a [`Position`] count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnUnit {
    /// Bytes of UTF-8.
    Utf8,
    /// 16-bit units of UTF-16, which most editors use.
    Utf16,
}

impl ColumnUnit {
    fn width(self, character: char) -> usize {
        match self {
            ColumnUnit::Utf8 => character.len_utf8(),
            ColumnUnit::Utf16 => character.len_utf16(),
        }
    }
}

/// Bytes between two places of a text whose number of units is known.
const STRIDE: usize = 1024;

/// Where the lines of a text start. Lines end with a line feed; a carriage return before it belongs to the line end.
#[derive(Clone, Debug)]
pub struct LineIndex {
    starts: Vec<u32>,
    /// The units of UTF-16 before each multiple of [`STRIDE`], with those of a character that begins before it: a text may be one
    /// long line, and an editor asks for the columns of all its words.
    units: Vec<u32>,
}

impl LineIndex {
    /// Finds the line starts of `text`.
    #[must_use]
    pub fn new(text: &str) -> LineIndex {
        let (mut starts, mut units) = (vec![0], Vec::with_capacity(text.len() / STRIDE + 1));
        let mut before = 0;
        for (offset, byte) in text.bytes().enumerate() {
            if offset.is_multiple_of(STRIDE) {
                units.push(before);
            }
            if byte == b'\n' {
                starts.push(offset as u32 + 1);
            }
            before += match byte {
                // Not the first byte of a character.
                0x80..=0xbf => 0,
                0xf0.. => 2,
                _ => 1,
            };
        }
        // The end of the text has a position as well.
        if text.len().is_multiple_of(STRIDE) {
            units.push(before);
        }
        LineIndex { starts, units }
    }

    /// The line (from 0) that contains `offset`.
    #[must_use]
    pub fn line(&self, offset: u32) -> usize {
        self.starts.partition_point(|&start| start <= offset) - 1
    }

    /// The line and column of `offset` in `text`, the text this index was made from.
    #[must_use]
    pub fn line_column(&self, text: &str, offset: u32) -> LineColumn {
        let line = self.line(offset);
        let start = self.starts[line] as usize;
        let column = text.get(start..offset as usize).map_or(0, |before| before.chars().count());
        LineColumn { line: line + 1, column: column + 1 }
    }

    /// The position of `offset` in `text`, the text this index was made from. An offset inside a character counts as its
    /// beginning, one behind the text as its end.
    #[must_use]
    pub fn position(&self, text: &str, offset: u32, unit: ColumnUnit) -> Position {
        let mut offset = (offset as usize).min(text.len());
        while !text.is_char_boundary(offset) {
            offset -= 1;
        }
        let line = self.line(offset as u32);
        let start = self.starts[line] as usize;
        let column = match unit {
            ColumnUnit::Utf8 => (offset - start) as u32,
            ColumnUnit::Utf16 => self.units_before(text, offset) - self.units_before(text, start),
        };
        Position { line: line as u32, column }
    }

    /// The units of UTF-16 before the beginning of a character.
    fn units_before(&self, text: &str, offset: usize) -> u32 {
        let stride = offset / STRIDE;
        let mut known = stride * STRIDE;
        while !text.is_char_boundary(known) {
            known += 1;
        }
        let after: usize = text[known..offset].chars().map(char::len_utf16).sum();
        self.units[stride] + after as u32
    }

    /// The offset of a position in `text`, the text this index was made from. A column behind the end of its line counts
    /// as that end, one inside a character as the beginning of the character, and a line behind the last one as the end of
    /// the text.
    #[must_use]
    pub fn offset(&self, text: &str, position: Position, unit: ColumnUnit) -> u32 {
        let Some(&start) = self.starts.get(position.line as usize) else { return text.len() as u32 };
        let mut column = 0;
        for (at, character) in text[start as usize..].char_indices() {
            let line_end = character == '\n' || text[start as usize + at..].starts_with("\r\n");
            column += unit.width(character);
            if line_end || column > position.column as usize {
                return start + at as u32;
            }
        }
        text.len() as u32
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_from_one_in_characters() {
        let text = "ab\n\u{e9}c\n";
        let index = LineIndex::new(text);
        assert_eq!(index.line_column(text, 0), LineColumn { line: 1, column: 1 });
        assert_eq!(index.line_column(text, 5), LineColumn { line: 2, column: 2 });
        assert_eq!(index.line_column(text, 7), LineColumn { line: 3, column: 1 });
    }

    /// Positions and offsets lead to each other, for every character of a text.
    #[test]
    fn every_character_has_a_position_that_leads_back() {
        for text in ["", "a", "\n", "-- \u{1f600}\u{e9}\tx\r\nAgent\r\n", "\u{1f600}\n\u{1f600}", "\tx\n\n\ty"] {
            let index = LineIndex::new(text);
            for unit in [ColumnUnit::Utf8, ColumnUnit::Utf16] {
                let ends = text.char_indices().map(|(at, _)| at).chain([text.len()]);
                for offset in ends.filter(|&at| !text[..at].ends_with('\r')) {
                    let position = index.position(text, offset as u32, unit);
                    assert_eq!(index.offset(text, position, unit), offset as u32, "{text:?} {unit:?} {position:?}");
                }
            }
        }
    }

    /// Also where a line is long, and where characters lie across the places whose number of units is known.
    #[test]
    fn long_lines_have_the_columns_that_counting_gives() {
        for (head, length) in [("", 1), ("a", 700), ("\u{e9}", 900), ("a\nb", 1024), ("", 1024)] {
            let text = format!("{head}{}", "x\u{1f600}\u{e9}".repeat(length));
            let index = LineIndex::new(&text);
            let start = text.find('\n').map_or(0, |end| end + 1);
            for (at, _) in text.char_indices().filter(|(at, _)| *at >= start) {
                let counted = text[start..at].encode_utf16().count();
                assert_eq!(index.position(&text, at as u32, ColumnUnit::Utf16).column as usize, counted, "{at}");
            }
            let end = index.position(&text, text.len() as u32, ColumnUnit::Utf16);
            assert_eq!(end.column as usize, text[start..].encode_utf16().count());
        }
        let exact = "y".repeat(2 * STRIDE);
        assert_eq!(LineIndex::new(&exact).position(&exact, 2048, ColumnUnit::Utf16).column, 2048);
    }

    #[test]
    fn columns_count_units_not_characters() {
        // An emoji has four bytes and two units of UTF-16, an accented letter two bytes and one unit, a tab one of each.
        let text = "\u{1f600}\u{e9}\tx";
        let index = LineIndex::new(text);
        let column = |offset, unit| index.position(text, offset, unit).column;
        assert_eq!([0, 4, 6, 7, 8].map(|at| column(at, ColumnUnit::Utf16)), [0, 2, 3, 4, 5]);
        assert_eq!([0, 4, 6, 7, 8].map(|at| column(at, ColumnUnit::Utf8)), [0, 4, 6, 7, 8]);
        // Inside a character, its beginning.
        assert_eq!(column(2, ColumnUnit::Utf16), 0);
        assert_eq!(index.offset(text, Position { line: 0, column: 1 }, ColumnUnit::Utf16), 0);
    }

    #[test]
    fn what_lies_behind_a_line_or_the_text_is_its_end() {
        let text = "ab\r\ncd\n";
        let index = LineIndex::new(text);
        let offset = |line, column| index.offset(text, Position { line, column }, ColumnUnit::Utf16);
        assert_eq!([offset(0, 2), offset(0, 9), offset(1, 0), offset(1, 9), offset(2, 0)], [2, 2, 4, 6, 7]);
        assert_eq!([offset(2, 5), offset(7, 0)], [7, 7]);
        assert_eq!(index.position(text, 99, ColumnUnit::Utf16), Position { line: 2, column: 0 });
    }
}
