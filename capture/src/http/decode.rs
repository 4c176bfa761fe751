//! Undoes the compression of a response, piece by piece.
//!
//! We ask for none, since a compressed event stream may be held back until its end, but proxies compress all the same. A
//! few bytes can stand for gigabytes, so what comes out is handed on before more goes in.

use std::io::{self, Error, ErrorKind, Write};

use brotli_decompressor::{BrotliDecompressStream, BrotliResult, BrotliState, StandardAlloc};
use flate2::write::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// Bytes that go in at once. A byte of gzip stands for 1,000 at most, four of zstd for 128 KiB: 8 MiB come out at worst.
const SLICE_BYTES: usize = 256;
/// Bytes that come out of brotli at once: it alone can stop in the middle.
const PIECE_BYTES: usize = 64 << 10;
/// Largest window of zstd over HTTP, as a power of two (RFC 9659 section 3).
const ZSTD_WINDOW_LOG_MAX: u32 = 23;
/// Low half of the first byte of a zlib stream (RFC 1950 section 2.2).
const ZLIB_DEFLATE: u8 = 8;

/// Decodes one response.
pub(crate) struct Decoder {
    coding: Coding,
    input: Vec<u8>,
    n_taken: usize,
}

/// One content coding (RFC 9110 section 8.4.1).
enum Coding {
    Identity,
    Gzip(Box<MultiGzDecoder<Vec<u8>>>),
    /// The format is known with the first byte: some servers leave the zlib header out.
    Deflate,
    Zlib(Box<ZlibDecoder<Vec<u8>>>),
    RawDeflate(Box<DeflateDecoder<Vec<u8>>>),
    Zstd(Box<zstd::stream::write::Decoder<'static, Vec<u8>>>),
    /// Windows of more than 16 MiB are no part of the coding for HTTP (RFC 7932), so they are refused.
    Brotli(Box<BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>>),
}

impl Decoder {
    /// For the value of `Content-Encoding`; `None` for a coding that we do not know.
    pub(crate) fn new(coding: &str) -> Option<Self> {
        let coding = match coding.trim().to_ascii_lowercase().as_str() {
            "" | "identity" => Coding::Identity,
            "gzip" | "x-gzip" => Coding::Gzip(Box::new(MultiGzDecoder::new(Vec::new()))),
            "deflate" => Coding::Deflate,
            "zstd" => {
                let mut decoder = zstd::stream::write::Decoder::new(Vec::new()).ok()?;
                decoder.window_log_max(ZSTD_WINDOW_LOG_MAX).ok()?;
                Coding::Zstd(Box::new(decoder))
            }
            "br" => {
                let alloc = StandardAlloc::default;
                Coding::Brotli(Box::new(BrotliState::new_strict(alloc(), alloc(), alloc())))
            }
            _ => return None,
        };
        Some(Self {
            coding,
            input: Vec::new(),
            n_taken: 0,
        })
    }

    /// Whether what comes out is more than what goes in.
    pub(crate) fn is_compressed(&self) -> bool {
        !matches!(self.coding, Coding::Identity)
    }

    /// Takes the next chunk, after all pieces of the one before were fetched.
    pub(crate) fn feed(&mut self, chunk: Vec<u8>) {
        self.input = chunk;
        self.n_taken = 0;
    }

    /// The next piece of text; `None` where another chunk is needed.
    pub(crate) fn piece(&mut self) -> io::Result<Option<Vec<u8>>> {
        while self.n_taken < self.input.len() || matches!(self.coding, Coding::Brotli(_)) {
            let end = self.input.len().min(self.n_taken + SLICE_BYTES);
            let is_last = end == self.input.len();
            let slice = &self.input[self.n_taken..end];
            if let (Coding::Deflate, Some(first)) = (&self.coding, slice.first()) {
                self.coding = match first & 0x0F == ZLIB_DEFLATE {
                    true => Coding::Zlib(Box::new(ZlibDecoder::new(Vec::new()))),
                    false => Coding::RawDeflate(Box::new(DeflateDecoder::new(Vec::new()))),
                };
            }
            self.n_taken = end;
            let piece = match &mut self.coding {
                Coding::Identity | Coding::Deflate => {
                    self.n_taken = self.input.len();
                    std::mem::take(&mut self.input)
                }
                Coding::Gzip(decoder) => {
                    through(&mut **decoder, slice, is_last)?;
                    std::mem::take(decoder.get_mut())
                }
                Coding::Zlib(decoder) => {
                    through(&mut **decoder, slice, is_last)?;
                    std::mem::take(decoder.get_mut())
                }
                Coding::RawDeflate(decoder) => {
                    through(&mut **decoder, slice, is_last)?;
                    std::mem::take(decoder.get_mut())
                }
                Coding::Zstd(decoder) => {
                    through(&mut **decoder, slice, is_last)?;
                    std::mem::take(decoder.get_mut())
                }
                Coding::Brotli(state) => {
                    let (piece, n) = unbrotli(state, slice)?;
                    self.n_taken = end - slice.len() + n;
                    if piece.is_empty() && self.n_taken >= self.input.len() {
                        return Ok(None);
                    }
                    piece
                }
            };
            if !piece.is_empty() {
                return Ok(Some(piece));
            }
        }
        Ok(None)
    }
}

/// What a decoder holds back is wanted at the end of a chunk: an event may wait in it.
fn through(decoder: &mut impl Write, slice: &[u8], is_last: bool) -> io::Result<()> {
    decoder.write_all(slice)?;
    if is_last { decoder.flush() } else { Ok(()) }
}

/// What comes out, and how much went in.
fn unbrotli(
    state: &mut BrotliState<StandardAlloc, StandardAlloc, StandardAlloc>,
    slice: &[u8],
) -> io::Result<(Vec<u8>, usize)> {
    let mut piece = vec![0; PIECE_BYTES];
    let (mut n_in, mut at_in, mut n_out, mut at_out, mut total) = (slice.len(), 0, piece.len(), 0, 0);
    let result = BrotliDecompressStream(
        &mut n_in,
        &mut at_in,
        slice,
        &mut n_out,
        &mut at_out,
        &mut piece,
        &mut total,
        state,
    );
    piece.truncate(at_out);
    match result {
        BrotliResult::ResultFailure => Err(Error::from(ErrorKind::InvalidData)),
        // What follows the end is nobody's.
        BrotliResult::ResultSuccess => Ok((piece, slice.len())),
        BrotliResult::NeedsMoreInput | BrotliResult::NeedsMoreOutput => Ok((piece, at_in)),
    }
}

#[cfg(test)]
mod tests {
    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use proptest::prelude::*;

