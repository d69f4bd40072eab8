//! Compressed bytes in, plain bytes out, within bounds: the door to flate2 and ruzstd.
//!
//! A few bytes can unpack to any number, so both the ratio and the sum are bounded. Knows nothing of
//! records.

use std::cell::Cell;
use std::fmt;
use std::io::{self, BufRead, BufReader, Read};
use std::rc::Rc;

use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

/// How a file is compressed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Packing {
    Gzip,
    Zstd,
}

impl Packing {
    /// Finds it by a file's first bytes, whatever its name.
    pub(super) fn of(head: &[u8]) -> Option<Self> {
        if head.starts_with(b"\x1f\x8b\x08") {
            Some(Self::Gzip)
        } else if head.starts_with(b"\x28\xb5\x2f\xfd") {
            Some(Self::Zstd)
        } else {
            None
        }
    }
}

/// How much may come out.
#[derive(Clone, Copy, Debug)]
pub(super) struct Bounds {
    /// Bytes in all.
    pub(super) bytes: u64,
    /// Bytes for each that goes in.
    pub(super) ratio: u64,
}

/// More came out than is allowed; carried by an [`io::Error`].
#[derive(Debug)]
pub(super) struct TooLarge(String);

impl TooLarge {
    /// Finds it in an error of reading.
    pub(super) fn of(error: &io::Error) -> Option<&Self> {
        error.get_ref()?.downcast_ref()
    }
}

impl fmt::Display for TooLarge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for TooLarge {}

/// Text that is read as it comes, unpacked where it is compressed.
pub(super) struct Unpacked<'a> {
    plain: Box<dyn Read + 'a>,
    /// Bytes taken in so far; none where nothing is unpacked.
    taken: Option<Rc<Cell<u64>>>,
    given: u64,
    bounds: Bounds,
}

impl<'a> Unpacked<'a> {
    pub(super) fn new(packing: Option<Packing>, packed: impl Read + 'a, bounds: Bounds) -> Self {
        let taken = Rc::new(Cell::new(0));
        let counted = BufReader::new(Counted {
            inner: packed,
            taken: taken.clone(),
        });
        let plain: Box<dyn Read + 'a> = match packing {
            None => Box::new(counted),
            Some(Packing::Gzip) => Box::new(MultiGzDecoder::new(counted)),
            Some(Packing::Zstd) => Box::new(Frames::new(counted)),
        };
        Self {
            plain,
            taken: packing.map(|_| taken),
            given: 0,
            bounds,
        }
    }
}

impl Read for Unpacked<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        /// Below this, a text of one letter is no attack.
        const GRACE_BYTES: u64 = 16 << 20;
        let count = self.plain.read(buffer)?;
        self.given += count as u64;
        if self.given > self.bounds.bytes {
            let found = format!("it is over {} bytes of text", self.bounds.bytes);
            return Err(io::Error::other(TooLarge(found)));
        }
        let ratio = self.bounds.ratio;
        let taken = self.taken.as_ref().map_or(u64::MAX, |taken| taken.get());
        if self.given > GRACE_BYTES && self.given > taken.saturating_mul(ratio) {
            let found = format!("it unpacks to over {ratio} times its size");
            return Err(io::Error::other(TooLarge(found)));
        }
        Ok(count)
    }
}

/// Counts what is read of a file.
struct Counted<R> {
    inner: R,
    taken: Rc<Cell<u64>>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.taken.set(self.taken.get() + count as u64);
        Ok(count)
    }
}

/// All frames of a zstd file, one after the other; those to be skipped are.
///
/// The decoder keeps what it decoded last, up to megabytes, until a frame ends. So blocks are read
/// here, and where the file ends in the middle of one the frame is closed in its place: what a file
/// that is cut short has comes out.
struct Frames<R> {
    source: R,
    decoder: FrameDecoder,
    block: Vec<u8>,
    within: bool,
    cut_short: bool,
}

impl<R: BufRead> Frames<R> {
    fn new(source: R) -> Self {
        /// Most that a frame may look back over, which a decoder keeps in memory before it gives
        /// anything out: what every decoder is asked to take (RFC 8878, 3.1.1.1.2), and what `zstd`
        /// makes but for `--ultra` and `--long`.
        const WINDOW_BYTES: u64 = 8 << 20;
        let mut decoder = FrameDecoder::new();
        decoder.set_max_window_size(WINDOW_BYTES);
        Self {
            source,
            decoder,
            block: Vec::new(),
            within: false,
            cut_short: false,
        }
    }

