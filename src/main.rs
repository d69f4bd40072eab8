//! The `errbook` program: arguments in, an exit code out. All else is in the library.

use std::process::ExitCode;

/// A build is millions of small texts; the system's own allocator takes a seventh of its time.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> ExitCode {
    errbook::cli::main()
}
