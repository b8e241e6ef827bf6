//! The options of MCMAS 1.3.0. They have one dash whatever their length, and the last argument is the file.

use savoir::{Grouping, PaperOrder, Reach, Reorder};
use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

/// What MCMAS prints about its options, with what they mean here.
pub const HELP: &str = "\
Usage: mcmas [OPTIONS] FILE
Example: mcmas -v 2 -c 1 myfile.ispl

Options:
  -s             Execute the model step by step
  -v Number      Verbosity level (0 -- 5)
  -u             Print the size of the decision diagrams
  -q             Print verdicts only
  -e Number      Choose how reachable states are found (1 -- 3)
  -o Number      Choose how variables are ordered (1 -- 4)
  -g Number      Choose how variables are grouped (0 -- 3)
  -d Number      Choose when the order is improved (0 -- 3; 0 is never)
  -nobddcache    Accepted; verdicts do not depend on it
  -k             Check for deadlocks
  -a             Check for assignments out of range
  -c Number      Show witnesses and counterexamples (0 -- 3): 1 as text, 2 in files, 3 both
  -p Path        The directory for these files
  -exportmodel   Write the whole state graph to model.dot and model.info
  -atlk Number   ATL semantics: 0, or 1 and 3 under fairness (the default), 2 for uniform strategies
  -uniform       Formulas are about some model where all agents follow a uniform strategy
  -ufgroup Name  The same where only the members of this group do
  -uc Number     Accepted; there is no counter
  -n             Refuse comparisons of an enumeration with a part of it
  -h             This screen

-e, -o, -g and -d choose the symbolic engine; without them the engine is chosen for the model.
Refused, because they are not there yet: -f, -l, -w. -atlk 2 cannot be used with -uniform or -ufgroup.
";

/// The options of a run.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The model; `-` for standard input.
    pub file: PathBuf,
    /// Execute the model by hand instead of checking formulas.
    pub interactive: bool,
    /// From 0 to 5.
    pub verbosity: u8,
    /// Print the size of the diagrams.
    pub statistics: bool,
    /// Print verdicts only.
    pub quiet: bool,
    /// How reachable states are found.
    pub reach: Option<Reach>,
    /// How variables are ordered.
    pub order: Option<PaperOrder>,
    /// How variables are grouped.
    pub grouping: Option<Grouping>,
    /// When the order is improved.
    pub reorder: Option<Reorder>,
    /// Check for deadlocks.
    pub deadlocks: bool,
    /// Check for assignments out of range.
    pub overflow: bool,
    /// Witnesses as text.
    pub shows_witnesses: bool,
    /// Witnesses in files.
    pub writes_witnesses: bool,
    /// Where the files go.
    pub directory: Option<PathBuf>,
    /// Write the whole state graph.
    pub exports_model: bool,
    /// What `-atlk` says.
    pub strategies: Option<Strategies>,
    /// What `-uniform` and `-ufgroup` say.
    pub uniform: Option<Followers>,
    /// Refuse to compare an enumeration with a part of it.
    pub only_equal_enumerations: bool,
}

/// Who follows a uniform strategy in the models that formulas are about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Followers {
    /// `-uniform`.
    Everybody,
    /// `-ufgroup`, with the name of a group.
    Group(String),
}

/// A reading of `<g>`; without fairness there is no difference between the first two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strategies {
    /// `-atlk 0`: successors without a fair path do not count.
    WithinFairStates,
    /// `-atlk 1` and `-atlk 3`: only fair outcomes count.
    FairOutcomes,
    /// `-atlk 2`: strategies depend on what the members observe.
    Uniform,
}

/// What a command line asks for.
#[derive(Debug, PartialEq, Eq)]
pub enum Wish {
    /// The screen with the options.
    Help,
    /// A run with these options.
    Run(Options),
}

