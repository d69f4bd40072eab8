//! The ledger's files: catalog and fates in, the bytes of `links/` out, one part at a time.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Serialize;
use twox_hash::XxHash3_128;

use crate::address::OutPath;
use crate::catalog::{Catalog, RecordIx};
use crate::diagnostic::Diagnostic;
use crate::fate::{self, Current, Fates, Live, OldAddress, Standing};
use crate::ledger::{
    AddressEntry, BETWEEN, CLOSES, FOLDER, IdEntry, Index, Last, OPENS, Part, PartFacts, SCHEMA,
    State,
};
use crate::record::RecordId;

/// Gives `out` every file of the ledger, the index last.
///
/// # Errors
/// If the ledger of the build before can no longer be read.
pub fn files(
    catalog: &Catalog,
    fates: &Fates,
    out: &mut dyn FnMut(OutPath, Vec<u8>),
) -> Result<(), Box<Diagnostic>> {
    let current = fate::by_part(catalog);
    let mut index = Index {
        schema: SCHEMA,
        version: fates.version.clone(),
        ids: 0,
        addresses: 0,
        parts: Vec::new(),
        changes: fates.changes.clone(),
    };
    for name in 0..=u8::MAX {
        let part = part(catalog, fates, &current, name)?;
        if part.ids.is_empty() && part.addresses.is_empty() {
            continue;
        }
        let bytes = bytes(&part);
        index.ids += part.ids.len();
        index.addresses += part.addresses.len();
        index.parts.push(PartFacts {
            name: format!("{name:02x}").into(),
            ids: part.ids.len(),
            addresses: part.addresses.len(),
            xxh128: format!("{:032x}", XxHash3_128::oneshot(&bytes)).into(),
        });
        out(OutPath::of(&[FOLDER], &format!("{name:02x}.json")), bytes);
    }
    let mut bytes = Vec::new();
    write_json(&mut bytes, &index);
    bytes.push(b'\n');
    out(OutPath::of(&[FOLDER], "index.json"), bytes);
    Ok(())
}

/// One part: what the build before knew, with what is so now.
fn part(
    catalog: &Catalog,
    fates: &Fates,
    current: &[Current],
    name: u8,
) -> Result<Part, Box<Diagnostic>> {
    let before = fates.previous.part(name)?;
    let ids = before.ids.into_iter().map(|entry| (entry.id, entry));
    let mut ids: BTreeMap<RecordId, IdEntry> = ids.collect();
    let live = fates.live();
    let from = live.partition_point(|(id, _)| id.part() < name);
    let live = live[from..].iter().take_while(|(id, _)| id.part() == name);
    for (id, record) in live {
        let entry = live_id(catalog, fates, *record, ids.remove(id));
        ids.insert(*id, entry);
    }
    let gone = fates.gone();
    let from = gone.partition_point(|gone| gone.id.part() < name);
    for gone in gone[from..]
        .iter()
        .take_while(|gone| gone.id.part() == name)
    {
        let before = ids.remove(&gone.id);
        ids.insert(gone.id, gone_id(fates, gone, before));
    }
    let addresses = before.addresses.into_iter();
    let addresses = addresses.map(|entry| {
        let old = fates.old_at(&entry.address);
        let entry = match old {
            Some(old) => old_address(fates, old, entry),
            None => entry,
        };
        (entry.address.clone(), entry)
    });
    let mut addresses: BTreeMap<Box<str>, AddressEntry> = addresses.collect();
    let from = current.partition_point(|current| current.part < name);
    for it in current[from..].iter().take_while(|it| it.part == name) {
        let entry = live_address(catalog, fates, it.standing);
        addresses.insert(entry.address.clone(), entry);
    }
    for page in catalog.withdrawn_pages() {
        if crate::ledger::part_of(page.as_str()) == name {
            let address: Box<str> = page.as_str().into();
            let since = addresses
                .get(&address)
                .and_then(|entry| entry.since.clone());
            let entry = withdrawn_address(fates, address.clone(), since);
            addresses.insert(address, entry);
        }
    }
    Ok(Part {
        ids: ids.into_values().collect(),
        addresses: addresses.into_values().collect(),
    })
}

