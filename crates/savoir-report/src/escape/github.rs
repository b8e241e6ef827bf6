//! Workflow commands of GitHub, escaped as its own toolkit does; what else is hidden is spelled.

use super::visible::push_visible;

/// The message of a command.
pub(crate) fn data(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in text.chars() {
        match letter {
            '%' => out.push_str("%25"),
            '\r' => out.push_str("%0D"),
            '\n' => out.push_str("%0A"),
            _ => push_visible(&mut out, letter),
        }
    }
    out
}

/// The value of a property of a command.
pub(crate) fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_ends_a_command_or_a_property_is_escaped() {
        assert_eq!(data("100 %\r\nmore\u{1b}[2K\u{2028}"), "100 %25%0D%0Amore\\u{1b}[2K\\u{2028}");
        assert_eq!(property("C:\\a,b::"), "C%3A\\a%2Cb%3A%3A");
    }
}
