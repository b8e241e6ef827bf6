//! Processes that die or stop, and disks that are full: an error within seconds, and nothing that is left.

use crate::common::{AtWork, fresh, savoir, together, with_large_model};
use std::time::Duration;

const CHECK: [&str; 6] = ["check", "m.ispl", "--parallel", "simple", "--threads", "1"];

#[test]
fn a_process_that_is_killed_ends_all() {
    let dir = with_large_model("killed");
    let work = AtWork::start(3, &dir, &[], &CHECK);
    work.signal("-KILL", Some(1));
    let ((exit, _, errors), took) = work.end();
    // The launcher notices, and says so.
    assert_eq!(exit, 128 + 9, "{errors}");
    assert!(errors.contains("signal 9"), "{errors}");
    assert!(took < Duration::from_secs(20), "{took:?}");
}

#[test]
fn a_process_that_is_killed_is_missed_even_if_the_launcher_does_not_care() {
    for (rank, algorithm) in [(1, "full"), (0, "semi"), (1, "distributed")] {
        let dir = with_large_model(&format!("missed-{rank}-{algorithm}"));
        let check = ["check", "m.ispl", "--parallel", algorithm, "--threads", "1"];
        let work = AtWork::start(2, &dir, &["--enable-recovery"], &check);
        work.signal("-KILL", Some(rank));
        let ((_, out, errors), took) = work.end();
        assert_eq!(out, "");
        assert!(errors.contains(&format!("error: checking in parts has failed: rank {rank} is gone")), "{errors}");
        assert!(took < Duration::from_secs(40), "{took:?}");
    }
}

#[test]
fn a_process_that_stops_answering_ends_all() {
    let dir = with_large_model("stopped");
    let work = AtWork::start(3, &dir, &[], &CHECK);
    work.signal("-STOP", Some(2));
    let ((exit, out, errors), took) = work.end();
    assert_eq!((exit, out.as_str()), (3, ""), "{errors}");
    assert!(errors.contains("error: checking in parts has failed: rank 2 is gone"), "{errors}");
    assert!(took < Duration::from_secs(40), "{took:?}");
}

#[test]
fn a_full_disk_is_an_error_of_all() {
    let dir = fresh("disk");
    savoir(&dir, &["generate", "dining-ck", "5", "-o", "m.ispl"]);
    let full = ["check", "m.ispl", "--parallel", "semi", "--evidence=json:/dev/full"];
    let (exit, _, errors) = together(2, &dir, &full);
    assert_eq!(exit, 2, "{errors}");
    assert!(errors.contains("cannot write `/dev/full`: No space left on device"), "{errors}");
}
