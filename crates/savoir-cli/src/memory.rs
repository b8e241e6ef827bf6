//! The memory of this program: how much it uses, how much the system grants, and what happens when it grants no more.

// SAFETY: the allocator only hands on what the system's own allocator does, and ends the program where that fails; the
// environment is changed before there is a second thread.
#![allow(unsafe_code)]

use savoir::{Budget, MemoryUse};
use std::alloc::{GlobalAlloc, Layout, System};
use std::io::Write;

/// The system's allocator. Where it refuses memory, the program says so and ends as undecided: what it was about to find
/// out remains unknown. Limits end a run earlier and in good order, see [`limited`]; this is for what they do not see.
pub struct Allocator;

/// What OxiDD reserves as the stack of a thread that does nothing, unless this variable says otherwise.
const OXIDD_STACK: &str = "OXIDD_STACK_SIZE";
/// Room enough for nothing.
const OXIDD_STACK_BYTES: &str = "262144";

/// Before anything else: asks for no more addresses than needed.
pub(crate) fn prepare() {
    if std::env::var_os(OXIDD_STACK).is_none() {
        // SAFETY: `main` begins with this, so no other thread reads the environment.
        unsafe { std::env::set_var(OXIDD_STACK, OXIDD_STACK_BYTES) };
    }
}

#[cold]
fn refused(bytes: usize) -> ! {
    // Nothing here needs memory.
    let mut stderr = std::io::stderr().lock();
    let _ = writeln!(stderr, "\nerror: not enough memory: the system refused {bytes} bytes");
    signal_hook::low_level::exit(3)
}

fn granted(place: *mut u8, bytes: usize) -> *mut u8 {
    if place.is_null() { refused(bytes) } else { place }
}

// SAFETY: all methods hand on their arguments to the system's allocator, and its results.
unsafe impl GlobalAlloc for Allocator {
    // SAFETY: the caller promises what the system's allocator asks for.
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: see above.
        granted(unsafe { System.alloc(layout) }, layout.size())
    }

    // SAFETY: the caller promises what the system's allocator asks for.
    unsafe fn dealloc(&self, place: *mut u8, layout: Layout) {
        // SAFETY: see above.
        unsafe { System.dealloc(place, layout) }
    }

    // SAFETY: the caller promises what the system's allocator asks for.
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: see above.
        granted(unsafe { System.alloc_zeroed(layout) }, layout.size())
    }

    // SAFETY: the caller promises what the system's allocator asks for.
    unsafe fn realloc(&self, place: *mut u8, layout: Layout, bytes: usize) -> *mut u8 {
        // SAFETY: see above.
        granted(unsafe { System.realloc(place, layout, bytes) }, bytes)
    }
}

/// A budget with a limit on memory, if there is one. Where the system limits the addresses of the program, it ends in
/// good order before they are used up.
pub(crate) fn limited(mut budget: Budget, most: Option<u64>) -> Budget {
    let addresses = address_limit();
    if let Some(most) = most {
        budget = budget.with_memory(most);
    }
    if let Some(addresses) = addresses {
        // The rest is for what is needed between two looks at it.
        budget = budget.with_addresses(addresses - addresses / 8);
    }
    if most.is_some() || addresses.is_some() { budget.with_usage(used) } else { budget }
}

/// How many bytes of addresses the system grants this program at most, if it says so.
#[cfg(unix)]
fn address_limit() -> Option<u64> {
    rustix::process::getrlimit(rustix::process::Resource::As).current
}

#[cfg(not(unix))]
fn address_limit() -> Option<u64> {
    None
}

/// The memory this program uses, where the system says so.
pub(crate) fn used() -> Option<MemoryUse> {
    used_by("self")
}

/// The memory another program uses, where the system says so.
pub(crate) fn used_by_process(process: u32) -> Option<u64> {
    used_by(&process.to_string()).map(|used| used.resident)
}

fn used_by(process: &str) -> Option<MemoryUse> {
    let pages = std::fs::read_to_string(format!("/proc/{process}/statm")).ok()?;
    let mut pages = pages.split(' ').map_while(|pages| pages.parse::<u64>().ok());
    let (addresses, resident) = (pages.next()? * page_bytes(), pages.next()? * page_bytes());
    Some(MemoryUse { resident, addresses })
}

#[cfg(unix)]
fn page_bytes() -> u64 {
    rustix::param::page_size() as u64
}

/// There is no such file to read where this is used.
#[cfg(not(unix))]
fn page_bytes() -> u64 {
    4096
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    #[cfg(target_os = "linux")]
    fn memory_is_part_of_the_addresses() {
        let used = used().unwrap();
        assert!(used.resident > 1 << 20 && used.addresses > used.resident, "{used:?}");
        assert_eq!(used_by("0"), None);
    }
}