    use super::*;

    /// [`TEXT`] as the reference program compresses it.
    const BROTLI_TEXT: [u8; 51] = [
        0x0b, 0x17, 0x80, 0x64, 0x61, 0x74, 0x61, 0x3a, 0x20, 0x7b, 0x22, 0x6a, 0x73, 0x6f, 0x6e, 0x72, 0x70, 0x63,
        0x22, 0x3a, 0x22, 0x32, 0x2e, 0x30, 0x22, 0x2c, 0x22, 0x69, 0x64, 0x22, 0x3a, 0x31, 0x30, 0x30, 0x31, 0x2c,
        0x22, 0x72, 0x65, 0x73, 0x75, 0x6c, 0x74, 0x22, 0x3a, 0x7b, 0x7d, 0x7d, 0x0a, 0x0a, 0x03,
    ];
    /// 12 MiB of zeros, by the same.
    const BROTLI_ZEROS: [u8; 27] = [
        0xcb, 0xff, 0xff, 0x3f, 0xf8, 0x27, 0x00, 0xe2, 0xb1, 0x40, 0x20, 0xf7, 0xfe, 0x2f, 0xff, 0xff, 0x7f, 0xf0,
        0x4f, 0x00, 0xc4, 0x61, 0x11, 0x80, 0xee, 0xfd, 0x0f,
    ];
    const TEXT: &[u8] = b"data: {\"jsonrpc\":\"2.0\",\"id\":1001,\"result\":{}}\n\n";

    fn packed(coding: &str) -> Vec<u8> {
        let level = Compression::default();
        match coding {
            "gzip" => {
                let mut encoder = GzEncoder::new(Vec::new(), level);
                encoder.write_all(TEXT).unwrap();
                encoder.finish().unwrap()
            }
            "zlib" => {
                let mut encoder = ZlibEncoder::new(Vec::new(), level);
                encoder.write_all(TEXT).unwrap();
                encoder.finish().unwrap()
            }
            "raw" => {
                let mut encoder = DeflateEncoder::new(Vec::new(), level);
                encoder.write_all(TEXT).unwrap();
                encoder.finish().unwrap()
            }
            "brotli" => BROTLI_TEXT.to_vec(),
            _ => zstd::encode_all(TEXT, 3).unwrap(),
        }
    }

    fn unpacked(coding: &str, bytes: &[u8], size: usize) -> io::Result<Vec<u8>> {
        let mut decoder = Decoder::new(coding).unwrap();
        let mut text = Vec::new();
        for chunk in bytes.chunks(size) {
            decoder.feed(chunk.to_vec());
            while let Some(piece) = decoder.piece()? {
                text.extend(piece);
            }
        }
        Ok(text)
    }

    #[test]
    fn codings_are_undone_however_they_are_cut() {
        for (coding, made_by) in [
            ("gzip", "gzip"),
            ("deflate", "zlib"),
            ("deflate", "raw"),
            ("ZSTD ", "zstd"),
            ("br", "brotli"),
        ] {
            for size in [1, 7, 4096] {
                assert_eq!(
                    unpacked(coding, &packed(made_by), size).unwrap(),
                    TEXT,
                    "{coding} of {made_by} in pieces of {size}"
                );
            }
        }
        assert!(Decoder::new("compress").is_none());
        for coding in ["gzip", "deflate", "zstd", "br"] {
            assert!(
                unpacked(coding, b"this is not compressed, but plain text", 7).is_err(),
                "{coding}"
            );
        }
    }

    #[test]
    fn a_bomb_comes_out_in_pieces() {
        // More than any piece may hold.
        let zeros = vec![0; 12 << 20];
        let mut gzip = GzEncoder::new(Vec::new(), Compression::best());
        gzip.write_all(&zeros).unwrap();
        let bombs = [
            ("gzip", gzip.finish().unwrap()),
            ("zstd", zstd::encode_all(&zeros[..], 19).unwrap()),
            ("br", BROTLI_ZEROS.to_vec()),
        ];
        for (coding, bomb) in bombs {
            let mut decoder = Decoder::new(coding).unwrap();
            decoder.feed(bomb);
            let mut n_bytes = 0;
            while let Some(piece) = decoder.piece().unwrap() {
                assert!(piece.len() <= 8 << 20, "{coding}: {}", piece.len());
                n_bytes += piece.len();
            }
            assert_eq!(n_bytes, zeros.len(), "{coding}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_may_come(coding in "gzip|deflate|zstd|br", bytes in proptest::collection::vec(any::<u8>(), 0..300), size in 1..50_usize) {
            drop(unpacked(&coding, &bytes, size));
        }
    }
}