    /// Goes to the next frame; whether there is one.
    fn open(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.source) {
                Ok(()) => {
                    self.within = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let skipped = (&mut self.source).take(length.into());
                    if io::copy(&mut { skipped }, &mut io::sink())? < u64::from(length) {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }

    /// Decodes one block.
    fn decode(&mut self) -> io::Result<()> {
        /// The last block of a frame, without content, and a checksum if one is wanted.
        const CLOSING: [u8; 7] = [1, 0, 0, 0, 0, 0, 0];
        const ONE: BlockDecodingStrategy = BlockDecodingStrategy::UptoBlocks(1);
        if self.take_block()? {
            let block = self.block.chain(&mut self.source);
            match self.decoder.decode_blocks(block, ONE) {
                Ok(_) => return Ok(()),
                Err(FrameDecoderError::FailedToReadChecksum(_)) => {}
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        self.cut_short = true;
        let closed = self.decoder.decode_blocks(CLOSING.as_slice(), ONE);
        closed.map(|_| ()).map_err(io::Error::other)
    }

    /// Reads a block, which says in three bytes how long it is; whether it is all there.
    fn take_block(&mut self) -> io::Result<bool> {
        const ONE_BYTE_REPEATED: u32 = 1;
        self.block.clear();
        (&mut self.source).take(3).read_to_end(&mut self.block)?;
        let [a, b, c] = self.block[..] else {
            return Ok(false);
        };
        let header = u32::from_le_bytes([a, b, c, 0]);
        let length = match (header >> 1) & 3 {
            ONE_BYTE_REPEATED => 1,
            _ => u64::from(header >> 3),
        };
        let taken = (&mut self.source)
            .take(length)
            .read_to_end(&mut self.block)?;
        Ok(taken as u64 == length)
    }

    /// Leaves a frame that was read to its end.
    fn close(&mut self) -> io::Result<()> {
        self.within = false;
        if self.cut_short {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        let told = self.decoder.get_checksum_from_data();
        if told.is_some() && told != self.decoder.get_calculated_checksum() {
            return Err(io::Error::other("the checksum is another"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if buffer.is_empty() {
            return Ok(0);
        }
        while self.within || self.open()? {
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                self.decode()?;
            }
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(buffer);
            }
            self.close()?;
        }
        Ok(0)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;
    use ruzstd::encoding::{CompressionLevel, compress_to_vec};

    use super::*;

    const WIDE: Bounds = Bounds {
        bytes: 1 << 40,
        ratio: 1 << 20,
    };

    fn gzip(text: &[u8]) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
        encoder.write_all(text).unwrap();
        encoder.finish().unwrap()
    }

    fn zstd(text: &[u8]) -> Vec<u8> {
        compress_to_vec(text, CompressionLevel::Fastest)
    }

    /// What comes out, and how it ended.
    fn unpack(packed: &[u8], bounds: Bounds) -> (Vec<u8>, io::Result<()>) {
        let mut plain = Vec::new();
        let ended = Unpacked::new(Packing::of(packed), packed, bounds).read_to_end(&mut plain);
        (plain, ended.map(|_| ()))
    }

    #[test]
    fn several_members_and_frames_are_one_text() {
        let skipped = [b"\x50\x2a\x4d\x18\x03\0\0\0".as_slice(), b"abc"].concat();
        for packed in [
            [gzip(b"one "), gzip(b"two")].concat(),
            [zstd(b"one "), skipped, zstd(b""), zstd(b"two")].concat(),
            b"one two".to_vec(),
        ] {
            let (plain, ended) = unpack(&packed, WIDE);
            assert_eq!((plain.as_slice(), ended.is_ok()), (&b"one two"[..], true));
        }
    }

    #[test]
    fn what_is_cut_short_or_damaged_at_any_byte_ends_in_an_error() {
        let text: Vec<u8> = (0..3000_u32).flat_map(u32::to_le_bytes).collect();
        for packed in [gzip(&text), zstd(&text)] {
            for cut in 4..packed.len() {
                let (plain, ended) = unpack(&packed[..cut], WIDE);
                assert!(ended.is_err() && text.starts_with(&plain), "cut at {cut}");
            }
            for at in 4..packed.len() {
                let mut damaged = packed.clone();
                damaged[at] ^= 0x55;
                // It must end, without a panic; a header's time or name may be anything.
                let _ = unpack(&damaged, WIDE);
            }
        }
    }

    #[test]
    fn a_bomb_is_stopped_by_ratio_and_any_text_by_size() {
        let zeros = vec![0; 32 << 20];
        let by_ratio = Bounds { ratio: 200, ..WIDE };
        let by_size = Bounds {
            bytes: 1 << 20,
            ..WIDE
        };
        for packed in [gzip(&zeros), zstd(&zeros)] {
            for (bounds, most) in [(by_ratio, 17 << 20), (by_size, 2 << 20)] {
                let (plain, ended) = unpack(&packed, bounds);
                assert!(TooLarge::of(&ended.unwrap_err()).is_some());
                assert!(plain.len() < most, "{}", plain.len());
            }
        }
        let (_, ended) = unpack(&zeros, by_size);
        assert!(TooLarge::of(&ended.unwrap_err()).is_some());
        let (_, ended) = unpack(&zeros, by_ratio);
        assert!(ended.is_ok(), "what is not compressed has no ratio");
    }
}