/// Reads the words behind the name of the program. Names of files need not be text, all other words must be.
///
/// # Errors
/// What is wrong, or what cannot be done, in one sentence.
pub fn read(words: &[OsString]) -> Result<Wish, String> {
    if words.iter().any(|word| word == "-h" || word == "--help") {
        return Ok(Wish::Help);
    }
    let Some((file, options)) = words.split_last() else {
        return Err("a file is missing; `mcmas -h` shows the options".to_owned());
    };
    if file.as_encoded_bytes().starts_with(b"-") && file != "-" {
        return Err(format!("the last argument must be the file, not `{}`", file.display()));
    }
    if file == "-" && options.iter().any(|word| word == "-s") {
        return Err("`-s` reads what is typed, so the model cannot come from standard input".to_owned());
    }
    let mut read = Options { file: PathBuf::from(file), ..Options::default() };
    let mut rest = options.iter().map(OsString::as_os_str);
    while let Some(option) = rest.next() {
        read.take(&option.to_string_lossy(), &mut rest)?;
    }
    if read.strategies == Some(Strategies::Uniform) && read.uniform.is_some() {
        let others = if read.uniform == Some(Followers::Everybody) { "-uniform" } else { "-ufgroup" };
        return Err(format!("`-atlk 2` and `{others}` cannot be used together: each says which strategies there are"));
    }
    Ok(Wish::Run(read))
}

/// The values of `-o`, from 1.
const ORDERS: [PaperOrder; 4] =
    [PaperOrder::StatesThenActions, PaperOrder::Interleaved, PaperOrder::ActionsBetween, PaperOrder::ActionsLast];

impl Options {
    /// Takes one option, with its value if it has one.
    fn take<'w>(&mut self, option: &str, rest: &mut impl Iterator<Item = &'w OsStr>) -> Result<(), String> {
        let mut number = |most: u8| number(option, rest.next(), most);
        match option {
            "-v" => self.verbosity = number(5)?,
            "-u" | "-bdd_stats" => self.statistics = true,
            "-q" => self.quiet = true,
            "-e" => self.reach = Some([Reach::Bfs, Reach::Layers, Reach::Frontier][from_one(option, number(3)?)?]),
            "-o" => self.order = Some(ORDERS[from_one(option, number(4)?)?]),
            "-g" | "-bddgroup" => {
                let groupings = [Grouping::Bits, Grouping::Bits, Grouping::Variables, Grouping::Agents];
                self.grouping = Some(groupings[usize::from(number(3)?)]);
            }
            "-d" | "-dao" => {
                self.reorder = Some(if number(3)? == 0 { Reorder::Never } else { Reorder::Grow });
            }
            // No result of ours depends on such a cache.
            "-nobddcache" => {}
            "-k" => self.deadlocks = true,
            "-a" => self.overflow = true,
            "-c" => {
                let choice = number(3)?;
                self.shows_witnesses = choice & 1 != 0;
                self.writes_witnesses = choice & 2 != 0;
            }
            "-p" | "-cex_prefix" => {
                let path = rest.next().ok_or_else(|| format!("`{option}` needs a directory"))?;
                self.directory = Some(PathBuf::from(path));
            }
            "-atlk" => {
                self.strategies = Some(match number(3)? {
                    0 => Strategies::WithinFairStates,
                    2 => Strategies::Uniform,
                    _ => Strategies::FairOutcomes,
                });
            }
            "-f" | "-fullatl" if number(4)? > 0 => return Err(refusal("-f", LEVELS)),
            "-l" | "-atlcex" if number(2)? > 0 => return Err(refusal("-l", LEVELS)),
            // The level 0 asks for nothing.
            "-f" | "-fullatl" | "-l" | "-atlcex" => {}
            // How often MCMAS would say how many strategies it has tried. Here they are not counted.
            "-uc" => {
                let word = rest.next().ok_or_else(|| "`-uc` needs a number".to_owned())?;
                let read = word.to_str().and_then(|word| word.parse::<u32>().ok());
                read.ok_or_else(|| format!("Parameter {} is not allowed in -uc option.", word.display()))?;
            }
            "-exportmodel" => self.exports_model = true,
            "-n" | "-nosubset" => self.only_equal_enumerations = true,
            "-s" => self.interactive = true,
            "-w" | "-atlnewstate" => return Err(refusal("-w", LEVELS)),
            // A group that is named before or behind it says more.
            "-uniform" => self.uniform = self.uniform.take().or(Some(Followers::Everybody)),
            "-ufgroup" => {
                let name = rest.next().ok_or_else(|| "`-ufgroup` needs the name of a group".to_owned())?;
                self.uniform = Some(Followers::Group(name.to_string_lossy().into_owned()));
            }
            other => return Err(format!("invalid option: {other}; `mcmas -h` shows the options")),
        }
        Ok(())
    }
}

/// What `-f`, `-l` and `-w` choose; `-c` shows a whole strategy.
const LEVELS: &str = "several ways to show a strategy";

fn refusal(option: &str, what: &str) -> String {
    format!("`{option}` cannot be used: Savoir does not have {what} yet")
}

