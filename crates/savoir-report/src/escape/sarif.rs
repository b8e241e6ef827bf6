//! Messages of SARIF, whose plain text may contain links such as `[text](address)`.

use std::borrow::Cow;

/// A message without links. Brackets are escaped only where they could be taken for one: formulas have brackets too, and many
/// viewers show the escapes.
pub(crate) fn message(text: &str) -> Cow<'_, str> {
    if !text.contains("](") {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.replace('\\', "\\\\").replace('[', "\\[").replace(']', "\\]"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_no_link() {
        assert_eq!(message("A[p U q] \\ (r)"), "A[p U q] \\ (r)");
        assert_eq!(message("[a\\](b)"), "\\[a\\\\\\](b)");
    }
}
