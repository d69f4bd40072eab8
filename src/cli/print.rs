//! Data to standard output. Whoever reads it may stop at any line, which is no failure.

use std::io::{self, BufWriter, Write};
use std::path::Path;

use serde_json::json;

use super::arguments::ListFormat;
use crate::error::Error;
use crate::record;
use crate::site::Site;

/// The addresses of a site, in order.
pub(super) fn addresses(site: &Site, format: ListFormat) -> Result<(), Error> {
    write(|out| {
        for route in site.routes() {
            let address = site.place(route);
            match format {
                ListFormat::Plain => writeln!(out, "{address}")?,
                ListFormat::Json => {
                    writeln!(out, "{}", json!({"address": address, "kind": route.kind()}))?;
                }
            }
        }
        Ok(())
    })
}

/// The JSON Schema of a record.
pub(super) fn schema() -> Result<(), Error> {
    write(|out| {
        serde_json::to_writer_pretty(&mut *out, &record::schema())?;
        writeln!(out)
    })
}

pub(super) fn write(give: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Error> {
    let mut out = BufWriter::new(io::stdout().lock());
    match give(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        written => written.map_err(Error::io("write to", Path::new("<standard output>"))),
    }
}
