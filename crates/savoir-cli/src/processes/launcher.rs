//! Whether a launcher has started this process as one of several. The environment says so; MPI is initialised only then.

use crate::orphan;

/// A process among several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Launched {
    pub(super) rank: usize,
    pub(super) size: usize,
}

/// Variables of launchers: the number of a process, and how many there are.
const VARIABLES: &[(&str, &str)] = &[
    // Open MPI.
    ("OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"),
    // MPICH and what descends from it; Slurm's `srun --mpi=pmi2`.
    ("PMI_RANK", "PMI_SIZE"),
    ("MV2_COMM_WORLD_RANK", "MV2_COMM_WORLD_SIZE"),
    // Slurm's `srun --mpi=pmix`, where the first is set for MPI only.
    ("PMIX_RANK", "SLURM_STEP_NUM_TASKS"),
];

/// What a launcher says about this process, if it is one of several.
pub(super) fn launched() -> Option<Launched> {
    // What savoir itself has started works alone.
    if orphan::has_parent() {
        return None;
    }
    environment().filter(|launched| launched.size > 1)
}

/// Whether a launcher passes on what this process writes. Some let it write to a terminal of their own, whatever becomes of it then.
pub(super) fn is_between() -> bool {
    environment().is_some()
}

fn environment() -> Option<Launched> {
    read(|name| std::env::var(name).ok())
}

fn read(variable: impl Fn(&str) -> Option<String>) -> Option<Launched> {
    let number = |name: &str| variable(name)?.parse::<usize>().ok();
    VARIABLES.iter().find_map(|(rank, size)| Some(Launched { rank: number(rank)?, size: number(size)? }))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(variables: &[(&str, &str)]) -> Option<Launched> {
        read(|name| variables.iter().find(|(known, _)| *known == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn launchers_are_known_by_their_variables() {
        assert_eq!(with(&[]), None);
        let open_mpi = with(&[("OMPI_COMM_WORLD_RANK", "1"), ("OMPI_COMM_WORLD_SIZE", "4")]);
        assert_eq!(open_mpi, Some(Launched { rank: 1, size: 4 }));
        assert_eq!(with(&[("PMI_RANK", "0"), ("PMI_SIZE", "2")]), Some(Launched { rank: 0, size: 2 }));
        let slurm = [("PMIX_RANK", "2"), ("SLURM_STEP_NUM_TASKS", "3"), ("SLURM_PROCID", "2")];
        assert_eq!(with(&slurm), Some(Launched { rank: 2, size: 3 }));
        // Tasks of Slurm that have nothing to do with each other.
        assert_eq!(with(&[("SLURM_PROCID", "2"), ("SLURM_STEP_NUM_TASKS", "3"), ("SLURM_NTASKS", "3")]), None);
        assert_eq!(with(&[("OMPI_COMM_WORLD_RANK", "0"), ("OMPI_COMM_WORLD_SIZE", "many")]), None);
    }
}
