//! How much room text takes. All text is set in a fixed-width font, so counting letters is enough.

use crate::drawing::Line;

/// The width of a letter at 12 pixels: common fixed-width fonts have 0.55 to 0.61 of their size.
pub const LETTER: f64 = 7.4;
/// From one line to the next.
pub const LINE: f64 = 16.0;

/// The width of a text. Signs beyond ASCII may come from another font, where they are wider.
#[must_use]
pub fn text_width(text: &str) -> f64 {
    text.chars().map(|letter| if letter.is_ascii() { LETTER } else { 2.0 * LETTER }).sum()
}

/// Width and height of some lines.
pub(super) fn lines_size(lines: &[Line]) -> (f64, f64) {
    let width = lines.iter().map(|line| text_width(&line.text)).fold(0.0, f64::max);
    (width, LINE * lines.len() as f64)
}
