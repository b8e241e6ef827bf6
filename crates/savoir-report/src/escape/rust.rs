//! Rust: comments and strings.

use super::visible;
use std::borrow::Cow;

/// The rest of a line after `//`.
pub(crate) fn comment(text: &str) -> Cow<'_, str> {
    visible(text)
}

/// The rest of a line after `///`, which is Markdown: `<` would start HTML.
pub(crate) fn documentation(text: &str) -> String {
    visible(text).replace('<', "\\<")
}

/// A string with its quotes, which Rust reads as exactly the text.
pub(crate) fn string(text: &str) -> String {
    format!("{text:?}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use savoir_testkit::hostile;

    #[test]
    fn strings_are_read_as_what_they_are() {
        for name in hostile::all() {
            let read: syn::LitStr = syn::parse_str(&string(name)).unwrap();
            assert_eq!(read.value(), name);
        }
    }

    #[test]
    fn comments_have_one_line() {
        for name in hostile::all() {
            let text = format!("// {}\n/// {}\nfn f() {{}}\n", comment(name), documentation(name));
            let file = syn::parse_file(&text).unwrap();
            assert!(matches!(&file.items[..], [syn::Item::Fn(_)]) && text.lines().count() == 3, "{text}");
        }
    }
}
