//! Markdown as code hosts read it.

use super::visible;

/// The cell of a table. No sign in it starts a link, a picture, code, emphasis, HTML or another cell.
pub(crate) fn cell(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for letter in visible(text).chars() {
        match letter {
            '|' | '\\' | '`' | '[' | ']' | '*' => out.extend(['\\', letter]),
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            _ => out.push(letter),
        }
    }
    out
}

/// Text as code: between more backquotes than stand together in it.
pub(crate) fn code(text: &str) -> String {
    let text = visible(text);
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest + 1);
    // A backquote at an end would belong to the fence.
    let space = if text.starts_with('`') || text.ends_with('`') { " " } else { "" };
    format!("{fence}{space}{text}{space}{fence}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_is_one_cell_of_plain_text() {
        assert_eq!(cell("a\\|b\n<script>"), "a\\\\\\|b\\\\n&lt;script>");
        assert_eq!(cell("![x](y) `c` *d* &lt;"), "!\\[x\\](y) \\`c\\` \\*d\\* &amp;lt;");
    }

    #[test]
    fn code_ends_where_its_fence_does() {
        assert_eq!(code("mcmas <&> {}"), "`mcmas <&> {}`");
        assert_eq!(code("a``b`\n"), "```a``b`\\n```");
        assert_eq!(code("`a"), "`` `a ``");
    }
}
