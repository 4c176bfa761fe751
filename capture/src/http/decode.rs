//! Undoes the compression of a response, chunk by chunk.
//!
//! We ask for none, since a compressed event stream may be held back until its end, but proxies compress all the same.

use std::io::{self, Write as _};

use flate2::write::{DeflateDecoder, MultiGzDecoder, ZlibDecoder};

/// One content coding (RFC 9110 section 8.4.1).
pub(crate) enum Decoder {
    Identity,
    Gzip(Box<MultiGzDecoder<Vec<u8>>>),
    /// The format is known with the first byte: some servers leave the zlib header out.
    Deflate,
    Zlib(Box<ZlibDecoder<Vec<u8>>>),
    RawDeflate(Box<DeflateDecoder<Vec<u8>>>),
    Zstd(Box<zstd::stream::write::Decoder<'static, Vec<u8>>>),
}

/// Low half of the first byte of a zlib stream (RFC 1950 section 2.2).
const ZLIB_DEFLATE: u8 = 8;

impl Decoder {
    /// For the value of `Content-Encoding`; `None` for a coding that we do not know.
    pub(crate) fn new(coding: &str) -> Option<Self> {
        match coding.trim().to_ascii_lowercase().as_str() {
            "" | "identity" => Some(Self::Identity),
            "gzip" | "x-gzip" => Some(Self::Gzip(Box::new(MultiGzDecoder::new(Vec::new())))),
            "deflate" => Some(Self::Deflate),
            "zstd" => Some(Self::Zstd(Box::new(
                zstd::stream::write::Decoder::new(Vec::new()).ok()?,
            ))),
            _ => None,
        }
    }

    /// The text of the next chunk. A chunk is small, so even the best compression makes megabytes of it and no more.
    pub(crate) fn decode(&mut self, chunk: &[u8]) -> io::Result<Vec<u8>> {
        if let (Self::Deflate, Some(first)) = (&self, chunk.first()) {
            *self = match first & 0x0F == ZLIB_DEFLATE {
                true => Self::Zlib(Box::new(ZlibDecoder::new(Vec::new()))),
                false => Self::RawDeflate(Box::new(DeflateDecoder::new(Vec::new()))),
            };
        }
        let decoded = match self {
            Self::Identity => return Ok(chunk.to_vec()),
            Self::Deflate => return Ok(Vec::new()),
            Self::Gzip(decoder) => {
                decoder.write_all(chunk)?;
                decoder.flush()?;
                decoder.get_mut()
            }
            Self::Zlib(decoder) => {
                decoder.write_all(chunk)?;
                decoder.flush()?;
                decoder.get_mut()
            }
            Self::RawDeflate(decoder) => {
                decoder.write_all(chunk)?;
                decoder.flush()?;
                decoder.get_mut()
            }
            Self::Zstd(decoder) => {
                decoder.write_all(chunk)?;
                decoder.flush()?;
                decoder.get_mut()
            }
        };
        Ok(std::mem::take(decoded))
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use flate2::Compression;
    use flate2::write::{DeflateEncoder, GzEncoder, ZlibEncoder};

    use super::Decoder;

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
            _ => zstd::encode_all(TEXT, 3).unwrap(),
        }
    }

    #[test]
    fn codings_are_undone_however_they_are_cut() {
        for (coding, made_by) in [
            ("gzip", "gzip"),
            ("deflate", "zlib"),
            ("deflate", "raw"),
            ("ZSTD ", "zstd"),
        ] {
            for size in [1, 7, 4096] {
                let mut decoder = Decoder::new(coding).unwrap();
                let pieces = packed(made_by);
                let text: Vec<u8> = pieces
                    .chunks(size)
                    .flat_map(|chunk| decoder.decode(chunk).unwrap())
                    .collect();
                assert_eq!(text, TEXT, "{coding} of {made_by} in pieces of {size}");
            }
        }
        assert!(Decoder::new("br").is_none());
        assert!(
            Decoder::new("gzip")
                .unwrap()
                .decode(b"this is no gzip, but plain text")
                .is_err()
        );
    }
}
