//! Names that try to leave their place are written into every format, and real parsers read the result: it has the shape that
//! it has with a harmless name, and the name is where it belongs.

mod measurements;
mod pictures;
mod programs;
mod reports;
mod workbench;

use savoir_report::escape::is_hidden;

/// What a name is compared with.
pub(crate) const HARMLESS: &str = "harmless";

/// Documents are shown on terminals too.
pub(crate) fn assert_visible(text: &str) {
    let hidden: Vec<char> = text.chars().filter(|letter| *letter != '\n' && is_hidden(*letter)).collect();
    assert!(hidden.is_empty(), "{hidden:?} in\n{text}");
}

/// An XML document; Graphviz names the type of its documents.
pub(crate) fn parsed(text: &str) -> roxmltree::Document<'_> {
    let options = roxmltree::ParsingOptions { allow_dtd: true, ..Default::default() };
    roxmltree::Document::parse_with_options(text, options).unwrap_or_else(|problem| panic!("{problem}:\n{text}"))
}

/// The names of elements and attributes in order.
pub(crate) fn shape(text: &str) -> Vec<String> {
    let document = parsed(text);
    let elements = document.descendants().filter(|node| node.is_element());
    let names = elements.map(|node| {
        let attributes: Vec<&str> = node.attributes().map(|attribute| attribute.name()).collect();
        format!("{} {}", node.tag_name().name(), attributes.join(" "))
    });
    names.collect()
}

/// All text of an XML document without spaces: lines may be broken there.
pub(crate) fn letters(text: &str) -> String {
    let document = parsed(text);
    let texts = document.descendants().filter(|node| node.is_text()).filter_map(|node| node.text());
    texts.collect::<String>().split_whitespace().collect()
}

pub(crate) fn without_spaces(text: &str) -> String {
    text.split_whitespace().collect()
}