/// The number behind an option.
fn number(option: &str, word: Option<&OsStr>, most: u8) -> Result<u8, String> {
    let word = word.ok_or_else(|| format!("`{option}` needs a number"))?;
    let read = word.to_str().and_then(|word| word.parse::<u8>().ok()).filter(|number| *number <= most);
    read.ok_or_else(|| format!("Parameter {} is not allowed in {option} option.", word.display()))
}

/// The index of a choice that is counted from 1.
fn from_one(option: &str, choice: u8) -> Result<usize, String> {
    usize::from(choice).checked_sub(1).ok_or_else(|| format!("Parameter 0 is not allowed in {option} option."))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_words(words: &str) -> Result<Wish, String> {
        read(&words.split_whitespace().map(OsString::from).collect::<Vec<OsString>>())
    }

    #[test]
    fn options_are_read_as_mcmas_reads_them() {
        let Ok(Wish::Run(options)) = read_words("-v 2 -e 1 -o 4 -g 3 -d 0 -c 3 -p out -atlk 1 -n -u -q -k m.ispl")
        else {
            panic!("refused")
        };
        assert_eq!((options.verbosity, options.reach), (2, Some(Reach::Bfs)));
        assert_eq!(options.order, Some(PaperOrder::ActionsLast));
        assert_eq!((options.grouping, options.reorder), (Some(Grouping::Agents), Some(Reorder::Never)));
        assert!(options.shows_witnesses && options.writes_witnesses && options.deadlocks && options.quiet);
        assert_eq!((options.file, options.directory), ("m.ispl".into(), Some("out".into())));
        assert_eq!(options.strategies, Some(Strategies::FairOutcomes));
        assert_eq!(read_words("-c 1 -h"), Ok(Wish::Help));
    }

    #[cfg(unix)]
    #[test]
    fn names_of_files_need_not_be_text() {
        use std::os::unix::ffi::OsStringExt;
        let bytes = |bytes: &[u8]| OsString::from_vec(bytes.to_vec());
        let Ok(Wish::Run(options)) = read(&[bytes(b"-p"), bytes(b"out\xff"), bytes(b"m\xfe.ispl")]) else {
            panic!("refused")
        };
        assert_eq!((options.directory, options.file), (Some(bytes(b"out\xff").into()), bytes(b"m\xfe.ispl").into()));
        for words in [[bytes(b"-c"), bytes(b"1\xff"), "m".into()], [bytes(b"-k\xff"), "-k".into(), "m".into()]] {
            assert!(read(&words).is_err(), "{words:?}");
        }
    }

    #[test]
    fn a_group_says_more_than_everybody() {
        for (words, expected) in [
            ("-uniform m", Some(Followers::Everybody)),
            ("-ufgroup g m", Some(Followers::Group("g".to_owned()))),
            ("-uniform -ufgroup g m", Some(Followers::Group("g".to_owned()))),
            ("-ufgroup g -uniform -atlk 1 m", Some(Followers::Group("g".to_owned()))),
            ("-atlk 2 m", None),
        ] {
            let Ok(Wish::Run(options)) = read_words(words) else { panic!("{words}") };
            assert_eq!(options.uniform, expected, "{words}");
        }
    }

    #[test]
    fn what_cannot_be_done_is_refused() {
        for (words, part) in [
            ("", "a file is missing"),
            ("-q", "must be the file"),
            ("-c 9 m", "Parameter 9 is not allowed in -c option."),
            ("-v x m", "Parameter x is not allowed in -v option."),
            ("-e 0 m", "Parameter 0 is not allowed in -e option."),
            ("-c m", "`-c` needs a number"),
            ("-p m", "`-p` needs a directory"),
            ("-zz m", "invalid option: -zz"),
            ("m.ispl n.ispl", "invalid option: m.ispl"),
            ("-atlk 2 -uniform m", "`-atlk 2` and `-uniform` cannot be used together"),
            ("-ufgroup g -atlk 2 m", "`-atlk 2` and `-ufgroup` cannot be used together"),
            ("-ufgroup m", "`-ufgroup` needs the name of a group"),
            ("-f 1 m", "several ways to show a strategy"),
            ("-s -", "cannot come from standard input"),
        ] {
            let problem = read_words(words).unwrap_err();
            assert!(problem.contains(part), "{words}: {problem}");
        }
        assert!(read_words("-f 0 -l 0 -uc 1000 -nobddcache m").is_ok() && read_words("-uc x m").is_err());
    }
}
