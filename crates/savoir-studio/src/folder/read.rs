//! Reading a file.

use super::{Folder, Place, failed};
use crate::failure::Failure;
use crate::token::sum;
use cap_std::fs::OpenOptions;
#[cfg(unix)]
use cap_std::fs::OpenOptionsExt;
use std::io::Read;

/// A file as it is on the disk.
#[derive(Debug, serde::Serialize)]
pub(crate) struct Opened {
    path: String,
    text: String,
    hash: String,
}

impl Folder {
    /// The text of a file, with its sum.
    ///
    /// # Errors
    /// If there is none, it is too large, or no text.
    pub(crate) fn read(&self, place: &Place) -> Result<Opened, Failure> {
        let bytes = self.bytes(&self.follow(place)?)?;
        let hash = sum(&bytes);
        // The editor would write back something else.
        let text = String::from_utf8(bytes)
            .map_err(|_| Failure::wrong(format!("`{place}` is no UTF-8 text; `iconv` can make it one")))?;
        Ok(Opened { path: place.to_string(), text, hash })
    }

    /// The bytes of a file, if it is one and not too large.
    pub(super) fn bytes(&self, place: &Place) -> Result<Vec<u8>, Failure> {
        let cause = |cause: std::io::Error| failed(place, &cause);
        let mut options = OpenOptions::new();
        options.read(true);
        // Nobody may be at the other end of a pipe.
        #[cfg(unix)]
        options.custom_flags(rustix::fs::OFlags::NONBLOCK.bits().cast_signed());
        let file = self.dir.open_with(place.path(), &options).map_err(cause)?;
        let metadata = file.metadata().map_err(cause)?;
        if metadata.is_dir() {
            return Err(Failure::wrong(format!("`{place}` is a folder")));
        }
        if !metadata.is_file() {
            return Err(Failure::wrong(format!("`{place}` is a pipe or a device, no file")));
        }
        let mut bytes = Vec::new();
        file.take(self.most.saturating_add(1)).read_to_end(&mut bytes).map_err(cause)?;
        if bytes.len() as u64 > self.most {
            let most = self.most;
            return Err(Failure::too_large(format!(
                "`{place}` has more than {most} bytes, the most that the studio opens"
            )));
        }
        Ok(bytes)
    }
}
