//! The attachable form of a snapshot: a zip file with nothing but the snapshot in it. Trackers of issues take zip files,
//! and refuse what they do not know.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek as _, SeekFrom, Write as _};
use std::path::Path;

use anyhow::{Context as _, Result, bail};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// How every zip file with something in it begins.
pub(crate) const ZIP: [u8; 4] = *b"PK\x03\x04";
/// Ending of the files that are looked for.
const SNAPSHOT: &str = ".mcpsnap";
/// Most files that a zip file may hold: ours has one, and what a person packs by hand a few.
const FILES_MAX: usize = 1_000;
/// Most bytes of the snapshot, still compressed: as much as a reader takes of one that is not.
const BYTES_MAX: u64 = 2 << 30;

/// A zip file that holds a snapshot under this name.
pub(crate) fn pack(name: &str, snapshot: &[u8]) -> Result<Vec<u8>> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    // A snapshot is compressed already. The time is that of the format's beginning, so that equal snapshots give equal files.
    let options = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .last_modified_time(zip::DateTime::default());
    zip.start_file(name, options)?;
    zip.write_all(snapshot)?;
    Ok(zip.finish()?.into_inner())
}

/// The file itself, or the snapshot in it where it is a zip file.
///
/// # Errors
/// A zip file without a snapshot, with several, or with one that is too large.
pub(crate) fn unpacked(mut file: File, path: &Path) -> Result<File> {
    let mut first = Vec::new();
    (&mut file).take(ZIP.len() as u64).read_to_end(&mut first)?;
    file.seek(SeekFrom::Start(0))?;
    if first != ZIP {
        return Ok(file);
    }
    let name = path.display();
    let mut zip = ZipArchive::new(file).with_context(|| format!("{name} is no whole zip file"))?;
    if zip.len() > FILES_MAX {
        bail!("{name} holds more than {FILES_MAX} files");
    }
    let snapshots: Vec<usize> = (0..zip.len())
        .filter(|&at| {
            zip.name_for_index(at)
                .is_some_and(|name| name.is_ok_and(|name| name.ends_with(SNAPSHOT)))
        })
        .collect();
    let &[at] = snapshots.as_slice() else {
        let n = snapshots.len();
        bail!("{name} holds {n} snapshots; a zip file is read where it holds one *{SNAPSHOT}");
    };
    let mut unpacked = tempfile::tempfile()?;
    let snapshot = zip.by_index(at).with_context(|| format!("{name} can't be unpacked"))?;
    let n = io::copy(&mut snapshot.take(BYTES_MAX + 1), &mut unpacked).with_context(|| format!("{name} is damaged"))?;
    if n > BYTES_MAX {
        bail!("the snapshot in {name} is larger than {BYTES_MAX} bytes");
    }
    unpacked.seek(SeekFrom::Start(0))?;
    Ok(unpacked)
}
