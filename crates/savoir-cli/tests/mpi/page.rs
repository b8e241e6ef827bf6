//! What the page on clusters says about `mpirun`.

use crate::common::{SAVOIR, root, savoir};
use std::path::Path;
use std::process::Command;

/// A shell that finds `savoir`, and may use more processes than there are cores.
fn shell() -> Command {
    let path = format!("{}:{}", Path::new(SAVOIR).parent().unwrap().display(), std::env::var("PATH").unwrap());
    let mut command = Command::new("bash");
    command.current_dir(root()).env("PATH", path).env("OMPI_MCA_rmaps_base_oversubscribe", "1");
    command.envs([("OMPI_ALLOW_RUN_AS_ROOT", "1"), ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1")]);
    command
}

fn run(command: &mut Command) -> String {
    let done = command.output().unwrap();
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    String::from_utf8(done.stdout).unwrap()
}

fn page() -> String {
    std::fs::read_to_string(root().join("docs/src/clusters.md")).unwrap()
}

#[test]
fn the_command_prints_what_the_page_says() {
    let page = page();
    let (_, rest) = page.split_once("```text\n$ mpirun").unwrap();
    let (arguments, shown) = rest.split_once("```").unwrap().0.split_once('\n').unwrap();
    assert_eq!(run(shell().args(["-c", &format!("mpirun{arguments}")])), shown);
}

#[test]
fn the_script_for_slurm_checks_with_all_its_tasks() {
    let page = page();
    let script = page.split_once("```text file=check-mpi.sh\n").unwrap().1.split_once("```").unwrap().0;
    let model = "examples/dining-cryptographers.ispl";
    let mut command = shell();
    command.args(["-c", script, "check-mpi.sh", model]).env("SLURM_NTASKS", "2").env("SLURM_CPUS_PER_TASK", "1");
    let alone = savoir(&root(), &["check", model, "--engine", "symbolic", "--notes", "off"]).1;
    assert_eq!(run(&mut command), alone);
}