/// What is so of a record that is in the site.
fn live_id(catalog: &Catalog, fates: &Fates, record: RecordIx, before: Option<IdEntry>) -> IdEntry {
    let header = catalog.record(record);
    let page: Box<str> = catalog.page_address(header.page, 1).as_str().into();
    let (mut was, mut first) = (Vec::new(), None);
    if let Some(before) = before {
        was = before.was;
        was.extend(before.page);
        first = before.first;
    }
    was.retain(|other| *other != page);
    was.sort_unstable();
    was.dedup();
    let text = |date: crate::date::Date| date.to_string().into();
    IdEntry {
        id: header.id,
        state: State::Live,
        first: first.or_else(|| fates.version.clone()),
        since: None,
        by: None,
        page: Some(page),
        was,
        last: Some(Last {
            repo: catalog.repo_of(header).name.clone(),
            message: header.title.plain().into(),
            code: catalog.code(header).map(Into::into),
            path: catalog.path(header).into(),
            line: header.line,
            lines: header.excerpt,
            sketch: header.sketch,
            commit: catalog.commit(header).into(),
            changed: header.changed.map(text),
            content: fate::content(header.fingerprint).into(),
        }),
    }
}

/// What is so of an id that is not in the site.
fn gone_id(fates: &Fates, gone: &fate::Gone, before: Option<IdEntry>) -> IdEntry {
    let kept = before.as_ref().filter(|before| {
        let ended = |state| matches!(state, State::Gone | State::Replaced);
        before.state == gone.state || (ended(before.state) && ended(gone.state))
    });
    let since = kept.map_or_else(|| fates.version.clone(), |before| before.since.clone());
    match before {
        Some(before) if gone.state != State::Withdrawn => IdEntry {
            state: gone.state,
            since,
            by: gone.by,
            ..before
        },
        _ => IdEntry::withdrawn(gone.id, since),
    }
}

/// What stands at an address of the site.
fn live_address(catalog: &Catalog, fates: &Fates, standing: Standing) -> AddressEntry {
    let it = Live::of(catalog, standing);
    let mut bare = None;
    if let Standing::Page(page) = standing {
        let records = &catalog.page(page).records;
        let record = fates.bare(page).unwrap_or(records.start);
        bare = (records.len() > 1).then(|| catalog.record(record).id);
    }
    AddressEntry {
        address: it.address.as_str().into(),
        kind: it.kind,
        state: State::Live,
        of: Some(it.of).filter(|of| !of.is_empty()),
        name: Some(it.name),
        since: None,
        bare,
    }
}

/// What is so of an address at which nothing stands any more.
fn old_address(fates: &Fates, old: &OldAddress, before: AddressEntry) -> AddressEntry {
    let ended = |state| matches!(state, State::Gone | State::Moved);
    let kept = before.state == old.state || (ended(before.state) && ended(old.state));
    let since = if kept {
        before.since.clone()
    } else {
        fates.version.clone()
    };
    if old.state == State::Withdrawn {
        return AddressEntry {
            kind: old.kind,
            ..withdrawn_address(fates, before.address, since)
        };
    }
    AddressEntry {
        state: old.state,
        since,
        bare: None,
        ..before
    }
}

/// What remains of the address of a page that was taken down.
fn withdrawn_address(fates: &Fates, address: Box<str>, since: Option<Box<str>>) -> AddressEntry {
    AddressEntry {
        address,
        kind: crate::ledger::AddressKind::Page,
        state: State::Withdrawn,
        of: None,
        name: None,
        since: since.or_else(|| fates.version.clone()),
        bare: None,
    }
}

/// A part as it is written: each entry on a line of its own.
fn bytes(part: &Part) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(part.ids.len() * 400 + part.addresses.len() * 150);
    bytes.extend(OPENS.as_bytes());
    write_lines(&mut bytes, &part.ids);
    bytes.extend(BETWEEN.as_bytes());
    write_lines(&mut bytes, &part.addresses);
    bytes.extend(CLOSES.as_bytes());
    bytes.push(b'\n');
    bytes
}

fn write_lines(bytes: &mut Vec<u8>, entries: &[impl Serialize]) {
    bytes.push(b'\n');
    for (at, entry) in entries.iter().enumerate() {
        write_json(bytes, entry);
        let end: &[u8] = if at + 1 < entries.len() {
            b",\n"
        } else {
            b"\n"
        };
        bytes.extend(end);
    }
}

fn write_json(bytes: &mut Vec<u8>, value: &impl Serialize) {
    serde_json::to_writer(bytes.by_ref(), value)
        .expect("plain data has a form, and a Vec takes it");
}
