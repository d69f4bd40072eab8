//! The `errbook` program: arguments in, an exit code out. All else is in the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    errbook::cli::main()
}
