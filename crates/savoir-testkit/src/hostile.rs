//! Names that try to leave the string, comment or line they are put into.

/// Such names, each with a few tricks. None has a NUL, so all of them can be names of files; in some of them a slash makes a
/// directory of the first part. What a reader would believe or a machine would do if a trick worked has the word `FORGED` in it.
pub const NAMES: [&str; 22] = [
    "a\rFORGED",
    "a\nFORGED line\r\nFORGED again",
    "a\u{1b}[2K\u{1b}[1GFORGED\u{1b}[32mFORGED\u{1b}[0m\u{1b}]0;FORGED\u{7}",
    "a\u{85}FORGED\u{2028}FORGED\u{2029}FORGED\u{b}FORGED\u{c}FORGED",
    "a\u{202e}DEGROF\u{2066}\u{2069}\u{200f}\u{200e}\u{61c}",
    "a\u{200b}\u{200d}\u{feff}\u{ad}\u{e0041}\u{fe0f}",
    "a\u{fffe}\u{ffff}\u{fdd0}\u{1ffff}\u{10fffe}",
    "a\u{7f}\u{9b}2KFORGED\u{8}\u{8}",
    "a\tb  c",
    "a\"'`\"\"\"'''b\"",
    "a\\",
    "a\\n\\\"\\N\\u{41}\\",
    "a*)*}--]]> --> <!-- ;",
    "</script><script>document.title='FORGED'<!--",
    "\"><img src=x onerror=\"document.title='FORGED'\">",
    "a%0AFORGED%25::error file=x,line=1::FORGED",
    "::error::FORGED, a: b",
    "$x$ #1 _a^b~c {d} & \\end{document} \\input{FORGED} |e|",
    "&amp; &lt;b&gt; &#10; &#x41;",
    "coding: FORGED",
    "a*/ FORGED /* // b",
    "[FORGED](https://b.FORGED) <https://c.FORGED>",
];

/// A name that no file can have.
pub const WITH_NUL: &str = "a\0FORGED";

/// All of them.
pub fn all() -> impl Iterator<Item = &'static str> {
    NAMES.into_iter().chain([WITH_NUL])
}
