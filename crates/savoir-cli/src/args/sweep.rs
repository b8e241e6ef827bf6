//! The arguments of `sweep`.

use super::evidence::output;
use super::{EvidenceFormat, EvidenceOutput, bytes, duration};
use clap::Args;
use clap::builder::{OsStringValueParser, TypedValueParser};
use std::ffi::OsStr;
use std::path::PathBuf;
use std::time::Duration;

#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  savoir sweep models/ -o results.jsonl --timeout 1m --memory 2G
  savoir sweep models/ -o results.jsonl --timeout 1m --memory 2G --resume
  savoir sweep models/ -o r.jsonl --with '--engine explicit' --with '--engine symbolic --order 2'
  savoir sweep models/ -o part-$N.jsonl --shard $N/16
  savoir sweep models/ -o r.jsonl --split --evidence=html:pages/

A job is a model, or one formula of it, with one set of options. Each runs in a process of its own;
its result is one line of JSON. A sweep may be killed at any moment and resumed.")]
pub(crate) struct SweepArguments {
    /// ISPL files, or directories to look for them.
    #[arg(required = true, value_name = "FILE")]
    pub(crate) files: Vec<PathBuf>,
    /// The results, one line of JSON for each finished job.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: PathBuf,
    /// Go on with the results in this file: what is there and has not changed is not done again.
    ///
    /// A result stands if the content of the model and the options are the same, and if it is decided or the limits are the
    /// same.
    #[arg(long)]
    pub(crate) resume: bool,
    /// Do only the jobs number M, M + N, M + 2N and so on, for arrays of N machines.
    #[arg(long, value_name = "M/N", value_parser = shard)]
    pub(crate) shard: Option<Shard>,
    /// Check this formula instead of the models' own; may be given several times, for a job each.
    #[arg(long = "formula", short = 'f', value_name = "FORMULA")]
    pub(crate) formulas: Vec<String>,
    /// Make a job of each formula of a model.
    #[arg(long, conflicts_with = "formulas")]
    pub(crate) split: bool,
    /// Options of `savoir check` for one more variant of each job; may be given several times.
    #[arg(long, value_name = "OPTIONS", allow_hyphen_values = true)]
    pub(crate) with: Vec<String>,
    /// Keep evidence too: in the results, or in a directory with a file for each job.
    ///
    /// Formats are those of `savoir check --evidence`. Examples: --evidence, --evidence=html:pages/
    #[arg(
        long,
        value_name = "FORMAT:DIRECTORY",
        num_args = 0..=1,
        require_equals = true,
        default_missing_value = "json",
        value_parser = OsStringValueParser::new().try_map(|text| evidence(&text))
    )]
    pub(crate) evidence: Option<EvidenceOutput>,
    /// Stop a job after this time.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) timeout: Option<Duration>,
    /// Stop a job beyond this much memory.
    #[arg(long, value_name = "SIZE", value_parser = bytes)]
    pub(crate) memory: Option<u64>,
    /// Jobs at a time, each with one thread [default: one per core].
    #[arg(long, short, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    pub(crate) jobs: Option<u16>,
}

/// Part `index` of `of` equal parts, counted from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Shard {
    pub(crate) index: usize,
    pub(crate) of: usize,
}

impl Shard {
    /// Whether the job with this number, from 0, belongs to this part.
    pub(crate) fn has(self, job: usize) -> bool {
        job % self.of == self.index - 1
    }
}

fn evidence(text: &OsStr) -> Result<EvidenceOutput, String> {
    let wanted = output(text)?;
    match (wanted.format, &wanted.file) {
        (EvidenceFormat::Json, None) | (_, Some(_)) => Ok(wanted),
        (EvidenceFormat::Off, None) => Err("for no evidence, leave out `--evidence`".to_owned()),
        (format, None) => Err(format!("name a directory: `--evidence={}:DIRECTORY`", format.name())),
    }
}

fn shard(text: &str) -> Result<Shard, String> {
    let wrong = || "expected M/N with M from 1 to N, such as 3/16".to_owned();
    let (index, of) = text.split_once('/').ok_or_else(wrong)?;
    let (index, of): (usize, usize) = (index.parse().map_err(|_| wrong())?, of.parse().map_err(|_| wrong())?);
    if (1..=of).contains(&index) { Ok(Shard { index, of }) } else { Err(wrong()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shards_cover_every_job_once() {
        let parts: Vec<Shard> = (1..=3).map(|index| shard(&format!("{index}/3")).unwrap()).collect();
        for job in 0..10 {
            assert_eq!(parts.iter().filter(|part| part.has(job)).count(), 1);
        }
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0", "-1/2"] {
            assert!(shard(wrong).is_err(), "{wrong}");
        }
    }
}
